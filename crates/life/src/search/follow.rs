//! Proofs that follow what was read in a part of the board.

use super::memory::{MOST_PATTERNS, Pattern};
use super::{Elsewhere, Search};
use crate::bits::Bits;
use crate::local::Local;
use crate::state::State;

impl<const W: usize> Search<'_, W> {
    /// Live: a proof about a chain that follows what was read, in so many states.
    pub(crate) fn follow(
        &mut self,
        state: &State<W>,
        goal: Bits<W>,
        part: Local<W>,
        states: u64,
    ) -> Option<u32> {
        self.turn_to(goal);
        self.guide = Some(part);
        let found = self.run(state, states, None);
        self.guide = None;
        // Where there was nothing to follow other plays may do.
        self.turn_to(goal);
        found
    }

    /// Live: follows what was read without some empty points: a proof that needs none of them.
    pub(crate) fn follow_without(
        &mut self,
        state: &State<W>,
        goal: Bits<W>,
        part: Local<W>,
        (elsewhere, states): (Elsewhere<W>, u64),
    ) -> Option<u32> {
        let empty = state.empty(self.ground);
        let clear = |pattern: &Pattern<W>| !(pattern.zone & empty).meets(&elsewhere.needed);
        let (clear, others) = std::mem::take(&mut self.patterns).into_iter().partition(clear);
        self.patterns = clear;
        self.elsewhere = elsewhere;
        let found = self.follow(state, goal, part, states);
        self.elsewhere = Elsewhere::NONE;
        self.patterns.extend::<Vec<_>>(others);
        self.patterns.truncate(MOST_PATTERNS);
        found
    }
}
