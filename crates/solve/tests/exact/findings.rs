//! What docs/findings/differences.md says of single positions.

use std::sync::Arc;

use shinpan_board::{Board, parse_rows};
use shinpan_rules::{Game, Move, Ruleset, Setup};
use shinpan_solve::{Limits, Value, solve};

use crate::{nodes, points};

fn start(rules: &str, board: &str, rows: &str) -> Game {
    let mut setup = Setup::empty(Arc::new(Board::parse(board).unwrap()), 2);
    setup.stones = parse_rows(&setup.board, &rows.replace('/', "\n")).unwrap();
    Game::new(Arc::new(Ruleset::builtin(rules).unwrap()), &setup).unwrap()
}

/// The ko is left open, and filling it costs a point.
#[test]
fn dame_as_ko_threats_gain_a_point() {
    let rows = "XXX.OOOO/.XXXOOOO/XXXXOOOO/XXXO.OO./XXXXOOO./.XXXOOO./XXX.OOO.";
    let mut game = start("lasker-maas", "8x7", rows);
    let found = solve(&game, &nodes(5_000_000));
    assert_eq!(found.value, Value::Exact(points(0)));
    for name in ["E4", "D7", "D4"] {
        let point = game.board().parse_point(name).unwrap();
        game.play(Move::Play(point)).unwrap();
    }
    assert_eq!(solve(&game, &nodes(5_000_000)).value, Value::Exact(points(-1)));
}

#[test]
fn torazu_sanmoku_is_three_points() {
    let rows = ".XXO.O/OXXOO./XOOOOO/XXXXXX/.XXXX.";
    for (rules, expected) in [("lasker-maas", -3), ("long-cycle-1", -3), ("japanese-1989", -2)] {
        let found = solve(&start(rules, "6x5", rows), &nodes(5_000_000));
        assert_eq!(found.value, Value::Exact(points(expected)), "{rules}");
    }
}

#[test]
fn sending_two_returning_one() {
    let settled = "X.X.X/XXXXX/XXXOO/XOOO./XO.OX/XOXX.";
    let found = solve(&start("chinese", "5x6", settled), &nodes(5_000_000));
    assert_eq!(found.without_draws, Some((points(12), points(30))));
    let corner = ".X.X/OOX./OOOO";
    for (rules, expected) in [("long-cycle-1", 3), ("chinese", 0), ("japanese-1989", 1)] {
        let found =
            solve(&start(rules, "4x3", corner), &Limits { memory: 1 << 30, ..nodes(u64::MAX) });
        assert_eq!(found.value, Value::Exact(points(expected)), "{rules}");
    }
}
