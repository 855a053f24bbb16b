//! Where windows might lie, and which groups they might join.

use smallvec::SmallVec;

use super::{Clusters, MOST_GROUPS, MOST_INSIDE, NONE, Windows};
use crate::bits::Bits;

impl<const W: usize> Windows<'_, W> {
    /// A further liberty of the groups that have the fewest in the window.
    pub(super) fn liberty(
        &self,
        points: &[u16],
        groups: &[u16],
        base: &Clusters,
        unused: &Bits<W>,
    ) -> Option<u16> {
        let beside = |point: u16| self.groups_at(point, groups, base);
        let mut have = vec![0_u32; groups.len()];
        for &point in points {
            beside(point).iter().for_each(|&group| have[group] += 1);
        }
        let worth = |&point: &u16| {
            let short = |group: &&usize| base.eyes[usize::from(groups[**group])] < 2;
            let sum: u32 =
                beside(point).iter().filter(short).map(|&group| 20 / (1 + have[group])).sum();
            let room = (*self.ground.near(point) & self.free).count() as u32;
            if sum == 0 { 0 } else { 4 * sum + 4 - room.min(4) }
        };
        let best = unused.iter().filter(|point| !points.contains(point)).max_by_key(worth)?;
        (worth(&best) > 0).then_some(best)
    }

    /// The groups next to a point, by their place in the list.
    pub(super) fn groups_at(
        &self,
        point: u16,
        groups: &[u16],
        base: &Clusters,
    ) -> SmallVec<[usize; 4]> {
        let mut found = SmallVec::new();
        for &near in self.ground.neighbours(point) {
            let chain = self.home[usize::from(near)];
            if chain != NONE {
                let group = groups.iter().position(|&group| group == base.of[usize::from(chain)]);
                if let Some(group) = group.filter(|group| !found.contains(group)) {
                    found.push(group);
                }
            }
        }
        found
    }

    /// A place in an order of the points, another one each turn; the board's order at first.
    pub(super) fn rank(&self, point: u16) -> u16 {
        match self.turn {
            0 => point,
            1 => u16::MAX - point,
            turn => {
                (point + 1).wrapping_mul(turn.wrapping_mul(2).wrapping_add(40_503)).rotate_left(5)
            }
        }
    }

    /// Points close to one, with small opposing chains that have no liberties elsewhere.
    pub(super) fn around(&self, point: u16, size: usize, free: &Bits<W>) -> Vec<u16> {
        let mut points = vec![point];
        let mut seen = Bits::of(point);
        let mut at = 0;
        while at < points.len() && points.len() < size {
            let near = self.ground.neighbours(points[at]);
            at += 1;
            let mut next: SmallVec<[u16; 4]> =
                near.iter().copied().filter(|&near| free.has(near) && !seen.has(near)).collect();
            next.sort_by_key(|&near| {
                (std::cmp::Reverse((*self.ground.near(near) & self.own).count()), self.rank(near))
            });
            for near in next {
                if points.len() < size {
                    seen.insert(near);
                    points.push(near);
                }
            }
            for &near in near {
                if !self.others.has(near) || seen.has(near) {
                    continue;
                }
                let chain = self.ground.component(near, &self.others);
                if chain.count() > MOST_INSIDE || chain.meets(&self.closed) {
                    continue;
                }
                let liberties = self.ground.around(&chain).without(&self.own).without(&self.others);
                let fresh = liberties.without(&seen);
                if fresh.within(free) && points.len() + chain.count() + fresh.count() <= size {
                    seen |= chain | fresh;
                    points.extend(chain.iter().chain(fresh.iter()));
                }
            }
        }
        points
    }

    /// Which groups next to a window might be tied in it: all, all but one, any two, one alone.
    pub(super) fn candidates(
        &self,
        points: &[u16],
        base: &Clusters,
    ) -> Vec<SmallVec<[u16; MOST_GROUPS]>> {
        let mut beside: Vec<(u16, usize)> = Vec::new();
        for &point in points {
            let mut here: SmallVec<[u16; 4]> = SmallVec::new();
            for &near in self.ground.neighbours(point) {
                let chain = self.home[usize::from(near)];
                if chain != NONE && !here.contains(&base.of[usize::from(chain)]) {
                    here.push(base.of[usize::from(chain)]);
                }
            }
            for group in here {
                match beside.iter_mut().find(|known| known.0 == group) {
                    Some(known) => known.1 += 1,
                    None => beside.push((group, 1)),
                }
            }
        }
        beside.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        beside.truncate(MOST_GROUPS);
        let all: SmallVec<[u16; MOST_GROUPS]> = beside.iter().map(|&(group, _)| group).collect();
        let mut found = Vec::new();
        if all.is_empty() {
            return found;
        }
        found.push(all.clone());
        if all.len() > 2 {
            found.extend((0..all.len()).rev().map(|out| {
                let mut some = all.clone();
                some.remove(out);
                some
            }));
        }
        if all.len() > 3 {
            for (at, &one) in all.iter().enumerate() {
                found
                    .extend(all[at + 1..].iter().map(|&other| SmallVec::from_slice(&[one, other])));
            }
        }
        if all.len() > 1 {
            found.extend(all.iter().map(|&one| SmallVec::from_slice(&[one])));
        }
        found.iter_mut().for_each(|groups| groups.sort_unstable());
        found
    }
}
