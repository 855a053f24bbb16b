//! Where a side's open chains may be led to living ones beside the proofs of these, each proof by itself.

use super::side::Side;
use crate::bits::Bits;
use crate::local::{Extent, Local};
use crate::search::{Beside, Place, Search};

/// The points of the parts in which a link is read.
const SIZES: [usize; 4] = [14, 20, 26, 34];
/// The most such parts of a chain.
const MOST_PARTS: usize = 24;

impl<const W: usize> Side<'_, W> {
    /// The parts in which links of chains may be read, beside one proof each. Proofs that were not there before bring more of them.
    pub(super) fn besides<'s>(
        &self,
        search: &mut Search<'_, W>,
        chains: impl Iterator<Item = &'s (usize, Bits<W>)>,
    ) -> Vec<(usize, Place)> {
        let standing = search.standing(self.state);
        let mut places = Vec::new();
        for &(number, goal) in chains {
            let near = self.near(search, &goal);
            let mut known = search.tried.besides.remove(&number).unwrap_or_default();
            for &base in &standing {
                if known.parts.len() < MOST_PARTS && known.seen.insert(base) {
                    self.parts_beside(search, (&goal, &near), base, &mut known.parts);
                }
            }
            places.extend((0..known.parts.len()).map(|at| (number, Place::Beside(at))));
            search.tried.besides.insert(number, known);
        }
        places
    }

    /// Adds the parts beside a proof that are not like one there is.
    fn parts_beside(
        &self,
        search: &Search<'_, W>,
        (goal, near): (&Bits<W>, &Bits<W>),
        base: u32,
        parts: &mut Vec<Beside>,
    ) {
        let elsewhere = self.elsewhere(search, base);
        if !elsewhere.kept.meets(near) {
            return;
        }
        let at = (search.ground, self.state, self.owner);
        for (points, part) in Local::growing(at, goal, &elsewhere, SIZES) {
            if let Some(shape) = part.led()
                && parts.iter().all(|other| other.shape != shape)
            {
                parts.push(Beside { base, points, shape });
            }
        }
    }

    /// One of these parts.
    pub(super) fn part_beside(
        &self,
        search: &Search<'_, W>,
        (number, goal): (usize, &Bits<W>),
        at: usize,
    ) -> Option<Local<W>> {
        let &Beside { base, points, .. } = search.tried.besides.get(&number)?.parts.get(at)?;
        let (elsewhere, extent) = (self.elsewhere(search, base), Extent { points, along: true });
        Some(Local::around(search.ground, self.state, self.owner, goal, &elsewhere, extent))
    }

    /// Follows what was read in one of them: a link with the proof beside it.
    pub(super) fn link_beside(
        &self,
        search: &mut Search<'_, W>,
        (number, goal): (usize, Bits<W>),
        at: usize,
        part: Local<W>,
        terms: (u64, &dyn Fn() -> bool),
    ) -> Option<u32> {
        let base = search.tried.besides.get(&number)?.parts.get(at)?.base;
        let elsewhere = self.elsewhere(search, base);
        let follow = |search: &mut Search<'_, W>| search.follow_part(self.state, goal, part, terms);
        let link = search.beside(goal, elsewhere, follow)?;
        Some(search.linked(self.state, base, link, &elsewhere.kept))
    }
}
