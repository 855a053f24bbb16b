//! Words on the command line, and rulesets from anywhere.

use super::run::{fault, ruling, run};

const RECORD: &str = "(;SZ[5]RU[kee];B[aa](;W[bb])(;W[cc]))";

#[test]
fn numbers_out_of_range() {
    let told = |words: &[&str]| fault(&[&["judge", "-"], words].concat(), RECORD);
    assert_eq!(
        told(&["--at", "3"]),
        "--at: the record has 2 moves, there is no state after move 3"
    );
    assert_eq!(
        told(&["--at", "18446744073709551615"]),
        "--at: the record has 2 moves, there is no state after move 18446744073709551615"
    );
    assert_eq!(told(&["--game", "0"]), "--game: expected 1 to 1, the games in the file, found 0");
    assert_eq!(told(&["--game", "2"]), "--game: expected 1 to 1, the games in the file, found 2");
    for words in [&["--at", "-1"][..], &["--at", "99999999999999999999"], &["--game", "x"]] {
        let told = told(words);
        assert!(told.starts_with("invalid value") || told.starts_with("unexpected"), "{told}");
    }
    for variation in ["0", "3", "2,1", "18446744073709551615"] {
        assert!(!told(&["--variation", variation]).is_empty());
    }
    assert_eq!(
        fault(&["judge", "-", "--game", "2"], "board = \"3x3\""),
        "standard input: a TOML record or a journal holds one game, without variations"
    );
}

#[test]
fn dead_stones_that_are_none() {
    let told = |dead: &str| {
        let words = ["judge", "-", "--rules", "japanese-1989", "--max-nodes", "20", "--dead", dead];
        fault(&words, "(;SZ[5];B[aa];W[];B[])")
    };
    assert_eq!(told("B2"), "--dead: B2 is empty: only stones can be dead [J-9]");
    assert_eq!(told("Z9"), "--dead: expected a point of the 5x5 board, found `Z9`");
    assert_eq!(
        told(&"x".repeat(100_000)),
        format!("--dead: expected a point of the 5x5 board, found `{}…`", "x".repeat(40))
    );
    let many = "A5,".repeat(20_000);
    let words = ["--rules", "japanese-1989", "--max-nodes", "20", "--dead", &many];
    assert_eq!(ruling(&words, "(;SZ[5];B[aa];W[];B[])")["removed"], serde_json::json!(["A5"]));
}

#[test]
fn rules_that_are_none() {
    let told = |rules: &str| fault(&["judge", "-", "--rules", rules], RECORD);
    let long = "x".repeat(100_000);
    assert!(
        told(&long).starts_with(&format!("--rules: there is no ruleset `{}…`", "x".repeat(60)))
    );
    assert_eq!(told("kee,"), "--rules: expected an option like `superko=situational`, found ``");
    assert_eq!(
        told(&format!("kee,{long}")),
        format!(
            "--rules: expected an option like `superko=situational`, found `{}…`",
            "x".repeat(60)
        )
    );
    assert!(told(&format!("kee,{long}=1")).starts_with("--rules: there is no option `xxx"));
    assert!(told(&format!("kee,suicide={long}")).starts_with("--rules: option `suicide` takes "));
    let deep = 50_000;
    assert_eq!(
        told(&format!("{{\"a\":{}{}", "[".repeat(deep), "]".repeat(deep))),
        "--rules: KataGo rules: recursion limit exceeded at line 1 column 132"
    );
    assert_eq!(
        told("{\"komi\":1e400}"),
        "--rules: KataGo rules: number out of range at line 1 column 13"
    );
    assert_eq!(
        told(&format!("{{like={}", "{like=".repeat(10_000))),
        "--rules: cannot recurse further; max recursion depth met"
    );
    assert!(told("koSIMPLEscore").starts_with("--rules: KataGo rules: field `score` takes "));
    for text in ["", " ", "{", "{}", "[", "=", "ko", "koscore", "\u{0}", "like = 3\n", "{like=3}"] {
        let words = ["judge", "-", "--rules", text];
        if !text.contains('\0') {
            assert!(matches!(run(&words, RECORD).status, Some(0 | 2)), "{text}");
        }
    }
}

#[test]
fn rules_within_records() {
    let told = |rules: &str| fault(&["judge", "-"], format!("(;SZ[5]RU[{rules}])"));
    let long = "x".repeat(10 << 20);
    let named =
        format!("standard input: rules: the record names the ruleset `a = {}…`", "x".repeat(36));
    assert_eq!(
        told(&format!("a = {long}")),
        format!("{named}: a ruleset of 10485764 bytes: at most 1048576 are read")
    );
    let long = &long[..1 << 19];
    assert_eq!(
        told(&format!("a = {long}")),
        format!("{named}: line 1, column 5: string values must be quoted, expected literal string")
    );
    let deep = format!("{{\"ko\":{}", "{\"ko\":".repeat(100_000));
    assert!(
        told(&deep).ends_with("recursion limit exceeded at line 1 column 763"),
        "{}",
        told(&deep)
    );
    let options = "kee".to_owned() + &",scoring=area".repeat(80_000);
    assert_eq!(ruling(&[], format!("(;SZ[5]RU[{options}])"))["rules"], "kee");
}

#[test]
fn rulesets_with_too_much_of_everything() {
    let kee = run(&["rules", "kee"], "").out;
    let read = |text: &str| {
        fault(
            &["judge", "-"],
            format!("board = \"3x3\"\nrules = {{ file = \"x\", text = {text:?} }}"),
        )
    };
    // A rules file is not given with a record, so this is a record that names a missing file.
    assert!(read(&kee).contains("there is no file `x`"));
    let rule = "{ clause = \"K-13\", same = \"positional\", window = \"since-last-pass\", then = \"forbidden\" },";
    let stage = format!(
        "rules = {{ like = \"kee\", stages = [{{ name = \"main\", supply = \"bowl\", \
         ending = {{ own-pass-repeated = {{ clause = \"K-15\" }} }}, repetition = [{}] }}] }}\nboard = \"3x3\"",
        rule.repeat(100_000)
    );
    assert_eq!(
        fault(&["judge", "-"], stage),
        "standard input: rules: ruleset `kee`: stage \"main\" has 100000 repetition rules, more than 8"
    );
    let clause = format!(
        "rules = {{ like = \"kee\", articles = {{ play = \"{0}\", capture = \"{0}\", suicide = \"{0}\", count = \"{0}\", winner = \"{0}\", agreement = \"{0}\" }} }}\nboard = \"3x3\"",
        "x".repeat(100_000)
    );
    assert_eq!(
        fault(&["judge", "-"], clause),
        format!("standard input: rules: ruleset `kee`: there is no clause `{}…`", "x".repeat(60))
    );
}

#[test]
fn numbers_of_threads() {
    let batch = ["batch", "-", "--rules", "kee", "--out", "no/such.csv", "--threads"];
    let solve = ["solve", "--board", "2x2", "--rules", "tromp-taylor", "--threads"];
    for words in [&["judge", "-", "--threads"][..], &batch, &solve, &["serve", "--workers"]] {
        for threads in ["0", "1025", "18446744073709551615", "-1", "x"] {
            assert!(!fault(&[words, &[threads]].concat(), RECORD).is_empty(), "{words:?}");
        }
    }
    assert!(!fault(&["serve", "--engine-rooms", "18446744073709551615"], "").is_empty());
    // As many as are allowed, where there is no room for that many.
    assert_eq!(run(&["judge", "-", "--threads", "256"], RECORD).status, Some(0));
    assert_eq!(run(&[&solve[..], &["256"]].concat(), "").status, Some(0));
}

#[test]
fn memory_of_the_server() {
    for memory in ["0", "1048577", "x"] {
        assert!(!fault(&["serve", "--memory", memory], "").is_empty());
    }
}

#[test]
fn what_is_written_goes_to_a_file() {
    for words in [
        &["explain", "x.sgf", "D4", "--sgf", "-"][..],
        &["explain", "x.sgf", "D4", "--save", "-"],
        &["explain", "x.sgf", "D4", "--picture", "-"],
        &["render", "x.sgf", "--output", "-"],
        &["solve", "--board", "2x2", "--save", "-"],
    ] {
        let told = fault(words, "");
        assert!(told.contains("expected the name of a file (`./-` is one)"), "{told}");
    }
}

#[test]
fn words_that_name_nothing() {
    let long = "x".repeat(100_000);
    for words in [&["explain", &long][..], &["judge", &long], &["rules", &long]] {
        assert!(!fault(words, "").is_empty());
    }
}

#[test]
fn pictures_out_of_range() {
    for width in ["0", "4294967295", "100000"] {
        fault(&["render", "-", "--as", "png", "--width", width], RECORD);
    }
    assert_eq!(
        fault(&["render", "-", "--as", "svg", "--width", "300"], RECORD),
        "--width: only a PNG has a width in pixels"
    );
    assert_eq!(
        fault(&["render", "-", "--check-proofs"], RECORD),
        "--check-proofs: this picture shows nothing that is proven"
    );
    assert_eq!(
        run(&["render", "-", "--numbers", "--numbers-from", "18446744073709551615"], RECORD).status,
        Some(0)
    );
}

#[test]
fn counting_that_would_not_end() {
    let told = |words: &[&str]| fault(&[&["perft"], words].concat(), "");
    assert_eq!(
        told(&["--board", "53x1", "--depth", "1"]),
        "--board: a board of 53x1 points: each side must be 1 to 52"
    );
    assert_eq!(
        told(&["--board", "2x2", "--depth", "1001"]),
        "--depth: expected 0 to 1000, found 1001"
    );
    assert_eq!(
        told(&["--board", "2x2", "--depth", "1", "--players", "9"]),
        "--players: expected 2 to 8, found 9"
    );
}

#[test]
fn options_that_say_nothing_of_what_is_asked() {
    let told = |words: &[&str]| fault(words, RECORD);
    assert_eq!(
        told(&["compare", "-", "--rules", "kee"]),
        "--rules: a record is compared under every built-in ruleset as it is; `judge` takes one, with its options"
    );
    assert_eq!(
        told(&["compare", "-", "--option", "scoring=territory"]),
        told(&["compare", "-", "--rules", "kee"])
    );
    assert!(told(&["compare", "-", "--cycles", "claim"]).starts_with("--cycles: a record is"));
    for (option, value) in [("--at", "3"), ("--game", "4"), ("--variation", "2,2")] {
        let words = ["solve", "--board", "1x2", option, value];
        assert_eq!(told(&words), format!("{option}: a board has no moves; only with a record"));
    }
    for words in [["explain", "K-13", "--komi", "7"], ["explain", "--check", "x", "--at=1"]] {
        let told = told(&words);
        assert!(told.contains(": only the explanation of a chain takes it"), "{told}");
    }
}
