//! What is left of settled boards, held against the table of all states of the whole board.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Player, Stone};
use shinpan_rules::{Ruleset, Setup};

use super::*;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits() -> Limits<'static> {
    Limits { nodes: u64::MAX, memory: 2 << 30, stop: &NEVER, progress: &|_| {} }
}

/// Every position of these boards in which a player has a wall, each player to move: the bounds hold,
/// and nearly all of them meet.
fn every_start(spec: &str, every: usize) -> (usize, usize) {
    let board = Arc::new(Board::parse(spec).unwrap());
    let field = Field::<u32>::new(&board).unwrap();
    let (mut compared, mut exact) = (0, 0);
    for name in ["chinese", "long-cycle-1", "japanese-1989"] {
        let rules = Arc::new(Ruleset::builtin(name).unwrap());
        let loopy = LoopyRules::of(&rules).unwrap();
        let all = loopy::Solved::of(&field, &loopy, &limits()).unwrap();
        for (number, stones) in all.positions().enumerate() {
            let walled = |player: usize| walls(&field, stones, player).stones.any();
            if number % every != 0 || !(walled(BLACK) || walled(WHITE)) {
                continue;
            }
            for to_move in [BLACK, WHITE] {
                let mut setup = Setup::empty(Arc::clone(&board), 2);
                let code = |point: usize| {
                    let of = |player: usize| stones.0[player] >> point & 1 == 1;
                    if of(BLACK) { 1 } else { 2 * u8::from(of(WHITE)) }
                };
                setup.stones =
                    (0..board.len()).map(|point| Stone::from_code(code(point)).unwrap()).collect();
                setup.to_move = [Player::BLACK, Player::WHITE][to_move];
                let game = Game::new(Arc::clone(&rules), &setup).unwrap();
                let (low, high) = all.bounds(&game);
                let value = low.max(high.min(End::DRAW));
                let found = solve(&game, &limits()).unwrap();
                let (least, most) = found.value.bounds();
                let told = format!("{name} {spec} {to_move} {:?}", game.position().diagram(&board));
                assert!(least <= value && value <= most, "{told}: {least} {value} {most}");
                if let Some(bounds) = found.without_draws {
                    assert_eq!(bounds, (low, high), "{told}");
                }
                compared += 1;
                exact += usize::from(least == most);
            }
        }
    }
    (compared, exact)
}

#[test]
fn bounds_hold_on_small_boards() {
    for (spec, every) in [("3x3", 1), ("8x1", 1), ("5x2", 1)] {
        let (compared, exact) = every_start(spec, every);
        println!("{spec}: {exact} of {compared}");
        assert!(exact * 100 >= compared * 95, "{spec}: {exact} of {compared}");
    }
}

/// The same on boards of twelve points. About a minute.
#[test]
#[ignore = "a minute"]
fn bounds_hold_on_boards_of_twelve_points() {
    for (spec, every) in [("11x1", 1), ("6x2", 1), ("4x3", 1)] {
        let (compared, exact) = every_start(spec, every);
        println!("{spec}: {exact} of {compared}");
        assert!(exact * 100 >= compared * 95, "{spec}: {exact} of {compared}");
    }
}
