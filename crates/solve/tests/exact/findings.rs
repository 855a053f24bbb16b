//! What docs/findings/differences.md says of single positions.

use std::sync::Arc;

use shinpan_board::{Board, Stone, parse_rows};
use shinpan_rules::{Game, Komi, Move, Ruleset, Setup};
use shinpan_solve::{End, Limits, Value, solve};

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

/// A group with two liberties in three kos, two of them with a chain that has one eye, the third with one that has two.
/// Only Black can begin the cycle. The two passes before leave the main phase.
fn triple_ko(rules: &str, komi: i64) -> Game {
    let names = ["a1", "b1", "a2", "b2", "v", "u", "f", "b", "c", "k", "p", "q"];
    let edges = [
        ("a1", "b1"),
        ("a2", "b2"),
        ("a1", "v"),
        ("a2", "v"),
        ("b1", "u"),
        ("b2", "u"),
        ("f", "u"),
        ("b", "v"),
        ("b", "c"),
        ("c", "k"),
        ("k", "p"),
        ("k", "q"),
    ];
    let mut setup = Setup::empty(Arc::new(Board::graph(&names, &edges).unwrap()), 2);
    let stones = [1, 0, 0, 2, 2, 1, 0, 0, 2, 1, 0, 0];
    setup.stones = stones.map(|code| Stone::from_code(code).unwrap()).to_vec();
    setup.komi = Komi::from_halves(2 * komi).unwrap();
    let mut game = Game::new(Arc::new(Ruleset::builtin(rules).unwrap()), &setup).unwrap();
    game.play(Move::Pass).unwrap();
    game.play(Move::Pass).unwrap();
    game
}

/// A draw under variant 1, the group's death under superko, and under variant 3 (LC-7, LC-8).
#[test]
#[ignore = "half a minute"]
fn a_cycle_that_one_player_can_begin() {
    let limits = Limits { memory: 1 << 30, ..nodes(u64::MAX) };
    let cycle = solve(&triple_ko("long-cycle-1", 5), &limits);
    assert_eq!(cycle.value, Value::Exact(End::DRAW));
    assert_eq!(cycle.without_draws, Some((points(-3), points(7))));
    let superko = solve(&triple_ko("lasker-maas", 5), &limits);
    assert_eq!(superko.value, Value::Exact(points(7)));
    let proofs = solve(&triple_ko("long-cycle-3", 5), &limits);
    assert_eq!(proofs.value, Value::Exact(End::Won));
}
