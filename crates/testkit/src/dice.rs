//! Numbers that look random and can be had again.

/// A small generator of pseudo-random numbers (xorshift), so that a failing game has a number.
pub struct Dice(u64);

impl Dice {
    /// The numbers that belong to a seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number from 0 to `sides` - 1.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % sides as u64) as usize
    }

    /// Once in so many times.
    pub fn chance(&mut self, one_in: usize) -> bool {
        self.roll(one_in) == 0
    }
}
