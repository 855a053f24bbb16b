//! Any text as a diagram of any grid: what is read is drawn the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan_board::{Board, MAX_PLAYERS, Position, parse_rows, symbol};

fuzz_target!(|input: (u8, u8, bool, &str)| {
    let (columns, rows, torus, text) = input;
    let (columns, rows) = (usize::from(columns % 54), usize::from(rows % 54));
    let board = if torus { Board::torus(columns, rows) } else { Board::rectangle(columns, rows) };
    let Ok(board) = board else { return };
    let Ok(stones) = parse_rows(&board, text) else { return };
    let drawn: String = stones.iter().map(|&stone| symbol(stone)).collect();
    let plain: String = text.to_uppercase().chars().filter(|c| !c.is_whitespace()).collect();
    assert_eq!(drawn, plain);
    if let Ok(position) = Position::from_stones(&board, MAX_PLAYERS, &stones) {
        position.validate(&board).expect("a sound position");
        assert_eq!(position.diagram(&board).concat(), drawn);
        assert_eq!(parse_rows(&board, &position.diagram(&board).join("\n")), Ok(stones));
    }
});
