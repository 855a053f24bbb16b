//! The program as it is used: what it prints, and what it makes of bad input.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod batch;
mod documents;
mod explain;
mod fill_in;
mod hostile;
mod lists;
mod passes;
mod settle;
mod solve;
mod tables;
mod told;

/// What a command prints that is interrupted, as by Ctrl-C, after a second.
#[cfg(unix)]
fn interrupted(command: &mut std::process::Command) -> std::process::Output {
    let child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let kill = ["-INT", &child.id().to_string()];
    assert!(std::process::Command::new("kill").args(kill).status().unwrap().success());
    child.wait_with_output().unwrap()
}
