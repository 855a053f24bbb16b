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
mod ground;
mod held;
mod kept;
mod left;
mod line;
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
use crate::proofs::Proofs;
use crate::value::{End, Limit, Method, Solution, Value};
use ground::Ground;
use held::{Held, MOST_POINTS, Side};
use kept::Kept;
use left::Left;
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

/// Solves a game under Kee Rules. What is kept is begun from, and what is found takes its place.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn solve(
    game: &Game,
    limits: &Limits<'_>,
    proofs: Option<&mut Proofs>,
) -> Result<Solution, Limit> {
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
    let (komi, points) = (game.compensation(), game.board().len());
    let end = |margin: Score| End::Margin(margin - komi);
    let field = Field::<u32>::new(game.board());
    let whole = field.as_ref().map(|field| sides_of(game, field)).transpose();
    let left = if points > MOST_POINTS {
        Left::of(game)
    } else {
        Err(Limit::Beyond("the board is small enough to be looked at as it is".to_owned()))
    };
    let mut limit = match (&left, &whole) {
        (Err(_), Err(why)) => return Err(why.clone()),
        (Err(why), Ok(None)) => {
            without_passes(game)?;
            Some(why.clone())
        }
        _ => None,
    };
    let whole = whole.unwrap_or_default();
    // What walls hold needs no search.
    let all = Ratio::from(points as i64);
    let mut bounds = held_by_walls(game)
        .map_or([-all, all], |held| held.map(|margin| Ratio::from(i64::from(margin))));
    let known = proofs.as_ref().map_or((End::Lost, End::Won), |proofs| proofs.bounds(game));
    let margin = |end: End| end.margin().map(|margin| margin + komi);
    bounds[0] = margin(known.0).map_or(bounds[0], |low| low.max(bounds[0]));
    bounds[1] = margin(known.1).map_or(bounds[1], |high| high.min(bounds[1]));
    let kept = proofs.as_ref().map(|proofs| Kept::of(&proofs.credits)).transpose();
    let mut kept = kept?;
    let mut budget = Budget::new(limits);
    if let Ok(left) = &left {
        if whole.is_some() {
            budget.limits.nodes = limits.nodes.min(LEFT_NODES);
        }
        let mut held = Held::new(left.sides(), komi, bounds, kept.as_mut());
        limit = held.settle(&mut budget);
        bounds = held.bounds();
        solution.line = held.line(limits.nodes, &mut budget);
        budget.limits.nodes = limits.nodes;
    }
    let open = bounds[0] < bounds[1] && limit != Some(Limit::Stopped);
    if let Some(sides) = whole.filter(|_| open) {
        let mut held = Held::new(sides, komi, bounds, kept.as_mut());
        limit = held.settle(&mut budget);
        bounds = held.bounds();
        solution.line = held.line(limits.nodes, &mut budget);
    }
    if let (Some(proofs), Some(kept)) = (proofs, &kept) {
        kept.leave(&mut proofs.credits);
    }
    let [low, high] = bounds.map(end);
    solution.nodes = budget.nodes;
    solution.value = Value::between(low, high, limit.unwrap_or(Limit::Stopped));
    Ok(solution)
}

/// On boards of more points than 12 what walls leave is looked at first, with so many nodes where all of the board can be looked at, too.
const LEFT_NODES: u64 = 20_000_000;

/// Both players' sides on a whole board.
fn sides_of<'a>(game: &Game, field: &'a Field<u32>) -> Result<[Side<'a>; 2], Limit> {
    let stood = without_passes(game)?.filter_map(|number| game.position_after(number));
    let history: Vec<Stones<u32>> = stood.map(|codes| Stones::of_codes(&codes)).collect();
    let exchanged = history.iter().map(|stones| stones.exchanged()).collect();
    let (ground, to_move) = (Ground::whole(field), game.to_move().index());
    let side = |history, to_move| Side { ground, name: Vec::new(), history, to_move };
    Ok([side(history, to_move), side(exchanged, 1 - to_move)])
}

#[cfg(test)]
mod tests;
