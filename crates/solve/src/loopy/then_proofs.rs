//! Variant 3 of the long-cycle rule: where the count would decide, proof games may be asked for, and who alone
//! achieves his goal in them wins.
//!
//! A proof game is two resolutions one after the other, so it is solved for all states at once. Who achieves his goal depends on
//! what was paid in `main`, so the game before it is solved for one question at a time: with how great a
//! balance against him can Black still get so much? (docs/findings/proofs.md, "Proof games".)

mod kept;
mod question;
mod search;
mod written;

use std::rc::Rc;

#[cfg(test)]
use rustc_hash::FxHashMap;
use shinpan_rules::{Game, Status};

use super::fixpoint::Moves;
use super::graph::{Graph, State, small_field};
use super::rules::LoopyRules;
use super::table::{Level, Values};
use super::{At, Proven, end};
use crate::compact::Field;
use crate::limits::{Budget, Limits};
use crate::proofs::Answers;
use crate::value::{End, Limit, Method, Solution, Value};
#[cfg(test)]
use question::Question;
pub(crate) use written::strategies;

/// Solves such a game from the beginning of a phase. Questions that are answered already are not asked again, and those that are
/// answered are added to them.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn solve(
    game: &Game,
    limits: &Limits<'_>,
    answers: Option<&mut Answers>,
) -> Result<Solution, Limit> {
    let rules = LoopyRules::before_proofs(game.ruleset())?;
    if game.players() != 2 {
        return Err(Limit::Beyond("this search is for two players".to_owned()));
    }
    if game.moves_in_phase() > 0 && !matches!(game.status(), Status::Over(_)) {
        return Err(Limit::Beyond("the table is for fresh phases".to_owned()));
    }
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::Fixpoint);
    if let Some(end) = ended(game)? {
        solution.value = Value::Exact(end);
        return Ok(solution);
    }
    let field = small_field(game.board())?;
    let mut budget = Budget::new(limits);
    let judged = Judged::of(&field, rules, &mut budget);
    let proven = match &judged {
        Ok(judged) => judged.proven(&At::of(game), answers, &mut budget),
        Err(limit) => Proven { limit: Some(limit.clone()), ..Proven::default() },
    };
    solution.nodes = budget.nodes;
    proven.tell(&mut solution);
    Ok(solution)
}

/// How a game has ended that no proof games can follow any more; `None` if it goes on.
///
/// # Errors
/// It has ended by a count, so they could be asked for.
pub(crate) fn ended(game: &Game) -> Result<Option<End>, Limit> {
    match game.status() {
        Status::Over(outcome) if outcome.scores().is_some() => {
            Err(Limit::Beyond("proof games could be asked for".to_owned()))
        }
        Status::Over(outcome) => Ok(Some(End::of(outcome))),
        _ => Ok(None),
    }
}

/// The ends of the resolution, judged by proof games.
struct Judged<'a> {
    graph: Rc<Graph<'a>>,
    rules: LoopyRules,
    /// A phase of a proof game.
    phase: LoopyRules,
    /// LC-7: the second phase of Black's proof game, who wins in it or fails; and the first of White's, in which Black keeps him
    /// from a balanced cycle, too.
    proofs: [Values<'a>; 2],
}

impl<'a> Judged<'a> {
    fn of(
        field: &'a Field<u32>,
        rules: LoopyRules,
        budget: &mut Budget<'_>,
    ) -> Result<Judged<'a>, Limit> {
        let graph = Rc::new(Graph::new(field, budget.limits.memory)?);
        let phase = LoopyRules { stages: vec![rules.stages[1]], ..rules.clone() };
        let most = field.points as Level;
        let ends = at_ends(&graph, |at| at.stones.margin(field) as Level);
        let second = Values::with_ends(Rc::clone(&graph), &phase, ends, most, budget)?;
        // What White keeps Black to there is what he keeps White to with the colours exchanged.
        let kept = |at: State| {
            let next = at.next_stage(rules.ko_stands).exchanged();
            -second.stages[0].values[graph.number(next)]
        };
        let ends = at_ends(&graph, kept);
        let first = Values::with_ends(Rc::clone(&graph), &phase, ends, most, budget)?;
        Ok(Judged { graph, rules, phase, proofs: [second, first] })
    }

    fn points(&self) -> i64 {
        self.graph.field().points as i64
    }

    /// What Black gets in his proof game after an end, and what in White's: margins before what was paid.
    fn tried(&self, at: State) -> [Level; 2] {
        let next = at.next_stage(self.rules.ko_stands);
        let gets = |state: State| self.proofs[1].stages[0].values[self.graph.number(state)];
        [-gets(next.exchanged()), gets(next)]
    }

    /// LC-8: who alone achieves his goal wins; else it is counted.
    fn judged(&self, at: State, paid: i64) -> End {
        let [black, white] = self.tried(at).map(|level| end(level, paid));
        match (black > End::DRAW, white < End::DRAW) {
            (true, false) => End::Won,
            (false, true) => End::Lost,
            _ => end(at.stones.margin(self.graph.field()) as Level, paid),
        }
    }

    /// Whether a player, Black, needs to achieve his goal in his own proof game after an end, and to prevent his opponent from
    /// achieving his.
    fn needed(&self, at: State, paid: i64, kept: impl Fn(End) -> bool) -> [bool; 2] {
        let other = end(self.tried(at)[1], paid);
        let by_count = kept(end(at.stones.margin(self.graph.field()) as Level, paid));
        match (by_count, other >= End::DRAW) {
            (true, true) => [false, true],
            (true, false) => [true, false],
            (false, _) => [true, true],
        }
    }
}

/// Something for each state in which a pass may end a stage.
fn at_ends(graph: &Graph<'_>, of: impl Fn(State) -> Level) -> Vec<Level> {
    let mut all = vec![0; graph.len()];
    for (number, state) in graph.ending() {
        all[number] = of(state);
    }
    all
}

/// The questions of a board, for tests that look at many of its positions.
#[cfg(test)]
pub(crate) struct Asked<'a> {
    judged: Judged<'a>,
    /// What is paid, a margin in half points, whether more than that is asked for; for the stages.
    known: FxHashMap<(i64, i64, bool), Vec<Vec<Level>>>,
}

#[cfg(test)]
impl<'a> Asked<'a> {
    pub(crate) fn of(
        field: &'a Field<u32>,
        rules: &LoopyRules,
        limits: &Limits<'a>,
    ) -> Result<Asked<'a>, Limit> {
        let judged = Judged::of(field, rules.clone(), &mut Budget::new(limits))?;
        Ok(Asked { judged, known: FxHashMap::default() })
    }

    /// Whether what a game that begins is worth to a player is at least that.
    pub(crate) fn at_least(
        &mut self,
        game: &Game,
        black: bool,
        least: End,
        limits: &Limits<'_>,
    ) -> bool {
        let At { stage, state, paid } = At::of(game);
        let mut forces = |black: bool, wanted: End, more: bool| {
            let (state, paid) = if black { (state, paid) } else { (state.exchanged(), -paid) };
            let halves = match wanted {
                End::Lost => i64::MIN,
                End::Margin(margin) => (margin * 2).to_integer(),
                End::Won => i64::MAX,
            };
            let judged = &self.judged;
            let values = self.known.entry((paid, halves, more)).or_insert_with(|| {
                let wants = &|found: End| found > wanted || found == wanted && !more;
                let question = Question { stage: 0, paid, margin: wanted, wants };
                let answered = question.answered(judged, &mut Budget::new(limits)).unwrap();
                answered.values.stages.into_iter().map(|stage| stage.values).collect()
            });
            values[stage][judged.graph.number(state)] >= 0
        };
        match least > End::DRAW {
            true => forces(black, least, false),
            // A draw is enough.
            false => !forces(!black, least.contrary(), true),
        }
    }
}

#[cfg(test)]
mod tests;
