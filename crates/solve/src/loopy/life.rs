//! Independent life on all states of a board, and what positions count under it.
//!
//! J-5: a chain is independently alive if its owner, moving second, can force that a two-eye-formation
//! comes to cover one of its points; a cycle and two passes fail for him. So it is a least fixpoint over
//! the states of the board. It is found for Black's formations and each point at once; White's are the
//! same with the colours exchanged.

use rustc_hash::FxHashSet;
use shinpan_rules::Game;

use super::fixpoint::Moves;
use super::graph::{Graph, State, small_field};
use super::rules::LoopyRules;
use super::table::Level;
use super::{end, offset};
use crate::compact::{BLACK, Field, Mask, Stones, WHITE};
use crate::limits::{Budget, Limits};
use crate::value::{End, Limit, Method, Solution, Value};

/// For each state the points on which Black can force a formation.
pub(crate) struct Life {
    points: Vec<u32>,
    /// States with chains on whose points he can force one from there, though on none of them in
    /// particular.
    chains: FxHashSet<(u32, u32)>,
}

impl Life {
    /// Solves all states.
    pub(crate) fn of(
        field: &Field<u32>,
        graph: &Graph<'_>,
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
            let back = |set: u32, turn: usize| field.turned_back(set, turn);
            let found = |next: usize, turn: usize| back(points[next], turn);
            let forced = points[number] | forced(graph, number, found);
            if forced != points[number] {
                points[number] = forced;
                for &before in graph.before(number) {
                    if !std::mem::replace(&mut queued[before as usize], true) {
                        queue.push(before);
                    }
                }
            }
        }
        let mut life = Life { points, chains: FxHashSet::default() };
        life.find_chains(field, graph, budget)?;
        Ok(life)
    }

    /// Whether Black's chain on these points is independently alive in a position.
    fn alive(&self, graph: &Graph<'_>, stones: Stones<u32>, chain: u32) -> bool {
        let start = State { stones, to_move: WHITE, passed: false, ban: None };
        let (number, chain) = graph.seen(start, chain);
        self.points[number].meets(chain) || self.chains.contains(&(number as u32, chain))
    }

    /// Finds the chains on whose points a formation can be forced, though on none of them in
    /// particular. It takes a state where it matters that White chooses which points are covered: each
    /// of his moves leads to where more can be forced than here. From such states on the fixpoint goes
    /// on for each chain; elsewhere what holds for single points holds for the chain.
    fn find_chains(
        &mut self,
        field: &Field<u32>,
        graph: &Graph<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        let found =
            |points: &[u32], next: usize, turn: usize| field.turned_back(points[next], turn);
        let chooses = |&number: &usize| {
            let here = self.points[number];
            graph.to_move(number) == WHITE
                && !graph.ends(number)
                && graph
                    .turned_next(number)
                    .all(|(next, turn)| !found(&self.points, next, turn).within(here))
        };
        let undecided: Vec<usize> = (0..graph.len()).filter(chooses).collect();
        if undecided.is_empty() {
            return Ok(());
        }
        let mut queue: Vec<(usize, u32)> = chains(field, graph)
            .into_iter()
            .flat_map(|chain| undecided.iter().map(move |&number| (number, chain)))
            .collect();
        while let Some((number, chain)) = queue.pop() {
            budget.spend()?;
            if self.points[number].meets(chain) || self.chains.contains(&(number as u32, chain)) {
                continue;
            }
            let won = |next: usize, turn: usize| {
                let there = field.symmetries[turn].image(chain);
                let won =
                    self.points[next].meets(there) || self.chains.contains(&(next as u32, there));
                u32::from(won)
            };
            if forced(graph, number, won) == 0 {
                continue;
            }
            self.chains.insert((number as u32, chain));
            for &before in graph.before(number) {
                let before = before as usize;
                for (next, turn) in graph.turned_next(before) {
                    if next == number {
                        queue.push((before, field.turned_back(chain, turn)));
                    }
                }
            }
        }
        Ok(())
    }

    /// J-6, J-7: Black's margin if the game ends in a position, with every play counted as a point lost,
    /// so that what was captured before need not be known.
    pub(crate) fn margin(
        &self,
        field: &Field<u32>,
        graph: &Graph<'_>,
        stones: Stones<u32>,
    ) -> Level {
        let alive = [stones, stones.exchanged()].map(|side| self.alive_of(field, graph, side));
        counted(field, stones, alive)
    }

    /// The stones of Black's chains that are independently alive.
    fn alive_of(&self, field: &Field<u32>, graph: &Graph<'_>, stones: Stones<u32>) -> u32 {
        let mut alive = 0;
        let mut left = stones.0[BLACK];
        while left.any() {
            let chain = field.flood(left.lowest(), left);
            left &= !chain;
            if self.alive(graph, stones, chain) {
                alive |= chain;
            }
        }
        alive
    }
}

/// What positions of a board count under independent life.
pub(crate) struct Living<'a> {
    field: &'a Field<u32>,
    graph: Graph<'a>,
    life: Life,
}

impl<'a> Living<'a> {
    /// Solves all states.
    ///
    /// # Errors
    /// What stopped it.
    pub(crate) fn of(field: &'a Field<u32>, budget: &mut Budget<'_>) -> Result<Living<'a>, Limit> {
        let graph = Graph::new(field, budget.limits.memory)?;
        let life = Life::of(field, &graph, budget)?;
        Ok(Living { field, graph, life })
    }

    /// J-6, J-7: Black's margin if the game ends in a position, every play counted as a point lost.
    pub(crate) fn margin(&self, stones: Stones<u32>) -> Level {
        self.life.margin(self.field, &self.graph, stones)
    }
}

/// What a game comes to whose play is over, so that the Analysis decides which chains live (J-5 to J-8).
pub(crate) fn stopped(game: &Game, limits: &Limits<'_>) -> Solution {
    let mut budget = Budget::new(limits);
    let value = match game.undisputed() {
        Some(outcome) => Ok(End::of(&outcome)),
        None => counted_small(game, &mut budget),
    };
    let value = value.map_or_else(Value::Unknown, Value::Exact);
    Solution { nodes: budget.nodes, ..Solution::of(value, Method::Fixpoint) }
}

fn counted_small(game: &Game, budget: &mut Budget<'_>) -> Result<End, Limit> {
    let field = LoopyRules::of(game.ruleset()).and_then(|_| small_field(game.board()));
    let beyond = |_| {
        let why = "the play is over: which chains live is for the Analysis of the ruling to say";
        Limit::Beyond(why.to_owned())
    };
    let field = field.map_err(beyond)?;
    let living = Living::of(&field, budget)?;
    let margin = living.margin(Stones::of_codes(game.position().codes()));
    Ok(end(margin, offset(game)))
}

/// J-6, J-7: Black's margin if the game ends in a position with these chains alive, every play counted as a
/// point lost, so that what was captured before need not be known.
pub(crate) fn counted<M: Mask>(field: &Field<M>, stones: Stones<M>, alive: [M; 2]) -> Level {
    let mut removed = M::none();
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
    let mut territory = [0_i32, 0];
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

/// The points of each chain that Black has in some position.
fn chains(field: &Field<u32>, graph: &Graph<'_>) -> FxHashSet<u32> {
    let mut chains = FxHashSet::default();
    for &stones in &graph.positions.stones {
        let mut left = stones.0[BLACK];
        while left.any() {
            let chain = field.flood(left.lowest(), left);
            chains.extend(field.symmetries.iter().map(|symmetry| symmetry.image(chain)));
            left &= !chain;
        }
    }
    chains
}

/// What Black can force after one move: of all that the mover's choices lead to, one or all.
fn forced(graph: &Graph<'_>, number: usize, found: impl Fn(usize, usize) -> u32) -> u32 {
    let next = graph.turned_next(number).map(|(next, turn)| found(next, turn));
    if graph.to_move(number) == BLACK {
        next.fold(0, |some, there| some | there)
    } else if graph.ends(number) {
        // White passes too, and the sequence is over.
        0
    } else {
        next.fold(u32::MAX, |all, there| all & there)
    }
}

/// The points of Black's two-eye-formations.
pub(crate) fn formed<M: Mask>(field: &Field<M>, stones: Stones<M>) -> M {
    let own = stones.0[BLACK];
    let empty = field.all & !stones.taken();
    let eyes: Vec<usize> = empty
        .points()
        .filter(|&point| field.near(point).any() && field.near(point).within(own))
        .collect();
    let mut covered = M::none();
    for (index, &first) in eyes.iter().enumerate() {
        let around = field.flood(field.near(first), own);
        let liberties = field.widen(around) & empty;
        for &second in &eyes[index + 1..] {
            let both = M::one(first) | M::one(second);
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
            for stones in graph.positions.stones.iter() {
                // How many positions this one stands for.
                let images: FxHashSet<_> =
                    field.symmetries.iter().map(|symmetry| symmetry.position(*stones)).collect();
                let images = images.len() as u32;
                let mut left = stones.0[BLACK];
                while left.any() {
                    let chain = field.flood(left.lowest(), left);
                    left &= !chain;
                    all += 2 * images;
                    alive += 2 * images * u32::from(life.alive(&graph, *stones, chain));
                }
            }
            assert_eq!((all, alive), (chains, living), "{spec}");
        }
    }
}
