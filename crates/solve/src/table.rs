//! The table of a search by proof numbers: what has been found about a position, whatever the history.
//!
//! Two kinds of entries are never mixed. A *proved* one holds a proof, which stands after every
//! history that passes its test. An *open* one holds proof numbers: estimates, which decide nothing.
//! A hash finds an entry, equality of the position decides.
//!
//! Where few positions come up after very many histories a position has room for more proofs, and proof numbers are kept for each history
//! ([`Table::of_ways`]).

use crate::compact::{BLACK, spread};
use crate::proof_numbers::Numbers;

/// A position in its standard form, and what else has to be the same, without the history.
pub(crate) trait Key: Copy + Eq {
    /// A number to find it by; equality decides.
    fn hash(&self) -> u64;
}

/// What is asked about a position.
pub(crate) trait Asked: Copy {
    /// A number to find proof numbers by.
    fn number(self) -> u64;
    /// Whether an answer to this in favour of a player answers another question as well.
    fn answers(self, other: Self, winner: usize) -> bool;
}

/// Is Black's margin at least this? The contrary is White's answer.
impl Asked for i16 {
    fn number(self) -> u64 {
        self as u64
    }

    fn answers(self, other: i16, winner: usize) -> bool {
        if winner == BLACK { self >= other } else { self <= other }
    }
}

/// A proof that a player gets what he wants.
pub(crate) struct Proved<K, A, P> {
    pub(crate) key: K,
    pub(crate) asked: A,
    pub(crate) winner: u8,
    /// How many nodes it took.
    pub(crate) work: u32,
    pub(crate) proof: P,
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
pub(crate) struct Table<K, A, P> {
    proved: Vec<Option<Proved<K, A, P>>>,
    tags: Vec<Tags>,
    open: Vec<Opens>,
    mask: usize,
    /// The most buckets allowed, and how many entries were put in since the last growth.
    most: usize,
    stored: usize,
    /// In how many buckets a position may have proofs, and whether its proof numbers are kept for each way there.
    room: usize,
}

/// The buckets that a position may have proofs in if it comes up after many histories.
const ROOM: usize = 4;

/// Buckets at the beginning.
const FIRST: usize = 1 << 8;

impl<K: Key, A: Asked, P> Table<K, A, P> {
    /// A table that grows to about so many bytes; a proof takes so many of them elsewhere.
    pub(crate) fn new(bytes: u64, beside: usize) -> Table<K, A, P> {
        Table::of_size(bytes, 1, beside)
    }

    /// The same for few positions that come up on many ways.
    pub(crate) fn of_ways(bytes: u64, beside: usize) -> Table<K, A, P> {
        Table::of_size(bytes, ROOM, beside)
    }

    fn of_size(bytes: u64, room: usize, beside: usize) -> Table<K, A, P> {
        let each = WAYS * (size_of::<Option<Proved<K, A, P>>>() + beside + size_of::<Open>());
        let wanted = (bytes / (each + size_of::<Tags>()) as u64).clamp(FIRST as u64, 1 << 28);
        let most = 1_usize << wanted.ilog2();
        Table::with(FIRST.min(most), most, room)
    }

    fn with(buckets: usize, most: usize, room: usize) -> Table<K, A, P> {
        let mut proved = Vec::new();
        proved.resize_with(buckets * WAYS, || None);
        Table {
            proved,
            tags: vec![Tags::default(); buckets],
            open: vec![Opens::default(); buckets],
            mask: buckets - 1,
            most,
            stored: 0,
            room,
        }
    }

    /// Doubles a table that is getting full, if it may grow. Proof numbers are begun anew.
    fn grow(&mut self) {
        self.stored += 1;
        let buckets = self.mask + 1;
        if self.stored < buckets * WAYS || buckets * 2 > self.most {
            return;
        }
        let mut larger = Table::with(buckets * 2, self.most, self.room);
        std::mem::take(&mut self.proved)
            .into_iter()
            .flatten()
            .for_each(|proved| larger.prove(proved));
        larger.stored = 0;
        *self = larger;
    }

    /// All proofs.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Proved<K, A, P>> {
        self.proved.iter().flatten()
    }

    fn bucket(&self, key: &K) -> (usize, u16) {
        let hash = key.hash();
        (hash as usize & self.mask, (hash >> 48) as u16 | 1)
    }

    /// The tags where a question is.
    #[inline]
    pub(crate) fn tags(&self, key: &K) -> Tags {
        self.tags[key.hash() as usize & self.mask]
    }

    /// Proofs that answer the question, with their winners.
    pub(crate) fn proofs(
        &self,
        key: &K,
        asked: A,
        tags: Tags,
    ) -> impl Iterator<Item = (usize, &P)> {
        let (first, tag) = self.bucket(key);
        let key = *key;
        let buckets = (0..self.room).map(move |near| {
            let bucket = first ^ near;
            (bucket, if near == 0 { tags } else { self.tags[bucket] })
        });
        let ways = buckets.flat_map(move |(bucket, tags)| {
            let ways = (0..WAYS).filter(move |&way| tags.proved[way] == tag);
            ways.map(move |way| bucket * WAYS + way)
        });
        ways.filter_map(move |place| {
            let found = self.proved[place].as_ref()?;
            let winner = usize::from(found.winner);
            let answers = found.asked.answers(asked, winner) && found.key == key;
            answers.then_some((winner, &found.proof))
        })
    }

    /// Where proof numbers are kept, and their tag: in the bucket of the position's proofs, or elsewhere for each way there.
    fn place(&self, key: &K, asked: A, way: u64) -> (usize, u32) {
        let hash = key.hash();
        let hash = if self.keeps_ways() { spread(hash ^ way) } else { hash };
        (hash as usize & self.mask, (spread(hash ^ asked.number()) >> 32) as u32 | 1)
    }

    /// Whether proof numbers are kept for each way to a position: then `way` tells it by a hash.
    pub(crate) const fn keeps_ways(&self) -> bool {
        self.room > 1
    }

    /// Proof numbers, as they were last left.
    pub(crate) fn numbers(&self, key: &K, asked: A, way: u64, tags: Tags) -> Option<Numbers> {
        let (place, tag) = self.place(key, asked, way);
        let tags = if self.keeps_ways() { self.tags[place] } else { tags };
        let may =
            |way: &usize| tags.open[*way] == tag as u16 && self.open[place].0[*way].tag == tag;
        let found = &self.open[place].0[(0..WAYS).find(may)?];
        Some((found.win, found.lose))
    }

    /// Keeps proof numbers.
    pub(crate) fn leave(&mut self, key: &K, asked: A, way: u64, (win, lose): Numbers, work: u32) {
        let (place, tag) = self.place(key, asked, way);
        let ways = &mut self.open[place].0;
        let same = ways.iter().position(|open| open.tag == tag);
        let way = same.unwrap_or_else(|| {
            (0..WAYS).min_by_key(|&way| (ways[way].tag != 0, ways[way].work)).unwrap_or(0)
        });
        ways[way] = Open { tag, work, win, lose };
        self.tags[place].open[way] = tag as u16;
        self.grow();
    }

    /// Keeps a proof, in place of the one that took the least work. What is there counts for less each time, or what is of no use any more would
    /// stay for ever.
    pub(crate) fn prove(&mut self, proved: Proved<K, A, P>) {
        let (first, tag) = self.bucket(&proved.key);
        // The buckets that the position has room in are one stretch.
        let start = (first & !(self.room - 1)) * WAYS;
        let ways = &mut self.proved[start..start + self.room * WAYS];
        let cost =
            |old: &Option<Proved<K, A, P>>| old.as_ref().map_or(0, |old| u64::from(old.work) + 1);
        let least = ways.iter().enumerate().min_by_key(|(_, old)| cost(old));
        let way = least.map_or(0, |(way, _)| way);
        ways.iter_mut().flatten().for_each(|old| old.work -= old.work >> 3);
        ways[way] = Some(proved);
        self.tags[start / WAYS + way / WAYS].proved[way % WAYS] = tag;
        self.grow();
    }
}
