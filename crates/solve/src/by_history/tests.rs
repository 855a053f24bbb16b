//! The search held against plain search, against the tables of all states, and against itself after other histories.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Point, parse_rows};
use shinpan_rules::{Move, Ruleset, Setup, set_option};
use shinpan_testkit::Dice;

use super::question::{Question, Wanted};
use super::*;
use crate::checker::check;
use crate::compact::{BLACK, Stones, WHITE};
use crate::loopy::{self, Positions};
use crate::plain::solve_plain;
use crate::starts::start;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits(nodes: u64) -> Limits<'static> {
    Limits { nodes, memory: 256 << 20, stop: &NEVER, progress: &|_| {} }
}

fn ruleset(name: &str, options: &[(&str, &str)]) -> Arc<Ruleset> {
    let mut rules = Ruleset::builtin(name).unwrap();
    for (key, value) in options {
        set_option(&mut rules, key, value).unwrap();
    }
    Arc::new(rules)
}

/// Rulesets that the search is for.
fn rulesets() -> [Arc<Ruleset>; 5] {
    [
        ruleset("long-cycle-2", &[]),
        ruleset("long-cycle-2", &[("superko_history", "phase")]),
        ruleset("long-cycle-1", &[]),
        ruleset("long-cycle-1", &[("ko_ban", "lifted")]),
        ruleset("chinese", &[]),
    ]
}

/// All games that begin on a board, positions that symmetries lead to each other once.
fn starts(rules: &Arc<Ruleset>, spec: &str) -> impl Iterator<Item = Game> {
    let board = Arc::new(Board::parse(spec).unwrap());
    let field = Field::<u32>::new(&board).unwrap();
    let both = |stones| [(stones, BLACK), (stones, WHITE)];
    let all: Vec<_> = Positions::of(&field).stones.into_iter().flat_map(both).collect();
    let rules = Arc::clone(rules);
    all.into_iter().map(move |(stones, to_move)| start(&rules, &board, stones, to_move))
}

/// Makes so many moves by dice, as long as the game is in its first phase.
fn play_on(game: &mut Game, moves: usize, dice: &mut Dice) {
    for _ in 0..moves {
        let mut after = game.clone();
        let plays: Vec<Point> = after.legal();
        let made = match dice.roll(plays.len() + 1) {
            0 => Move::Pass,
            place => Move::Play(plays[place - 1]),
        };
        after.play(made).unwrap();
        if matches!(after.status(), Status::Over(_)) || after.phase_number() > 0 {
            return;
        }
        *game = after;
    }
}

/// Plain search follows all that stood, too.
#[test]
fn it_agrees_with_plain_search() {
    let mut dice = Dice::new(147);
    for rules in rulesets() {
        let (mut found, mut moved) = (0, 0);
        for spec in ["2x1", "3x1", "2x2", "4x1"] {
            for mut game in starts(&rules, spec) {
                let moves = dice.roll(5);
                play_on(&mut game, moves, &mut dice);
                let Some(plain) = solve_plain(&game, &limits(8_000)).value.exact() else {
                    continue;
                };
                let value = solve(&game, &limits(u64::MAX), None).unwrap().value;
                let told = game.position().diagram(game.board());
                assert_eq!(value.exact(), Some(plain), "{} {told:?}", rules.id);
                found += 1;
                moved += u32::from(game.moves_in_phase() > 0);
            }
        }
        assert!(found > 20 && moved > 10, "{}: {found} {moved}", rules.id);
    }
}

/// `cargo test --release -p shinpan-solve --lib a_line_of_four_by_plain_search -- --ignored`
#[test]
#[ignore = "half a minute where the code is optimized"]
fn a_line_of_four_by_plain_search() {
    let rules = ruleset("long-cycle-2", &[]);
    let game = starts(&rules, "4x1").next().unwrap();
    let plain = solve_plain(&game, &limits(u64::MAX)).value;
    assert_eq!(solve(&game, &limits(u64::MAX), None).unwrap().value, plain);
}

/// Where no stage is under superko the tables of all states say the same, of all starts.
#[test]
fn it_agrees_with_the_tables() {
    for rules in &rulesets()[2..] {
        let mut found = 0;
        for spec in ["3x1", "4x1", "2x2", "5x1"] {
            for game in starts(rules, spec) {
                let tables = loopy::solve(&game, &limits(u64::MAX)).unwrap();
                let Some(value) = tables.value.exact() else { continue };
                let other = solve(&game, &limits(u64::MAX), None).unwrap();
                assert_eq!(other.value.exact(), Some(value), "{}: {spec}", rules.id);
                let both = tables.without_draws.zip(other.without_draws);
                assert!(both.is_none_or(|(one, two)| one == two), "{}: {spec}", rules.id);
                found += 1;
            }
        }
        assert!(found > 150, "{}: {found}", rules.id);
    }
}

/// What was proven after some histories is used after others, also once it was kept as bytes.
#[test]
fn what_came_up_before_changes_nothing_that_is_told() {
    let mut dice = Dice::new(1_147);
    for rules in rulesets() {
        let (mut asked, mut differ) = (0, 0);
        for spec in ["4x1", "2x2", "5x1", "3x2"] {
            let all: Vec<Game> = starts(&rules, spec).collect();
            let read = Rules::of(&all[0]).unwrap();
            let field = Field::<u32>::of(all[0].board()).unwrap();
            let limits = limits(u64::MAX);
            let count = |stones: Stones<u32>| stones.margin(&field);
            let search = || {
                let exit = Exit::of(&field, &read, &count, &limits);
                Search::new(&field, &read.stages, exit, Budget::new(&limits))
            };
            let mut warm = search();
            for number in 0..600 {
                if number % 50 == 49 {
                    // Another search goes on from what is kept.
                    let mut proofs = Proofs::none(&all[0]);
                    warm.keep(&mut proofs);
                    let bytes: Vec<u8> = proofs.parts().flatten().collect();
                    warm = search();
                    warm.learn(&Proofs::read(&bytes, &all[0]).unwrap()).unwrap();
                }
                // Games that come to the same position by other ways.
                let mut game = all[dice.roll(6)].clone();
                play_on(&mut game, 12, &mut dice);
                let at = At::of(&game, &field, read.stages.ko_stands).unwrap();
                let draws = dice.chance(2);
                let bound = dice.roll(5) as i16 - 2;
                let question =
                    Question { stage: 0, state: at.state, wanted: Wanted { bound, draws } };
                warm = warm.after(at.before.clone());
                let mut fresh = search().after(at.before.clone());
                let answer = fresh.ask(question).unwrap();
                assert_eq!(warm.ask(question).unwrap(), answer, "{} {spec}", rules.id);
                let alone = search().ask(question).unwrap();
                asked += 1;
                differ += u32::from(alone != answer);
            }
        }
        assert!(asked == 2_400 && (differ > 0 || rules.id == "chinese"), "{} {differ}", rules.id);
    }
}

/// A line that goes on from safe chains comes to the same.
#[test]
fn safe_chains_change_nothing_that_is_told() {
    let mut dice = Dice::new(3_147);
    for rules in rulesets() {
        let (mut asked, mut sooner) = (0, 0);
        for spec in ["5x1", "3x2", "6x1", "4x2", "3x3"] {
            let all: Vec<Game> = starts(&rules, spec).collect();
            let read = Rules::of(&all[0]).unwrap();
            let field = Field::<u32>::of(all[0].board()).unwrap();
            let limits = limits(100_000);
            let count = |stones: Stones<u32>| stones.margin(&field);
            for _ in 0..300 {
                let mut game = all[dice.roll(all.len())].clone();
                let moves = dice.roll(10);
                play_on(&mut game, moves, &mut dice);
                let ko_stands = read.stages.ko_stands;
                let at = At::of(&game, &field, ko_stands).unwrap();
                let draws = dice.chance(2);
                let most = field.points as i16;
                let bound = dice.roll(2 * field.points + 1) as i16 - most;
                let question =
                    Question { stage: 0, state: at.state, wanted: Wanted { bound, draws } };
                let ask = |settles: bool| {
                    let exit = Exit::of(&field, &read, &count, &limits);
                    let search = Search::new(&field, &read.stages, exit, Budget::new(&limits));
                    let mut search = search.after(at.before.clone());
                    search.settles = settles;
                    let answer = search.ask(question).ok()?;
                    Some((answer, search.budget.nodes))
                };
                let (Some(with), Some(without)) = (ask(true), ask(false)) else { continue };
                assert_eq!(with.0, without.0, "{} {spec} {:?} {question:?}", rules.id, at.before);
                asked += 1;
                sooner += u32::from(with.1 < without.1);
            }
        }
        assert!(asked > 1_000 && sooner > 100, "{} {asked} {sooner}", rules.id);
    }
}

/// Strategies of both players, draws being what they are, are accepted by the checker; nobody gets more.
#[test]
fn strategies_are_accepted() {
    let limits = limits(u64::MAX);
    let mut dice = Dice::new(4_147);
    for rules in rulesets() {
        let (mut accepted, mut moves) = (0, 0);
        for (spec, every) in [("3x1", 1), ("4x1", 2), ("2x2", 2), ("5x1", 19)] {
            for mut game in starts(&rules, spec).step_by(every) {
                let before = dice.roll(3);
                play_on(&mut game, before, &mut dice);
                let Value::Exact(margin) = solve(&game, &limits, None).unwrap().value else {
                    panic!("{spec}")
                };
                for player in [Player::BLACK, Player::WHITE] {
                    let claim = Claim::new(player, margin);
                    let found = strategies(&game, &[claim], &limits).unwrap().remove(0);
                    moves += check(&game, &found, None).unwrap();
                    accepted += 1;
                    let End::Margin(margin) = margin else { continue };
                    let better = if player == Player::BLACK { 1 } else { -1 };
                    let more = Claim { margin: End::Margin(margin + better), ..claim };
                    assert!(strategies(&game, &[more], &limits).is_err());
                    let moved = Strategy { claim: more, ..found };
                    assert!(check(&game, &moved, None).is_err());
                }
            }
        }
        assert!(accepted > 90 && moves > 2_000, "{}: {accepted} {moves}", rules.id);
    }
}

/// Under independent life the tables say the same of games that begin, and after moves a position that comes back is ruled on.
#[test]
fn independent_life_is_counted_as_in_the_tables() {
    let rules = ruleset("japanese-1989", &[]);
    let (mut found, mut moved) = (0, 0);
    for spec in ["3x1", "4x1", "2x2", "5x1"] {
        for mut game in starts(&rules, spec) {
            let tables = loopy::solve(&game, &limits(u64::MAX)).unwrap();
            let other = solve(&game, &limits(u64::MAX), None).unwrap();
            assert_eq!(tables.value.exact(), other.value.exact(), "{spec}");
            found += 1;
            // A move of best play leaves what there is to get as it is.
            for _ in 0..3 {
                let line = solve(&game, &limits(u64::MAX), None).unwrap().line;
                let Some(&made) = line.first() else { break };
                game.play(made).unwrap();
                if *game.status() != Status::InPlay {
                    break;
                }
                let after = solve(&game, &limits(u64::MAX), None).unwrap();
                assert_eq!(after.value.exact(), other.value.exact(), "{spec} {made:?}");
                moved += 1;
            }
        }
    }
    assert!(found > 150 && moved > 200, "{found} {moved}");
}

/// Who has everything for good still has to take what stands in it before two passes let it count.
#[test]
fn what_stands_in_eyes_is_taken_before_the_end() {
    let rules = ruleset("chinese", &[]);
    let board = Arc::new(Board::parse("5x2").unwrap());
    let mut setup = Setup::empty(Arc::clone(&board), 2);
    setup.stones = parse_rows(&board, ".X.OX\nXXXXX").unwrap();
    let game = Game::new(rules, &setup).unwrap();
    let margin = End::Margin(10.into());
    assert_eq!(solve(&game, &limits(u64::MAX), None).unwrap().value, Value::Exact(margin));
    let claim = Claim::new(Player::BLACK, margin);
    let found = strategies(&game, &[claim], &limits(u64::MAX)).unwrap().remove(0);
    assert!(check(&game, &found, None).is_ok());
}
