//! The program as it is used: what it prints, and what it makes of bad input.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod batch;
mod documents;
mod explain;
mod fill_in;
mod hostile;
#[cfg(unix)]
mod interrupts;
mod lists;
mod passes;
mod settle;
mod solve;
mod tables;
mod told;

/// What a command prints that is interrupted, as by Ctrl-C, after a second; by several signals at once, as some programs send them.
#[cfg(unix)]
fn interrupted(command: &mut std::process::Command) -> std::process::Output {
    let child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let kill = format!("for time in 1 2 3 4 5; do kill -INT {}; sleep 0; done", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    child.wait_with_output().unwrap()
}
