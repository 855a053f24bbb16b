use shinpan_board::{Board, Position, parse_rows};

use super::{Learner, WEIGHTS};
use crate::local::odds::read;

#[test]
fn what_won_is_found_to_be_likelier() {
    let board = Board::rectangle(7, 5).expect("a board");
    let rows = "...XO..\n...XO..\n...XO..\n...XO..\n...XO..";
    let stones = parse_rows(&board, rows).expect("stones");
    let position = Position::from_stones(&board, 2, &stones).expect("a position");
    let mut learner = Learner::default();
    learner.read(&board, &position, 50_000);
    assert!(learner.examples() > 20, "{}", learner.examples());
    let text = learner.weights();
    let numbers = text.lines().filter(|line| !line.starts_with('#'));
    let numbers = numbers.flat_map(str::split_whitespace).count();
    let weights = read(&text);
    assert_eq!([numbers, weights.len()], [WEIGHTS; 2]);
    let (mut learned, mut chance) = (0.0, 0.0);
    for example in &learner.examples {
        learned += example.odds(&weights)[example.won];
        chance += 1.0 / example.plays.len() as f32;
    }
    assert!(learned > 1.4 * chance, "{learned} {chance}");
}
