//! Whether a proof holds where kos are retaken only after a pass.
//!
//! With passes for kos the other side has no more moves than with basic ko, and the prover is bound
//! only where he would retake a ko. So a proof in which he never plays what can be a ko capture holds in
//! that reading too (`docs/life.md`, "The readings of the ko rule").

use rustc_hash::FxHashSet;

use crate::search::{Search, Step};
use crate::state::NOWHERE;

impl<const W: usize> Search<'_, W> {
    /// Whether the prover never captures what may be a ko, in this proof and all that it rests on.
    pub(crate) fn holds_with_ko_passes(&self, found: u32) -> bool {
        let side = self.question.prover();
        let mut seen = FxHashSet::default();
        let mut open = vec![found];
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            let found = &self.found[at as usize];
            match &found.step {
                Step::Stands => {}
                // The proofs of the walls are another search's; they are not asked.
                Step::Walled(_) => return false,
                Step::Again(child) | Step::Joined(child, _) => open.push(*child),
                Step::Own(point, child) => {
                    open.push(*child);
                    if *point == NOWHERE {
                        continue;
                    }
                    let near = *self.ground.near(*point);
                    let single = found
                        .state
                        .play(self.ground, *point, side)
                        .is_none_or(|played| played.taken.count() == 1);
                    // A neighbour in the zone that is no opposing stone: no retaking takes this
                    // stone alone.
                    let open_still = (near & found.zone).without(&found.state.stones[side ^ 1]);
                    if single && open_still.is_empty() {
                        return false;
                    }
                }
                Step::Other(answers) => open.extend(answers.iter().map(|answer| answer.1)),
            }
        }
        true
    }
}
