//! Any text as a ruleset; what is accepted can be played.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use shinpan_board::Board;
use shinpan_rules::{Game, Move, Ruleset, Setup, Status};

fuzz_target!(|text: &str| {
    let ruleset = match Ruleset::read(text) {
        Ok(read) => read.ruleset,
        Err(fault) => {
            let told = fault.to_string();
            assert!(told.len() < 8000, "a message of {} bytes", told.len());
            return;
        }
    };
    ruleset.check().expect("what is read is coherent");
    assert_eq!(Ruleset::from_toml(&ruleset.to_toml()).expect("what is written is read"), ruleset);
    let players = usize::from(ruleset.players.least);
    let board = Arc::new(Board::parse("2x2").expect("a board"));
    let mut game = Game::new(Arc::new(ruleset), &Setup::empty(board, players)).expect("a game");
    for number in 0..200_usize {
        if *game.status() != Status::InPlay {
            break;
        }
        // Any walk will do: passes now and then, and the plays in turn.
        let legal = game.legal();
        let made = match legal.get(number * 7 % (legal.len() + 1)) {
            Some(&point) => Move::Play(point),
            None => Move::Pass,
        };
        game.play(made).expect("a legal move");
        game.position().validate(game.board()).expect("a sound position");
        drop(game.banned());
    }
});
