//! What of the owner's is connected in a part, found once for a state and the states a move later.

use smallvec::SmallVec;

use super::game::{Layout, Stones};
use crate::patch::{Part, Patch};

/// A connected part of the owner's, and the points next to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Body {
    pub(super) part: Part,
    pub(super) reach: u64,
}

/// Everything of the owner's; what holds the chain asked about is the first.
pub(super) struct Bodies(SmallVec<[Body; 16]>);

impl Bodies {
    /// What is connected in a state in which the chain asked about is not lost.
    pub(super) fn of(layout: &Layout, now: &Stones) -> Bodies {
        let parts = layout.parts(now);
        let body = |part: Part| Body { part, reach: layout.patch.reach(part) };
        let home = layout.home(now);
        let mut bodies = SmallVec::from_iter([body(home)]);
        let mut rest =
            Part { stones: parts.stones & !home.stones, groups: parts.groups & !home.groups };
        while let Some(part) = layout.patch.take_part(parts, &mut rest) {
            bodies.push(body(part));
        }
        Bodies(bodies)
    }

    /// What holds the chain asked about.
    pub(super) fn home(&self) -> &Body {
        &self.0[0]
    }

    /// One after the other.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Body> {
        self.0.iter()
    }

    /// All of them in one order.
    #[cfg(test)]
    pub(super) fn sorted(&self) -> Vec<(u64, u32, u64)> {
        let all = self.iter().map(|body| (body.part.stones, body.part.groups, body.reach));
        let mut all: Vec<(u64, u32, u64)> = all.collect();
        all[1..].sort_unstable();
        all
    }

    /// The points next to what a play of the owner's would be connected to.
    pub(super) fn reach_with(&self, patch: &Patch, point: usize) -> u64 {
        let joined = self.0.iter().filter(|body| body.reach >> point & 1 == 1);
        joined.fold(patch.near[point], |reach, body| reach | body.reach)
    }

    /// The bodies after a play of the owner's, what was played the last where it is not connected to the chain asked about.
    pub(super) fn after(&self, patch: &Patch, point: usize) -> Bodies {
        let (part, reach) = (Part { stones: 1 << point, groups: 0 }, patch.near[point]);
        let mut played = Body { part, reach };
        let mut bodies: SmallVec<[Body; 16]> = SmallVec::new();
        bodies.push(self.0[0]);
        for (place, body) in self.0.iter().enumerate() {
            if body.reach >> point & 1 == 1 {
                played.part.stones |= body.part.stones;
                played.part.groups |= body.part.groups;
                played.reach |= body.reach;
            } else if place > 0 {
                bodies.push(*body);
            }
        }
        if self.0[0].reach >> point & 1 == 1 {
            bodies[0] = played;
        } else {
            bodies.push(played);
        }
        Bodies(bodies)
    }
}
