//! Kee Rules for two: an energy game on passes.
//!
//! A *pass node* is a position with the player who has just passed on it. Between two of them lies a
//! *segment*: plays that may not bring back what stood since the last pass, ended by a pass. An
//! immediate answer to a pass by a pass scores the position. The game ends when a pass node comes back,
//! and is worth the average of the positions scored since.
//!
//! A value is accepted only with a *certificate* for each side: a choice of moves for each segment,
//! after which every cycle of pass nodes that the other side can bring about has an average on the right
//! side (docs/findings/proofs.md, "Kee Rules").

mod certify;
mod credits;
mod reach;
mod segment;
mod written;

use std::ops::RangeInclusive;

use num_rational::Ratio;
use shinpan_rules::{
    Count, Ending, Game, Move, Ruleset, Sameness, Score, Status, Suicide, Then, Window,
};

use crate::compact::{Field, Stones};
use crate::endgame::held_by_walls;
use crate::limits::{Budget, Limits};
use crate::value::{End, Limit, Method, Solution, Value};
use certify::Arena;
use reach::Reach;
pub(crate) use written::strategies;

/// Whether a ruleset is Kee's: superko since the last pass, ended by one's own pass repeated, area.
pub(crate) fn check(ruleset: &Ruleset) -> Result<(), Limit> {
    let beyond = |why: &str| Err(Limit::Beyond(why.to_owned()));
    let [stage] = ruleset.stages.as_slice() else {
        return beyond("there is more than one stage");
    };
    let [rule] = stage.repetition.as_slice() else {
        return beyond("a stage has not just one rule of repetition");
    };
    let cyclic = rule.then == Then::Forbidden
        && rule.same == Sameness::Positional
        && rule.window == Window::SinceLastPass;
    if !cyclic || !matches!(stage.ending, Ending::OwnPassRepeated { .. }) {
        return beyond("the game does not end by one's own pass repeated");
    }
    if ruleset.count != Count::Area || ruleset.suicide != Suicide::Forbidden {
        return beyond("prisoners count, or suicide is allowed");
    }
    Ok(())
}

/// The numbers of the positions that stood in a game, if nobody has passed.
///
/// # Errors
/// That somebody has.
pub(crate) fn without_passes(game: &Game) -> Result<RangeInclusive<usize>, Limit> {
    let numbers = game.first_move()..=game.moves_made();
    let passed = |number: usize| matches!(game.move_at(number), Some((_, Move::Pass)));
    if numbers.clone().skip(1).any(passed) {
        let why = "passes that were made could end the game: this search is for games without";
        return Err(Limit::Beyond(why.to_owned()));
    }
    Ok(numbers)
}

/// Solves a game under Kee Rules.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn solve(game: &Game, limits: &Limits<'_>) -> Result<Solution, Limit> {
    check(game.ruleset())?;
    if game.players() != 2 {
        return Err(Limit::Beyond(
            "with more than two players best play is not defined by a value".to_owned(),
        ));
    }
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::Passes);
    if let Status::Over(outcome) = game.status() {
        solution.value = Value::Exact(End::of(outcome));
        return Ok(solution);
    }
    let numbers = without_passes(game)?;
    let komi = game.compensation();
    let end = |margin: Score| End::Margin(margin - komi);
    // What walls hold needs no search.
    let walls = held_by_walls(game).map(|held| held.map(|margin| Ratio::from(i64::from(margin))));
    let Some(field) = Field::<u32>::new(game.board()) else {
        let beyond = Limit::Beyond("Kee Rules are searched on up to 32 points".to_owned());
        if let Some([low, high]) = walls {
            solution.value = Value::between(end(low), end(high), beyond);
        }
        return Ok(solution);
    };
    let history: Vec<Stones<u32>> = numbers
        .filter_map(|number| Some(Stones::of_codes(&game.position_after(number)?)))
        .collect();
    let mut budget = Budget::new(limits);
    let to_move = game.to_move().index();
    let mut held = Held::new(&field, history, to_move, komi);
    if let Some([low, high]) = walls {
        (held.low, held.high) = (held.low.max(low), held.high.min(high));
    }
    let limit = held.reach(&mut budget).and_then(|()| held.narrow(&mut budget)).err();
    solution.nodes = budget.nodes;
    solution.value = Value::between(end(held.low), end(held.high), limit.unwrap_or(Limit::Stopped));
    Ok(solution)
}

/// All states of larger boards are not looked at.
const MOST_POINTS: usize = 12;
/// Averages with at most this denominator are tried.
const DENOMINATORS: i64 = 6;
/// How often the cap of the credits is doubled before a certificate is given up.
const CAPS: u32 = 6;
/// Nodes for each certificate that is looked for, at first. Most margins are easy to rule out, and some are much harder
/// than those that matter.
const ALLOWED: u64 = 1 << 14;

/// What one certificate may cost.
#[derive(Clone, Copy)]
struct Effort {
    nodes: u64,
    /// How often the cap of the credits is doubled.
    doubled: u32,
}

/// What has been proven, before komi: what Black can hold, and what White can.
struct Held<'a> {
    field: &'a Field<u32>,
    history: [Vec<Stones<u32>>; 2],
    to_move: usize,
    komi: Score,
    low: Score,
    high: Score,
}

impl<'a> Held<'a> {
    fn new(
        field: &'a Field<u32>,
        history: Vec<Stones<u32>>,
        to_move: usize,
        komi: Score,
    ) -> Held<'a> {
        let all = Ratio::from_integer(field.points as i64);
        let exchanged = history.iter().map(|stones| stones.exchanged()).collect();
        Held { field, history: [history, exchanged], to_move, komi, low: -all, high: all }
    }

    /// The bounds that safe chains give which a player can come to, whatever stood before.
    fn reach(&mut self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        // Where there are too many states of the board nothing is lost but this.
        if self.field.points > MOST_POINTS || self.low >= self.high {
            return Ok(());
        }
        let Ok(reach) = Reach::of(self.field, budget.limits.memory) else { return Ok(()) };
        let [black, white] = &self.history;
        let low = reach.margin(black, self.to_move, budget)?;
        let high = reach.margin(white, 1 - self.to_move, budget)?;
        let margin = |level: i8| Ratio::from_integer(i64::from(level));
        self.low = low.map_or(self.low, |level| self.low.max(margin(level)));
        self.high = high.map_or(self.high, |level| self.high.min(-margin(level)));
        self.tell(budget);
        Ok(())
    }

    fn tell(&self, budget: &mut Budget<'_>) {
        let end = |margin: Score| End::Margin(margin - self.komi);
        budget.tell(end(self.low), end(self.high));
    }

    /// Narrows the bounds as far as certificates are found, with more effort for each from round to round.
    fn narrow(&mut self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        for round in 0.. {
            let doubled = (round / 3).min(CAPS);
            let nodes = ALLOWED.saturating_mul(4_u64.saturating_pow(round));
            let effort = Effort { nodes, doubled };
            let mut cut = false;
            for black in [false, true] {
                // Where the value is both are often easier than anything beside it.
                let other = if black { self.high } else { self.low };
                if self.low < self.high {
                    cut |= self.try_at(black, other, effort, budget)?.is_none();
                }
                cut |= self.stride(black, effort, budget)?;
            }
            if self.high - self.low <= Ratio::from_integer(1) {
                cut |= self.fractions(effort, budget)?;
            }
            if self.low >= self.high {
                return Ok(());
            }
            if !cut && doubled == CAPS {
                return Err(Limit::Beyond("no certificate was found".to_owned()));
            }
        }
        Ok(())
    }

    /// Moves a player's bound by whole points, in strides that grow until one fails. Whether more effort could move it on.
    fn stride(
        &mut self,
        black: bool,
        effort: Effort,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let mut stride = Ratio::from_integer(1);
        let mut growing = true;
        while self.low < self.high {
            let at = if black {
                (self.low + stride).floor().min(self.high)
            } else {
                (self.high - stride).ceil().max(self.low)
            };
            let found = self.try_at(black, at, effort, budget)?;
            if found != Some(true) {
                if stride <= Ratio::from_integer(1) {
                    return Ok(found.is_none());
                }
                growing = false;
            }
            stride = if growing { stride * 2 } else { (stride / 2).ceil() };
        }
        Ok(false)
    }

    /// Tries the averages within a point. Whether more effort could help.
    fn fractions(&mut self, effort: Effort, budget: &mut Budget<'_>) -> Result<bool, Limit> {
        let mut cut = false;
        for denominator in 2..=DENOMINATORS {
            let first = (self.low * denominator).floor().to_integer();
            let last = (self.high * denominator).ceil().to_integer();
            for numerator in first..=last {
                let at = Ratio::new(numerator, denominator);
                for black in [true, false] {
                    let between = self.low <= at && at <= self.high && self.low < self.high;
                    if *at.denom() == denominator && between {
                        cut |= self.try_at(black, at, effort, budget)?.is_none();
                    }
                }
            }
        }
        Ok(cut)
    }

    /// Whether a player is found to hold a margin; `None` if the search for that was cut off.
    fn try_at(
        &mut self,
        black: bool,
        margin: Score,
        effort: Effort,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Limit> {
        let most = budget.limits.nodes;
        budget.limits.nodes = most.min(budget.nodes.saturating_add(effort.nodes));
        let found = self.holds(black, margin, effort.doubled, budget);
        budget.limits.nodes = most;
        match found {
            Ok(true) if black => self.low = margin,
            Ok(true) => self.high = margin,
            Ok(false) => return Ok(Some(false)),
            Err(Limit::Nodes(_)) if budget.nodes <= most => return Ok(None),
            Err(Limit::Beyond(_)) => return Ok(None),
            Err(limit) => return Err(limit),
        }
        self.tell(budget);
        Ok(Some(true))
    }

    /// Whether a player holds a margin. A draw without a scoring position is worth the komi before
    /// komi is counted.
    fn holds(
        &self,
        black: bool,
        margin: Score,
        doubled: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let (history, to_move, margin, none) = if black {
            (&self.history[0], self.to_move, margin, margin <= self.komi)
        } else {
            (&self.history[1], 1 - self.to_move, -margin, margin >= self.komi)
        };
        let arena = Arena::new(self.field, margin, none, doubled, budget.limits.memory);
        arena.holds(history, to_move, budget)
    }
}
