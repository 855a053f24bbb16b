//! A million of everything.

use serde_json::json;
use shinpan_rules::builtin;

use super::run::{ruling, run, unreadable};

const MILLION: usize = 1_000_000;

#[test]
fn a_million_open_parentheses() {
    assert_eq!(
        unreadable("(".repeat(MILLION)),
        "1:1: expected `(;`, found no game in 1000000 bytes"
    );
    assert_eq!(
        ruling(&["--rules", "kee"], "(;".repeat(MILLION))["notes"],
        json!([
            "1:2000001: missing \")\" at the end of the file, 1000000 supplied",
            "the record gives no size; 19x19 is supposed"
        ])
    );
}

#[test]
fn a_million_nested_variations() {
    let nested = format!("{}{}", "(;B[aa]".repeat(MILLION), ")".repeat(MILLION));
    let told = ruling(&["--rules", "kee"], &nested);
    assert_eq!((&told["moves"], &told["refused"]["place"]), (&json!(1), &json!("1:10")));
    let branching = format!("{};{}", "(;(;)".repeat(MILLION / 2), ")".repeat(MILLION / 2));
    assert_eq!(ruling(&["--rules", "kee"], branching)["moves"], 0);
}

#[test]
fn a_million_passes() {
    let record = format!("(;SZ[19]{})", ";B[];W[]".repeat(MILLION / 2));
    let told = ruling(&["--rules", "lasker-maas"], &record);
    assert_eq!(
        (&told["moves"], &told["notes"]),
        (&json!(4), &json!(["1:26: 999996 passes after the end of the game were left out"]))
    );
    assert_eq!(
        unreadable(format!("(;SZ[19]{})", ";B[];W[]".repeat(MILLION / 2 + 1))),
        "1:4000010: expected at most 1000000 moves on the 19x19 board, found more"
    );
}

#[test]
fn ten_thousand_passes_under_each_ruleset() {
    for ruleset in builtin() {
        let rules = ["--rules", &ruleset.id];
        let sgf = ruling(&rules, format!("(;SZ[9]{})", ";B[];W[]".repeat(5000)));
        assert!(sgf["refused"].is_null(), "{}: {}", ruleset.id, sgf["refused"]);
        let passes = "\"B pass\",\"W pass\",".repeat(5000);
        let toml = ruling(&rules, format!("board = \"9x9\"\nmoves = [{passes}]"));
        assert_eq!(toml["refused"]["reason"], "ended", "{}", ruleset.id);
        assert_eq!(toml["moves"], sgf["moves"], "{}", ruleset.id);
    }
}

/// The same six moves again and again: a cycle that may be claimed after each round, and is not.
#[test]
fn a_short_cycle_of_a_million_moves() {
    let begin = ["B pass", "W A2", "B A1", "W B1", "B pass"];
    let round = ["W A1", "B B2", "W A2", "B pass", "W B1", "B pass"];
    let rounds = (MILLION - begin.len()) / round.len();
    let moves: Vec<&str> =
        begin.into_iter().chain(std::iter::repeat_n(round, rounds).flatten()).collect();
    let claim = ["--rules", "long-cycle-1", "--cycles", "claim"];
    let toml = format!("board = \"2x2\"\nmoves = {moves:?}");
    let told = ruling(&claim, &toml);
    assert_eq!(told["refused"], json!(null));
    assert_eq!((&told["moves"], &told["claimable"]["to"]), (&json!(moves.len()), &told["moves"]));
    let sgf: String = moves
        .iter()
        .map(|made| match made.split_once(' ') {
            Some((player, "pass")) => format!(";{player}[]"),
            Some((player, point)) => {
                let column = if point.starts_with('A') { 'a' } else { 'b' };
                let row = if point.ends_with('2') { 'a' } else { 'b' };
                format!(";{player}[{column}{row}]")
            }
            None => String::new(),
        })
        .collect();
    assert_eq!(ruling(&claim, format!("(;SZ[2]{sgf})"))["claimable"], told["claimable"]);
    assert_eq!(run(&["judge", "-", "--rules", "long-cycle-1"], &toml).status, Some(1));
}

/// Every state of the second half stood half a million moves before.
#[test]
fn a_long_cycle_of_a_million_moves() {
    let names: Vec<String> = (1..=19)
        .flat_map(|row| "ABCDEFGHJKLMNOPQRST".chars().map(move |c| format!("{c}{row}")))
        .collect();
    let half: Vec<String> = (0..690)
        .flat_map(|round| {
            // White fills the board but for A1, where Black then captures everything.
            let order = (0..360).map(move |place| 1 + (place * 7 + round) % 360);
            order.enumerate().flat_map(|(place, point)| {
                let black = if place == 359 { "B A1" } else { "B pass" };
                [format!("W {}", names[point]), black.to_owned()]
            })
        })
        .collect();
    let moves: Vec<&str> = ["B A1"]
        .into_iter()
        .chain([&half, &half].into_iter().flatten().map(String::as_str))
        .collect();
    let claim = ["--rules", "long-cycle-1", "--cycles", "claim"];
    let told = ruling(&claim, format!("board = \"19x19\"\nmoves = {moves:?}"));
    assert_eq!(told["refused"], json!(null));
    assert_eq!(told["moves"], moves.len());
    assert!(told["claimable"]["from"].as_u64() < told["claimable"]["to"].as_u64());
}

/// Kee: as many scoring positions as there can be, on a board of two fields.
#[test]
fn a_hundred_thousand_scoring_positions() {
    let side = 18;
    let name = |field: usize, point: usize| format!("{}{point}", ["x", "y"][field]);
    let size = side * side;
    let mut board = String::from("[board]\npoints = [");
    for field in 0..2 {
        board.extend((0..size).map(|point| format!("\"{}\",", name(field, point))));
    }
    board.push_str("]\nedges = [");
    for field in 0..2 {
        for point in 0..size {
            if point % side > 0 {
                board += &format!("[\"{}\",\"{}\"],", name(field, point - 1), name(field, point));
            }
            if point >= side {
                board +=
                    &format!("[\"{}\",\"{}\"],", name(field, point - side), name(field, point));
            }
        }
    }
    board.push_str("]\n");
    // Black has x0 and White y0. White fills x and Black y, both pass after each play, and then
    // each captures the whole field.
    let mut moves: Vec<String> = vec!["B x0".to_owned(), "W y0".to_owned(), "B pass".to_owned()];
    let mut play = |player: usize, point: String| {
        let (own, other) = [("B", "W"), ("W", "B")][player];
        moves.extend([format!("{own} {point}"), format!("{other} pass"), format!("{own} pass")]);
    };
    for round in 0..480 {
        for place in 0..size - 1 {
            let point = 1 + (place * 8 + round) % (size - 1);
            play(1, name(0, point));
            play(0, name(1, point));
        }
        play(1, name(1, 0));
        play(0, name(0, 0));
    }
    let moves: Vec<String> = moves.into_iter().take(600_000).collect();
    let told = run(
        &["judge", "-", "--rules", "kee", "--format", "json"],
        format!("moves = {moves:?}\n{board}"),
    );
    assert_ne!(told.status, Some(2), "{}", told.err);
}

#[test]
fn a_million_edits() {
    let most = "expected at most 1000 edits of the position and acts that are no moves, found more";
    for edits in [";AE[aa:ZZ]", ";AB[bb];AE[bb]", ";PL[B];PL[W]"] {
        let record = format!("(;SZ[52];B[aa]{})", edits.repeat(200_000));
        assert!(unreadable(&record).ends_with(most), "{edits}");
        let record = format!("(;SZ[52]{})", ";AB[aa:ZZ];AE[aa:ZZ]".repeat(200_000));
        assert!(unreadable(&record).ends_with(most), "{edits}");
    }
    let acts = "\"B dead A1\",\"W decline\",".repeat(100_000);
    let record = format!("board = \"9x9\"\nmoves = [{acts}]");
    assert_eq!(unreadable(record), format!("moves[1001]: {most}"));
    assert_eq!(
        ruling(&["--rules", "kee"], format!("(;SZ[52]{})", ";B[aa];AE[aa]".repeat(1000)))["moves"],
        1000
    );
}

#[test]
fn a_million_stones_to_agree_on() {
    let rows = format!("{}{}.", "XXXXXXXXXXXXXXXXXXX\\n".repeat(18), "X".repeat(18));
    let record = format!(
        "board = \"19x19\"\nposition = \"{rows}\"\nmoves = [\"B pass\", \"W pass\", \"all dead {}\"]",
        "A1 b1,".repeat(MILLION)
    );
    let told = ruling(&["--rules", "japanese-1989"], &record);
    assert_eq!((&told["refused"], &told["phase"]), (&json!(null), &json!("ended")));
    assert_eq!(told["removed"].as_array().map(Vec::len), Some(360));
}

#[test]
fn a_million_values_and_properties() {
    let told = run(&["judge", "-"], format!("(;SZ[52]AB{})", "[aa:YY]".repeat(MILLION)));
    assert_eq!(told.status, Some(2));
    assert!(told.err.contains("expected at most 5000 values"), "{}", told.err);
    let told = ruling(&["--rules", "kee"], format!("(;SZ[9]{})", ";B[ aa]".repeat(MILLION)));
    assert_eq!(told["notes"].as_array().map(Vec::len), Some(101));
    assert_eq!(told["notes"][100], "and 999900 more");
    ruling(&["--rules", "kee"], format!("(;SZ[9]PB[{}])", "x".repeat(15 << 20)));
    let komi = ruling(&["--rules", "kee"], format!("(;SZ[9]KM[{}375])", "0".repeat(15 << 20)));
    assert_eq!(
        komi["notes"],
        json!([format!("KM[{}…] is read as hundredths of a stone: komi 7.5", "0".repeat(40))])
    );
    let result =
        run(&["judge", "-", "--rules", "kee"], format!("(;SZ[9]RE[{}])", "x".repeat(15 << 20)));
    assert!(result.out.len() < 2000);
}

#[test]
fn a_full_board_of_52_by_52() {
    let point = |index: usize| {
        let letter = |place: usize| {
            char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[place])
        };
        format!("{}{}", letter(index % 52), letter(index / 52))
    };
    // Two of three points, each player in every other column, until there is no more to play.
    let order = (0..2704).filter(|index| index % 3 != 2);
    let moves: String = order
        .enumerate()
        .map(|(number, at)| format!(";{}[{}]", ["B", "W"][number % 2], point(at)))
        .collect();
    for rules in ["kee", "japanese-1989", "lasker-maas", "tromp-taylor"] {
        let told = ruling(&["--rules", rules], format!("(;SZ[52]{moves})"));
        assert_eq!((&told["refused"], &told["moves"]), (&json!(null), &json!(1803)), "{rules}");
    }
    let record = format!("(;SZ[52]{moves};W[];B[])");
    assert_eq!(run(&["compare", "-"], &record).status, Some(0));
    for form in ["text", "svg", "png", "json"] {
        let words = ["render", "-", "--rules", "kee", "--numbers", "--as", form];
        assert_eq!(run(&words, &record).status, Some(0), "{form}");
    }
}
