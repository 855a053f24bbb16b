//! Independent life on all states of a board, and what positions count under it.
//!
//! J-5: a chain is independently alive if its owner, moving second, can force that a two-eye-formation
//! comes to cover one of its points; a cycle and two passes fail for him. So it is a least fixpoint over
//! the states of the board. It is found for Black's formations and each point at once; White's are the
//! same with the colours exchanged.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, State};
use super::table::Level;
use crate::compact::{BLACK, Field, Mask, Stones, WHITE};
use crate::limits::Budget;
use crate::value::Limit;

/// For each state the points on which Black can force a formation.
pub(crate) struct Life {
    points: Vec<u32>,
    /// For chains on whose points he can force one, though on none of them in particular: the states
    /// from which he can.
    chains: FxHashMap<u32, FxHashSet<u32>>,
}

impl Life {
    /// Solves all states.
    pub(crate) fn of(
        field: &Field<u32>,
        graph: &Graph,
        budget: &mut Budget<'_>,
    ) -> Result<Life, Limit> {
        let goals: Vec<u32> =
            graph.positions.stones.iter().map(|&stones| formed(field, stones)).collect();
        let mut points: Vec<u32> = (0..graph.len()).map(|n| goals[graph.position(n)]).collect();
        let mut queue: Vec<u32> = (0..graph.len() as u32).collect();
        let mut queued = vec![true; graph.len()];
        while let Some(number) = queue.pop() {
            let number = number as usize;
            queued[number] = false;
            budget.spend()?;
            let forced = points[number] | forced(graph, number, |next| points[next]);
            if forced != points[number] {
                points[number] = forced;
                for &before in graph.before(number) {
                    if !std::mem::replace(&mut queued[before as usize], true) {
                        queue.push(before);
                    }
                }
            }
        }
        let mut life = Life { points, chains: FxHashMap::default() };
        let undecided = life.undecided(graph);
        for chain in chains(field, graph) {
            let states = life.states_of(graph, chain, &undecided, budget)?;
            if !states.is_empty() {
                life.chains.insert(chain, states);
            }
        }
        Ok(life)
    }

    /// Whether Black's chain on these points is independently alive in a position.
    fn alive(&self, graph: &Graph, position: usize, chain: u32) -> bool {
        let start = State { position, to_move: WHITE, passed: false, ban: None };
        let number = graph.number(start);
        self.points[number] & chain != 0
            || self.chains.get(&chain).is_some_and(|states| states.contains(&(number as u32)))
    }

    /// States where it matters that White chooses which points are covered: each of his moves leads to
    /// where more can be forced than here.
    fn undecided(&self, graph: &Graph) -> Vec<u32> {
        let chooses = |&number: &usize| {
            let here = self.points[number];
            graph.to_move(number) == WHITE
                && !graph.passed(number)
                && graph.next(number).iter().all(|&next| !self.points[next as usize].within(here))
        };
        (0..graph.len()).filter(chooses).map(|number| number as u32).collect()
    }

    /// The states from which Black can force a formation on one of these points, but on none of them in
    /// particular.
    fn states_of(
        &self,
        graph: &Graph,
        chain: u32,
        undecided: &[u32],
        budget: &mut Budget<'_>,
    ) -> Result<FxHashSet<u32>, Limit> {
        let mut more: FxHashSet<u32> = FxHashSet::default();
        // Elsewhere what holds for single points holds for the chain.
        let mut queue = undecided.to_vec();
        while let Some(number) = queue.pop() {
            budget.spend()?;
            if self.points[number as usize].meets(chain) || more.contains(&number) {
                continue;
            }
            let won = |next: usize| {
                u32::from(self.points[next].meets(chain) || more.contains(&(next as u32)))
            };
            if forced(graph, number as usize, won) != 0 {
                more.insert(number);
                queue.extend(graph.before(number as usize));
            }
        }
        Ok(more)
    }

    /// J-6, J-7: Black's margin if the game ends in a position, with every play counted as a point lost,
    /// so that what was captured before need not be known.
    pub(crate) fn margin(&self, field: &Field<u32>, graph: &Graph, position: usize) -> Level {
        let stones = graph.positions.stones[position];
        let exchanged = Stones([stones.0[WHITE], stones.0[BLACK]]);
        let alive = [self.alive_of(field, graph, stones), self.alive_of(field, graph, exchanged)];
        let mut removed = 0;
        for player in [BLACK, WHITE] {
            let mut left = field.all & !alive[player];
            while left.any() {
                let part = field.flood(left.lowest(), left);
                left &= !part;
                let only = stones.taken() & part & (stones.0[player] | alive[1 - player]);
                if !only.any() && field.widen(part).meets(alive[player]) {
                    removed |= part & stones.taken();
                }
            }
        }
        let standing = stones.taken() & !removed;
        let mut territory = [0, 0];
        let mut left = field.all & !standing;
        while left.any() {
            let region = field.flood(left.lowest(), left);
            left &= !region;
            let border = field.widen(region) & standing;
            for player in [BLACK, WHITE] {
                if border.any() && border.within(alive[player]) {
                    territory[player] += region.size() as i32;
                }
            }
        }
        let worth = |player: usize| {
            let own = stones.0[player];
            territory[player] + own.size() as i32 - (own & removed).size() as i32
        };
        (worth(BLACK) - worth(WHITE)) as Level
    }

    /// The stones of Black's chains that are independently alive.
    fn alive_of(&self, field: &Field<u32>, graph: &Graph, stones: Stones<u32>) -> u32 {
        let position = graph.positions.number(stones);
        let mut alive = 0;
        let mut left = stones.0[BLACK];
        while left.any() {
            let chain = field.flood(left.lowest(), left);
            left &= !chain;
            if self.alive(graph, position, chain) {
                alive |= chain;
            }
        }
        alive
    }
}

/// The points of each chain that Black has in some position.
fn chains(field: &Field<u32>, graph: &Graph) -> FxHashSet<u32> {
    let mut chains = FxHashSet::default();
    for &stones in &graph.positions.stones {
        let mut left = stones.0[BLACK];
        while left.any() {
            let chain = field.flood(left.lowest(), left);
            chains.insert(chain);
            left &= !chain;
        }
    }
    chains
}

/// What Black can force after one move: of all that the mover's choices lead to, one or all.
fn forced(graph: &Graph, number: usize, found: impl Fn(usize) -> u32) -> u32 {
    let next = graph.next(number).iter().map(|&next| found(next as usize));
    if graph.to_move(number) == BLACK {
        next.fold(0, |some, there| some | there)
    } else if graph.passed(number) {
        // White passes too, and the sequence is over.
        0
    } else {
        next.fold(u32::MAX, |all, there| all & there)
    }
}

/// The points of Black's two-eye-formations.
fn formed(field: &Field<u32>, stones: Stones<u32>) -> u32 {
    let own = stones.0[BLACK];
    let empty = field.all & !stones.taken();
    let eyes: Vec<usize> = empty
        .points()
        .filter(|&point| field.near(point).any() && field.near(point).within(own))
        .collect();
    let mut covered = 0;
    for (index, &first) in eyes.iter().enumerate() {
        let around = field.flood(field.near(first), own);
        let liberties = field.widen(around) & empty;
        for &second in &eyes[index + 1..] {
            let both = u32::one(first) | u32::one(second);
            let mut left = around;
            let mut each = liberties == both && field.flood(field.near(second), own) == around;
            while each && left.any() {
                let chain = field.flood(left.lowest(), left);
                left &= !chain;
                each = both.within(field.widen(chain));
            }
            if each {
                covered |= around;
            }
        }
    }
    covered
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use shinpan_board::Board;

    use super::*;
    use crate::limits::Limits;

    /// Numbers of chains and of those that are independently alive, found by a literal fixpoint of its
    /// own.
    #[test]
    fn as_many_chains_live_as_should() {
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: u64::MAX, memory: 1 << 30, stop: &stop, progress: &|_| {} };
        for (spec, chains, living) in [
            ("3x1", 18, 2),
            ("7x1", 2270, 82),
            ("2x2", 88, 8),
            ("3x2", 1070, 214),
            ("4x2", 11674, 2950),
        ] {
            let field = Field::<u32>::new(&Board::parse(spec).unwrap()).unwrap();
            let graph = Graph::new(&field, 1 << 30).unwrap();
            let life = Life::of(&field, &graph, &mut Budget::new(&limits)).unwrap();
            let (mut all, mut alive) = (0, 0);
            for (position, stones) in graph.positions.stones.iter().enumerate() {
                let mut left = stones.0[BLACK];
                while left.any() {
                    let chain = field.flood(left.lowest(), left);
                    left &= !chain;
                    all += 2;
                    alive += 2 * u32::from(life.alive(&graph, position, chain));
                }
            }
            assert_eq!((all, alive), (chains, living), "{spec}");
        }
    }
}
