//! A stage whose cycles are ruled on, then one under superko that begins anew: the second is solved from every
//! position, and its values are the ends of the first.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use shinpan_rules::{Game, Status};

use super::graph::{Graph, small_field};
use super::rules::LoopyRules;
use super::table::{Level, Values};
use super::{At, tell};
use crate::compact::Stones;
use crate::limits::{Budget, Limits};
use crate::superko::{Question, Search, SuperkoRules};
use crate::value::{Limit, Method, Solution, Value};

/// Solves such a game from the beginning of its first stage.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn solve(game: &Game, limits: &Limits<'_>) -> Result<Solution, Limit> {
    let (rules, superko) = LoopyRules::before_superko(game.ruleset())?;
    if game.players() != 2 || matches!(game.status(), Status::Over(_)) {
        return Err(Limit::Beyond("this search is for two players who are playing".to_owned()));
    }
    if game.phase_number() > 0 || game.moves_in_phase() > 0 {
        return Err(Limit::Beyond("the table is for games that begin".to_owned()));
    }
    let field = small_field(game.board())?;
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::Fixpoint);
    let mut budget = Budget::new(limits);
    let found = Graph::new(&field, limits.memory).and_then(|graph| {
        let ends = ends(&graph, &superko, &mut budget)?;
        Values::with_ends(graph, &rules, ends, &mut budget)
    });
    solution.nodes = budget.nodes;
    match found {
        Ok(values) => {
            tell(&values, &rules, &At::of(game), &mut budget, &mut solution);
        }
        Err(limit) => solution.value = Value::Unknown(limit),
    }
    Ok(solution)
}

/// What the first stage leads to.
fn ends(
    graph: &Graph<'_>,
    superko: &SuperkoRules,
    budget: &mut Budget<'_>,
) -> Result<Vec<(usize, Level)>, Limit> {
    let search = Search::new(graph.field(), superko, Budget::new(&budget.limits), &[]);
    let mut later = Later { search, superko, known: FxHashMap::default() };
    let found = graph
        .ending()
        .map(|(number, state)| {
            let begins = state.next_stage(false);
            Ok((number, later.value(begins.stones, begins.to_move)?))
        })
        .collect();
    budget.nodes = later.search.budget.nodes;
    found
}

/// The stage under superko, from any position.
struct Later<'a> {
    search: Search<'a, u32>,
    superko: &'a SuperkoRules,
    known: FxHashMap<(Stones<u32>, usize), Level>,
}

impl Later<'_> {
    /// Black's margin under best play, from where this alone stands.
    fn value(&mut self, stones: Stones<u32>, to_move: usize) -> Result<Level, Limit> {
        let place = match self.known.entry((stones, to_move)) {
            Entry::Occupied(found) => return Ok(*found.get()),
            Entry::Vacant(place) => place,
        };
        let points = self.search.field.points as i32;
        let (mut least, mut most) = (-points, points);
        self.search.begin(stones, to_move);
        let mut margin = stones.margin(self.search.field).clamp(least + 1, most);
        while least < most {
            // Questions are in half points.
            let (mode, bound) = (self.superko.start(), 2 * margin as i16);
            if self.search.ask(Question { stones, to_move, mode, bound })? {
                least = margin;
            } else {
                most = margin - 1;
            }
            margin = least + (most - least + 1) / 2;
        }
        Ok(*place.insert(least as Level))
    }
}
