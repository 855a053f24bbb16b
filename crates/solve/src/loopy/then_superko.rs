//! A stage whose cycles are ruled on, then one under superko: the second is solved from every position, and its values
//! are the ends of the first.
//!
//! Where the superko remembers what stood in the first stage these are the values if nothing stood there but what surely did;
//! what a player gets whatever stood is found from them ([`remembered`]).

use rustc_hash::FxHashMap;
use shinpan_rules::{Game, Status};

use super::graph::{Graph, State, small_field};
use super::rules::LoopyRules;
use super::table::{Level, Values};
use super::{At, Proven, remembered};
use crate::compact::{BLACK, Field, Stones};
use crate::limits::{Budget, Limits};
use crate::superko::{Past, Proof, Question, Search, SuperkoRules};
use crate::value::{Limit, Method, Solution, Value};

/// Solves such a game from the beginning of its first stage.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn solve(game: &Game, limits: &Limits<'_>) -> Result<Solution, Limit> {
    let (rules, superko, remembers) = LoopyRules::before_superko(game.ruleset())?;
    if game.players() != 2 || matches!(game.status(), Status::Over(_)) {
        return Err(Limit::Beyond("this search is for two players who are playing".to_owned()));
    }
    if game.phase_number() > 0 || game.moves_in_phase() > 0 {
        return Err(Limit::Beyond("the table is for games that begin".to_owned()));
    }
    let field = small_field(game.board())?;
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::Fixpoint);
    let mut budget = Budget::new(limits);
    let mut later = Later::new(&field, &superko, limits, remembers);
    let found = Graph::new(&field, limits.memory).and_then(|graph| {
        let ends = later.ends(&graph, &mut budget)?;
        Values::with_ends(graph, &rules, ends, &mut budget)
    });
    let at = At::of(game);
    let proven = found.map(|values| match remembers {
        true => remembered::proven(&values, &rules, &mut later, &at, &mut budget),
        false => Proven::of_table(&values, &rules, &at, &mut budget),
    });
    solution.nodes = budget.nodes;
    match proven {
        Ok(proven) => {
            proven.tell(&mut solution);
        }
        Err(limit) => solution.value = Value::Unknown(limit),
    }
    Ok(solution)
}

/// The stage under superko, from any position.
pub(super) struct Later<'a> {
    search: Search<'a, u32>,
    superko: &'a SuperkoRules,
    /// Whether it remembers what stood before it.
    remembers: bool,
    known: FxHashMap<State, Level>,
}

impl<'a> Later<'a> {
    pub(super) fn new(
        field: &'a Field<u32>,
        superko: &'a SuperkoRules,
        limits: &Limits<'a>,
        remembers: bool,
    ) -> Later<'a> {
        let search = Search::new(field, superko, Budget::new(limits), &[]);
        Later { search, superko, remembers, known: FxHashMap::default() }
    }

    /// What the first stage leads to, for each state in which a pass ends it.
    pub(super) fn ends(
        &mut self,
        graph: &Graph<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<(usize, Level)>, Limit> {
        self.search.budget.nodes = budget.nodes;
        let ends =
            graph.ending().map(|(number, state)| Ok((number, self.value(self.begins(state))?)));
        let ends = ends.collect();
        budget.nodes = self.search.budget.nodes;
        ends
    }

    /// How the stage begins when a pass ends the first one in a state. If it remembers, a play that was banned as a ko would
    /// bring back what surely stood.
    pub(super) fn begins(&self, state: State) -> State {
        state.next_stage(self.remembers)
    }

    /// What surely stood before, so that nobody may bring it back.
    fn surely_stood(&self, begins: &State) -> Option<Past<u32>> {
        let point = begins.ban?;
        let before = begins.stones.place(self.search.field, point, begins.to_move).stones;
        Some(self.past(before))
    }

    /// A position that stood before.
    pub(super) fn past(&self, stones: Stones<u32>) -> Past<u32> {
        self.search.past(stones, BLACK)
    }

    /// Black's margin under best play, if nothing stood before but what surely did.
    fn value(&mut self, begins: State) -> Result<Level, Limit> {
        if let Some(&known) = self.known.get(&begins) {
            return Ok(known);
        }
        let points = self.search.field.points as Level;
        let (mut least, mut most) = (-points, points);
        let mut margin =
            (begins.stones.margin(self.search.field) as Level).clamp(1 - points, points);
        while least < most {
            let (winner, _) = self.decide(begins, &[], margin)?;
            if winner == BLACK {
                least = margin;
            } else {
                most = margin - 1;
            }
            margin = least + (most - least + 1) / 2;
        }
        self.known.insert(begins, least);
        Ok(least)
    }

    /// Whether a player gets a margin, Black at least or White at most, after what stood before; if not, what kept him
    /// from plays that he would have needed.
    pub(super) fn keeps(
        &mut self,
        begins: State,
        stood: &[Past<u32>],
        (player, margin): (usize, Level),
        budget: &mut Budget<'_>,
    ) -> Result<Result<(), Vec<Stones<u32>>>, Limit> {
        self.search.budget.nodes = budget.nodes;
        let margin = if player == BLACK { margin } else { margin + 1 };
        let decided = self.decide(begins, stood, margin);
        budget.nodes = self.search.budget.nodes;
        let (winner, proof) = decided?;
        Ok(if winner == player { Ok(()) } else { Err(proof.bans.to_vec()) })
    }

    /// Whether Black gets at least a margin after what stood before, and why.
    fn decide(
        &mut self,
        begins: State,
        stood: &[Past<u32>],
        margin: Level,
    ) -> Result<(usize, Proof<u32>), Limit> {
        let State { stones, to_move, .. } = begins;
        let surely = self.surely_stood(&begins);
        self.search.begin(stones, to_move, stood.iter().copied().chain(surely));
        // Questions are in half points.
        let (mode, bound) = (self.superko.start(), 2 * i16::from(margin));
        self.search.decide(Question { stones, to_move, mode, bound })
    }
}
