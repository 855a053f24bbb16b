//! What is read in parts of the board and followed, against the slow twin and the checker.

use shinpan_board::Board;
use shinpan_testkit::Dice;
use shinpan_twin::life::{ChainStatus, statuses_of};

use crate::analysis::{Reading, set};
use crate::bits::Bits;
use crate::check;
use crate::ground::Ground;
use crate::local::{Extent, Local};
use crate::proof::Claim;
use crate::rounds::{News, Side};
use crate::search::{Aim, Question, Search};
use crate::windows::tests::{READINGS, of_twin, state};
use crate::zone::Elsewhere;

/// Reads for each chain, alone and as a side's work, and holds what is found to the twin and the checker. Answers how many
/// chains were read to live, and how many proofs followed.
fn hold(board: &Board, codes: &[u8], truth: &[ChainStatus], reading: Reading) -> (usize, usize) {
    let ground = Ground::<1>::of(board).expect("a small board");
    let state = state(&ground, board, codes);
    let (mut read, mut followed) = (0, 0);
    for (at, chain) in truth.iter().enumerate() {
        let points: Vec<_> =
            chain.points.iter().map(|&point| board.point(point).expect("a point")).collect();
        let (owner, goal): (usize, Bits<1>) = (chain.owner, set(&points));
        for (points, along) in [(4, false), (7, true), (12, true)] {
            let extent = Extent { points, along };
            let mut part = Local::around(&ground, &state, owner, &goal, &Elsewhere::NONE, extent);
            let wins = part.wins(&state, 100_000, &|| false);
            assert!(!wins || chain.alive, "{codes:?} {chain:?} {points}");
            read += usize::from(wins);
        }
        let mut search = Search::new(&ground, Question { owner, goal: Bits::NONE, aim: Aim::Live });
        let (stop, open) = (&|| false, vec![(at, goal)]);
        let side = Side { state: &state, reading, stop, owner, nodes: 20_000, open };
        side.read(&mut search, 200, &mut |news| {
            if let News::Decided { chains, proof, .. } = news {
                assert_eq!(chains, [at]);
                let proof = proof.expect("a proof");
                let points: Vec<u16> = chain.points.iter().map(|&point| point as u16).collect();
                let asked = (owner as u8, points.as_slice(), Claim::Lives);
                assert!(chain.alive, "{codes:?} {chain:?} {proof:?}");
                check(board, codes, reading, asked, &proof).expect("accepted");
                followed += 1;
            }
        });
    }
    (read, followed)
}

/// Positions by dice, mostly of one side's stones.
fn any_positions(board: &Board, count: usize, seed: u64) -> (usize, usize) {
    let mut dice = Dice::new(seed);
    let literal = of_twin(board);
    let mut some: Vec<Vec<u8>> = Vec::new();
    while some.len() < count {
        let codes: Vec<u8> = (0..board.len()).map(|_| [0, 0, 1, 1, 2][dice.roll(5)]).collect();
        if literal.is_legal(&codes) {
            some.push(codes);
        }
    }
    let mut counts = (0, 0);
    for (ours, theirs) in READINGS {
        for (codes, truth) in statuses_of(&literal, some.clone(), theirs) {
            let (read, followed) = hold(board, &codes, &truth, ours);
            counts.0 += read;
            counts.1 += followed;
        }
    }
    counts
}

#[test]
fn what_is_read_lives() {
    for (columns, rows) in [(3, 3), (5, 2)] {
        let board = Board::rectangle(columns, rows).expect("a board");
        let (read, followed) = any_positions(&board, 60, 11);
        println!("{columns}x{rows}: {read} read, {followed} followed");
        assert!(read > 20 && followed > 10, "{columns}x{rows}: {read} read, {followed} followed");
    }
}

/// `POSITIONS=2000 cargo test --release -p shinpan-life parts -- --ignored --nocapture`.
#[test]
#[ignore = "takes long without optimisation"]
fn a_great_many_read_live() {
    let positions = std::env::var("POSITIONS").ok().and_then(|text| text.parse().ok());
    let board = Board::rectangle(4, 3).expect("a board");
    println!("{:?}", any_positions(&board, positions.unwrap_or(200), 12));
}
