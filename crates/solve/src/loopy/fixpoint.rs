//! The least fixpoint on the states of one stage: what Black can force if play without end is his
//! loss, unless he keeps gaining in it.
//!
//! Levels are whole numbers from `-CAP` to `CAP`. A state's level is the best that its player to move
//! can reach, moves adding their weights; it begins at `-CAP` and only rises, so a cycle that gains
//! nothing leaves its states where they are, and one that gains lifts them to the cap. The proofs are in
//! docs/findings/proofs.md, "Cycles that are ruled on".

use std::collections::VecDeque;

use super::graph::Graph;
use crate::compact::BLACK;
use crate::limits::Budget;
use crate::value::Limit;

/// The highest level.
pub(crate) const CAP: i8 = 100;
/// From here on a level means "without end"; between this and a margin nothing may lie.
pub(crate) const ENDLESS: i8 = 64;

/// The weights of moves, for Black; White's are the contrary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weights {
    pub(crate) play: i8,
    pub(crate) pass: i8,
}

/// The levels of the states of a stage.
pub(crate) struct Levels {
    pub(crate) of: Vec<i8>,
    /// When each state reached its level, counted in raises.
    pub(crate) when: Vec<u32>,
    raises: u32,
    /// What the second of two passes leads to, for states where it would be that.
    exits: Vec<i8>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    weights: Weights,
}

impl Levels {
    /// Nothing is reached yet.
    pub(crate) fn new(graph: &Graph<'_>, weights: Weights) -> Levels {
        Levels {
            of: vec![-CAP; graph.len()],
            when: vec![0; graph.len()],
            raises: 0,
            exits: vec![-CAP; graph.len()],
            queue: VecDeque::new(),
            queued: vec![false; graph.len()],
            weights,
        }
    }

    /// Ending the stage from this state is worth so much, and no less than it was.
    pub(crate) fn open(&mut self, state: usize, level: i8) {
        self.exits[state] = level.clamp(-CAP, CAP);
        self.look_at(state);
    }

    fn look_at(&mut self, state: usize) {
        if !self.queued[state] {
            self.queued[state] = true;
            self.queue.push_back(state as u32);
        }
    }

    /// The weight of the move from a state to the next with this place in its list.
    fn weight(&self, graph: &Graph<'_>, state: usize, place: usize) -> i8 {
        let is_pass = place == 0 && !graph.passed(state);
        let weight = if is_pass { self.weights.pass } else { self.weights.play };
        if graph.to_move(state) == BLACK { weight } else { -weight }
    }

    /// What a state's best move gives.
    fn best(&self, graph: &Graph<'_>, state: usize) -> i8 {
        let moves = graph.next(state).enumerate().map(|(place, to)| {
            let level = self.of[to];
            level.saturating_add(self.weight(graph, state, place)).clamp(-CAP, CAP)
        });
        let ending = graph.passed(state).then(|| {
            let pass = self.weights.pass;
            let pass = if graph.to_move(state) == BLACK { pass } else { -pass };
            self.exits[state].saturating_add(pass).clamp(-CAP, CAP)
        });
        let all = moves.chain(ending);
        if graph.to_move(state) == BLACK {
            all.max().unwrap_or(-CAP)
        } else {
            all.min().unwrap_or(-CAP)
        }
    }

    /// Raises all levels as far as they go; `raised` hears of every raise.
    pub(crate) fn settle(
        &mut self,
        graph: &Graph<'_>,
        budget: &mut Budget<'_>,
        mut raised: impl FnMut(usize, i8, u32),
    ) -> Result<(), Limit> {
        while let Some(state) = self.queue.pop_front() {
            let state = state as usize;
            self.queued[state] = false;
            budget.spend()?;
            let level = self.best(graph, state);
            if level <= self.of[state] {
                continue;
            }
            self.of[state] = level;
            self.raises += 1;
            self.when[state] = self.raises;
            raised(state, level, self.raises);
            for &before in graph.before(state) {
                self.look_at(before as usize);
            }
        }
        Ok(())
    }
}
