//! Tables with programs at them: whole games, faults, crashes.

#[cfg(unix)]
mod again;
#[cfg(unix)]
mod analysed;
mod clients;
#[cfg(unix)]
mod faults;
mod kills;
#[cfg(unix)]
mod screen;
mod typed;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const SHINPAN: &str = env!("CARGO_BIN_EXE_shinpan");

/// A folder of a test's own, gone with what is returned.
fn folder(name: &str) -> TempDir {
    tempfile::Builder::new().prefix(&format!("shinpan-{name}-")).tempdir().unwrap()
}

/// A match; its reports as JSON.
fn play_match(folder: &Path, words: &[&str]) -> (Output, serde_json::Value) {
    let output = Command::new(SHINPAN)
        .args(["match", "--format", "json", "--output"])
        .arg(folder)
        .args(words)
        .output()
        .unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output, told["games"].clone())
}

/// The ruling on a record or journal.
fn ruling(path: &Path) -> serde_json::Value {
    let output =
        Command::new(SHINPAN).args(["judge", "--format", "json"]).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A program that a test needs, or nothing: then the test says so and passes, unless
/// `SHINPAN_REQUIRE_TOOLS=1`.
fn needed(what: &str, group: &str, found: Option<PathBuf>) -> Option<PathBuf> {
    if found.is_none() {
        let say = format!("{what} is missing; scripts/install-test-tools.sh {group} installs it");
        assert!(std::env::var_os("SHINPAN_REQUIRE_TOOLS").is_none_or(|set| set != "1"), "{say}");
        eprintln!("skipped: {say}");
    }
    found
}

fn gnugo() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect())
        .unwrap_or_default();
    let places = folders.into_iter().chain([PathBuf::from("/usr/games")]);
    needed("gnugo", "gnugo", places.map(|place| place.join("gnugo")).find(|path| path.is_file()))
}
