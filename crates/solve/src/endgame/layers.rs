//! The values of all states that are left, layer by layer.
//!
//! White may also move in settled territory, which Black answers there or takes for a pass that does not
//! count as one. Each such move is made once and for all, so it leads to a layer with fewer of them to
//! come. Layers with more and more of them are solved until nothing changes any more
//! (docs/findings/proofs.md, "What is left of a settled board").

use std::rc::Rc;

use super::graph::{Layer, Reached};
use super::rest::Rest;
use crate::compact::{BLACK, WHITE};
use crate::limits::Budget;
use crate::loopy::{
    Contrary, Cycles, ENDLESS, Exits, Level, LoopyRules, Moves, Stage, by_sums, by_sums_from,
    by_thresholds, contrary,
};
use crate::value::Limit;

/// Where sums of passes are cut off: further out if the first does not do.
const CAPS: [Level; 2] = [16, 120];

/// The values of a stage while Black's territory is clean, and while White has stones in it.
type Pair = [Rc<Stage>; 2];

/// What is found where White has made so many fills.
struct Filled {
    pair: Pair,
    /// Whether it is no more than what is found where he has made fewer: it knows as many moves outside as there can be.
    least: bool,
}

/// What is to be solved.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) rest: &'a Rest<u64>,
    pub(crate) reached: &'a Reached,
    pub(crate) ends: Ends<'a>,
    pub(crate) rules: &'a LoopyRules,
    /// The stage the game is in, and the states that stood in it before.
    pub(crate) first: usize,
    pub(crate) past: &'a [bool],
    /// Whether play without end is as good as a win for Black, or as bad as a loss.
    pub(crate) endless_won: bool,
}

/// What the end of the last stage is worth.
#[derive(Clone, Copy)]
pub(crate) enum Ends<'a> {
    /// Black's margin for each position: the game is over.
    Counted(&'a [Level]),
    /// Something for each state, by how many fills White has made. None is worth more than so much, if not all there is.
    Judged(&'a [Vec<Level>], Level),
}

/// What Black can force at least in each state.
pub(crate) struct Table {
    /// For each stage from the first one on, by how many fills White has made.
    stages: Vec<Vec<Pair>>,
}

impl Table {
    /// The value of a state in a stage, counted from the first one, and when it was found.
    pub(crate) fn value(&self, stage: usize, number: usize) -> (Level, u32) {
        let found = self.stage(stage, 0, false);
        (found.values[number], found.when[number])
    }

    /// What Black can force in a stage, counted from the first one, once White has made so many fills, by whether he has stones in
    /// Black's territory.
    pub(crate) fn stage(&self, stage: usize, fills: u32, unclean: bool) -> &Stage {
        &self.stages[stage][fills as usize][usize::from(unclean)]
    }
}

impl Setting<'_> {
    /// Solves all states.
    pub(crate) fn solve(&self, budget: &mut Budget<'_>) -> Result<Table, Limit> {
        let mut stages: Vec<Vec<Pair>> = Vec::new();
        for stage in (self.first..self.rules.stages.len()).rev() {
            let solved = self.stage(stage, stages.first(), budget)?;
            stages.insert(0, solved);
        }
        Ok(Table { stages })
    }

    /// Solves a stage, from the one that follows it.
    pub(crate) fn stage(
        &self,
        stage: usize,
        later: Option<&Vec<Pair>>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Pair>, Limit> {
        let outside = self.rest.outside;
        let breaking = if outside.fills > 0 { outside.breaking } else { 0 };
        let mut found: Vec<Filled> = Vec::new();
        for fills in (0..=breaking).rev() {
            let exits = [0, 1].map(|unclean| {
                let ending = (0..self.reached.len()).filter(|&number| self.reached.passed(number));
                let value = |number: usize| {
                    let state = self.reached.state(number);
                    let next = || self.reached.number(state.next_stage(self.rules.ko_stands));
                    let value = match (later, self.ends) {
                        (None, Ends::Counted(margins)) => margins[self.reached.position(number)],
                        (None, Ends::Judged(ends, _)) => ends[fills as usize][number],
                        (Some(later), _) => next()
                            .map_or(-ENDLESS, |next| later[fills as usize][unclean].values[next]),
                    };
                    (number, value)
                };
                ending.map(value).collect()
            });
            let work = Work {
                setting: self,
                stage,
                careful: outside.fills > 0 && fills == breaking,
                cleans: later.is_none() && !self.rules.life,
                last: later.is_none() && matches!(self.ends, Ends::Counted(_)),
                more_fills: found.first(),
                exits,
            };
            let solved = work.settled(budget)?;
            found.insert(0, solved);
        }
        Ok(found.into_iter().map(|filled| filled.pair).collect())
    }
}

/// States, and what a move from each is worth that leaves the stage or the layer.
type Worth = Vec<(usize, Level)>;

/// A stage with so many fills made.
struct Work<'a> {
    setting: &'a Setting<'a>,
    stage: usize,
    /// Whether a wall of White's may have no liberty but open ones.
    careful: bool,
    /// Whether White's stones in Black's territory have to be taken off before Black passes.
    cleans: bool,
    /// Whether the game ends with this stage.
    last: bool,
    /// The values after one fill more; none if fills are not counted any further.
    more_fills: Option<&'a Filled>,
    /// What the end of the stage is worth.
    exits: [Vec<(usize, Level)>; 2],
}

impl Work<'_> {
    /// The values with as many moves outside as there can be.
    fn settled(&self, budget: &mut Budget<'_>) -> Result<Filled, Limit> {
        let outside = self.setting.rest.outside;
        let fills_here = outside.fills > 0 && self.more_fills.is_none();
        let least = self.more_fills.is_none_or(|more| more.least);
        if !fills_here && outside.threats == 0 {
            let clean = self.layer(false, None, budget)?;
            return Ok(Filled { pair: [clean.clone(), clean], least });
        }
        let mut fewer: Option<Pair> = None;
        for more in 0..=outside.fills + outside.threats {
            let clean = self.layer(false, fewer.as_ref(), budget)?;
            // With no answers to come there are no stones to take off.
            let unclean = match outside.cleaning && more > 0 {
                true => self.layer(true, fewer.as_ref(), budget)?,
                false => clean.clone(),
            };
            let here = [clean, unclean];
            let same = |fewer: &Pair| {
                let same = |one: &Rc<Stage>, other: &Rc<Stage>| {
                    Rc::ptr_eq(one, other) || one.values == other.values
                };
                (0..2).all(|which| same(&fewer[which], &here[which]))
            };
            // The first layer knows nothing of stones in Black's territory.
            let first = u32::from(outside.cleaning);
            if more > first && fewer.as_ref().is_some_and(same) {
                return Ok(Filled { pair: here, least });
            }
            fewer = Some(here);
        }
        let pair = fewer.ok_or(Limit::Stopped)?;
        Ok(Filled { pair, least: false })
    }

    /// The moves of a layer, what White's moves outside lead to, or Black's that take stones off, and where passes end the stage.
    fn moves(&self, unclean: bool, fewer: Option<&Pair>) -> (Layer<'_>, Worth, Worth) {
        let &Setting { rest, reached, rules, past, .. } = self.setting;
        let stage = rules.stages[self.stage];
        let past = if self.stage == self.setting.first { past } else { &[] };
        let stood = |number: usize| past.get(number) == Some(&true);
        let kept = unclean && self.cleans;
        // Where cycles are draws to come back is as good as a win here.
        let sure = !self.setting.endless_won || !rules.draws();
        let (last, careful) = (self.last, self.careful);
        let layer = Layer { reached, sure, last, past, careful, unclean: kept };
        let outside = rest.outside;
        // Whether Black's territory stays or becomes clean is left to White.
        let worse = |[clean, unclean]: &Pair, number: usize| match outside.cleaning {
            true => clean.values[number].min(unclean.values[number]),
            false => clean.values[number],
        };
        let leaving = |number: usize| -> Option<(usize, Level)> {
            if stood(number) {
                return Some((number, -ENDLESS));
            }
            let fresh = |player: usize| reached.fresh(number, player);
            if reached.to_move(number) == BLACK {
                let fewer = fewer.filter(|_| kept)?;
                return Some((number, worse(fewer, fresh(WHITE))));
            }
            let fill = self.more_fills.map(|more| &more.pair).or(fewer);
            let fill = fill.filter(|_| outside.fills > 0);
            let fill = fill.map(|pair| {
                let value = pair[usize::from(unclean)].values[fresh(BLACK)];
                value.saturating_add(stage.cost as Level)
            });
            let threat = fewer.filter(|_| outside.threats > 0);
            let threat = threat.map(|pair| worse(pair, fresh(WHITE)));
            [fill, threat].into_iter().flatten().min().map(|value| (number, value))
        };
        let others = (0..layer.len()).filter_map(leaving).collect();
        let ending = self.exits[usize::from(unclean)].iter().copied();
        let passes = ending.filter(|&(number, _)| !stood(number)).collect();
        (layer, others, passes)
    }

    fn layer(
        &self,
        unclean: bool,
        fewer: Option<&Pair>,
        budget: &mut Budget<'_>,
    ) -> Result<Rc<Stage>, Limit> {
        let &Setting { rest, rules, endless_won, .. } = self.setting;
        let (layer, others, passes) = self.moves(unclean, fewer);
        let (stage, outside) = (rules.stages[self.stage], rest.outside);
        let most = match self.setting.ends {
            Ends::Counted(_) => rest.field.points as Level,
            Ends::Judged(_, most) => most,
        };
        let costs = (stage.cost as i8, most);
        // Where nothing depends on what stands in Black's territory the layers differ by White's moves outside alone.
        let plain = !outside.cleaning && (stage.cost != 0 || !stage.favours);
        if let Some([fewer, _]) = fewer.filter(|_| plain)
            && others.iter().all(|&(number, value)| fewer.keeps(number, value, costs.1))
        {
            return Ok(fewer.clone());
        }
        let exits = Exits { passes: &passes, others: &others, pinned: &[] };
        let known = self.more_fills.filter(|more| more.least && plain && self.last);
        // For the contrary question White is the one who cannot do without an end, and what is said has to hold for the other.
        let cycles = |player: usize| match stage.favours {
            true => Cycles::ProvenFor(player, &CAPS),
            false => Cycles::Nobody,
        };
        let found = match (stage.cost != 0, endless_won) {
            (true, false) => match known {
                Some(known) => by_sums_from(&layer, exits, costs, &known.pair[0], budget),
                None => by_sums(&layer, exits, costs, budget),
            },
            (true, true) => {
                contrary(exits, |exits| by_sums(&Contrary(&layer), exits, costs, budget))
            }
            (false, false) => by_thresholds(&layer, exits, cycles(BLACK), budget),
            (false, true) => contrary(exits, |exits| {
                by_thresholds(&Contrary(&layer), exits, cycles(WHITE), budget)
            }),
        };
        found.map(Rc::new)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use shinpan_rules::{Game, Ruleset};
    use shinpan_testkit::{Dice, endgame};

    use super::*;
    use crate::endgame::{Settled, Side};
    use crate::limits::Limits;

    /// Each layer from the beginning, as many as there can be, by how many fills White has made.
    fn one_by_one(setting: &Setting<'_>, budget: &mut Budget<'_>) -> Vec<Rc<Stage>> {
        let outside = setting.rest.outside;
        let breaking = if outside.fills > 0 { outside.breaking } else { 0 };
        let ending = (0..setting.reached.len()).filter(|&state| setting.reached.passed(state));
        let Ends::Counted(margins) = setting.ends else { panic!("the game is over there") };
        let value = |state| (state, margins[setting.reached.position(state)]);
        let exits: Worth = ending.map(value).collect();
        let mut found: Vec<Filled> = Vec::new();
        for fills in (0..=breaking).rev() {
            let work = Work {
                setting,
                stage: 0,
                careful: outside.fills > 0 && fills == breaking,
                cleans: false,
                last: true,
                more_fills: found.first(),
                exits: [exits.clone(), exits.clone()],
            };
            let mut fewer: Option<Pair> = None;
            for _ in 0..=outside.fills + outside.threats {
                let (layer, others, passes) = work.moves(false, fewer.as_ref());
                let exits = Exits { passes: &passes, others: &others, pinned: &[] };
                let costs = (1, setting.rest.field.points as i8);
                let clean = Rc::new(by_sums(&layer, exits, costs, budget).unwrap());
                fewer = Some([Rc::clone(&clean), clean]);
            }
            found.insert(0, Filled { pair: fewer.unwrap(), least: false });
        }
        found.into_iter().map(|filled| Rc::clone(&filled.pair[0])).collect()
    }

    /// Layers that are left out, and those that begin from others, are what they would be.
    #[test]
    fn layers_are_what_they_are_one_by_one() {
        let never = AtomicBool::new(false);
        let limits = Limits { nodes: u64::MAX, memory: 1 << 30, stop: &never, progress: &|_| {} };
        let ruleset = Arc::new(Ruleset::builtin("japanese-1989").unwrap());
        let rules = LoopyRules::of(&ruleset).unwrap();
        let (mut filled, mut threatened) = (0, 0);
        for seed in 0..60 {
            let made = endgame(&mut Dice::new(seed), 4 + seed as usize % 6);
            let game = Game::new(Arc::clone(&ruleset), &made.setup).unwrap();
            let budget = &mut Budget::new(&limits);
            let settled = Settled::of(&game, &rules, budget).unwrap();
            for side in [BLACK, WHITE] {
                let found = Side::of(&settled, &game, &rules, side, budget).unwrap();
                let slow = one_by_one(&found.ground.setting(&rules), budget);
                for (fills, slow) in slow.iter().enumerate() {
                    let quick = found.table.stage(0, fills as u32, false);
                    assert_eq!(quick.values, slow.values, "seed {seed}, {side}, {fills} fills");
                }
                filled += slow.len() - 1;
                threatened += usize::from(found.ground.rest.outside.threats > 0);
            }
        }
        assert!(filled > 60 && threatened > 5, "{filled} {threatened}");
    }
}
