//! Counts the legal positions of a small board: every colouring in which each chain has a liberty.
//!
//! `cargo run --release -p shinpan-board --example legal_positions` counts the squares to 4x4 and
//! compares with the known numbers (OEIS A094777); with boards as arguments it counts those.

use std::process::ExitCode;

use shinpan_board::{Board, Position, Stone};

/// The numbers everybody agrees on.
const KNOWN: [(&str, u64); 4] = [("1x1", 1), ("2x2", 57), ("3x3", 12_675), ("4x4", 24_318_165)];

/// Colourings are counted like a number in base three; each is set up anew and checked.
fn count(board: &Board) -> u64 {
    let mut stones = vec![Stone::EMPTY; board.len()];
    let mut legal = 0;
    loop {
        legal += u64::from(Position::from_stones(board, 2, &stones).is_ok());
        let Some(place) = stones.iter().position(|stone| stone.code() < 2) else { return legal };
        stones[..place].fill(Stone::EMPTY);
        stones[place] = Stone::from_code(stones[place].code() + 1).unwrap_or_default();
    }
}

fn main() -> ExitCode {
    let boards: Vec<String> = std::env::args().skip(1).collect();
    if boards.is_empty() {
        for (spec, known) in KNOWN {
            let legal = Board::parse(spec).map(|board| count(&board));
            println!("{spec}: {}", legal.as_ref().map_or_else(ToString::to_string, u64::to_string));
            if legal != Ok(known) {
                println!("expected {known}");
                return ExitCode::FAILURE;
            }
        }
    }
    for spec in boards {
        match Board::parse(&spec) {
            Ok(board) if board.len() <= 20 => println!("{spec}: {}", count(&board)),
            Ok(_) => println!("{spec}: too large to count one by one"),
            Err(fault) => {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
