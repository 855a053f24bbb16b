//! What is left of settled boards, held against the whole board.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Player};
use shinpan_rules::Ruleset;
use shinpan_testkit::{Dice, settled};

use super::*;
use crate::compact::{BLACK, Mask, WHITE, walls};
use crate::starts::start;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits(nodes: u64) -> Limits<'static> {
    Limits { nodes, memory: 1 << 30, stop: &NEVER, progress: &|_| {} }
}

/// The bounds that certificates give.
fn bounds(sides: [Side<'_>; 2], komi: Score, nodes: u64) -> [Score; 2] {
    let all = Ratio::from(400);
    let mut held = Held::new(sides, komi, [-all, all], None);
    held.settle(&mut Budget::new(&limits(nodes)));
    held.bounds()
}

/// Every so-manieth position of a board with a wall on it: what is found between the walls is no better than what is true. How many
/// there were, and on how many it was all.
fn between_walls(spec: &str, every: usize, nodes: u64) -> (usize, usize) {
    let board = Arc::new(Board::parse(spec).unwrap());
    let field = Field::<u32>::new(&board).unwrap();
    let rules = Arc::new(Ruleset::builtin("kee").unwrap());
    let (mut compared, mut met) = (0, 0);
    let points = board.len() as u32;
    for code in 0..3_u32.pow(points) {
        let codes: Vec<u8> = (0..points).map(|at| (code / 3_u32.pow(at) % 3) as u8).collect();
        let stones = Stones::<u32>::of_codes(&codes);
        let walled = |player: usize| walls(&field, stones, player).stones.any();
        if !stones.breathes(&field) || !(walled(BLACK) || walled(WHITE)) {
            continue;
        }
        compared += 1;
        if compared % every != 0 {
            continue;
        }
        for to_move in [BLACK, WHITE] {
            let game = start(&rules, &board, stones, to_move);
            let told = format!("{spec} {to_move} {:?}", game.position().diagram(&board));
            let komi = game.compensation();
            let [low, high] = bounds(sides_of(&game, &field).unwrap(), komi, u64::MAX);
            assert_eq!(low, high, "{told}");
            let left = Left::of(&game).unwrap();
            let [least, most] = bounds(left.sides(), komi, nodes);
            assert!(least <= low && high <= most, "{told}: {least} {low} {most}");
            met += usize::from(least == most);
            if least < most {
                println!("{told}: {least} {low} {most}");
            }
        }
    }
    (compared / every * 2, met)
}

#[test]
fn bounds_between_walls_hold() {
    for (spec, every) in [("3x3", 2), ("5x2", 10)] {
        let (compared, met) = between_walls(spec, every, 300_000);
        println!("{spec}: {met} of {compared}");
        assert_eq!(met, compared, "{spec}");
    }
}

/// The same on all starts of 3x3 and 5x2, and on boards of twelve points.
#[test]
#[ignore = "minutes"]
fn bounds_between_walls_hold_on_larger_boards() {
    for (spec, every) in [("3x3", 1), ("5x2", 1), ("6x2", 400), ("4x3", 400)] {
        let (compared, met) = between_walls(spec, every, 3_000_000);
        println!("{spec}: {met} of {compared}");
        assert!(met * 100 >= compared * 95, "{spec}: {met} of {compared}");
    }
}

/// On settled boards of up to 30 points all of the board can be looked at, too, though not always to the end.
fn settled_boards(seeds: std::ops::Range<u64>, nodes: u64) -> [usize; 3] {
    let rules = Arc::new(Ruleset::builtin("kee").unwrap());
    let (mut compared, mut met, mut both) = (0, 0, 0);
    for seed in seeds {
        let Some(mut setup) = settled(&mut Dice::new(seed)) else { continue };
        let field = Field::<u32>::new(&setup.board).unwrap();
        for to_move in [Player::BLACK, Player::WHITE] {
            setup.to_move = to_move;
            let game = Game::new(Arc::clone(&rules), &setup).unwrap();
            let told = format!("{seed} {to_move} {:?}", game.position().diagram(&setup.board));
            let left = Left::of(&game).unwrap();
            let komi = game.compensation();
            let [least, most] = bounds(left.sides(), komi, nodes);
            let [low, high] = bounds(sides_of(&game, &field).unwrap(), komi, nodes);
            assert!(least <= high && low <= most, "{told}: {least} {most}, {low} {high}");
            compared += 1;
            met += usize::from(least == most);
            both += usize::from(least == most && low == high);
            if least < most {
                println!("{told}: {least} {most}, {low} {high}");
            }
        }
    }
    [compared, met, both]
}

#[test]
fn bounds_of_settled_boards_agree() {
    let [compared, met, both] = settled_boards(0..40, 200_000);
    println!("{compared}: {met}, {both}");
    assert!(met * 100 >= compared * 90 && both > 10, "{compared}: {met}, {both}");
}

#[test]
#[ignore = "minutes"]
fn bounds_of_more_settled_boards_agree() {
    let [compared, met, both] = settled_boards(0..1000, 200_000);
    println!("{compared}: {met}, {both}");
    assert!(met * 100 >= compared * 90 && both > 300, "{compared}: {met}, {both}");
}
