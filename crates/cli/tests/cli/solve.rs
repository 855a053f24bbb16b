//! `shinpan solve`: what it answers, how it stops, and what it makes of bad input.

use std::process::{Command, Output};

use serde_json::{Value, json};

fn shinpan(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shinpan")).arg("solve").args(words).output().unwrap()
}

fn object(words: &[&str]) -> Value {
    let output = shinpan(&[words, &["--format", "json"]].concat());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn values_of_every_family() {
    for (rules, board, value, outcome, bounds) in [
        ("lasker-maas", "1x3", "2", "win", ["2", "2"]),
        ("button", "1x3", "5/2", "win", ["5/2", "5/2"]),
        ("tromp-taylor", "2x2", "1", "win", ["1", "1"]),
        ("long-cycle-1", "2x2", "0", "draw", ["0", "0"]),
        ("long-cycle-2", "1x2", "0", "draw", ["0", "0"]),
        ("long-cycle-3", "1x1", "0", "draw", ["0", "0"]),
        ("chinese", "1x4", "4", "win", ["4", "4"]),
        ("japanese-1989", "1x3", "2", "win", ["2", "2"]),
        ("kee", "1x2", "0", "draw", ["0", "0"]),
    ] {
        let found = object(&["--board", board, "--rules", rules]);
        assert_eq!(found["value"], value, "{rules} {board}");
        assert_eq!(found["outcome"], outcome);
        assert_eq!(found["bounds"], json!(bounds));
        assert_eq!((&found["exact"], &found["rules"]), (&json!(true), &json!(rules)));
        assert!(found["nodes"].is_u64() && found["seconds"].is_f64() && found["line"].is_array());
    }
}

#[test]
fn komi_counts_and_decides() {
    for (komi, value, outcome) in [("2.5", "-1/2", "loss"), ("2", "0", "draw"), ("-1", "3", "win")]
    {
        let found = object(&["--board", "1x3", "--rules", "lasker-maas", "--komi", komi]);
        assert_eq!((&found["value"], &found["outcome"]), (&json!(value), &json!(outcome)));
    }
}

#[test]
fn positions_and_players_to_move() {
    let words = ["--board", "3x2", "--rules", "lasker-maas", "--position"];
    let found = object(&[&words[..], &[".../.XX", "--to-move", "white"]].concat());
    assert_eq!(found["value"], "-1");
    let text = shinpan(&["--board", "1x3", "--rules", "chinese"]).stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.starts_with(
            "1x3, chinese, black to move: black's margin is 3 (win)\nline: B A2, W pass, B pass\n"
        ),
        "{text}"
    );
}

#[test]
fn limits_leave_bounds() {
    let found = object(&["--board", "3x4", "--rules", "tromp-taylor", "--max-nodes", "100"]);
    assert_eq!((&found["value"], &found["exact"]), (&Value::Null, &json!(false)));
    assert_eq!(found["bounds"], json!(["-12", "12"]));
    assert_eq!(found["limit"], "stopped after 100 nodes");
    let found = object(&["--board", "5x5", "--max-seconds", "0.2"]);
    assert_eq!(found["limit"], "stopped: the time is used up, or it was interrupted");
    let found = object(&["--board", "4x4", "--rules", "japanese-1989", "--memory", "1"]);
    assert_eq!(found["bounds"], json!(["-16", "16"]));
    assert!(found["limit"].as_str().unwrap().starts_with("needs "), "{found}");
}

#[test]
fn several_threads_find_the_same_values() {
    for (rules, board) in [("tromp-taylor", "3x3"), ("lasker-maas", "2x4"), ("kee", "2x2")] {
        let words = ["--board", board, "--rules", rules, "--threads"];
        let of = |threads: &str| object(&[&words[..], &[threads]].concat())["value"].clone();
        assert_eq!(of("2"), of("1"), "{rules} {board}");
    }
}

#[test]
fn a_search_goes_on_from_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proofs");
    let file = path.to_str().unwrap();
    let start = ["--board", "3x4", "--rules", "tromp-taylor", "--table", file];
    let first = object(&[&start[..], &["--max-nodes", "60000"]].concat());
    assert_eq!(first["exact"], false);
    let second = object(&start);
    assert_eq!(second["value"], "4");
    let third = object(&start);
    assert_eq!(third["value"], "4");
    let nodes = |found: &Value| found["nodes"].as_u64().unwrap();
    assert!(nodes(&third) * 20 < nodes(&second), "{} {}", nodes(&third), nodes(&second));
    // What was kept for something else, or is damaged, is refused.
    let refused = |words: &[&str], expected: &str| {
        let output = shinpan(words);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(expected), "{told}");
    };
    let other = "was kept for something else: ";
    refused(&["--board", "3x3", "--rules", "tromp-taylor", "--table", file], other);
    refused(&["--board", "3x4", "--rules", "aga", "--table", file], other);
    refused(&["--board", "3x4", "--rules", "kee", "--table", file], other);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    refused(&start, "is damaged: its check sum is wrong");
    std::fs::write(&path, "nothing").unwrap();
    refused(&start, "is no table of proofs");
}

/// One question goes on, too: by what the search by depth has found.
#[test]
fn a_question_goes_on_from_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("found");
    let file = path.to_str().unwrap();
    for rules in ["chinese", "aga"] {
        let start = ["--board", "3x5", "--rules", rules, "--at-least", "15", "--table", file];
        let first = object(&[&start[..], &["--max-nodes", "50000"]].concat());
        assert_eq!(first["reached"], Value::Null);
        let second = object(&start);
        assert_eq!(second["reached"], true);
        let third = object(&start);
        let nodes = |found: &Value| found["nodes"].as_u64().unwrap();
        assert!(nodes(&third) * 2 < nodes(&second), "{} {}", nodes(&third), nodes(&second));
        std::fs::remove_file(&path).unwrap();
    }
}

/// Under every ruleset a search that was stopped goes on to the same value, which then is told at once.
#[test]
fn every_ruleset_has_tables() {
    let folder = tempfile::tempdir().unwrap();
    for (rules, board, stop) in [
        ("long-cycle-2", "3x3", "60000"),
        ("long-cycle-3", "3x2", "40000"),
        ("kee", "3x3", "2000"),
        ("japanese-1989", "3x3", "60000"),
    ] {
        let path = folder.path().join(rules);
        let start = ["--board", board, "--rules", rules];
        let kept = [&start[..], &["--table", path.to_str().unwrap()]].concat();
        let plain = object(&start);
        let first = object(&[&kept[..], &["--max-nodes", stop]].concat());
        assert_eq!(first["exact"], false, "{rules}");
        let second = object(&kept);
        assert_eq!((&second["value"], &second["exact"]), (&plain["value"], &json!(true)));
        let third = object(&kept);
        assert_eq!(third["nodes"], 0, "{rules}");
        for name in ["value", "bounds", "line", "without_draws", "method"] {
            assert_eq!(third[name], second[name], "{rules} {name}");
        }
        // Another komi is another question.
        let more = object(&[&kept[..], &["--komi", "1"]].concat());
        let fresh = object(&[&start[..], &["--komi", "1"]].concat());
        assert_eq!(more["value"], fresh["value"], "{rules}");
    }
    let path = folder.path().join("players");
    let words = ["--board", "1x3", "--rules", "kee", "--players", "3", "--table"];
    let output = shinpan(&[&words[..], &[path.to_str().unwrap()]].concat());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("--table: what more than two players can get is not kept"), "{told}");
}

/// Ctrl-C leaves the bounds so far, and the table.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stopped");
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
    command
        .args([
            "solve",
            "--board",
            "5x5",
            "--rules",
            "tromp-taylor",
            "--format",
            "json",
            "--threads",
            "2",
        ])
        .args(["--memory", "64", "--table"])
        .arg(&path);
    let output = crate::interrupted(&mut command);
    assert_eq!(output.status.code(), Some(0));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&found["exact"], &found["limit"]),
        (&json!(false), &json!("stopped: the time is used up, or it was interrupted"))
    );
    let bounds: Vec<i64> =
        [0, 1].map(|at| found["bounds"][at].as_str().unwrap().parse().unwrap()).to_vec();
    assert!(-25 <= bounds[0] && bounds[0] < bounds[1] && bounds[1] <= 25, "{bounds:?}");
    assert!(std::fs::metadata(&path).unwrap().len() > 0);
}

#[test]
fn strategies_are_saved_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strategies");
    let file = path.to_str().unwrap();
    let start = ["--board", "1x3", "--rules", "lasker-maas"];
    assert!(shinpan(&[&start[..], &["--save", file]].concat()).status.success());
    let found = object(&[&start[..], &["--check", file]].concat());
    assert_eq!(found["kept"], true, "{found}");
    // Under another ruleset the same moves show less than is claimed, or are not enough.
    let other = ["--board", "1x3", "--rules", "lasker-maas", "--komi", "1", "--check", file];
    let output = shinpan(&other);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("not shown: after "), "{text}");
}

/// Where cycles are ruled on: an answer for each situation, for what is had with draws and without.
#[test]
fn answers_are_saved_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strategies");
    let file = path.to_str().unwrap();
    for (rules, claims) in [("long-cycle-1", 6), ("chinese", 6), ("japanese-1989", 2)] {
        let start = ["--board", "2x2", "--rules", rules];
        assert!(shinpan(&[&start[..], &["--save", file]].concat()).status.success());
        let found = object(&[&start[..], &["--check", file]].concat());
        assert_eq!(found["kept"], true, "{found}");
        assert_eq!(found["strategies"].as_array().unwrap().len(), claims, "{found}");
        // Without its last answer the last strategy is none, and the others are what they were.
        let text = std::fs::read_to_string(&path).unwrap();
        let cut = text.trim_end().rfind('\n').unwrap();
        std::fs::write(&path, &text[..cut]).unwrap();
        let output = shinpan(&[&start[..], &["--check", file]].concat());
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(told.matches("kept in").count(), claims - 1, "{told}");
        assert!(told.contains("the strategy has no answer of white"), "{told}");
    }
}

/// Larger boards between walls: an answer to what stands on the whole board, under Japanese rules with the prover at the end.
#[test]
fn answers_on_a_settled_board_are_saved_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strategies");
    let file = path.to_str().unwrap();
    let rows = ".XX..OO./XXX.OOOO/XXXXOOOO/XXXXOOOO/XX.XO.OO";
    for rules in ["long-cycle-1", "chinese", "japanese-1989"] {
        let start = ["--board", "8x5", "--rules", rules, "--position", rows];
        let output = shinpan(&[&start[..], &["--save", file]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let found = object(&[&start[..], &["--check", file]].concat());
        assert_eq!(found["kept"], true, "{found}");
        let text = std::fs::read_to_string(&path).unwrap();
        let cut = text.trim_end().rfind('\n').unwrap();
        std::fs::write(&path, &text[..cut]).unwrap();
        assert_eq!(shinpan(&[&start[..], &["--check", file]].concat()).status.code(), Some(1));
    }
}

/// Without walls: answers by which nothing comes back, for a value and for one question, the same file under superko and with cycles.
#[test]
fn answers_that_bring_nothing_back_are_saved_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strategies");
    let file = path.to_str().unwrap();
    let under = |rules: &'static str| ["--board", "5x3", "--rules", rules, "--memory", "500"];
    for (rules, asked) in [
        ("chinese", None),
        ("aga", Some(["--at-least", "15"])),
        ("tromp-taylor", Some(["--at-least", "15"])),
    ] {
        let asked = asked.map_or(Vec::new(), Vec::from);
        let output = shinpan(&[&under(rules)[..], &asked, &["--save", file]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let alike =
            if rules == "tromp-taylor" { [rules, "new-zealand"] } else { ["chinese", "aga"] };
        for checked in alike {
            let found = object(&[&under(checked)[..], &["--check", file]].concat());
            assert_eq!(found["kept"], true, "{rules} {checked}: {found}");
            assert_eq!(found["strategies"].as_array().unwrap().len(), 2, "{found}");
        }
        // Chains that are safe from all but suicide are not enough where it is allowed.
        let other = shinpan(&[&under("new-zealand")[..], &["--check", file]].concat());
        assert_eq!(other.status.success(), rules == "tromp-taylor");
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "no position comes back");
    let told = |text: String| {
        std::fs::write(&path, text).unwrap();
        let output = shinpan(&[&under("tromp-taylor")[..], &["--check", file]].concat());
        assert_ne!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    let without = told([&lines[..2], &lines[3..]].concat().join("\n"));
    assert!(without.contains("not shown: after no move: the strategy has no answer"), "{without}");
    let again = told([&lines[..3], &lines[2..]].concat().join("\n"));
    assert!(again.contains("answer 2 of the strategy is to a situation that has one"), "{again}");
    let claim = told(text.replacen("at least 15", "at least 16", 1));
    assert!(claim.contains("black: black's margin is at least 16, not shown: after"), "{claim}");
    let heading = told(text.replacen("no position comes back\n", "", 2));
    assert!(heading.contains("not shown"), "{heading}");
}

/// Under Kee Rules: a tree of moves for each segment between passes.
#[test]
fn segments_are_saved_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strategies");
    let file = path.to_str().unwrap();
    let start = ["--board", "3x3", "--rules", "kee"];
    assert!(shinpan(&[&start[..], &["--save", file]].concat()).status.success());
    let found = object(&[&start[..], &["--check", file]].concat());
    assert_eq!(found["kept"], true, "{found}");
    assert_eq!(found["strategies"].as_array().unwrap().len(), 2, "{found}");
    // Damaged files are told from kept claims: what cannot be read by its line, what can by its flaw.
    let text = std::fs::read_to_string(&path).unwrap();
    let last = text.rfind("after a pass").unwrap();
    let damages = [
        (text[..last].to_owned(), 1, "white: black's margin is at most 9, not shown: after "),
        (
            text.replacen("at least 9", "at least 19/2", 1),
            1,
            "black's margin is at least 19/2, not shown: ",
        ),
        (text.replacen("B2\n", "A1\n", 1), 1, "black's margin is at least 9, not shown: "),
        (
            text.replacen("after a pass of", "after a pass by", 1),
            2,
            "expected a point of the board",
        ),
        (
            text.replacen(", ", ", X", 1),
            2,
            "expected a segment like `after a pass of black, .X/..`",
        ),
        (format!("{text}\0"), 2, "expected a point of the board"),
    ];
    for (damaged, status, expected) in damages {
        assert_ne!(damaged, text);
        std::fs::write(&path, damaged).unwrap();
        let output = shinpan(&[&start[..], &["--check", file]].concat());
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        assert_eq!(output.status.code(), Some(status), "{told}");
        assert!(told.contains(expected), "{told}");
    }
}

/// More than two players: what each can get against all others.
#[test]
fn several_players_are_each_against_all_others() {
    let start = ["--board", "1x3", "--rules", "kee", "--players", "3"];
    let found = object(&start);
    assert_eq!((&found["value"], &found["exact"]), (&Value::Null, &json!(true)), "{found}");
    let expected = json!([
        { "player": "black", "draws_lost": ["3", "3"], "draws_won": ["3", "3"] },
        { "player": "white", "draws_lost": ["draw", "draw"], "draws_won": ["0", "0"] },
        { "player": "player-3", "draws_lost": ["draw", "draw"], "draws_won": ["0", "0"] },
    ]);
    assert_eq!(found["players"], expected);
    let stopped = object(&[&start[..], &["--max-nodes", "100"]].concat());
    assert_eq!((&stopped["exact"], &stopped["limit_code"]), (&json!(false), &json!("nodes")));
    assert_eq!(stopped["limit"], "stopped after 100 nodes");
    let large = ["--board", "5x5", "--rules", "kee", "--players", "3", "--memory", "100"];
    let unknown = object(&large);
    assert_eq!((&unknown["exact"], &unknown["players"]), (&json!(false), &json!([])));
    assert!(unknown["limit_code"].is_string(), "{unknown}");
    let output = shinpan(&start);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("white: draw if a draw is nothing, 0 if it is all"), "{told}");
}

#[test]
fn bad_input_is_told() {
    for (words, expected) in [
        (&["--board", "3"][..], "--board: expected a board like"),
        (&["--board", "3x3", "--rules", "nowhere"], "--rules: "),
        (&["--board", "3x3", "--position", "XX"], "--position: "),
        (&["--board", "1x2", "--position", "X/O"], "has no liberty"),
        (
            &["--board", "3x3", "--at-least", "many"],
            "--at-least: expected points or half points (3, -1/2, 7.5), 10000 at most, found `many`",
        ),
        (
            &["--board", "1x3", "--rules", "kee", "--players", "3", "--at-least", "1"],
            "--at-least: a margin is between two players",
        ),
        (
            &["--board", "3x3", "--to-move", "green"],
            "--to-move: expected black or white, found `green`",
        ),
        (&["--board", "3x3", "--komi", "x"], "--komi: expected a komi"),
        (&["--board", "3x3", "--players", "3"], "is for 2 players, not 3"),
        (&["--board", "1x2", "--players", "9"], "--players"),
        (
            &["--board", "1x2", "--rules", "kee", "--players", "3", "--save", "x"],
            "--save: strategies are for two players",
        ),
        (&["--board", "3x3", "--max-seconds=-1"], "--max-seconds: expected a number"),
        (&["nowhere.sgf"], "nowhere.sgf"),
        (&["--board", "3x3", "--check", "nowhere.txt"], "nowhere.txt"),
        (
            &["--board", "1x2", "--rules", "kee, suicide=allowed", "--save", "x"],
            "--save: no strategy is written down: ",
        ),
        (&[], "required"),
    ] {
        let output = shinpan(words);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?} {told}");
        assert!(told.contains(expected), "{words:?} {told}");
    }
}

/// `--at-least` asks one question.
#[test]
fn one_question_is_asked() {
    let start = ["--board", "3x3", "--rules", "tromp-taylor", "--at-least"];
    for (margin, reached) in [("9", true), ("9.5", false), ("-1/2", true)] {
        let found = object(&[&start[..], &[margin]].concat());
        assert_eq!(found["reached"], json!(reached), "{found}");
        assert!(found["at_least"].is_string() && found["bounds"].is_array(), "{found}");
    }
    let found = object(&[&start[..], &["2", "--max-nodes", "3"]].concat());
    assert_eq!((&found["reached"], &found["limit_code"]), (&Value::Null, &json!("nodes")));
    let told = String::from_utf8(shinpan(&[&start[..], &["9"]].concat()).stdout).unwrap();
    assert!(told.starts_with("at least 9 for black: yes\n"), "{told}");
}
