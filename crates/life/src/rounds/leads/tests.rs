//! Chains led to others that live by other points, against the slow twin and the checker.

use shinpan_board::Board;
use shinpan_testkit::Dice;
use shinpan_twin::life::ChainStatus;

use crate::analysis::Reading;
use crate::bits::Bits;
use crate::ground::Ground;
use crate::proof::{Claim, Proof};
use crate::rounds::links::tests::{beside_a_formation, hold_to, keep, number};
use crate::rounds::parts::tests::{points_of, turns_by_paths};
use crate::rounds::side::Side;
use crate::search::{Aim, Place, Question, Search};
use crate::windows::tests::state;

/// Each chain of a position led to what others prove of themselves, if it can be: the chains and the proofs; and how many of these needed a proof
/// that was not there before.
fn led(
    board: &Board,
    (codes, truth): (&[u8], &[ChainStatus]),
    reading: Reading,
) -> (Vec<(usize, Proof)>, usize) {
    let ground = Ground::<1>::of(board).expect("a small board");
    let state = state(&ground, board, codes);
    // Proofs that do without these come first: they need the points around, as links do.
    let eyes = [1, 2].into_iter().collect();
    let (mut found, mut anew) = (Vec::new(), 0);
    for (at, chain) in truth.iter().enumerate() {
        let (owner, goal) = (chain.owner, points_of(board, chain));
        let question = Question { owner, goal: Bits::NONE, aim: Aim::Live };
        let mut search = Search::new(&ground, question);
        let side = |open: &[_]| Side::at_leisure(&state, reading, owner, open.to_vec());
        for other in
            truth.iter().filter(|other| other.owner == owner && other.points != chain.points)
        {
            let body = points_of(board, other);
            side(&[]).read_without(&mut search, &body, &eyes);
            if search.standing(&state).is_empty() {
                search.turn_to(body);
                if let Some(place) = search.run(&state, 100, None) {
                    search.stands(place);
                }
            }
        }
        let kept = |&place: &u32| search.found[place as usize].kept.meets(&goal);
        if search.standing(&state).iter().any(kept) {
            continue;
        }
        let before = found.len();
        for turn in turns_by_paths() {
            if found.len() == before {
                side(&[(at, goal)]).read(&mut search, turn, &mut keep(&mut found, at));
            }
        }
        let asked = |&(_, place): &(usize, Place)| matches!(place, Place::Without(_));
        anew += usize::from(found.len() > before && search.tried.readings.keys().any(asked));
    }
    (found, anew)
}

/// Holds such proofs of a position to the twin and to the checker.
fn hold(
    board: &Board,
    (codes, truth): (&[u8], &[ChainStatus]),
    reading: Reading,
    dice: &mut Dice,
) -> (usize, usize) {
    let (found, anew) = led(board, (codes, truth), reading);
    hold_to((board, codes, truth), Claim::Lives, reading, &found, (0, |_, _| None, dice));
    (found.len(), anew)
}

#[test]
fn what_is_led_along_a_path_lives() {
    let (led, anew) = beside_a_formation(0..12, (2, 6), 30, hold);
    println!("{led} led, {anew} anew");
    assert!(led > 20 && anew > 0, "{led} led, {anew} anew");
}

/// `SEEDS=500 OPEN=6 cargo test --release -p shinpan-life leads -- --ignored --nocapture`.
#[test]
#[ignore = "takes long without optimisation"]
fn a_great_many_led_along_a_path_live() {
    let (seeds, open) = (number("SEEDS", 50), number("OPEN", 5) as usize);
    for inside in [2, 3, 4] {
        println!("{inside}: {:?}", beside_a_formation(0..seeds, (inside, open), 100, hold));
    }
}
