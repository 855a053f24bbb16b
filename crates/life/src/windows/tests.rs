//! Windows alone against the slow twin: those that are found, and any that the checker accepts.

use shinpan_board::{Board, Player, Position, Stone};
use shinpan_testkit::Dice;
use shinpan_twin::life::{self as twin, ChainStatus, all_statuses, statuses_of};

use super::{Memory, Windows};
use crate::analysis::{Reading, set};
use crate::bits::Bits;
use crate::check;
use crate::extract::extract;
use crate::ground::Ground;
use crate::proof::{Claim, Node, Proof, Step, Window};
use crate::search::{Aim, Question, Search};
use crate::state::State;

pub(crate) const READINGS: [(Reading, twin::Reading); 2] =
    [(Reading::Basic, twin::Reading::Basic), (Reading::KoPass, twin::Reading::KoPass)];

pub(crate) fn of_twin(board: &Board) -> twin::Board {
    let near = |point| board.neighbours(point).map(|near| near.index()).collect();
    twin::Board { neighbours: board.points().map(near).collect() }
}

/// Legal positions by dice, mostly of one side's stones.
pub(crate) fn some_positions(board: &Board, count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut dice = Dice::new(seed);
    let literal = of_twin(board);
    let mut some: Vec<Vec<u8>> = Vec::new();
    while some.len() < count {
        let codes: Vec<u8> = (0..board.len()).map(|_| [0, 0, 1, 1, 2][dice.roll(5)]).collect();
        if literal.is_legal(&codes) {
            some.push(codes);
        }
    }
    some
}

pub(crate) fn state(ground: &Ground<1>, board: &Board, codes: &[u8]) -> State<1> {
    let stones: Vec<Stone> =
        codes.iter().map(|&code| Stone::from_code(code).expect("two players")).collect();
    let position = Position::from_stones(board, 2, &stones).expect("a position");
    let of = |player: Player| -> Bits<1> {
        let chains = position.chains(board).into_iter();
        let own = chains.filter(|points| position.stone(points[0]).player() == Some(player));
        own.fold(Bits::NONE, |stones, points| stones | set(&points))
    };
    State::new(ground, [of(Player::BLACK), of(Player::WHITE)])
}

/// Holds what windows prove to the twin, and the proofs to the checker. Answers how many chains live by them.
fn found(board: &Board, codes: &[u8], truth: &[ChainStatus], reading: Reading) -> usize {
    let ground = Ground::<1>::of(board).expect("a small board");
    let state = state(&ground, board, codes);
    let mut count = 0;
    for owner in 0..2 {
        let goal = Bits::NONE;
        let mut search = Search::new(&ground, Question { owner, goal, aim: Aim::Live });
        for tied in
            Windows::new(&ground, &state, owner, &[], (12, 0), &mut Memory::default(), &|| false)
                .find()
        {
            let at = search.tie(&state, &tied, Box::new([]));
            let proof = extract(&search, None, at).expect("a proof");
            let covers = |chain: &&ChainStatus| tied.stones.has(chain.points[0] as u16);
            for chain in truth.iter().filter(covers) {
                assert!(chain.alive, "{codes:?} {chain:?} {:?}", tied.windows);
                let points: Vec<u16> = chain.points.iter().map(|&point| point as u16).collect();
                let about = (owner as u8, points.as_slice(), Claim::Lives);
                assert_eq!(check(board, codes, reading, about, &proof), Ok(()), "{codes:?}");
                count += 1;
            }
        }
    }
    count
}

/// Windows chosen by dice: points, chains and eyes.
fn any_windows(dice: &mut Dice, codes: &[u8], chains: &[&ChainStatus]) -> Vec<Window> {
    let own = chains[0].owner as u8 + 1;
    let mut open: Vec<u16> = (0..codes.len() as u16).collect();
    open.retain(|&point| codes[usize::from(point)] != own);
    let mut windows = Vec::new();
    for _ in 0..=dice.roll(3) {
        let share = 1 + dice.roll(4);
        let (points, rest): (Vec<u16>, Vec<u16>) =
            open.into_iter().partition(|_| dice.roll(4) < share);
        open = rest;
        let groups = chains.iter().filter(|_| dice.roll(4) > 0);
        let groups = groups.map(|chain| chain.points[0] as u16).collect();
        windows.push(Window { points, groups, eyes: dice.roll(3) as u8 });
    }
    windows
}

/// Holds whatever windows the checker accepts to the twin. Answers how many were accepted.
fn accepted(board: &Board, codes: &[u8], truth: &[ChainStatus], dice: &mut Dice) -> usize {
    let mut count = 0;
    for owner in 0..2 {
        let chains: Vec<&ChainStatus> = truth.iter().filter(|chain| chain.owner == owner).collect();
        let Some(asked) = chains.first() else { continue };
        let points: Vec<u16> = asked.points.iter().map(|&point| point as u16).collect();
        let everything: Vec<u16> = (0..codes.len() as u16).collect();
        for _ in 0..8 {
            let node = Node {
                owner: owner as u8,
                claim: Claim::Lives,
                stones: codes.to_vec(),
                ban: None,
                zone: everything.clone(),
                cover: points.clone(),
                kept: points.clone(),
                home: Vec::new(),
                step: Step::Windows(Vec::new(), any_windows(dice, codes, &chains)),
            };
            let proof = Proof { nodes: vec![node] };
            let about = (owner as u8, points.as_slice(), Claim::Lives);
            if check(board, codes, Reading::Basic, about, &proof).is_ok() {
                assert!(asked.alive, "{codes:?} {asked:?} {proof:?}");
                count += 1;
            }
        }
    }
    count
}

/// Every position of some boards. Answers the chains found to live, and the windows by dice that were accepted.
fn every_position(names: &str) -> (usize, usize) {
    let mut dice = Dice::new(1);
    let mut counts = (0, 0);
    for name in names.split_whitespace() {
        let board = Board::parse(name).expect("a board");
        for (ours, theirs) in READINGS {
            for (codes, truth) in all_statuses(&of_twin(&board), theirs) {
                counts.0 += found(&board, &codes, &truth, ours);
                counts.1 += accepted(&board, &codes, &truth, &mut dice);
            }
        }
    }
    counts
}

#[test]
fn what_lives_by_windows_lives() {
    let (found, accepted) = every_position("1x5 1x6 2x2 2x3");
    assert!(found > 50 && accepted > 50, "{found} {accepted}");
}

#[test]
fn what_lives_by_windows_on_graphs_lives() {
    for seed in 0..4 {
        let mut dice = Dice::new(seed);
        let names: Vec<String> = (0..8).map(|point| format!("p{point}")).collect();
        let mut edges: Vec<(usize, usize)> =
            (1..8).map(|point| (dice.roll(point), point)).collect();
        for _ in 0..5 {
            let (one, other) = (dice.roll(8), dice.roll(8));
            let edge = (one.min(other), one.max(other));
            if one != other && !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        let edges: Vec<(String, String)> = edges
            .into_iter()
            .map(|(one, other)| (names[one].clone(), names[other].clone()))
            .collect();
        let board = Board::graph(&names, &edges).expect("a graph");
        let literal = of_twin(&board);
        let positions: Vec<Vec<u8>> =
            literal.positions().into_iter().filter(|_| dice.roll(40) == 0).collect();
        for (ours, theirs) in READINGS {
            for (codes, truth) in statuses_of(&literal, positions.clone(), theirs) {
                found(&board, &codes, &truth, ours);
                accepted(&board, &codes, &truth, &mut dice);
            }
        }
    }
}

/// `BOARDS="3x3 2x4 2x5 3x4" cargo test --release -p shinpan-life windows -- --ignored --nocapture`.
#[test]
#[ignore = "takes long without optimisation"]
fn what_lives_by_windows_on_small_boards_lives() {
    let names = std::env::var("BOARDS").unwrap_or("3x3 2x4 1x8".into());
    println!("{:?}", every_position(&names));
}
