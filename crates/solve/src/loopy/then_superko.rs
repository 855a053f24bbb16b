//! A stage whose cycles are ruled on, then one under superko that begins anew: the second is solved from every
//! position, and its values are the ends of the first.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use shinpan_rules::{Game, Status};

use super::graph::{Graph, State, small_field};
use super::rules::LoopyRules;
use super::table::{ENDLESS, Exits, Level, Stage, by_sums};
use super::{end, offset};
use crate::compact::Stones;
use crate::limits::{Budget, Limits};
use crate::superko::{Question, Search, SuperkoRules};
use crate::value::{End, Limit, Method, Solution, Value};

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
    let stages = Graph::new(&field, limits.memory)
        .and_then(|graph| Ok((first_stage(&graph, &rules, &superko, limits)?, graph)));
    let ((stage, nodes), graph) = match stages {
        Ok(stages) => stages,
        Err(limit) => {
            solution.value = Value::Unknown(limit);
            return Ok(solution);
        }
    };
    solution.nodes = nodes;
    let state = State {
        stones: Stones::of_codes(game.position().codes()),
        to_move: game.to_move().index(),
        passed: false,
        ban: None,
    };
    let own = stage.values[graph.number(state)];
    let other = -stage.values[graph.number(state.exchanged())];
    let possible =
        |level: Level| usize::from(level.unsigned_abs()) <= field.points || level.abs() >= ENDLESS;
    if !possible(own) || !possible(other) {
        let why = "the levels of the fixpoint were cut off too low".to_owned();
        solution.value = Value::Unknown(Limit::Beyond(why));
        return Ok(solution);
    }
    let [low, high] = [own, other].map(|level| end(level, offset(game)));
    solution.value = Value::Exact(low.max(high.min(End::DRAW)));
    solution.without_draws = Some((low, high));
    Ok(solution)
}

/// The values of the first stage, and how many nodes it took.
fn first_stage(
    graph: &Graph<'_>,
    rules: &LoopyRules,
    superko: &SuperkoRules,
    limits: &Limits<'_>,
) -> Result<(Stage, u64), Limit> {
    let field = graph.field();
    let search = Search::new(field, superko, Budget::new(limits), &[]);
    let mut later = Later { search, superko, known: FxHashMap::default() };
    let ends: Result<Vec<(usize, Level)>, Limit> = graph
        .ending()
        .map(|(number, state)| {
            let begins = state.next_stage(false);
            Ok((number, later.value(begins.stones, begins.to_move)?))
        })
        .collect();
    let ends = ends?;
    let mut budget = later.search.budget;
    let cost = rules.stages[0].cost as i8;
    let exits = Exits { passes: &ends, others: &[], pinned: &[] };
    let stage = by_sums(graph, exits, (cost, field.points as i8), &mut budget)?;
    Ok((stage, budget.nodes))
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
