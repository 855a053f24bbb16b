//! Every proof is accepted by the checker, and a proof that was tampered with is not.

mod common;

use common::{boards, lopsided_stones, position, random_graph, random_stones, search, show};
use shinpan_board::Board;
use shinpan_life::{Chain, Claim, Proof, Reading, Rejected, Status, Step, analyse, check};
use shinpan_testkit::Dice;

fn claim(chain: &Chain) -> Claim {
    if chain.status == Status::Alive { Claim::Lives } else { Claim::NeverLives }
}

fn checked(
    board: &Board,
    stones: &[u8],
    reading: Reading,
    chain: &Chain,
    proof: &Proof,
) -> Result<(), Rejected> {
    let points: Vec<u16> = chain.points.iter().map(|point| point.index() as u16).collect();
    let question = (chain.player.index() as u8, points.as_slice(), claim(chain));
    check(board, stones, reading, question, proof)
}

/// Every proof of a position, after the checker has accepted it.
fn proofs(board: &Board, stones: &[u8], reading: Reading) -> Vec<Chain> {
    let mut chains = analyse(board, &position(board, stones), reading, &search(300), &mut |_| {});
    chains.retain(|chain| chain.status != Status::Unproven);
    for chain in &chains {
        let Some(proof) = &chain.proof else {
            panic!("no proof for {}\n{}", board.name(chain.points[0]), show(board, stones));
        };
        if let Err(why) = checked(board, stones, reading, chain, proof) {
            panic!(
                "{why}\n{:?} of {}\n{}{:#?}",
                chain.status,
                board.name(chain.points[0]),
                show(board, stones),
                proof.nodes[why.node]
            );
        }
    }
    chains
}

fn samples(count: u64) -> impl Iterator<Item = (Board, Vec<u8>)> {
    (0..count).map(|seed| {
        let mut dice = Dice::new(seed);
        let board = match dice.roll(7) {
            0 => random_graph(&mut dice, 11),
            number => {
                let names = ["3x3", "3x4", "4x4", "5x5", "6x4", "torus 4x4"];
                let name = if names[number - 1].starts_with('t') {
                    "torus 4x4"
                } else {
                    names[number - 1]
                };
                Board::parse(name).expect("a board")
            }
        };
        let stones = if dice.chance(2) {
            random_stones(&board, &mut dice)
        } else {
            lopsided_stones(&board, &mut dice)
        };
        (board, stones)
    })
}

fn many(count: u64) {
    let mut accepted = 0;
    for (board, stones) in samples(count) {
        for reading in [Reading::Basic, Reading::KoPass] {
            accepted += proofs(&board, &stones, reading).len();
        }
    }
    println!("{accepted} proofs accepted");
    assert!(accepted as u64 > count);
}

#[test]
fn what_is_proved_is_accepted() {
    many(60);
    for board in boards("2x2 2x3 1x5") {
        for stones in common::twin(&board).positions() {
            proofs(&board, &stones, Reading::Basic);
        }
    }
}

/// What shows that a chain lives was found in a state that looks the same as the position where it matters.
#[test]
fn what_is_found_elsewhere_is_about_the_position() {
    let rows = "XOOXX.XO/X.OXXXX./X..X.O.X/O.XO.XO./X..OXX.O/.O.XO.XX/.XXXXOXX";
    let board = Board::rectangle(8, 7).unwrap();
    let code = |row: char| ".XO".find(row).map(|code| code as u8);
    let stones: Vec<u8> = rows.chars().filter_map(code).collect();
    let position = position(&board, &stones);
    let chains = analyse(&board, &position, Reading::Basic, &search(20), &mut |_| {});
    let proven = chains.iter().filter(|chain| chain.status != Status::Unproven);
    for chain in proven {
        let proof = chain.proof.as_ref().unwrap();
        assert_eq!(checked(&board, &stones, Reading::Basic, chain, proof), Ok(()));
    }
}

/// `COUNT=5000 cargo test --release -p shinpan-life --test proofs -- --ignored`.
#[test]
#[ignore = "takes long without optimisation"]
fn a_great_many_are_accepted() {
    many(std::env::var("COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(2000));
}

/// Changes one thing of a proof, so that it must fall.
fn tamper(proof: &mut Proof, dice: &mut Dice) -> Option<&'static str> {
    let at = dice.roll(proof.nodes.len());
    let last = proof.nodes.len() - 1;
    let node = &mut proof.nodes[at];
    match dice.roll(8) {
        0 => {
            let Step::Other(answers) = &mut node.step else { return None };
            answers.remove(dice.roll(answers.len()));
            Some("an answer dropped")
        }
        1 => {
            let &mut Step::Own(Some(_), child) = &mut node.step else { return None };
            node.step = Step::Own(None, child);
            Some("a pass instead of a play")
        }
        2 => {
            let Step::Stands(certificate) = &mut node.step else { return None };
            certificate.eyes.pop()?;
            (node.claim == Claim::Lives).then_some("an eye dropped")
        }
        3 => {
            let point = *node.cover.first()?;
            node.zone.retain(|&other| other != point);
            Some("the zone without its cover")
        }
        4 => {
            let point = *node.zone.get(dice.roll(node.zone.len().max(1)))?;
            let place = &mut node.stones[usize::from(point)];
            *place = if *place == 0 { return None } else { 3 - *place };
            Some("a stone turned over")
        }
        5 => {
            node.owner = 1 - node.owner;
            Some("another owner")
        }
        6 => {
            let Step::Own(_, child) = &mut node.step else { return None };
            *child = last;
            Some("a circle")
        }
        _ => {
            let Step::Stands(certificate) = &mut node.step else { return None };
            let cluster = certificate.clusters.first_mut()?;
            cluster.stones.pop()?;
            (node.claim == Claim::Lives && !cluster.stones.is_empty()).then_some("a stone left out")
        }
    }
}

#[test]
fn what_was_tampered_with_is_rejected() {
    let mut dice = Dice::new(7);
    let mut rejected = 0;
    for (board, stones) in samples(60) {
        for chain in proofs(&board, &stones, Reading::Basic) {
            let Some(proof) = &chain.proof else { continue };
            for _ in 0..10 {
                let mut proof = Proof::clone(proof);
                let Some(change) = tamper(&mut proof, &mut dice) else { continue };
                assert!(
                    checked(&board, &stones, Reading::Basic, &chain, &proof).is_err(),
                    "{change} is not seen\n{}",
                    show(&board, &stones)
                );
                rejected += 1;
            }
        }
    }
    println!("{rejected} tampered proofs rejected");
    assert!(rejected > 100);
}
