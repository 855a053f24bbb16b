//! A GTP program at the other end of a pipe.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shinpan_gtp::parse_response;
use thiserror::Error;

/// What went wrong with an engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It could not be started.
    #[error("`{command}` could not be started: {why}")]
    Start {
        /// The command line.
        command: String,
        /// Why not.
        why: String,
    },
    /// It has ended.
    #[error("it ended ({how}) instead of answering `{asked}`{said}")]
    Died {
        /// What it was asked.
        asked: String,
        /// Its exit status.
        how: String,
        /// The end of what it wrote to standard error, if anything.
        said: String,
    },
    /// It does not answer.
    #[error("it did not answer `{asked}` within {seconds} s")]
    Silent {
        /// What it was asked.
        asked: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// Its answer is none of the protocol.
    #[error("its answer to `{asked}` is not GTP: {why}")]
    Garbage {
        /// What it was asked.
        asked: String,
        /// What was found and what was expected.
        why: String,
    },
    /// It answered with an error.
    #[error("it answered `{asked}` with the error `{message}`")]
    Error {
        /// What it was asked.
        asked: String,
        /// Its message.
        message: String,
    },
    /// We were told to stop.
    #[error("stopped while it was asked `{asked}`")]
    Stopped {
        /// What it was asked.
        asked: String,
    },
}

impl Fault {
    /// The fault in a word: `start`, `died`, `silent`, `garbage`, `error`, `stopped`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Start { .. } => "start",
            Fault::Died { .. } => "died",
            Fault::Silent { .. } => "silent",
            Fault::Garbage { .. } => "garbage",
            Fault::Error { .. } => "error",
            Fault::Stopped { .. } => "stopped",
        }
    }
}

/// The longest answer that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// A GTP program. It is ended when this is dropped.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<Result<String, String>>,
    said: Arc<Mutex<Vec<u8>>>,
    /// Reads its standard error.
    listener: JoinHandle<()>,
    asked: u32,
    stop: Arc<AtomicBool>,
}

impl Engine {
    /// Starts a program. Words are separated as a shell does it. `stop` ends every waiting.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str, stop: &Arc<AtomicBool>) -> Result<Engine, Fault> {
        let fault = |why: String| Fault::Start { command: command.to_owned(), why };
        let words = shlex::split(command)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| fault("expected a command line with closed quotes".to_owned()))?;
        let mut call = Command::new(&words[0]);
        call.args(&words[1..]);
        call.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A key that interrupts us is not for it: we end it ourselves.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut call, 0);
        let mut child = call.spawn().map_err(|error| fault(error.to_string()))?;
        let missing = || fault("it has no pipes".to_owned());
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let listener = thread::spawn(move || listen(errors, &heard));
        let (sender, answers) = sync_channel(16);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(answer) = read_answer(&mut output) {
                if sender.send(answer).is_err() {
                    return;
                }
            }
        });
        let stop = Arc::clone(stop);
        Ok(Engine { child, input: Some(input), answers, said, listener, asked: 0, stop })
    }

    /// Asks and waits for the answer.
    ///
    /// # Errors
    /// What went wrong; after anything but [`Fault::Error`] the engine is of no more use.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let asked = || command.to_owned();
        self.asked += 1;
        let line = format!("{} {command}\n", self.asked);
        let sent = self.input.as_mut().is_some_and(|input| {
            input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_ok()
        });
        if !sent {
            return Err(self.died(command));
        }
        let begun = Instant::now();
        let answer = loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Fault::Stopped { asked: asked() });
            }
            let left = patience.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Err(Fault::Silent { asked: asked(), seconds: patience.as_secs() });
            }
            match self.answers.recv_timeout(left.min(Duration::from_millis(50))) {
                Ok(answer) => break answer,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.died(command)),
            }
        };
        let garbage = |why| Fault::Garbage { asked: asked(), why };
        let response = parse_response(&answer.map_err(garbage)?).map_err(garbage)?;
        match response.id {
            Some(id) if id != self.asked => {
                return Err(garbage(format!("expected the number {}, found {id}", self.asked)));
            }
            _ => {}
        }
        response.text.map_err(|message| Fault::Error { asked: asked(), message })
    }

    /// Whether it knows a command.
    pub fn knows(&mut self, command: &str, patience: Duration) -> bool {
        self.ask(&format!("known_command {command}"), patience).is_ok_and(|told| told == "true")
    }

    fn died(&mut self, command: &str) -> Fault {
        // It closed its pipe; give it a moment to be gone, and its last words one to be read.
        let mut how = "it closed its output".to_owned();
        for _ in 0..20 {
            if let Ok(Some(status)) = self.child.try_wait() {
                how = status.to_string();
                if self.listener.is_finished() {
                    break;
                }
            }
            thread::sleep(Duration::from_millis(10));
        }
        let said = self.said.lock().map(|said| said.clone()).unwrap_or_default();
        let said = String::from_utf8_lossy(&said);
        let said = said.trim();
        let said = if said.is_empty() { String::new() } else { format!("; it had said: {said}") };
        Fault::Died { asked: command.to_owned(), how, said }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // It may be gone already.
            let _ = input.write_all(b"quit\n");
        }
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps the end of what an engine writes to standard error.
fn listen(mut errors: impl Read, said: &Mutex<Vec<u8>>) {
    const KEPT: usize = 1000;
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut bytes) {
        let Ok(mut said) = said.lock() else { return };
        said.extend_from_slice(&bytes[..count]);
        let surplus = said.len().saturating_sub(KEPT);
        said.drain(..surplus);
    }
}

/// The lines up to the next empty one; `None` at the end, `Err` if they are far too long.
fn read_answer(output: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut answer = Vec::new();
    loop {
        let mut line = Vec::new();
        let room = LONGEST.saturating_sub(answer.len()) as u64;
        match output.by_ref().take(room + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return None,
            Ok(_) => {}
        }
        if answer.len() + line.len() > LONGEST {
            return Some(Err(format!("it is longer than {LONGEST} bytes")));
        }
        let blank = line.iter().all(u8::is_ascii_whitespace);
        match (blank, answer.is_empty()) {
            // Blank lines between answers mean nothing.
            (true, true) => {}
            (true, false) => return Some(Ok(String::from_utf8_lossy(&answer).into_owned())),
            (false, _) => answer.extend_from_slice(&line),
        }
    }
}
