//! `shinpan judge --settle`: what a dispute about the stones would come to.

use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::NamedTempFile;

fn judge(record: &str, words: &[&str]) -> Output {
    let file = NamedTempFile::new().unwrap();
    std::fs::write(&file, record).unwrap();
    Command::new(env!("CARGO_BIN_EXE_shinpan"))
        .arg("judge")
        .arg(file.path())
        .args(words)
        .output()
        .unwrap()
}

fn settled(record: &str, words: &[&str]) -> Value {
    let words = [words, &["--settle", "--format", "json"]].concat();
    let output = judge(record, &words);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    object["settled"].clone()
}

/// Two walls with eyes and nothing between them.
fn record(rules: &str, moves: &str) -> String {
    format!(
        "board = \"5x5\"\nrules = \"{rules}\"\nposition = [\".X.XX\", \"XXXXX\", \"OOOOO\", \
         \"O.OO.\", \"OOO.O\"]\nto_move = \"black\"\nmoves = [{moves}]\n"
    )
}

#[test]
fn the_end_of_main_is_played_out() {
    for rules in ["lasker-maas", "long-cycle-1"] {
        let found = settled(&record(rules, "\"B pass\", \"W pass\""), &[]);
        assert_eq!(found["phase"], "resolution", "{found}");
        assert_eq!((&found["exact"], &found["resumed"]), (&json!(true), &json!(false)));
        // Two points of territory against three.
        assert_eq!(found["value"], "-1", "{rules} {found}");
    }
    // Who is ahead wins by the proof games.
    let found = settled(&record("long-cycle-3", "\"B pass\", \"W pass\""), &[]);
    assert_eq!((&found["phase"], &found["outcome"]), (&json!("resolution"), &json!("loss")));
    assert_eq!((&found["exact"], &found["value"]), (&json!(true), &Value::Null));
    let found = settled(&record("chinese", "\"B pass\", \"W pass\""), &[]);
    assert_eq!((&found["value"], &found["resumed"]), (&json!("-5"), &json!(true)), "{found}");
}

#[test]
fn where_there_is_nothing_to_settle_it_is_said_why() {
    for (rules, moves, why) in [
        ("lasker-maas", "\"B pass\"", "has not ended"),
        ("japanese-1989", "\"B pass\", \"W pass\"", "does not decide by play"),
        ("kee", "\"B pass\"", "count as they stand"),
        ("tromp-taylor", "\"B pass\", \"W pass\"", "nothing follows the end"),
    ] {
        let found = settled(&record(rules, moves), &[]);
        let told = found["why"].as_str().unwrap();
        assert!(told.contains(why), "{rules}: {told}");
    }
}

#[test]
fn bounds_are_given_where_the_search_ends() {
    let open =
        "board = \"9x9\"\nrules = \"lasker-maas\"\nmoves = [\"B E5\", \"W pass\", \"B pass\"]\n";
    let found = settled(open, &["--settle-nodes", "1000"]);
    assert_eq!((&found["value"], &found["exact"]), (&Value::Null, &json!(false)));
    assert_eq!(found["limit"], "stopped after 1000 nodes");
    let text = judge(open, &["--settle", "--settle-nodes", "1000"]).stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains(
            "best play in resolution, white to move: black's margin is between -82 and 80;"
        ),
        "{text}"
    );
}

/// Ctrl-C leaves the ruling, and the bounds so far.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_bounds() {
    let file = NamedTempFile::new().unwrap();
    let open = "board = \"9x9\"\nrules = \"lasker-maas\"\nmoves = [\"B pass\", \"W pass\"]\n";
    std::fs::write(&file, open).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
    command.arg("judge").arg(file.path()).args([
        "--settle",
        "--settle-nodes",
        "1000000000000",
        "--format",
        "json",
    ]);
    let output = crate::interrupted(&mut command);
    assert_eq!(output.status.code(), Some(0));
    let ruled: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = &ruled["settled"];
    assert_eq!(found["limit"], "stopped: the time is used up, or it was interrupted", "{found}");
    assert_eq!((&found["value"], &found["bounds"][0]), (&Value::Null, &json!("-81")));
}

#[test]
fn what_may_be_asked_for_after_a_result_is_told() {
    let told = |rules: &str, moves: &str| {
        let output = judge(&record(rules, moves), &[]);
        let text = String::from_utf8(output.stdout).unwrap();
        let line = text.lines().find(|line| line.starts_with("help: "));
        line.map(str::to_owned)
    };
    let passes = "\"B pass\", \"W pass\", \"B pass\", \"W pass\"";
    let proof_games = "help: proof games may be asked for, as `B request` in a record [LC-7]";
    assert_eq!(told("long-cycle-3", passes).as_deref(), Some(proof_games));
    assert_eq!(told("long-cycle-3", &format!("{passes}, \"B request\"")), None);
    assert_eq!(told("long-cycle-1", passes), None);
    let another = "help: another resolution may be asked for, as `B request` in a record [LM-11]";
    assert_eq!(told("lasker-maas, resolutions=2", passes).as_deref(), Some(another));
    assert_eq!(told("lasker-maas", passes), None);
}
