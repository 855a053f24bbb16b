//! The two searches that what can be forced takes: one that is sure where it says "yes", and, where cycles are draws,
//! one that need not be sure, for "no" (docs/findings/proofs.md, "Without coming back").

use super::asker::{Asker, Kept, Shared};
use super::question::{Bans, Play, Question};
use crate::compact::{Field, Mask};
use crate::limits::Limits;
use crate::loopy::LoopyRules;
use crate::value::{End, Limit};

/// Both searches.
pub(super) struct Both<'a, M> {
    pub(super) sure: Asker<'a, M>,
    /// Its threads are one, and it goes by proof numbers alone.
    pub(super) unsure: Option<Asker<'a, M>>,
}

impl<'a, M: Mask> Both<'a, M> {
    /// What the threads of each share, with the memory shared out.
    pub(super) fn shared(
        field: &Field<M>,
        rules: &LoopyRules,
        limits: &Limits<'a>,
    ) -> [Shared<'a>; 2] {
        let quarter = limits.memory / 4;
        let of = |quarters: u64| Limits { memory: quarters * quarter, ..*limits };
        let play = Play { field, rules, bans: Bans::BasicKo, sure: true };
        let sure = Shared::new(&play, &of(if rules.draws() { 3 } else { 4 }), 2 * quarter);
        [sure, Shared::new(&Play { sure: false, ..play }, &of(1), 0)]
    }

    pub(super) fn new(
        field: &'a Field<M>,
        rules: &'a LoopyRules,
        [sure, unsure]: &'a [Shared<'a>; 2],
        threads: usize,
        kept: Kept,
    ) -> Both<'a, M> {
        let play = Play { field, rules, bans: Bans::BasicKo, sure: true };
        let sure = Asker::going_on(play, sure, threads, kept);
        let other = || Asker::new(Play { sure: false, ..play }, unsure, 1);
        Both { sure, unsure: rules.draws().then(other) }
    }

    /// The answer by proof numbers, if they find it within so many nodes: what is possible where cycles are draws, what is sure elsewhere.
    pub(super) fn prove(
        &mut self,
        question: Question<M>,
        nodes: u64,
    ) -> Result<Option<bool>, Limit> {
        let Some(unsure) = &mut self.unsure else { return self.sure.prove(question, nodes) };
        unsure.allow_for(self.sure.nodes());
        let proved = unsure.prove(question, nodes)?;
        self.sure.allow_for(unsure.nodes());
        Ok(proved)
    }

    /// Nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.sure.nodes() + self.unsure.as_ref().map_or(0, Asker::nodes)
    }

    /// The bounds are these now.
    pub(super) fn tell(&mut self, low: End, high: End) {
        self.sure.tell(low, high);
        if let Some(unsure) = &mut self.unsure {
            unsure.tell(low, high);
        }
    }
}
