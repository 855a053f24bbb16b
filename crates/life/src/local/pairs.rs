//! What pairs settle: of two empty points the owner gets one, whichever his opponent takes.
//!
//! `docs/life.md`, "Pairs", says why; here everything around the part counts as hostile.

use smallvec::SmallVec;

use super::game::{Layout, Stones};
use crate::bits::places;
use crate::patch::Part;

/// More points of a region than this that are not next to the cluster are not looked at.
const MOST_INNER: u32 = 6;

/// What hangs together with the chain asked about, whatever the opponent plays.
pub(super) struct Cluster {
    /// The stones and groups.
    pub(super) part: Part,
    /// The points next to them.
    pub(super) reach: u64,
    /// The pairs that join them, each a set of two points.
    pairs: SmallVec<[u64; 8]>,
}

impl Cluster {
    /// The points of its pairs.
    fn paired(&self) -> u64 {
        self.pairs.iter().fold(0, |set, pair| set | pair)
    }
}

impl Layout {
    /// What hangs together with the chain asked about; nothing more is looked for once a safe group does.
    pub(super) fn cluster(&self, now: &Stones) -> Cluster {
        let mut cluster = self.alone(now);
        while cluster.part.groups & self.safe == 0 && self.tie(now, &mut cluster) {}
        cluster
    }

    /// What the chain asked about is connected to, no pair needed.
    fn alone(&self, now: &Stones) -> Cluster {
        let home = self.home(now);
        Cluster { part: home, reach: self.patch.reach(home), pairs: SmallVec::new() }
    }

    /// Ties something more to a cluster; whether there is anything.
    fn tie(&self, now: &Stones, cluster: &mut Cluster) -> bool {
        let Some((part, reach, pair)) = self.tied(now, cluster) else { return false };
        cluster.part.stones |= part.stones;
        cluster.part.groups |= part.groups;
        cluster.reach |= reach;
        cluster.pairs.push(pair);
        true
    }

    /// Something of the owner's that two empty points, in no pair of a cluster, tie to it: with the points next to it, and the two.
    fn tied(&self, now: &Stones, cluster: &Cluster) -> Option<(Part, u64, u64)> {
        let free = cluster.reach & self.empty(now) & !cluster.paired();
        if free.count_ones() < 2 {
            return None;
        }
        let mut rest = Part {
            stones: self.patch.around(free) & now.own & !cluster.part.stones,
            groups: self.patch.touched(free) & !now.lost & !cluster.part.groups,
        };
        while let Some(part) = self.patch.take_part(self.parts(now), &mut rest) {
            let reach = self.patch.reach(part);
            let both = reach & free;
            if both.count_ones() < 2 {
                continue;
            }
            let shared = places(both).filter(|&point| !self.is_eye(now, point));
            // Points that may serve elsewhere are left.
            let uses = |&point: &usize| {
                let stones = (self.patch.near[point] & now.own).count_ones();
                stones + self.patch.touches[point].count_ones()
            };
            let mut shared: SmallVec<[usize; 8]> = shared.collect();
            shared.sort_by_key(uses);
            if let &[one, other, ..] = shared.as_slice() {
                return Some((part, reach, 1 << one | 1 << other));
            }
        }
        None
    }

    /// Whether nothing but the owner's stones and groups is next to an empty point.
    fn is_eye(&self, now: &Stones, point: usize) -> bool {
        self.patch.near[point] & !now.own == 0
            && self.patch.open >> point & 1 == 0
            && self.patch.touches[point] & now.lost == 0
    }

    /// Whether the owner has got there, his opponent to move: the points it rests on. The cluster has a safe group, or two
    /// eyes without an inside, or gets them by pairs.
    pub(super) fn settled(&self, now: &Stones, cluster: &Cluster) -> Option<u64> {
        let Cluster { part, reach, pairs } = cluster;
        let joining = cluster.paired();
        if self.cover & !part.stones != 0 {
            return None;
        }
        if part.groups & self.safe != 0 {
            return Some(part.stones | joining);
        }
        let strangers = self.patch.groups() & !part.groups;
        let no_eye = self.patch.open | self.patch.beside(strangers) | now.hostile | now.own;
        let (mut rest, mut rests_on) = (self.patch.all() & !part.stones, part.stones | joining);
        let (mut paired, mut eyes) = (joining, 0_u8);
        while let Some(region) = self.patch.take_component(rest, &mut rest) {
            let lasts = region & !joining != 0 || pairs.iter().any(|pair| pair & !region == 0);
            if region & no_eye != 0 || !lasts {
                continue;
            }
            let empty = region & self.empty(now) & reach;
            let Some(flanks) = self.outflank(region & !reach, empty & !paired) else { continue };
            paired |= flanks;
            rests_on |= region | flanks;
            eyes += 1;
            if eyes < self.eyes && self.splits(region, empty & !paired, paired) {
                eyes += 1;
            }
            if eyes >= self.eyes {
                return Some(rests_on);
            }
        }
        None
    }

    /// The points that it rests on with as few ties as will do that the owner has got there, his opponent to move; `None` if he has not.
    pub(super) fn settled_by_few(&self, now: &Stones) -> Option<u64> {
        let mut cluster = self.alone(now);
        loop {
            if let Some(points) = self.settled(now, &cluster) {
                return Some(points);
            }
            self.tie(now, &mut cluster).then_some(())?;
        }
    }

    /// Pairs of free points that bring every inner point of a region next to the cluster.
    fn outflank(&self, inner: u64, mut free: u64) -> Option<u64> {
        if inner.count_ones() > MOST_INNER {
            return None;
        }
        let (mut rest, mut pairs) = (inner, 0);
        while rest != 0 {
            let point = rest.trailing_zeros() as usize;
            let mut choice: SmallVec<[usize; 4]> = places(self.patch.near[point] & free).collect();
            choice.sort_by_key(|&near| {
                std::cmp::Reverse((self.patch.near[near] & rest).count_ones())
            });
            let &[one, other, ..] = choice.as_slice() else { return None };
            pairs |= 1 << one | 1 << other;
            free &= !pairs;
            rest &= !(self.patch.near[one] & self.patch.near[other]);
        }
        Some(pairs)
    }

    /// Whether two free points of a region each cut it in two, so that parts are left that no answer in a pair can fill.
    fn splits(&self, region: u64, free: u64, paired: u64) -> bool {
        let cuts = |&point: &usize| {
            let (mut rest, mut sides) = (region & !(1 << point), 0);
            while let Some(side) = self.patch.take_component(rest, &mut rest) {
                sides += u32::from(side & !paired != 0);
            }
            sides >= 2
        };
        region.count_ones() >= 4 && places(free).filter(cuts).nth(1).is_some()
    }
}
