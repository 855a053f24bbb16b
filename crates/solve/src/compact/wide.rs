//! Sets of points of boards to 19x19.

use std::array::from_fn;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use super::mask::{Mask, spread};

/// Words in a set.
const WORDS: usize = 6;

/// A set of up to 384 points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Wide([u64; WORDS]);

macro_rules! by_words {
    ($($operation:ident $name:ident $sign:tt),*) => {$(
        impl $operation for Wide {
            type Output = Wide;

            fn $name(self, other: Wide) -> Wide {
                Wide(from_fn(|word| self.0[word] $sign other.0[word]))
            }
        }
    )*};
}

by_words!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl BitAndAssign for Wide {
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Wide;

    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;

    fn shl(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |index: Option<usize>| index.map_or(0, |index| self.0[index]);
        Wide(from_fn(|index| {
            let here = word(index.checked_sub(words)) << bits;
            let below = word(index.checked_sub(words + 1));
            if bits == 0 { here } else { here | below >> (64 - bits) }
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;

    fn shr(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        Wide(from_fn(|index| {
            let here = word(index + words) >> bits;
            let above = word(index + words + 1);
            if bits == 0 { here } else { here | above << (64 - bits) }
        }))
    }
}

impl Mask for Wide {
    const POINTS: usize = WORDS * 64;

    fn one(point: usize) -> Wide {
        Wide(from_fn(|word| if word == point / 64 { 1 << (point % 64) } else { 0 }))
    }

    fn size(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        word * 64 + self.0[word].trailing_zeros() as usize
    }

    fn lowest(self) -> Wide {
        if self.any() { Wide::one(self.first()) } else { self }
    }

    fn byte(self, index: usize) -> usize {
        self.0[index / 8].to_le_bytes()[index % 8].into()
    }

    fn mixed(self) -> u64 {
        self.0.iter().fold(0, |mixed, &word| spread(mixed.rotate_left(5) ^ word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_cross_words() {
        for point in 0..Wide::POINTS {
            let one = Wide::one(point);
            assert_eq!((one.size(), one.first(), one.lowest()), (1, point, one));
            assert_eq!(one.byte(point / 8), 1 << (point % 8));
            for by in [0, 1, 19, 63, 64, 65, 128, 200] {
                let far = point + by as usize;
                let there = if far < Wide::POINTS { Wide::one(far) } else { Wide::none() };
                assert_eq!(one << by, there);
                let back = point.checked_sub(by as usize).map_or(Wide::none(), Wide::one);
                assert_eq!(one >> by, back);
            }
        }
    }
}
