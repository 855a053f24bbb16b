//! Sets of points.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of up to `64 * W` points, by their index on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Bits<W> {
        Bits([0; W])
    }
}

impl<const W: usize> Bits<W> {
    /// No points.
    pub(crate) const NONE: Bits<W> = Bits([0; W]);

    /// One point.
    #[inline]
    pub(crate) fn of(point: u16) -> Bits<W> {
        let mut bits = Bits([0; W]);
        bits.insert(point);
        bits
    }

    /// The points whose bits are set.
    #[inline]
    pub(crate) fn from_word(word: u64) -> Bits<W> {
        let mut bits = Bits([0; W]);
        bits.0[0] = word;
        bits
    }

    /// Whether a point is in the set.
    #[inline]
    pub(crate) fn has(&self, point: u16) -> bool {
        self.0[usize::from(point >> 6)] >> (point & 63) & 1 == 1
    }

    /// Adds a point.
    #[inline]
    pub(crate) fn insert(&mut self, point: u16) {
        self.0[usize::from(point >> 6)] |= 1 << (point & 63);
    }

    /// Takes a point away.
    #[inline]
    pub(crate) fn remove(&mut self, point: u16) {
        self.0[usize::from(point >> 6)] &= !(1 << (point & 63));
    }

    /// Whether the set has no points.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many points.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the sets have a point in common.
    #[inline]
    pub(crate) fn meets(&self, other: &Bits<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// Whether every point is in the other set.
    #[inline]
    pub(crate) fn within(&self, other: &Bits<W>) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    /// Whether the points of `zone` that are in the set are these.
    #[inline]
    pub(crate) fn looks(&self, zone: &Bits<W>, like: &Bits<W>) -> bool {
        // Word by word: most comparisons end at the first.
        (0..W).all(|at| self.0[at] & zone.0[at] == like.0[at])
    }

    /// The points that are not in the other set.
    #[inline]
    pub(crate) fn without(&self, other: &Bits<W>) -> Bits<W> {
        let mut bits = *self;
        for (one, other) in bits.0.iter_mut().zip(&other.0) {
            *one &= !other;
        }
        bits
    }

    /// Every point moved up by a number of places below 64; what leaves the set is lost.
    #[inline]
    pub(crate) fn up(&self, by: u32) -> Bits<W> {
        let mut bits = Bits([0; W]);
        let mut carry = 0;
        for (to, from) in bits.0.iter_mut().zip(&self.0) {
            *to = from << by | carry;
            carry = from >> (64 - by);
        }
        bits
    }

    /// Every point moved down by a number of places below 64; what leaves the set is lost.
    #[inline]
    pub(crate) fn down(&self, by: u32) -> Bits<W> {
        let mut bits = Bits([0; W]);
        let mut carry = 0;
        for (to, from) in bits.0.iter_mut().zip(&self.0).rev() {
            *to = from >> by | carry;
            carry = from << (64 - by);
        }
        bits
    }

    /// The point with the lowest index.
    #[inline]
    pub(crate) fn first(&self) -> Option<u16> {
        self.iter().next()
    }

    /// The points, lowest index first.
    #[inline]
    pub(crate) fn iter(&self) -> Points<W> {
        Points { words: self.0, at: 0 }
    }
}

impl<const W: usize> FromIterator<u16> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = u16>>(points: I) -> Bits<W> {
        let mut bits = Bits::NONE;
        for point in points {
            bits.insert(point);
        }
        bits
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn bitor(mut self, other: Bits<W>) -> Bits<W> {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Bits<W>) {
        for (one, other) in self.0.iter_mut().zip(&other.0) {
            *one |= other;
        }
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn bitand(mut self, other: Bits<W>) -> Bits<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Bits<W>) {
        for (one, other) in self.0.iter_mut().zip(&other.0) {
            *one &= other;
        }
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn not(mut self) -> Bits<W> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// The points of a set, one after the other.
pub(crate) struct Points<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Points<W> {
    type Item = u16;
    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.at < W {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some((self.at as u16) << 6 | word.trailing_zeros() as u16);
            }
            self.at += 1;
        }
        None
    }
}

/// The bits that are set in a word, lowest first.
#[inline]
pub(crate) fn places(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros() as usize;
            set &= set - 1;
            place
        })
    })
}
