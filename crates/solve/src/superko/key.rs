//! Under what the table has a question.

use super::rules::Mode;
use crate::compact::{Mask, Stones};
use crate::table;

/// A position in its standard form, without its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key<M> {
    pub(super) stones: Stones<M>,
    pub(super) to_move: u8,
    pub(super) mode: Mode,
    /// The hash of the stones.
    pub(super) hash: u64,
}

impl<M: Mask> Key<M> {
    pub(super) fn new(stones: Stones<M>, to_move: u8, mode: Mode) -> Key<M> {
        Key { stones, to_move, mode, hash: stones.hash() }
    }
}

impl<M: Mask> table::Key for Key<M> {
    #[inline]
    fn hash(&self) -> u64 {
        let mode = u64::from(self.mode.stage) << 3
            | u64::from(self.mode.passes) << 2
            | u64::from(self.mode.button) << 1
            | u64::from(self.to_move);
        self.hash ^ mode.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
