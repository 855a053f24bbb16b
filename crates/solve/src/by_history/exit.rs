//! What follows the stages whose cycles are ruled on.

use super::Rules;
use super::question::Question;
use crate::compact::{BLACK, Field, Mask, Stones, WHITE};
use crate::limits::{Budget, Limits};
use crate::loopy::State;
use crate::superko::{self, Past, Proof, SuperkoRules};
use crate::value::Limit;

/// Black's margin where play ends in a position, as plays that cost points would be added to it.
pub(super) type Count<'a, M> = &'a dyn Fn(Stones<M>) -> i32;

/// What follows them.
pub(super) enum Exit<'a, M> {
    /// What stands is counted.
    Count(Count<'a, M>),
    /// A stage under superko.
    Superko(Box<Later<'a, M>>),
}

/// A stage under superko.
pub(super) struct Later<'a, M> {
    pub(super) search: superko::Search<'a, M>,
    rules: &'a SuperkoRules,
    /// Whether it remembers what stood before it.
    remembers: bool,
}

impl<'a, M: Mask> Later<'a, M> {
    /// Begins the stage where a pass ends the one before it, and gives its first question.
    pub(super) fn begin(
        &mut self,
        before: &Question<M>,
        stood: &[Past<M>],
    ) -> superko::Question<M> {
        let State { stones, to_move, .. } = before.state.next_stage(false);
        let stood = if self.remembers { stood } else { &[] };
        self.search.begin(stones, to_move, stood.iter().copied());
        // Its questions are in half points.
        let bound = 2 * before.wanted.bound;
        superko::Question { stones, to_move, mode: self.rules.start(), bound }
    }

    /// Its answer before the stage.
    fn before(&self, (winner, proof): (usize, Proof<M>)) -> (usize, Proof<M>) {
        (winner, if self.remembers { proof } else { Proof::free() })
    }
}

impl<'a, M: Mask> Exit<'a, M> {
    pub(super) fn of(
        field: &'a Field<M>,
        rules: &'a Rules,
        count: Count<'a, M>,
        limits: &Limits<'a>,
    ) -> Exit<'a, M> {
        match &rules.superko {
            None => Exit::Count(count),
            Some((superko, remembers)) => {
                let search = superko::Search::new(field, superko, Budget::new(limits), &[]);
                Exit::Superko(Box::new(Later { search, rules: superko, remembers: *remembers }))
            }
        }
    }

    /// Who is known to get what he wants if a pass ends the last stage in a question's state, and why.
    pub(super) fn knows(
        &mut self,
        before: &Question<M>,
        stood: &[Past<M>],
    ) -> Option<(usize, Proof<M>)> {
        match self {
            Exit::Count(count) => Some(counted(count, before)),
            Exit::Superko(later) => {
                let question = later.begin(before, stood);
                Some(later.before(later.search.knows(&question)?))
            }
        }
    }

    /// The same, found by search if need be.
    pub(super) fn decide(
        &mut self,
        before: &Question<M>,
        stood: &[Past<M>],
        budget: &mut Budget<'_>,
    ) -> Result<(usize, Proof<M>), Limit> {
        match self {
            Exit::Count(count) => Ok(counted(count, before)),
            Exit::Superko(later) => {
                let question = later.begin(before, stood);
                later.search.budget.nodes = budget.nodes;
                let decided = later.search.decide(question);
                budget.nodes = later.search.budget.nodes;
                Ok(later.before(decided?))
            }
        }
    }
}

fn counted<M: Mask>(count: Count<'_, M>, before: &Question<M>) -> (usize, Proof<M>) {
    let black = count(before.state.stones) >= i32::from(before.wanted.bound);
    (if black { BLACK } else { WHITE }, Proof::free())
}
