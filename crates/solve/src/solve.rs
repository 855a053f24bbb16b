//! Which method solves a game: the axes of its ruleset decide.

use shinpan_board::Player;
use shinpan_rules::{Game, Score};

use crate::kee;
use crate::limits::Limits;
use crate::loopy;
use crate::plain::solve_plain;
use crate::strategy::Strategy;
use crate::superko;
use crate::value::{Limit, Solution};

/// Solves a game from where it stands, by the best method that is exact for it.
#[must_use]
pub fn solve(game: &Game, limits: &Limits<'_>) -> Solution {
    superko::solve(game, limits)
        .or_else(|_| loopy::solve(game, limits))
        .or_else(|_| kee::solve(game, limits))
        .unwrap_or_else(|_| solve_plain(game, limits))
}

/// Writes down how a player gets a margin: Black at least this, White at most.
///
/// # Errors
/// Why it cannot be written down: the ruleset is not of the superko family, a limit, or that the player
/// cannot get the margin.
pub fn strategy(
    game: &Game,
    player: Player,
    margin: Score,
    limits: &Limits<'_>,
) -> Result<Strategy, Limit> {
    superko::strategy(game, player, margin, limits)
}
