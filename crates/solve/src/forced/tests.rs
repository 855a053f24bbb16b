//! What can be forced, held against the table of all states.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Player, Stone};
use shinpan_rules::{Ruleset, Score, Setup};

use super::*;
use crate::compact::{Stones, owned, safe};
use crate::loopy::Solved;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits() -> Limits<'static> {
    Limits { nodes: u64::MAX, memory: 64 << 20, stop: &NEVER, progress: &|_| {} }
}

fn game(rules: &Arc<Ruleset>, board: &Arc<Board>, stones: Stones<u32>, to_move: usize) -> Game {
    let mut setup = Setup::empty(Arc::clone(board), 2);
    let code = |point: usize| {
        let of = |player: usize| stones.0[player] >> point & 1 == 1;
        if of(BLACK) { 1 } else { 2 * u8::from(of(WHITE)) }
    };
    setup.stones = (0..board.len()).map(|point| Stone::from_code(code(point)).unwrap()).collect();
    setup.to_move = [Player::BLACK, Player::WHITE][to_move];
    Game::new(Arc::clone(rules), &setup).unwrap()
}

/// Where cycles are draws the two agree; where a cycle can favour a player he has at least what he can force.
#[test]
fn what_can_be_forced_agrees_with_the_table() {
    let (mut met, mut ended) = (0, 0);
    for (spec, every) in [("2x2", 1), ("1x5", 1), ("3x2", 3), ("3x3", 41)] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        for name in ["chinese", "long-cycle-1"] {
            let rules = Arc::new(Ruleset::builtin(name).unwrap());
            let loopy = LoopyRules::of(&rules).unwrap();
            let all = Solved::of(&field, &loopy, &limits()).unwrap();
            for stones in all.positions().step_by(every) {
                for to_move in [BLACK, WHITE] {
                    let game = game(&rules, &board, stones, to_move);
                    let (low, high) = all.bounds(&game);
                    let found = solve(&game, None, &limits(), 1).unwrap();
                    let told =
                        format!("{name} {spec} {to_move} {:?}", game.position().diagram(&board));
                    let (least, most) = found.value.bounds();
                    let value = low.max(high.min(End::DRAW));
                    assert!(least <= value && value <= most, "{told}: {least} {value} {most}");
                    assert!(
                        name != "chinese" || found.without_draws == Some((low, high)),
                        "{told}"
                    );
                    met += usize::from(found.value.exact().is_some());
                    let mut played = game.clone();
                    for &made in &found.line {
                        played.play(made).unwrap();
                    }
                    if let Status::Over(outcome) = played.status() {
                        assert_eq!(End::of(outcome), value, "{told}");
                        ended += 1;
                    }
                }
            }
        }
    }
    assert!(met > 500 && ended > 200, "{met} {ended}");
}

/// The search by depth alone, on several threads too: its answers are those of the table.
#[test]
fn what_is_found_by_depth_agrees_with_the_table() {
    let mut answers = [0; 3];
    for (spec, every, threads) in [("2x2", 1, 1), ("1x5", 2, 2), ("3x2", 7, 1), ("3x3", 331, 2)] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        let points = field.points as i16;
        for name in ["chinese", "long-cycle-1"] {
            let rules = Ruleset::builtin(name).unwrap();
            let loopy = LoopyRules::of(&rules).unwrap();
            let rules = Arc::new(rules);
            let all = Solved::of(&field, &loopy, &limits()).unwrap();
            let play = Play { field: &field, rules: &loopy };
            for stones in all.positions().step_by(every) {
                for to_move in [BLACK, WHITE] {
                    let game = game(&rules, &board, stones, to_move);
                    let (low, high) = all.bounds(&game);
                    let state = State { stones, to_move, passed: false, ban: None };
                    let limits = limits();
                    let shared = Shared::new(&play, &limits);
                    let mut asker = Asker::new(play, &shared, threads);
                    for bound in [1 - points, 0, 1, points - 1, points] {
                        // Plays count from here on.
                        let paid = Score::new(offset(&game), 2);
                        let wanted = End::Margin(paid + i64::from(bound));
                        let question = Question { state, stage: 0, bound };
                        let told = format!("{name} {spec} {to_move} {stones:?} {bound}");
                        let answer = asker.deepen(&question, 2_000).unwrap();
                        match answer {
                            Some(true) => assert!(low >= wanted, "{told}: {low}"),
                            Some(false) => assert!(high < wanted, "{told}: {high}"),
                            None => {}
                        }
                        answers[answer.map_or(2, usize::from)] += 1;
                    }
                }
            }
        }
    }
    let [no, yes, open] = answers;
    assert!(no > 200 && yes > 400 && open > 0, "{answers:?}");
}

/// Asks by depth alone, on two threads, whether Black gets every point; nothing or one stone of his in the middle stands.
fn takes_all(spec: &str, opened: bool, memory: u64) -> (Option<bool>, u64) {
    let field = Field::<u32>::new(&Board::parse(spec).unwrap()).unwrap();
    let rules = LoopyRules::of(&Ruleset::builtin("chinese").unwrap()).unwrap();
    let play = Play { field: &field, rules: &rules };
    let limits = Limits { memory, ..limits() };
    let shared = Shared::new(&play, &limits);
    let mut asker = Asker::new(play, &shared, 2);
    let (stone, to_move) = if opened { (1 << (field.points / 2), WHITE) } else { (0, BLACK) };
    let state = State { stones: Stones([stone, 0]), to_move, passed: false, ban: None };
    let question = Question { state, stage: 0, bound: field.points as i16 };
    let answer = asker.deepen(&question, u64::MAX / 64).unwrap();
    (answer, asker.nodes())
}

#[test]
fn black_takes_all_of_small_boards() {
    for (spec, opened) in [("3x3", true), ("4x2", false), ("5x3", true)] {
        assert_eq!(takes_all(spec, opened, 64 << 20).0, Some(true), "{spec}");
    }
}

/// `cargo test --release -p shinpan-solve --lib black_takes_all_of_4x5 -- --ignored --nocapture`
#[test]
#[ignore = "half a minute of a processor where the code is optimized"]
fn black_takes_all_of_4x5() {
    let (answer, nodes) = takes_all("5x4", false, 1 << 30);
    println!("{nodes} nodes");
    assert_eq!(answer, Some(true));
}

/// `cargo test --release -p shinpan-solve --lib black_takes_all_of_5x5 -- --ignored --nocapture`
#[test]
#[ignore = "three quarters of an hour of a processor where the code is optimized, and 4 GB"]
fn black_takes_all_of_5x5_from_the_centre() {
    let (answer, nodes) = takes_all("5x5", true, 8 << 30);
    println!("{nodes} nodes");
    assert_eq!(answer, Some(true));
}

/// "Regions without room": who owns so much gets it from the table, too.
#[test]
fn what_is_owned_can_be_kept() {
    let mut more = 0;
    for spec in ["6x2", "4x3"] {
        let board = Arc::new(Board::parse(spec).unwrap());
        let field = Field::<u32>::new(&board).unwrap();
        let rules = Arc::new(Ruleset::builtin("chinese").unwrap());
        let all = Solved::of(&field, &LoopyRules::of(&rules).unwrap(), &limits()).unwrap();
        for stones in all.positions() {
            let kept = owned(&field, stones, BLACK);
            let eyes = safe(&field, stones, BLACK, false);
            if kept.size() <= (eyes.stones | eyes.regions).size() {
                continue;
            }
            more += 1;
            let least = 2 * i64::from(kept.size()) - field.points as i64;
            for to_move in [BLACK, WHITE] {
                let game = game(&rules, &board, stones, to_move);
                let (low, _) = all.bounds(&game);
                assert!(
                    low >= End::Margin(least.into()),
                    "{spec} {to_move} {stones:?}: {low} {least}"
                );
            }
        }
    }
    assert!(more > 100, "{more}");
}

/// A key that does not fit into a word would stand for several questions.
#[test]
fn too_many_questions_are_not_numbered() {
    let rules = LoopyRules::of(&Ruleset::builtin("chinese").unwrap()).unwrap();
    for (spec, numbered) in [("5x6", true), ("6x6", false), ("7x7", false), ("7x9", false)] {
        let board = Board::parse(spec).unwrap();
        let field = Field::<u64>::new(&board).unwrap();
        let play = Play { field: &field, rules: &rules };
        assert_eq!(slots::Numbers::new(&play).is_some(), numbered, "{spec}");
    }
}
