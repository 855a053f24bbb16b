//! Who lives instead of others, alone, against the slow twin and the checker, and such proofs that were tampered with.

use shinpan_board::Board;
use shinpan_testkit::Dice;
use shinpan_twin::life::{ChainStatus, statuses_of};

use crate::analysis::Reading;
use crate::bits::Bits;
use crate::ground::Ground;
use crate::proof::{Claim, Proof, Step};
use crate::rounds::links::tests::{hold_to, keep, number};
use crate::rounds::parts::tests::points_of;
use crate::rounds::{FIRST, MORE, Side};
use crate::search::{Aim, Question, Search};
use crate::windows::tests::{READINGS, of_twin, state};

/// What finds chains of a position and proofs of them, and what tampers with such proofs.
type Find = fn(&Board, &[u8], &[ChainStatus], Reading) -> Vec<(usize, Proof)>;
type Tamper = fn(&mut Proof, &mut Dice) -> Option<&'static str>;

/// The chains of a position on whose points the other side is found to live instead, and the proofs.
fn taken(
    board: &Board,
    codes: &[u8],
    truth: &[ChainStatus],
    reading: Reading,
) -> Vec<(usize, Proof)> {
    let ground = Ground::<1>::of(board).expect("a small board");
    let state = state(&ground, board, codes);
    let mut found = Vec::new();
    for (at, chain) in truth.iter().enumerate() {
        let (owner, goal) = (chain.owner, points_of(board, chain));
        let search = |owner, aim| Search::new(&ground, Question { owner, goal: Bits::NONE, aim });
        let (mut kills, mut lives) = (search(owner, Aim::Kill), search(owner ^ 1, Aim::Live));
        let side = Side::at_leisure(&state, reading, owner, vec![(at, goal)]);
        side.instead((&mut kills, &mut lives), FIRST * MORE, &mut keep(&mut found, at));
    }
    found
}

/// Changes one thing of such a proof, so that it must fall.
fn tamper(proof: &mut Proof, dice: &mut Dice) -> Option<&'static str> {
    let last = proof.nodes.len() - 1;
    let root = proof.nodes[last].clone();
    let Step::Instead(play, child) = root.step else { return None };
    let elsewhere = |point: &u16| root.stones[usize::from(*point)] == 0 && *point != play;
    match dice.roll(9) {
        0 => {
            let open: Vec<u16> = (0..root.stones.len() as u16).filter(elsewhere).collect();
            let other = *open.get(dice.roll(open.len().max(1)))?;
            proof.nodes[last].step = Step::Instead(other, child);
            Some("another play")
        }
        1 => {
            proof.nodes[last].step = Step::Own(Some(play), child);
            Some("a move of the chain's own proof")
        }
        2 => {
            proof.nodes[child].cover.retain(|point| !root.cover.contains(point));
            Some("life elsewhere")
        }
        3 => {
            proof.nodes[last].ban = Some(play);
            // As part of more.
            let mut whole = root;
            whole.step = Step::Own(None, last);
            proof.nodes.push(whole);
            Some("a banned play")
        }
        4 => {
            let mut whole = root;
            whole.step = Step::Again(last);
            proof.nodes.push(whole);
            Some("the other side to move")
        }
        5 => {
            proof.nodes[last].claim = Claim::Lives;
            Some("life")
        }
        6 => {
            proof.nodes[child].owner ^= 1;
            Some("somebody else's life")
        }
        7 => {
            proof.nodes[last].step = Step::Instead(play, last);
            Some("no proof")
        }
        _ => {
            let at = dice.roll(last);
            let Step::Other(answers) = &mut proof.nodes[at].step else { return None };
            answers.remove(dice.roll(answers.len()));
            Some("an answer dropped")
        }
    }
}

/// Positions by dice, mostly the killer's stones around few others; holds what is found to the twin, to the checker, and to the checker once it is
/// tampered with. Answers how many there were, how many of them chains of several stones, and how many of those tampered with.
pub(in crate::rounds) fn by_dice(
    (columns, rows): (usize, usize),
    (positions, seed): (usize, u64),
    find: Find,
    tamper: Tamper,
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
    for (ours, theirs) in READINGS {
        for (codes, truth) in statuses_of(&literal, some.clone(), theirs) {
            let found = find(&board, &codes, &truth, ours);
            let (about, how) = ((&board, &codes[..], &truth[..]), (8, tamper, &mut dice));
            counts[2] += hold_to(about, Claim::NeverLives, ours, &found, how);
            counts[0] += found.len();
            counts[1] += found.iter().filter(|(at, _)| truth[*at].points.len() > 1).count();
        }
    }
    counts
}

#[test]
fn where_others_live_instead_nobody_lives() {
    let counts = [((3, 3), (300, 5)), ((5, 2), (200, 6))];
    let counts = counts.map(|(size, positions)| by_dice(size, positions, taken, tamper));
    println!("{counts:?}");
    let [all, larger, tampered] = [0, 1, 2].map(|at| counts[0][at] + counts[1][at]);
    assert!(all > 40 && larger > 5 && tampered > 100, "{counts:?}");
}

/// `POSITIONS=20000 SEED=1 cargo test --release -p shinpan-life instead -- --ignored --nocapture`.
#[test]
#[ignore = "takes long without optimisation"]
fn where_a_great_many_live_instead_nobody_lives() {
    let (positions, seed) = (number("POSITIONS", 2000), number("SEED", 1));
    for size in [(3, 3), (5, 2), (4, 3)] {
        let counts = by_dice(size, (positions as usize, seed), taken, tamper);
        println!("{size:?}: {counts:?}");
    }
}
