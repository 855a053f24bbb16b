//! Games whose cycles are ruled on: the long-cycle rule in every stage, area with basic ko, Japanese.

mod fixpoint;
mod graph;
mod life;
mod rules;
mod table;

use num_rational::Ratio;
use shinpan_board::{Player, Point};
use shinpan_rules::{Count, Game, Move, Status};

use crate::compact::{BLACK, Field, Mask, Stones};
use crate::limits::{Budget, Limits};
use crate::plain::end_of;
use crate::value::{End, Limit, Method, Solution, Value};
use graph::{MOST_POINTS, State};
use rules::LoopyRules;
use table::{ENDLESS, Level, Values};

/// Solves a game whose cycles are ruled on, by a table of all states of its board.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn solve(game: &Game, limits: &Limits<'_>) -> Result<Solution, Limit> {
    let rules = LoopyRules::of(game.ruleset())?;
    if game.players() != 2 {
        return Err(Limit::Beyond("this search is for two players".to_owned()));
    }
    let mut solution = Solution {
        value: Value::Unknown(Limit::Stopped),
        without_draws: None,
        line: Vec::new(),
        nodes: 0,
        method: Method::Fixpoint,
    };
    if let Status::Over(outcome) = game.status() {
        solution.value = Value::Exact(end_of(outcome));
        return Ok(solution);
    }
    if game.moves_in_phase() > 0 {
        return Err(Limit::Beyond(
            "moves of this phase could be part of a cycle: the table is for fresh phases"
                .to_owned(),
        ));
    }
    let beyond = || Limit::Beyond("a table of all states is for up to 16 points".to_owned());
    let field = Field::<u32>::new(game.board())
        .filter(|field| field.points <= MOST_POINTS)
        .ok_or_else(beyond)?;
    let mut budget = Budget::new(limits);
    let found = Values::of(&field, &rules, &mut budget);
    solution.nodes = budget.nodes;
    let values = match found {
        Ok(values) => values,
        Err(limit) => {
            solution.value = Value::Unknown(limit);
            return Ok(solution);
        }
    };
    let state = State {
        stones: Stones::of_codes(game.position().codes()),
        to_move: game.to_move().index(),
        passed: false,
        ban: game.ko_point().map(Point::index),
    };
    let at = At { stage: LoopyRules::stage_of(game), state, paid: offset(game) };
    let levels = levels(&values, &at);
    // Who always passes pays nothing, so no count is further off than all of the board.
    let margin = |level: Level| usize::from(level.unsigned_abs()) <= field.points;
    if levels.iter().any(|&level| !margin(level) && level.abs() < ENDLESS) {
        let why = "the levels of the fixpoint were cut off too low".to_owned();
        solution.value = Value::Unknown(Limit::Beyond(why));
        return Ok(solution);
    }
    let (low, high) = bounds(&values, &at);
    solution.without_draws = Some((low, high));
    solution.value = Value::Exact(low.max(high.min(End::DRAW)));
    solution.line = line(&field, &values, &rules, at);
    Ok(solution)
}

/// Where a line has come to: what is added to the margin so far is in half points.
#[derive(Clone, Copy)]
struct At {
    stage: usize,
    state: State,
    paid: i64,
}

/// What Black can force if draws are his losses, and if they are his wins, from here on.
fn levels(values: &Values<'_>, at: &At) -> [Level; 2] {
    let stage = &values.stages[at.stage];
    let of = |state: State| stage.values[values.graph.number(state)];
    // From the other side: what White cannot prevent is what Black can force there.
    [of(at.state), -of(at.state.exchanged())]
}

/// The same with all that was paid before.
fn bounds(values: &Values<'_>, at: &At) -> (End, End) {
    let [low, high] = levels(values, at);
    (end(low, at.paid), end(high, at.paid))
}

fn end(level: Level, paid: i64) -> End {
    match level {
        ENDLESS.. => End::Won,
        level if level <= -ENDLESS => End::Lost,
        level => End::Margin(Ratio::new(2 * i64::from(level) + paid, 2)),
    }
}

/// Komi, and what plays and prisoners before count, in half points.
fn offset(game: &Game) -> i64 {
    let mut halves = -(game.komi().score() * 2).to_integer();
    if game.ruleset().count == Count::Territory {
        let prisoners = game.prisoners();
        let of = |player: Player| {
            let standing = game.position().stones().filter(|s| s.player() == Some(player)).count();
            standing as i64 + i64::from(prisoners[player])
        };
        halves += 2 * (of(Player::WHITE) - of(Player::BLACK));
    }
    halves
}

/// The longest line that is shown.
const LONGEST: usize = 100;

/// Moves of best play. Who can win makes moves that come nearer to it; the other keeps the value. A
/// draw ends where a state comes back.
fn line(field: &Field<u32>, values: &Values<'_>, rules: &LoopyRules, mut at: At) -> Vec<Move> {
    let mut line = Vec::new();
    let mut seen = Vec::new();
    while line.len() < LONGEST && !seen.contains(&(at.stage, at.state)) {
        seen.push((at.stage, at.state));
        let (low, high) = bounds(values, &at);
        let black = at.state.to_move == BLACK;
        let mut best: Option<((bool, u32), Option<At>, Move)> = None;
        let mut offer = |next: Option<At>, made: Move, low_after: End, high_after: End| {
            let keeps = match (black, low > End::DRAW, high < End::DRAW) {
                (_, true, _) => low_after == low,
                (_, _, true) => high_after == high,
                (true, ..) => high_after >= End::DRAW,
                (false, ..) => low_after <= End::DRAW,
            };
            // Nearer: what was found earlier.
            let when = next.map_or(0, |next| {
                let other_side = high < End::DRAW;
                let state = if other_side { next.state.exchanged() } else { next.state };
                values.stages[next.stage].when[values.graph.number(state)]
            });
            let rank = (next.is_some_and(|next| next.stage == at.stage), when);
            if keeps && best.as_ref().is_none_or(|(so_far, ..)| rank < *so_far) {
                best = Some((rank, next, made));
            }
        };
        let mut go_on = |made: Move, next: At| {
            let (low, high) = bounds(values, &next);
            offer(Some(next), made, low, high);
        };
        match at.state.pass() {
            Some(state) => go_on(Move::Pass, At { state, ..at }),
            None if at.stage + 1 < rules.stages.len() => {
                let state = at.state.next_stage(rules.ko_stands);
                go_on(Move::Pass, At { stage: at.stage + 1, state, ..at });
            }
            None => {
                let end = end(values.counted(at.state), at.paid);
                offer(None, Move::Pass, end, end);
            }
        }
        let cost = 2 * i64::from(rules.stages[at.stage].cost);
        let paid = at.paid + if black { -cost } else { cost };
        for point in (field.all & !at.state.stones.taken()).points() {
            if let Some(state) = at.state.play(field, point) {
                let (low, high) = bounds(values, &At { state, paid, ..at });
                let made = Move::Play(Point::new(point as u16));
                offer(Some(At { state, paid, ..at }), made, low, high);
            }
        }
        let Some((_, next, made)) = best else { break };
        line.push(made);
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    line
}
