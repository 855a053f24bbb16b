//! Links alone against the slow twin and the checker, and links that were tampered with.

use shinpan_board::Board;
use shinpan_testkit::Dice;
use shinpan_twin::life::{ChainStatus, statuses_of};

use crate::analysis::Reading;
use crate::bits::Bits;
use crate::check;
use crate::ground::Ground;
use crate::proof::{Claim, Node, Proof, Step};
use crate::rounds::parts::tests::points_of;
use crate::rounds::{News, Side};
use crate::search::{Aim, Question, Search};
use crate::windows::tests::{READINGS, of_twin, state};

/// Each chain of a position led to what others prove of themselves, if it can be: the chains and the proofs.
fn links(
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
        let question = Question { owner, goal: Bits::NONE, aim: Aim::Live };
        let mut search = Search::new(&ground, question);
        for other in
            truth.iter().filter(|other| other.owner == owner && other.points != chain.points)
        {
            search.turn_to(points_of(board, other));
            if let Some(place) = search.run(&state, 100, None)
                && !search.found[place as usize].kept.meets(&goal)
            {
                search.stands(place);
            }
        }
        let mut side = Side::at_leisure(&state, reading, owner, vec![(at, goal)]);
        side.link(&mut search, (100, Some(4)), &mut keep(&mut found, at));
    }
    found
}

/// Keeps what is told of the only open chain.
pub(in crate::rounds) fn keep(found: &mut Vec<(usize, Proof)>, at: usize) -> impl FnMut(News) + '_ {
    move |news| {
        if let News::Decided { chains, proof, .. } = news {
            assert_eq!(chains, [at]);
            found.push((at, Proof::clone(&proof.expect("a proof"))));
        }
    }
}

/// Whether the checker accepts what is claimed of a chain.
pub(in crate::rounds) fn accepted(
    (board, codes): (&Board, &[u8]),
    (chain, claim): (&ChainStatus, Claim),
    reading: Reading,
    proof: &Proof,
) -> bool {
    let points: Vec<u16> = chain.points.iter().map(|&point| point as u16).collect();
    check(board, codes, reading, (chain.owner as u8, &points, claim), proof).is_ok()
}

/// Changes one thing of a link, so that the proof must fall.
fn tamper(proof: &mut Proof, dice: &mut Dice) -> Option<&'static str> {
    let at = dice.roll(proof.nodes.len());
    let last = proof.nodes.len() - 1;
    let node = &mut proof.nodes[at];
    match (&mut node.step, dice.roll(4)) {
        (Step::Linked(base, tree), 0) => {
            std::mem::swap(base, tree);
            Some("base and tree exchanged")
        }
        (Step::Linked(base, tree), 1) => {
            *tree = *base;
            Some("no tree")
        }
        (Step::Linked(_, tree), _) => {
            let tree = *tree;
            proof.nodes[tree].home.clear();
            Some("a tree that leads nowhere")
        }
        (Step::Reached, 0) => {
            node.home.clear();
            Some("reached nothing")
        }
        (Step::Reached, 1) => {
            let stone = *node.cover.first()?;
            node.stones[usize::from(stone)] = 0;
            Some("a stone removed")
        }
        (Step::Stands(certificate), 0 | 1) if !node.home.is_empty() => {
            certificate.eyes.pop()?;
            Some("an eye removed")
        }
        (Step::Other(answers), 2) => {
            answers.remove(dice.roll(answers.len()));
            Some("an answer dropped")
        }
        (_, 3) if at < last && !node.home.is_empty() => {
            // The tree alone proves nothing.
            proof.nodes.truncate(at + 1);
            Some("the tree alone")
        }
        _ => None,
    }
}

/// Changes one thing of a proof, so that it must fall, and says what.
type Tamper = fn(&mut Proof, &mut Dice) -> Option<&'static str>;

/// Holds what is claimed of chains of a position to the twin, to the checker, and to the checker once it is tampered with, so many times each.
/// Answers how many of those there were.
pub(in crate::rounds) fn hold_to(
    (board, codes, truth): (&Board, &[u8], &[ChainStatus]),
    claim: Claim,
    reading: Reading,
    found: &[(usize, Proof)],
    (times, tamper, dice): (usize, Tamper, &mut Dice),
) -> usize {
    let mut tampered = 0;
    for (at, proof) in found {
        let chain = &truth[*at];
        assert_eq!(chain.alive, claim == Claim::Lives, "{codes:?} {chain:?} {proof:?}");
        let holds = |proof: &Proof| accepted((board, codes), (chain, claim), reading, proof);
        assert!(holds(proof), "{codes:?} {proof:?}");
        for _ in 0..times {
            let mut other = proof.clone();
            if let Some(change) = tamper(&mut other, dice) {
                assert!(!holds(&other), "{change}: {codes:?} {other:?}");
                tampered += 1;
            }
        }
    }
    tampered
}

/// Holds the links of a position to the twin, to the checker, and to the checker once they are tampered with. Answers how
/// many there were, and how many of those tampered with.
fn hold(
    board: &Board,
    (codes, truth): (&[u8], &[ChainStatus]),
    reading: Reading,
    dice: &mut Dice,
) -> (usize, usize) {
    hold_those((board, codes, truth), reading, (4, |_| true), dice)
}

/// The same of those that end where chains live by what stands, and not always where they are led to others.
fn hold_what_stands(
    board: &Board,
    (codes, truth): (&[u8], &[ChainStatus]),
    reading: Reading,
    dice: &mut Dice,
) -> (usize, usize) {
    let stands = |node: &Node| !node.home.is_empty() && matches!(node.step, Step::Stands(_));
    let ends = |proof: &Proof| proof.nodes.iter().any(stands);
    hold_those((board, codes, truth), reading, (40, ends), dice)
}

/// The same of some of them, each tampered with so many times.
fn hold_those(
    about: (&Board, &[u8], &[ChainStatus]),
    reading: Reading,
    (times, wanted): (usize, impl Fn(&Proof) -> bool),
    dice: &mut Dice,
) -> (usize, usize) {
    let (board, codes, truth) = about;
    let mut found = links(board, codes, truth, reading);
    found.retain(|(_, proof)| wanted(proof));
    let tampered = hold_to(about, Claim::Lives, reading, &found, (times, tamper, dice));
    (found.len(), tampered)
}

/// What a position is held to, in a reading, by dice. Answers two counts.
pub(in crate::rounds) type Hold =
    fn(&Board, (&[u8], &[ChainStatus]), Reading, &mut Dice) -> (usize, usize);

/// Graphs with a chain that has two eyes, a point each, or more points of its own where anything may stand, and some points beside it
/// where anything may stand.
pub(in crate::rounds) fn beside_a_formation(
    seeds: std::ops::Range<u64>,
    (inside, open): (usize, usize),
    positions: usize,
    hold: Hold,
) -> (usize, usize) {
    let mut counts = (0, 0);
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let mut edges = vec![(0, 1), (0, 2)];
        for point in 3..=inside {
            edges.push((1 + dice.roll(point - 1), point));
            if dice.chance(2) {
                edges.push((0, point));
            }
        }
        let first = 1 + inside;
        for point in first..first + open {
            let near = if point == first { 0 } else { first + dice.roll(point - first) };
            edges.push((near, point));
        }
        for _ in 0..2 + dice.roll(4) {
            let (one, other) = (first + dice.roll(open), first + dice.roll(open));
            edges.push(if dice.chance(2) { (0, other) } else { (one.min(other), one.max(other)) });
        }
        edges.retain(|(one, other)| one != other);
        edges.sort_unstable();
        edges.dedup();
        let name = |point: usize| format!("p{point}");
        let names: Vec<String> = (0..first + open).map(name).collect();
        let edges: Vec<(String, String)> =
            edges.into_iter().map(|(one, other)| (name(one), name(other))).collect();
        let board = Board::graph(&names, &edges).expect("a graph");
        let before = if inside == 2 { vec![1, 0, 0] } else { vec![1] };
        let (one, other) = on_a_board(&board, &before, positions, &mut dice, hold);
        counts.0 += one;
        counts.1 += other;
    }
    counts
}

/// A board whose first points are given, and anything may stand on the others.
pub(in crate::rounds) fn on_a_board(
    board: &Board,
    before: &[u8],
    positions: usize,
    dice: &mut Dice,
    hold: Hold,
) -> (usize, usize) {
    let literal = of_twin(board);
    let mut some: Vec<Vec<u8>> = Vec::new();
    while some.len() < positions {
        let mut codes = before.to_vec();
        codes.extend((before.len()..board.len()).map(|_| [0, 0, 1, 2][dice.roll(4)]));
        if literal.is_legal(&codes) {
            some.push(codes);
        }
    }
    let mut counts = (0, 0);
    for (ours, theirs) in READINGS {
        for (codes, truth) in statuses_of(&literal, some.clone(), theirs) {
            let (one, other) = hold(board, (&codes, &truth), ours, dice);
            counts.0 += one;
            counts.1 += other;
        }
    }
    counts
}

/// A number of the environment.
pub(in crate::rounds) fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn what_is_linked_lives() {
    let (linked, tampered) = beside_a_formation(0..6, (2, 6), 20, hold);
    println!("{linked} {tampered}");
    assert!(linked > 20 && tampered > 20, "{linked} {tampered}");
}

#[test]
fn links_end_at_what_stands() {
    let (linked, tampered) = beside_a_formation(17..18, (2, 6), 80, hold_what_stands);
    println!("{linked} {tampered}");
    assert!(linked > 3 && tampered > 40, "{linked} {tampered}");
}

/// `SEEDS=500 OPEN=8 cargo test --release -p shinpan-life links -- --ignored --nocapture`.
#[test]
#[ignore = "takes long without optimisation"]
fn a_great_many_linked_live() {
    let (seeds, open) = (number("SEEDS", 50), number("OPEN", 7) as usize);
    println!("{:?}", beside_a_formation(0..seeds, (2, open), 100, hold));
}
