//! A few points of the board by numbers of their own, with chains around them as groups: what is next to what, and what is
//! connected. Windows and the quick reader play on such patches.

use crate::bits::places;
use crate::ground::Ground;

/// Points numbered from 0, at most 63 of them, and at most 32 groups.
#[derive(Clone, Debug)]
pub(crate) struct Patch {
    /// The points next to each point.
    pub(crate) near: Vec<u64>,
    /// The points next to anything that is neither a point nor a group.
    pub(crate) open: u64,
    /// The points next to each group.
    pub(crate) beside: Vec<u64>,
    /// The groups next to each point.
    pub(crate) touches: Vec<u32>,
}

/// Some stones on points, and groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) stones: u64,
    pub(crate) groups: u32,
}

const OUTSIDE: u8 = u8::MAX;

impl Patch {
    /// The patch of some points, with so many groups; `group` tells that of a point around.
    pub(crate) fn of<const W: usize>(
        ground: &Ground<W>,
        points: &[u16],
        groups: usize,
        group: impl Fn(u16) -> Option<usize>,
    ) -> Patch {
        let mut place = vec![OUTSIDE; ground.len()];
        for (at, &point) in points.iter().enumerate() {
            place[usize::from(point)] = at as u8;
        }
        let (near, touches) = (vec![0; points.len()], vec![0; points.len()]);
        let mut patch = Patch { near, open: 0, beside: vec![0; groups], touches };
        for (at, &point) in points.iter().enumerate() {
            for &near in ground.neighbours(point) {
                if place[usize::from(near)] != OUTSIDE {
                    patch.near[at] |= 1 << place[usize::from(near)];
                } else if let Some(group) = group(near) {
                    patch.beside[group] |= 1 << at;
                    patch.touches[at] |= 1 << group;
                } else {
                    patch.open |= 1 << at;
                }
            }
        }
        patch
    }

    /// Every point.
    pub(crate) fn all(&self) -> u64 {
        (1 << self.near.len()) - 1
    }

    /// Every group.
    pub(crate) fn groups(&self) -> u32 {
        ((1_u64 << self.beside.len()) - 1) as u32
    }

    /// The points next to some.
    pub(crate) fn around(&self, set: u64) -> u64 {
        places(set).fold(0, |around, point| around | self.near[point])
    }

    /// The points next to some groups.
    pub(crate) fn beside(&self, groups: u32) -> u64 {
        places(groups).fold(0, |beside, group| beside | self.beside[group])
    }

    /// The groups next to some points.
    pub(crate) fn touched(&self, set: u64) -> u32 {
        places(set).fold(0, |touched, point| touched | self.touches[point])
    }

    /// The points next to a part.
    pub(crate) fn reach(&self, part: Part) -> u64 {
        self.around(part.stones) | self.beside(part.groups)
    }

    /// The stones and groups, of these, that are connected to some.
    pub(crate) fn connected(&self, of: Part, from: Part) -> Part {
        let (mut found, mut front) = (from, from);
        loop {
            front = Part {
                stones: self.reach(front) & of.stones & !found.stones,
                groups: self.touched(front.stones) & of.groups & !found.groups,
            };
            if front == (Part { stones: 0, groups: 0 }) {
                return found;
            }
            found.stones |= front.stones;
            found.groups |= front.groups;
        }
    }

    /// Takes what is connected to the first of some stones and groups out of these; `None` if nothing is left.
    pub(crate) fn take_part(&self, of: Part, rest: &mut Part) -> Option<Part> {
        let from = match *rest {
            Part { stones: 0, groups: 0 } => return None,
            Part { stones: 0, groups } => {
                Part { stones: 0, groups: groups & groups.wrapping_neg() }
            }
            Part { stones, .. } => Part { stones: stones & stones.wrapping_neg(), groups: 0 },
        };
        let part = self.connected(of, from);
        rest.stones &= !part.stones;
        rest.groups &= !part.groups;
        Some(part)
    }

    /// Takes what of a set is connected to the first of some of its points out of these; `None` if nothing is left.
    pub(crate) fn take_component(&self, set: u64, rest: &mut u64) -> Option<u64> {
        let component = (*rest != 0).then(|| self.component(set, *rest & rest.wrapping_neg()))?;
        *rest &= !component;
        Some(component)
    }

    /// The points of a set that are connected to some of it.
    pub(crate) fn component(&self, set: u64, from: u64) -> u64 {
        let (mut found, mut front) = (from, from);
        while front != 0 {
            front = self.around(front) & set & !found;
            found |= front;
        }
        found
    }
}
