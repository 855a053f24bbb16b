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
