//! Walls: chains that their owner keeps with eyes that hold nothing but empty points.
//!
//! Stricter than [`super::safe`]: every eye is a region without stones all of whose points are liberties
//! of one chain. What may be left out of a search because of them is in docs/findings/proofs.md, "What
//! is left of a settled board".

use smallvec::SmallVec;

use super::field::Field;
use super::mask::Mask;
use super::stones::Stones;

/// The walls of a player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walls<M> {
    /// Their chains.
    pub(crate) chains: Vec<M>,
    /// All their stones.
    pub(crate) stones: M,
    /// The regions that are their eyes.
    pub(crate) eyes: Vec<M>,
    /// All points of these.
    pub(crate) territory: M,
}

/// The walls of a player in a position.
pub(crate) fn walls<M: Mask>(field: &Field<M>, stones: Stones<M>, player: usize) -> Walls<M> {
    let own = stones.0[player];
    let mut chains: Vec<M> = parts(field, own);
    // A region that holds a stone is no eye, whoever borders it.
    let mut regions = parts(field, field.all & !own);
    regions.retain(|region| !region.meets(stones.0[1 - player]));
    loop {
        let all = chains.iter().fold(M::none(), |all, &chain| all | chain);
        regions.retain(|&region| (field.widen(region) & own).within(all));
        let eyes_of = |chain: M| {
            let wide = field.widen(chain);
            regions.iter().filter(|region| region.within(wide)).count()
        };
        let before = chains.len();
        chains.retain(|&chain| eyes_of(chain) >= 2);
        if chains.len() == before {
            let wide: SmallVec<[M; 12]> = chains.iter().map(|&chain| field.widen(chain)).collect();
            regions.retain(|region| wide.iter().any(|&wide| region.within(wide)));
            let territory = regions.iter().fold(M::none(), |all, &eye| all | eye);
            return Walls { chains, stones: all, eyes: regions, territory };
        }
    }
}

/// The connected parts of a set.
fn parts<M: Mask>(field: &Field<M>, set: M) -> Vec<M> {
    let mut parts = Vec::new();
    let mut left = set;
    while left.any() {
        let part = field.flood(left.lowest(), left);
        parts.push(part);
        left &= !part;
    }
    parts
}
