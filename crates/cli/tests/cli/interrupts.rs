//! Ctrl-C while chains are proved.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Ctrl-C leaves what is proven so far, also where it is sent more than once.
#[test]
fn an_interrupt_leaves_what_is_proven() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/selfplay");
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
    command.arg("judge").arg(games.join("19x19-028.sgf"));
    command.args(["--rules", "japanese-1989", "--max-seconds", "60", "--format", "json"]);
    let output = crate::interrupted(&mut command);
    assert_eq!(output.status.code(), Some(0));
    let ruled: Value = serde_json::from_slice(&output.stdout).unwrap();
    let chains = ruled["chains"].as_array().unwrap();
    assert!(chains.iter().any(|chain| chain["status"] == "unproven"), "{ruled}");
    assert_eq!(ruled["result"], Value::Null);
    assert!(ruled["bounds"]["black"].is_array(), "{ruled}");
}
