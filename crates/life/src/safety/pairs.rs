//! Pairs: points of which a side gets one, whichever the other takes.

use smallvec::{SmallVec, smallvec};

use super::{Chain, Cluster, HOMELESS};
use crate::bits::Bits;
use crate::ground::Ground;

/// An empty point next to two chains or more.
struct Shared {
    point: u16,
    /// The chains.
    next: SmallVec<[u16; 4]>,
    /// A bit for each two clusters of these: points next to the same two have a bit in common.
    sketch: u64,
}

/// A bit, always the same, for each two different clusters of some chains.
fn sketch(chains: &[u16], of: &[u16]) -> u64 {
    let mut bits = 0;
    for (at, &one) in chains.iter().enumerate() {
        for &other in &chains[at + 1..] {
            let (one, other) = (of[usize::from(one)], of[usize::from(other)]);
            if one != other {
                let (low, high) = (u64::from(one.min(other)), u64::from(one.max(other)));
                bits |= 1 << (low.wrapping_mul(31).wrapping_add(high) & 63);
            }
        }
    }
    bits
}

/// Joins chains by pairs of empty points, each next to both, no point used twice.
pub(super) fn join<const W: usize>(
    ground: &Ground<W>,
    chains: &[Chain<W>],
    home: &[u16],
    open: &Bits<W>,
) -> (Vec<Cluster<W>>, SmallVec<[u16; 16]>) {
    let mut of: SmallVec<[u16; 16]> = (0..chains.len() as u16).collect();
    let mut near_both: SmallVec<[Shared; 8]> = SmallVec::new();
    let mut touched = Bits::<W>::NONE;
    let mut twice = Bits::<W>::NONE;
    for chain in chains {
        twice |= touched & chain.near;
        touched |= chain.near;
    }
    for point in (twice & *open).iter() {
        let mut next: SmallVec<[u16; 4]> = SmallVec::new();
        for &near in ground.neighbours(point) {
            let chain = home[usize::from(near)];
            if chain != HOMELESS && !next.contains(&chain) {
                next.push(chain);
            }
        }
        near_both.push(Shared { point, next, sketch: 0 });
    }
    let mut pairs: SmallVec<[(u16, u16, u16); 8]> = SmallVec::new();
    let mut changed = true;
    while changed {
        changed = false;
        for shared in &mut near_both {
            shared.sketch = sketch(&shared.next, &of);
        }
        'points: for one in 0..near_both.len() {
            for other in one + 1..near_both.len() {
                let (first, second) = (&near_both[one], &near_both[other]);
                if first.sketch & second.sketch == 0 {
                    continue;
                }
                let Some((left, right)) = common(&first.next, &second.next, &of) else { continue };
                for cluster in &mut of {
                    if *cluster == right {
                        *cluster = left;
                    }
                }
                pairs.push((left, first.point, second.point));
                near_both.remove(other);
                near_both.remove(one);
                changed = true;
                break 'points;
            }
        }
    }
    let mut clusters: Vec<Cluster<W>> = Vec::new();
    let mut number: SmallVec<[u16; 16]> = smallvec![HOMELESS; chains.len()];
    for (chain, &root) in chains.iter().zip(&of) {
        let slot = &mut number[usize::from(root)];
        if *slot == HOMELESS {
            *slot = clusters.len() as u16;
            clusters.push(Cluster {
                stones: Bits::NONE,
                near: Bits::NONE,
                pairs: SmallVec::new(),
                safe: true,
            });
        }
        let cluster = &mut clusters[usize::from(*slot)];
        cluster.stones |= chain.stones;
        cluster.near |= chain.near;
    }
    for (at, one, other) in pairs {
        clusters[usize::from(number[usize::from(of[usize::from(at)])])].pairs.push((one, other));
    }
    (clusters, of.iter().map(|&root| number[usize::from(root)]).collect())
}

/// Pairs that bring every inner point next to the cluster: two of its neighbours where the cluster can
/// answer the loss of one by taking the other. No point is used twice.
pub(super) fn outflank<const W: usize>(
    ground: &Ground<W>,
    inner: &Bits<W>,
    rim: &Bits<W>,
    paired: &Bits<W>,
) -> Option<SmallVec<[(u16, u16); 4]>> {
    let mut free = rim.without(paired);
    let mut pairs = SmallVec::new();
    let mut rest = *inner;
    while let Some(point) = rest.first() {
        let mut choice: SmallVec<[u16; 4]> = (*ground.near(point) & free).iter().collect();
        if choice.len() < 2 {
            return None;
        }
        // The neighbours that serve the most inner points.
        choice.sort_by_key(|&near| std::cmp::Reverse((*ground.near(near) & rest).count()));
        let (one, other) = (choice[0], choice[1]);
        pairs.push((one, other));
        free.remove(one);
        free.remove(other);
        rest = rest.without(&(*ground.near(one) & *ground.near(other)));
    }
    Some(pairs)
}

/// Two free points of a region without either of which it falls apart.
pub(super) fn split<const W: usize>(
    ground: &Ground<W>,
    points: &Bits<W>,
    free: &Bits<W>,
    paired: &Bits<W>,
) -> Option<(u16, u16)> {
    if points.count() < 4 {
        return None;
    }
    let mut first = None;
    for point in (*points & *free).iter() {
        let mut rest = *points;
        rest.remove(point);
        // Each side has to hold a point that no answer in a pair can fill.
        let mut sides = 0;
        while let Some(start) = rest.first() {
            let side = ground.component(start, &rest);
            rest = rest.without(&side);
            sides += usize::from(!side.within(paired));
        }
        if sides >= 2 {
            match first {
                None => first = Some(point),
                Some(other) => return Some((other, point)),
            }
        }
    }
    None
}

/// Two different clusters that both points are next to.
fn common(one: &[u16], other: &[u16], of: &[u16]) -> Option<(u16, u16)> {
    let mut first = None;
    for &chain in one {
        let cluster = of[usize::from(chain)];
        if other.iter().any(|&near| of[usize::from(near)] == cluster) {
            match first {
                None => first = Some(cluster),
                Some(found) if found != cluster => return Some((found, cluster)),
                Some(_) => {}
            }
        }
    }
    None
}
