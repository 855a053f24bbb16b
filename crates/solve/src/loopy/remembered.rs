//! A stage under superko that remembers what stood in the stage before, whose cycles are ruled on.
//!
//! What stood there is no part of a state, so the values of the ends of the first stage are not known. But what can have stood when a
//! player has kept to his answers is known. He does not bring back any of it, and his opponent may bring back all of it but
//! what surely stood: what he gets then he gets in any case (docs/findings/proofs.md, "Superko that remembers a stage with cycles").

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::graph::{Graph, State};
use super::returns::{after, shown};
use super::rules::LoopyRules;
use super::table::{ENDLESS, Level, Pins, Values};
use super::then_superko::Later;
use super::way::Way;
use super::{At, Proven};
use crate::compact::{BLACK, Stones};
use crate::limits::Budget;
use crate::superko::Past;
use crate::value::Limit;

/// How often ends are counted for less than they would be worth if nothing stood before.
const MOST_ROUNDS: usize = 60;
/// How many of them in a round: others may be worth it then.
const AT_ONCE: usize = 4;

/// What is proven of the beginning of a game.
pub(super) fn proven(
    values: &Values<'_>,
    rules: &LoopyRules,
    later: &mut Later<'_>,
    at: &At<u32>,
    budget: &mut Budget<'_>,
) -> Proven {
    let after = after(values, rules);
    Proven::of(values.graph.field().points, at, |player, start| {
        gets(values, rules, &after, later, (player, start), budget)
    })
}

/// What a player gets from a start, Black who forces or White who keeps, whatever stands on the way.
fn gets(
    values: &Values<'_>,
    rules: &LoopyRules,
    after: &[u32],
    later: &mut Later<'_>,
    (player, start): (usize, State),
    budget: &mut Budget<'_>,
) -> Result<Option<Level>, Limit> {
    let graph = &values.graph;
    let mut without = Without::default();
    for _ in 0..MOST_ROUNDS {
        let pins = without.pins(graph, player);
        let Some(mut found) = shown(values, rules, after, player, (0, start), &pins, budget)?
        else {
            return Ok(None);
        };
        let come = Come::of(&mut found.way, start, budget)?;
        let short = come.worth_less(&found.way, later, budget)?;
        if short.is_empty() {
            return Ok(Some(found.level));
        }
        for Short { end, level, kept_from } in short.into_iter().take(AT_ONCE) {
            // Either it counts for less, or he does without what kept him from more.
            let (mut counted, mut avoided) = (without.clone(), without.clone());
            counted.count(end, level, player);
            avoided.positions.extend(kept_from.map(|stones| graph.position_of(stones)));
            let mut reached = |without: &Without| {
                let pins = without.pins(graph, player);
                let way = Way::of(values, rules, after, player, &pins, budget)?;
                let level = way.stages[0].values[graph.number(start)];
                Ok(if player == BLACK { level } else { -level })
            };
            let avoids = avoided != without && reached(&avoided)? > reached(&counted)?;
            without = if avoids { avoided } else { counted };
        }
    }
    Ok(None)
}

/// What a player does without.
#[derive(Clone, Default, PartialEq, Eq)]
struct Without {
    /// Ends that count for less than if nothing stood before.
    ends: BTreeMap<usize, Level>,
    /// Positions he does not go to.
    positions: BTreeSet<usize>,
}

impl Without {
    /// An end counts for so much and no more.
    fn count(&mut self, end: usize, level: Level, player: usize) {
        let worse = |so_far: Level| {
            if player == BLACK { so_far.min(level) } else { so_far.max(level) }
        };
        self.ends.entry(end).and_modify(|so_far| *so_far = worse(*so_far)).or_insert(level);
    }

    fn pins(&self, graph: &Graph<'_>, player: usize) -> Pins {
        let worst = if player == BLACK { -ENDLESS } else { ENDLESS };
        let states = self.positions.iter().flat_map(|&position| graph.with_position(position));
        let ends = self.ends.iter().map(|(&number, &level)| (number, level)).collect();
        Pins { states: vec![states.map(|number| (number, worst)).collect()], ends: vec![ends] }
    }
}

/// An end that is worth less to the player than it counts for.
struct Short {
    end: usize,
    /// What it is worth to him whatever stood.
    level: Level,
    /// A position because of which it is not worth more.
    kept_from: Option<Stones<u32>>,
}

/// All that can come up in the first stage when a player keeps to his answers.
struct Come {
    states: Vec<State>,
    /// For each of them those that may be just before it, and just after it.
    before: Vec<Vec<u32>>,
    after: Vec<Vec<u32>>,
    /// Those in which the stage may end.
    ends: Vec<usize>,
    /// For each of them which of the positions it has.
    position: Vec<usize>,
    positions: Vec<Stones<u32>>,
}

/// About how many bytes a state takes, with what leads to it.
const EACH: u64 = 200;

impl Come {
    fn of(way: &mut Way<'_>, start: State, budget: &mut Budget<'_>) -> Result<Come, Limit> {
        let mut come = Come {
            states: vec![start],
            before: vec![Vec::new()],
            after: Vec::new(),
            ends: Vec::new(),
            position: Vec::new(),
            positions: Vec::new(),
        };
        let mut names: FxHashMap<State, usize> = FxHashMap::from_iter([(start, 0)]);
        let mut boards: FxHashMap<Stones<u32>, usize> = FxHashMap::default();
        let mut at = 0;
        while at < come.states.len() {
            budget.spend()?;
            budget.hold(come.states.len() as u64 * EACH)?;
            let state = come.states[at];
            let board = *boards.entry(state.stones).or_insert(come.positions.len());
            if board == come.positions.len() {
                come.positions.push(state.stones);
            }
            come.position.push(board);
            let mut after = Vec::new();
            for (_, next) in way.moves(0, state, budget)? {
                let Some(next) = next else {
                    come.ends.push(at);
                    continue;
                };
                let to = *names.entry(next).or_insert_with(|| {
                    come.states.push(next);
                    come.before.push(Vec::new());
                    come.states.len() - 1
                });
                come.before[to].push(at as u32);
                after.push(to as u32);
            }
            come.after.push(after);
            at += 1;
        }
        Ok(come)
    }

    /// The ends that are worth less to the player than they count for.
    fn worth_less(
        &self,
        way: &Way<'_>,
        later: &mut Later<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Short>, Limit> {
        let player = way.player;
        let step = if player == BLACK { -1 } else { 1 };
        let stood: Vec<Past<u32>> =
            self.positions.iter().map(|&stones| later.past(stones)).collect();
        let mut found = Vec::new();
        for &end in &self.ends {
            let state = self.states[end];
            let number = way.graph().number(state);
            let counts = way.end(0, number);
            if counts.abs() >= ENDLESS {
                // It is nothing he relies on.
                continue;
            }
            let begins = later.begins(state);
            let mut at = End { come: self, stood: &stood, end, begins, player, kept_from: None };
            let may = self.may_have_stood(end, &[], budget)?;
            let mut level = counts;
            while !at.keeps(later, level, &may, &mut Supposed::default(), budget)? {
                level += step;
            }
            if level != counts {
                found.push(Short { end: number, level, kept_from: at.kept_from });
            }
        }
        Ok(found)
    }

    /// The positions that may have stood when the stage ends in a state: those on the ways from the start to it on which some did not stand.
    fn may_have_stood(
        &self,
        end: usize,
        without: &[usize],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<usize>, Limit> {
        let passable = |&at: &usize| !without.contains(&self.position[at]);
        let to_end = closure(end, &self.before, passable, budget)?;
        // All of them can be come to if nothing is in the way.
        let from_start = match without {
            [] => to_end.clone(),
            _ => closure(0, &self.after, passable, budget)?,
        };
        let both = (0..self.states.len()).filter(|&at| from_start[at] && to_end[at]);
        let positions: BTreeSet<usize> = both.map(|at| self.position[at]).collect();
        Ok(positions.into_iter().collect())
    }
}

/// What can be come to from a place.
fn closure(
    from: usize,
    next: &[Vec<u32>],
    passable: impl Fn(&usize) -> bool,
    budget: &mut Budget<'_>,
) -> Result<Vec<bool>, Limit> {
    let mut seen = vec![false; next.len()];
    let mut open: Vec<usize> = Some(from).filter(&passable).into_iter().collect();
    open.iter().for_each(|&at| seen[at] = true);
    while let Some(at) = open.pop() {
        budget.spend()?;
        for to in next[at].iter().map(|&to| to as usize).filter(&passable) {
            if !std::mem::replace(&mut seen[to], true) {
                open.push(to);
            }
        }
    }
    Ok(seen)
}

/// An end of the first stage.
struct End<'a> {
    come: &'a Come,
    /// For each position what it keeps players from.
    stood: &'a [Past<u32>],
    end: usize,
    /// How the next stage begins.
    begins: State,
    player: usize,
    /// The position that it was supposed first that it had stood.
    kept_from: Option<Stones<u32>>,
}

/// Which positions stood, and which did not.
#[derive(Default)]
struct Supposed {
    stood: Vec<usize>,
    did_not: Vec<usize>,
}

/// How many positions are supposed.
const MOST_SUPPOSED: usize = 6;

impl End<'_> {
    /// Whether the player gets a margin, whatever else stood, of what may have stood by what is supposed. What may have stood keeps him from plays, and his opponent only if it
    /// surely did. If that is too little it is asked again for each of what kept him from plays: if it stood, and if it did not.
    fn keeps(
        &mut self,
        later: &mut Later<'_>,
        level: Level,
        may: &[usize],
        supposed: &mut Supposed,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        // Nothing leads there.
        if may.is_empty() {
            return Ok(true);
        }
        let surely = |position: usize| position == 0 || supposed.stood.contains(&position);
        let past = |&position: &usize| Past {
            binds: std::array::from_fn(|side| side == self.player || surely(position)),
            ..self.stood[position]
        };
        let stood: Vec<Past<u32>> = may.iter().map(past).collect();
        let Err(kept_from) = later.keeps(self.begins, &stood, (self.player, level), budget)? else {
            return Ok(true);
        };
        let depth = supposed.stood.len() + supposed.did_not.len();
        let matters = |&position: &usize| {
            !surely(position) && kept_from.contains(&self.come.positions[position])
        };
        let Some(position) = may.iter().copied().find(matters).filter(|_| depth < MOST_SUPPOSED)
        else {
            return Ok(false);
        };
        self.kept_from.get_or_insert(self.come.positions[position]);
        supposed.stood.push(position);
        let if_it_stood = self.keeps(later, level, may, supposed, budget);
        supposed.stood.pop();
        if !if_it_stood? {
            return Ok(false);
        }
        supposed.did_not.push(position);
        let may = self.come.may_have_stood(self.end, &supposed.did_not, budget)?;
        let if_not = self.keeps(later, level, &may, supposed, budget);
        supposed.did_not.pop();
        if_not
    }
}

#[cfg(test)]
mod tests;
