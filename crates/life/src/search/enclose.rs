//! Chains shut in by chains that other proofs keep, beside these proofs.
//!
//! `docs/life.md`, "Shut in beside proofs", says what they are good for.

use super::memory::UNPROVED;
use super::{Entry, Found, Question, Search, Step};
use crate::bits::Bits;
use crate::leaf::{self, Leaf, Walls};
use crate::state::State;
use crate::zone::{self, Elsewhere};

/// A guess at how far a proof is where the walls shut in what the proofs beside it need as well, so that it has to be cut off first.
const CUT_OFF: u32 = 4;

impl<const W: usize> Search<'_, W> {
    /// Kill: looks for a way to shut a chain in by what other proofs keep, in so many states, the killer to move. Answers its
    /// place in [`Search::found`].
    pub(crate) fn enclose(
        &mut self,
        state: &State<W>,
        goal: Bits<W>,
        elsewhere: Elsewhere<W>,
        terms: (u64, &dyn Fn() -> bool),
    ) -> Option<u32> {
        self.walled_off(goal, elsewhere, |search| {
            search.replies.clear();
            search.run_until(state, terms, None)
        })
    }

    /// Kill: some work that finds such a way.
    pub(crate) fn walled_off(
        &mut self,
        goal: Bits<W>,
        elsewhere: Elsewhere<W>,
        work: impl FnOnce(&mut Self) -> Option<u32>,
    ) -> Option<u32> {
        self.beside(goal, elsewhere, |search| {
            let tree = work(search);
            tree.filter(|&tree| search.found[tree as usize].free_of_ko)
        })
    }

    /// Kill: puts such a way together with the proof of the killer's chains, a place in the search for their life.
    pub(crate) fn enclosed_by(
        &mut self,
        state: &State<W>,
        (lives, base): (&Search<'_, W>, u32),
        tree: u32,
        home: &Bits<W>,
    ) -> u32 {
        let (one, other) = (&lives.found[base as usize], &self.found[tree as usize]);
        let found = Found {
            state: *state,
            zone: one.zone | other.zone,
            cover: other.cover,
            kept: Bits::NONE,
            free_of_ko: true,
            step: Step::Linked(base, tree, (other.zone & *home).iter().collect()),
        };
        self.prove(found).found
    }

    /// Kill: a look at what stands: whether chains that other proofs keep shut the goal in.
    pub(super) fn enclosed(&mut self, state: &State<W>) -> Entry {
        let Question { goal, .. } = self.question;
        let own = state.stones[self.question.prover()];
        let kept = self.ground.stones(&(self.elsewhere.kept & own), &own);
        let proofs = Default::default();
        let walls = Walls { zone: Bits::NONE, kept, proofs };
        let far = match leaf::walled(self.ground, &self.question, state, &walls) {
            Leaf::Open { far, .. } => far,
            Leaf::Proved { cover, .. } => {
                let inside = cover.without(&kept);
                if !inside.meets(&self.elsewhere.needed) {
                    // Of the walls only those around it.
                    let around = goal | self.ground.around(&inside);
                    let zone = inside | self.ground.stones(&(around & kept), &own);
                    let zone = zone::closed(self.ground, state, zone, &self.elsewhere);
                    let (state, step) = (*state, Step::Walled(Box::default()));
                    let (cover, kept) = (inside | goal, Bits::NONE);
                    return self.prove(Found { state, zone, cover, kept, free_of_ko: true, step });
                }
                CUT_OFF
            }
        };
        Entry { guess: far, proof: far, disproof: 1, found: UNPROVED }
    }
}
