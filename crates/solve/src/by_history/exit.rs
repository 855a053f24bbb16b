//! What follows the stages whose cycles are ruled on.

use super::Rules;
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
        before: &State<M>,
        stood: &[Past<M>],
        bound: i16,
    ) -> superko::Question<M> {
        let State { stones, to_move, .. } = before.next_stage(false);
        let stood = if self.remembers { stood } else { &[] };
        self.search.begin(stones, to_move, stood.iter().copied());
        // Its questions are in half points.
        superko::Question { stones, to_move, mode: self.rules.start(), bound: 2 * bound }
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

    /// A position as it is remembered.
    pub(super) fn past(&self, stones: Stones<M>) -> Past<M> {
        match self {
            Exit::Superko(later) if later.remembers => later.search.past(stones, BLACK),
            _ => Past::new(stones, 0, BLACK as u8),
        }
    }

    /// Who gets what he wants, Black a margin, where a pass ends the last stage in a state, and why.
    pub(super) fn decide(
        &mut self,
        field: &Field<M>,
        before: &State<M>,
        bound: i16,
        stood: &[Past<M>],
        budget: &mut Budget<'_>,
    ) -> Result<(usize, Proof<M>), Limit> {
        let points = field.points as i16;
        let black = match self {
            _ if bound > points => false,
            _ if bound <= -points => true,
            Exit::Count(count) => count(before.stones) >= i32::from(bound),
            Exit::Superko(later) => {
                let question = later.begin(before, stood, bound);
                later.search.budget.nodes = budget.nodes;
                let decided = later.search.decide(question);
                budget.nodes = later.search.budget.nodes;
                let (winner, proof) = decided?;
                return Ok((winner, if later.remembers { proof } else { Proof::free() }));
            }
        };
        Ok((if black { BLACK } else { WHITE }, Proof::free()))
    }
}
