//! What has been found about states: answers, and proof numbers where there is no answer yet.
//!
//! A hash finds an entry, equality of the state decides.

use crate::compact::{Mask, Stones, spread};
use crate::loopy::State;

/// A state in its standard form, and its stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Key<M> {
    stones: Stones<M>,
    /// Who is to move, whether the opponent has passed, the stage; from bit 8 on the banned point and one.
    rest: u32,
}

impl<M: Mask> Key<M> {
    pub(crate) fn new(state: &State<M>, stage: usize) -> Key<M> {
        let ban = state.ban.map_or(0, |point| point as u32 + 1);
        let passed = u32::from(state.passed);
        let rest = state.to_move as u32 | passed << 1 | (stage as u32) << 2 | ban << 8;
        Key { stones: state.stones, rest }
    }

    pub(crate) fn hash(&self) -> u64 {
        self.stones.hash() ^ u64::from(self.rest).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// What is known of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry<M> {
    key: Key<M>,
    bound: i16,
    /// How hard "yes" and "no" are; 0 is an answer.
    pub(crate) yes: u32,
    pub(crate) no: u32,
    /// "No" holds as long as this state is in the line that leads here.
    pub(crate) needs: Option<Key<M>>,
    work: u32,
}

/// Entries of one hash index.
const WAYS: usize = 4;
/// Entries at the beginning.
const FIRST: usize = 1 << 10;

/// A table of bounded size.
pub(crate) struct Table<M> {
    entries: Vec<Entry<M>>,
    mask: usize,
    most: usize,
    stored: usize,
}

impl<M: Mask> Table<M> {
    /// A table that grows to about so many bytes.
    pub(crate) fn new(bytes: u64) -> Table<M> {
        let wanted = (bytes / size_of::<Entry<M>>() as u64).clamp(FIRST as u64, 1 << 31);
        let most = 1_usize << wanted.ilog2();
        Table::with(FIRST, most)
    }

    fn with(entries: usize, most: usize) -> Table<M> {
        let none = Entry { key: Key::default(), bound: 0, yes: 0, no: 0, needs: None, work: 0 };
        Table { entries: vec![none; entries], mask: entries / WAYS - 1, most, stored: 0 }
    }

    fn bucket(&self, key: &Key<M>, bound: i16) -> usize {
        (spread(key.hash() ^ bound as u64) as usize & self.mask) * WAYS
    }

    pub(crate) fn find(&self, key: &Key<M>, bound: i16) -> Option<&Entry<M>> {
        let bucket = self.bucket(key, bound);
        let ways = &self.entries[bucket..bucket + WAYS];
        ways.iter().find(|entry| entry.work > 0 && entry.bound == bound && entry.key == *key)
    }

    /// Keeps what was found with so much work.
    pub(crate) fn keep(
        &mut self,
        key: Key<M>,
        bound: i16,
        (yes, no): (u32, u32),
        needs: Option<Key<M>>,
        work: u32,
    ) {
        self.put(Entry { key, bound, yes, no, needs, work: work.max(1) });
        self.stored += 1;
        if self.stored > self.entries.len() / 2 && self.entries.len() * 2 <= self.most {
            let larger = Table::with(self.entries.len() * 2, self.most);
            let old = std::mem::replace(self, larger);
            old.entries.into_iter().filter(|entry| entry.work > 0).for_each(|e| self.put(e));
        }
    }

    fn put(&mut self, new: Entry<M>) {
        let bucket = self.bucket(&new.key, new.bound);
        let ways = &mut self.entries[bucket..bucket + WAYS];
        let same = ways.iter().position(|old| old.bound == new.bound && old.key == new.key);
        let least = || (0..WAYS).min_by_key(|&way| ways[way].work).unwrap_or(0);
        let way = same.unwrap_or_else(least);
        ways[way] = new;
    }
}
