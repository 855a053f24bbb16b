//! `shinpan explain FILE POINT`: chains that are led to living ones.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// Chains by themselves beside one that has two eyes, and too far from it to be tied to it in a small part of the board.
const APART: [(&str, &str); 3] = [
    (".X.X.....\nXXXX.XXOO\n.........\n....O.X..\n.........\n...X.....", "G3"),
    (".X.X.....\nXXXX...X.\n..X.X.X..\n.O.......\n.......XO\n.........", "G4"),
    (".X.XX.X..\nXXXX.OX..\n......X..\n......X..\n.....O...\n.......XX", "H1"),
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
/// With more states reading finds its own life.
#[test]
fn a_link_is_shown_in_words_and_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (record, out) = (folder.path().join("game.toml"), folder.path().join("why.sgf"));
    for (rows, point) in APART {
        write(&record, "9x6", rows);
        let shinpan =
            |more: &[&str]| explain(&record, &[&[point, "--max-nodes", "20"], more].concat());
        let told = shinpan(&["--check-proofs", "--sgf", out.to_str().unwrap()]);
        let sgf = std::fs::read_to_string(&out).unwrap();
        let json: Value = serde_json::from_str(&shinpan(&["--format", "json"])).unwrap();
        let steps = json["because"].as_array().unwrap();
        let led = steps.iter().find(|step| step["code"] == "led-to");
        let Some(led) = led else {
            assert!(!sgf.contains("live by another proof"), "{sgf}");
            continue;
        };
        // One is enough.
        assert!(told.contains(&format!("black {point}: alive")), "{told}");
        let fact = led["fact"].as_str().unwrap();
        let points = led["with"]["points"].as_array().unwrap();
        assert!(!points.is_empty() && !points.contains(&point.into()), "{led}");
        assert!(
            fact.starts_with("whatever is played, it lives by itself or is connected to chains of"),
            "{fact}"
        );
        assert!(told.contains(&format!("  {fact} [J-5]\n")), "{told}");
        assert!(sgf.contains(fact), "{sgf}");
        return;
    }
    panic!("no chain is led to another any more: the test needs others");
}

/// In words and in JSON it is told which eyes stand, and what leaves no room for them at the end of the line.
#[test]
fn by_what_the_line_ends_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.toml");
    write(&record, "5x4", ". . . X O\nX X X X O\nO O O O O\nO . O . O");
    let told =
        |point: &str, more: &[&str]| explain(&record, &[&[point, "--memory", "0"], more].concat());
    let fact = "as it stands, white has eyes, whatever is played: B1, D1";
    let text = told("A1", &[]);
    assert!(text.contains(&format!("  {fact} [J-5]\n")), "{text}");
    let json: Value = serde_json::from_str(&told("A1", &["--format", "json"])).unwrap();
    assert_eq!(
        json["because"][1],
        serde_json::json!({
            "clause": "J-5",
            "fact": fact,
            "code": "has-eyes",
            "with": { "when": "now", "player": "white", "eyes": [["B1"], ["D1"]] },
        })
    );
    let text = told("D4", &[]);
    let no_room = "  at the end of the line, chains of white that stand for good leave black no room for a two-eye-formation: ";
    assert!(text.contains(no_room) && text.contains("\nline: W B4, "), "{text}");
}

/// Without memory for tables some chains of a small board stay open; with it all are decided.
#[test]
fn memory_is_part_of_the_budget() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.toml");
    write(&record, "3x3", "O O .\nX . .\n. O .");
    let told = |memory: &str| explain(&record, &["A3", "--memory", memory]);
    let (status, why) =
        ("white A3: unproven", "neither was proven in as many states as are allowed");
    assert!(told("0").contains(status) && told("0").contains(why), "{}", told("0"));
    let judged = |words: &[&str]| {
        let mut shinpan = Command::new(env!("CARGO_BIN_EXE_shinpan"));
        let told = shinpan.arg("judge").arg(&record).args(words).output().unwrap();
        String::from_utf8(told.stdout).unwrap()
    };
    let help = "help: the states allowed did not suffice: --max-nodes and --memory allow more; ";
    assert!(judged(&["--memory", "0"]).contains(help), "{}", judged(&["--memory", "0"]));
    // Nor is it without any time.
    let told_at_once = explain(&record, &["A3", "--max-seconds", "0"]);
    assert!(told_at_once.contains("neither was proven before the time was over"), "{told_at_once}");
    let help = "help: the time for proofs is over: --max-seconds gives more; ";
    assert!(judged(&["--max-seconds", "0"]).contains(help));
    // The memory may be more than there is: only what is needed is taken.
    for memory in ["64", "18446744073709551615"] {
        let told = told(memory);
        assert!(told.contains("white A3: ") && !told.contains("unproven"), "{told}");
    }
}

/// The walls of a problem stand free: whether they live is not proven, and what they shut in is dead if they do.
#[test]
fn the_walls_of_a_problem_are_assumed_to_live() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("problem.toml");
    let free = "...........\n".repeat(7);
    let corner = "...XO......\n...XO......\nXXXXO......\nOOOOO......";
    write(&record, "11x11", &format!("{corner}\n{}", free.trim_end()));
    let little = ["--max-nodes", "200", "--memory", "2"];
    let told = |more: &[&str]| explain(&record, &[&["D11"], &little[..], more].concat());
    assert!(told(&[]).contains("black D11: unproven"), "{}", told(&[]));
    let assuming = told(&["--assume-alive", "E11"]);
    assert!(assuming.contains("black D11: not-alive"), "{assuming}");
    let fact = "  assumed to live, without a proof: the chains at E11 [J-5]\n";
    assert!(assuming.contains(fact), "{assuming}");
    let judge = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
        let output = command.arg("judge").arg(&record).args(little).args(more).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let (code, told) = judge(&["--dead", "D11", "--assume-alive", "staying"]);
    assert_eq!(code, Some(0), "{told}");
    for line in [
        "if these chains live, of which it is not proven: white E11\n  not alive: black D11\n",
        "  result: W+119\n",
        "  proven right: 2 chains, 113 points of white\n",
    ] {
        assert!(told.contains(line), "{told}");
    }
    let (code, told) = judge(&["--assume-alive", "E11", "--format", "json"]);
    let json: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &json["result"]), (Some(0), &Value::Null));
    assert_eq!(json["assuming"]["alive"], serde_json::json!(["E11"]));
    assert_eq!(json["assuming"]["result"]["sgf"], "W+119");
    let refused = [
        ("K1", "error: --assume-alive: K1 is empty: only chains live\n"),
        ("staying", "error: --assume-alive: nothing is agreed: "),
    ];
    for (names, why) in refused {
        let (code, told) = judge(&["--assume-alive", names]);
        assert_eq!(code, Some(2));
        assert!(told.contains(why), "{told}");
    }
}

/// The line and the proof are of the reading in which kos are passed for, and this is told.
#[test]
fn a_precedent_is_not_told_as_forced_life() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let record = root.join("examples/one-sided-triple-ko.toml");
    let words = ["u", "--rules", "japanese-1989", "--format", "json"];
    let json: Value = serde_json::from_str(&explain(&record, &words)).unwrap();
    assert_eq!(json["chain"]["precedent"], "triple-ko");
    let codes: Vec<&str> = json["because"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["code"].as_str().unwrap())
        .collect();
    assert_eq!(
        codes,
        [
            "lives-passing-for-ko",
            "on-the-whole-board",
            "has-eyes",
            "by-precedent",
            "precedent-kos",
            "stays-alive"
        ]
    );
    let cycle = &json["chain"]["ko_cycle"];
    assert_eq!(cycle["kos"], json!([["a1", "b1"], ["a2", "b2"], ["b", "c"]]));
    assert_eq!(cycle["captures"], json!(["W b1", "B a2", "W c", "B a1", "W b2", "B b"]));
}

#[test]
fn a_proof_is_told_with_its_ko_rule() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("ko.toml");
    write(&record, "4x2", ".OOO\nOX..");
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
        String::from_utf8(command.args(words).output().unwrap().stdout).unwrap()
    };
    let path = record.to_str().unwrap();
    assert!(
        run(&["judge", path]).contains("not alive: white B2 (the ko readings differ), white A1")
    );
    let proof = folder.path().join("proof.json");
    let proof = proof.to_str().unwrap();
    for (reading, told) in [
        ("basic", "white B2 C2 D2: not-alive under basic ko, accepted (1 node)"),
        ("ko-pass", "white B2 C2 D2: alive with passes for ko, accepted (1 node)"),
    ] {
        let option = format!("hypothetical_ko={reading}");
        run(&["explain", path, "B2", "--option", &option, "--save", proof]);
        let checked = run(&["explain", "--check", proof]);
        assert!(checked.contains(told), "{checked}");
    }
}
