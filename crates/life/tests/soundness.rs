//! What is proved is so: the search against the slow twin, which writes down all states of a board.

mod common;

use common::{agree, boards, of_the_twin, random_stones, search};
use shinpan_board::Board;
use shinpan_life::Reading;
use shinpan_testkit::Dice;
use shinpan_twin::life::{all_statuses, statuses};

/// Every position of a board.
fn every_position(board: &Board, reading: Reading, nodes: u64) {
    let twin = common::twin(board);
    let (mut proved, mut all) = (0, 0);
    for (stones, expected) in all_statuses(&twin, of_the_twin(reading)) {
        let (some, of) = agree(board, &stones, &expected, reading, &search(nodes));
        proved += some;
        all += of;
    }
    println!("{} {reading:?}: {proved} of {all} chains proved", board.describe());
}

/// Random positions of a board, the twin asked about each.
fn random_positions(board: &Board, seed: u64, count: usize, nodes: u64) {
    let twin = common::twin(board);
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        let stones = random_stones(board, &mut dice);
        for reading in [Reading::Basic, Reading::KoPass] {
            let expected = statuses(&twin, &stones, of_the_twin(reading));
            agree(board, &stones, &expected, reading, &search(nodes));
        }
    }
}

#[test]
fn on_every_position_of_tiny_boards() {
    for board in boards("1x1 1x2 1x3 1x4 1x5 1x6 2x2 2x3 torus 2x3") {
        for reading in [Reading::Basic, Reading::KoPass] {
            every_position(&board, reading, 300);
        }
    }
}

#[test]
fn on_random_positions_of_small_boards() {
    for (seed, board) in boards("2x4 3x3 torus 3x3").iter().enumerate() {
        random_positions(board, seed as u64, 20, 300);
    }
}

#[test]
fn on_random_positions_of_small_graphs() {
    for seed in 0..12 {
        let board = common::random_graph(&mut Dice::new(seed), 8);
        random_positions(&board, seed, 4, 300);
    }
}

/// A great many positions; run in release when the search changes:
/// `cargo test --release -p shinpan-life --test soundness -- --ignored --nocapture`.
#[test]
#[ignore = "takes hours without optimisation"]
fn on_every_position_of_boards_of_up_to_twelve_points() {
    let names = std::env::var("BOARDS").unwrap_or("3x3 2x4 2x5 torus 3x3, 1x9, 3x4 2x6".into());
    let nodes = std::env::var("NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    for board in boards(&names) {
        for reading in [Reading::Basic, Reading::KoPass] {
            every_position(&board, reading, nodes);
        }
    }
}

/// A line a-q-x-p-y of eye space, in which the two chains are joined by a or else by b. White takes b,
/// Black has to take a, and q cuts nothing off any more: White takes p, and one eye is left.
#[test]
fn a_cut_has_to_last_when_pairs_are_filled() {
    let names = ["a", "q", "x", "p", "y", "b", "o", "e", "f", "s", "t"];
    let edges = [
        ("a", "q"),
        ("q", "x"),
        ("x", "p"),
        ("p", "y"),
        ("b", "o"),
        ("o", "e"),
        ("o", "f"),
        ("s", "a"),
        ("s", "b"),
        ("s", "q"),
        ("s", "x"),
        ("t", "a"),
        ("t", "b"),
        ("t", "p"),
        ("t", "y"),
    ];
    let board = Board::graph(&names, &edges).expect("a graph");
    let stones = [0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 1];
    let twin = common::twin(&board);
    let expected = statuses(&twin, &stones, of_the_twin(Reading::Basic));
    assert!(expected.iter().all(|chain| chain.alive == (chain.owner == 1)));
    agree(&board, &stones, &expected, Reading::Basic, &search(2000));
}

/// The search held to the table of all states, which is held to the twin in `exact.rs`: `SEEDS=1-1000`.
#[test]
#[ignore = "takes long without optimisation"]
fn on_random_positions_by_their_states() {
    let range = std::env::var("SEEDS").unwrap_or("1-200".into());
    let (from, to) = range.split_once('-').expect("SEEDS=FROM-TO");
    let (mut proved, mut all) = (0, 0);
    for seed in from.parse().expect("a number")..to.parse().expect("a number") {
        let mut dice = Dice::new(seed);
        let board = match dice.roll(6) {
            0 => boards("2x5").remove(0),
            1 => boards("3x3").remove(0),
            2 => boards("torus 3x3").remove(0),
            more => {
                let points = 2 * more + dice.roll(3);
                common::random_graph(&mut dice, points)
            }
        };
        for _ in 0..6 {
            let stones = common::lopsided_stones(&board, &mut dice);
            for reading in [Reading::Basic, Reading::KoPass] {
                let (some, of) = common::consistent(&board, &stones, reading, 60, 1 << 20);
                proved += some;
                all += of;
            }
        }
    }
    println!("{proved} of {all} chains proved");
}
