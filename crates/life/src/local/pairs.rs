//! What pairs settle: of two empty points the owner gets one, whichever his opponent takes.
//!
//! `docs/life.md`, "Pairs", says why; here everything around the part counts as hostile.

use smallvec::SmallVec;

use super::bodies::Bodies;
use super::game::{Layout, Scene, Stones};
use crate::bits::places;
use crate::patch::Part;

/// More points of a region than this that are not next to the cluster are not looked at.
const MOST_INNER: u32 = 6;

/// What hangs together with the chain asked about, whatever the opponent plays.
#[derive(Clone)]
pub(super) struct Cluster {
    /// The stones and groups.
    pub(super) part: Part,
    /// The points next to them.
    pub(super) reach: u64,
    /// The pairs that join them, each a set of two points.
    pairs: SmallVec<[u64; 8]>,
    /// The bodies they are, by their places.
    bodies: u128,
}

/// Two points, of which the owner gets one.
pub(super) type Pair = (u8, u8);

/// A region that is an eye.
pub(super) struct Eye {
    pub(super) points: u64,
    /// Pairs that bring all of it next to the cluster.
    pub(super) pairs: SmallVec<[Pair; 4]>,
    /// A pair that cuts it in two eyes.
    pub(super) split: Option<Pair>,
}

/// What makes the chain asked about live by itself.
pub(super) struct Settled {
    pub(super) part: Part,
    /// The pairs that join the part, in an order in which each joins something to those before.
    pub(super) joining: SmallVec<[u64; 8]>,
    pub(super) eyes: Vec<Eye>,
}

impl Cluster {
    /// The points of its pairs.
    pub(super) fn paired(&self) -> u64 {
        self.pairs.iter().fold(0, |set, pair| set | pair)
    }

    /// Whether answers in its pairs leave something of a region.
    pub(super) fn leaves(&self, points: u64) -> bool {
        points & !self.paired() != 0 || self.pairs.iter().any(|pair| pair & !points == 0)
    }
}

impl Eye {
    /// The points of its pairs.
    pub(super) fn paired(&self) -> u64 {
        let pairs = self.pairs.iter().chain(&self.split);
        pairs.fold(0, |set, &(one, other)| set | 1 << one | 1 << other)
    }
}

impl Layout {
    /// What hangs together with the chain asked about; nothing more is looked for once a safe group does.
    pub(super) fn cluster(&self, now: &Stones, bodies: &Bodies) -> Cluster {
        let mut cluster = self.alone(bodies);
        while cluster.part.groups & self.safe == 0 && self.tie(now, bodies, &mut cluster) {}
        cluster
    }

    /// What the chain asked about is connected to, no pair needed.
    fn alone(&self, bodies: &Bodies) -> Cluster {
        let home = bodies.home();
        Cluster { part: home.part, reach: home.reach, pairs: SmallVec::new(), bodies: 1 }
    }

    /// Ties another body to a cluster by two empty points that are in no pair of it; whether there is any.
    fn tie(&self, now: &Stones, bodies: &Bodies, cluster: &mut Cluster) -> bool {
        let free = cluster.reach & self.empty(now) & !cluster.paired();
        if free.count_ones() < 2 {
            return false;
        }
        for (place, body) in bodies.iter().enumerate() {
            let both = body.reach & free;
            if cluster.bodies >> place & 1 == 1 || both.count_ones() < 2 {
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
                cluster.part.stones |= body.part.stones;
                cluster.part.groups |= body.part.groups;
                cluster.reach |= body.reach;
                cluster.pairs.push(1 << one | 1 << other);
                cluster.bodies |= 1 << place;
                return true;
            }
        }
        false
    }

    /// Whether a play of the owner's that took nothing leaves a cluster as it was: the bodies are those before it.
    pub(super) fn is_left_by(
        &self,
        next: &Stones,
        point: usize,
        bodies: &Bodies,
        cluster: &Cluster,
    ) -> bool {
        if cluster.reach >> point & 1 == 1 {
            return false;
        }
        let reach = bodies.reach_with(&self.patch, point);
        let free = cluster.reach & self.empty(next) & !cluster.paired();
        // A point that has become an eye ties no more.
        let is_eye = |near: usize| self.is_eye(next, near);
        (reach & free).count_ones() < 2
            && !places(self.patch.near[point] & cluster.reach & self.empty(next)).any(is_eye)
    }

    /// The cluster after a play of the owner's; `None` if it is as it was before: then the play settles nothing.
    pub(super) fn cluster_after(
        &self,
        now: &Stones,
        (scene, cluster): (&Scene, &Cluster),
        point: u8,
        next: &Stones,
    ) -> Option<Cluster> {
        if next.others != now.others {
            return Some(self.cluster(next, &Bodies::of(self, next)));
        }
        let (bodies, point) = (&scene.bodies, usize::from(point));
        let left = self.is_left_by(next, point, bodies, cluster);
        (!left).then(|| self.cluster(next, &bodies.after(&self.patch, point)))
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
        self.settled_with(now, cluster, |_| {})
    }

    /// The same; the eyes are told one by one.
    fn settled_with(
        &self,
        now: &Stones,
        cluster: &Cluster,
        mut tell: impl FnMut(Eye),
    ) -> Option<u64> {
        if self.prey != 0 {
            return self.shuts_in(now, cluster, tell);
        }
        let (part, joining) = (cluster.part, cluster.paired());
        if part.groups & self.safe != 0 {
            return Some(part.stones | joining);
        }
        let strangers = self.patch.groups() & !part.groups;
        let no_eye = self.patch.open | self.patch.beside(strangers) | now.hostile | now.own;
        let (mut rest, mut rests_on) = (self.patch.all() & !part.stones, part.stones | joining);
        let (mut paired, mut eyes) = (joining, 0_u8);
        while let Some(points) = self.patch.take_component(rest, &mut rest) {
            if points & no_eye != 0 || !cluster.leaves(points) {
                continue;
            }
            let more = eyes + 1 < self.eyes;
            let Some(eye) = self.eye(now, cluster, (points, paired), more) else { continue };
            paired |= eye.paired();
            rests_on |= points;
            eyes += 1 + u8::from(eye.split.is_some());
            tell(eye);
            if eyes >= self.eyes {
                return Some(rests_on);
            }
        }
        None
    }

    /// A region that is an eye of the cluster by pairs of points that are in none yet, or two if more are wanted.
    pub(super) fn eye(
        &self,
        now: &Stones,
        cluster: &Cluster,
        (points, mut paired): (u64, u64),
        more: bool,
    ) -> Option<Eye> {
        if points & now.own != 0 {
            return None;
        }
        let empty = points & self.empty(now) & cluster.reach;
        let pairs = self.outflank(points & !cluster.reach, empty & !paired)?;
        let mut eye = Eye { points, pairs, split: None };
        paired |= eye.paired();
        eye.split = more.then(|| self.split(points, empty & !paired, paired)).flatten();
        Some(eye)
    }

    /// The points that it rests on with as few ties as will do that the owner has got there, his opponent to move; `None` if he has not.
    pub(super) fn settled_by_few(&self, now: &Stones) -> Option<u64> {
        self.with_few(now, |cluster| self.settled(now, cluster))
    }

    /// By which pairs and eyes it is settled that the chain asked about lives by itself, with as few ties as will do.
    pub(super) fn settled_by(&self, now: &Stones) -> Option<Settled> {
        let settled = self.with_few(now, |cluster| {
            let mut eyes = Vec::new();
            self.settled_with(now, cluster, |eye| eyes.push(eye))?;
            Some(Settled { part: cluster.part, joining: cluster.pairs.clone(), eyes })
        });
        // Those that hang together with a safe group need no eyes.
        settled.filter(|settled| settled.part.groups & self.safe == 0)
    }

    /// What is found with the fewest ties, taken one after the other; nothing where the chain asked about is lost.
    fn with_few<T>(&self, now: &Stones, look: impl Fn(&Cluster) -> Option<T>) -> Option<T> {
        if now.lost & 1 == 1 {
            return None;
        }
        let bodies = Bodies::of(self, now);
        let mut cluster = self.alone(&bodies);
        loop {
            if let Some(found) = look(&cluster) {
                return Some(found);
            }
            self.tie(now, &bodies, &mut cluster).then_some(())?;
        }
    }

    /// Pairs of free points that bring every inner point of a region next to the cluster.
    fn outflank(&self, inner: u64, mut free: u64) -> Option<SmallVec<[Pair; 4]>> {
        if inner.count_ones() > MOST_INNER {
            return None;
        }
        let (mut rest, mut pairs) = (inner, SmallVec::new());
        while rest != 0 {
            let point = rest.trailing_zeros() as usize;
            let mut choice: SmallVec<[usize; 4]> = places(self.patch.near[point] & free).collect();
            choice.sort_by_key(|&near| {
                std::cmp::Reverse((self.patch.near[near] & rest).count_ones())
            });
            let &[one, other, ..] = choice.as_slice() else { return None };
            pairs.push((one as u8, other as u8));
            free &= !(1 << one | 1 << other);
            rest &= !(self.patch.near[one] & self.patch.near[other]);
        }
        Some(pairs)
    }

    /// Two free points of a region that each cut it in two, so that parts are left that no answer in a pair can fill.
    fn split(&self, region: u64, free: u64, paired: u64) -> Option<Pair> {
        if region.count_ones() < 4 {
            return None;
        }
        let cuts = |&point: &usize| {
            let (mut rest, mut sides) = (region & !(1 << point), 0);
            while let Some(side) = self.patch.take_component(rest, &mut rest) {
                sides += u32::from(side & !paired != 0);
            }
            sides >= 2
        };
        let mut cuts = places(free).filter(cuts);
        Some((cuts.next()? as u8, cuts.next()? as u8))
    }
}
