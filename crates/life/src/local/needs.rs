//! The points that a win or a loss rests on: where they look the same, it is the same.

use super::game::{Layout, PASS, Stones};
use crate::bits::places;
use crate::patch::Part;

/// A win of the owner's.
impl Layout {
    /// The points with what keeps a win that rests on them from being upset from elsewhere: a liberty of the chain asked
    /// about and of each of the owner's parts that meet them, and where the opponent may not play, what forbids it.
    pub(super) fn closed(&self, now: &Stones, points: u64, forbidden: u64) -> u64 {
        let empty = self.empty(now);
        let mut closed = self.breathing(self.home(now), empty, points);
        let (mut stones, mut shown) = (0, 0);
        loop {
            let before = closed;
            while let Some(stone) = places(now.own & closed & !stones).next() {
                let part = self.connected(now, Part { stones: 1 << stone, groups: 0 });
                stones |= part.stones;
                closed = self.breathing(part, empty, closed);
            }
            for point in places(closed & forbidden & !shown) {
                shown |= 1 << point;
                let chain = self.patch.component(now.others | 1 << point, 1 << point);
                closed = self.shut_in(now, chain, empty & !(1 << point), closed);
            }
            if closed == before {
                return closed;
            }
        }
    }

    /// The points with a set and all of the owner's parts around it, each with one of its liberties among some empty points.
    pub(super) fn shut_in(&self, now: &Stones, set: u64, empty: u64, points: u64) -> u64 {
        let own = self.patch.around(set) & now.own;
        let touched = self.patch.touched(set);
        let stones = places(own).map(|stone| Part { stones: 1 << stone, groups: 0 });
        let groups =
            places(touched & !now.lost).map(|group| Part { stones: 0, groups: 1 << group });
        stones.chain(groups).fold(points | set | own, |points, from| {
            self.breathing(self.connected(now, from), empty, points)
        })
    }

    /// The points with a part and one of its liberties among some empty points, if it needs any.
    fn breathing(&self, part: Part, empty: u64, points: u64) -> u64 {
        let liberties = self.patch.reach(part) & empty;
        let more = if part.groups & self.safe == 0 && liberties & points == 0 {
            liberties & liberties.wrapping_neg()
        } else {
            0
        };
        points | part.stones | more
    }
}

/// A loss of the owner's.
impl Layout {
    /// What shows that nothing is left to him: the opponent's stones that are never taken, and his own where he might
    /// have had an eye.
    pub(super) fn blocked(&self, now: &Stones) -> u64 {
        let hostile = self.hostile(now);
        let firm = self.never_taken(now, hostile);
        firm | now.own & !hostile & !self.patch.around(firm | now.hostile)
    }

    /// Before a move of the opponent's that leads to a loss: the point, and what shows that it takes what it takes.
    pub(super) fn before_others(&self, now: &Stones, point: u8, next: &Stones, after: u64) -> u64 {
        let mut points = after;
        if point != PASS {
            let taken = now.own & !next.own;
            points = self.firm(next, points | 1 << point);
            points |= taken | self.patch.around(taken) | self.patch.beside(next.lost & !now.lost);
        }
        self.firm(now, points)
    }

    /// Before a play of the owner's that leads to a loss. What he takes is no part of it without the point.
    pub(super) fn before_own(&self, now: &Stones, point: u8, next: &Stones, after: u64) -> u64 {
        let taken = now.others & !next.others;
        let shown = if taken == 0 { 0 } else { taken | self.patch.around(taken) | 1 << point };
        self.firm(now, after | shown)
    }

    /// The points with what shows that the owner may not play on those of them where he may not: what they would be
    /// connected to and all around it, and another liberty of each of the opponent's chains there.
    pub(super) fn suicides(&self, now: &Stones, points: u64, forbidden: u64) -> u64 {
        let (mut closed, mut shown) = (self.firm(now, points), 0);
        while let Some(point) = places(closed & forbidden & !shown).next() {
            shown |= 1 << point;
            let with = Stones { own: now.own | 1 << point, ..*now };
            let part = self.connected(&with, Part { stones: 1 << point, groups: 0 });
            closed = self.firm(&with, closed | part.stones | self.patch.reach(part));
        }
        closed
    }

    /// The points with the opponent's chains that meet them, each of which has a liberty there or is never taken.
    fn firm(&self, now: &Stones, points: u64) -> u64 {
        let (hostile, empty) = (self.hostile(now), self.empty(now));
        let (mut closed, mut seen) = (points, 0);
        while let Some(stone) = places(now.others & closed & !seen).next() {
            let chain = self.patch.component(now.others, 1 << stone);
            seen |= chain;
            closed |= chain;
            let liberties = self.patch.around(chain) & empty;
            if chain & hostile == 0 && liberties & closed == 0 {
                closed |= liberties & liberties.wrapping_neg();
            }
        }
        closed
    }
}
