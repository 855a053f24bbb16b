//! A session over a pair of streams.

use std::io::{BufRead, Read, Result, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::sync_channel;
use std::thread;

use crate::session::Session;

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// Answers commands until `quit` or the end of the input. Lines are read while a command is being
/// answered, so that the line `# interrupt` can end a search.
///
/// # Errors
/// If the output cannot be written to.
pub fn serve(
    session: &mut Session,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<()> {
    let interrupt = session.interrupt();
    let (lines, inbox) = sync_channel(1024);
    // Not joined: it may wait for a line that never comes.
    thread::spawn(move || {
        let mut input = input;
        loop {
            let mut line = Vec::new();
            match (&mut input).take(LONGEST).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = String::from_utf8_lossy(&line).into_owned();
            if line.trim() == "# interrupt" {
                interrupt.store(true, Ordering::Relaxed);
            }
            if lines.send(line).is_err() {
                return;
            }
        }
    });
    for line in inbox {
        if let Some(answer) = session.answer(&line) {
            output.write_all(answer.text.as_bytes())?;
            output.flush()?;
            if answer.quit {
                break;
            }
        }
    }
    Ok(())
}
