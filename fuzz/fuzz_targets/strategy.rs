//! Any text as strategies: what is read is written the same, and checked without a panic.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use shinpan_board::Board;
use shinpan_rules::{Game, Ruleset, Setup};
use shinpan_solve::{Strategy, check};

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let choice = usize::from(choice);
    let board = Arc::new(Board::parse(["2x1", "1x1", "2x2"][choice % 3]).expect("a board"));
    let Ok(strategies) = Strategy::read(text, &board) else { return };
    let written: String = strategies.iter().map(|strategy| strategy.to_text(&board)).collect();
    assert_eq!(Strategy::read(&written, &board).as_ref(), Ok(&strategies));
    let name = ["aga", "kee", "japanese-1989", "long-cycle-1"][choice / 3 % 4];
    let ruleset = Arc::new(Ruleset::builtin(name).expect("a ruleset"));
    let game = Game::new(ruleset, &Setup::empty(board, 2)).expect("a game");
    for strategy in &strategies {
        drop(check(&game, strategy, None));
    }
});
