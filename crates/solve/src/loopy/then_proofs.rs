//! Variant 3 of the long-cycle rule: where the count would decide, proof games may be asked for, and who alone
//! achieves his goal in them wins.
//!
//! A proof game is two resolutions one after the other, so it is solved for all states at once. Who achieves his goal depends on
//! what was paid in `main`, so the game before it is solved for one question at a time: with how great a
//! balance against him can Black still get so much? (docs/findings/proofs.md, "Proof games".)

mod written;

use std::rc::Rc;

#[cfg(test)]
use rustc_hash::FxHashMap;
use shinpan_rules::{Game, Status};

use super::fixpoint::Moves;
use super::graph::{Graph, State, small_field};
use super::rules::LoopyRules;
use super::table::{ENDLESS, FURTHEST, Level, Values};
use super::{end, offset, with_draws};
use crate::compact::{BLACK, Field, WHITE};
use crate::limits::{Budget, Limits};
use crate::proofs::{Answers, Table};
use crate::value::{End, Limit, Method, Solution, Value};
pub(crate) use written::strategies;

/// Solves such a game from the beginning of a phase. Questions that are answered already are not asked again, and those that are
/// answered are added to them.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn solve(
    game: &Game,
    limits: &Limits<'_>,
    mut answers: Option<&mut Answers>,
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
    let mut forced = [End::Lost; 2];
    let found = Judged::of(&field, rules, &mut budget)
        .and_then(|judged| judged.find(game, &mut forced, &mut answers, &mut budget));
    let [low, high] = [forced[BLACK], forced[WHITE].contrary()];
    solution.nodes = budget.nodes;
    solution.value = match found {
        Ok(()) => {
            solution.without_draws = Some((low, high));
            Value::Exact(with_draws(low, high))
        }
        // Draws are nobody's.
        Err(limit) => Value::between(low, high, limit),
    };
    Ok(solution)
}

/// What one player can force, draws being his losses.
struct Forced<'f> {
    player: usize,
    /// At least.
    least: &'f mut End,
    /// Questions that are answered: whether he forces so much.
    answers: Option<&'f mut Answers>,
}

impl Forced<'_> {
    /// Whether he forces that, as it is known or found out.
    fn reaches(
        &mut self,
        wanted: End,
        find: impl FnOnce() -> Result<bool, Limit>,
    ) -> Result<bool, Limit> {
        let asked = (Table::Whole, self.player as u8, wanted);
        let known = self.answers.as_ref().and_then(|answers| answers.get(&asked).copied());
        let yes = known.map_or_else(find, Ok)?;
        if let Some(answers) = &mut self.answers {
            answers.insert(asked, yes);
        }
        if yes {
            *self.least = wanted.max(*self.least);
        }
        Ok(yes)
    }
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

    /// Finds what each player can force, draws being his losses.
    fn find(
        &self,
        game: &Game,
        forced: &mut [End; 2],
        answers: &mut Option<&mut Answers>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        let (state, paid) = (State::of(game), offset(game));
        let first = LoopyRules::stage_of(game) == 0;
        // What White can force is what Black can with the colours exchanged.
        for (player, state, paid) in [(BLACK, state, paid), (WHITE, state.exchanged(), -paid)] {
            let guess = (player == WHITE).then(|| forced[BLACK].contrary());
            if first {
                let answers = answers.as_deref_mut();
                let forced = Forced { player, least: &mut forced[player], answers };
                self.in_main(state, paid, guess, forced, budget)?;
            } else {
                forced[player] = self.in_resolution(state, paid, budget)?;
            }
        }
        Ok(())
    }

    /// What Black can force from the beginning of a resolution, draws being his losses.
    fn in_resolution(
        &self,
        state: State,
        paid: i64,
        budget: &mut Budget<'_>,
    ) -> Result<End, Limit> {
        let judged = |at: State| match self.judged(at, paid) {
            End::Lost => -ENDLESS,
            End::Margin(_) => at.stones.margin(self.graph.field()) as Level,
            End::Won => ENDLESS,
        };
        let ends = at_ends(&self.graph, judged);
        let most = self.points() as Level;
        let found = Values::with_ends(Rc::clone(&self.graph), &self.phase, ends, most, budget)?;
        Ok(end(found.stages[0].values[self.graph.number(state)], paid))
    }

    /// Finds the same from the beginning of `main`. A guess saves questions if it is right.
    fn in_main(
        &self,
        state: State,
        paid: i64,
        guess: Option<End>,
        mut forced: Forced<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        let mut reaches = |wanted: End| {
            forced.reaches(wanted, || {
                let question = self.question(paid, wanted, |found| found >= wanted)?;
                let values = question.values(self, &self.rules, budget)?;
                Ok(values.stages[0].values[self.graph.number(state)] >= 0)
            })
        };
        let most = 2 * self.points() + 2;
        let margin = |level: i64| end(level as Level, paid);
        // Who would win by the count mostly wins by the proof games.
        if guess != Some(End::Lost) && reaches(End::Won)? {
            return Ok(());
        }
        if !reaches(margin(-most))? {
            return Ok(());
        }
        if guess == Some(End::Lost) && reaches(End::Won)? {
            return Ok(());
        }
        let (mut least, mut beyond) = (-most, most + 1);
        let guess = guess.and_then(End::margin).map_or(End::DRAW, End::Margin);
        let mut next = (least + 1..beyond).find(|&level| margin(level) >= guess);
        while beyond - least > 1 {
            let asked = next.take().unwrap_or((least + beyond).div_euclid(2));
            if reaches(margin(asked))? {
                least = asked;
                // Then it is asked whether there is more.
                next = (margin(asked) == guess && asked + 1 < beyond).then_some(asked + 1);
            } else {
                beyond = asked;
            }
        }
        Ok(())
    }

    /// For each end with how great a balance of Black's plays less White's he still gets what he wants, which he does the sooner the
    /// smaller it is. So much was paid before; what he wants may depend on whether a count is more or less than a margin.
    fn question(
        &self,
        paid: i64,
        margin: End,
        wants: impl Fn(End) -> bool,
    ) -> Result<Question, Limit> {
        let far = margin.margin().map_or(0, |margin| margin.ceil().to_integer().unsigned_abs());
        // Beyond it verdicts stay as they are.
        let edge = self.points() + paid.abs() / 2 + far.min(1000) as i64 + 3;
        if edge > i64::from(FURTHEST) {
            return Err(Limit::Beyond("komi is further off than levels can tell".to_owned()));
        }
        let greatest = |at: State| {
            let enough = |&balance: &i64| wants(self.judged(at, paid - 2 * balance));
            match (-edge..=edge).rev().find(enough) {
                Some(balance) if balance < edge => balance as Level,
                Some(_) => ENDLESS,
                None => -ENDLESS,
            }
        };
        Ok(Question { ends: at_ends(&self.graph, greatest), edge: edge as Level })
    }
}

/// What is asked of a game before its proof games.
struct Question {
    /// For each state in which a pass ends the last stage the greatest balance.
    ends: Vec<Level>,
    /// Balances are smaller.
    edge: Level,
}

impl Question {
    /// The greatest balances of all states.
    fn values<'a>(
        self,
        judged: &Judged<'a>,
        rules: &LoopyRules,
        budget: &mut Budget<'_>,
    ) -> Result<Values<'a>, Limit> {
        Values::with_ends(Rc::clone(&judged.graph), rules, self.ends, self.edge, budget)
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
        let (state, paid) = (State::of(game), offset(game));
        let stage = LoopyRules::stage_of(game);
        let mut forces = |black: bool, wanted: End, more: bool| {
            let (state, paid) = if black { (state, paid) } else { (state.exchanged(), -paid) };
            let halves = match wanted {
                End::Lost => i64::MIN,
                End::Margin(margin) => (margin * 2).to_integer(),
                End::Won => i64::MAX,
            };
            let judged = &self.judged;
            let values = self.known.entry((paid, halves, more)).or_insert_with(|| {
                let wants = |found: End| found > wanted || found == wanted && !more;
                let question = judged.question(paid, wanted, wants).unwrap();
                let mut budget = Budget::new(limits);
                let values = question.values(judged, &judged.rules, &mut budget).unwrap();
                values.stages.into_iter().map(|stage| stage.values).collect()
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
