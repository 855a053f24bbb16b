//! Eyes apart against the slow twin and the checker.

use shinpan_board::Board;
use shinpan_testkit::Dice;
use shinpan_twin::life::statuses_of;

use super::{eyes_apart, proven};
use crate::bits::Bits;
use crate::check;
use crate::extract::extract;
use crate::ground::Ground;
use crate::proof::{Claim, Proof, Step};
use crate::search::{Aim, Question, Search};
use crate::windows::tests::{READINGS, of_twin, state};

/// A chain that runs across the board, other stones and parts by dice: it lives whenever it gets an eye in each of two parts.
#[test]
fn who_gets_an_eye_in_each_of_two_parts_lives() {
    let mut dice = Dice::new(61);
    let (mut lives, mut with_stones) = (0, 0);
    for (columns, rows, at) in [(5, 2, 2), (9, 1, 4), (3, 3, 1)] {
        let board = Board::rectangle(columns, rows).unwrap();
        let ground = Ground::<1>::of(&board).unwrap();
        let mut proofs: Vec<(Vec<u8>, Proof)> = Vec::new();
        for _ in 0..2000 {
            let mut codes = vec![0_u8; columns * rows];
            for (point, code) in codes.iter_mut().enumerate() {
                let across = point % columns == at;
                *code = if across { 1 } else { [0, 0, 0, 0, 0, 0, 1, 2, 2][dice.roll(9)] };
            }
            let Some(state) = legal(&ground, &board, &codes) else { continue };
            let chain = ground.component(at as u16, &state.stones[0]);
            // Mostly one part on each side, and some points in neither.
            let mut parts = [Vec::new(), Vec::new()];
            let free = ground.all.without(&state.stones[0]);
            for point in free.iter().filter(|_| dice.roll(12) > 0).collect::<Vec<_>>() {
                let other = usize::from(point) % columns > at;
                parts[usize::from(other) ^ usize::from(dice.roll(12) == 0)].push(point);
            }
            let taken = parts.iter().flatten().any(|&point| codes[usize::from(point)] == 2);
            let question = Question { owner: 0, goal: Bits::NONE, aim: Aim::Live };
            let mut search = Search::new(&ground, question);
            let found = proven(&mut search, &state, chain, parts, &|| false);
            let Some(found) = found.filter(|_| proofs.iter().all(|(known, _)| *known != codes))
            else {
                continue;
            };
            proofs.push((codes, extract(&search, None, found).unwrap()));
            lives += 1;
            with_stones += usize::from(taken);
        }
        let positions: Vec<Vec<u8>> = proofs.iter().map(|(codes, _)| codes.clone()).collect();
        for (reading, slow) in READINGS {
            let truth = statuses_of(&of_twin(&board), positions.clone(), slow);
            for (codes, proof) in &proofs {
                let (_, statuses) = truth.iter().find(|(known, _)| known == codes).unwrap();
                let told = statuses.iter().find(|status| status.points.contains(&at)).unwrap();
                assert!(told.alive, "{columns}x{rows} {codes:?} {proof:?}");
                let points: Vec<u16> = told.points.iter().map(|&point| point as u16).collect();
                let about = (0, points.as_slice(), Claim::Lives);
                assert_eq!(check(&board, codes, reading, about, proof), Ok(()), "{codes:?}");
            }
        }
    }
    assert!(lives > 100 && with_stones > 50, "{lives} {with_stones}");
}

fn legal(ground: &Ground<1>, board: &Board, codes: &[u8]) -> Option<crate::state::State<1>> {
    let stones = codes.iter().map(|&code| shinpan_board::Stone::from_code(code).unwrap());
    let stones: Vec<shinpan_board::Stone> = stones.collect();
    shinpan_board::Position::from_stones(board, 2, &stones).ok()?;
    Some(state(ground, board, codes))
}

/// A closed space of six by three points behind one chain, opposing stones on all other points but one.
fn closed() -> (Board, Vec<u8>, Proof) {
    let board = Board::rectangle(9, 6).unwrap();
    let code = |point: usize| match (point % 9, point / 9) {
        (1..=6, 1..=3) | (8, 0) => 0,
        (0..=7, 0..=4) => 1,
        _ => 2,
    };
    let codes: Vec<u8> = (0..54).map(code).collect();
    let ground = Ground::<1>::of(&board).unwrap();
    let state = state(&ground, &board, &codes);
    let chain = state.stones[0];
    let mut search = Search::new(&ground, Question { owner: 0, goal: Bits::NONE, aim: Aim::Live });
    let found = eyes_apart(&mut search, &state, chain, &|| false).unwrap();
    let proof = extract(&search, None, found).unwrap();
    (board, codes, proof)
}

#[test]
fn a_proof_that_was_tampered_with_is_rejected() {
    let (board, codes, proof) = closed();
    let points: Vec<u16> = (0..54).filter(|&point| codes[usize::from(point)] == 1).collect();
    let holds = |proof: &Proof| {
        READINGS.iter().all(|&(reading, _)| {
            check(&board, &codes, reading, (0, &points, Claim::Lives), proof).is_ok()
        })
    };
    assert!(holds(&proof));
    let Step::Apart(parts) = &proof.nodes.last().unwrap().step else { panic!("{proof:?}") };
    let with = |parts| {
        let mut other = proof.clone();
        other.nodes.last_mut().unwrap().step = Step::Apart(parts);
        other
    };
    let [one, two] = parts.as_slice() else { panic!("two parts") };
    // One eye, or the same one twice, is not enough.
    assert!(!holds(&with(vec![one.clone()])));
    assert!(!holds(&with(vec![one.clone(), one.clone()])));
    assert!(!holds(&with(vec![one.clone(), two.clone(), two.clone()])));
    // Every point of a part matters: without it the small board is another.
    for at in 0..one.points.len() {
        let mut less = one.clone();
        less.points.remove(at);
        assert!(!holds(&with(vec![less, two.clone()])), "{at}");
    }
    // Each answer of a part's proof is needed; a play may not be made at the eye beside the board.
    for at in 0..one.proof.nodes.len() {
        let mut other = one.clone();
        let eye = one.points.len() as u16 + 1;
        match &mut other.proof.nodes[at].step {
            Step::Other(answers) => drop(answers.pop()),
            Step::Own(play, _) => *play = Some(eye),
            _ => continue,
        }
        assert!(!holds(&with(vec![other, two.clone()])), "{at}");
    }
}
