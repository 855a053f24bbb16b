//! The game in a part of the board: its owner wants his chain to live, or to be led to chains that live, whatever lies
//! around.

use smallvec::SmallVec;

use super::bodies::Bodies;
use super::room::Counts;
use crate::bits::places;
use crate::patch::{Part, Patch};

/// The most points of a part.
pub(super) const MOST_POINTS: usize = 60;
/// The most chains of the owner around it.
pub(super) const MOST_GROUPS: usize = 30;

/// A part of the board. Everything around it that is not one of the owner's groups counts as the opponent's and is never
/// taken.
#[derive(Clone)]
pub(super) struct Layout {
    /// The points, and the owner's chains around them, of which the first is the one asked about.
    pub(super) patch: Patch,
    /// The groups that live anyway: to be connected to one is enough.
    pub(super) safe: u32,
    /// The eyes that are wanted: two, or one where the chain has another elsewhere.
    pub(super) eyes: u8,
    /// Places of the opponent's that are to be shut in.
    pub(super) prey: u64,
    /// Whether the owner may lose no stone.
    pub(super) keeping: bool,
    /// How many points are next to each.
    pub(super) degrees: Counts,
}

/// What stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stones {
    pub(super) own: u64,
    pub(super) others: u64,
    /// Points of the owner's stones that were taken: hostile for good, as if they were part of what lies around.
    pub(super) hostile: u64,
    /// The groups that were taken.
    pub(super) lost: u32,
}

impl Layout {
    pub(super) fn new(patch: Patch, safe: u32, eyes: u8, keeping: bool) -> Layout {
        let mut degrees = Counts::default();
        patch.near.iter().for_each(|&near| degrees.add(near));
        Layout { patch, safe, eyes, prey: 0, keeping, degrees }
    }

    /// Whether it is life that is asked for, and nothing more or less.
    pub(super) fn asks_for_life(&self) -> bool {
        self.prey == 0 && self.eyes == 2 && !self.keeping
    }

    pub(super) fn empty(&self, stones: &Stones) -> u64 {
        self.patch.all() & !stones.own & !stones.others
    }

    /// Everything of the owner's connected to some of it.
    pub(super) fn connected(&self, now: &Stones, from: Part) -> Part {
        self.patch.connected(self.parts(now), from)
    }

    /// Everything of the owner's.
    pub(super) fn parts(&self, now: &Stones) -> Part {
        Part { stones: now.own, groups: self.patch.groups() & !now.lost }
    }

    /// What the chain asked about is connected to.
    pub(super) fn home(&self, now: &Stones) -> Part {
        self.connected(now, Part { stones: 0, groups: 1 })
    }

    /// What is never taken, and the points next to what lies around and is not.
    pub(super) fn hostile(&self, now: &Stones) -> u64 {
        self.patch.open | now.hostile | self.patch.beside(now.lost)
    }

    /// The opponent's stones that are never taken, connected to what is hostile.
    pub(super) fn never_taken(&self, now: &Stones, hostile: u64) -> u64 {
        self.patch.component(now.others, now.others & hostile)
    }

    /// The owner plays: what stands then, and what he took. `None` for suicide.
    pub(super) fn own_play(&self, now: &Stones, point: usize) -> Option<(Stones, u64)> {
        let mut next = Stones { own: now.own | 1 << point, ..*now };
        let hostile = self.hostile(now);
        let (mut rest, mut taken) = (self.patch.near[point] & now.others & !now.hostile, 0);
        while let Some(chain) = self.patch.take_component(now.others, &mut rest) {
            let breathes =
                chain & hostile != 0 || self.patch.around(chain) & self.empty(&next) != 0;
            if !breathes {
                taken |= chain;
            }
        }
        next.others &= !taken;
        let empty = self.empty(&next);
        let lives = || {
            let part = self.connected(&next, Part { stones: 1 << point, groups: 0 });
            part.groups & self.safe != 0 || self.patch.reach(part) & empty != 0
        };
        (self.patch.near[point] & empty != 0 || lives()).then_some((next, taken))
    }

    /// The opponent plays. What he takes is hostile from then on. `None` for suicide.
    pub(super) fn others_play(&self, now: &Stones, point: usize) -> Option<Stones> {
        let mut next = Stones { others: now.others | 1 << point, ..*now };
        let empty = self.empty(&next);
        // What has another liberty right there is not taken.
        let stones = places(self.patch.near[point] & now.own);
        let stones = stones.filter(|&stone| self.patch.near[stone] & empty == 0);
        let groups = places(self.patch.touches[point] & !now.lost & !self.safe);
        let groups = groups.filter(|&group| self.patch.beside[group] & empty == 0);
        let mut rest = Part {
            stones: stones.fold(0, |set, stone| set | 1 << stone),
            groups: groups.fold(0, |set, group| set | 1 << group),
        };
        let mut took = false;
        while let Some(part) = self.patch.take_part(self.parts(now), &mut rest) {
            if part.groups & self.safe == 0 && self.patch.reach(part) & empty == 0 {
                next.own &= !part.stones;
                next.others |= part.stones;
                next.hostile |= part.stones;
                next.lost |= part.groups | u32::from(self.keeping);
                took = true;
            }
        }
        let breathes = || {
            if self.patch.near[point] & empty != 0 {
                return true;
            }
            let chain = self.patch.component(next.others, 1 << point);
            chain & self.hostile(&next) != 0 || self.patch.around(chain) & empty != 0
        };
        (took || breathes()).then_some(next)
    }
}

/// What a state and those a move later have in common.
pub(super) struct Scene {
    /// What of the owner's is connected.
    pub(super) bodies: Bodies,
    /// The points next to what is never taken.
    pub(super) hostile: u64,
    /// The opponent's stones that are never taken.
    pub(super) firm: u64,
    /// The points next to these, and to stones of the owner's that were taken.
    pub(super) shade: u64,
}

impl Layout {
    /// The scene of a state.
    pub(super) fn scene(&self, now: &Stones) -> Scene {
        let (bodies, hostile) = (Bodies::of(self, now), self.hostile(now));
        let firm = self.never_taken(now, hostile);
        let shade = self.patch.around(firm | now.hostile);
        Scene { bodies, hostile, firm, shade }
    }
}

/// Moves of a state: the point, [`PASS`] for a pass, and what it leads to.
pub(super) type Moves = SmallVec<[(u8, Stones); 24]>;
/// No point.
pub(super) const PASS: u8 = u8::MAX;

impl Layout {
    /// The owner's plays on some empty points.
    pub(super) fn own_plays(
        &self,
        now: &Stones,
        scene: &Scene,
        points: impl IntoIterator<Item = u8>,
    ) -> Moves {
        let empty = self.empty(now);
        // Of chains that may be taken.
        let (mut rest, mut last) = (now.others & !scene.firm, 0);
        while let Some(chain) = self.patch.take_component(now.others, &mut rest) {
            last |= single(self.patch.around(chain) & empty);
        }
        let play = |point: u8| {
            if self.is_quiet(point, empty, last) {
                return Some((point, Stones { own: now.own | 1 << point, ..*now }));
            }
            self.own_play(now, point.into()).map(|(next, _)| (point, next))
        };
        points.into_iter().filter_map(play).collect()
    }

    /// The opponent's pass, and his plays on some empty points.
    pub(super) fn others_moves(
        &self,
        now: &Stones,
        scene: &Scene,
        points: impl IntoIterator<Item = u8>,
    ) -> Moves {
        let empty = self.empty(now);
        let last = scene.bodies.iter().fold(0, |last, body| last | single(body.reach & empty));
        let play = |point: u8| {
            if self.is_quiet(point, empty, last) {
                return Some((point, Stones { others: now.others | 1 << point, ..*now }));
            }
            self.others_play(now, point.into()).map(|next| (point, next))
        };
        let mut moves = Moves::new();
        moves.push((PASS, *now));
        moves.extend(points.into_iter().filter_map(play));
        moves
    }

    /// Whether a play on an empty point takes nothing and is no suicide, as is seen at once; the opposing side's last liberties are given.
    fn is_quiet(&self, point: u8, empty: u64, last: u64) -> bool {
        self.patch.near[usize::from(point)] & empty != 0 && last >> point & 1 == 0
    }
}

/// A set of one point; nothing of any other.
fn single(set: u64) -> u64 {
    if set & set.wrapping_sub(1) == 0 { set } else { 0 }
}
