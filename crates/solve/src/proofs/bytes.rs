//! Bytes as they are written to be kept, and read again: every number has its lowest byte first.

use num_rational::Ratio;
use shinpan_rules::Score;

use crate::compact::{Mask, Stones};

/// Writes a set of points.
pub(crate) fn set<M: Mask>(out: &mut Vec<u8>, set: M) {
    out.extend((0..M::POINTS / 8).map(|index| set.byte(index) as u8));
}

/// Writes what stands on a board.
pub(crate) fn stones<M: Mask>(out: &mut Vec<u8>, stones: Stones<M>) {
    stones.0.into_iter().for_each(|one| set(out, one));
}

/// Writes a margin.
pub(crate) fn score(out: &mut Vec<u8>, score: Score) {
    out.extend(score.numer().to_le_bytes());
    out.extend(score.denom().to_le_bytes());
}

/// No number of a margin is greater.
const MOST: i64 = 1 << 48;

/// Bytes that are still to be read. What is read is `None` if they end too early, or are no such thing.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn chunk<const N: usize>(&mut self) -> Option<&'a [u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn number(&mut self, bytes: usize) -> Option<u64> {
        let taken = self.take(bytes)?;
        Some(taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// So many bytes as are told before them.
    pub(crate) fn counted(&mut self) -> Option<&'a [u8]> {
        let count = self.number(8)?;
        self.take(usize::try_from(count).ok()?)
    }

    /// Yes or no.
    pub(crate) fn flag(&mut self) -> Option<bool> {
        match self.chunk()? {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }

    /// A number of two bytes with a sign.
    pub(crate) fn short(&mut self) -> Option<i16> {
        Some(i16::from_le_bytes(*self.chunk()?))
    }

    pub(crate) fn score(&mut self) -> Option<Score> {
        let mut number = || Some(i64::from_le_bytes(*self.chunk()?));
        let (numer, denom) = (number()?, number()?);
        let fits = (-MOST..=MOST).contains(&numer) && (1..=MOST).contains(&denom);
        fits.then(|| Ratio::new(numer, denom))
    }

    pub(crate) fn set<M: Mask>(&mut self) -> Option<M> {
        let taken = self.take(M::POINTS / 8)?;
        let bits = (0..M::POINTS).filter(|bit| taken[bit / 8] >> (bit % 8) & 1 == 1);
        Some(bits.fold(M::none(), |set, bit| set | M::one(bit)))
    }

    pub(crate) fn stones<M: Mask>(&mut self) -> Option<Stones<M>> {
        Some(Stones([self.set()?, self.set()?]))
    }

    /// What stands on a board of these points, each of which has one stone at most.
    pub(crate) fn stones_on<M: Mask>(&mut self, all: M) -> Option<Stones<M>> {
        let stones = self.stones::<M>()?;
        let fits = stones.taken().within(all) && !stones.0[0].meets(stones.0[1]);
        fits.then_some(stones)
    }
}
