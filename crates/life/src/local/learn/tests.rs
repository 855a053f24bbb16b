use shinpan_board::{Board, Position, parse_rows};

use super::Learner;
use crate::local::odds::{ALL, SUMS, Weights};

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
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let numbers = lines.flat_map(str::split_whitespace).count();
    assert_eq!(numbers, ALL * (SUMS + 1) + 2 * SUMS);
    let weights = Weights::read(&text);
    let (mut learned, mut chance) = (0.0, 0.0);
    for example in &learner.examples {
        let odds = example.odds(&weights);
        learned +=
            odds.iter().zip(&example.wanted).map(|(odds, wanted)| odds * wanted).sum::<f32>();
        chance += 1.0 / example.plays.len() as f32;
    }
    assert!(learned > 1.25 * chance, "{learned} {chance}");
}
