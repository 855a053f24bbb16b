//! Endgames on settled boards, and games whose phase has begun, under rulesets whose cycles are ruled on:
//! fixpoints over the states of what is left.
//!
//! What is proven here are bounds: what Black can force at least, and White. Each keeps to the points
//! that are left; the other may do what he likes. Where the bounds meet the value is exact.

mod answers;
mod before_proofs;
mod eyes;
mod graph;
mod ground;
mod judged;
mod layers;
mod life;
mod rest;

use std::rc::Rc;

use num_rational::Ratio;
use shinpan_board::Point;
use shinpan_rules::{Game, Status};

use crate::compact::{BLACK, Field, Mask, Stones, WHITE, walls, with_sets};
use crate::limits::{Budget, Limits};
use crate::loopy::{self, At, Known, Level, LoopyRules, end, line, offset};
use crate::value::{End, Limit, Method, Solution, Value};
pub(crate) use answers::strategies;
pub(crate) use before_proofs::solve_before_proofs;
use graph::{Reached, States};
use ground::Ground;
use layers::{Setting, Table};
use life::margins_by_life;
pub(crate) use rest::Rest;
use rest::held;

/// Whether a player has walls.
pub(crate) fn has_walls(game: &Game) -> bool {
    fn on<W: Mask>(game: &Game) -> bool {
        let stones = Stones::of_codes(game.position().codes());
        let field = Field::<W>::new(game.board());
        let walled = |field: Field<W>| {
            [BLACK, WHITE].into_iter().any(|player| walls(&field, stones, player).stones.any())
        };
        field.is_some_and(walled)
    }
    with_sets!(game.board().len(), M => on::<M>(game))
}

/// The margins that both players' walls hold, for Black at least and at most, before komi; `None` if the board
/// is too large.
pub(crate) fn held_by_walls(game: &Game) -> Option<[i32; 2]> {
    fn on<W: Mask>(game: &Game) -> Option<[i32; 2]> {
        let field = Field::<W>::new(game.board())?;
        Some(held(&field, Stones::of_codes(game.position().codes())))
    }
    with_sets!(game.board().len(), M => on::<M>(game))
}

/// The same as ends, with komi and what was paid; nothing is known of them once moves were made in the phase, which could be part
/// of a cycle.
pub(crate) fn ends_by_walls(game: &Game) -> [End; 2] {
    let margin = |margin: i32| End::Margin(Ratio::new(i64::from(margin) * 2 + offset(game), 2));
    let held = held_by_walls(game).filter(|_| game.moves_in_phase() == 0);
    held.map_or([End::Lost, End::Won], |held| held.map(margin))
}

/// Solves a game whose cycles are ruled on, among the points that are left.
///
/// # Errors
/// Why the ruleset is beyond this method.
pub(crate) fn solve(game: &Game, limits: &Limits<'_>) -> Result<Solution, Limit> {
    let rules = LoopyRules::of(game.ruleset())?;
    if game.players() != 2 {
        return Err(Limit::Beyond("this search is for two players".to_owned()));
    }
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::Endgame);
    if let Status::Over(outcome) = game.status() {
        solution.value = Value::Exact(End::of(outcome));
        return Ok(solution);
    }
    solve_in_play(game, &rules, limits, &mut solution);
    Ok(solution)
}

fn solve_in_play(game: &Game, rules: &LoopyRules, limits: &Limits<'_>, solution: &mut Solution) {
    // Who only keeps his walls has this at least.
    let [mut low, mut high] = ends_by_walls(game);
    let mut budget = Budget::new(limits);
    budget.tell(low, high);
    let found = match Settled::of(game, rules, &mut budget) {
        Ok(settled) => {
            [BLACK, WHITE].map(|side| Side::of(&settled, game, rules, side, &mut budget))
        }
        Err(limit) => [Err(limit.clone()), Err(limit)],
    };
    let mut limit = Limit::Beyond("no more is proven by what is left of the board".to_owned());
    // What each can force if a draw is as good as a loss for him.
    let mut forced = [low, high];
    for (side, found) in found.iter().enumerate() {
        match found {
            Ok(found) => {
                let At { stage, state, paid } = found.ground.start;
                if let Some((level, _)) = found.level(stage, state) {
                    forced[side] = end(sign(side) as Level * level, paid);
                }
            }
            Err(reason) => limit = reason.clone(),
        }
    }
    let [low_lost, high_lost] = forced;
    (low, high) = (low.max(low_lost), high.min(high_lost));
    budget.tell(low, high);
    if low == high {
        solution.without_draws = Some((low, high));
    } else {
        // And if it is as good as a win.
        for (side, found) in found.iter().enumerate() {
            let Ok(found) = found else { continue };
            match found.level_with_draws(rules, &mut budget) {
                Ok(Some(level)) => {
                    forced[side] = end(sign(side) as Level * level, found.ground.start.paid)
                }
                Ok(None) => {}
                Err(reason) => limit = reason,
            }
        }
        let [low_won, high_won] = forced;
        low = low.max(low_won.min(End::DRAW));
        high = high.min(high_won.max(End::DRAW));
        if low_lost == high_won && low_won == high_lost {
            solution.without_draws = Some((low_lost, low_won));
        }
    }
    solution.nodes = budget.nodes;
    solution.value = Value::between(low, high, limit);
    if let (Value::Exact(_), [Ok(black), Ok(white)]) = (&solution.value, &found) {
        solution.line = line(&Both { black, white }, rules, black.ground.start);
    }
}

/// What a player's margin is for Black's.
fn sign(side: usize) -> i64 {
    if side == BLACK { 1 } else { -1 }
}

/// A state of what is left.
pub(crate) type State = loopy::State<u64>;

/// What is left of a board.
struct Settled {
    /// From each player's side.
    rests: [Rc<Rest<u64>>; 2],
    states: Rc<States>,
    /// Where the game is, from Black's side.
    root: State,
    margins: [Vec<Level>; 2],
}

impl Settled {
    fn of(game: &Game, rules: &LoopyRules, budget: &mut Budget<'_>) -> Result<Settled, Limit> {
        with_sets!(game.board().len(), M => Settled::on::<M>(game, rules, budget))
    }

    fn on<W: Mask>(
        game: &Game,
        rules: &LoopyRules,
        budget: &mut Budget<'_>,
    ) -> Result<Settled, Limit> {
        let whole = Field::<W>::of(game.board())?;
        let stones = Stones::of_codes(game.position().codes());
        let rest = |side| {
            let beyond = || Limit::Beyond("more points than 60 are left unsettled".to_owned());
            let mut rest = Rest::<u64>::of(&whole, stones, side, 1).ok_or_else(beyond)?;
            // Where life is decided stones that are dead need not be taken off.
            rest.outside.cleaning &= !rules.life;
            Ok(Rc::new(rest))
        };
        let rests = [rest(BLACK)?, rest(WHITE)?];
        let ban = game.ko_point_before_passes();
        let root = State {
            stones: rests[BLACK].stones,
            to_move: game.to_move().index(),
            passed: game.passes_in_row() > 0,
            ban: ban.and_then(|point| rests[BLACK].place(point.index())),
        };
        let states = Rc::new(States::of(&rests, root, rules.ko_stands, budget)?);
        let sides = sides(&states);
        let margins = match rules.life {
            true => margins_by_life(&rests, &sides, budget)?,
            false => [BLACK, WHITE].map(|side| {
                let margin = |stones: Stones<u64>| stones.margin(&rests[side].field) as Level;
                sides[side].positions().map(margin).collect()
            }),
        };
        Ok(Settled { rests, states, root, margins })
    }
}

/// The states as each player sees them.
fn sides(states: &Rc<States>) -> [Reached; 2] {
    [BLACK, WHITE].map(|side| Reached::of(Rc::clone(states), side))
}

/// What a player can force: he is Black there.
struct Side {
    ground: Ground,
    /// Play without end being his loss.
    table: Table,
}

impl Side {
    fn of(
        settled: &Settled,
        game: &Game,
        rules: &LoopyRules,
        side: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Side, Limit> {
        let ground = Ground::of(settled, game, side)?;
        let table = ground.setting(rules).solve(budget)?;
        Ok(Side { ground, table })
    }

    /// What he can force, play without end being his loss.
    fn level(&self, stage: usize, state: State) -> Option<(Level, u32)> {
        let number = self.ground.reached.number(state)?;
        Some(self.table.value(stage.checked_sub(self.ground.start.stage)?, number))
    }

    /// What he can force from where the game is, play without end being his win.
    fn level_with_draws(
        &self,
        rules: &LoopyRules,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Level>, Limit> {
        let ground = &self.ground;
        let table = Setting { endless_won: true, ..ground.setting(rules) }.solve(budget)?;
        Ok(ground.reached.number(ground.start.state).map(|number| table.value(0, number).0))
    }
}

/// Both players' tables, for a line of best play.
struct Both<'a> {
    black: &'a Side,
    white: &'a Side,
}

impl Known<u64> for Both<'_> {
    fn field(&self) -> &Field<u64> {
        &self.black.ground.rest.field
    }

    fn open(&self) -> u64 {
        self.black.ground.rest.open
    }

    fn point(&self, place: usize) -> Point {
        self.black.ground.rest.points[place]
    }

    fn level(&self, stage: usize, state: State, exchanged: bool) -> Option<(Level, u32)> {
        let side = if exchanged { self.white } else { self.black };
        side.level(stage, state.after_a_ban(WHITE))
    }

    fn counted(&self, state: State) -> Option<Level> {
        let ground = &self.black.ground;
        Some(ground.margins[ground.reached.position(ground.reached.number(state)?)])
    }
}

#[cfg(test)]
mod tests;
