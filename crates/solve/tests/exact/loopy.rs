//! Cycles that are ruled on: fixpoints against plain search.

use std::sync::Arc;

use shinpan_board::{Board, Player};
use shinpan_rules::{Game, Setup};
use shinpan_solve::{End, Limit, Limits, Method, Value, solve, solve_plain};
use shinpan_testkit::{Dice, OPTIONED, ruleset, setup};

use crate::{empty, nodes, points, set_up, value};

/// White gets points for handicap stones (G-8), by the ruleset or by an option.
#[test]
fn points_for_handicap_stones_count() {
    let stones: &[_] = &[("handicap_bonus", "stones")];
    for (rules, options, points) in [
        ("chinese", &[][..], 2),
        ("aga", &[], 1),
        ("tromp-taylor", &[], 0),
        ("lasker-maas", stones, 2),
        ("kee", stones, 2),
    ] {
        let even = set_up(rules, "4x1", ".XX.");
        let mut setup = Setup::empty(Arc::clone(even.board()), 2);
        setup.stones = even.position().stones().collect();
        setup.to_move = Player::WHITE;
        setup.handicap = 2;
        let given = Game::new(Arc::new(ruleset(rules, options)), &setup).unwrap();
        let [even, given] =
            [even, given].map(|game| solve(&game, &nodes(10_000_000)).value.exact().unwrap());
        let (End::Margin(even), End::Margin(given)) = (even, given) else { panic!("margins") };
        assert_eq!(even - given, points.into(), "{rules}");
    }
}

#[test]
fn empty_boards_agree_with_plain_search() {
    for rules in ["long-cycle-1", "chinese"] {
        for board in ["1x1", "1x2", "1x3"] {
            let game = empty(rules, board);
            let plain = solve_plain(&game, &nodes(3_000_000));
            let fast = solve(&game, &nodes(u64::MAX));
            assert_eq!(fast.method, Method::Fixpoint);
            assert_eq!(plain.value, fast.value, "{rules} {board}");
        }
    }
}

/// Random positions, boards, prisoners and komi.
#[test]
fn random_positions_agree_with_plain_search() {
    let mut solved = 0;
    for seed in 0..2500 {
        let mut dice = Dice::new(seed);
        let (name, options) = OPTIONED[dice.roll(OPTIONED.len())];
        if !matches!(name, "long-cycle-1" | "chinese") {
            continue;
        }
        let start = setup(&mut dice, 2);
        if start.board.len() > 6 {
            continue;
        }
        let rules = ruleset(name, options);
        let Ok(game) = Game::new(Arc::new(rules), &start) else { continue };
        let plain = solve_plain(&game, &nodes(2_500));
        let Value::Exact(_) = plain.value else { continue };
        let fast = solve(&game, &nodes(u64::MAX));
        if fast.method == Method::Fixpoint {
            solved += 1;
            assert_eq!(
                plain.value,
                fast.value,
                "seed {seed}: {name} {options:?} {:?} {:?}",
                game.position().diagram(game.board()),
                game.to_move()
            );
        }
    }
    assert!(solved > 20, "{solved}");
}

#[test]
fn known_values_come_out() {
    for (rules, board, expected) in [
        ("long-cycle-1", "3x3", 8),
        ("chinese", "3x3", 9),
        ("chinese", "2x2", 0),
        ("chinese", "1x3", 3),
        ("chinese", "1x4", 4),
        ("chinese", "2x3", 0),
        ("japanese-1989", "1x3", 2),
        ("japanese-1989", "2x2", 0),
        ("japanese-1989", "2x4", 7),
        ("japanese-1989", "3x3", 8),
    ] {
        let found = value(rules, board);
        assert_eq!(found.value, Value::Exact(points(expected)), "{rules} {board}");
        let (low, high) = found.without_draws.unwrap();
        assert_eq!(found.value, Value::Exact(low.max(high.min(End::DRAW))));
    }
}

/// Black's first move in the centre, at a side, in a corner of 3x3.
#[test]
fn first_moves_have_known_values() {
    for (rules, expected) in [("long-cycle-1", [8, 2, -9]), ("japanese-1989", [8, 0, -9])] {
        for (rows, value) in
            ["...\n.X.\n...", ".X.\n...\n...", "X..\n...\n..."].iter().zip(expected)
        {
            let game = set_up(rules, "3x3", rows);
            let found = solve(&game, &nodes(u64::MAX));
            assert_eq!(found.value, Value::Exact(points(value)), "{rules} {rows}");
        }
    }
}

/// Where there is no memory for all states, the value is found all the same.
#[test]
fn little_memory_is_enough_for_a_value() {
    for (rules, expected) in [("chinese", 4), ("long-cycle-1", 3)] {
        let limits = Limits { memory: 1 << 20, ..nodes(40_000_000) };
        let found = solve(&empty(rules, "3x4"), &limits);
        assert_eq!(found.value, Value::Exact(points(expected)), "{rules}");
        if rules == "chinese" {
            assert_eq!(found.without_draws, Some((points(4), points(12))));
        }
    }
}

/// Whatever the limit: the bounds hold, no node is forgotten, and what the table proves before the limit is told.
#[test]
fn what_is_found_before_a_limit_is_told() {
    let game = empty("chinese", "2x3");
    let all = solve(&game, &nodes(u64::MAX));
    assert_eq!(all.value, Value::Exact(points(0)));
    let mut told = 0;
    for most in (0..all.nodes).step_by(all.nodes as usize / 50) {
        let found = solve(&game, &nodes(most));
        let (low, high) = found.value.bounds();
        assert!(low <= points(0) && points(0) <= high, "{most}: {found:?}");
        if let Value::Between(_, _, limit) | Value::Unknown(limit) = &found.value {
            assert_eq!(*limit, Limit::Nodes(most), "{found:?}");
            assert!((most..most + 10).contains(&found.nodes), "{most}: {found:?}");
            told += usize::from(found.method == Method::Fixpoint && low > End::Lost);
        }
    }
    assert!(told > 0);
}

/// Options of a ruleset.
type Options = &'static [(&'static str, &'static str)];

/// Random starts to five points that plain search solves under a ruleset with options of dice, held to what the solver says.
fn agreed(
    seeds: u64,
    name: &str,
    method: Method,
    options: impl Fn(&mut Dice) -> Options,
) -> Vec<(Setup, Options, Value)> {
    let mut solved = Vec::new();
    for seed in 0..seeds {
        let mut dice = Dice::new(seed);
        let start = setup(&mut dice, 2);
        if start.board.len() > 5 {
            continue;
        }
        let options = options(&mut dice);
        let rules = ruleset(name, options);
        let Ok(game) = Game::new(Arc::new(rules), &start) else { continue };
        let plain = solve_plain(&game, &nodes(20_000));
        let Value::Exact(_) = plain.value else { continue };
        let fast = solve(&game, &nodes(u64::MAX));
        assert_eq!(fast.method, method);
        assert_eq!(
            plain.value,
            fast.value,
            "seed {seed}: {options:?} {:?} {:?}",
            game.position().diagram(game.board()),
            game.to_move()
        );
        solved.push((start, options, fast.value));
    }
    assert!(solved.len() > 20, "{}", solved.len());
    solved
}

/// LC-6, the superko of the resolution looking back on all of the game or beginning with it.
#[test]
fn variant_2_agrees_with_plain_search() {
    for options in [&[][..], &[("superko_history", "phase")]] {
        agreed(300, "long-cycle-2", Method::ProofNumbers, |_| options);
    }
}

/// What is known of empty boards.
#[test]
fn values_of_variant_2() {
    let on = |board: &str, options: &[(&str, &str)], limits: &Limits<'_>| {
        let setup = Setup::empty(Arc::new(Board::parse(board).unwrap()), 2);
        let rules = Arc::new(ruleset("long-cycle-2", options));
        solve(&Game::new(rules, &setup).unwrap(), limits)
    };
    let told = [
        ("1x1", 0),
        ("1x2", 0),
        ("1x3", 2),
        ("1x4", 3),
        ("1x5", 0),
        ("1x6", 0),
        ("1x7", 1),
        ("2x2", 0),
        ("2x3", 0),
        ("2x4", 7),
        ("3x3", 8),
    ];
    for (board, expected) in told {
        let found = on(board, &[], &nodes(u64::MAX));
        assert_eq!(found.value, Value::Exact(points(expected)), "{board}");
    }
    let phase: &[(&str, &str)] = &[("superko_history", "phase")];
    for (board, expected) in [("1x4", 2), ("1x5", 0), ("2x3", 0)] {
        let found = on(board, phase, &nodes(u64::MAX));
        assert_eq!(found.value, Value::Exact(points(expected)), "{board}");
    }
    let stopped = on("3x3", &[], &nodes(1000));
    let (low, high) = stopped.value.bounds();
    assert!(low <= points(8) && points(8) <= high && low < high, "{stopped:?}");
    let (Value::Between(_, _, limit) | Value::Unknown(limit)) = stopped.value else { panic!() };
    assert_eq!(limit, Limit::Nodes(1000));
}

/// LC-7 and LC-8.
#[test]
fn variant_3_agrees_with_plain_search() {
    let options =
        |dice: &mut Dice| -> Options { if dice.chance(2) { &[] } else { &[("ko_ban", "lifted")] } };
    let solved = agreed(400, "long-cycle-3", Method::Fixpoint, options);
    let other_than_1 = solved.into_iter().filter(|(start, options, value)| {
        let base = Game::new(Arc::new(ruleset("long-cycle-1", options)), start).unwrap();
        solve(&base, &nodes(u64::MAX)).value != *value
    });
    assert!(other_than_1.count() > 0);
}
