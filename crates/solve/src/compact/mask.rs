//! Sets of points as bits.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of points, one bit each.
pub(crate) trait Mask:
    Copy
    + Eq
    + Ord
    + Hash
    + Default
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many points it can hold.
    const POINTS: usize;

    /// The set of one point.
    fn one(point: usize) -> Self;
    /// How many points are in it.
    fn size(self) -> u32;
    /// The first point in it; meaningless for the empty set.
    fn first(self) -> usize;
    /// The first point in it as a set; the empty set for itself.
    fn lowest(self) -> Self;
    /// Its bytes, the lowest first.
    fn byte(self, index: usize) -> usize;
    /// Mixed into a number.
    fn mixed(self) -> u64;

    /// The set of no points.
    fn none() -> Self {
        Self::default()
    }

    /// Whether it has a point.
    fn any(self) -> bool {
        self != Self::default()
    }

    /// Whether it has a point in common with another.
    fn meets(self, other: Self) -> bool {
        (self & other).any()
    }

    /// Whether all its points are in another.
    fn within(self, other: Self) -> bool {
        !(self & !other).any()
    }

    /// Its points, the lowest first.
    fn points(self) -> Points<Self> {
        Points(self)
    }
}

/// The points of a set.
pub(crate) struct Points<M>(M);

impl<M: Mask> Iterator for Points<M> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if !self.0.any() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0 & !self.0.lowest();
        Some(first)
    }
}

/// Spreads the bits of a number over all of it.
pub(crate) fn spread(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^= mixed >> 32;
    mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 29)
}

macro_rules! mask {
    ($($number:ty),*) => {$(
        impl Mask for $number {
            const POINTS: usize = <$number>::BITS as usize;

            #[inline]
            fn one(point: usize) -> Self {
                1 << point
            }
            #[inline]
            fn size(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline]
            fn byte(self, index: usize) -> usize {
                (self >> (8 * index)) as usize & 255
            }
            #[inline]
            #[allow(clippy::cast_lossless)]
            fn mixed(self) -> u64 {
                let wide = self as u128;
                spread(wide as u64) ^ spread((wide >> 64) as u64 ^ 0x5bd1_e995)
            }
        }
    )*};
}

mask!(u32, u64, u128);

/// Does some work with the narrowest sets that hold so many points: `with_sets!(points, M => work::<M>())`.
macro_rules! with_sets {
    ($points:expr, $sets:ident => $work:expr) => {
        match $points {
            0..=32 => {
                type $sets = u32;
                $work
            }
            33..=64 => {
                type $sets = u64;
                $work
            }
            65..=128 => {
                type $sets = u128;
                $work
            }
            _ => {
                type $sets = $crate::compact::Wide;
                $work
            }
        }
    };
}
pub(crate) use with_sets;
