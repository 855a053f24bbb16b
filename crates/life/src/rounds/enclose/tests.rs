//! What is shut in beside proofs, alone, against the slow twin and the checker, and such proofs that were tampered with.

use shinpan_board::Board;
use shinpan_testkit::Dice;
use shinpan_twin::life::ChainStatus;

use crate::analysis::Reading;
use crate::bits::Bits;
use crate::check;
use crate::ground::Ground;
use crate::proof::{Certificate, Claim, Cluster, Eye, Node, Proof, Step};
use crate::rounds::links::tests::{beside_a_formation, hold_to, keep, number, on_a_board};
use crate::rounds::parts::tests::points_of;
use crate::rounds::{FIRST, MORE, Side};
use crate::search::{Aim, Question, Search};
use crate::state::State;
use crate::windows::tests::state;

/// Each chain of a position shut in by what the other side's chains prove of themselves, if it can be, by the search and by what is read: the
/// chains and the proofs.
fn enclosed(
    board: &Board,
    codes: &[u8],
    truth: &[ChainStatus],
    reading: Reading,
) -> Vec<(usize, Proof)> {
    against_each(board, codes, truth, |at, (state, goal), (kills, lives), found| {
        let owner = truth[at].owner;
        for other in truth.iter().filter(|other| other.owner != owner) {
            lives.turn_to(points_of(board, other));
            if let Some(place) = lives.run(state, 100, None) {
                lives.stands(place);
            }
        }
        let side = || Side::at_leisure(state, reading, owner, vec![(at, goal)]);
        side().enclose((&mut *kills, &mut *lives), 200, &mut keep(found, at));
        side().prey((kills, lives), FIRST * MORE, &mut keep(found, at));
        found.retain(|(_, proof)| matches!(proof.nodes.last().unwrap().step, Step::Linked(..)));
    })
}

/// What some work against each chain of a position finds, with a search against it and one for the life of the other side's: the chains by their
/// places, and the proofs.
pub(in crate::rounds) fn against_each(
    board: &Board,
    codes: &[u8],
    truth: &[ChainStatus],
    work: impl for<'s, 'g> Fn(
        usize,
        (&State<1>, Bits<1>),
        (&'s mut Search<'g, 1>, &'s mut Search<'g, 1>),
        &mut Vec<(usize, Proof)>,
    ),
) -> Vec<(usize, Proof)> {
    let ground = Ground::<1>::of(board).expect("a small board");
    let state = state(&ground, board, codes);
    let mut found = Vec::new();
    for (at, chain) in truth.iter().enumerate() {
        let owner = chain.owner;
        let search = |owner, aim| Search::new(&ground, Question { owner, goal: Bits::NONE, aim });
        let (mut kills, mut lives) = (search(owner, Aim::Kill), search(owner ^ 1, Aim::Live));
        work(at, (&state, points_of(board, chain)), (&mut kills, &mut lives), &mut found);
    }
    found
}

/// Changes one thing of such a proof, so that it must fall.
fn tamper(proof: &mut Proof, dice: &mut Dice) -> Option<&'static str> {
    let last = proof.nodes.len() - 1;
    let root = proof.nodes[last].clone();
    let Step::Linked(base, tree) = root.step else { return None };
    let free = |point: &u16| root.stones[usize::from(*point)] == 0;
    let any = |points: &[u16], dice: &mut Dice| {
        (!points.is_empty()).then(|| points[dice.roll(points.len())])
    };
    match dice.roll(18) {
        0 => {
            proof.nodes[last].step = Step::Linked(tree, base);
            Some("base and tree exchanged")
        }
        1 => {
            proof.nodes[last].step = Step::Linked(base, base);
            Some("no tree")
        }
        2 => {
            proof.nodes[last].step = Step::Linked(tree, tree);
            Some("no base")
        }
        3 => {
            proof.nodes.iter_mut().for_each(|node| node.home.clear());
            Some("walls that nothing keeps")
        }
        4 => {
            proof.nodes.truncate(tree + 1);
            Some("the tree alone")
        }
        5 => {
            proof.nodes[base].kept.clear();
            Some("a proof that keeps nothing")
        }
        6 => {
            let shared = proof.nodes[tree].zone.iter().copied().filter(free).collect::<Vec<_>>();
            let point = any(&shared, dice)?;
            proof.nodes[base].zone.push(point);
            Some("a point that both need")
        }
        7 => {
            proof.nodes[last].claim = Claim::Lives;
            Some("life")
        }
        8 => {
            proof.nodes[last].owner ^= 1;
            Some("somebody else's")
        }
        9 => {
            // Only the killer, who is to move, needs no ban.
            let at = [base, tree][dice.roll(2)];
            let node = &mut proof.nodes[at];
            let open: Vec<u16> = node.zone.iter().copied().filter(free).collect();
            let moves = matches!(node.step, Step::Own(..));
            node.ban = Some(any(&open, dice).filter(|_| !moves)?);
            Some("a part that rests on a ban")
        }
        10 => {
            let (mut more, mut play) = (root.clone(), root);
            play.step = Step::Own(None, last);
            more.step = Step::Again(last);
            proof.nodes.push(if dice.chance(2) { more } else { play });
            Some("a whole as a part")
        }
        11 => {
            let at = any(&ends(proof), dice)?;
            let node = &mut proof.nodes[usize::from(at)];
            node.step = Step::Walled(vec![base]);
            Some("the same proof as a wall")
        }
        12 => {
            // A stone that the base does not keep, in all homes.
            let kept = |point: &u16| proof.nodes[base].kept.contains(point);
            let others: Vec<u16> = root.zone.iter().copied().filter(|point| !kept(point)).collect();
            let stone = any(&others, dice)?;
            let beside = |node: &&mut Node| !node.home.is_empty();
            proof.nodes.iter_mut().filter(beside).for_each(|node| node.home.push(stone));
            Some("a wall more")
        }
        13 => {
            let at = any(&ends(proof), dice)?;
            let node = &mut proof.nodes[usize::from(at)];
            let wall: Vec<u16> =
                node.home.iter().copied().filter(|p| node.zone.contains(p)).collect();
            let stone = any(&wall, dice)?;
            node.stones[usize::from(stone)] = 0;
            Some("a stone of a wall removed")
        }
        14 => {
            let node = &mut proof.nodes[base];
            node.cover.clear();
            (node.claim, node.step) = (Claim::NeverLives, Step::Walled(Vec::new()));
            Some("a base that shows no life")
        }
        15 => {
            proof.nodes[tree].cover.clear();
            Some("a tree about nothing")
        }
        _ => {
            let at = dice.roll(last);
            let Step::Other(answers) = &mut proof.nodes[at].step else { return None };
            answers.remove(dice.roll(answers.len()));
            Some("an answer dropped")
        }
    }
}

/// The nodes of a proof that say what walls shut in.
fn ends(proof: &Proof) -> Vec<u16> {
    let end = |at: &u16| matches!(proof.nodes[usize::from(*at)].step, Step::Walled(_));
    (0..proof.nodes.len() as u16).filter(end).collect()
}

/// Holds what is shut in in a position to the twin, to the checker, and to the checker once it is tampered with. Answers how
/// many there were, and how many of those tampered with.
fn hold(
    board: &Board,
    (codes, truth): (&[u8], &[ChainStatus]),
    reading: Reading,
    dice: &mut Dice,
) -> (usize, usize) {
    let found = enclosed(board, codes, truth, reading);
    let about = (board, codes, truth);
    let tampered = hold_to(about, Claim::NeverLives, reading, &found, (8, tamper, dice));
    (found.len(), tampered)
}

/// A node with these points as its zone, its cover, and what it keeps.
fn node(
    (owner, claim): (u8, Claim),
    stones: &[u8],
    (zone, cover, kept): (&[u16], &[u16], &[u16]),
    step: Step,
) -> Node {
    let (zone, cover, kept) = (zone.to_vec(), cover.to_vec(), kept.to_vec());
    let (stones, home) = (stones.to_vec(), Vec::new());
    Node { owner, claim, stones, ban: None, zone, cover, kept, home, step }
}

#[test]
fn wholes_of_other_parts_are_rejected() {
    // A chain of Black's next to three points in a row, and a stone of White's and a point next to each other and to the chain.
    let names = ["chain", "left", "middle", "right", "white", "beside"];
    let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (0, 4), (0, 5), (4, 5)];
    let edges = edges.map(|(one, other)| (names[one], names[other]));
    let board = Board::graph(&names, &edges).expect("a graph");
    let (before, after) = ([1, 0, 0, 0, 2, 0], [1, 0, 1, 0, 2, 0]);
    let two_eyes = || {
        let eye = |point| Eye { points: vec![point], of: vec![0], pairs: Vec::new(), split: None };
        let cluster = Cluster { stones: vec![0, 2], pairs: Vec::new() };
        Step::Stands(Certificate { clusters: vec![cluster], eyes: vec![eye(1), eye(3)] })
    };
    let (black_lives, white_lives) = ((0, Claim::Lives), (1, Claim::Lives));
    let (black_dies, white_dies) = ((0, Claim::NeverLives), (1, Claim::NeverLives));
    let home: &[u16] = &[0, 1, 2, 3];
    let stands = node(black_lives, &after, (home, &[0, 2], &[0, 2]), two_eyes());
    let played = node(black_lives, &before, (home, &[0], &[0]), Step::Own(Some(2), 0));
    let walled = |stones, zone| {
        let end = node(white_dies, stones, (zone, &[4, 5], &[]), Step::Walled(Vec::new()));
        Node { home: vec![0], ..end }
    };
    let whole = |stones, step| node(white_dies, stones, (&[0, 1, 2, 3, 4, 5], &[4], &[]), step);
    let holds = |stones: &[u8], (owner, point), nodes: &[&Node]| {
        let proof = Proof { nodes: nodes.iter().map(|&node| node.clone()).collect() };
        check(&board, stones, Reading::Basic, (owner, &[point], Claim::NeverLives), &proof)
    };
    let shut_in = walled(&after, &[0, 2, 4, 5]);
    let nodes = [&stands, &shut_in, &whole(&after, Step::Linked(0, 1))];
    assert_eq!(holds(&after, (1, 4), &nodes), Ok(()));
    // Black, who is to move in the base.
    let shut_in = walled(&before, &[0, 4, 5]);
    let nodes = [&stands, &played, &shut_in, &whole(&before, Step::Linked(1, 2))];
    assert!(holds(&before, (1, 4), &nodes).is_err());
    // That Black lives, and that White has no eyes where Black stands.
    let nothing = node(white_lives, &after, (&[], &[], &[]), Step::Windows(Vec::new(), Vec::new()));
    let dies = node(black_dies, &after, (home, &[0], &[]), Step::Linked(0, 1));
    let others = node(white_dies, &after, (home, &[0], &[]), two_eyes());
    assert_eq!(holds(&after, (1, 0), &[&others]), Ok(()));
    for part in [&stands, &others] {
        assert!(holds(&after, (0, 0), &[&nothing, part, &dies]).is_err());
    }
}

#[test]
fn what_is_shut_in_beside_proofs_never_lives() {
    let counts =
        [beside_a_formation(0..4, (2, 6), 20, hold), beside_a_formation(2..5, (4, 5), 20, hold)];
    println!("{counts:?}");
    assert!(counts.iter().all(|&(shut_in, tampered)| shut_in > 20 && tampered > 100), "{counts:?}");
}

/// `SEEDS=500 OPEN=8 cargo test --release -p shinpan-life enclose -- --ignored --nocapture`.
#[test]
#[ignore = "takes long without optimisation"]
fn a_great_many_shut_in_beside_proofs_never_live() {
    let (seeds, open) = (number("SEEDS", 50), number("OPEN", 7) as usize);
    println!("{:?}", beside_a_formation(0..seeds, (2, open), 100, hold));
    println!("{:?}", beside_a_formation(0..seeds, (5, open - 2), 100, hold));
    // On a rectangle a chain along the first two rows has two eyes there.
    let board = Board::rectangle(3, 4).expect("a board");
    let before = [0, 1, 0, 1, 1, 1];
    println!("{:?}", on_a_board(&board, &before, 300, &mut Dice::new(seeds), hold));
}
