//! Variant 3 of the long-cycle rule: where the count would decide, proof games may be asked for, and who alone
//! achieves his goal in them wins.
//!
//! A proof game is two resolutions one after the other, so it is solved for all states at once, and so is the
//! resolution before it; but who achieves his goal depends on what was paid in `main`, so there is one
//! resolution for each balance of it. `main` is solved for one question at a time: with how great a
//! balance against him Black can still get so much (docs/findings/proofs.md, "Proof games").

use rustc_hash::FxHashMap;
use shinpan_rules::{Game, Status};

use super::fixpoint::Contrary;
use super::graph::{Graph, State, small_field};
use super::rules::LoopyRules;
use super::table::{ENDLESS, Exits, Level, by_sums, by_thresholds, contrary};
use super::{end, offset};
use crate::compact::Field;
use crate::limits::{Budget, Limits};
use crate::value::{End, Limit, Method, Solution, Value};

/// Solves such a game from the beginning of a phase.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn solve(game: &Game, limits: &Limits<'_>) -> Result<Solution, Limit> {
    let rules = LoopyRules::before_proofs(game.ruleset())?;
    if game.players() != 2 {
        return Err(Limit::Beyond("this search is for two players".to_owned()));
    }
    if game.moves_in_phase() > 0 && !matches!(game.status(), Status::Over(_)) {
        return Err(Limit::Beyond("the table is for fresh phases".to_owned()));
    }
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::Fixpoint);
    if let Status::Over(outcome) = game.status() {
        if outcome.scores().is_some() {
            return Err(Limit::Beyond("proof games could be asked for".to_owned()));
        }
        solution.value = Value::Exact(End::of(outcome));
        return Ok(solution);
    }
    let field = small_field(game.board())?;
    let state = State::of(game);
    let first = LoopyRules::stage_of(game) == 0;
    let budget = Budget::new(limits);
    let mut judged = match Judged::of(&field, rules, budget) {
        Ok(judged) => judged,
        Err(limit) => {
            solution.value = Value::Unknown(limit);
            return Ok(solution);
        }
    };
    let paid = offset(game);
    let mut low = |state: State, paid: i64| {
        if first { judged.in_main(state, paid) } else { judged.in_resolution(state, paid) }
    };
    // What White can force is what Black can with the colours exchanged.
    let bounds =
        low(state, paid).and_then(|own| Ok((own, contrary_end(low(state.exchanged(), -paid)?))));
    solution.nodes = judged.budget.nodes;
    solution.value = match bounds {
        Ok((low, high)) => {
            solution.without_draws = Some((low, high));
            Value::Exact(low.max(high.min(End::DRAW)))
        }
        Err(limit) => Value::Unknown(limit),
    };
    Ok(solution)
}

fn contrary_end(end: End) -> End {
    match end {
        End::Lost => End::Won,
        End::Margin(margin) => End::Margin(-margin),
        End::Won => End::Lost,
    }
}

/// Every balance is good enough.
const EVERY: i64 = i64::MAX;
/// Balances that levels can tell from a win without a count.
const FURTHEST: i64 = 75;

/// The ends of the resolution, judged by proof games.
struct Judged<'a> {
    graph: Graph<'a>,
    rules: LoopyRules,
    budget: Budget<'a>,
    /// The states in which a pass ends a stage.
    ending: Vec<Ending>,
    /// The values of the states with which a stage begins after those, by what is added to margins in half points.
    resolutions: FxHashMap<i64, Vec<Level>>,
}

struct Ending {
    state: usize,
    /// The state with which the next stage begins.
    next: usize,
    /// Black's margin if it is counted.
    margin: Level,
    /// What Black gets in his proof game, and what he is kept to in White's: margins before what was paid.
    proofs: [Level; 2],
}

impl<'a> Judged<'a> {
    fn of(
        field: &'a Field<u32>,
        rules: LoopyRules,
        mut budget: Budget<'a>,
    ) -> Result<Judged<'a>, Limit> {
        let graph = Graph::new(field, budget.limits.memory)?;
        let favours = rules.stages[1].favours;
        let after = |state: State| state.next_stage(rules.ko_stands);
        let counted: Vec<(usize, Level)> =
            graph.ending().map(|(number, at)| (number, at.stones.margin(field) as Level)).collect();
        // LC-7: the second phase, in which a balanced cycle is a failure, and before it the first, in which it is
        // what was wanted.
        let exits = Exits { passes: &counted, others: &[], pinned: &[] };
        let second = by_thresholds(&graph, exits, favours, &mut budget)?.values;
        let onward: Vec<(usize, Level)> =
            graph.ending().map(|(number, at)| (number, second[graph.number(after(at))])).collect();
        let exits = Exits { passes: &onward, others: &[], pinned: &[] };
        let proved =
            contrary(exits, |exits| by_thresholds(&Contrary(&graph), exits, favours, &mut budget))?
                .values;
        let ending = graph
            .ending()
            .zip(&counted)
            .map(|((state, at), &(_, margin))| {
                let next = after(at);
                let proofs = [proved[graph.number(next)], -proved[graph.number(next.exchanged())]];
                Ending { state, next: graph.number(next), margin, proofs }
            })
            .collect();
        Ok(Judged { graph, rules, budget, ending, resolutions: FxHashMap::default() })
    }

    fn points(&self) -> i64 {
        self.graph.field().points as i64
    }

    /// What Black can force in a resolution, draws being his losses.
    fn resolution(&mut self, paid: i64) -> Result<Vec<Level>, Limit> {
        let exits: Vec<(usize, Level)> =
            self.ending.iter().map(|ending| (ending.state, ending.judged(paid))).collect();
        let exits = Exits { passes: &exits, others: &[], pinned: &[] };
        let favours = self.rules.stages[1].favours;
        Ok(by_thresholds(&self.graph, exits, favours, &mut self.budget)?.values)
    }

    fn in_resolution(&mut self, state: State, paid: i64) -> Result<End, Limit> {
        let values = self.resolution(paid)?;
        Ok(end(values[self.graph.number(state)], paid))
    }

    /// Half points; where more is added to margins, or taken, verdicts stay as they are.
    fn edge(&self, paid: i64) -> i64 {
        2 * (self.points() + 1) + paid.rem_euclid(2)
    }

    /// Solves the resolutions after all balances of a main phase.
    fn balances(&mut self, paid: i64) -> Result<(), Limit> {
        let edge = self.edge(paid);
        let needed = self.ending.len() as u64 * (edge as u64 + 1);
        self.budget.hold(needed)?;
        for balance in (-edge..=edge).step_by(2) {
            if !self.resolutions.contains_key(&balance) {
                let all = self.resolution(balance)?;
                let found = self.ending.iter().map(|ending| all[ending.next]).collect();
                self.resolutions.insert(balance, found);
            }
        }
        Ok(())
    }

    /// The same from the beginning of `main`.
    fn in_main(&mut self, state: State, paid: i64) -> Result<End, Limit> {
        self.balances(paid)?;
        let start = self.graph.number(state);
        if self.reaches(start, paid, None)? {
            return Ok(End::Won);
        }
        let most = 2 * self.points() + 2;
        let (mut least, mut beyond) = (-most, most + 1);
        if !self.reaches(start, paid, Some(least))? {
            return Ok(End::Lost);
        }
        while beyond - least > 1 {
            let middle = (least + beyond).div_euclid(2);
            if self.reaches(start, paid, Some(middle))? {
                least = middle;
            } else {
                beyond = middle;
            }
        }
        Ok(end(least as Level, paid))
    }

    /// Whether Black can get this margin, before what was paid; or a win without a count.
    fn reaches(&mut self, start: usize, paid: i64, wanted: Option<i64>) -> Result<bool, Limit> {
        let balances: Vec<Option<i64>> =
            (0..self.ending.len()).map(|index| self.balance(index, paid, wanted)).collect();
        // None of them is cut off.
        let finite = balances.iter().flatten().filter(|&&balance| balance != EVERY);
        let most = finite.map(|balance| balance.abs()).max().unwrap_or_default();
        if most > FURTHEST {
            return Err(Limit::Beyond("komi is further off than levels can tell".to_owned()));
        }
        let most = most.max(2 * self.points() + 2) as Level;
        let level = |balance: Option<i64>| match balance {
            None => -Level::MAX,
            Some(EVERY) => Level::MAX,
            Some(balance) => balance as Level,
        };
        let ends = self.ending.iter().map(|ending| ending.state);
        let exits: Vec<(usize, Level)> =
            ends.zip(balances).map(|(state, balance)| (state, level(balance))).collect();
        let exits = Exits { passes: &exits, others: &[], pinned: &[] };
        let cost = self.rules.stages[0].cost as i8;
        let level = by_sums(&self.graph, exits, (cost, most), &mut self.budget)?.values[start];
        if level.abs() > most && level.abs() < ENDLESS {
            let why = "the levels of the fixpoint were cut off too low";
            return Err(Limit::Beyond(why.to_owned()));
        }
        Ok(level >= 0)
    }

    /// The greatest balance of Black's plays less White's with which Black still gets so much after an end of `main`;
    /// [`EVERY`] if every balance is good enough, `None` if none is.
    fn balance(&self, index: usize, paid: i64, wanted: Option<i64>) -> Option<i64> {
        let edge = self.edge(paid);
        // Where verdicts stay as they are.
        let counted = |level: Level| match level {
            ENDLESS.. => Some(EVERY),
            level if level <= -ENDLESS => None,
            level => wanted.map(|wanted| i64::from(level) - wanted),
        };
        let enough = |added: i64| {
            let level = self.resolutions[&added][index];
            match wanted {
                None => level >= ENDLESS,
                Some(wanted) => end(level, added) >= end(wanted as Level, paid),
            }
        };
        match (-edge..=edge).step_by(2).find(|&added| enough(added)) {
            Some(added) if added > -edge => Some((paid - added) / 2),
            Some(added) => counted(self.resolutions[&added][index]),
            None => counted(self.resolutions[&edge][index]),
        }
    }
}

impl Ending {
    /// LC-8: who alone achieves his goal wins; else it is counted.
    fn judged(&self, paid: i64) -> Level {
        let [black, white] = self.proofs.map(|level| end(level, paid));
        match (black > End::DRAW, white < End::DRAW) {
            (true, false) => ENDLESS,
            (false, true) => -ENDLESS,
            _ => self.margin,
        }
    }
}
