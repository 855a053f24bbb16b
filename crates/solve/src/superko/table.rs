//! The table: what has been found about a position, whatever the history.
//!
//! Two kinds of entries are never mixed. A *proved* one holds a proof, which stands after every
//! history that passes its test. An *open* one holds proof numbers: estimates, which decide nothing.
//! A hash finds an entry, equality of the position decides.

use super::proof::Proof;
use super::rules::Mode;
use crate::compact::{Mask, Stones};

/// A question about a position in its standard form, without its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key<M> {
    pub(crate) stones: Stones<M>,
    pub(crate) to_move: u8,
    pub(crate) mode: Mode,
}

impl<M: Mask> Key<M> {
    fn hash(&self) -> u64 {
        let mode = u64::from(self.mode.stage) << 3
            | u64::from(self.mode.passes) << 2
            | u64::from(self.mode.button) << 1
            | u64::from(self.to_move);
        self.stones.hash() ^ mode.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// A proof that `winner` wins "the margin is at least `bound`" (Black) or its contrary (White).
struct Proved<M> {
    key: Key<M>,
    bound: i16,
    winner: u8,
    work: u32,
    proof: Proof<M>,
}

/// Proof numbers.
#[derive(Clone, Copy)]
struct Open<M> {
    key: Key<M>,
    bound: i16,
    work: u32,
    numbers: (u32, u32),
}

/// Entries of one hash index.
const WAYS: usize = 4;

/// A table of bounded size.
pub(crate) struct Table<M> {
    proved: Vec<Option<Proved<M>>>,
    tags: Vec<[u16; WAYS]>,
    open: Vec<Option<Open<M>>>,
    mask: usize,
}

impl<M: Mask> Table<M> {
    /// A table of about so many bytes.
    pub(crate) fn new(bytes: u64) -> Table<M> {
        let each = WAYS
            * (size_of::<Option<Proved<M>>>() + size_of::<Option<Open<M>>>() + size_of::<u16>());
        let wanted = (bytes / each as u64).clamp(64, 1 << 28);
        let buckets = 1_usize << wanted.ilog2();
        let mut proved = Vec::new();
        proved.resize_with(buckets * WAYS, || None);
        Table {
            proved,
            tags: vec![[0; WAYS]; buckets],
            open: vec![None; buckets * WAYS],
            mask: buckets - 1,
        }
    }

    fn bucket(&self, key: &Key<M>) -> (usize, u16) {
        let hash = key.hash();
        (hash as usize & self.mask, (hash >> 48) as u16 | 1)
    }

    /// Proofs that answer the question, with their winners.
    pub(crate) fn proofs(
        &self,
        key: &Key<M>,
        bound: i16,
    ) -> impl Iterator<Item = (usize, &Proof<M>)> {
        let (bucket, tag) = self.bucket(key);
        let tags = self.tags[bucket];
        let key = *key;
        (0..WAYS).filter(move |&way| tags[way] == tag).filter_map(move |way| {
            let found = self.proved[bucket * WAYS + way].as_ref()?;
            let answers = match found.winner {
                0 => found.bound >= bound,
                _ => found.bound <= bound,
            };
            (answers && found.key == key).then_some((usize::from(found.winner), &found.proof))
        })
    }

    /// Proof numbers, as they were last left.
    pub(crate) fn numbers(&self, key: &Key<M>, bound: i16) -> Option<(u32, u32)> {
        let (bucket, _) = self.bucket(key);
        self.open[bucket * WAYS..(bucket + 1) * WAYS]
            .iter()
            .flatten()
            .find(|open| open.bound == bound && open.key == *key)
            .map(|open| open.numbers)
    }

    pub(crate) fn leave(&mut self, key: Key<M>, bound: i16, numbers: (u32, u32), work: u32) {
        let (bucket, _) = self.bucket(&key);
        let ways = &mut self.open[bucket * WAYS..(bucket + 1) * WAYS];
        let same = |open: &Option<Open<M>>| {
            open.is_some_and(|open| open.bound == bound && open.key == key)
        };
        let way = match ways.iter().position(same) {
            Some(way) => way,
            None => least(ways, |open| open.work),
        };
        ways[way] = Some(Open { key, bound, work, numbers });
    }

    pub(crate) fn prove(
        &mut self,
        key: Key<M>,
        bound: i16,
        winner: usize,
        proof: Proof<M>,
        work: u32,
    ) {
        let (bucket, tag) = self.bucket(&key);
        let ways = &mut self.proved[bucket * WAYS..(bucket + 1) * WAYS];
        let way = least(ways, |proved| proved.work);
        ways[way] = Some(Proved { key, bound, winner: winner as u8, work, proof });
        self.tags[bucket][way] = tag;
    }
}

/// The place of the entry that cost the least, an empty one first. 
fn least<T>(ways: &[Option<T>], work: impl Fn(&T) -> u32) -> usize {
    let cost = |entry: &Option<T>| entry.as_ref().map_or(0, |entry| u64::from(work(entry)) + 1);
    (0..ways.len()).min_by_key(|&way| cost(&ways[way])).unwrap_or(0)
}
