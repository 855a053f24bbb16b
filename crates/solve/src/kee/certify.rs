//! Certificates: what Black can hold at least, whatever White does.

use num_rational::Ratio;
use rustc_hash::FxHashMap;
use shinpan_rules::Score;

use super::segment::{Exits, PassNode, Segment};
use crate::compact::{BLACK, Field, Mask, Stones, WHITE, safe};
use crate::limits::Budget;
use crate::value::Limit;

/// An average that Black wants to hold.
pub(crate) struct Arena<'a> {
    field: &'a Field<u32>,
    margin: Score,
    /// Whether a cycle without a scoring position is good enough.
    none: bool,
}

/// What is known of a pass node: the level found, and the ends of the segment after it when Black
/// plays for that level.
struct Node {
    at: PassNode,
    level: i32,
    /// Safe chains hold the margin from here on.
    safe: bool,
    ends: Vec<Edge>,
    /// Nodes whose segments looked at this one.
    readers: Vec<u32>,
}

/// An end of a segment: the node, and the margin that is scored on the way.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    scored: Option<i64>,
}

/// The nodes met so far, and the cap of their levels.
struct Nodes<'a> {
    arena: &'a Arena<'a>,
    cap: i32,
    numbers: FxHashMap<PassNode, u32>,
    nodes: Vec<Node>,
    /// Nodes to look at again.
    queue: std::collections::VecDeque<u32>,
    queued: Vec<bool>,
    /// The node whose segment is being searched.
    reader: Option<u32>,
}

/// How much finer levels are than margins: small enough steps to break ties, no more.
const FINE: i64 = 2;

impl Nodes<'_> {
    /// The number of a node. Those that a symmetry of the board leads to each other are one.
    fn number(&mut self, at: PassNode) -> u32 {
        let at = PassNode { stones: self.arena.field.standard(at.stones).0, ..at };
        if let Some(&number) = self.numbers.get(&at) {
            return number;
        }
        let number = self.nodes.len() as u32;
        self.numbers.insert(at, number);
        let safe = self.safe(at.stones, BLACK);
        let lost = self.safe(at.stones, WHITE);
        let level = if safe { self.cap } else { -self.cap };
        self.nodes.push(Node { at, level, safe, ends: Vec::new(), readers: Vec::new() });
        self.queued.push(!safe && !lost);
        if !safe && !lost {
            self.queue.push_back(number);
        }
        number
    }

    /// Whether safe chains hold the margin for Black, or keep him below it
    /// (docs/findings/proofs.md, "Kee Rules").
    fn safe(&self, stones: Stones<u32>, player: usize) -> bool {
        let safe = safe(self.arena.field, stones, player, false);
        let held = i64::from((safe.stones | safe.regions).size());
        let least = Ratio::from_integer(2 * held - self.arena.field.points as i64);
        held > 0
            && if player == BLACK { least >= self.arena.margin } else { -least < self.arena.margin }
    }

    /// The weight of an edge: how far what is scored lies above the margin wanted, and a little for
    /// getting on.
    fn weight(&self, at: PassNode, scores: bool) -> i32 {
        let arena = self.arena;
        if scores {
            let above =
                Ratio::from_integer(i64::from(at.stones.margin(arena.field))) - arena.margin;
            let scaled = above * arena.margin.denom() * FINE;
            scaled.to_integer() as i32 + 1
        } else {
            i32::from(arena.none)
        }
    }
}

impl Exits for Nodes<'_> {
    fn worth(&mut self, node: PassNode, scores: bool) -> i32 {
        let number = self.number(node);
        if let Some(reader) = self.reader {
            let readers = &mut self.nodes[number as usize].readers;
            if readers.last() != Some(&reader) {
                readers.push(reader);
            }
        }
        (self.nodes[number as usize].level + self.weight(node, scores)).clamp(-self.cap, self.cap)
    }
}

impl<'a> Arena<'a> {
    pub(crate) fn new(field: &'a Field<u32>, margin: Score, none: bool) -> Arena<'a> {
        Arena { field, margin, none }
    }

    /// Whether Black can hold the margin: proven by a certificate that was checked. `false` says only
    /// that none was found.
    pub(crate) fn holds(
        &self,
        history: &[Stones<u32>],
        to_move: usize,
        doubled: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let cap = (4 * FINE * self.margin.denom()) as i32;
        let mut nodes = Nodes {
            arena: self,
            cap: cap << doubled,
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            queue: std::collections::VecDeque::new(),
            queued: Vec::new(),
            reader: None,
        };
        let ends = nodes.solve(history, to_move, budget)?;
        Ok(ends.is_some_and(|ends| nodes.certified(&ends)))
    }
}

impl Nodes<'_> {
    /// The ends of the first segment, if Black can reach a high level.
    fn solve(
        &mut self,
        history: &[Stones<u32>],
        to_move: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Edge>>, Limit> {
        let field = self.arena.field;
        let start = || Segment { field, path: history.to_vec(), to_move, answers: false };
        loop {
            let wanted = self.cap / 2;
            let known = self.nodes.len();
            if start().reaches(wanted, self, budget)? {
                let mut found = Vec::new();
                start().ends(wanted, self, &mut found, budget)?;
                return Ok(Some(self.edges(&found)));
            }
            let raised = self.raise(budget)?;
            if !raised && self.nodes.len() == known {
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
                    if !self.queued[reader as usize] {
                        self.queued[reader as usize] = true;
                        self.queue.push_back(reader);
                    }
                }
            }
        }
        Ok(any)
    }

    fn raise_one(&mut self, index: usize, budget: &mut Budget<'_>) -> Result<bool, Limit> {
        let field = self.arena.field;
        let PassNode { stones, passer } = self.nodes[index].at;
        let start = || Segment { field, path: vec![stones], to_move: 1 - passer, answers: true };
        let before = self.nodes[index].level;
        if before == self.cap {
            return Ok(false);
        }
        let level = start().level(before, self.cap, self, budget)?;
        if level <= before {
            return Ok(false);
        }
        let mut found = Vec::new();
        start().ends(level, self, &mut found, budget)?;
        let ends = self.edges(&found);
        let node = &mut self.nodes[index];
        node.level = level;
        node.ends = ends;
        Ok(true)
    }

    fn edges(&mut self, found: &[(PassNode, bool)]) -> Vec<Edge> {
        found
            .iter()
            .map(|&(node, scores)| {
                let margin = i64::from(node.stones.margin(self.arena.field));
                Edge { to: self.number(node), scored: scores.then_some(margin) }
            })
            .collect()
    }

    /// Checks the choices made: whatever White does after them, every cycle of nodes averages at
    /// least the margin, and scores where it has to.
    fn certified(&self, ends: &[Edge]) -> bool {
        let mut reached = vec![false; self.nodes.len()];
        let mut order: Vec<u32> = Vec::new();
        let mut next: Vec<u32> = ends.iter().map(|edge| edge.to).collect();
        while let Some(number) = next.pop() {
            if std::mem::replace(&mut reached[number as usize], true) {
                continue;
            }
            let node = &self.nodes[number as usize];
            if node.safe {
                continue;
            }
            if node.ends.is_empty() {
                return false;
            }
            order.push(number);
            next.extend(node.ends.iter().map(|edge| edge.to));
        }
        // Exact sums: the margin's denominator times what is scored, less its numerator.
        let (top, bottom) = (*self.arena.margin.numer(), *self.arena.margin.denom());
        let weight = |edge: &Edge| edge.scored.map_or(0, |scored| scored * bottom - top);
        no_bad_cycle(&order, &self.nodes, |edge| weight(edge), |_| true)
            && (self.arena.none
                || no_bad_cycle(&order, &self.nodes, |_| -1, |e| e.scored.is_none()))
    }
}

/// Whether no cycle of the chosen edges has a negative sum (Bellman and Ford).
fn no_bad_cycle(
    order: &[u32],
    nodes: &[Node],
    weight: impl Fn(&Edge) -> i64,
    chosen: impl Fn(&Edge) -> bool,
) -> bool {
    let mut least = vec![0_i64; nodes.len()];
    for _ in 0..=order.len() {
        let mut changed = false;
        for &number in order {
            let from = least[number as usize];
            for edge in nodes[number as usize].ends.iter().filter(|edge| chosen(edge)) {
                let sum = from + weight(edge);
                if sum < least[edge.to as usize] {
                    least[edge.to as usize] = sum;
                    changed = true;
                }
            }
        }
        if !changed {
            return true;
        }
    }
    false
}
