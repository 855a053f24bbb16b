//! A session over a pair of streams.

use std::io::{BufRead, Read, Result, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::codec::{LONGEST, parse_command};
use crate::session::Session;

/// Commands that search, and may be interrupted.
const SEARCHES: [&str; 12] = [
    "genmove",
    "reg_genmove",
    "final_score",
    "final_status_list",
    "shinpan-ownership",
    "shinpan-ruling",
    "shinpan-why",
    "shinpan-life",
    "shinpan-territory",
    "shinpan-gfx",
    "gogui-rules_final_result",
    "gogui-rules_board_gfx",
];

/// Answers commands until `quit` or the end of the input. While a search goes on, the next line is
/// read already, so that the line `# interrupt` can end it.
///
/// # Errors
/// If the output cannot be written to.
pub fn serve(
    session: &mut Session,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<()> {
    let input = Arc::new(Mutex::new(input));
    let mut ahead: Option<Receiver<Option<String>>> = None;
    loop {
        let line = match ahead.take() {
            Some(ahead) => ahead.recv().ok().flatten(),
            None => next_line(&input, None),
        };
        let Some(line) = line else { return Ok(()) };
        let searches =
            parse_command(&line).is_some_and(|command| SEARCHES.contains(&command.name.as_str()));
        if searches {
            let (sender, receiver) = channel();
            let (input, interrupt) = (Arc::clone(&input), session.interrupt());
            // Not joined: it may wait for a line that never comes.
            thread::spawn(move || drop(sender.send(next_line(&input, Some(&interrupt)))));
            ahead = Some(receiver);
        }
        if let Some(answer) = session.answer(&line) {
            output.write_all(answer.text.as_bytes())?;
            output.flush()?;
            if answer.quit {
                return Ok(());
            }
        }
    }
}

/// The next line that is no interruption; `None` at the end.
fn next_line(input: &Mutex<impl BufRead>, interrupt: Option<&AtomicBool>) -> Option<String> {
    let mut input = input.lock().ok()?;
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return None,
            Ok(_) => {}
        }
        if line.len() > LONGEST && !line.ends_with(b"\n") {
            // The session refuses what was read; the rest is no line of its own.
            input.skip_until(b'\n').ok()?;
        }
        let line = String::from_utf8_lossy(&line).into_owned();
        if line.trim() != "# interrupt" {
            return Some(line);
        }
        if let Some(interrupt) = interrupt {
            interrupt.store(true, Ordering::Relaxed);
        }
    }
}
