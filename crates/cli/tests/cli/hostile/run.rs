//! The program under a limit of time and memory.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What it may take: other tests run at the same time, on a build that is hardly optimised.
const SECONDS: u64 = 60;
const KIBIBYTES: usize = 1 << 20;

/// What the program did.
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program with these words, where a shell can limit the memory it may ask for.
pub(crate) fn command(words: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_shinpan");
    let mut command = if cfg!(target_os = "linux") {
        let mut shell = Command::new("sh");
        let script = format!("ulimit -v {KIBIBYTES}; exec \"$0\" \"$@\"");
        shell.args(["-c", &script, program]);
        shell
    } else {
        Command::new(program)
    };
    command.args(words).env("NO_COLOR", "1").env_remove("RUST_BACKTRACE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for the program, but not for ever.
pub(crate) fn wait(child: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child of ours") {
            return status.code();
        }
        if begun.elapsed() > Duration::from_secs(SECONDS) {
            child.kill().expect("a child of ours");
            child.wait().expect("a child of ours");
            panic!("the program ran for more than {SECONDS} seconds");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs the program on standard input that is written bit by bit.
pub(crate) fn run_on(words: &[&str], input: impl FnOnce(&mut dyn Write) + Send) -> Run {
    let mut child = command(words).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut stderr = child.stderr.take().expect("a pipe");
    let text = |source: &mut dyn Read| {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes).expect("readable");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let (status, out, err) = thread::scope(|scope| {
        scope.spawn(move || input(&mut stdin));
        let out = scope.spawn(move || text(&mut stdout));
        let err = scope.spawn(move || text(&mut stderr));
        let status = wait(&mut child);
        (status, out.join().expect("no panic"), err.join().expect("no panic"))
    });
    assert!(matches!(status, Some(0..=2)), "{words:?}: status {status:?}: {}", start(&err));
    assert!(!err.contains("panicked"), "{err}");
    Run { status, out, err }
}

/// Runs the program on this standard input.
pub(crate) fn run(words: &[&str], input: impl AsRef<[u8]> + Send) -> Run {
    // The program need not read to the end.
    run_on(words, move |to| drop(to.write_all(input.as_ref())))
}

fn start(text: &str) -> &str {
    text.get(..1000).unwrap_or(text)
}

/// What the program says of a record that cannot be read.
pub(crate) fn fault(words: &[&str], input: impl AsRef<[u8]> + Send) -> String {
    let told = run(words, input);
    assert_eq!(told.status, Some(2), "{words:?}: {}", start(&told.out));
    assert_eq!(told.out, "", "nothing on standard output beside a fault");
    assert!(told.err.len() < 9000, "{} bytes: {}", told.err.len(), start(&told.err));
    let message = told.err.trim_end().strip_prefix("error: ").expect("a fault");
    message.to_owned()
}

/// What is said of a record on standard input, without its name.
pub(crate) fn unreadable(input: impl AsRef<[u8]> + Send) -> String {
    let message = fault(&["judge", "-", "--rules", "kee"], input);
    message.strip_prefix("standard input:").map_or(message.clone(), |rest| rest.trim().to_owned())
}

/// A ruling as JSON.
pub(crate) fn ruling(words: &[&str], input: impl AsRef<[u8]> + Send) -> serde_json::Value {
    let told = run(&[&["judge", "-", "--format", "json"], words].concat(), input);
    assert_ne!(told.status, Some(2), "{}", start(&told.err));
    let ruling: serde_json::Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!(told.status, Some(i32::from(!ruling["refused"].is_null())));
    ruling
}
