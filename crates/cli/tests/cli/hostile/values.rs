//! Numbers, boards, positions and moves out of range; TOML that is built to be slow.

use super::run::{ruling, run, unreadable};

const KOMI: &str = "expected a komi that is a multiple of 1/2 between -10000 and 10000, found";

#[test]
fn komi() {
    for komi in ["1e400", "0.3", "NaN", "abc", "inf", "-10000.5", "1/3", "99999999999999999999"] {
        let told = format!("{KOMI} `{komi}`");
        assert_eq!(unreadable(format!("(;SZ[9]KM[{komi}])")), format!("KM: {told}"));
        let toml = format!("board = \"9x9\"\nkomi = \"{komi}\"");
        assert_eq!(unreadable(toml), format!("komi: {told}"));
        let words = ["judge", "-", "--rules", "kee", "--komi", komi];
        let option = super::run::fault(&words, "(;SZ[9])");
        assert_eq!(option, format!("--komi: {told}"));
    }
    let toml = |komi: &str| unreadable(format!("board = \"9x9\"\nkomi = {komi}"));
    assert_eq!(toml("1e400"), "2:8: floating-point number overflowed");
    assert_eq!(toml("nan"), format!("komi: {KOMI} `NaN`"));
    assert_eq!(toml("0.3"), format!("komi: {KOMI} `0.3`"));
    assert_eq!(toml("abc"), "2:8: string values must be quoted, expected literal string");
    assert_eq!(toml("[]"), format!("komi: {KOMI} `[]`"));
    let long = unreadable(format!("(;SZ[9]KM[{}])", "9".repeat(1_000_000)));
    assert_eq!(long, format!("KM: {KOMI} `{}`", "9".repeat(40)));
}

/// What cannot be used and is not written is told of.
#[test]
fn rules_and_komi_that_are_not_converted() {
    let told = run(&["convert", "-", "--to", "toml"], "(;SZ[3]RU[go]KM[1e400];B[aa])");
    assert_eq!(told.status, Some(0));
    assert!(!told.out.contains("rules") && !told.out.contains("komi"), "{}", told.out);
    let notes: Vec<&str> = told.err.lines().collect();
    assert!(
        notes[0].starts_with("note: left out: the record names the ruleset `go`: "),
        "{notes:?}"
    );
    let unnamed =
        "note: the record names no ruleset: `shinpan judge` takes the TOML with --rules".to_owned();
    assert_eq!(notes[1..], [format!("note: left out: KM: {KOMI} `1e400`"), unnamed]);
}

#[test]
fn boards() {
    let told = |board: &str| unreadable(format!("board = \"{board}\""));
    let side = "each side must be 1 to 52";
    assert_eq!(told("0x0"), format!("board: a board of 0x0 points: {side}"));
    assert_eq!(told("53x53"), format!("board: a board of 53x53 points: {side}"));
    assert_eq!(told("99999999999x1"), format!("board: a board of 99999999999x1 points: {side}"));
    assert_eq!(told("torus 0x5"), format!("board: a board of 0x5 points: {side}"));
    let long = told(&"x".repeat(1_000_000));
    assert_eq!(
        long,
        format!(
            "board: expected a board like `19x19`, `line 5` or `torus 5x5`, found `{}`",
            "x".repeat(60)
        )
    );
    let form = "expected a board like `\"9x9\"` or `{ points = [\"a\", \"b\"], edges = [[\"a\", \"b\"]] }`";
    assert_eq!(unreadable("board = 9"), format!("1:9: {form}"));
    assert_eq!(unreadable("board = { edges = [] }"), format!("1:9: {form}"));
    assert_eq!(unreadable("[board]\npoints = [\"a\"]\nedges = [[\"a\"]]"), format!("1:1: {form}"));
    let late = "; `moves` stands in `[board]`: what is about the whole record comes before it";
    assert_eq!(unreadable("[board]\npoints = [\"a\"]\nmoves = []"), format!("1:1: {form}{late}"));

    let size = |size: &str| unreadable(format!("(;SZ[{size}])"));
    let expected = "1:5: expected a size from 1 to 52, or two such as `5:7`, after `SZ`, found";
    for found in ["0", "53", "a", "5:0", "19:53", "-1", "99999999999"] {
        assert_eq!(size(found), format!("{expected} `[{found}]`"));
    }
}

#[test]
fn numbers_of_a_record() {
    let told = |field: &str| unreadable(format!("board = \"5x5\"\n{field}"));
    assert_eq!(told("handicap = 1.5"), "2:12: expected a whole number");
    assert_eq!(told("handicap = -1"), "handicap: expected 0 to 25 stones on this board, found -1");
    assert_eq!(told("handicap = 26"), "handicap: expected 0 to 25 stones on this board, found 26");
    assert_eq!(told("players = \"two\""), "2:11: expected a whole number");
    assert_eq!(told("players = 1"), "players: expected 2 to 8 players, found 1");
    assert_eq!(told("[prisoners]\nblack = 0.5"), "3:9: expected a whole number");
    let late = "; `moves` stands in `[prisoners]`: what is about the whole record comes before it";
    let found = told("[prisoners]\nmoves = []");
    assert!(found.ends_with(late), "{found}");
}

#[test]
fn moves_off_the_board() {
    let told = ruling(&["--rules", "kee"], "(;SZ[9];B[aa]\n;W[jj])");
    let refused = &told["refused"];
    assert_eq!(
        (&refused["move"], &refused["place"], &refused["why"]),
        (
            &2.into(),
            &"2:2".into(),
            &"white played `[jj]`: expected a point of the 9x9 board".into()
        )
    );
    assert_eq!(
        unreadable("board = \"9x9\"\nmoves = [\"B A1\", \"W K10\"]"),
        "moves[2]: expected a point of the 9x9 board, `pass` or an act after `W`, found `K10`"
    );
    let long = unreadable(format!("board = \"9x9\"\nmoves = [\"B {}\"]", "A".repeat(1_000_000)));
    assert!(long.ends_with(&format!("found `{}…`", "A".repeat(40))), "{long}");
}

#[test]
fn positions_that_cannot_be() {
    let fault = "position: the black chain at A3 has no liberty";
    assert_eq!(unreadable("board = \"3x3\"\nposition = \"XO.\\nO..\\n...\""), fault);
    assert_eq!(unreadable("(;SZ[3]AB[aa]AW[ab][ba])"), fault);
    // A point may be written in either case, a player in several ways: still only once.
    assert_eq!(
        unreadable("board = \"3x3\"\nposition = { a1 = \"black\", A1 = \"white\" }"),
        "position: the point A1 is there twice"
    );
    assert_eq!(
        unreadable("board = \"3x3\"\nprisoners = { black = 1, B = 2 }"),
        "prisoners: black is there twice"
    );
    let full = unreadable("(;SZ[52]AB[aa:ZZ])");
    assert!(full.starts_with("position: the black chain at A52 B52 C52 "), "{full}");
    assert!(full.ends_with(" U52 and 2684 more has no liberty"), "{full}");
    assert_eq!(
        unreadable(format!("board = \"3x3\"\nposition = \"\"\"\n{}\"\"\"", ".\n".repeat(1 << 20))),
        "position: rows in the position: 1048576, on the board: 3"
    );
    assert_eq!(
        unreadable(format!("board = \"3x3\"\nposition = \"...\\n...\\n{}\"", ".".repeat(1 << 20))),
        "position: row 3 of the position has 1048576 points, the board 3"
    );
    assert_eq!(
        unreadable("board = \"3x3\"\nposition = 3"),
        "2:12: expected a position as rows, or on a graph as a table like `{ a = \"black\" }`"
    );
    assert_eq!(
        unreadable("board = \"3x3\"\nprisoners = { black = 99999999999 }"),
        "prisoners: expected 0 to 1000000 stones of black, found 99999999999"
    );
}

#[test]
fn toml_that_nests() {
    let deep = 100_000;
    let met = "cannot recurse further; max recursion depth met";
    for (open, close) in [("[", "]"), ("{a=", "}")] {
        let told = unreadable(format!("x={}1{}", open.repeat(deep), close.repeat(deep)));
        assert!(told.starts_with("1:") && told.ends_with(met), "{told}");
    }
    assert_eq!(unreadable(format!("a{}=1", ".a".repeat(deep))), "recursion limit");
    assert_eq!(unreadable(format!("[a{}]", ".a".repeat(deep))), "recursion limit");
    assert_eq!(unreadable(format!("[[a{}]]", ".a".repeat(deep))), "recursion limit");
}

#[test]
fn toml_that_is_large() {
    let large = |unit: &str, before: &str| {
        let most = (12 << 20) - 100;
        format!("{before}{}", unit.repeat((most - before.len()) / unit.len()))
    };
    let told = "a TOML record of more lists, tables, values and lines than are read";
    let nested = format!("{}1{},", "[".repeat(70), "]".repeat(70));
    assert_eq!(unreadable(large(&nested, "x=[") + "]"), format!("1:3021236: {told}"));
    for (unit, before) in [
        ("[],", "x=["),
        ("[[a]]\n", ""),
        ("[\"\",\"\"],", "[board]\npoints=[\"a\"]\nedges=["),
        ("a.b.c.d.e.f.g.h=1\n", ""),
        ("{},", "x=["),
    ] {
        assert!(unreadable(large(unit, before)).ends_with(told), "{unit}");
    }
    unreadable(large("\n", "x=1"));
    unreadable(large("#\n", ""));
    unreadable(large("\"B z\",", "board=\"3x3\"\nmoves=[") + "]");
    // As costly as is allowed.
    unreadable(format!("x=[{}]", nested.repeat(21_000)));
    unreadable(format!("x=[{}]", "1,".repeat(2_990_000)));
    unreadable(format!("x=[{}]", "[],".repeat(990_000)));
    unreadable(format!("[board]\npoints=[]\nedges=[{}]", "[\"\",\"\"],".repeat(740_000)));
    let deep = |number| format!("k{number}{}=1\n", ".a".repeat(60));
    unreadable((0..24_000).map(deep).collect::<String>());
}
