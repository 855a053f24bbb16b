//! The values of all states of all stages of a loopy game.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::fixpoint::{Contrary, Levels, Moves, ROOM, Weights};
use super::graph::{Graph, State};
use super::life::Life;
use super::rules::LoopyRules;
use crate::compact::{BLACK, Field, WHITE};
use crate::limits::Budget;
use crate::value::Limit;

/// A value that a table keeps: a margin in points, or [`ENDLESS`] or its contrary.
pub(crate) type Level = i8;

/// A win without a count.
pub(crate) const ENDLESS: Level = 100;

/// The greatest number that the sums of a stage can tell from a win without a count.
pub(crate) const FURTHEST: Level = 75;

/// For each stage the value of each state, if play without end is Black's loss, and when it was found.
pub(crate) struct Values<'a> {
    pub(crate) graph: Rc<Graph<'a>>,
    pub(crate) stages: Vec<Stage>,
    /// For each state what a pass is worth that ends the last stage in it.
    ends: Vec<Level>,
    /// What an end is worth at most.
    pub(crate) most: Level,
}

/// The values of one stage.
#[derive(Clone)]
pub(crate) struct Stage {
    pub(crate) values: Vec<Level>,
    pub(crate) when: Vec<u32>,
    pub(crate) basis: Basis,
}

impl Stage {
    /// Whether a further move of White's from a state, worth so much, changes nothing; ends are worth at most so much where plays
    /// cost points.
    pub(crate) fn keeps(&self, state: usize, value: Level, most: Level) -> bool {
        match &self.basis {
            Basis::Sums(sums) => value.clamp(-most - ROOM, most + ROOM) >= sums[state],
            // Levels that stand for a loss without a count may have been different ones.
            _ => value >= self.values[state].max(-most),
        }
    }
}

/// What the values of a stage come from.
#[derive(Clone)]
pub(crate) enum Basis {
    /// Nothing else, or it is not kept.
    None,
    /// Where plays cost points: the sums, which tell apart how fast what has no end gains.
    Sums(Vec<i8>),
    /// Where they do not, and cycles favour a player: what Black can force, and what White can keep him to, by finite
    /// trees.
    Trees(Box<[Ranked; 2]>),
}

/// Levels, and when they were reached.
#[derive(Clone)]
pub(crate) struct Ranked {
    pub(crate) of: Vec<Level>,
    pub(crate) when: Vec<u32>,
}

/// States that are counted for something else than what they are worth, by stages: so a player is kept from what
/// the rules would not let him have.
#[derive(Clone, Default)]
pub(crate) struct Pins {
    pub(crate) states: Vec<Vec<(usize, Level)>>,
    /// What a pass is worth that ends the stage in them.
    pub(crate) ends: Vec<Vec<(usize, Level)>>,
}

impl Pins {
    /// Nothing is counted for something else in so many stages.
    pub(crate) fn none(stages: usize) -> Pins {
        Pins { states: vec![Vec::new(); stages], ends: vec![Vec::new(); stages] }
    }
}

impl<'a> Values<'a> {
    /// Solves all states of a board.
    pub(crate) fn of(
        field: &'a Field<u32>,
        rules: &LoopyRules,
        budget: &mut Budget<'_>,
    ) -> Result<Values<'a>, Limit> {
        let graph = Graph::new(field, budget.limits.memory)?;
        let margins: Vec<Level> = if rules.life {
            let life = Life::of(field, &graph, budget)?;
            let stones = graph.positions.stones.iter();
            stones.map(|&stones| life.margin(field, &graph, stones)).collect()
        } else {
            graph.positions.stones.iter().map(|stones| stones.margin(field) as Level).collect()
        };
        let mut ends = vec![0; graph.len()];
        for (number, _) in graph.ending() {
            ends[number] = margins[graph.position(number)];
        }
        Values::with_ends(Rc::new(graph), rules, ends, field.points as Level, budget)
    }

    /// The same with these ends of the last stage, none of which is worth more than so much, if it is not a win without a count.
    pub(crate) fn with_ends(
        graph: Rc<Graph<'a>>,
        rules: &LoopyRules,
        ends: Vec<Level>,
        most: Level,
        budget: &mut Budget<'_>,
    ) -> Result<Values<'a>, Limit> {
        let ends_of = (&ends[..], most);
        let stages = stages(&graph, rules, ends_of, &Pins::default(), &[], budget)?;
        Ok(Values { graph, stages, ends, most })
    }

    /// The values of all stages if some states count for something else.
    pub(crate) fn with_pins(
        &self,
        rules: &LoopyRules,
        pins: &Pins,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Stage>, Limit> {
        stages(&self.graph, rules, (&self.ends, self.most), pins, &self.stages, budget)
    }

    /// What a pass is worth that ends the last stage in the state of this number.
    pub(crate) fn end(&self, number: usize) -> Level {
        self.ends[number]
    }
}

fn stages(
    graph: &Graph<'_>,
    rules: &LoopyRules,
    (ends, most): (&[Level], Level),
    pins: &Pins,
    known: &[Stage],
    budget: &mut Budget<'_>,
) -> Result<Vec<Stage>, Limit> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut same = true;
    for (number, stage) in rules.stages.iter().enumerate().rev() {
        // A stage is what it was as long as nothing in it and after it counts for something else.
        let none = |pins: &[Vec<(usize, Level)>]| pins.get(number).is_none_or(Vec::is_empty);
        same &= none(&pins.states) && none(&pins.ends);
        if let Some(known) = known.get(number).filter(|_| same) {
            stages.push(known.clone());
            continue;
        }
        let of = |pins: &[Vec<(usize, Level)>]| pins.get(number).cloned().unwrap_or_default();
        let mut exits = exits(graph, rules, stages.last(), ends);
        let pinned: FxHashMap<usize, Level> = of(&pins.ends).into_iter().collect();
        for (state, value) in &mut exits {
            *value = pinned.get(state).copied().unwrap_or(*value);
        }
        let exits = Exits { passes: &exits, others: &[], pinned: &of(&pins.states) };
        let cycles = if stage.favours { Cycles::Passes } else { Cycles::Nobody };
        let solved = if stage.cost != 0 {
            by_sums(graph, exits, (stage.cost as i8, most), budget)?
        } else {
            by_thresholds(graph, exits, cycles, budget)?
        };
        stages.push(solved);
    }
    stages.reverse();
    Ok(stages)
}

/// Where a stage can end, and what that is worth: by the stage after it, if there is one.
fn exits(
    graph: &Graph<'_>,
    rules: &LoopyRules,
    later: Option<&Stage>,
    ends: &[Level],
) -> Vec<(usize, Level)> {
    let worth = |(number, state): (usize, State)| {
        let value = match later {
            None => ends[number],
            Some(later) => later.values[graph.number(state.next_stage(rules.ko_stands))],
        };
        (number, value)
    };
    graph.ending().map(worth).collect()
}

/// What the moves are worth that leave the states of a stage.
#[derive(Clone, Copy)]
pub(crate) struct Exits<'a> {
    /// Where a second pass ends the stage.
    pub(crate) passes: &'a [(usize, Level)],
    /// Where another move of the player to move leads out of it, its weight included.
    pub(crate) others: &'a [(usize, Level)],
    /// States that count for a win or a loss without a count, whatever their moves lead to.
    pub(crate) pinned: &'a [(usize, Level)],
}

/// A stage whose plays cost points: what was paid in a cycle is the difference of the passes in it,
/// so sums and cycles are judged by the same weights.
pub(crate) fn by_sums(
    graph: &impl Moves,
    exits: Exits<'_>,
    (cost, points): (i8, i8),
    budget: &mut Budget<'_>,
) -> Result<Stage, Limit> {
    Ok(by_levels(sums(graph, exits, (cost, points), budget)?))
}

/// The same, where no less than this is reached: what another such stage has whose every move is worth no more for Black than here.
pub(crate) fn by_sums_from(
    graph: &impl Moves,
    exits: Exits<'_>,
    (cost, points): (i8, i8),
    reached: &Stage,
    budget: &mut Budget<'_>,
) -> Result<Stage, Limit> {
    let mut levels = Levels::new(graph, Weights { play: -cost, pass: 0 }, points);
    if let Basis::Sums(sums) = &reached.basis {
        levels.begin_from(sums, &reached.when);
    }
    Ok(by_levels(settled(levels, graph, exits, budget)?))
}

fn by_levels(levels: Levels) -> Stage {
    let value = |&level: &i8| match levels.endless(level) {
        0 => level,
        sign => sign * ENDLESS,
    };
    let values = levels.of.iter().map(value).collect();
    Stage { values, when: levels.when, basis: Basis::Sums(levels.of) }
}

/// The levels of such a stage.
fn sums(
    graph: &impl Moves,
    exits: Exits<'_>,
    (cost, points): (i8, i8),
    budget: &mut Budget<'_>,
) -> Result<Levels, Limit> {
    let levels = Levels::new(graph, Weights { play: -cost, pass: 0 }, points);
    settled(levels, graph, exits, budget)
}

/// The least fixpoint where every cycle is bad for Black: moves and cycles weigh nothing.
fn finite(graph: &impl Moves, exits: Exits<'_>, budget: &mut Budget<'_>) -> Result<Levels, Limit> {
    let levels = Levels::capped(graph, Weights { play: 0, pass: 0 }, ENDLESS);
    settled(levels, graph, exits, budget)
}

fn settled(
    mut levels: Levels,
    graph: &impl Moves,
    exits: Exits<'_>,
    budget: &mut Budget<'_>,
) -> Result<Levels, Limit> {
    for &(state, value) in exits.passes {
        levels.open(state, value);
    }
    for &(state, value) in exits.others {
        levels.leave(state, value);
    }
    levels.pin(graph, exits.pinned);
    levels.settle(graph, budget, |_, _, _| {})?;
    Ok(levels)
}

fn without_cycles(
    graph: &impl Moves,
    exits: Exits<'_>,
    budget: &mut Budget<'_>,
) -> Result<Stage, Limit> {
    let levels = finite(graph, exits, budget)?;
    Ok(Stage { values: levels.of, when: levels.when, basis: Basis::None })
}

/// The contrary of a stage.
pub(crate) fn contrary(
    exits: Exits<'_>,
    solve: impl FnOnce(Exits<'_>) -> Result<Stage, Limit>,
) -> Result<Stage, Limit> {
    let negated = |exits: &[(usize, Level)]| -> Vec<(usize, Level)> {
        exits.iter().map(|&(state, value)| (state, -value)).collect()
    };
    let [passes, others, pinned] = [exits.passes, exits.others, exits.pinned].map(negated);
    let mut stage = solve(Exits { passes: &passes, others: &others, pinned: &pinned })?;
    stage.values.iter_mut().for_each(|value| *value = -*value);
    Ok(Stage { basis: Basis::None, ..stage })
}

/// Whom cycles favour in a stage whose plays cost nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cycles<'a> {
    Nobody,
    /// Who passes more often in them. Sums of passes are cut off, which is looked at where the levels are used.
    Passes,
    /// The same, and what is said has to hold for this player: sums are cut off at the first of these caps at which no level that is
    /// used was (docs/findings/proofs.md, "Without coming back"). Where there is none cycles do not count for him.
    ProvenFor(usize, &'a [Level]),
}

/// A stage whose plays cost nothing. Where the value is the same whether all cycles are good or bad for
/// Black, it is that. Elsewhere, for each margin from the highest, whether Black can reach it or a cycle
/// in his favour: what is won for one margin is won for all lower ones, so the levels go on rising from
/// where they were.
pub(crate) fn by_thresholds(
    graph: &impl Moves,
    exits: Exits<'_>,
    cycles: Cycles<'_>,
    budget: &mut Budget<'_>,
) -> Result<Stage, Limit> {
    let found = without_cycles(graph, exits, budget)?;
    let (player, caps) = match cycles {
        Cycles::Nobody => return Ok(found),
        Cycles::Passes => (None, &[ROOM][..]),
        Cycles::ProvenFor(player, caps) => (Some(player), caps),
    };
    let most = contrary(exits, |exits| without_cycles(&Contrary(graph), exits, budget))?;
    let forced = Ranked { of: found.values, when: found.when };
    let trees = Box::new([forced, Ranked { of: most.values, when: most.when }]);
    let mut with_cycles = None;
    if trees[BLACK].of != trees[WHITE].of {
        for &cap in caps {
            with_cycles = counting_passes(graph, exits, &trees, (cap, player), budget)?;
            if with_cycles.is_some() {
                break;
            }
        }
    }
    let only_trees = || trees[player.unwrap_or(BLACK)].clone();
    let Ranked { of: values, when } = with_cycles.unwrap_or_else(only_trees);
    Ok(Stage { values, when, basis: Basis::Trees(trees) })
}

/// The same with what can be forced by finite trees known, sums of passes being cut off. `None` if a player is named and a level that he uses
/// may have been.
fn counting_passes(
    graph: &impl Moves,
    exits: Exits<'_>,
    trees: &[Ranked; 2],
    (cap, player): (Level, Option<usize>),
    budget: &mut Budget<'_>,
) -> Result<Option<Ranked>, Limit> {
    let clear = |state: usize| trees[BLACK].of[state] == trees[WHITE].of[state];
    let clear: Vec<bool> = (0..graph.len()).map(clear).collect();
    let Ranked { of: mut values, mut when } = trees[BLACK].clone();
    for state in (0..graph.len()).filter(|&state| !clear[state]) {
        values[state] = -ENDLESS;
    }
    let mut levels = Levels::capped(graph, Weights { play: 0, pass: 1 }, cap);
    levels.hold(|state| clear[state]);
    let unclear = |exits: &[(usize, Level)]| -> Vec<(usize, Level)> {
        exits.iter().copied().filter(|&(state, _)| !clear[state]).collect()
    };
    let (passes, others) = (unclear(exits.passes), unclear(exits.others));
    let cleared: Vec<usize> = (0..graph.len()).filter(|&state| clear[state]).collect();
    let mut margins: Vec<Level> = (-ENDLESS + 1..=ENDLESS).collect();
    margins.retain(|margin| trees.iter().any(|tree| tree.of.contains(margin)));
    for &(state, _) in &others {
        levels.leave(state, i8::MIN + 1);
    }
    let mut beyond = Level::MAX;
    for &margin in margins.iter().rev() {
        // What is worth so much now and was not enough before.
        let enough = |&&(_, value): &&(usize, Level)| (margin..beyond).contains(&value);
        for &state in cleared.iter().filter(|&&state| values[state] == margin) {
            levels.lift(graph, state);
        }
        for &(state, _) in passes.iter().filter(enough) {
            levels.open(state, i8::MAX);
        }
        for &(state, _) in others.iter().filter(enough) {
            levels.leave(state, i8::MAX);
        }
        beyond = margin;
        levels.settle(graph, budget, |state, level, raise| {
            if level > 0 && values[state] == -ENDLESS {
                values[state] = margin;
                when[state] = raise;
            }
        })?;
        // A move changes a level by no more than one: beyond a level that no state has nothing is come to.
        let apart = match player {
            None => true,
            Some(BLACK) => levels.leave_out(1 - cap..=0),
            Some(_) => levels.leave_out(1..=cap - 1),
        };
        if !apart {
            return Ok(None);
        }
    }
    Ok(Some(Ranked { of: values, when }))
}

#[cfg(test)]
mod tests;
