//! Where a player stands: the points that are left, the states on them that can be reached, and what stood before.

use std::rc::Rc;

use shinpan_rules::Game;

use super::graph::Reached;
use super::layers::{Ends, Setting};
use super::rest::Rest;
use super::{Settled, sign};
use crate::compact::{BLACK, Stones};
use crate::loopy::{At, Level, LoopyRules, offset};
use crate::value::Limit;

/// What a player, who is Black there, goes by.
pub(crate) struct Ground {
    pub(crate) rest: Rc<Rest<u64>>,
    pub(crate) reached: Reached,
    /// His margin where the board is counted, for each position.
    pub(crate) margins: Vec<Level>,
    /// Whether a state stood before in this stage.
    pub(crate) past: Vec<bool>,
    /// Where the game is.
    pub(crate) start: At<u64>,
}

impl Ground {
    /// From a player's side.
    pub(crate) fn of(settled: &Settled, game: &Game, side: usize) -> Result<Ground, Limit> {
        let (rest, margins) = (Rc::clone(&settled.rests[side]), settled.margins[side].clone());
        let state = if side == BLACK { settled.root } else { settled.root.exchanged() };
        let reached = Reached::of(Rc::clone(&settled.states), side);
        let past = past(game, &rest, &reached, side)?;
        let paid = offset(game) + 2 * sign(side) * i64::from(rest.settled);
        let start = At { stage: LoopyRules::stage_of(game), state, paid };
        Ok(Ground { rest, reached, margins, past, start })
    }

    /// What there is to be solved if the game ends by a count, play without end being his loss.
    pub(crate) fn setting<'a>(&'a self, rules: &'a LoopyRules) -> Setting<'a> {
        Setting {
            rest: &self.rest,
            reached: &self.reached,
            ends: Ends::Counted(&self.margins),
            rules,
            first: self.start.stage,
            past: &self.past,
            endless_won: false,
        }
    }
}

/// The states that stood before in this stage, by position and player to move.
///
/// # Errors
/// If the present one did, with another ban.
fn past(game: &Game, rest: &Rest<u64>, reached: &Reached, side: usize) -> Result<Vec<bool>, Limit> {
    let moves = game.moves_in_phase();
    let now = game.moves_made();
    let whole = game.position().codes();
    let mut stood: Vec<(Stones<u64>, usize)> = Vec::new();
    for back in 1..=moves {
        let Some(codes) = game.position_after(now - back) else { break };
        let to_move = ((game.to_move().index() + back) % 2) ^ side;
        // Another position where all is settled comes never back.
        if !rest.same_settled(&codes, whole) {
            continue;
        }
        if codes == whole && to_move == game.to_move().index() ^ side {
            return Err(Limit::Beyond("this position stood before with another ban".to_owned()));
        }
        stood.push((rest.seen(&codes, side), to_move));
    }
    if stood.is_empty() {
        return Ok(Vec::new());
    }
    let before = |state| stood.contains(&(reached.stones(state), reached.to_move(state)));
    Ok((0..reached.len()).map(before).collect())
}
