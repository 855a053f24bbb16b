//! What can be forced, held against the table of all states.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Player, Stone};
use shinpan_rules::{Ruleset, Setup};

use super::*;
use crate::compact::{owned, safe};
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
                    let found = solve(&game, None, &limits()).unwrap();
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
                        assert_eq!(crate::plain::end_of(outcome), value, "{told}");
                        ended += 1;
                    }
                }
            }
        }
    }
    assert!(met > 500 && ended > 200, "{met} {ended}");
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
