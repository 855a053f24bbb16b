//! The least fixpoint on the states of one stage: what Black can force if play without end is his
//! loss, unless he keeps gaining in it.
//!
//! Levels are whole numbers cut off at a cap on both sides. A state's level is the best that its player
//! to move can reach, moves adding their weights; it begins at the bottom and only rises, so a cycle
//! that gains nothing leaves its states where they are, and one that gains lifts them to the cap. The proofs are in
//! docs/findings/proofs.md, "Cycles that are ruled on".

use std::collections::VecDeque;

use super::graph::Graph;
use crate::compact::BLACK;
use crate::limits::Budget;
use crate::value::Limit;

/// How far levels go beyond what ends can be worth. Sums of moves in between, and in cycles that gain
/// nothing, have to stay within half of it.
pub(crate) const ROOM: i8 = 16;

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
    cap: i8,
}

impl Levels {
    /// Nothing is reached yet. Ends are worth at most so much.
    pub(crate) fn new(graph: &Graph<'_>, weights: Weights, most: i8) -> Levels {
        let cap = most + ROOM;
        Levels {
            of: vec![-cap; graph.len()],
            when: vec![0; graph.len()],
            raises: 0,
            exits: vec![-cap; graph.len()],
            // A cycle may gain though it can reach no end.
            queue: (0..graph.len() as u32).collect(),
            queued: vec![true; graph.len()],
            weights,
            cap,
        }
    }

    /// Ending the stage from this state is worth so much, and no less than it was.
    pub(crate) fn open(&mut self, state: usize, level: i8) {
        self.exits[state] = level.clamp(-self.cap, self.cap);
        self.look_at(state);
    }

    /// Whether a level means a win (1) or a loss (-1) without end.
    pub(crate) fn endless(&self, level: i8) -> i8 {
        if level.abs() > self.cap - ROOM / 2 { level.signum() } else { 0 }
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
            level.saturating_add(self.weight(graph, state, place)).clamp(-self.cap, self.cap)
        });
        let ending = graph.passed(state).then(|| {
            let pass = self.weights.pass;
            let pass = if graph.to_move(state) == BLACK { pass } else { -pass };
            self.exits[state].saturating_add(pass).clamp(-self.cap, self.cap)
        });
        let all = moves.chain(ending);
        if graph.to_move(state) == BLACK {
            all.max().unwrap_or(-self.cap)
        } else {
            all.min().unwrap_or(-self.cap)
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
