//! What is read in parts of the board and followed, against the slow twin and the checker.

use shinpan_board::Board;
use shinpan_testkit::Dice;
use shinpan_twin::life::{ChainStatus, statuses_of};

use super::{Parts, TURNS, Turn, turns};
use crate::analysis::{Reading, set};
use crate::bits::Bits;
use crate::check;
use crate::extract::extract;
use crate::ground::Ground;
use crate::local::{ANY, Extent, GLANCE, Local, Outlook};
use crate::proof::{Claim, Node, Proof, Step};
use crate::rounds::{News, Side};
use crate::search::{Aim, Place, Question, Search, Unsettled};
use crate::windows::tests::{READINGS, of_twin, some_positions, state};
use crate::zone::Elsewhere;

/// Reads for each chain, alone and as a side's work, and holds what is found to the twin and the checker. Answers how many
/// chains were read to live, and how many proofs followed.
fn hold(board: &Board, codes: &[u8], truth: &[ChainStatus], reading: Reading) -> (usize, usize) {
    let ground = Ground::<1>::of(board).expect("a small board");
    let state = state(&ground, board, codes);
    let (mut read, mut followed) = (0, 0);
    for (at, chain) in truth.iter().enumerate() {
        let (owner, goal) = (chain.owner, points_of(board, chain));
        for (points, along) in [(4, false), (7, true), (12, true)] {
            let extent = Extent { points, along };
            let mut part = Local::around(&ground, &state, owner, &goal, &Elsewhere::NONE, extent);
            let wins = part.read(&state, (100_000, ANY), &|| false) == Outlook::Won;
            assert!(!wins || chain.alive, "{codes:?} {chain:?} {points}");
            read += usize::from(wins);
        }
        let mut search = Search::new(&ground, Question { owner, goal: Bits::NONE, aim: Aim::Live });
        let before = followed;
        for turn in turns(200) {
            let side = Side::at_leisure(&state, reading, owner, vec![(at, goal)]);
            side.read(&mut search, turn, &mut |news| {
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
            if followed > before {
                break;
            }
        }
    }
    (read, followed)
}

/// The points of a chain.
pub(in crate::rounds) fn points_of(board: &Board, chain: &ChainStatus) -> Bits<1> {
    let points = chain.points.iter().map(|&point| board.point(point).expect("a point"));
    set(&points.collect::<Vec<_>>())
}

/// Whether the checker accepts that a chain lives by a proof of a search.
fn accepted(
    board: &Board,
    codes: &[u8],
    chain: &ChainStatus,
    reading: Reading,
    (search, found): (&Search<'_, 1>, u32),
) -> bool {
    let proof = extract(search, None, found).expect("a proof");
    let points: Vec<u16> = chain.points.iter().map(|&point| point as u16).collect();
    check(board, codes, reading, (chain.owner as u8, &points, Claim::Lives), &proof).is_ok()
}

/// Reads for each chain without some empty points. Answers where something was found: the position with stones of the opponent
/// on these points, and a point of the chain, which has to live there too.
fn hold_without(
    board: &Board,
    (codes, truth): (&[u8], &[ChainStatus]),
    reading: Reading,
    dice: &mut Dice,
) -> Vec<(Vec<u8>, usize)> {
    let ground = Ground::<1>::of(board).expect("a small board");
    let state = state(&ground, board, codes);
    let empty = state.empty(&ground);
    let mut filled = Vec::new();
    for chain in truth {
        let (owner, goal) = (chain.owner, points_of(board, chain));
        let mut free = Bits::NONE;
        empty.iter().filter(|_| dice.chance(4)).for_each(|point| free.insert(point));
        let mut search = Search::new(&ground, Question { owner, goal: Bits::NONE, aim: Aim::Live });
        let side = Side::at_leisure(&state, reading, owner, Vec::new());
        side.read_without(&mut search, &goal, &free);
        let (bases, left) = side.bases(&search, &goal, &free);
        if !left.is_empty() {
            continue;
        }
        assert!(chain.alive, "{codes:?} {chain:?}");
        for base in bases {
            assert!(!search.found[base as usize].zone.meets(&free), "{codes:?} {chain:?}");
            let stands = accepted(board, codes, chain, reading, (&search, base));
            assert!(stands, "{codes:?} {chain:?}");
        }
        let mut codes = codes.to_vec();
        free.iter().for_each(|point| codes[usize::from(point)] = 2 - owner as u8);
        filled.push((codes, chain.points[0]));
    }
    filled
}

/// Reads each chain together with what it might be led to, both in the same points. Answers how often it was found to live.
fn hold_jointly(board: &Board, (codes, truth): (&[u8], &[ChainStatus]), reading: Reading) -> usize {
    let ground = Ground::<1>::of(board).expect("a small board");
    let state = state(&ground, board, codes);
    let mut count = 0;
    let pairs = truth.iter().enumerate().flat_map(|one| truth.iter().map(move |two| (one, two)));
    for ((at, chain), other) in pairs {
        if chain.owner != other.owner || chain.points == other.points {
            continue;
        }
        let (owner, goal) = (chain.owner, points_of(board, chain));
        let question = Question { owner, goal: points_of(board, other), aim: Aim::Live };
        let mut search = Search::new(&ground, question);
        let Some(base) = search.run(&state, 1000, None) else { continue };
        if search.found[base as usize].kept.meets(&goal) {
            continue;
        }
        search.stands(base);
        for turn in turns(1600).filter(|turn| matches!(turn.parts, Parts::Joint)) {
            let side = Side::at_leisure(&state, reading, owner, vec![(at, goal)]);
            side.read(&mut search, turn, &mut |news| {
                if let News::Decided { proof, .. } = news {
                    assert!(chain.alive, "{codes:?} {chain:?}");
                    let proof = proof.expect("a proof");
                    let points: Vec<u16> = chain.points.iter().map(|&point| point as u16).collect();
                    let asked = (owner as u8, points.as_slice(), Claim::Lives);
                    check(board, codes, reading, asked, &proof).expect("accepted");
                    count += 1;
                }
            });
        }
    }
    count
}

/// The turns in which chains are read that others may be led to.
pub(in crate::rounds) fn turns_by_paths() -> impl Iterator<Item = &'static Turn> {
    TURNS.iter().filter(|turn| matches!(turn.parts, Parts::Without))
}

/// What is read and followed in positions by dice.
fn any_positions(board: &Board, count: usize, seed: u64) -> (usize, usize) {
    let (literal, some) = (of_twin(board), some_positions(board, count, seed));
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

#[test]
fn what_is_read_without_points_or_jointly_lives() {
    let mut dice = Dice::new(13);
    let (mut without, mut jointly) = (0, 0);
    for (columns, rows) in [(3, 3), (5, 2)] {
        let board = Board::rectangle(columns, rows).expect("a board");
        let (literal, some) = (of_twin(&board), some_positions(&board, 120, 14));
        for (ours, theirs) in READINGS {
            let mut filled = Vec::new();
            for (codes, truth) in statuses_of(&literal, some.clone(), theirs) {
                filled.extend(hold_without(&board, (&codes, &truth), ours, &mut dice));
                jointly += hold_jointly(&board, (&codes, &truth), ours);
            }
            filled.retain(|(codes, _)| literal.is_legal(codes));
            without += filled.len();
            let positions = filled.iter().map(|(codes, _)| codes.clone()).collect();
            for (codes, truth) in statuses_of(&literal, positions, theirs) {
                for (_, point) in filled.iter().filter(|(other, _)| *other == codes) {
                    let chain = truth.iter().find(|chain| chain.points.contains(point));
                    assert!(chain.expect("a chain").alive, "{codes:?} {point}");
                }
            }
        }
    }
    println!("{without} without points, {jointly} jointly");
    assert!(without > 50 && jointly > 10, "{without} without points, {jointly} jointly");
}

/// The proof that a chain of Black's lives, read in a part of some 20 points and followed; the checker accepts it.
fn followed(board: &Board, codes: &[u8], chain: &[u16]) -> Proof {
    let ground = Ground::<1>::of(board).expect("a small board");
    let state = state(&ground, board, codes);
    let goal: Bits<1> = chain.iter().copied().collect();
    let extent = Extent { points: 20, along: true };
    let mut part = Local::around(&ground, &state, 0, &goal, &Elsewhere::NONE, extent);
    assert_eq!(part.read(&state, (100_000, ANY), &|| false), Outlook::Won);
    let mut search = Search::new(&ground, Question { owner: 0, goal: Bits::NONE, aim: Aim::Live });
    let found = search.follow(&state, goal, part, (100_000, &|| false)).expect("followed");
    let proof = extract(&search, None, found).expect("a proof");
    check(board, codes, Reading::Basic, (0, chain, Claim::Lives), &proof).expect("accepted");
    proof
}

/// An answer that rests on no point of two moves serves for both, so that the proof has one tree for them.
#[test]
fn one_answer_serves_several_moves() {
    let board = Board::rectangle(7, 3).expect("a small board");
    // Five stones in the middle row.
    let mut codes = vec![0; board.len()];
    codes[8..13].fill(1);
    let shared = |node: &Node| match &node.step {
        Step::Other(answers) => {
            let mut trees: Vec<usize> = answers.iter().map(|answer| answer.1).collect();
            trees.sort_unstable();
            trees.windows(2).any(|two| two[0] == two[1])
        }
        _ => false,
    };
    assert!(followed(&board, &codes, &[8, 9, 10, 11, 12]).nodes.iter().any(shared));
}

/// What is taken from the owner stays so in a reading. On the board he may play there again, and be taken again: then another play is found.
#[test]
fn what_comes_back_is_played_otherwise() {
    let board = Board::rectangle(5, 4).expect("a small board");
    // ....X/...../.X.XX/X...X
    let codes = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 0, 1];
    followed(&board, &codes, &[11]);
}

#[test]
fn those_that_lack_least_are_read_first() {
    let board = Board::rectangle(5, 5).expect("a board");
    let ground = Ground::<1>::of(&board).expect("a small board");
    let mut codes = vec![0; board.len()];
    for point in [0, 4, 20, 24] {
        codes[point] = 1;
    }
    let state = state(&ground, &board, &codes);
    let mut search = Search::new(&ground, Question { owner: 0, goal: Bits::NONE, aim: Aim::Live });
    let open: Vec<(usize, Bits<1>)> =
        [0, 4, 20, 24].map(Bits::of).into_iter().enumerate().collect();
    let side = Side::at_leisure(&state, READINGS[0].0, 0, open);
    let (parts, terms) = (Parts::Around(2..4), (1000, 50));
    let hopeful = |search: &mut Search<'_, 1>| {
        let asked = side.asked(search, &parts);
        side.hopeful(search, asked, terms)
    };
    let unsettled =
        [(0, 2, 30, 10), (0, 3, 51, 10), (1, 2, 20, 1000), (1, 3, 40, 999), (2, 2, 7, 10)];
    for (number, shape, lacks, states) in unsettled {
        search.tried.readings.insert((number, Place::Around(shape)), Unsettled { lacks, states });
    }
    // What had no glance comes first; what lacks too much, or had as many states, is left out.
    let expected = [(3, 2), (2, 3), (3, 3), (2, 2), (0, 2), (1, 3)];
    let expected = expected.map(|(number, shape)| (number, Place::Around(shape)));
    assert_eq!(hopeful(&mut search), expected);
    // A reading leaves how much is lacking, and is not made again.
    for (number, place) in expected {
        let goal = side.points_of(number).expect("an open chain");
        assert_eq!(side.read_one(&mut search, (number, goal), place, terms), None);
        assert_eq!(search.tried.readings[&(number, place)].states, 1000);
    }
    assert!(hopeful(&mut search).is_empty());
    // What lacks too much after a glance may be read on when there is hope for it.
    let goal = side.points_of(0).expect("an open chain");
    assert_eq!(side.read_one(&mut search, (0, goal), Place::Around(3), (2 * GLANCE, 1)), None);
    let Unsettled { lacks, states } = search.tried.readings[&(0, Place::Around(3))];
    assert!(lacks > 1 && states == GLANCE, "{lacks} {states}");
}

/// `POSITIONS=2000 cargo test --release -p shinpan-life parts -- --ignored --nocapture`.
#[test]
#[ignore = "takes long without optimisation"]
fn a_great_many_read_live() {
    let positions = std::env::var("POSITIONS").ok().and_then(|text| text.parse().ok());
    let board = Board::rectangle(4, 3).expect("a board");
    println!("{:?}", any_positions(&board, positions.unwrap_or(200), 12));
}
