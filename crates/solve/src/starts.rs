//! Games that begin with positions of a table, for tests.

use std::sync::Arc;

use shinpan_board::{Board, Player, Stone};
use shinpan_rules::{Game, Ruleset, Setup};

use crate::compact::Stones;

/// A game that begins with some stones, a player to move.
pub(crate) fn start(
    rules: &Arc<Ruleset>,
    board: &Arc<Board>,
    stones: Stones<u32>,
    to_move: usize,
) -> Game {
    let mut setup = Setup::empty(Arc::clone(board), 2);
    let codes = stones.codes(board.len());
    setup.stones = codes.into_iter().map(|code| Stone::from_code(code).unwrap()).collect();
    setup.to_move = [Player::BLACK, Player::WHITE][to_move];
    Game::new(Arc::clone(rules), &setup).unwrap()
}
