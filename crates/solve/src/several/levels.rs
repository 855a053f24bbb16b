//! Levels of pass nodes, which say how a side should play; what it comes to is checked afterwards.

use std::collections::VecDeque;

use num_rational::Ratio;
use rustc_hash::FxHashMap;
use shinpan_rules::Score;

use super::arena::Arena;
use super::certificate::certified;
use super::segment::{Exit, Exits, Node, Segment};
use crate::limits::Budget;
use crate::value::Limit;

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The player who is asked about.
    Player,
    /// All others together.
    Others,
}

/// What a side wants to hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) player: usize,
    pub(super) side: Side,
    /// The player's average is at least this, or at most if the others want it.
    pub(super) at: Score,
    /// Whether a draw is good enough.
    pub(super) draws: bool,
}

impl Wanted {
    /// Whether it is the side's turn.
    pub(super) fn moves(&self, to_move: usize) -> bool {
        (to_move == self.player) == (self.side == Side::Player)
    }

    /// Whether nothing but a draw is good enough.
    fn only_draws(&self, arena: &Arena) -> bool {
        let possible = Score::from(0)..=Score::from(arena.points() as i64);
        self.draws && !possible.contains(&self.at)
    }

    /// What a position that is scored adds for the side, as a whole number: the denominator times how far it lies
    /// beyond what is wanted.
    pub(super) fn above(&self, arena: &Arena, position: u32) -> i64 {
        let above = Ratio::from_integer(arena.area(position, self.player)) - self.at;
        let above = (above * self.at.denom()).to_integer();
        if self.side == Side::Player { above } else { -above }
    }
}

/// Whether a pass makes its position a scoring position.
pub(super) fn scores(arena: &Arena, exit: Exit) -> bool {
    exit.direct && usize::from(exit.node.run) == arena.players()
}

/// A node that was met, and what is known of it.
pub(super) struct Known {
    pub(super) at: Node,
    level: i32,
    /// The ends of the segment after it, when the side plays for the level.
    pub(super) ends: Vec<Edge>,
    /// Nodes whose segments looked at this one.
    readers: Vec<u32>,
}

/// An end of a segment, with the number of its node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) direct: bool,
    pub(super) scores: bool,
}

struct Nodes<'a> {
    arena: &'a Arena,
    wanted: &'a Wanted,
    /// How much finer levels are than averages.
    fine: i64,
    cap: i32,
    numbers: FxHashMap<Node, u32>,
    nodes: Vec<Known>,
    /// Nodes to look at again.
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// The node whose segment is being searched.
    reader: Option<u32>,
}

/// Whether a side holds what it wants: proven by a certificate that was checked. `false` says only that none was found.
pub(super) fn holds(
    arena: &Arena,
    wanted: &Wanted,
    history: &[u32],
    to_move: usize,
    tries: u32,
    budget: &mut Budget<'_>,
) -> Result<bool, Limit> {
    // Finer, so that what is added for getting on does not mislead; and higher, for longer ways.
    let fine = (2 * arena.players() as i64) << (tries / 2);
    let mut nodes = Nodes {
        arena,
        wanted,
        fine,
        cap: ((4 * fine * wanted.at.denom()) as i32) << tries,
        numbers: FxHashMap::default(),
        nodes: Vec::new(),
        queue: VecDeque::new(),
        queued: Vec::new(),
        reader: None,
    };
    let ends = nodes.solve(history, to_move, budget)?;
    Ok(ends.is_some_and(|ends| certified(arena, wanted, &nodes.nodes, &ends)))
}

impl Exits for Nodes<'_> {
    fn worth(&mut self, exit: Exit) -> i32 {
        let number = self.number(exit.node);
        if let Some(reader) = self.reader {
            let readers = &mut self.nodes[number as usize].readers;
            if readers.last() != Some(&reader) {
                readers.push(reader);
            }
        }
        // A little more for getting on, where that is enough.
        let weight = if scores(self.arena, exit) {
            if self.wanted.only_draws(self.arena) {
                return -self.cap;
            }
            self.wanted.above(self.arena, exit.node.position) * self.fine + 1
        } else {
            i64::from(self.wanted.draws)
        };
        (self.nodes[number as usize].level + weight as i32).clamp(-self.cap, self.cap)
    }
}

impl Nodes<'_> {
    fn number(&mut self, at: Node) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(at).or_insert(next);
        if number == next {
            let level = -self.cap;
            self.nodes.push(Known { at, level, ends: Vec::new(), readers: Vec::new() });
            self.queued.push(true);
            self.queue.push_back(number);
        }
        number
    }

    /// The ends of the first segment, if the side can reach a high level.
    fn solve(
        &mut self,
        history: &[u32],
        to_move: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Edge>>, Limit> {
        let (arena, wanted) = (self.arena, self.wanted);
        let start = || Segment::first(arena, wanted, history, to_move);
        let high = self.cap / 2;
        loop {
            let known = self.nodes.len();
            if start().reaches(high, self, budget)? {
                let mut found = Vec::new();
                start().ends(high, self, &mut found, budget)?;
                return Ok(Some(self.edges(&found)));
            }
            if !self.raise(budget)? && self.nodes.len() == known {
                return Ok(None);
            }
        }
    }

    /// Looks once more at every node that may rise. Whether any did.
    fn raise(&mut self, budget: &mut Budget<'_>) -> Result<bool, Limit> {
        let mut any = false;
        for _ in 0..self.queue.len() {
            let Some(number) = self.queue.pop_front() else { break };
            let index = number as usize;
            self.queued[index] = false;
            self.reader = Some(number);
            let raised = self.raise_one(index, budget);
            self.reader = None;
            if raised? {
                any = true;
                for reader in std::mem::take(&mut self.nodes[index].readers) {
                    if !std::mem::replace(&mut self.queued[reader as usize], true) {
                        self.queue.push_back(reader);
                    }
                }
            }
        }
        Ok(any)
    }

    fn raise_one(&mut self, index: usize, budget: &mut Budget<'_>) -> Result<bool, Limit> {
        let (arena, wanted) = (self.arena, self.wanted);
        let Known { at, level: before, .. } = self.nodes[index];
        if before == self.cap {
            return Ok(false);
        }
        let start = || Segment::after(arena, wanted, at);
        let level = start().level(before, self.cap, self, budget)?;
        if level <= before {
            return Ok(false);
        }
        let mut found = Vec::new();
        start().ends(level, self, &mut found, budget)?;
        self.nodes[index].ends = self.edges(&found);
        self.nodes[index].level = level;
        Ok(true)
    }

    fn edges(&mut self, found: &[Exit]) -> Vec<Edge> {
        let mut edges: Vec<Edge> = found
            .iter()
            .map(|&exit| Edge {
                to: self.number(exit.node),
                direct: exit.direct,
                scores: scores(self.arena, exit),
            })
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}
