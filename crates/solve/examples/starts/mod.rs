//! Starts of games on small boards, and their values.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Player, Position, Stone};
use shinpan_rules::{Count, Game, GameError, Ruleset, Setup};
use shinpan_solve::{End, Limits, solve};

/// All legal positions, the empty board first.
pub(crate) fn positions(board: &Board) -> impl Iterator<Item = Vec<Stone>> + use<'_> {
    let all = 3_u64.pow(board.len() as u32);
    (0..all).filter_map(move |number| {
        let digit = |place: u32| (number / 3_u64.pow(place) % 3) as u8;
        let stones: Option<Vec<Stone>> =
            (0..board.len() as u32).map(|place| Stone::from_code(digit(place))).collect();
        stones.filter(|stones| Position::from_stones(board, 2, stones).is_ok())
    })
}

/// The value of a start, if it is found within so many nodes and bytes.
pub(crate) fn value(
    ruleset: &Arc<Ruleset>,
    setup: &Setup,
    (nodes, memory): (u64, u64),
) -> Result<Option<End>, GameError> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let game = Game::new(Arc::clone(ruleset), setup)?;
    // Where captured stones count, stones set up count as plays do.
    let standing = |player| setup.stones.iter().filter(|s| s.player() == Some(player)).count();
    let set_up = match ruleset.count {
        Count::Territory => standing(Player::BLACK) as i64 - standing(Player::WHITE) as i64,
        Count::Area => 0,
    };
    let limits = Limits { nodes, memory, stop: &STOP, progress: &|_| {} };
    Ok(match solve(&game, &limits).value.exact() {
        Some(End::Margin(margin)) => Some(End::Margin(margin + set_up)),
        other => other,
    })
}

/// A position in a line.
pub(crate) fn drawn(board: &Board, stones: &[Stone]) -> String {
    let columns = board.shape().grid().map_or(stones.len(), |(columns, _)| columns);
    let sign = |stone: &Stone| match stone.code() {
        0 => '.',
        1 => 'X',
        _ => 'O',
    };
    let rows = stones.chunks(columns).map(|row| row.iter().map(sign).collect());
    rows.collect::<Vec<String>>().join("/")
}
