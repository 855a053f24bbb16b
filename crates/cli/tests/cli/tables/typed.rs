//! What is typed at a table, over a pipe.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{SHINPAN, folder};

fn typed(journal: &Path, words: &[&str], lines: &str) -> String {
    let mut child = Command::new(SHINPAN)
        .arg("play")
        .arg(journal)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_with_phases_disputes_and_agreement_is_played_saved_and_gone_on_with() {
    let held = folder("typed");
    let folder = held.path();
    let journal = folder.join("game.journal");
    let rules = ["--rules", "lasker-maas", "--board", "3x3", "--komi", "0"];
    let told =
        typed(&journal, &rules, "b2\na1\nz9\nphase\npass\np\ndead a1\ndecline\nwhy a1\nquit\n");
    for line in [
        "expected a point of the board, `pass` or another word of `help`, found `z9`\n",
        "main\n",
        "4. W pass\n   2 passes in a row end the phase; resolution begins with black to move [LM-5]",
        "prisoner place: black 1, white 1",
        "waiting for an answer: the dead stones proposed by black (B dead A1)\n",
        "white declines [LM-9]",
        "black may not: a stone of white stands there [LM-1]",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    let sgf = folder.join("game.sgf");
    let lines = format!("log\nbans\nB dead a1\na\nsave {}\n", sgf.display());
    let told = typed(&journal, &[], &lines);
    for line in [
        "the game goes on in",
        "6. W decline",
        "result: black wins by 9 (B+9) [LM-12]",
        "saved in ",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    let ruling = super::ruling(&sgf);
    assert_eq!(ruling["result"]["sgf"], "B+9");
}

#[test]
fn three_players_on_a_torus_see_why_they_may_not_play() {
    let held = folder("typed-three");
    let folder = held.path();
    let journal = folder.join("game.journal");
    let rules = ["--rules", "kee", "--board", "2x1", "--players", "3", "--format", "json"];
    let told = typed(&journal, &rules, "a1\nW a1\nb1\n3 ranking black = white > player-3\na\na\n");
    let lines: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["act"], "B A1");
    assert_eq!(lines[1]["refused"]["reason"], "occupied");
    assert_eq!(lines[2]["removed"][0], "A1");
    assert_eq!(lines[3]["pending"]["accepted"][0], "player-3");
    assert_eq!(lines[5]["result"]["outcome"], "ranking");
}

#[test]
fn a_program_that_fails_leaves_its_seat() {
    let held = folder("typed-program");
    let folder = held.path();
    let journal = folder.join("game.journal");
    let words = ["--board", "5x5", "--white", "sh -c \"read line; exit 1\""];
    let told = typed(&journal, &words, "c3\nb2\nlog\n");
    assert!(told.contains("2. W B2"), "{told}");
    let words = ["--board", "5x5", "--white", &format!("{SHINPAN} gtp --playouts 20")];
    let told = typed(&folder.join("second.journal"), &words, "c3\nundo\nb2\nlog\n");
    assert!(told.contains("1. B C3\n2. W "), "{told}");
    assert!(told.contains("3. all undo 1\n4. B B2\n5. W "), "{told}");
}

/// Plays at a journal that cannot be gone on with, and answers what is told.
fn refused(journal: &Path, words: &[&str]) -> String {
    let output = Command::new(SHINPAN).arg("play").arg(journal).args(words).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_file_that_is_no_journal_is_left_as_it_is() {
    let held = folder("typed-no-journal");
    for (name, text) in [
        ("game.sgf", "(;SZ[3]RU[kee];B[aa];W[bb])"),
        ("game.toml", "rules = \"kee\"\nboard = \"3x3\"\nmoves = [\"B A1\"]\n"),
        ("letter.txt", "letter to my mother\n"),
        ("rows.json", "{\"rules\":\"kee\"}"),
        ("click.json", "{\"event\":0,\"kind\":\"click\"}"),
        ("begun.json", "{"),
    ] {
        let path = held.path().join(name);
        std::fs::write(&path, text).unwrap();
        let told = refused(&path, &[]);
        let at = format!("error: {}:1:1: expected a journal, whose first line", path.display());
        assert!(told.starts_with(&at), "{told}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    for text in ["{\"event\":0,\"rules\":\"ch", "", "\n \n"] {
        let torn = held.path().join("torn.journal");
        std::fs::write(&torn, text).unwrap();
        assert!(typed(&torn, &["--board", "3x3"], "b2\n").contains("the game goes on in"));
    }
}

#[test]
fn a_journal_that_began_otherwise_is_not_gone_on_with() {
    let held = folder("typed-otherwise");
    let journal = held.path().join("game.journal");
    let words = ["--rules", "kee", "--board", "3x3", "--players", "3"];
    typed(&journal, &words, "b2\n");
    // A torn line is cut off only once the game goes on.
    let begun = std::fs::read_to_string(&journal).unwrap() + "{\"event\":2";
    std::fs::write(&journal, &begun).unwrap();
    for other in [
        ["--rules", "aga"],
        ["--rules", "chinese"],
        ["--board", "5x5"],
        ["--board", "19x19"],
        ["--komi", "0.5"],
        ["--players", "2"],
    ] {
        let told = refused(&journal, &other);
        let expected = format!("{}: {}: this game began otherwise", journal.display(), other[0]);
        assert!(told.contains(&expected), "{told}");
    }
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), begun);
    assert!(typed(&journal, &words, "a1\n").contains("the game goes on in"));
    for same in [["--rules", "kee"], ["--board", "3x3"], ["--komi", "7.5"], ["--players", "3"]] {
        assert!(typed(&journal, &same, "log\n").contains("2. W A1"));
    }
}

#[test]
fn a_game_goes_on_from_a_record_and_again_from_its_journal() {
    let held = folder("typed-from");
    let (journal, record) = (held.path().join("game.journal"), held.path().join("game.sgf"));
    std::fs::write(&record, "(;SZ[3]RU[kee];B[aa];W[bb])").unwrap();
    let from = ["--from", record.to_str().unwrap()];
    assert!(typed(&journal, &from, "c1\n").contains("is kept in"));
    assert!(typed(&journal, &from, "log\n").contains("3. B C1"));
    assert!(typed(&journal, &[], "a1\nlog\n").contains("4. W A1"));
    let ruling = super::ruling(&journal);
    assert_eq!(ruling["position"], serde_json::json!(["X..", ".O.", "O.X"]));
    let other = held.path().join("other.sgf");
    std::fs::write(&other, "(;SZ[3]RU[kee];B[aa];W[ca])").unwrap();
    let told = refused(&journal, &["--from", other.to_str().unwrap()]);
    assert!(told.contains("--from: this game began otherwise"), "{told}");
}
