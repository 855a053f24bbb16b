//! A side's open chains, led to its living ones.

use super::{News, Side};
use crate::bits::Bits;
use crate::search::Search;
use crate::zone::Elsewhere;

/// Proofs of life beside which a link is looked for, or which a chain is read with.
pub(super) const MOST_BASES: usize = 4;
/// How far from a chain what it is led to may be, in steps from chain to chain.
const STEPS: usize = 3;

impl<const W: usize> Side<'_, W> {
    /// Links each chain to living ones, each attempt by so many states. Where a link needs what the proof beside it needs, windows
    /// have up to so many points; without them such a link is left.
    pub(super) fn link(
        &mut self,
        search: &mut Search<'_, W>,
        (states, largest): (u64, Option<usize>),
        hear: &mut dyn FnMut(News),
    ) {
        let mut at = 0;
        while let Some(&(number, goal)) = self.open.get(at) {
            at += 1;
            if (self.stop)() {
                return;
            }
            let near = self.near(search, &goal);
            let kept = self.home(search);
            let home = kept & near;
            let asked = (number, largest.is_some());
            if search.tried.links.get(&asked).is_some_and(|before| home.within(before)) {
                continue;
            }
            search.tried.links.insert(asked, home);
            let before = search.nodes;
            let root = self.linked(search, goal, (states, largest), (&kept, &near));
            hear(News::Spent(number, search.nodes - before));
            let Some(root) = root else { continue };
            let cover = search.found[root as usize].cover;
            self.alive(search, &cover, root, hear);
            at = 0;
        }
    }

    /// The points near a chain, with the chains of its owner's there.
    pub(super) fn near(&self, search: &Search<'_, W>, goal: &Bits<W>) -> Bits<W> {
        let (ground, own) = (search.ground, self.state.stones[self.owner]);
        (0..STEPS).fold(*goal, |near, _| ground.spread(&(near | ground.beside(&near)), &own))
    }

    /// The stones that proofs of the position keep.
    pub(super) fn home(&self, search: &Search<'_, W>) -> Bits<W> {
        let own = self.state.stones[self.owner];
        let standing = search.standing(self.state).into_iter();
        standing.fold(Bits::NONE, |home, at| {
            home | search.ground.stones(&search.found[at as usize].kept, &own)
        })
    }

    /// A proof that a chain is led to living ones, whose stones these are, near it.
    fn linked(
        &self,
        search: &mut Search<'_, W>,
        goal: Bits<W>,
        (states, largest): (u64, Option<usize>),
        (home, near): (&Bits<W>, &Bits<W>),
    ) -> Option<u32> {
        let (state, empty) = (self.state, self.state.empty(search.ground));
        if !home.meets(near) {
            return None;
        }
        if let Some(root) = self.beside_one(search, goal, states, near) {
            return Some(root);
        }
        // As if nothing were needed elsewhere; then what it leads to has to live without these points.
        let anyhow = Elsewhere { kept: *home, needed: Bits::NONE };
        let link = search.link(state, goal, anyhow, states, &self.stop)?;
        if let Some(alone) = search.alone(link, home) {
            return Some(alone);
        }
        let zone = search.found[link as usize].zone;
        let (led, free) = (zone & *home, zone & empty);
        if let Some(base) = self.base(search, &led, &free) {
            return Some(search.linked(state, base, link, home));
        }
        let largest = largest?;
        let apart = search.apart(state, &led, &free);
        self.windows(search, &apart, (largest, 0), &free);
        let base = self.base(search, &led, &free)?;
        Some(search.linked(state, base, link, home))
    }

    /// A link beside one of the proofs there are.
    fn beside_one(
        &self,
        search: &mut Search<'_, W>,
        goal: Bits<W>,
        states: u64,
        near: &Bits<W>,
    ) -> Option<u32> {
        let state = self.state;
        let mut looks: Vec<Bits<W>> = Vec::new();
        for base in search.standing(state) {
            let elsewhere = self.elsewhere(search, base);
            let look = (elsewhere.kept | elsewhere.needed) & *near;
            if looks.len() < MOST_BASES && elsewhere.kept.meets(near) && !looks.contains(&look) {
                looks.push(look);
                if let Some(link) = search.link(state, goal, elsewhere, states, &self.stop) {
                    return Some(search.linked(state, base, link, &elsewhere.kept));
                }
            }
        }
        None
    }

    /// What a proof holds.
    pub(super) fn elsewhere(&self, search: &Search<'_, W>, base: u32) -> Elsewhere<W> {
        let (ground, found) = (search.ground, &search.found[base as usize]);
        let kept = ground.stones(&found.kept, &self.state.stones[self.owner]);
        Elsewhere { kept, needed: found.zone & self.state.empty(ground) }
    }

    /// What several proofs hold.
    pub(super) fn all_elsewhere(&self, search: &Search<'_, W>, bases: &[u32]) -> Elsewhere<W> {
        bases.iter().fold(Elsewhere::NONE, |all, &base| {
            let one = self.elsewhere(search, base);
            Elsewhere { kept: all.kept | one.kept, needed: all.needed | one.needed }
        })
    }

    /// A proof that keeps some stones and needs none of some empty points.
    pub(super) fn base(
        &self,
        search: &mut Search<'_, W>,
        led: &Bits<W>,
        free: &Bits<W>,
    ) -> Option<u32> {
        let (bases, left) = self.bases(search, led, free);
        left.is_empty().then(|| self.side_by_side(search, bases))
    }

    /// One proof of some that stand side by side.
    pub(super) fn side_by_side(&self, search: &mut Search<'_, W>, bases: Vec<u32>) -> u32 {
        match bases.as_slice() {
            &[base] => base,
            _ => search.together(self.state, bases),
        }
    }

    /// Proofs side by side that keep some of these stones and need none of some empty points, and the stones that none keeps.
    pub(super) fn bases(
        &self,
        search: &Search<'_, W>,
        led: &Bits<W>,
        free: &Bits<W>,
    ) -> (Vec<u32>, Bits<W>) {
        let own = self.state.stones[self.owner];
        let (mut bases, mut left) = (Vec::new(), *led);
        for base in search.apart(self.state, led, free) {
            let body = search.ground.stones(&search.found[base as usize].kept, &own);
            if body.meets(&left) {
                left = left.without(&body);
                bases.push(base);
            }
        }
        (bases, left)
    }
}

#[cfg(test)]
pub(super) mod tests;
