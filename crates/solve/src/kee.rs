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
mod reach;
mod segment;

use num_rational::Ratio;
use shinpan_rules::{
    Count, Ending, Game, Move, Ruleset, Sameness, Score, Status, Suicide, Then, Window,
};

use crate::compact::{Field, Stones};
use crate::endgame::held_by_walls;
use crate::limits::{Budget, Limits};
use crate::plain::end_of;
use crate::value::{End, Limit, Method, Solution, Value};
use certify::Arena;
use reach::Reach;

/// Whether a ruleset is Kee's: superko since the last pass, ended by one's own pass repeated, area.
fn check(ruleset: &Ruleset) -> Result<(), Limit> {
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
        solution.value = Value::Exact(end_of(outcome));
        return Ok(solution);
    }
    let first = game.first_move();
    let numbers = first + 1..=game.moves_made();
    if numbers.clone().any(|number| matches!(game.move_at(number), Some((_, Move::Pass)))) {
        return Err(Limit::Beyond(
            "passes that were made could end the game: this search is for games without".to_owned(),
        ));
    }
    let beyond = || Limit::Beyond("Kee Rules are searched on up to 16 points".to_owned());
    let Some(field) = Field::<u32>::new(game.board()).filter(|field| field.points <= 16) else {
        // What walls hold needs no search.
        let held = held_by_walls(game).ok_or_else(beyond)?;
        let [low, high] = held.map(|margin| {
            End::Margin(Ratio::from_integer(i64::from(margin)) - game.komi().score())
        });
        solution.value = Value::between(low, high, beyond());
        return Ok(solution);
    };
    let history: Vec<Stones<u32>> = (first..=game.moves_made())
        .filter_map(|number| Some(Stones::of_codes(&game.position_after(number)?)))
        .collect();
    let mut budget = Budget::new(limits);
    let komi = game.komi().score();
    let to_move = game.to_move().index();
    let mut held = Held::new(&field, history, to_move, komi);
    let limit = held.reach(&mut budget).and_then(|()| held.narrow(&mut budget)).err();
    solution.nodes = budget.nodes;
    let end = |margin: Score| End::Margin(margin - komi);
    solution.value = Value::between(end(held.low), end(held.high), limit.unwrap_or(Limit::Stopped));
    Ok(solution)
}

/// Averages with at most this denominator are tried.
const DENOMINATORS: i64 = 6;
/// How often the cap of the levels is doubled before a certificate is given up.
const CAPS: u32 = 7;

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
        let exchanged =
            history.iter().map(|&Stones([black, white])| Stones([white, black])).collect();
        Held { field, history: [history, exchanged], to_move, komi, low: -all, high: all }
    }

    /// The bounds that safe chains give which a player can come to, whatever stood before.
    fn reach(&mut self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        // Where there is no memory for all states of the board nothing is lost but this.
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

    /// Narrows the bounds as far as certificates are found: with low caps first, for each cap the
    /// extremes, whole margins by halving, then fractions.
    fn narrow(&mut self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        for cap in 0..CAPS {
            if self.low >= self.high {
                return Ok(());
            }
            self.try_at(self.high, cap, budget)?;
            self.try_at(self.low, cap, budget)?;
            self.try_at(self.komi, cap, budget)?;
            let (mut least, mut most) = (self.low.floor(), self.high.ceil());
            while self.low < self.high && most - least > Ratio::from_integer(1) {
                let at = ((least + most) / 2).floor();
                match self.try_at(at, cap, budget)? {
                    (true, _) => least = at,
                    (false, true) => most = at,
                    (false, false) => break,
                }
            }
            for denominator in 1..=DENOMINATORS {
                let (first, last) = (least.to_integer(), most.to_integer());
                for numerator in first * denominator..=last * denominator {
                    let at = Ratio::new(numerator, denominator);
                    let new = *at.denom() == denominator && self.low < self.high;
                    if new && last - first <= 1 {
                        self.try_at(at, cap, budget)?;
                    }
                }
            }
        }
        if self.low >= self.high {
            return Ok(());
        }
        Err(Limit::Beyond("no certificate was found".to_owned()))
    }

    /// Whether Black holds a margin, and whether White does.
    fn try_at(
        &mut self,
        margin: Score,
        cap: u32,
        budget: &mut Budget<'_>,
    ) -> Result<(bool, bool), Limit> {
        // What one holds the other cannot keep him from.
        if margin > self.low && margin <= self.high && self.holds(true, margin, cap, budget)? {
            self.low = margin;
        }
        if margin < self.high && margin >= self.low && self.holds(false, margin, cap, budget)? {
            self.high = margin;
        }
        self.tell(budget);
        Ok((margin <= self.low, margin >= self.high))
    }

    /// Whether a player holds a margin. A draw without a scoring position is worth the komi before
    /// komi is counted.
    fn holds(
        &self,
        black: bool,
        margin: Score,
        cap: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let (history, to_move, margin, none) = if black {
            (&self.history[0], self.to_move, margin, margin <= self.komi)
        } else {
            (&self.history[1], 1 - self.to_move, -margin, margin >= self.komi)
        };
        Arena::new(self.field, margin, none).holds(history, to_move, cap, budget)
    }
}
