//! The table: what has been found about a position, whatever the history.
//!
//! Two kinds of entries are never mixed. A *proved* one holds a proof, which stands after every
//! history that passes its test. An *open* one holds proof numbers: estimates, which decide nothing.
//! A hash finds an entry, equality of the position decides.

use super::proof::Proof;
use super::proofs::{Entry, LEAST_WORK, Proofs};
use super::rules::Mode;
use crate::compact::{Mask, Stones, spread};

/// A question about a position in its standard form, without its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key<M> {
    pub(crate) stones: Stones<M>,
    pub(crate) to_move: u8,
    pub(crate) mode: Mode,
    /// The hash of the stones.
    pub(crate) hash: u64,
}

impl<M: Mask> Key<M> {
    pub(crate) fn new(stones: Stones<M>, to_move: u8, mode: Mode) -> Key<M> {
        Key { stones, to_move, mode, hash: stones.hash() }
    }

    fn hash(&self) -> u64 {
        let mode = u64::from(self.mode.stage) << 3
            | u64::from(self.mode.passes) << 2
            | u64::from(self.mode.button) << 1
            | u64::from(self.to_move);
        self.hash ^ mode.wrapping_mul(0x9e37_79b9_7f4a_7c15)
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

/// Proof numbers. They decide nothing, so that a part of the hash is enough to know them by.
#[derive(Clone, Copy, Default)]
struct Open {
    tag: u32,
    work: u32,
    win: u32,
    lose: u32,
}

/// A line of the processor's memory.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Opens([Open; WAYS]);

/// Parts of the hashes of what a bucket holds, which mostly say that what is looked for is not there; 0 for
/// nothing.
#[derive(Clone, Copy, Default)]
#[repr(align(16))]
pub(crate) struct Tags {
    proved: [u16; WAYS],
    open: [u16; WAYS],
}

/// Entries of one hash index.
const WAYS: usize = 4;

/// A table of bounded size.
pub(crate) struct Table<M> {
    proved: Vec<Option<Proved<M>>>,
    tags: Vec<Tags>,
    open: Vec<Opens>,
    mask: usize,
    /// The most buckets allowed, and how many entries were put in since the last growth.
    most: usize,
    stored: usize,
}

/// Proofs that rest on more bans are not kept for other searches.
const MOST_BANS: usize = 255;

/// Buckets at the beginning.
const FIRST: usize = 1 << 8;

impl<M: Mask> Table<M> {
    /// A table that grows to about so many bytes.
    pub(crate) fn new(bytes: u64) -> Table<M> {
        let each = WAYS * (size_of::<Option<Proved<M>>>() + size_of::<Open>()) + size_of::<Tags>();
        let wanted = (bytes / each as u64).clamp(FIRST as u64, 1 << 28);
        let most = 1_usize << wanted.ilog2();
        Table::with(FIRST.min(most), most)
    }

    fn with(buckets: usize, most: usize) -> Table<M> {
        let mut proved = Vec::new();
        proved.resize_with(buckets * WAYS, || None);
        Table {
            proved,
            tags: vec![Tags::default(); buckets],
            open: vec![Opens::default(); buckets],
            mask: buckets - 1,
            most,
            stored: 0,
        }
    }

    /// Doubles a table that is getting full, if it may grow. Proof numbers are begun anew.
    fn grow(&mut self) {
        self.stored += 1;
        let buckets = self.mask + 1;
        if self.stored < buckets * WAYS || buckets * 2 > self.most {
            return;
        }
        let mut larger = Table::with(buckets * 2, self.most);
        for proved in std::mem::take(&mut self.proved).into_iter().flatten() {
            let Proved { key, bound, winner, work, proof } = proved;
            larger.prove(key, bound, usize::from(winner), proof, work);
        }
        larger.stored = 0;
        *self = larger;
    }

    /// Gives the proofs that took some work.
    pub(crate) fn keep(&self, proofs: &mut Proofs) {
        for found in self.proved.iter().flatten() {
            if found.work >= LEAST_WORK && found.proof.bans.len() <= MOST_BANS {
                let &Proved { key, bound, winner, work, ref proof } = found;
                proofs.add(&Entry { key, bound, winner, work, proof });
            }
        }
    }

    fn bucket(&self, key: &Key<M>) -> (usize, u16) {
        let hash = key.hash();
        (hash as usize & self.mask, (hash >> 48) as u16 | 1)
    }

    /// The tags where a question is.
    #[inline]
    pub(crate) fn tags(&self, key: &Key<M>) -> Tags {
        self.tags[key.hash() as usize & self.mask]
    }

    /// Proofs that answer the question, with their winners.
    pub(crate) fn proofs(
        &self,
        key: &Key<M>,
        bound: i16,
        tags: Tags,
    ) -> impl Iterator<Item = (usize, &Proof<M>)> {
        let (bucket, tag) = self.bucket(key);
        let key = *key;
        (0..WAYS).filter(move |&way| tags.proved[way] == tag).filter_map(move |way| {
            let found = self.proved[bucket * WAYS + way].as_ref()?;
            let answers = match found.winner {
                0 => found.bound >= bound,
                _ => found.bound <= bound,
            };
            (answers && found.key == key).then_some((usize::from(found.winner), &found.proof))
        })
    }

    /// Where proof numbers are kept, in the bucket of the position's proofs, and their tag.
    fn place(&self, key: &Key<M>, bound: i16) -> (usize, u32) {
        let hash = key.hash();
        (hash as usize & self.mask, (spread(hash ^ bound as u64) >> 32) as u32 | 1)
    }

    /// Proof numbers, as they were last left.
    pub(crate) fn numbers(&self, key: &Key<M>, bound: i16, tags: Tags) -> Option<(u32, u32)> {
        let (place, tag) = self.place(key, bound);
        let may =
            |way: &usize| tags.open[*way] == tag as u16 && self.open[place].0[*way].tag == tag;
        let found = &self.open[place].0[(0..WAYS).find(may)?];
        Some((found.win, found.lose))
    }

    pub(crate) fn leave(&mut self, key: &Key<M>, bound: i16, numbers: (u32, u32), work: u32) {
        let (place, tag) = self.place(key, bound);
        let ways = &mut self.open[place].0;
        let same = ways.iter().position(|open| open.tag == tag);
        let way = same.unwrap_or_else(|| {
            (0..WAYS).min_by_key(|&way| (ways[way].tag != 0, ways[way].work)).unwrap_or(0)
        });
        let (win, lose) = numbers;
        ways[way] = Open { tag, work, win, lose };
        self.tags[place].open[way] = tag as u16;
        self.grow();
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
        let cost = |way: &usize| ways[*way].as_ref().map_or(0, |old| u64::from(old.work) + 1);
        let way = (0..WAYS).min_by_key(cost).unwrap_or(0);
        ways[way] = Some(Proved { key, bound, winner: winner as u8, work, proof });
        self.tags[bucket].proved[way] = tag;
        self.grow();
    }
}
