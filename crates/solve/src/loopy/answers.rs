//! Answers for all states that can come up, from the fixpoints: how a player gets what the table says.
//!
//! The player is Black here; for White the colours are exchanged. Two kinds of answers: *forcing* ones come nearer
//! to what he wants with each move, or gain in each cycle; *keeping* ones only give nothing away, where a draw is enough.
//! docs/findings/proofs.md, "Answers from the fixpoints".

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use shinpan_board::{Player, Point};
use shinpan_rules::{Game, Move, StageName, Status};

use super::fixpoint::{Levels, Moves, Weights};
use super::graph::{Graph, State, small_field};
use super::rules::LoopyRules;
use super::table::{Exits, Level, Values, finite, sums};
use super::{end, offset};
use crate::checker::bad_cycle;
use crate::compact::{BLACK, Mask};
use crate::limits::{Budget, Limits};
use crate::strategy::{Answer, Claim, Plan, Situation, Strategy};
use crate::value::Limit;

/// The longest strategy that is written down.
const MOST_ANSWERS: usize = 1_000_000;

/// Writes down how a player gets what he claims.
///
/// # Errors
/// Why the game is beyond this method, what stopped it, or that he cannot get it.
pub(crate) fn strategy(game: &Game, claim: &Claim, limits: &Limits<'_>) -> Result<Strategy, Limit> {
    let beyond = |why: &str| Limit::Beyond(why.to_owned());
    let rules = LoopyRules::of(game.ruleset())?;
    if game.players() != 2 || *game.status() != Status::InPlay || game.moves_in_phase() > 0 {
        return Err(beyond("answers are for two players where a phase begins"));
    }
    let field = small_field(game.board())?;
    let mut budget = Budget::new(limits);
    let values = Values::of(&field, &rules, &mut budget)?;
    let black = claim.player == Player::BLACK;
    let start = State::of(game);
    let start = if black { start } else { start.exchanged() };
    let stage = LoopyRules::stage_of(game);
    let kept = |level: Level| {
        let level = if black { level } else { -level };
        claim.kept(end(level, offset(game)))
    };
    let forces = [true, false].into_iter().find(|&forces| {
        let level = Known { values: &values, forces }.level(stage, start);
        kept(level) && (forces || claim.kept_by_draw())
    });
    let forces =
        forces.ok_or_else(|| Limit::Beyond(format!("{} cannot get this", claim.player)))?;
    let known = Known { values: &values, forces };
    let written = |found: &[Choice]| -> Vec<Answer> {
        let answer = |&(stage, state, made): &Choice| {
            let state = if black { state } else { state.exchanged() };
            let at = situation(game.ruleset().stages[stage].name, field.points, state);
            Answer { at, made: made.map_or(Move::Pass, |place| Move::Play(point(place))) }
        };
        found.iter().map(answer).collect()
    };
    let mut writer = Writer::new(known, &rules, budget);
    let no_answers = || beyond("no answers were found whose cycles are ruled as claimed");
    let mut found = writer.write(stage, start)?.ok_or_else(no_answers)?;
    for _ in 0..MOST_CHANGES {
        let answers = written(&found);
        let cycle = bad_cycle(game, claim, &answers);
        let Some(cycle) = cycle.map_err(|flaw| Limit::Beyond(flaw.to_string()))? else {
            return Ok(Strategy { claim: *claim, plan: Plan::Answers(answers) });
        };
        // Where a pass was made is no part of a state: what the fixpoint takes for a way out may complete a cycle. Another
        // answer that is as good avoids it.
        let mut changed = None;
        for place in cycle.into_iter().rev() {
            writer.avoid.insert(found[place]);
            changed = writer.write(stage, start)?;
            if changed.is_some() {
                break;
            }
            writer.avoid.remove(&found[place]);
        }
        found = changed.ok_or_else(no_answers)?;
    }
    Err(no_answers())
}

/// How many answers are changed because of cycles.
const MOST_CHANGES: usize = 100;

fn point(place: usize) -> Point {
    Point::new(place as u16)
}

fn situation(stage: StageName, points: usize, state: State) -> Situation {
    let code = |place: usize| {
        let stands = |player: &usize| state.stones.0[*player].meets(u32::one(place));
        (0..2).find(stands).map_or(0, |player| player as u8 + 1)
    };
    let codes = (0..points).map(code).collect();
    Situation { stage, codes, ko: state.ban.map(point), passed: state.passed }
}

/// What the table says of states.
#[derive(Clone, Copy)]
struct Known<'a> {
    values: &'a Values<'a>,
    /// Whether play without end is Black's loss, or as good as a win.
    forces: bool,
}

impl Known<'_> {
    /// What Black can have.
    fn level(&self, stage: usize, state: State) -> Level {
        let values = &self.values.stages[stage].values;
        match self.forces {
            true => values[self.values.graph.number(state)],
            false => -values[self.values.graph.number(state.exchanged())],
        }
    }

    /// What a pass that ends a stage leads to.
    fn after(&self, stage: usize, state: State, rules: &LoopyRules) -> Level {
        if stage + 1 == rules.stages.len() {
            return self.values.counted(state);
        }
        self.level(stage + 1, state.next_stage(rules.ko_stands))
    }
}

/// What answers aim at in a stage.
struct Aim {
    levels: Levels,
    /// What a move adds to the levels.
    weights: Weights,
    /// Whether they are the opponent's.
    contrary: bool,
    /// Ends of the stage that are worth this are as good as can be, others as bad; if none, they are worth what
    /// they are worth.
    least: Option<Level>,
}

/// What a move is worth for an aim: how much, then how early that was found.
type Rank = (i32, i64);

impl Aim {
    /// What it is worth to come to a state by a move of Black's.
    fn state(&self, graph: &Graph<'_>, state: State, is_pass: bool) -> Rank {
        let weight = if is_pass { self.weights.pass } else { self.weights.play };
        let seen = if self.contrary { state.exchanged() } else { state };
        let number = graph.number(seen);
        let level = i32::from(self.levels.of[number]);
        match self.contrary {
            false => (level + i32::from(weight), -i64::from(self.levels.when[number])),
            true => (i32::from(weight) - level, 0),
        }
    }

    /// What it is worth to end the stage by a pass.
    fn end(&self, level: Level) -> Rank {
        let worth = match self.least {
            None => i32::from(level),
            Some(least) if level >= least => i32::from(i8::MAX),
            Some(_) => -i32::from(i8::MAX),
        };
        (worth + i32::from(self.weights.pass), 0)
    }
}

/// Stage, state, the place of the play.
type Choice = (usize, State, Option<usize>);

struct Writer<'a> {
    known: Known<'a>,
    rules: &'a LoopyRules,
    /// What is not to be chosen.
    avoid: FxHashSet<Choice>,
    seen: FxHashSet<(usize, State)>,
    answers: Vec<Choice>,
    budget: Budget<'a>,
}

/// What a move leads to.
enum Next {
    State(State),
    /// The end of the stage, which is worth this.
    End(Level),
}

impl<'a> Writer<'a> {
    fn new(known: Known<'a>, rules: &'a LoopyRules, budget: Budget<'a>) -> Writer<'a> {
        let (avoid, seen, answers) = (FxHashSet::default(), FxHashSet::default(), Vec::new());
        Writer { known, rules, avoid, seen, answers, budget }
    }

    /// All answers from a start; `None` if for a state everything that is good enough is to be avoided.
    fn write(&mut self, stage: usize, start: State) -> Result<Option<Vec<Choice>>, Limit> {
        self.seen.clear();
        let mut entries = vec![start];
        for stage in stage..self.rules.stages.len() {
            let Some(next) = self.stage(stage, entries)? else { return Ok(None) };
            entries = next;
        }
        Ok(Some(std::mem::take(&mut self.answers)))
    }

    /// Answers all states of a stage that come up from these. Returns those with which the next one begins.
    fn stage(&mut self, stage: usize, entries: Vec<State>) -> Result<Option<Vec<State>>, Limit> {
        let Known { values, .. } = self.known;
        let exits = values.exits(self.rules, stage);
        let costs = self.rules.stages[stage].cost != 0;
        let whole = if costs { self.by_sums(stage, &exits)? } else { self.finite(&exits)? };
        // What Black can have never falls, so each aim is looked at once.
        let known = self.known;
        let group = |state: State| if costs { 0 } else { known.level(stage, state) };
        let mut waiting: BTreeMap<Level, Vec<State>> = BTreeMap::new();
        for state in entries {
            waiting.entry(group(state)).or_default().push(state);
        }
        let mut left = Vec::new();
        while let Some((level, mut states)) = waiting.pop_first() {
            let mut by_cycles = None;
            while let Some(state) = states.pop() {
                if !self.seen.insert((stage, state)) {
                    continue;
                }
                self.budget.spend()?;
                let mut moves = self.moves(stage, state);
                if state.to_move == BLACK {
                    // Where he can force this by a finite tree he does.
                    let number = values.graph.number(state);
                    let aim = if costs || whole.levels.of[number] >= level {
                        &whole
                    } else {
                        if by_cycles.is_none() {
                            by_cycles = Some(self.by_cycles(stage, level, &exits, &whole)?);
                        }
                        by_cycles.as_ref().unwrap_or(&whole)
                    };
                    let ranks = moves.iter().map(|(made, next)| match next {
                        Next::State(next) => aim.state(&values.graph, *next, made.is_none()),
                        Next::End(level) => aim.end(*level),
                    });
                    let ranks: Vec<Rank> = ranks.collect();
                    let most = ranks.iter().map(|&(level, _)| level).max().unwrap_or_default();
                    // As good as any; and found before this state was, unless that gains anyway.
                    let any = aim.contrary || most > aim.levels.of[number].into();
                    let earlier = -i64::from(aim.levels.when[number]);
                    let good = |&place: &usize| {
                        let (level, when) = ranks[place];
                        level == most
                            && (any || when > earlier)
                            && !self.avoid.contains(&(stage, state, moves[place].0))
                    };
                    let best = (0..moves.len()).filter(good).max_by_key(|&place| ranks[place]);
                    let Some(best) = best else {
                        self.answers.clear();
                        return Ok(None);
                    };
                    moves = vec![moves.swap_remove(best)];
                    if self.answers.len() >= MOST_ANSWERS {
                        let why = format!("a strategy has more than {MOST_ANSWERS} answers");
                        return Err(Limit::Beyond(why));
                    }
                    self.answers.push((stage, state, moves[0].0));
                }
                for (_, next) in moves {
                    match next {
                        Next::State(next) if group(next) == level => states.push(next),
                        Next::State(next) => waiting.entry(group(next)).or_default().push(next),
                        Next::End(_) => left.push(state.next_stage(self.rules.ko_stands)),
                    }
                }
            }
        }
        Ok(Some(if stage + 1 < self.rules.stages.len() { left } else { Vec::new() }))
    }

    /// All moves: the place of a play, none for a pass.
    fn moves(&self, stage: usize, state: State) -> Vec<(Option<usize>, Next)> {
        let field = self.known.values.graph.field();
        let pass = match state.pass() {
            Some(next) => Next::State(next),
            None => Next::End(self.known.after(stage, state, self.rules)),
        };
        let empty = field.all & !state.stones.taken();
        let play = |place| Some((Some(place), Next::State(state.play(field, place)?)));
        empty.points().filter_map(play).chain([(None, pass)]).collect()
    }

    /// Where plays cost points: the sums from here on.
    fn by_sums(&mut self, stage: usize, exits: &[(usize, Level)]) -> Result<Aim, Limit> {
        let graph = &self.known.values.graph;
        let cost = self.rules.stages[stage].cost as i8;
        let points = graph.field().points as i8;
        let exits = Exits { passes: exits, others: &[] };
        let levels = sums(graph, exits, (cost, points), &mut self.budget)?;
        let weights = Weights { play: -cost, pass: 0 };
        Ok(Aim { levels, weights, contrary: !self.known.forces, least: None })
    }

    /// Where they do not: what can be forced by finite trees.
    fn finite(&mut self, exits: &[(usize, Level)]) -> Result<Aim, Limit> {
        let exits = Exits { passes: exits, others: &[] };
        let levels = finite(&self.known.values.graph, exits, &mut self.budget)?;
        Ok(Aim { levels, weights: Weights { play: 0, pass: 0 }, contrary: false, least: None })
    }

    /// And where this much cannot be forced so: that it is, or that all cycles are in Black's favour; or that
    /// none is in the opponent's.
    fn by_cycles(
        &mut self,
        stage: usize,
        level: Level,
        exits: &[(usize, Level)],
        whole: &Aim,
    ) -> Result<Aim, Limit> {
        let graph = &self.known.values.graph;
        let contrary = !self.known.forces;
        let pass = i8::from(self.rules.stages[stage].favours);
        let weights = Weights { play: 0, pass };
        // Who is Black there wants this much; the opponent wants that Black has less.
        let wanted = if contrary { 1 - level } else { level };
        let mut levels = Levels::new(graph, weights, 0);
        let clear = |state: usize| whole.levels.of[state] >= wanted;
        levels.hold(clear);
        for state in (0..graph.len()).filter(|&state| clear(state)) {
            levels.lift(graph, state);
        }
        for &(state, _) in exits.iter().filter(|&&(state, value)| value >= wanted && !clear(state))
        {
            levels.open(state, i8::MAX);
        }
        levels.settle(graph, &mut self.budget, |_, _, _| {})?;
        Ok(Aim { levels, weights, contrary, least: Some(level) })
    }
}
