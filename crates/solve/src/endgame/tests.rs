//! What is left of settled boards, held against the table of all states of the whole board.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Player};
use shinpan_rules::{Move, Ruleset};

use super::*;
use crate::loopy::with_draws;
use crate::starts::{near_its_value, start};
use crate::strategy::Claim;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits() -> Limits<'static> {
    Limits { nodes: u64::MAX, memory: 2 << 30, stop: &NEVER, progress: &|_| {} }
}

/// Every so-manieth position of a board in which a player has a wall, under some rulesets, each player to move, with the
/// table of all states.
fn walled(
    spec: &str,
    every: usize,
    names: &[&str],
    mut look: impl FnMut(&loopy::Solved<'_>, &Game, &str),
) {
    let board = Arc::new(Board::parse(spec).unwrap());
    let field = Field::<u32>::new(&board).unwrap();
    for name in names {
        let rules = Arc::new(Ruleset::builtin(name).unwrap());
        let loopy = LoopyRules::of(&rules).unwrap();
        let all = loopy::Solved::of(&field, &loopy, &limits()).unwrap();
        for (number, stones) in all.positions().enumerate() {
            let walled = |player: usize| walls(&field, stones, player).stones.any();
            if number % every != 0 || !(walled(BLACK) || walled(WHITE)) {
                continue;
            }
            for to_move in [BLACK, WHITE] {
                let game = start(&rules, &board, stones, to_move);
                let drawn = game.position().diagram(&board);
                look(&all, &game, &format!("{name} {spec} {to_move} {drawn:?}"));
            }
        }
    }
}

/// The bounds hold on such positions, and nearly all of them meet: how many there are, and how many meet.
fn every_start(spec: &str) -> (usize, usize) {
    let (mut compared, mut exact) = (0, 0);
    walled(spec, 1, &["chinese", "long-cycle-1", "japanese-1989"], |all, game, told| {
        let (low, high) = all.bounds(game);
        let value = with_draws(low, high);
        let found = solve(game, &limits()).unwrap();
        let (least, most) = found.value.bounds();
        assert!(least <= value && value <= most, "{told}: {least} {value} {most}");
        if let Some(bounds) = found.without_draws {
            assert_eq!(bounds, (low, high), "{told}");
        }
        compared += 1;
        exact += usize::from(least == most);
    });
    (compared, exact)
}

fn nearly_all_meet(boards: [&str; 3], on: impl Fn(&str) -> (usize, usize)) {
    for spec in boards {
        let (compared, exact) = on(spec);
        println!("{spec}: {exact} of {compared}");
        assert!(exact * 100 >= compared * 95, "{spec}: {exact} of {compared}");
    }
}

#[test]
fn bounds_hold_on_small_boards() {
    nearly_all_meet(["3x3", "8x1", "5x2"], every_start);
}

/// The same on boards of twelve points. About a minute.
#[test]
#[ignore = "a minute"]
fn bounds_hold_on_boards_of_twelve_points() {
    nearly_all_meet(["11x1", "6x2", "4x3"], every_start);
}

/// Starts of a line of six points, and those of six and seven on which a table tells states apart that the rules do not: what is said
/// of what is left, which is the whole board here, and of what can be forced holds for what is proven of the states of the rules.
#[test]
fn bounds_hold_where_states_come_back() {
    let mut open = 0;
    for (spec, starts) in [("1x6", ["X.X.X.", "O.O.O."]), ("1x7", ["X.X.XX.", "O.X.X.X"])] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        for (name, ko_ban) in [
            ("chinese", "lifted"),
            ("long-cycle-1", "stands"),
            ("long-cycle-1", "lifted"),
            ("japanese-1989", "lifted"),
        ] {
            let mut rules = Ruleset::builtin(name).unwrap();
            if name == "long-cycle-1" {
                shinpan_rules::set_option(&mut rules, "ko_ban", ko_ban).unwrap();
            }
            let loopy = LoopyRules::of(&rules).unwrap();
            let rules = Arc::new(rules);
            let all = loopy::Solved::of(&field, &loopy, &limits()).unwrap();
            let signs = |stones: Stones<u32>| -> String {
                let sign = |point: usize| match stones.0.map(|own| own >> point & 1) {
                    [1, _] => 'X',
                    [_, 1] => 'O',
                    _ => '.',
                };
                (0..board.len()).map(sign).collect()
            };
            for (number, stones) in all.positions().enumerate() {
                let asked = signs(stones);
                if number % 23 > 0 && !starts.contains(&asked.as_str()) {
                    continue;
                }
                for to_move in [BLACK, WHITE] {
                    let game = start(&rules, &board, stones, to_move);
                    let (low, high) = all.proven(&loopy, &game, &limits());
                    open += usize::from(low < high);
                    let told = format!("{name} {ko_ban} {asked} {to_move}");
                    let holds = |found: &Solution| {
                        let (least, most) = found.value.bounds();
                        assert!(least <= low && high <= most, "{told}: {low} {high} {found:?}");
                    };
                    holds(&solve(&game, &limits()).unwrap());
                    if name != "japanese-1989" {
                        let few = Limits { nodes: 5_000, ..limits() };
                        holds(
                            &crate::forced::solve(&game, None, &few, 1, &mut Default::default())
                                .unwrap(),
                        );
                    }
                }
            }
        }
    }
    assert!(open > 8, "{open}");
}

/// Strategies on such positions: what is written down the checker accepts, and nothing is written down for a claim
/// that is a point better. How many there are, and how many claims.
fn written_on(spec: &str, every: usize) -> (usize, usize) {
    let (mut written, mut claimed) = (0, 0);
    walled(spec, every, &["chinese", "long-cycle-1"], |_, game, told| {
        for claim in Claim::of(&solve(game, &limits()).unwrap()) {
            claimed += 1;
            let told = format!("{told} {}: {claim}", claim.player);
            match strategies(game, &[claim], &limits()) {
                Ok(made) => {
                    written += 1;
                    let checked = crate::check(game, &made[0], None);
                    assert!(checked.is_ok(), "{told}: {checked:?}");
                }
                Err(limit) => {
                    let why = limit.to_string();
                    assert!(why.ends_with("has eyes of more than 2 points"), "{told}: {why}");
                }
            }
            let one = if claim.player == Player::BLACK { 1 } else { -1 };
            let Some(margin) = claim.margin.margin() else { continue };
            let better = Claim { margin: End::Margin(margin + one), ..claim };
            assert!(strategies(game, &[better], &limits()).is_err(), "{told}");
        }
    });
    (written, claimed)
}

#[test]
fn answers_on_small_boards_are_accepted() {
    for (spec, every) in [("3x3", 1), ("8x1", 1), ("5x2", 3)] {
        let (written, claimed) = written_on(spec, every);
        println!("{spec}: {written} of {claimed}");
        assert!(written == claimed && written > 50, "{spec}: {written} of {claimed}");
    }
}

/// The same on boards of twelve points.
#[test]
#[ignore = "half a minute"]
fn answers_on_boards_of_twelve_points_are_accepted() {
    for spec in ["11x1", "6x2", "4x3"] {
        let (written, claimed) = written_on(spec, 1);
        println!("{spec}: {written} of {claimed}");
        assert!(written * 100 >= claimed * 99, "{spec}: {written} of {claimed}");
    }
}

/// The same under `long-cycle-3`, from `main` and from `resolution`, with the komi of the value under variant 1, and with up to a point
/// more and less: how many there are, and how many meet.
fn before_proof_games(spec: &str) -> (usize, usize) {
    let (mut compared, mut exact) = (0, 0);
    let board = Arc::new(Board::parse(spec).unwrap());
    let field = Field::<u32>::new(&board).unwrap();
    let rules = Arc::new(Ruleset::builtin("long-cycle-3").unwrap());
    let limits = limits();
    let loopy = LoopyRules::before_proofs(&rules).unwrap();
    let mut asked = loopy::Asked::of(&field, &loopy, &limits).unwrap();
    walled(spec, 1, &["long-cycle-1"], |all, base, told| {
        let bounds = all.bounds(base);
        for halves in -2..=2 {
            let mut game = near_its_value(base, &rules, &board, bounds, halves);
            for phase in ["main", "resolution"] {
                let found = solve_before_proofs(&game, None, &limits, None).unwrap();
                let (least, most) = found.value.bounds();
                let told = format!("{phase} {told} {halves}: {:?}", found.value);
                assert!(asked.at_least(&game, true, least, &limits), "at least: {told}");
                assert!(asked.at_least(&game, false, most.contrary(), &limits), "at most: {told}");
                compared += 1;
                exact += usize::from(least == most);
                game.play(Move::Pass).unwrap();
                game.play(Move::Pass).unwrap();
            }
        }
    });
    (compared, exact)
}

#[test]
fn bounds_hold_before_proof_games() {
    nearly_all_meet(["3x3", "8x1", "5x2"], before_proof_games);
}

/// The same on boards of twelve points.
#[test]
#[ignore = "minutes"]
fn bounds_hold_before_proof_games_on_boards_of_twelve_points() {
    nearly_all_meet(["11x1", "6x2", "4x3"], before_proof_games);
}
