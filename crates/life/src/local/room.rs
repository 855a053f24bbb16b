//! What is left to the owner of a part: a guess how many plays he needs, and where.

use smallvec::SmallVec;

use super::game::{Layout, Scene, Stones};
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

/// What a guess is made of besides the scene, and what mostly stays as it is after a move.
pub(super) struct View {
    /// What hangs together with the chain asked about.
    pub(super) cluster: Cluster,
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

    /// The points that have so many.
    fn equal(&self, number: u32) -> u64 {
        let bits = self.0.iter().enumerate();
        bits.fold(u64::MAX, |set, (weight, &bits)| {
            set & if number >> weight & 1 == 1 { bits } else { !bits }
        })
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

impl View {
    /// Where an eye takes so many plays, from none on, without the opponent's stones.
    pub(super) fn costing(&self) -> [u64; 5] {
        [0, 1, 2, 3, 4].map(|number| self.costs.equal(number))
    }
}

impl Layout {
    /// What a guess is made of in a state with this cluster.
    pub(super) fn view(&self, now: &Stones, cluster: Cluster) -> View {
        let mut costs = self.degrees;
        places(cluster.part.stones).for_each(|stone| costs.take(self.patch.near[stone]));
        places(!cluster.part.groups & !now.lost & self.patch.groups())
            .for_each(|group| costs.add(self.patch.beside[group]));
        View { cluster, costs }
    }

    /// The same with another cluster where nothing was taken from the owner since.
    pub(super) fn view_after(&self, before: &View, cluster: Cluster) -> View {
        let (mut costs, was, is) = (before.costs, before.cluster.part, cluster.part);
        places(was.stones & !is.stones).for_each(|stone| costs.add(self.patch.near[stone]));
        places(is.stones & !was.stones).for_each(|stone| costs.take(self.patch.near[stone]));
        places(was.groups & !is.groups).for_each(|group| costs.add(self.patch.beside[group]));
        places(is.groups & !was.groups).for_each(|group| costs.take(self.patch.beside[group]));
        View { cluster, costs }
    }

    /// What is left to the owner; `None` if he cannot get there any more. After a play of his own that took nothing the scene may be the one before it.
    pub(super) fn room(&self, now: &Stones, scene: &Scene, view: &View) -> Option<Room> {
        self.guess(now, view, scene.hostile, (scene.firm, scene.shade))
    }

    /// The same after a play of the opponent's that took nothing, from what was seen before it.
    pub(super) fn room_after(
        &self,
        next: &Stones,
        point: usize,
        (scene, before): (&Scene, &View),
    ) -> Option<Room> {
        let (place, near) = (1 << point, self.patch.near[point]);
        let joins = place & scene.hostile | near & scene.firm != 0;
        let more = if joins { self.patch.component(next.others, place) & !scene.firm } else { 0 };
        let never = (scene.firm | more, scene.shade | self.patch.around(more));
        if before.cluster.paired() & place == 0 {
            return self.guess(next, before, scene.hostile, never);
        }
        let view = self.view_after(before, self.cluster(next, &scene.bodies));
        self.guess(next, &view, scene.hostile, never)
    }

    /// What is left, with these stones of the opponent's that are never taken and the points next to them and to what he took.
    fn guess(
        &self,
        now: &Stones,
        view: &View,
        hostile: u64,
        (firm, shade): (u64, u64),
    ) -> Option<Room> {
        let home = view.cluster.part;
        // Points that are never in an eye.
        let room = self.patch.all() & !now.own & !firm & !hostile & !shade;
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
        let mut plays = two.into_iter().chain(way).min()?;
        if self.prey != 0 {
            if self.prey_is_out(now) {
                return None;
            }
            plays += self.to_shut_in(now);
        }
        Some(Room { points: room.count_ones(), plays })
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
