//! Stones that can never be captured, and what their owner can count on.
//!
//! Benson's theorem (1976): a set of chains is safe, even if its owner never answers, if each of them
//! has two *eyes* among the regions that only chains of the set border. A region is a connected part
//! of the points that are not the owner's stones. It is an eye of a chain if each of its empty points
//! is a liberty of the chain; where suicide is allowed each of its points, for the opponent could
//! empty it from inside.
//!
//! What the owner can *count on* is more than that and needs more: see docs/findings/proofs.md,
//! "What safe chains are worth". There a region counts only if one safe chain touches all its points.

use smallvec::SmallVec;

use super::field::Field;
use super::mask::Mask;
use super::stones::Stones;

/// What is safe, and what comes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Safe<M> {
    /// The stones.
    pub(crate) stones: M,
    /// Points of regions that their owner can make his.
    pub(crate) regions: M,
    /// Points of eyes that are enough to make them so: those that their owner can count on, and as few others as it takes.
    pub(crate) eyes: M,
}

impl<M: Mask> Safe<M> {
    /// Empty points next to safe chains, but in no eye of theirs: their owner can have half of them, too.
    pub(crate) fn beside(&self, field: &Field<M>, stones: Stones<M>) -> M {
        field.widen(self.stones) & !stones.taken() & !self.eyes
    }

    /// The same with these points among those that may be filled.
    pub(crate) fn with(self, beside: M) -> Safe<M> {
        Safe { regions: self.regions | beside, ..self }
    }
}

struct Region<M> {
    points: M,
    /// Chains that border it, chains whose eye it is, chains that touch all of it: as bits.
    border: u64,
    eye_of: u64,
    held_by: u64,
}

/// The safe chains of a player.
pub(crate) fn safe<M: Mask>(
    field: &Field<M>,
    stones: Stones<M>,
    player: usize,
    suicide: bool,
) -> Safe<M> {
    let own = stones.0[player];
    let rest = field.all & !own;
    // Two eyes of at least a point, and a chain between them.
    if own == M::none() || rest.size() < 2 {
        return Safe::default();
    }
    // A region with a point that would have to be beside a chain, and is beside none, is nobody's eye.
    let empty = field.all & !stones.taken();
    let beside = if suicide { rest } else { empty };
    let far = beside & !field.widen(own);
    let mut reached = far;
    let eyes = loop {
        let wider = field.widen(reached) & rest;
        if wider == rest {
            return Safe::default();
        }
        if wider == reached {
            break rest & !reached;
        }
        reached = wider;
    };
    let mut regions: SmallVec<[Region<M>; 12]> = SmallVec::new();
    let mut left = eyes;
    while left.any() {
        let points = field.flood(left.lowest(), left);
        regions.push(Region { points, border: 0, eye_of: 0, held_by: 0 });
        left &= !points;
    }
    if regions.len() < 2 {
        return Safe::default();
    }
    let mut chains: SmallVec<[M; 12]> = SmallVec::new();
    // Chains without an eye that border no eye either play no part.
    let mut left = field.flood(field.widen(eyes) & own, own);
    while left.any() {
        let chain = field.flood(left.lowest(), left);
        left &= !chain;
        if chains.len() == 64 {
            return Safe::default();
        }
        let bit = 1 << chains.len();
        let wide = field.widen(chain);
        for region in &mut regions {
            if wide.meets(region.points) {
                region.border |= bit;
                if region.points.within(wide) {
                    region.held_by |= bit;
                    region.eye_of |= bit;
                } else if !suicide && (region.points & empty).within(wide) {
                    region.eye_of |= bit;
                }
            }
        }
        chains.push(chain);
    }
    let all = if chains.len() == 64 { u64::MAX } else { (1 << chains.len()) - 1 };
    let safe = with_two_eyes(&regions, all, |region| region.eye_of);
    if safe == 0 {
        return Safe::default();
    }
    let mut found = Safe::default();
    for (index, &chain) in chains.iter().enumerate() {
        if safe >> index & 1 == 1 {
            found.stones |= chain;
        }
    }
    for region in &regions {
        if region.border & !safe == 0 && region.held_by & safe != 0 {
            found.regions |= region.points;
        }
    }
    found.eyes = found.regions;
    let enough = |eyes: M| {
        let eye_of =
            |region: &Region<M>| if region.points.within(eyes) { region.eye_of } else { 0 };
        with_two_eyes(&regions, safe, eye_of) == safe
    };
    if !enough(found.eyes) {
        // Others are left out again where it goes without them, those with the most empty points first: these may be filled.
        let is_other = |region: &&Region<M>| {
            region.eye_of & safe != 0 && region.border & !safe == 0 && region.held_by & safe == 0
        };
        let mut others: SmallVec<[&Region<M>; 12]> = regions.iter().filter(is_other).collect();
        others.sort_by_key(|region| std::cmp::Reverse((region.points & empty).size()));
        others.iter().for_each(|region| found.eyes |= region.points);
        for region in others {
            if enough(found.eyes & !region.points) {
                found.eyes &= !region.points;
            }
        }
    }
    found
}

/// Those of some chains that have two eyes each among the regions which they alone border.
fn with_two_eyes<M>(regions: &[Region<M>], of: u64, eye_of: impl Fn(&Region<M>) -> u64) -> u64 {
    let mut safe = of;
    loop {
        let mut once = 0;
        let mut twice = 0;
        for region in regions {
            if region.border & !safe == 0 {
                twice |= once & eye_of(region);
                once |= eye_of(region);
            }
        }
        let still = safe & twice;
        if still == safe {
            return safe;
        }
        safe = still;
    }
}
