//! A moment of an imagined sequence: what stands, and which play the basic ko rule bans.

use std::hash::{Hash, Hasher};

use crate::bits::Bits;
use crate::ground::Ground;

/// No point.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// What stands on the board, and the point that the player to move may not play on because of ko.
///
/// Sides are 0 and 1 (Black and White).
#[derive(Clone, Copy)]
pub(crate) struct State<const W: usize> {
    /// The stones of each side.
    pub(crate) stones: [Bits<W>; 2],
    /// The point banned by the basic ko rule for the player to move; [`NOWHERE`] if there is none.
    pub(crate) ban: u16,
    hash: u64,
}

impl<const W: usize> PartialEq for State<W> {
    fn eq(&self, other: &State<W>) -> bool {
        self.stones == other.stones && self.ban == other.ban
    }
}

impl<const W: usize> Eq for State<W> {}

impl<const W: usize> Hash for State<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.hash ^ u64::from(self.ban).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    }
}

/// What a play leads to.
#[derive(Clone, Copy)]
pub(crate) struct Played<const W: usize> {
    /// The state after it, the opponent to move.
    pub(crate) state: State<W>,
    /// The stones it took.
    pub(crate) taken: Bits<W>,
}

impl<const W: usize> State<W> {
    /// A state with no ban.
    pub(crate) fn new(ground: &Ground<W>, stones: [Bits<W>; 2]) -> State<W> {
        let mut hash = 0;
        for (side, set) in stones.iter().enumerate() {
            for point in set.iter() {
                hash ^= ground.key(point, side);
            }
        }
        State { stones, ban: NOWHERE, hash }
    }

    /// The empty points.
    #[inline]
    pub(crate) fn empty(&self, ground: &Ground<W>) -> Bits<W> {
        ground.all.without(&self.stones[0]).without(&self.stones[1])
    }

    /// Whether a point is empty.
    #[inline]
    pub(crate) fn is_empty(&self, point: u16) -> bool {
        !self.stones[0].has(point) && !self.stones[1].has(point)
    }

    /// Whose stone stands on a point.
    #[inline]
    pub(crate) fn side(&self, point: u16) -> Option<usize> {
        (0..2).find(|&side| self.stones[side].has(point))
    }

    /// Whether the stones on some points are these.
    #[inline]
    pub(crate) fn looks(&self, zone: &Bits<W>, stones: &[Bits<W>; 2]) -> bool {
        self.stones[0].looks(zone, &stones[0]) && self.stones[1].looks(zone, &stones[1])
    }

    /// The chain a stone belongs to; the point alone if it is empty.
    pub(crate) fn chain(&self, ground: &Ground<W>, point: u16) -> Bits<W> {
        match self.side(point) {
            Some(side) => ground.component(point, &self.stones[side]),
            None => Bits::of(point),
        }
    }

    /// The liberties of a chain.
    pub(crate) fn liberties(&self, ground: &Ground<W>, chain: &Bits<W>) -> Bits<W> {
        ground.around(chain) & self.empty(ground)
    }

    /// The liberties of chains in atari, or nearly, that hold one of some stones.
    pub(crate) fn last_liberties(&self, ground: &Ground<W>, stones: Bits<W>) -> Bits<W> {
        let (mut left, mut last) = (stones, Bits::NONE);
        while let Some(stone) = left.first() {
            let chain = self.chain(ground, stone);
            left = left.without(&chain);
            let liberties = self.liberties(ground, &chain);
            if liberties.count() <= 2 {
                last |= liberties;
            }
        }
        last
    }

    /// The chain of a stone if it has no liberty but `except`.
    fn breathless(
        &self,
        ground: &Ground<W>,
        point: u16,
        side: usize,
        except: u16,
    ) -> Option<Bits<W>> {
        let mut found = Bits::of(point);
        let mut stack = smallvec::SmallVec::<[u16; 64]>::new();
        stack.push(point);
        while let Some(stone) = stack.pop() {
            for &near in ground.neighbours(stone) {
                if self.stones[side].has(near) {
                    if !found.has(near) {
                        found.insert(near);
                        stack.push(near);
                    }
                } else if near != except && !self.stones[side ^ 1].has(near) {
                    return None;
                }
            }
        }
        Some(found)
    }

    /// The same moment with the other player to move, who is free of any ban.
    #[inline]
    pub(crate) fn passed(&self) -> State<W> {
        State { ban: NOWHERE, ..*self }
    }

    /// A play by a side, with the captures it makes; `None` if the point is taken or banned, or the
    /// play is suicide.
    pub(crate) fn play(&self, ground: &Ground<W>, point: u16, side: usize) -> Option<Played<W>> {
        if point == self.ban || !self.is_empty(point) {
            return None;
        }
        let mut played = self.put(ground, point, side)?;
        if played.taken.count() == 1
            && let Some(retake) = played.taken.first()
            && let Some(back) = played.state.put(ground, retake, side ^ 1)
            && back.state.stones == self.stones
        {
            played.state.ban = retake;
        }
        Some(played)
    }

    /// A stone put on an empty point, with what it takes, no ban asked or set; `None` for suicide.
    fn put(&self, ground: &Ground<W>, point: u16, side: usize) -> Option<Played<W>> {
        let mut next = *self;
        next.ban = NOWHERE;
        next.stones[side].insert(point);
        next.hash ^= ground.key(point, side);
        let mut taken = Bits::NONE;
        let mut free = false;
        for &near in ground.neighbours(point) {
            if self.stones[side ^ 1].has(near) {
                if !taken.has(near)
                    && let Some(chain) = self.breathless(ground, near, side ^ 1, point)
                {
                    taken |= chain;
                }
            } else if !self.stones[side].has(near) {
                free = true;
            }
        }
        if taken.is_empty() {
            if !free && next.breathless(ground, point, side, NOWHERE).is_some() {
                return None;
            }
        } else {
            next.stones[side ^ 1] = next.stones[side ^ 1].without(&taken);
            for stone in taken.iter() {
                next.hash ^= ground.key(stone, side ^ 1);
            }
        }
        Some(Played { state: next, taken })
    }
}
