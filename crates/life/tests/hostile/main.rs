//! Hostile proofs: whatever the checker accepts is true by the twin. Certificates by dice, and true proofs that were changed, moved to
//! other positions, or put under other steps.

mod certificate;
mod change;
#[path = "../common/mod.rs"]
mod common;

use std::collections::HashMap;

use common::{of_the_twin, position, random_graph, search, show, spaces, twin};
use shinpan_board::Board;
use shinpan_life::{Claim, Node, Proof, Reading, Step, analyse, check};
use shinpan_testkit::Dice;
use shinpan_twin::life::{ChainStatus, all_statuses};

/// What the twin says of all positions of a board.
type Truth = HashMap<Vec<u8>, Vec<ChainStatus>>;

/// A board, how kos are read, and what is true there.
struct Judge {
    board: Board,
    reading: Reading,
    truth: Truth,
}

/// Proofs that were handed to the checker, and those of them that it accepted.
#[derive(Debug, Default)]
struct Tally {
    asked: usize,
    certificates: usize,
    proofs: usize,
}

impl Judge {
    fn new(board: &Board, reading: Reading) -> Judge {
        let truth = all_statuses(&twin(board), of_the_twin(reading)).into_iter().collect();
        Judge { board: board.clone(), reading, truth }
    }

    /// Asks the checker for either claim about each chain of a position, and answers how many it accepts.
    fn ask(&self, stones: &[u8], proof: &Proof, tally: &mut Tally) -> usize {
        let mut accepted = 0;
        for chain in &self.truth[stones] {
            let points: Vec<u16> = chain.points.iter().map(|&point| point as u16).collect();
            for claim in [Claim::Lives, Claim::NeverLives] {
                tally.asked += 1;
                let question = (chain.owner as u8, points.as_slice(), claim);
                if check(&self.board, stones, self.reading, question, proof).is_err() {
                    continue;
                }
                accepted += 1;
                assert_eq!(
                    chain.alive,
                    claim == Claim::Lives,
                    "{:?}: {claim:?} of {points:?}\n{}\n{:?}\n{proof:#?}",
                    self.reading,
                    show(&self.board, stones),
                    twin(&self.board).neighbours
                );
            }
        }
        accepted
    }

    /// Certificates by dice.
    fn certificates(&self, stones: &[u8], dice: &mut Dice, tally: &mut Tally) {
        for chain in &self.truth[stones] {
            for (claim, code) in
                [(Claim::Lives, chain.owner + 1), (Claim::NeverLives, 2 - chain.owner)]
            {
                let certificate =
                    certificate::by_dice(&twin(&self.board), stones, code as u8, dice);
                let node = Node {
                    owner: chain.owner as u8,
                    claim,
                    stones: stones.to_vec(),
                    ban: None,
                    zone: (0..stones.len() as u16).collect(),
                    cover: chain.points.iter().map(|&point| point as u16).collect(),
                    kept: Vec::new(),
                    home: Vec::new(),
                    step: Step::Stands(certificate),
                };
                tally.certificates += self.ask(stones, &Proof { nodes: vec![node] }, tally);
            }
        }
    }

    /// True proofs of a position, changed and moved to positions that differ in some points.
    fn changed(&self, stones: &[u8], dice: &mut Dice, tally: &mut Tally) {
        let limits = if dice.chance(2) { search(200) } else { spaces(100, 3000) };
        let (board, reading) = (&self.board, self.reading);
        let chains = analyse(board, &position(board, stones), reading, &limits, &mut |_| {});
        let proofs = chains.iter().filter_map(|chain| chain.proof.as_deref());
        for proof in proofs.filter(|proof| proof.nodes.len() <= 80) {
            for _ in 0..40 {
                let (mut target, mut differ) = (stones.to_vec(), Vec::new());
                for _ in 0..dice.roll(4) {
                    let point = dice.roll(stones.len());
                    target[point] = dice.roll(3) as u8;
                    differ.push(point as u16);
                }
                if !self.truth.contains_key(&target) {
                    continue;
                }
                let mut proof = proof.clone();
                if dice.chance(2) {
                    change::move_to(&mut proof, &target, &differ);
                }
                for _ in 0..dice.roll(6) {
                    change::one(&mut proof, dice, &differ);
                }
                if let Some(root) = proof.nodes.last_mut() {
                    root.stones.clone_from(&target);
                }
                tally.proofs += self.ask(&target, &proof, tally);
            }
        }
    }
}

#[test]
fn nothing_that_is_accepted_is_false() {
    let mut dice = Dice::new(7);
    let mut tally = Tally::default();
    let mut boards: Vec<Board> =
        ["1x7", "2x4", "3x3"].map(|name| Board::parse(name).expect("a board")).into();
    boards.extend((0..3).map(|_| random_graph(&mut dice, 8)));
    for board in &boards {
        for reading in [Reading::Basic, Reading::KoPass] {
            let judge = Judge::new(board, reading);
            let mut positions: Vec<&Vec<u8>> = judge.truth.keys().collect();
            positions.sort_unstable();
            for _ in 0..30 {
                let stones = positions[dice.roll(positions.len())];
                for _ in 0..10 {
                    judge.certificates(stones, &mut dice, &mut tally);
                }
                judge.changed(stones, &mut dice, &mut tally);
            }
        }
    }
    // Many are accepted, and they are true: the dice come near to what holds.
    assert!(tally.asked > 20_000 && tally.certificates > 20 && tally.proofs > 1000, "{tally:?}");
}
