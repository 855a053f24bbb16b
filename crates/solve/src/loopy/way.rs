//! How a player gets what the table says: one answer for each of his states.
//!
//! The levels are what Black can force, cycles being bad for him. Two kinds of answers: *forcing* ones, of Black's, come
//! nearer to what he wants with each move, or gain in each cycle; *keeping* ones, of White's, to whom draws are as good, only
//! give nothing away. docs/findings/proofs.md, "Answers from the fixpoints".

use std::borrow::Cow;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::fixpoint::{Levels, Moves, ROOM, Weights};
use super::graph::{Graph, State};
use super::rules::LoopyRules;
use super::table::{Basis, ENDLESS, Level, Pins, Ranked, Stage, Values};
use crate::compact::{BLACK, Mask, WHITE};
use crate::limits::Budget;
use crate::value::Limit;

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Made {
    /// The move of this place in the list of a state's moves.
    Place(u8),
    /// The pass that ends the stage.
    End,
}

/// A player's answers.
pub(super) struct Way<'a> {
    values: &'a Values<'a>,
    rules: &'a LoopyRules,
    /// Whose they are: Black's, who forces, or White's, who keeps.
    pub(super) player: usize,
    pub(super) stages: Cow<'a, [Stage]>,
    /// For each state that a pass can end the stage in, the state with which the next one begins.
    after: &'a [u32],
    pins: Pins,
    /// For each stage and level the levels of the question who can reach that much, or cycles in his favour.
    cycles: BTreeMap<(usize, Level), Ranked>,
}

/// Moves: the place of a play, none for a pass; the state that follows, none if the stage ends.
pub(super) type Moved = SmallVec<[(Option<usize>, Option<State>); 18]>;

/// What a move is worth to the player: how much, then how early that was found.
type Rank = (i32, i64);

impl<'a> Way<'a> {
    /// The answers of a player, some states being counted for something else.
    pub(super) fn of(
        values: &'a Values<'a>,
        rules: &'a LoopyRules,
        after: &'a [u32],
        player: usize,
        pins: &Pins,
        budget: &mut Budget<'_>,
    ) -> Result<Way<'a>, Limit> {
        let stages = match pins.states.iter().chain(&pins.ends).all(Vec::is_empty) {
            true => Cow::Borrowed(&values.stages[..]),
            false => Cow::Owned(values.with_pins(rules, pins, budget)?),
        };
        let cycles = BTreeMap::new();
        Ok(Way { values, rules, player, stages, after, pins: pins.clone(), cycles })
    }

    pub(super) fn graph(&self) -> &'a Graph<'a> {
        &self.values.graph
    }

    /// What can follow in a state: all moves of the opponent's, the one of the player's. Each with the place of the play,
    /// none for a pass, and the state it leads to, none if it ends the stage.
    pub(super) fn moves(
        &mut self,
        stage: usize,
        state: State,
        budget: &mut Budget<'_>,
    ) -> Result<Moved, Limit> {
        let graph = self.graph();
        let field = graph.field();
        let empty = field.all & !state.stones.taken();
        let play = |place| Some((Some(place), Some(state.play(field, place)?)));
        let mut moves: Moved =
            [(None, state.pass())].into_iter().chain(empty.points().filter_map(play)).collect();
        if state.to_move == self.player {
            let number = graph.number(state);
            let made = self.answer(stage, number, budget)?;
            let to = match made {
                Some(Made::Place(place)) => graph.next(number).nth(usize::from(place)),
                Some(Made::End) | None => None,
            };
            // Of two plays that a symmetry leads to each other the first.
            let chosen = moves.iter().position(|(_, next)| match (made, next) {
                (Some(Made::End), None) => true,
                (Some(Made::Place(_)), Some(next)) => {
                    to.is_some_and(|(to, _)| to == graph.number(*next))
                }
                _ => false,
            });
            let none = || Limit::Beyond("a state has no answer".to_owned());
            let one = moves.swap_remove(chosen.ok_or_else(none)?);
            moves = SmallVec::from_elem(one, 1);
        }
        Ok(moves)
    }

    /// The state with which the next stage begins when a pass ends this one.
    pub(super) fn after(&self, number: usize) -> usize {
        self.after[number] as usize
    }

    /// What the pass is worth that ends a stage.
    fn end(&self, stage: usize, number: usize) -> Level {
        let mut pinned = self.pins.ends.get(stage).into_iter().flatten();
        if let Some(&(_, level)) = pinned.find(|&&(state, _)| state == number) {
            return level;
        }
        match self.stages.get(stage + 1) {
            None => self.values.end(number),
            Some(later) => later.values[self.after(number)],
        }
    }

    /// The player's answer in a state of his.
    pub(super) fn answer(
        &mut self,
        stage: usize,
        number: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Made>, Limit> {
        let level = self.stages[stage].values[number];
        let aim = self.aim(stage, number, level);
        if aim == Aim::Cycles {
            self.look_at_cycles(stage, level, budget)?;
        }
        let found = &self.stages[stage];
        let pass = i32::from(self.rules.stages[stage].favours);
        // Levels, when they were reached if that matters, the weights of a play and of a pass.
        let (of, when, play, pass) = match (aim, &found.basis) {
            (Aim::Cycles, _) => {
                let levels = &self.cycles[&(stage, level)];
                (&levels.of, Some(&levels.when), 0, pass)
            }
            (Aim::Values, Basis::Sums(sums)) => {
                (sums, Some(&found.when), -self.rules.stages[stage].cost, 0)
            }
            (Aim::Values, _) => (&found.values, Some(&found.when), 0, 0),
            (Aim::Trees, Basis::Trees(trees)) => {
                let Ranked { of, when } = &trees[self.player];
                (of, Some(when), 0, 0)
            }
            (Aim::Trees, _) => return Ok(None),
        };
        // Only who forces has to come nearer; whoever has a tree does.
        let when = when.filter(|_| self.player == BLACK || aim == Aim::Trees);
        let sign = if self.player == BLACK { 1 } else { -1 };
        let rank = |to: usize, is_pass: bool| -> Rank {
            let weight = if is_pass { pass } else { play };
            (sign * i32::from(of[to]) + weight, when.map_or(0, |when| -i64::from(when[to])))
        };
        let enough = |end: Level| {
            let good = if self.player == BLACK { end >= level } else { end <= level };
            if good { i32::from(i8::MAX) } else { -i32::from(i8::MAX) }
        };
        let graph = self.graph();
        let mut best: Option<(Rank, Made)> = None;
        let mut offer = |rank: Rank, made: Made| {
            if best.as_ref().is_none_or(|(so_far, _)| rank > *so_far) {
                best = Some((rank, made));
            }
        };
        for (place, (to, is_pass)) in graph.next(number).enumerate() {
            offer(rank(to, is_pass), Made::Place(place as u8));
        }
        if graph.ends(number) {
            let end = self.end(stage, number);
            let worth = match aim {
                Aim::Cycles => enough(end),
                Aim::Values | Aim::Trees => sign * i32::from(end),
            };
            // Found before anything else.
            offer((worth + pass, 0), Made::End);
        }
        let Some(((most, reached), made)) = best else { return Ok(None) };
        let here = sign * i32::from(of[number]);
        let nearer = when.is_none_or(|when| most > here || reached > -i64::from(when[number]));
        Ok((most >= here && nearer).then_some(made))
    }

    /// Whether a move keeps what the player has in a state: in no step it becomes less, and where it stays the same he who has
    /// to come nearer has come nearer. The levels are cut off on both sides; this is looked at without.
    pub(super) fn keeps(
        &mut self,
        stage: usize,
        number: usize,
        (to, is_pass): (usize, bool),
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let level = self.stages[stage].values[number];
        if self.aim(stage, number, level) == Aim::Cycles {
            self.look_at_cycles(stage, level, budget)?;
        }
        let found = &self.stages[stage];
        let sign = if self.player == BLACK { 1 } else { -1 };
        let value = |state: usize| sign * i32::from(found.values[state]);
        // Weights are Black's: what a move of White's costs him is Black's gain.
        let mover = if self.graph().to_move(number) == BLACK { sign } else { -sign };
        let held = |of: &[i8], when: &[u32], nearer: bool, weight: i32| {
            let change = sign * (i32::from(of[to]) - i32::from(of[number])) + mover * weight;
            change > 0 || change == 0 && (!nearer || when[to] < when[number])
        };
        let forces = self.player == BLACK;
        let same = value(to) == value(number);
        Ok(match (&found.basis, self.aim(stage, number, level)) {
            (Basis::Sums(sums), _) => {
                let weight = if is_pass { 0 } else { -self.rules.stages[stage].cost };
                held(sums, &found.when, forces, weight)
            }
            (Basis::None, _) => held(&found.values, &found.when, forces, 0),
            _ if !same => value(to) > value(number),
            (Basis::Trees(trees), Aim::Trees) => {
                let Ranked { of, when } = &trees[self.player];
                self.aim(stage, to, level) == Aim::Trees && held(of, when, true, 0)
            }
            (Basis::Trees(_), _) => {
                let weight = if is_pass { 1 } else { 0 };
                let levels = self.cycles.get(&(stage, level));
                self.aim(stage, to, level) == Aim::Trees
                    || levels.is_some_and(|Ranked { of, when }| held(of, when, forces, weight))
            }
        })
    }

    /// Whether it is told what a player has in a state, and not just that it is no more than what levels are cut off at.
    pub(super) fn told(&self, stage: usize, number: usize) -> bool {
        let sign = if self.player == BLACK { 1 } else { -1 };
        let least = -(i32::from(self.values.most) + i32::from(ROOM));
        match &self.stages[stage].basis {
            Basis::Sums(sums) => sign * i32::from(sums[number]) > least,
            Basis::None | Basis::Trees(_) => true,
        }
    }

    /// Whether the pass that ends a stage keeps what the player has in a state; if he wins without a count, whether it leads to
    /// that.
    pub(super) fn keeps_by_end(&self, stage: usize, number: usize, wins: bool) -> bool {
        let sign = if self.player == BLACK { 1 } else { -1 };
        let found = &self.stages[stage];
        let has = match &found.basis {
            Basis::Sums(sums) => sums[number],
            Basis::None | Basis::Trees(_) => found.values[number],
        };
        let end = sign * i32::from(self.end(stage, number));
        end >= sign * i32::from(has) && (!wins || end >= ENDLESS.into())
    }

    /// What the answer in a state aims at.
    fn aim(&self, stage: usize, number: usize, level: Level) -> Aim {
        match &self.stages[stage].basis {
            Basis::None | Basis::Sums(_) => Aim::Values,
            Basis::Trees(trees) => {
                let tree = trees[self.player].of[number];
                let enough = if self.player == BLACK { tree >= level } else { tree <= level };
                if enough { Aim::Trees } else { Aim::Cycles }
            }
        }
    }

    fn look_at_cycles(
        &mut self,
        stage: usize,
        level: Level,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        if !self.cycles.contains_key(&(stage, level)) {
            let levels = self.by_cycles(stage, level, budget)?;
            self.cycles.insert((stage, level), levels);
        }
        Ok(())
    }

    /// Whether Black can come to this much, or to cycles in his favour; White to less than more than this, or to cycles
    /// that are not in Black's.
    fn by_cycles(
        &self,
        stage: usize,
        level: Level,
        budget: &mut Budget<'_>,
    ) -> Result<Ranked, Limit> {
        let graph = self.graph();
        let wanted = if self.player == BLACK { level } else { level.saturating_add(1) };
        let Basis::Trees(trees) = &self.stages[stage].basis else {
            return Err(Limit::Beyond("cycles favour nobody there".to_owned()));
        };
        let mut levels = Levels::new(graph, Weights { play: 0, pass: 1 }, 0);
        let pinned = self.pins.states.get(stage).map_or(&[][..], Vec::as_slice);
        levels.pin(graph, pinned);
        let forced = &trees[BLACK].of;
        levels.hold(|state| forced[state] >= wanted);
        for state in (0..graph.len()).filter(|&state| forced[state] >= wanted) {
            levels.lift(graph, state);
        }
        for state in (0..graph.len()).filter(|&state| graph.ends(state)) {
            if forced[state] < wanted && self.end(stage, state) >= wanted {
                levels.open(state, i8::MAX);
            }
        }
        levels.settle(graph, budget, |_, _, _| {})?;
        Ok(Ranked { of: levels.of, when: levels.when })
    }

    /// What a state is worth if a player is never to come there.
    pub(super) fn worst(&self) -> Level {
        if self.player == WHITE { ENDLESS } else { -ENDLESS }
    }
}

/// What an answer aims at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// What the table says, which is a sum or counts cycles for nothing.
    Values,
    /// What can be had by a finite tree.
    Trees,
    /// So much or a cycle.
    Cycles,
}
