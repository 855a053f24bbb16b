//! Games that begin with positions of a table, for tests.

use std::sync::Arc;

use shinpan_board::{Board, Player, Stone};
use shinpan_rules::{Game, Komi, Ruleset, Setup};

use crate::compact::Stones;
use crate::loopy::with_draws;
use crate::value::End;

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

/// The same beginning under another ruleset, at the komi of what it is worth, for which there are bounds with and against draws, and so
/// many half points more.
pub(crate) fn near_its_value(
    base: &Game,
    rules: &Arc<Ruleset>,
    board: &Arc<Board>,
    (low, high): (End, End),
    halves: i64,
) -> Game {
    let value = with_draws(low, high).margin().unwrap_or_default();
    let setup = Setup {
        stones: base.position().stones().collect(),
        to_move: base.to_move(),
        komi: Komi::from_halves((value * 2).to_integer() + halves).unwrap(),
        ..Setup::empty(Arc::clone(board), 2)
    };
    Game::new(Arc::clone(rules), &setup).unwrap()
}
