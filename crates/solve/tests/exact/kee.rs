//! Kee Rules: certificates against plain search.

use std::sync::Arc;

use shinpan_rules::{Game, Komi, Ruleset, Score, Setup};
use shinpan_solve::{End, Method, Value, solve, solve_plain};
use shinpan_testkit::{Dice, setup};

use crate::{nodes, points, set_up, value};

#[test]
fn random_positions_agree_with_plain_search() {
    let rules = Arc::new(Ruleset::builtin("kee").unwrap());
    let mut solved = 0;
    for seed in 0..700 {
        let mut dice = Dice::new(seed);
        let start = setup(&mut dice, 2);
        if start.board.len() > 6 {
            continue;
        }
        let Ok(game) = Game::new(Arc::clone(&rules), &start) else { continue };
        let plain = solve_plain(&game, &nodes(3_000));
        let Value::Exact(_) = plain.value else { continue };
        let fast = solve(&game, &nodes(3_000_000));
        assert_eq!(fast.method, Method::Passes);
        assert_eq!(plain.value, fast.value, "seed {seed}");
        solved += 1;
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn known_values_come_out() {
    for (board, expected) in [
        ("1x1", 0),
        ("1x2", 0),
        ("1x3", 3),
        ("1x4", 4),
        ("2x2", 0),
        ("1x5", 0),
        ("2x3", 0),
        ("1x6", 1),
        ("1x7", 2),
        ("3x3", 9),
        ("2x4", 8),
    ] {
        assert_eq!(value("kee", board).value, Value::Exact(points(expected)), "{board}");
    }
}

/// On larger boards walls give bounds, and the value where nothing is left.
#[test]
fn walls_give_bounds() {
    let rows = ".X.XX\nXXXXX\nOOOOO\nO.OO.\nOOO.O";
    let found = solve(&set_up("kee", "5x5", rows), &nodes(1000));
    assert_eq!(found.value, Value::Exact(points(-5)));
    let rows = ".X.XX\nXXXXX\n.....\nO.OO.\nOOO.O";
    let found = solve(&set_up("kee", "5x5", rows), &nodes(1000));
    assert_eq!(found.value.bounds(), (points(-5), points(25)));
}

/// A draw without a scoring position is worth 0 after komi, so komi does not always shift the value.
#[test]
fn komi_is_taken_from_what_is_scored() {
    let rules = Arc::new(Ruleset::builtin("kee").unwrap());
    for (halves, expected) in [(1, 5), (6, 0), (8, -2)] {
        let board = Arc::new(shinpan_board::Board::parse("1x3").unwrap());
        let mut start = Setup::empty(board, 2);
        start.komi = Komi::from_halves(halves).unwrap();
        let game = Game::new(Arc::clone(&rules), &start).unwrap();
        let found = solve(&game, &nodes(u64::MAX));
        let margin = End::Margin(Score::new(expected, 2));
        assert_eq!(found.value, Value::Exact(margin), "{halves}");
    }
}
