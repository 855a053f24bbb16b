//! Certificates: what Black can hold at least, whatever White does.

use std::rc::Rc;

use shinpan_rules::Score;

use super::credits::{Credits, End};
use super::ground::Ground;
use super::segment::{Begin, Segments};
use crate::compact::{BLACK, Stones};
use crate::limits::Budget;
use crate::value::Limit;
use crate::walks::least_sums;

/// A margin that Black wants to hold on average, with what is known of the nodes.
pub(crate) struct Arena<'a> {
    pub(super) credits: Credits<'a>,
    pub(super) segments: Segments<'a>,
    /// By node, the ends that White can choose from when Black plays the segment after it for the credit of the node.
    ends: Vec<Option<Rc<[End]>>>,
    /// With how many fills of White's the first segment begins for Black, as far as he cares.
    pub(super) begins: u8,
}

impl<'a> Arena<'a> {
    /// The margin is one of the whole board. `none`: whether a cycle without a scoring position is good enough. `doubled`: how often the cap of
    /// the credits is doubled.
    pub(crate) fn new(
        ground: Ground<'a>,
        margin: Score,
        none: bool,
        doubled: u32,
        memory: u64,
    ) -> Arena<'a> {
        Arena {
            credits: Credits::new(ground, margin - i64::from(ground.settled), none, doubled),
            segments: Segments::new(ground, memory),
            ends: Vec::new(),
            begins: 0,
        }
    }

    /// Whether Black can hold the margin: proven by a certificate that was checked. `false` says only
    /// that none was found.
    pub(crate) fn holds(
        &mut self,
        history: &[Stones<u32>],
        to_move: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let order = self.settle(history, to_move, budget)?;
        Ok(order.is_some_and(|order| self.certified(&order)))
    }

    /// Finds credits that are enough, as far as White can come from here: the nodes he can come to. `None` if the start needs too much.
    pub(super) fn settle(
        &mut self,
        history: &[Stones<u32>],
        to_move: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<usize>>, Limit> {
        loop {
            let credit = self.credits.cap;
            let mut first = None;
            // If he spares White's walls anyhow there is less to look at.
            for fills in [self.segments.ground.breaking, 0] {
                let begin = Begin { to_move, answers: false, fills };
                let shown = self.segments.ask(history, begin, credit, &mut self.credits, budget)?;
                if shown.winner == BLACK {
                    self.begins = fills;
                    first = Some(shown);
                    break;
                }
            }
            let Some(first) = first else { return Ok(None) };
            let (order, mut raised) = self.walk(&first.ends, budget)?;
            if !raised {
                return Ok(Some(order));
            }
            // What rises lets others rise: from the end to the beginning, as long as it goes on.
            while raised {
                raised = false;
                for &node in order.iter().rev() {
                    raised |= self.look(node, budget)?;
                }
                raised &= self.start_stands(&first.ends);
            }
        }
    }

    fn start_stands(&self, ends: &[End]) -> bool {
        ends.iter().all(|&end| self.credits.cost(end) <= self.credits.cap)
    }

    /// The nodes that White can come to, and whether Black needs more on one of them than was known.
    fn walk(
        &mut self,
        first: &[End],
        budget: &mut Budget<'_>,
    ) -> Result<(Vec<usize>, bool), Limit> {
        let mut order = Vec::new();
        let mut reached = Vec::new();
        let mut raised = false;
        let mut next: Vec<usize> = first.iter().map(|end| end.node()).collect();
        while let Some(node) = next.pop() {
            if reached.len() <= node {
                reached.resize(self.credits.len().max(node + 1), false);
            }
            if std::mem::replace(&mut reached[node], true) {
                continue;
            }
            order.push(node);
            raised |= self.look(node, budget)?;
            if let Some(ends) = &self.ends[node] {
                next.extend(ends.iter().map(|end| end.node()));
            }
        }
        Ok((order, raised))
    }

    /// Looks at a node until its credit is enough. Whether it has risen.
    pub(super) fn look(&mut self, node: usize, budget: &mut Budget<'_>) -> Result<bool, Limit> {
        if self.ends.len() <= node {
            self.ends.resize(self.credits.len().max(node + 1), None);
        }
        budget.hold(self.credits.bytes())?;
        let mut raised = false;
        while let Some(credit) = self.credits.credit(node) {
            let enough =
                |ends: &Rc<[End]>| ends.iter().all(|&end| self.credits.cost(end) <= credit);
            if self.ends[node].as_ref().is_some_and(enough) {
                break;
            }
            let at = self.credits.at(node);
            let to_move = 1 - at.passer;
            let credits = &mut self.credits;
            let begin = Begin { to_move, answers: true, fills: at.fills };
            let shown = self.segments.ask(&[at.stones], begin, credit, credits, budget)?;
            if shown.winner == BLACK {
                self.ends[node] = Some(shown.ends);
                break;
            }
            self.credits.raise(node, shown.least);
            self.ends[node] = None;
            raised = true;
        }
        Ok(raised)
    }

    /// Whether no cycle that White can bring about has a lower average, nor, where that matters, is without a
    /// score. It rests on the ends alone, not on how they were found.
    fn certified(&self, order: &[usize]) -> bool {
        let all = order.iter().all(|&node| self.ends[node].is_some());
        all && !self.credits.mixed(order)
            && self
                .no_bad_cycle(order, |end| if end.scores() { self.credits.above(end) } else { 0 })
            && (self.credits.none
                || self.no_bad_cycle(order, |end| if end.scores() { 1 << 40 } else { -1 }))
    }

    /// Whether no cycle has a negative sum.
    fn no_bad_cycle(&self, order: &[usize], weight: impl Fn(End) -> i64) -> bool {
        let weight = &weight;
        let edges = |node: usize| {
            let ends = self.ends[node].iter().flat_map(|ends| ends.iter());
            ends.filter(|end| !end.is_fill()).map(move |&end| (end.node(), weight(end)))
        };
        least_sums(order, self.credits.len(), edges).is_some()
    }
}
