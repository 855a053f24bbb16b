//! What the neighbours of a point carry, as numbers: so that candidates are told without asking each
//! of them.

use crate::board::Board;

/// How many of a point's neighbours are empty, and how many carry each player's stones: three bits
/// for each of them, at their codes. There are four neighbours; those that are missing at the edge
/// count as everybody's stones, and are counted once more behind the players'.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Around(u32);

/// Where the missing neighbours are counted, behind eight players.
const RIM: u8 = 9;

impl Around {
    /// Around each point of the empty board; nothing if a point has more than four neighbours.
    pub(crate) fn of_empty(board: &Board) -> Box<[Around]> {
        if !board.links().in_rows() {
            return Box::default();
        }
        let around = |near: usize| {
            let missing = 4 - near as u32;
            let players: u32 = (1..=RIM).map(|code| missing << (3 * code)).sum();
            Around(near as u32 + players)
        };
        board.points().map(|point| around(board.neighbours(point).len())).collect()
    }

    fn count(self, code: u8) -> u32 {
        (self.0 >> (3 * code)) & 7
    }

    /// A neighbour that was empty carries a stone.
    #[inline]
    pub(crate) fn fill(&mut self, code: u8) {
        self.0 = self.0.wrapping_add((1 << (3 * code)) - 1);
    }

    /// A neighbour's stone has gone.
    #[inline]
    pub(crate) fn clear(&mut self, code: u8) {
        self.0 = self.0.wrapping_sub((1 << (3 * code)) - 1);
    }

    /// Whether no neighbour is empty.
    #[inline]
    pub(crate) fn is_full(self) -> bool {
        self.count(0) == 0
    }

    /// Whether all neighbours carry these stones.
    #[inline]
    pub(crate) fn is_all(self, code: u8) -> bool {
        self.count(code) == 4
    }

    /// Whether none of the neighbours carries these stones.
    #[inline]
    pub(crate) fn has_none(self, code: u8) -> bool {
        self.count(code) == self.count(RIM)
    }
}
