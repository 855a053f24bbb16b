//! What a ruling tells beside the result: which position was counted, what was agreed on, what proof games came to.

use std::process::Command;

/// What `judge` prints about a record of moves and acts, with more at its head.
fn told(head: &str, moves: &str) -> String {
    let moves: Vec<String> = moves.split(", ").map(|act| format!("\"{act}\"")).collect();
    let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(&file, format!("{head}\nmoves = [{}]\n", moves.join(", "))).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
    String::from_utf8(command.arg("judge").arg(file.path()).output().unwrap().stdout).unwrap()
}

#[track_caller]
fn tells(told: &str, parts: &[&str]) {
    for part in parts {
        assert!(told.contains(part), "{part}\n{told}");
    }
}

/// A record's head: the rules, and a board of one row.
fn head(rules: &str, columns: u8) -> String {
    format!("rules = \"{rules}\"\nboard = \"{columns}x1\"")
}

/// A cycle on three points, of moves 2 to 5.
const CYCLE: &str = "W pass, B C1, W B1, B pass, W A1";

fn cycling(cycles: &str) -> String {
    let head = head(&format!("long-cycle-3, cycles={cycles}"), 3);
    format!("{head}\nto_move = \"white\"\nposition = [\"OO.\"]")
}

#[test]
fn points_are_drawn_on_the_position_that_was_counted() {
    let base = told(
        "rules = \"long-cycle-3\"\nboard = \"2x2\"",
        "B A1, W pass, B pass, W pass, B pass, W pass, B pass, W pass, B pass, W A2, B pass, W B1, B pass, \
         W pass, B pass, W pass",
    );
    assert!(!base.contains("a point of black"), "{base}");
    tells(
        &base,
        &[
            "2 O . 2\n1 .(O)1",
            "the base game's result stands [LC-8]\n  counted is the base game, in which there stood:\n",
            "\n    2 . . 2\n    1 X . 1\n",
        ],
    );
    let kee = told(&head("kee", 3), "B B1, W pass, B C1, W A1, B pass, W pass, B B1, W pass");
    assert!(!kee.contains("a point of white"), "{kee}");
    tells(&kee, &["scoring position:\n    O . .\n"]);
    let graph = "rules = \"kee\"\nboard = { points = [\"a\", \"b\"], edges = [[\"a\", \"b\"]] }";
    tells(
        &told(graph, "B a, W b, B pass, W pass, B a, W pass, B pass, W b, B pass"),
        &["  scoring position: black a\n  scoring position: white b\n"],
    );
}

#[test]
fn kee_tells_what_was_removed_and_subtracted() {
    let moves = "B A1, W B1, B pass, W pass, B A1, W pass, B pass, W B1, B pass";
    tells(
        &told(&head("kee", 2), &format!("{moves}, all dead @1 A1")),
        &[
            "removed from scoring position 1: A1 [K-14]\n  scoring position 1: black 0, white 0 [K-18]",
            "averages: black 0, white 1 [K-20]",
        ],
    );
    tells(
        &told(&head("kee, scoring=territory", 2), moves),
        &[
            "subtracted once from the average: black 2, white 1 [K-18]\n  averages: black -1.5, white -0.5",
        ],
    );
}

#[test]
fn a_cycle_that_is_ruled_on_later_is_not_offered_to_be_claimed() {
    let cycle = "a cycle of moves 2 to 5 is complete";
    tells(&told(&cycling("claim"), CYCLE), &[&format!("{cycle} and may be claimed\n")]);
    let later = format!("{cycle}: occurrence 2 of its state, which is ruled on at 3\n");
    tells(&told(&cycling("3"), CYCLE), &[&later]);
}

#[test]
fn what_proof_games_came_to_is_told_before_they_are_over() {
    let head = format!("{}\nposition = [\".OX.\"]\nto_move = \"white\"", head("long-cycle-3", 4));
    let moves =
        "W pass, B pass, W pass, B A1, W pass, B pass, W pass, B B1, W D1, B C1, W B1, B A1";
    tells(
        &told(&head, moves),
        &[
            "so far:\n",
            "unbalanced [LC-5]\n  black fails in the proof game [LC-8]\n  the proof game of white begins [LC-7]\n",
        ],
    );
}

#[test]
fn a_ban_that_outlasts_passes_is_told_as_such() {
    let lasting = told(&head("long-cycle-1", 2), "B A1, W B1, B pass, W pass, B A1");
    tells(
        &lasting,
        &["help: the passes that ended the phase do not lift this ban; after any other"],
    );
    let plain = told(&head("long-cycle-1", 2), "B A1, W B1, B A1");
    tells(&plain, &["help: after any other move it may be retaken"]);
    let superko = told(&head("lasker-maas-situational", 2), "B A1, W B1, B A1");
    tells(&superko, &["the position after move 1 with white to move    [LM-4S]"]);
    let banned = told(&head("lasker-maas-situational", 2), "B A1, W B1");
    tells(
        &banned,
        &[
            "banned: A1 (superko): would bring back the position after move 1 with white to move [LM-4S]",
        ],
    );
    let positional = told(&head("lasker-maas", 2), "B A1, W B1");
    tells(&positional, &["(superko): would bring back the position after move 1 [LM-4]"]);
}

#[test]
fn players_who_propose_the_same_have_agreed() {
    let head = "rules = \"lasker-maas\"\nboard = \"3x3\"";
    let dead =
        |second: &str| told(head, &format!("B B2, W A1, B pass, W pass, B dead A1, {second}"));
    tells(&dead("W dead A1"), &["the game has ended", "agreed to be dead and removed: A1 [LM-9]"]);
    tells(&dead("W dead"), &["the dead stones proposed by white"]);
    tells(&dead("B dead A1"), &["the dead stones proposed by black"]);
    tells(&told(head, "B B2, W A1, B result B+3, W result B+3"), &["(B+3)"]);
    tells(
        &told(&cycling("claim"), &format!("{CYCLE}, W claim, B claim")),
        &["the game has ended", "passes in it: black 1, white 0: unbalanced [LC-5]"],
    );
}
