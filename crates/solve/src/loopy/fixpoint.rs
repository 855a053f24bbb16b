//! The least fixpoint on the states of one stage: what Black can force if play without end is his
//! loss, unless he keeps gaining in it.
//!
//! Levels are whole numbers cut off at a cap on both sides. A state's level is the best that its player
//! to move can reach, moves adding their weights; it begins at the bottom and only rises, so a cycle
//! that gains nothing leaves its states where they are, and one that gains lifts them to the cap. The proofs are in
//! docs/findings/proofs.md, "Cycles that are ruled on".

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

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

/// The states of a stage and the moves between them.
pub(crate) trait Moves {
    /// How many states there are.
    fn len(&self) -> usize;
    fn to_move(&self, state: usize) -> usize;
    /// Whether a pass may end the stage here.
    fn ends(&self, state: usize) -> bool;
    /// The states that the moves lead to, and whether the move is a pass.
    fn next(&self, state: usize) -> impl Iterator<Item = (usize, bool)>;
    /// The states whose moves lead to this one.
    fn before(&self, state: usize) -> &[u32];
    /// All states, those with more stones first and of these the ones where a pass may end the stage:
    /// so that moves lead to earlier ones, captures and passes apart.
    fn order(&self) -> Vec<u32>;
}

/// The same states and moves, the players exchanged.
pub(crate) struct Contrary<'a, G>(pub(crate) &'a G);

impl<G: Moves> Moves for Contrary<'_, G> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn to_move(&self, state: usize) -> usize {
        1 - self.0.to_move(state)
    }

    fn ends(&self, state: usize) -> bool {
        self.0.ends(state)
    }

    fn next(&self, state: usize) -> impl Iterator<Item = (usize, bool)> {
        self.0.next(state)
    }

    fn before(&self, state: usize) -> &[u32] {
        self.0.before(state)
    }

    fn order(&self) -> Vec<u32> {
        self.0.order()
    }
}

/// The levels of the states of a stage.
pub(crate) struct Levels {
    pub(crate) of: Vec<i8>,
    /// When each state reached its level, counted in raises.
    pub(crate) when: Vec<u32>,
    raises: u32,
    /// What the second of two passes leads to, for states where it would be that.
    exits: Vec<i8>,
    /// What the player to move can have by a move that leaves these states, where there is one.
    outside: Vec<i8>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    weights: Weights,
    cap: i8,
}

/// No move leaves the states.
const NONE: i8 = i8::MIN;

impl Levels {
    /// Nothing is reached yet. Ends are worth at most so much.
    pub(crate) fn new(graph: &impl Moves, weights: Weights, most: i8) -> Levels {
        Levels::capped(graph, weights, most + ROOM)
    }

    /// With this cap.
    pub(crate) fn capped(graph: &impl Moves, weights: Weights, cap: i8) -> Levels {
        Levels {
            of: vec![-cap; graph.len()],
            when: vec![0; graph.len()],
            raises: 0,
            exits: vec![-cap; graph.len()],
            outside: Vec::new(),
            // All of them: a cycle may gain though it can reach no end.
            queue: graph.order().into(),
            queued: vec![true; graph.len()],
            weights,
            cap,
        }
    }

    /// So much is reached, in this order.
    pub(crate) fn begin_from(&mut self, levels: &[i8], when: &[u32]) {
        self.of.copy_from_slice(levels);
        self.when.copy_from_slice(when);
        self.raises = when.iter().copied().max().unwrap_or(0);
    }

    /// Leaves a state where it is, whatever its moves lead to.
    pub(crate) fn hold(&mut self, held: impl Fn(usize) -> bool) {
        // What is queued already is not put into the queue.
        self.queue.retain(|&state| !held(state as usize));
    }

    /// A state that is held is as good as can be.
    pub(crate) fn lift(&mut self, graph: &impl Moves, state: usize) {
        self.of[state] = self.cap;
        for &before in graph.before(state) {
            self.look_at(before as usize);
        }
    }

    /// Leaves states where they are, as good or as bad as can be.
    pub(crate) fn pin(&mut self, graph: &impl Moves, pinned: &[(usize, i8)]) {
        if pinned.is_empty() {
            return;
        }
        let states: FxHashSet<usize> = pinned.iter().map(|&(state, _)| state).collect();
        self.hold(|state| states.contains(&state));
        for &(state, level) in pinned {
            if level > 0 {
                self.lift(graph, state);
            }
        }
    }

    /// Ending the stage from this state is worth so much, and no less than it was.
    pub(crate) fn open(&mut self, state: usize, level: i8) {
        self.exits[state] = level.clamp(-self.cap, self.cap);
        self.look_at(state);
    }

    /// There is a move from this state that leaves these states; it is worth so much, and no less than
    /// it was.
    pub(crate) fn leave(&mut self, state: usize, level: i8) {
        if self.outside.is_empty() {
            self.outside = vec![NONE; self.of.len()];
        }
        self.outside[state] = level.clamp(-self.cap, self.cap);
        self.look_at(state);
    }

    /// Whether a level means a win (1) or a loss (-1) without end.
    pub(crate) fn endless(&self, level: i8) -> i8 {
        if level.abs() > self.cap - ROOM / 2 { level.signum() } else { 0 }
    }

    /// Whether there is one of these levels that no state has.
    pub(crate) fn leave_out(&self, levels: RangeInclusive<i8>) -> bool {
        let mut has = [false; 1 << 8];
        for level in &self.of {
            has[usize::from(level.cast_unsigned())] = true;
        }
        levels.into_iter().any(|level| !has[usize::from(level.cast_unsigned())])
    }

    fn look_at(&mut self, state: usize) {
        if !self.queued[state] {
            self.queued[state] = true;
            self.queue.push_back(state as u32);
        }
    }

    /// What a state's best move gives.
    fn best(&self, graph: &impl Moves, state: usize) -> i8 {
        let black = graph.to_move(state) == BLACK;
        let sum = |level: i8, weight: i8| {
            let weight = if black { weight } else { -weight };
            level.saturating_add(weight).clamp(-self.cap, self.cap)
        };
        let mut best = None;
        let mut offer = |level: i8| {
            best =
                Some(best.map_or(
                    level,
                    |best: i8| if black { best.max(level) } else { best.min(level) },
                ));
        };
        graph.next(state).for_each(|(to, is_pass)| {
            offer(sum(self.of[to], if is_pass { self.weights.pass } else { self.weights.play }));
        });
        if graph.ends(state) {
            offer(sum(self.exits[state], self.weights.pass));
        }
        if let Some(&level) = self.outside.get(state).filter(|&&level| level != NONE) {
            offer(level);
        }
        best.unwrap_or(-self.cap)
    }

    /// Raises all levels as far as they go; `raised` hears of every raise.
    pub(crate) fn settle(
        &mut self,
        graph: &impl Moves,
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
