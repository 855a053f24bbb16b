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
mod segment;

use num_rational::Ratio;
use shinpan_rules::{
    Count, Ending, Game, Move, Ruleset, Sameness, Score, Status, Suicide, Then, Window,
};

use crate::compact::{Field, Stones};
use crate::limits::{Budget, Limits};
use crate::plain::end_of;
use crate::value::{End, Limit, Method, Solution, Value};
use certify::Arena;

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
    let mut solution = Solution {
        value: Value::Unknown(Limit::Stopped),
        without_draws: None,
        line: Vec::new(),
        nodes: 0,
        method: Method::Passes,
    };
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
    let field = Field::<u32>::new(game.board())
        .filter(|field| field.points <= 16)
        .ok_or_else(|| Limit::Beyond("this search is for up to 16 points".to_owned()))?;
    let history: Vec<Stones<u32>> = (first..=game.moves_made())
        .filter_map(|number| Some(Stones::of_codes(&game.position_after(number)?)))
        .collect();
    let mut budget = Budget::new(limits);
    let komi = game.komi().score();
    let to_move = game.to_move().index();
    let found = value(&field, &history, to_move, komi, &mut budget);
    solution.nodes = budget.nodes;
    let (low, high, limit) = found;
    solution.value = match (low, high) {
        (Some(low), Some(high)) if low == high => Value::Exact(End::Margin(low - komi)),
        (low, high) => Value::between(
            low.map_or(End::Lost, |low| End::Margin(low - komi)),
            high.map_or(End::Won, |high| End::Margin(high - komi)),
            limit.unwrap_or_else(|| Limit::Beyond("no certificate was found".to_owned())),
        ),
    };
    Ok(solution)
}

/// Averages with at most this denominator are tried.
const DENOMINATORS: i64 = 6;

/// The bounds that were proven, before komi: what Black can hold, and what White can.
fn value(
    field: &Field<u32>,
    history: &[Stones<u32>],
    to_move: usize,
    komi: Score,
    budget: &mut Budget<'_>,
) -> (Option<Score>, Option<Score>, Option<Limit>) {
    let points = field.points as i64;
    let mut low = Some(Ratio::from_integer(-points));
    let mut high = Some(Ratio::from_integer(points));
    let exchanged: Vec<Stones<u32>> =
        history.iter().map(|&Stones([black, white])| Stones([white, black])).collect();
    // A draw without a scoring position is worth the komi here: 0 when komi is counted.
    let ask = |black: bool, margin: Score, budget: &mut Budget<'_>| {
        let (history, to_move, margin, none) = if black {
            (history, to_move, margin, margin <= komi)
        } else {
            (exchanged.as_slice(), 1 - to_move, -margin, margin >= komi)
        };
        Arena::new(field, margin, none).holds(history, to_move, budget)
    };
    let mut try_at = |margin: Score, budget: &mut Budget<'_>| -> Result<(bool, bool), Limit> {
        let black = low.is_some_and(|low| margin <= low) || ask(true, margin, budget)?;
        if black {
            low = low.map(|low| low.max(margin));
        }
        let white = high.is_some_and(|high| margin >= high) || ask(false, margin, budget)?;
        if white {
            high = high.map(|high| high.min(margin));
        }
        budget.tell(
            low.map_or(End::Lost, |low| End::Margin(low - komi)),
            high.map_or(End::Won, |high| End::Margin(high - komi)),
        );
        Ok((black, white))
    };
    let mut search = || -> Result<(), Limit> {
        // The draw first: then whole margins, halving what is left.
        let (mut least, mut most) = (-points, points);
        let mut at = komi;
        loop {
            match try_at(at, budget)? {
                (true, true) => return Ok(()),
                (true, false) => least = least.max(at.floor().to_integer()),
                (false, true) => most = most.min(at.ceil().to_integer()),
                (false, false) => return Ok(()),
            }
            if most - least <= 1 {
                break;
            }
            at = Ratio::from_integer((least + most).div_euclid(2));
        }
        for denominator in 1..=DENOMINATORS {
            for numerator in least * denominator..=most * denominator {
                let at = Ratio::new(numerator, denominator);
                if *at.denom() == denominator && try_at(at, budget)? == (true, true) {
                    return Ok(());
                }
            }
        }
        Ok(())
    };
    let limit = search().err();
    (low, high, limit)
}
