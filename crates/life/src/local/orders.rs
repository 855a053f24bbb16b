//! Which moves did well in a reading: of moves that look equally good these are gone into first.

use std::cmp::Reverse;

use smallvec::SmallVec;

use crate::bits::places;

/// How much more it counts that a move did well after the same move than that it did so anywhere.
const AFTER: u32 = 4;

/// How often each point decided a state for the opponent.
pub(super) struct Orders {
    /// By the move before, a pass after all points.
    after: Vec<Vec<u32>>,
    ever: Vec<u32>,
}

impl Orders {
    /// Nothing is known of so many points.
    pub(super) fn new(points: usize) -> Orders {
        Orders { after: vec![vec![0; points]; points + 1], ever: vec![0; points] }
    }

    /// Points of a set, after this move: those that did well first.
    pub(super) fn sorted(&self, set: u64, last: u8) -> SmallVec<[u8; 64]> {
        let after = &self.after[self.row(last)];
        sorted(set, |point| (after[point], self.ever[point]))
    }

    /// A play decided a state after this move.
    pub(super) fn note(&mut self, point: u8, last: u8) {
        let row = self.row(last);
        self.after[row][usize::from(point)] += 1;
        self.ever[usize::from(point)] += 1;
    }

    fn row(&self, last: u8) -> usize {
        row(last, self.ever.len())
    }
}

/// The row of the move before, among so many points: a pass comes after all of them.
pub(super) fn row(last: u8, points: usize) -> usize {
    usize::from(last).min(points)
}

/// Points of a set, those first that did well most often: after the move before, and ever.
pub(super) fn sorted(set: u64, often: impl Fn(usize) -> (u32, u32)) -> SmallVec<[u8; 64]> {
    let worth = |point: usize| {
        let (after, ever) = often(point);
        AFTER * after + ever
    };
    let mut sorted: SmallVec<[(Reverse<u32>, u8); 64]> =
        places(set).map(|point| (Reverse(worth(point)), point as u8)).collect();
    sorted.sort_unstable();
    sorted.into_iter().map(|(_, point)| point).collect()
}
