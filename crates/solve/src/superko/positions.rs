//! Positions of a history, and what is kept of many positions together.

use crate::compact::{Field, Mask, Stones};
use crate::proofs::{Bytes, stones};

/// A position of the history, with what is asked about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<M> {
    pub(crate) stones: Stones<M>,
    /// The hash of its standard form.
    pub(crate) hash: u64,
    pub(crate) size: u8,
    /// Who was to move.
    pub(crate) to_move: u8,
}

impl<M: Mask> Past<M> {
    pub(crate) fn new(stones: Stones<M>, hash: u64, to_move: u8) -> Past<M> {
        let size = stones.size().min(255) as u8;
        Past { stones, hash, size, to_move }
    }
}

/// What is kept of a set of positions: enough to say of most others that they are not among them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positions<M> {
    /// Stones that all of them have in common.
    common: Stones<M>,
    /// The fewest and the most stones in one of them; `fewest > most` if there are none.
    fewest: u8,
    most: u8,
    /// A bit for each of them, by its hash.
    seen: u128,
}

fn bit(hash: u64) -> u128 {
    1 << (hash >> 57)
}

impl<M: Mask> Positions<M> {
    /// No positions.
    pub(crate) fn none() -> Positions<M> {
        Positions { common: Stones([!M::none(); 2]), fewest: u8::MAX, most: 0, seen: 0 }
    }

    /// One.
    pub(crate) fn one(past: &Past<M>) -> Positions<M> {
        let &Past { stones, hash, size, .. } = past;
        Positions { common: stones, fewest: size, most: size, seen: bit(hash) }
    }

    /// Those of another set, too.
    pub(crate) fn join(&mut self, other: &Positions<M>) {
        self.common.0[0] &= other.common.0[0];
        self.common.0[1] &= other.common.0[1];
        self.fewest = self.fewest.min(other.fewest);
        self.most = self.most.max(other.most);
        self.seen |= other.seen;
    }

    /// Whether a position may be among them. One that is among them always may.
    pub(crate) fn may_have(&self, past: &Past<M>) -> bool {
        (self.fewest..=self.most).contains(&past.size)
            && self.seen & bit(past.hash) != 0
            && self.common.within(past.stones)
    }

    /// What a symmetry of the board leads them to.
    pub(crate) fn turned(&self, field: &Field<M>, turn: usize) -> Positions<M> {
        let (symmetry, all) = (&field.symmetries[turn], field.all);
        let set = |set: M| if all.within(set) { set } else { symmetry.image(set & all) };
        Positions { common: Stones(self.common.0.map(set)), ..*self }
    }

    /// Puts it behind other bytes.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        stones(out, self.common);
        out.extend([self.fewest, self.most]);
        out.extend(self.seen.to_le_bytes());
    }

    /// Reads what was written; `None` if the bytes end too early.
    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Option<Positions<M>> {
        let common = bytes.stones()?;
        let &[fewest, most] = bytes.chunk::<2>()?;
        Some(Positions { common, fewest, most, seen: u128::from_le_bytes(*bytes.chunk()?) })
    }
}
