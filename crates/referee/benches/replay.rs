//! Real games replayed with every move ruled on: the records in `examples/`, and those of the folder
//! named by `SHINPAN_RECORDS`, if it is set.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use shinpan_board::{Player, Position};
use shinpan_referee::{Action, Options, Record, What, judge};
use shinpan_rules::{Game, Move, Ruleset, Setup};

fn main() {
    divan::main();
}

/// The moves of each 19x19 record that begins on an empty board, up to the first that is not legal.
fn games() -> Vec<Vec<(Player, Move)>> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut folders = vec![examples];
    folders.extend(std::env::var_os("SHINPAN_RECORDS").map(Into::into));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let mut games = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "sgf")) {
        let record = Record::read(&std::fs::read(path).unwrap(), 1, &[]).unwrap();
        let empty = record.stones.iter().all(|stone| stone.is_empty());
        if record.board.len() != 361 || !empty || record.to_move != Player::BLACK {
            continue;
        }
        let rules = Ruleset::read("chinese-ogs").unwrap();
        let options = Options { rules: Some(rules), ..Options::default() };
        let legal = judge(&record, &options).unwrap().report.moves;
        let moves = record.entries.iter().filter_map(|entry| match entry.what {
            What::Act(Action::Move(player, made)) => Some((player, made)),
            _ => None,
        });
        games.push(moves.take(legal).collect());
    }
    games
}

/// Every move checked for turn, suicide and positional superko over the whole game.
#[divan::bench]
fn superko(bencher: Bencher<'_, '_>) {
    let games = games();
    let board = Arc::new(shinpan_board::Board::rectangle(19, 19).unwrap());
    let ruleset = Arc::new(Ruleset::read("chinese-ogs").unwrap().ruleset);
    let start = Game::new(ruleset, &Setup::empty(board, 2)).unwrap();
    let moves: usize = games.iter().map(Vec::len).sum();
    bencher.counter(ItemsCount::new(moves)).bench(|| {
        let mut made = 0;
        for moves in &games {
            let mut game = start.clone();
            for &(player, one) in moves {
                assert_eq!(game.to_move(), player);
                game.play(one).unwrap();
            }
            made += game.moves_made();
        }
        assert_eq!(made, moves);
    });
}

/// The board alone: every move checked for suicide, nothing remembered.
#[divan::bench]
fn bare_board(bencher: Bencher<'_, '_>) {
    let games = games();
    let board = shinpan_board::Board::rectangle(19, 19).unwrap();
    let moves: usize = games.iter().map(Vec::len).sum();
    bencher.counter(ItemsCount::new(moves)).bench(|| {
        let mut made = 0;
        for moves in &games {
            let mut position = Position::empty(&board);
            for &(player, one) in moves {
                if let Move::Play(point) = one {
                    assert!(!position.is_suicide(&board, point, player));
                    position.place(&board, point, player);
                }
                made += 1;
            }
        }
        assert_eq!(made, moves);
    });
}

/// From the bytes of the file to the whole ruling.
#[divan::bench]
fn read_and_judge(bencher: Bencher<'_, '_>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/gnugo-19x19.sgf");
    let bytes = std::fs::read(path).unwrap();
    bencher.counter(ItemsCount::new(292_usize)).bench(|| {
        let record = Record::read(&bytes, 1, &[]).unwrap();
        let judged = judge(&record, &Options::default()).unwrap();
        assert_eq!(judged.report.moves, 292);
    });
}
