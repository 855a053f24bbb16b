//! What is left to the owner of a part: a guess how many plays he needs, and where.

use smallvec::SmallVec;

use super::game::{Layout, Stones};
use super::pairs::Cluster;
use crate::bits::places;
use crate::patch::Part;

/// Eyes that are looked for, and how many plays one takes that there is no place for.
const MOST_EYES: usize = 4;
const FAR: u32 = 6;

/// What is left to the owner.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Room {
    /// The points that might yet be in an eye of his.
    pub(super) points: u32,
    /// A guess how many plays in a row he needs.
    pub(super) plays: u32,
}

/// What a guess is made of, and what mostly stays as it is after a play of the opponent's.
pub(super) struct View {
    /// What hangs together with the chain asked about.
    pub(super) cluster: Cluster,
    /// The points next to what lies around.
    hostile: u64,
    /// The opponent's stones that are never taken.
    firm: u64,
    /// How many plays an eye takes at each point for what is next to it and not of the cluster.
    costs: Counts,
}

/// A number for each point, at most 15: the bits of each weight together.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts([u64; 4]);

impl Counts {
    /// One more for some points.
    pub(super) fn add(&mut self, points: u64) {
        let mut carry = points;
        for bits in &mut self.0 {
            (*bits, carry) = (*bits ^ carry, *bits & carry);
        }
        self.0.iter_mut().for_each(|bits| *bits |= carry);
    }

    /// One less for some points, none of which has none.
    pub(super) fn take(&mut self, points: u64) {
        let mut borrow = points;
        for bits in &mut self.0 {
            (*bits, borrow) = (*bits ^ borrow, !*bits & borrow);
        }
    }

    /// The first point of a set that has the least, and how much that is.
    fn least(&self, set: u64) -> Option<(usize, u32)> {
        let (mut left, mut least) = (set, 0);
        for (weight, bits) in self.0.iter().enumerate().rev() {
            match left & !bits {
                0 => least |= 1 << weight,
                fewer => left = fewer,
            }
        }
        (set != 0).then_some((left.trailing_zeros() as usize, least))
    }
}

impl Layout {
    /// What a guess is made of in a state with this cluster.
    pub(super) fn view(&self, now: &Stones, cluster: Cluster) -> View {
        let hostile = self.hostile(now);
        let firm = self.never_taken(now, hostile);
        let mut costs = self.degrees;
        places(cluster.part.stones).for_each(|stone| costs.take(self.patch.near[stone]));
        places(!cluster.part.groups & !now.lost & self.patch.groups())
            .for_each(|group| costs.add(self.patch.beside[group]));
        View { cluster, hostile, firm, costs }
    }

    /// What is left to the owner; `None` if he cannot get there any more.
    pub(super) fn room(&self, now: &Stones, view: &View) -> Option<Room> {
        self.guess(now, view, view.firm)
    }

    /// The same after a play of the opponent's that took nothing, from what was seen before it.
    pub(super) fn room_after(&self, next: &Stones, point: usize, before: &View) -> Option<Room> {
        if before.cluster.reach >> point & 1 == 1 {
            return self.room(next, &self.view(next, self.cluster(next)));
        }
        let (place, near) = (1 << point, self.patch.near[point]);
        let joins = place & before.hostile | near & before.firm != 0;
        let more = if joins { self.patch.component(next.others, place) } else { 0 };
        self.guess(next, before, before.firm | more)
    }

    /// What is left, with these stones of the opponent's that are never taken.
    fn guess(&self, now: &Stones, view: &View, firm: u64) -> Option<Room> {
        if self.cover & (firm | now.hostile) != 0 {
            return None;
        }
        let home = view.cluster.part;
        // Points that are never in an eye.
        let around = self.patch.around(firm | now.hostile);
        let room = self.patch.all() & !now.own & !firm & !view.hostile & !around;
        let mut costs = view.costs;
        costs.add(now.others);
        let (mut eyes, mut rest) = (SmallVec::<[u32; MOST_EYES]>::new(), room);
        while eyes.len() < MOST_EYES
            && let Some((point, cost)) = costs.least(rest)
        {
            eyes.push(cost);
            rest &= !self.patch.near[point] & !(1 << point);
        }
        // His opponent takes one of them away: some of those that are left, taking one with another.
        let wanted = u32::from(self.eyes);
        let left = (1..MOST_EYES).map(|next| eyes.get(next).copied().unwrap_or(FAR)).sum::<u32>();
        let two =
            (eyes.len() >= self.eyes.into()).then_some(wanted * left / (MOST_EYES as u32 - 1));
        // If the cheapest has all others next to it, some two of these may do.
        let two = two.or_else(|| {
            places(room)
                .any(|point| room & !self.patch.near[point] & !(1 << point) != 0)
                .then_some(8)
        });
        let way = if self.safe == 0 { None } else { self.way(now, home, firm) };
        let plays = two.into_iter().chain(way).min()? + self.to_cover(now, &view.cluster);
        Some(Room { points: room.count_ones(), plays })
    }

    /// How many plays it takes to cover what has to be.
    fn to_cover(&self, now: &Stones, cluster: &Cluster) -> u32 {
        let (mut plays, mut seen) = (0, 0);
        for point in places(self.cover & !cluster.part.stones) {
            plays += 1;
            let place = 1 << point;
            if now.others & place & !seen != 0 {
                let chain = self.patch.component(now.others, place);
                seen |= chain;
                plays += (self.patch.around(chain) & self.empty(now)).count_ones();
            }
        }
        plays
    }

    /// How many plays in a row lead from some of the owner's stones to a safe group.
    fn way(&self, now: &Stones, home: Part, firm: u64) -> Option<u32> {
        let (mut part, mut reached, mut plays) = (home, 0, 0);
        loop {
            if part.groups & self.safe != 0 {
                return Some(plays);
            }
            let next = self.patch.reach(part) & !firm & !now.own & !reached;
            if next == 0 {
                return None;
            }
            reached |= next;
            plays += 1;
            let with = Stones { own: now.own | reached, ..*now };
            part = self.connected(&with, Part { stones: part.stones | next, groups: part.groups });
        }
    }
}
