//! `shinpan explain FILE POINT`: chains that are led to living ones.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Chains by themselves beside one that has two eyes, and too far from it to be tied to it in a small part of the board.
const APART: [(&str, &str); 3] = [
    (".X.X.....\nXXXX.....\n...O.....\n......O..\n.XXO.....\n...X.....", "D1"),
    (".X.XO..O.\nXXXX.....\n...OX.X..\n....X...O\n...X.....\n..O....O.", "D2"),
    (".X.X.....\nXXXX.X.O.\n......X..\n......O..\n......O..\n.O.X...O.", "G4"),
];

/// Writes down a game that is over but for its Analysis.
fn write(record: &Path, board: &str, rows: &str) {
    let head = format!("rules = \"japanese-1989\"\nboard = \"{board}\"");
    let moves = "moves = [\"B pass\", \"W pass\"]";
    let record_text = format!("{head}\n{moves}\nposition = \"\"\"\n{rows}\n\"\"\"\n");
    std::fs::write(record, record_text).unwrap();
}

/// What the command prints of a record.
fn explain(record: &Path, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
    let output = command.arg("explain").arg(record).args(words).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// In words, in JSON and in the file with the variations it is told what the chain is led to.
#[test]
fn a_link_is_shown_in_words_and_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (record, out) = (folder.path().join("game.toml"), folder.path().join("why.sgf"));
    for (rows, point) in APART {
        write(&record, "9x6", rows);
        let shinpan =
            |more: &[&str]| explain(&record, &[&[point, "--max-nodes", "1600"], more].concat());
        let told = shinpan(&["--check-proofs", "--sgf", out.to_str().unwrap()]);
        let sgf = std::fs::read_to_string(&out).unwrap();
        let json: Value = serde_json::from_str(&shinpan(&["--format", "json"])).unwrap();
        let steps = json["because"].as_array().unwrap();
        let led = steps.iter().find(|step| step["code"] == "led-to");
        let Some(led) = led else {
            assert!(!sgf.contains("it is led to them"), "{sgf}");
            continue;
        };
        // One is enough.
        assert!(told.contains(&format!("black {point}: alive")), "{told}");
        let fact = led["fact"].as_str().unwrap();
        let points = led["with"]["points"].as_array().unwrap();
        assert!(!points.is_empty() && !points.contains(&point.into()), "{led}");
        assert!(
            fact.starts_with("whatever is played, it is connected to chains of black"),
            "{fact}"
        );
        assert!(told.contains(&format!("  {fact} [J-5]\n")), "{told}");
        assert!(sgf.contains(fact) && sgf.contains("it is led to them"), "{sgf}");
        return;
    }
    panic!("no chain is led to another any more: the test needs others");
}

/// Without memory for tables some chains of a small board stay open; with it all are decided.
#[test]
fn memory_is_part_of_the_budget() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.toml");
    write(&record, "3x3", "O O .\nX . .\n. O .");
    let told = |memory: &str| explain(&record, &["A3", "--memory", memory]);
    assert!(told("0").contains("white A3: unproven"), "{}", told("0"));
    // The memory may be more than there is: only what is needed is taken.
    for memory in ["64", "18446744073709551615"] {
        let told = told(memory);
        assert!(told.contains("white A3: ") && !told.contains("unproven"), "{told}");
    }
}
