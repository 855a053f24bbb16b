//! Chains on whose points their opponent lives instead.
//!
//! `docs/life.md`, "Living there instead", says why that is their end.

use super::{Found, Search, Step};
use crate::bits::Bits;
use crate::local::Local;
use crate::state::State;

impl<const W: usize> Search<'_, W> {
    /// Kill: follows what was read after a play of the killer's, in the search for his life. Answers its place in
    /// [`Search::found`].
    pub(crate) fn live_instead(
        &mut self,
        lives: &mut Search<'_, W>,
        state: &State<W>,
        (goal, play): (Bits<W>, u16),
        part: Local<W>,
        terms: (u64, &dyn Fn() -> bool),
    ) -> Option<u32> {
        let played = state.play(self.ground, play, self.question.prover())?;
        lives.whole = true;
        let at = lives.follow(&played.state, goal, part, terms);
        lives.whole = false;
        let at = at?;
        let below = &lives.found[at as usize];
        if !goal.within(&below.cover) {
            return None;
        }
        let (zone, free_of_ko) = self.before_own(state, play, &played, below);
        let found = Found {
            state: *state,
            zone,
            cover: below.cover,
            kept: Bits::NONE,
            free_of_ko,
            step: Step::Instead(play, at),
        };
        Some(self.prove(found).found)
    }
}
