//! A strategy as a tree of moves, while it is written down.

use shinpan_board::Point;
use shinpan_rules::Move;

use crate::value::Limit;

/// The moves so far, each with the number of moves before it.
#[derive(Default)]
pub(crate) struct Tree(pub(crate) Vec<(usize, Move)>);

/// The longest strategy that is written down.
const MOST_MOVES: usize = 20_000_000;

impl Tree {
    /// Adds a play, or a pass.
    pub(crate) fn push(&mut self, depth: usize, point: Option<usize>) {
        self.0.push((depth, as_move(point)));
    }

    /// That more may follow.
    ///
    /// # Errors
    /// That the tree is too long.
    pub(crate) fn has_room(&self) -> Result<(), Limit> {
        if self.0.len() > MOST_MOVES {
            return Err(Limit::Beyond(format!("a strategy has more than {MOST_MOVES} moves")));
        }
        Ok(())
    }
}

/// A play, or a pass.
pub(crate) fn as_move(point: Option<usize>) -> Move {
    point.map_or(Move::Pass, |point| Move::Play(Point::new(point as u16)))
}

/// Brings a move that is known to win to the front, so that nothing is looked for.
pub(crate) fn known_first<T>(moves: &mut [T], known: impl FnMut(&T) -> bool) {
    if let Some(place) = moves.iter().position(known) {
        moves.swap(0, place);
    }
}
