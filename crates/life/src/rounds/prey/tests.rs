//! Who is shut in by what is read, by chains that live of their own, against the slow twin and the checker, and such proofs that were tampered with.

use shinpan_board::Board;
use shinpan_testkit::Dice;
use shinpan_twin::life::{self as twin, ChainStatus, statuses_of};

use crate::analysis::Reading;
use crate::proof::{Claim, Proof, Step};
use crate::rounds::enclose::tests::against_each;
use crate::rounds::links::tests::{hold_to, keep, number};
use crate::rounds::{FIRST, MORE, Side};
use crate::windows::tests::{READINGS, of_twin};

/// The chains of a position that are found to be shut in, and the proofs.
fn shut_in(
    board: &Board,
    codes: &[u8],
    truth: &[ChainStatus],
    reading: Reading,
) -> Vec<(usize, Proof)> {
    against_each(board, codes, truth, |at, (state, goal), searches, found| {
        let side = Side::at_leisure(state, reading, truth[at].owner, vec![(at, goal)]);
        side.prey(searches, FIRST * MORE, &mut keep(found, at));
    })
}

/// Changes one thing of such a proof, so that it must fall.
fn tamper(proof: &mut Proof, dice: &mut Dice) -> Option<&'static str> {
    let last = proof.nodes.len() - 1;
    let root = proof.nodes[last].clone();
    match dice.roll(8) {
        0 => {
            proof.nodes[last].claim = Claim::Lives;
            Some("life")
        }
        1 => {
            proof.nodes[last].owner ^= 1;
            Some("somebody else's")
        }
        2 => {
            let Step::Own(play, _) = root.step else { return None };
            proof.nodes[last].step = Step::Own(play, last);
            Some("no proof")
        }
        3 => {
            let Step::Own(play, child) = root.step else { return None };
            let free = |p: &u16| root.stones[usize::from(*p)] == 0 && Some(*p) != play;
            let open: Vec<u16> = (0..root.stones.len() as u16).filter(free).collect();
            proof.nodes[last].step =
                Step::Own(Some(*open.get(dice.roll(open.len().max(1)))?), child);
            Some("another play")
        }
        4 => {
            proof.nodes.iter_mut().for_each(|node| node.cover.clear());
            Some("nothing shut in")
        }
        5 => {
            let Step::Stands(certificate) = &mut proof.nodes[dice.roll(last + 1)].step else {
                return None;
            };
            certificate.eyes.pop()?;
            Some("an eye too few")
        }
        6 => {
            let Step::Stands(certificate) = &mut proof.nodes[dice.roll(last + 1)].step else {
                return None;
            };
            certificate.clusters.first_mut()?.stones.pop()?;
            Some("a stone too few")
        }
        _ => {
            let Step::Other(answers) = &mut proof.nodes[dice.roll(last + 1)].step else {
                return None;
            };
            answers.remove(dice.roll(answers.len()));
            Some("an answer dropped")
        }
    }
}

/// Positions by dice, mostly the killer's stones around few others; holds what is found to the twin, to the checker, and to the checker once it is
/// tampered with. Answers how many there were, how many of them chains of several stones, and how many of those tampered with.
fn by_dice(
    (columns, rows): (usize, usize),
    (positions, seed): (usize, u64),
    (ours, theirs): (Reading, twin::Reading),
) -> [usize; 3] {
    let board = Board::rectangle(columns, rows).expect("a board");
    let literal = of_twin(&board);
    let mut dice = Dice::new(seed);
    let mut some: Vec<Vec<u8>> = Vec::new();
    while some.len() < positions {
        let codes: Vec<u8> =
            (0..columns * rows).map(|_| [0, 0, 0, 1, 1, 1, 2][dice.roll(7)]).collect();
        if literal.is_legal(&codes) {
            some.push(codes);
        }
    }
    let mut counts = [0; 3];
    for (codes, truth) in statuses_of(&literal, some, theirs) {
        let found = shut_in(&board, &codes, &truth, ours);
        let (about, how) = ((&board, &codes[..], &truth[..]), (8, tamper as _, &mut dice));
        counts[2] += hold_to(about, Claim::NeverLives, ours, &found, how);
        counts[0] += found.len();
        counts[1] += found.iter().filter(|(at, _)| truth[*at].points.len() > 1).count();
    }
    counts
}

/// All boards in one reading of the ko rule: the readings are tests of their own, so that two cores share them.
fn on_all_boards(readings: (Reading, twin::Reading)) {
    let counts = [((3, 3), (300, 5)), ((5, 2), (200, 6)), ((4, 3), (60, 7))];
    let counts = counts.map(|(size, positions)| by_dice(size, positions, readings));
    println!("{counts:?}");
    let [all, larger, tampered] = [0, 1, 2].map(|at| counts.iter().map(|c| c[at]).sum::<usize>());
    assert!(all > 200 && larger > 50 && tampered > 1000, "{counts:?}");
}

#[test]
fn what_is_read_to_be_shut_in_never_lives() {
    on_all_boards(READINGS[0]);
}

#[test]
fn what_is_read_to_be_shut_in_never_lives_by_passes_for_kos() {
    on_all_boards(READINGS[1]);
}

/// `POSITIONS=20000 SEED=1 cargo test --release -p shinpan-life prey -- --ignored --nocapture`.
#[test]
#[ignore = "takes long without optimisation"]
fn what_a_great_many_are_read_to_be_shut_in_by_never_lives() {
    let (positions, seed) = (number("POSITIONS", 2000), number("SEED", 1));
    for size in [(3, 3), (5, 2), (4, 3)] {
        let counts = READINGS.map(|reading| by_dice(size, (positions as usize, seed), reading));
        println!("{size:?}: {counts:?}");
    }
}
