//! Static certificates: chains that a side keeps whatever the other does.
//!
//! The theorems, with proofs, are in `docs/life.md`: "Pairs", "Eyes without an inside" and
//! "Passing for ever".

mod eyes;
mod pairs;

use smallvec::{SmallVec, smallvec};

use crate::bits::Bits;
use crate::ground::Ground;
use crate::proof::Certificate;
use crate::state::State;
pub(crate) use eyes::may_have_two;
use pairs::{join, outflank, split};

/// How much an eye region has to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    /// Every point of the region, opposing stones included, is next to the cluster. Enough to *reach*
    /// a two-eye-formation.
    Whole,
    /// Every point of the region but the other side's stones is next to the cluster (Benson; own stones
    /// in it may be captured). Enough never to be captured
    /// while passing.
    Empty,
}

struct Chain<const W: usize> {
    stones: Bits<W>,
    near: Bits<W>,
}

struct Region<const W: usize> {
    points: Bits<W>,
    /// The clusters next to it.
    border: SmallVec<[u16; 8]>,
    /// The clusters it is an eye of.
    eye_of: SmallVec<[u16; 4]>,
    /// Pairs that bring every inner point next to the clusters, and one that cuts it in two.
    pairs: SmallVec<[(u16, u16); 4]>,
    /// How many eyes it gives.
    eyes: usize,
}

/// Chains that hang together by pairs: whichever point of a pair the opponent takes, the other one
/// joins them.
struct Cluster<const W: usize> {
    stones: Bits<W>,
    near: Bits<W>,
    pairs: SmallVec<[(u16, u16); 4]>,
    safe: bool,
}

/// What is certain about the chains of one side.
pub(crate) struct Safety<const W: usize> {
    clusters: Vec<Cluster<W>>,
    regions: Vec<Region<W>>,
    /// The other side's stones.
    others: Bits<W>,
    /// The stones of every safe chain.
    pub(crate) safe: Bits<W>,
    /// For each side's point its cluster.
    home: SmallVec<[u16; 64]>,
}

/// What a certificate rests on.
#[derive(Clone, Copy)]
pub(crate) struct Grounds<const W: usize> {
    /// The points whose contents the certificate looked at.
    pub(crate) zone: Bits<W>,
    /// The stones it holds for.
    pub(crate) cover: Bits<W>,
    /// The points of its pairs.
    pub(crate) paired: Bits<W>,
}

const HOMELESS: u16 = u16::MAX;
/// More inner points than this are not looked at.
const MOST_INNER: usize = 8;

impl<const W: usize> Safety<W> {
    /// The chains of `side` that are safe.
    pub(crate) fn of(ground: &Ground<W>, state: &State<W>, side: usize, eyes: Eyes) -> Safety<W> {
        Safety::while_safe(ground, state, side, eyes, &ground.all)
    }

    /// The chains of `side` that are safe; some others may be among them where none of those on some points is.
    pub(crate) fn while_safe(
        ground: &Ground<W>,
        state: &State<W>,
        side: usize,
        eyes: Eyes,
        points: &Bits<W>,
    ) -> Safety<W> {
        let own = state.stones[side];
        let empty = state.empty(ground);
        let mut home: SmallVec<[u16; 64]> = smallvec![HOMELESS; ground.len()];
        let mut chains: SmallVec<[Chain<W>; 8]> = SmallVec::new();
        let mut rest = own;
        while let Some(point) = rest.first() {
            let stones = ground.component(point, &own);
            for stone in stones.iter() {
                home[usize::from(stone)] = chains.len() as u16;
            }
            chains.push(Chain { stones, near: ground.around(&stones) });
            rest = rest.without(&stones);
        }
        // Points that only own stones surround: eyes, not to be spent on joining.
        let single = empty.without(&ground.beside(&ground.all.without(&own)));
        let (clusters, of_chain) = join(ground, &chains, &home, &empty.without(&single));
        for stone in own.iter() {
            home[usize::from(stone)] = of_chain[usize::from(home[usize::from(stone)])];
        }
        let mut safety = Safety {
            clusters,
            regions: Vec::new(),
            others: state.stones[side ^ 1],
            safe: Bits::NONE,
            home,
        };
        // Benson's elimination: clusters with fewer than two eyes go, and are part of the regions then.
        loop {
            safety.look(ground, &empty, eyes);
            let mut have: SmallVec<[usize; 16]> = smallvec![0; safety.clusters.len()];
            for region in &safety.regions {
                for &cluster in &region.eye_of {
                    have[usize::from(cluster)] += region.eyes;
                }
            }
            let mut changed = false;
            for (cluster, have) in safety.clusters.iter_mut().zip(have) {
                if cluster.safe && have < 2 {
                    cluster.safe = false;
                    changed = true;
                }
            }
            let unsafe_there =
                |cluster: &Cluster<W>| !cluster.safe || !cluster.stones.meets(points);
            if !changed {
                return safety;
            }
            if safety.clusters.iter().all(unsafe_there) {
                safety.safe = Bits::NONE;
                safety.regions.clear();
                return safety;
            }
        }
    }

    /// Finds the regions between the clusters that are still safe, and what eyes they give.
    fn look(&mut self, ground: &Ground<W>, empty: &Bits<W>, eyes: Eyes) {
        self.safe = Bits::NONE;
        let mut paired = Bits::NONE;
        for cluster in self.clusters.iter().filter(|cluster| cluster.safe) {
            self.safe |= cluster.stones;
            for &(one, other) in &cluster.pairs {
                paired.insert(one);
                paired.insert(other);
            }
        }
        self.regions.clear();
        if self.safe.is_empty() {
            return;
        }
        let joining = paired;
        let mut rest = ground.all.without(&self.safe);
        while let Some(point) = rest.first() {
            let points = ground.component(point, &rest);
            rest = rest.without(&points);
            let mut region = Region {
                points,
                border: SmallVec::new(),
                eye_of: SmallVec::new(),
                pairs: SmallVec::new(),
                eyes: 1,
            };
            for stone in (ground.around(&points) & self.safe).iter() {
                let cluster = self.home[usize::from(stone)];
                if !region.border.contains(&cluster) {
                    region.border.push(cluster);
                }
            }
            self.judge(ground, &mut region, empty, eyes, &joining, &mut paired);
            self.regions.push(region);
        }
    }

    /// Decides whose eye a region is.
    fn judge(
        &self,
        ground: &Ground<W>,
        region: &mut Region<W>,
        empty: &Bits<W>,
        eyes: Eyes,
        joining: &Bits<W>,
        paired: &mut Bits<W>,
    ) {
        let points = region.points;
        let lasting = !points.within(joining)
            || self
                .clusters
                .iter()
                .filter(|cluster| cluster.safe)
                .flat_map(|cluster| cluster.pairs.iter())
                .any(|&(one, other)| points.has(one) && points.has(other));
        if !lasting {
            return;
        }
        if eyes == Eyes::Empty && !points.meets(joining) {
            // Own stones here that are not safe may be captured: their points count as empty.
            let must = points.without(&self.others);
            for &cluster in &region.border {
                if must.within(&self.clusters[usize::from(cluster)].near) {
                    region.eye_of.push(cluster);
                }
            }
            if !region.eye_of.is_empty() && !points.within(&self.near_all(&region.eye_of)) {
                return;
            }
            region.eye_of.clear();
        }
        let mut reach = Bits::NONE;
        for &cluster in &region.border {
            let near = self.clusters[usize::from(cluster)].near;
            let inner = points.without(&near);
            if inner.is_empty() {
                region.eye_of.push(cluster);
                reach |= near;
                continue;
            }
            if !region.pairs.is_empty() || inner.count() > MOST_INNER {
                continue;
            }
            if let Some(pairs) = outflank(ground, &inner, &(points & *empty & near), paired) {
                for &(one, other) in &pairs {
                    paired.insert(one);
                    paired.insert(other);
                }
                region.pairs = pairs;
                region.eye_of.push(cluster);
                reach |= near;
            }
        }
        if !region.eye_of.is_empty()
            && let Some(pair) = split(ground, &points, &(*empty & reach).without(paired), paired)
        {
            paired.insert(pair.0);
            paired.insert(pair.1);
            region.pairs.push(pair);
            region.eyes = 2;
        }
    }

    fn near_all(&self, clusters: &[u16]) -> Bits<W> {
        let mut near = Bits::NONE;
        for &cluster in clusters {
            near |= self.clusters[usize::from(cluster)].near;
        }
        near
    }

    /// What the safety of the safe stones next to, or in, `points` rests on.
    pub(crate) fn grounds(&self, ground: &Ground<W>, points: &Bits<W>) -> Grounds<W> {
        let (clusters, regions) = self.choose(ground, points);
        let mut found = Grounds { zone: Bits::NONE, cover: Bits::NONE, paired: Bits::NONE };
        let mut pair = |&(one, other): &(u16, u16)| {
            found.paired.insert(one);
            found.paired.insert(other);
        };
        for &cluster in &clusters {
            let body = &self.clusters[usize::from(cluster)];
            found.cover |= body.stones;
            body.pairs.iter().for_each(&mut pair);
        }
        for &region in &regions {
            let eye = &self.regions[region];
            found.zone |= eye.points;
            eye.pairs.iter().for_each(&mut pair);
        }
        found.zone |= found.cover | found.paired;
        found
    }

    /// The same, written out.
    pub(crate) fn certificate(&self, ground: &Ground<W>, points: &Bits<W>) -> Certificate {
        let (clusters, regions) = self.choose(ground, points);
        let place = |cluster: &u16| clusters.iter().position(|known| known == cluster);
        Certificate {
            clusters: clusters
                .iter()
                .map(|&cluster| &self.clusters[usize::from(cluster)])
                .map(|body| crate::proof::Cluster {
                    stones: body.stones.iter().collect(),
                    pairs: body.pairs.to_vec(),
                })
                .collect(),
            eyes: regions
                .iter()
                .map(|&region| &self.regions[region])
                .map(|region| {
                    let mut pairs = region.pairs.to_vec();
                    let split = if region.eyes == 2 { pairs.pop() } else { None };
                    let of = region.eye_of.iter().filter_map(place).map(|place| place as u16);
                    crate::proof::Eye {
                        points: region.points.iter().collect(),
                        of: of.collect(),
                        pairs,
                        split,
                    }
                })
                .collect(),
        }
    }

    /// The clusters next to, or in, `points`, two eyes for each, and the clusters around these eyes.
    fn choose(
        &self,
        ground: &Ground<W>,
        points: &Bits<W>,
    ) -> (SmallVec<[u16; 16]>, SmallVec<[usize; 16]>) {
        let mut wanted: SmallVec<[u16; 16]> = SmallVec::new();
        for stone in ((ground.around(points) | *points) & self.safe).iter() {
            let cluster = self.home[usize::from(stone)];
            if !wanted.contains(&cluster) {
                wanted.push(cluster);
            }
        }
        let mut used: SmallVec<[usize; 16]> = SmallVec::new();
        let mut at = 0;
        while let Some(&cluster) = wanted.get(at) {
            at += 1;
            let mut have = used
                .iter()
                .filter(|&&region| self.regions[region].eye_of.contains(&cluster))
                .map(|&region| self.regions[region].eyes)
                .sum::<usize>();
            // The eyes that bring in the fewest further clusters, then the smallest.
            let mut eyes: SmallVec<[(usize, usize, usize); 8]> = self
                .regions
                .iter()
                .enumerate()
                .filter(|(index, region)| region.eye_of.contains(&cluster) && !used.contains(index))
                .map(|(index, region)| {
                    let further = region.border.iter().filter(|c| !wanted.contains(c)).count();
                    (further, region.points.count(), index)
                })
                .collect();
            eyes.sort_unstable();
            for (_, _, region) in eyes {
                if have >= 2 {
                    break;
                }
                let eye = &self.regions[region];
                have += eye.eyes;
                used.push(region);
                for &border in &eye.border {
                    if !wanted.contains(&border) {
                        wanted.push(border);
                    }
                }
            }
        }
        (wanted, used)
    }

    /// The eye regions of the cluster of `point`.
    pub(crate) fn eye_regions(&self, point: u16) -> impl Iterator<Item = &Bits<W>> {
        let cluster = self.home[usize::from(point)];
        self.regions
            .iter()
            .filter(move |region| region.eye_of.contains(&cluster))
            .map(|region| &region.points)
    }

    /// The stones of the cluster of `point`.
    pub(crate) fn cluster(&self, point: u16) -> Bits<W> {
        match self.home[usize::from(point)] {
            HOMELESS => Bits::NONE,
            cluster => self.clusters[usize::from(cluster)].stones,
        }
    }
}
