//! The quick looks against the whole ones.

use shinpan_board::Board;
use shinpan_testkit::Dice;

use super::{Standing, settles, standing};
use crate::bits::Bits;
use crate::ground::Ground;
use crate::safety::{Eyes, Safety, may_have_two};
use crate::search::{Aim, Question};
use crate::state::State;

/// Legal states by dice with many walls, on small boards.
fn states(count: usize, seed: u64) -> Vec<(Ground<1>, State<1>)> {
    let mut dice = Dice::new(seed);
    let mut states = Vec::new();
    while states.len() < count {
        let board = Board::rectangle(2 + dice.roll(6), 2 + dice.roll(6)).expect("a board");
        let ground = Ground::<1>::of(&board).expect("a small board");
        let mut stones = [Bits::NONE; 2];
        let empty = 2 + dice.roll(4);
        for point in ground.all.iter().filter(|_| !dice.chance(empty)).collect::<Vec<_>>() {
            stones[usize::from(dice.chance(4))].insert(point);
        }
        let state = State::new(&ground, stones);
        let breathes =
            |point: u16| !state.liberties(&ground, &state.chain(&ground, point)).is_empty();
        if (stones[0] | stones[1]).iter().all(breathes) {
            states.push((ground, state));
        }
    }
    states
}

#[test]
fn chains_without_room_for_eyes_are_not_safe() {
    let (mut refused, mut safe) = (0, 0);
    for (ground, state) in states(20_000, 5) {
        for side in [0, 1] {
            let (own, whole) = (state.stones[side], Safety::of(&ground, &state, side, Eyes::Whole));
            let mut rest = own;
            while let Some(point) = rest.first() {
                let chain = ground.component(point, &own);
                rest = rest.without(&chain);
                let lives = chain.meets(&whole.safe);
                let may = may_have_two(&ground, &state, side, &chain);
                assert!(
                    may || !lives,
                    "{:?} {side} {point}",
                    state.stones.map(|s| s.iter().collect::<Vec<_>>())
                );
                let question = Question { owner: side, goal: chain, aim: Aim::Live };
                assert_eq!(settles(&ground, &question, &state).is_some(), lives);
                refused += usize::from(!may);
                safe += usize::from(lives);
            }
        }
    }
    assert!(refused > 10_000 && safe > 1000, "{refused} {safe}");
}

#[test]
fn what_is_not_shut_in_by_all_stones_is_not_by_some() {
    let mut counts = [0; 2];
    for (ground, state) in states(20_000, 6) {
        for owner in [0, 1] {
            for point in state.stones[owner].iter() {
                let goal = ground.component(point, &state.stones[owner]);
                let question = Question { owner, goal, aim: Aim::Kill };
                let whole = standing(&ground, &question, &state);
                let settled = matches!(whole, Standing::Settles { .. });
                assert_eq!(settles(&ground, &question, &state).is_some(), settled);
                counts[usize::from(settled)] += 1;
            }
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 100, "{counts:?}");
}

#[test]
fn points_beside_two_are_next_to_two() {
    let mut dice = Dice::new(7);
    for columns in 1..8 {
        let board = Board::rectangle(columns, 8).expect("a board");
        let ground = Ground::<1>::of(&board).expect("a small board");
        for _ in 0..100 {
            let set: Bits<1> = ground.all.iter().filter(|_| dice.chance(3)).collect();
            let next = |point: u16| ground.neighbours(point).iter().filter(|&&at| set.has(at));
            let two: Bits<1> = ground.all.iter().filter(|&at| next(at).count() > 1).collect();
            assert!(ground.beside_two(&set) == two);
        }
    }
}
