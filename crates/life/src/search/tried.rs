//! What was tried for the chains of a position.

use rustc_hash::FxHashMap;

use crate::bits::Bits;

/// What was tried, by the numbers of the chains; it is tried again only where there is more to try it with.
#[derive(Default)]
pub(crate) struct Tried<const W: usize> {
    /// What each chain might have been led to when it was not, by whether windows and readings for it were made.
    pub(crate) links: FxHashMap<(usize, bool), Bits<W>>,
    /// What reading came to, by chain and by the shape of the part.
    pub(crate) readings: FxHashMap<(usize, usize), Unsettled>,
}

/// A reading that led to no proof; at first, none.
#[derive(Clone, Copy, Default)]
pub(crate) struct Unsettled {
    /// How much the owner seems to lack.
    pub(crate) lacks: u32,
    /// The states it had.
    pub(crate) states: u64,
}
