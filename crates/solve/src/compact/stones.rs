//! What stands on a board, as two sets of points.

use super::field::Field;
use super::mask::{Mask, spread};

/// Black's stones and White's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Stones<M>(pub(crate) [M; 2]);

/// Black as an index.
pub(crate) const BLACK: usize = 0;
/// White as an index.
pub(crate) const WHITE: usize = 1;

/// A play that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed<M> {
    pub(crate) stones: Stones<M>,
    /// What was captured.
    pub(crate) taken: M,
    /// Own stones that had no liberty and are gone.
    pub(crate) lost: M,
}

impl<M: Mask> Stones<M> {
    pub(crate) fn of_codes(codes: &[u8]) -> Stones<M> {
        let mut stones = Stones::default();
        for (point, &code) in codes.iter().enumerate() {
            if let Some(player @ (BLACK | WHITE)) = usize::from(code).checked_sub(1) {
                stones.0[player] |= M::one(point);
            }
        }
        stones
    }

    /// The codes of so many points.
    pub(crate) fn codes(self, points: usize) -> Vec<u8> {
        let code = |point: usize| {
            let stands = |&player: &usize| self.0[player].meets(M::one(point));
            [BLACK, WHITE].into_iter().find(stands).map_or(0, |player| player as u8 + 1)
        };
        (0..points).map(code).collect()
    }

    #[inline]
    pub(crate) fn taken(self) -> M {
        self.0[0] | self.0[1]
    }

    #[inline]
    pub(crate) fn size(self) -> u32 {
        self.taken().size()
    }

    /// The same with the colours exchanged.
    pub(crate) fn exchanged(self) -> Stones<M> {
        let [black, white] = self.0;
        Stones([white, black])
    }

    /// Whether every chain has a liberty.
    pub(crate) fn breathes(self, field: &Field<M>) -> bool {
        let empty = field.all & !self.taken();
        self.0.into_iter().all(|own| own.within(field.flood(field.widen(empty) & own, own)))
    }

    /// A number to find it by; equality decides.
    #[inline]
    pub(crate) fn hash(self) -> u64 {
        spread(self.0[0].mixed() ^ self.0[1].mixed().rotate_left(23))
    }

    /// Whether its stones are among those of another, colour by colour.
    #[inline]
    pub(crate) fn within(self, other: Stones<M>) -> bool {
        self.0[0].within(other.0[0]) && self.0[1].within(other.0[1])
    }

    /// Puts a stone on an empty point and removes what has no liberty, the opponent's first.
    #[inline]
    pub(crate) fn place(self, field: &Field<M>, point: usize, player: usize) -> Placed<M> {
        let stone = M::one(point);
        let mut own = self.0[player] | stone;
        let mut other = self.0[1 - player];
        let empty = field.all & !(own | other);
        let mut taken = M::none();
        let mut beside = field.near(point) & other;
        while beside.any() {
            let first = beside.lowest();
            if field.near(first.first()).meets(empty) {
                beside &= !first;
                continue;
            }
            let chain = field.flood(first, other);
            if !field.widen(chain).meets(empty) {
                taken |= chain;
            }
            beside &= !chain;
        }
        let mut lost = M::none();
        if taken.any() {
            other &= !taken;
        } else if !field.near(point).meets(empty) {
            let chain = field.flood(stone, own);
            if !field.widen(chain).meets(empty) {
                lost = chain;
                own &= !chain;
            }
        }
        let mut stones = Stones([M::none(); 2]);
        stones.0[player] = own;
        stones.0[1 - player] = other;
        Placed { stones, taken, lost }
    }

    /// Points that a player may be kept from retaking: he would take a single stone there, and all around
    /// it are opposing stones.
    pub(crate) fn bannable(self, field: &Field<M>, player: usize) -> M {
        let empty = field.all & !self.taken();
        let other = self.0[1 - player];
        let may = |&point: &usize| {
            let near = field.near(point);
            near.any() && near.within(other) && self.place(field, point, player).taken.size() == 1
        };
        empty.points().filter(may).fold(M::none(), |set, point| set | M::one(point))
    }

    /// The points of each: stones, and regions that touch only theirs.
    pub(crate) fn area(self, field: &Field<M>) -> [M; 2] {
        let mut area = self.0;
        let mut empty = field.all & !self.taken();
        while empty.any() {
            let region = field.flood(empty.lowest(), empty);
            let border = field.widen(region);
            match (border.meets(self.0[0]), border.meets(self.0[1])) {
                (true, false) => area[0] |= region,
                (false, true) => area[1] |= region,
                _ => {}
            }
            empty &= !region;
        }
        area
    }

    /// Black's area less White's.
    #[inline]
    pub(crate) fn margin(self, field: &Field<M>) -> i32 {
        let [black, white] = self.area(field);
        black.size() as i32 - white.size() as i32
    }
}
