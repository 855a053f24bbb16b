//! The solvers held against the oracle, known values and the laws of the rulesets.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counters;
mod endgame;
mod findings;
mod kee;
mod lines;
mod loopy;
mod returns;
mod segments;
mod several;
mod strategies;
mod superko;
mod tables;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Player, parse_rows};
use shinpan_rules::{Game, Ruleset, Setup};
use shinpan_solve::{End, Limits, Progress, Solution, solve};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Limits that stop after so many nodes.
pub(crate) fn nodes(nodes: u64) -> Limits<'static> {
    Limits { nodes, memory: 64 << 20, stop: &NEVER, progress: &|_: Progress| {} }
}

/// An empty board under a ruleset.
pub(crate) fn empty(rules: &str, board: &str) -> Game {
    let board = Arc::new(Board::parse(board).unwrap());
    let rules = Arc::new(Ruleset::builtin(rules).unwrap());
    Game::new(rules, &Setup::empty(board, 2)).unwrap()
}

/// A position with White to move.
pub(crate) fn set_up(rules: &str, board: &str, rows: &str) -> Game {
    let mut setup = Setup::empty(Arc::new(Board::parse(board).unwrap()), 2);
    setup.stones = parse_rows(&setup.board, rows).unwrap();
    setup.to_move = Player::WHITE;
    Game::new(Arc::new(Ruleset::builtin(rules).unwrap()), &setup).unwrap()
}

/// The value of an empty board.
pub(crate) fn value(rules: &str, board: &str) -> Solution {
    solve(&empty(rules, board), &nodes(u64::MAX))
}

/// A margin in whole points.
pub(crate) fn points(points: i64) -> End {
    End::Margin(points.into())
}

/// Two walls with eyes of a point each, a row of neutral points between them.
pub(crate) fn neutral(side: usize, neutral: usize) -> String {
    let middle = side / 2;
    let row = |row: usize| -> String {
        let sign = |column: usize| {
            let eye = (row == 1 || row == side - 2) && (column == 1 || column == side - 2);
            match (eye || (column == middle && row < neutral), column <= middle) {
                (true, _) => '.',
                (false, true) => 'X',
                (false, false) => 'O',
            }
        };
        (0..side).map(sign).collect()
    };
    (0..side).map(row).collect::<Vec<_>>().join("\n")
}
