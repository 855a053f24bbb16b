//! Checks that a side holds what it wants, whatever the others do after its choices: the exact sums of all cycles
//! that can end a game (docs/findings/proofs.md, "Kee Rules for more than two").

use rustc_hash::FxHashMap;

use super::arena::Arena;
use super::levels::{Edge, Known, Wanted};
use crate::walks::least_sums;

/// Whether the choices of a side, after a first segment with these ends, hold what is wanted.
pub(super) fn certified(arena: &Arena, wanted: &Wanted, known: &[Known], first: &[Edge]) -> bool {
    let Some(reached) = reached(known, first) else { return false };
    let sums = Graph { arena, wanted, known, reached: &reached, count: false };
    // Every cycle sums up to what is wanted; and where a draw is not enough, every cycle has a scoring position.
    sums.holds() && (wanted.draws || Graph { count: true, ..sums }.holds())
}

/// The nodes that can be come to; `None` if one of them has no choice.
fn reached(known: &[Known], first: &[Edge]) -> Option<Vec<usize>> {
    let mut seen = vec![false; known.len()];
    let mut order = Vec::new();
    let mut next: Vec<usize> = first.iter().map(|edge| edge.to as usize).collect();
    while let Some(number) = next.pop() {
        if std::mem::replace(&mut seen[number], true) {
            continue;
        }
        if known[number].ends.is_empty() {
            return None;
        }
        order.push(number);
        next.extend(known[number].ends.iter().map(|edge| edge.to as usize));
    }
    Some(order)
}

/// The pass nodes that can be come to, with the ways between them.
struct Graph<'a> {
    arena: &'a Arena,
    wanted: &'a Wanted,
    known: &'a [Known],
    reached: &'a [usize],
    /// Whether it is asked for walks without a scoring position, instead of for those that sum up to less than nothing.
    count: bool,
}

impl Graph<'_> {
    fn position(&self, node: usize) -> u32 {
        self.known[node].at.position
    }

    /// What an edge adds. Walks without a scoring position: steps are -1, and scoring outweighs them all.
    fn weight(&self, from: usize, edge: Edge) -> i64 {
        match (self.count, edge.scores) {
            (false, false) => 0,
            // A pass that scores is on the position it starts from.
            (false, true) => self.wanted.above(self.arena, self.position(from)),
            (true, false) => -1,
            (true, true) => 2 * self.known.len() as i64 + 2 * self.arena.players() as i64,
        }
    }

    fn holds(&self) -> bool {
        let Some(least) = self.least() else { return false };
        let mut nodes_of: FxHashMap<(u32, u8), Vec<usize>> = FxHashMap::default();
        for &node in self.reached {
            let at = self.known[node].at;
            nodes_of.entry((at.position, at.passer)).or_default().push(node);
        }
        self.reached.iter().all(|&from| {
            let at = self.known[from].at;
            let others = &nodes_of[&(at.position, at.passer)];
            self.passes_hold(from)
                && (others.len() == 1 || others.iter().all(|&to| self.pair_holds(from, to, &least)))
        })
    }

    /// For each node the least sum of a walk that ends there; `None` if a cycle has a negative sum.
    fn least(&self) -> Option<Vec<i64>> {
        let edges = |from: usize| {
            let ends = self.known[from].ends.iter();
            ends.map(move |&edge| (edge.to as usize, self.weight(from, edge)))
        };
        least_sums(self.reached, self.known.len(), edges)
    }

    /// The node after a pass at once, if there can be one.
    fn pass(&self, from: usize) -> Option<usize> {
        let direct = self.known[from].ends.iter().find(|edge| edge.direct)?;
        Some(direct.to as usize)
    }

    /// A cycle of passes alone scores its position.
    fn passes_hold(&self, from: usize) -> bool {
        let mut at = Some(from);
        for _ in 0..self.arena.players() {
            at = at.and_then(|at| self.pass(at));
        }
        at.is_none() || self.count || self.wanted.above(self.arena, self.position(from)) >= 0
    }

    /// A cycle that begins after one node and ends with another of the same player on the same position. The passes before
    /// its first play go on with those at its end.
    fn pair_holds(&self, from: usize, to: usize, least: &[i64]) -> bool {
        if from == to {
            return true;
        }
        let players = self.arena.players();
        let mut run = usize::from(self.known[to].at.run);
        let (mut at, mut sum) = (from, 0);
        loop {
            for &edge in self.known[at].ends.iter().filter(|edge| !edge.direct) {
                let begun = sum + self.weight(at, edge);
                if self.distance(edge.to as usize, to, least).is_some_and(|on| begun + on < 0) {
                    return false;
                }
            }
            run += 1;
            if run > players {
                return true;
            }
            let Some(next) = self.pass(at) else { return true };
            let edge = Edge { to: next as u32, direct: true, scores: run == players };
            sum += self.weight(at, edge);
            at = next;
        }
    }

    /// The least sum of a walk between two nodes, if there is one.
    fn distance(&self, from: usize, to: usize, least: &[i64]) -> Option<i64> {
        let mut sums: FxHashMap<usize, i64> = FxHashMap::from_iter([(from, 0)]);
        let mut heap = std::collections::BinaryHeap::from([(std::cmp::Reverse(0), from)]);
        while let Some((std::cmp::Reverse(sum), at)) = heap.pop() {
            if at == to {
                return Some(sum + least[to] - least[from]);
            }
            if sums[&at] < sum {
                continue;
            }
            for &edge in &self.known[at].ends {
                let next = edge.to as usize;
                // Never negative: the least sums do not rise by more than the edge adds.
                let sum = sum + self.weight(at, edge) + least[at] - least[next];
                if sums.get(&next).is_none_or(|&so_far| sum < so_far) {
                    sums.insert(next, sum);
                    heap.push((std::cmp::Reverse(sum), next));
                }
            }
        }
        None
    }
}
