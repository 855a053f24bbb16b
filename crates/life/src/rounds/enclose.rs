//! A side's open chains, shut in by living chains of the other side's.

use super::{News, Side};
use crate::bits::Bits;
use crate::search::Search;
use crate::zone::Elsewhere;

impl<const W: usize> Side<'_, W> {
    /// Shuts each chain in by living ones of the other side's, each attempt by so many states.
    pub(super) fn enclose<'g>(
        mut self,
        (kills, lives): (&mut Search<'g, W>, &mut Search<'g, W>),
        states: u64,
        hear: &mut dyn FnMut(News),
    ) {
        let keeper = Side { owner: self.owner ^ 1, open: Vec::new(), ..self };
        let kept = keeper.home(lives);
        let mut next = 0;
        while let Some(&(number, goal)) = self.open.get(next) {
            next += 1;
            if (self.stop)() {
                return;
            }
            let near = keeper.near(lives, &goal);
            if !kept.meets(&near) || !self.works_on(number) {
                continue;
            }
            let before = kills.nodes;
            let found = keeper.enclosed((kills, lives), goal, (&kept, &near), states);
            hear(News::Spent(number, kills.nodes - before));
            let Some(found) = found else { continue };
            self.decided(kills, Some(lives), found, hear);
            next = self.next_after(number);
        }
    }

    /// A proof that a chain of the other side's is shut in by this side's living ones.
    fn enclosed<'g>(
        &self,
        (kills, lives): (&mut Search<'g, W>, &mut Search<'g, W>),
        goal: Bits<W>,
        (kept, near): (&Bits<W>, &Bits<W>),
        states: u64,
    ) -> Option<u32> {
        let (ground, state) = (lives.ground, self.state);
        let empty = state.empty(ground);
        // As if nothing were needed elsewhere; then what shuts it in has to live without these points.
        let anyhow = Elsewhere { kept: *kept, needed: Bits::NONE };
        let tree = kills.enclose(state, goal, anyhow, (states, self.stop))?;
        let zone = kills.found[tree as usize].zone;
        let (led, free) = (zone & *kept, zone & empty);
        if let Some(base) = self.base(lives, &led, &free) {
            return Some(kills.enclosed_by(state, (lives, base), tree, kept));
        }
        // Beside such proofs as need none of these points, or none next to the chain, or whichever there are.
        let mut looks: Vec<Bits<W>> = Vec::new();
        for free in [free, ground.around(&goal) & empty, Bits::NONE] {
            let apart = lives.apart(state, &led, &free);
            let elsewhere = self.all_elsewhere(lives, &apart);
            let look = (elsewhere.kept | elsewhere.needed) & *near;
            if !elsewhere.kept.meets(&led) || looks.contains(&look) {
                continue;
            }
            looks.push(look);
            let tree = kills.enclose(state, goal, elsewhere, (states, self.stop));
            let Some(tree) = tree else { continue };
            let zone = kills.found[tree as usize].zone;
            let mut used = apart;
            used.retain(|&base| lives.found[base as usize].kept.meets(&zone));
            let base = self.side_by_side(lives, used);
            return Some(kills.enclosed_by(state, (lives, base), tree, &elsewhere.kept));
        }
        None
    }
}

#[cfg(test)]
pub(super) mod tests;
