//! What is asked of a game before its proof games: with how great a balance against him does Black still get so much?

use std::borrow::Cow;
use std::rc::Rc;

use super::kept::seen;
use super::{Judged, at_ends};
use crate::compact::BLACK;
use crate::limits::Budget;
use crate::loopy::graph::State;
use crate::loopy::returns::after;
use crate::loopy::rules::LoopyRules;
use crate::loopy::table::{ENDLESS, FURTHEST, Level, Values};
use crate::value::{End, Limit};

/// A question: what Black wants in a game in which so much was paid before. He wants more than that, too.
#[derive(Clone, Copy)]
pub(super) struct Question<'w> {
    /// The stage in which the game begins.
    pub(super) stage: usize,
    pub(super) paid: i64,
    /// What he wants may depend on whether a count is more or less than this.
    pub(super) margin: End,
    pub(super) wants: &'w dyn Fn(End) -> bool,
}

/// A question with the greatest balances of all states.
pub(super) struct Answered<'w, 'a> {
    question: Question<'w>,
    pub(super) values: Values<'a>,
    /// The stages from the one on in which the game begins.
    pub(super) rules: Cow<'w, LoopyRules>,
    /// For each state that a pass can end a stage in, the state with which the next one begins.
    pub(super) after: Vec<u32>,
    /// Balances at ends are smaller.
    edge: Level,
}

impl<'w> Question<'w> {
    /// Finds for each end with how great a balance of Black's plays less White's he still gets what he wants, which he does the
    /// sooner the smaller it is; and so for all states.
    pub(super) fn answered<'a>(
        self,
        judged: &'w Judged<'a>,
        budget: &mut Budget<'_>,
    ) -> Result<Answered<'w, 'a>, Limit> {
        let far =
            self.margin.margin().map_or(0, |margin| margin.ceil().to_integer().unsigned_abs());
        // Beyond it verdicts stay as they are.
        let edge = judged.points() + self.paid.abs() / 2 + far.min(1000) as i64 + 3;
        if edge > i64::from(FURTHEST) {
            return Err(Limit::Beyond("komi is further off than levels can tell".to_owned()));
        }
        let greatest = |at: State| {
            let enough = |&balance: &i64| (self.wants)(judged.judged(at, self.paid - 2 * balance));
            match (-edge..=edge).rev().find(enough) {
                Some(balance) if balance < edge => balance as Level,
                Some(_) => ENDLESS,
                None => -ENDLESS,
            }
        };
        let ends = at_ends(&judged.graph, greatest);
        let rules = if self.stage == 0 { &judged.rules } else { &judged.phase };
        let edge = edge as Level;
        let values = Values::with_ends(Rc::clone(&judged.graph), rules, ends, edge, budget)?;
        let after = after(&values, rules);
        Ok(Answered { question: self, values, rules: Cow::Borrowed(rules), after, edge })
    }
}

impl Answered<'_, '_> {
    /// Whether Black gets what he wants from a state, as far as the table tells.
    pub(super) fn reaches(&self, state: State) -> bool {
        self.values.stages[0].values[self.values.graph.number(state)] >= 0
    }

    /// Whether a player, who is Black in `at`, needs to achieve his goal in his own proof game after an end, and to prevent his
    /// opponent from achieving his: with the worst balance that he comes there with. The end is as the table sees it, the player Black there, who
    /// forces what is wanted, or White, who keeps him from it.
    pub(super) fn needed(&self, judged: &Judged<'_>, player: usize, end: State) -> [bool; 2] {
        let level = i64::from(self.values.end(self.values.graph.number(end)));
        let (edge, Question { paid, wants, .. }) = (i64::from(self.edge), self.question);
        let at = seen(player, end);
        match player {
            BLACK => judged.needed(at, paid - 2 * level.min(edge), wants),
            _ => {
                let balance = -(level + 1).max(-edge);
                judged.needed(at, -paid - 2 * balance, |found: End| !wants(found.contrary()))
            }
        }
    }
}
