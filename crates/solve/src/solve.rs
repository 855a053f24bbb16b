//! Which method solves a game: the axes of its ruleset decide.

use shinpan_rules::Game;

use crate::kee;
use crate::limits::Limits;
use crate::loopy;
use crate::plain::solve_plain;
use crate::superko;
use crate::value::Solution;

/// Solves a game from where it stands, by the best method that is exact for it.
#[must_use]
pub fn solve(game: &Game, limits: &Limits<'_>) -> Solution {
    superko::solve(game, limits)
        .or_else(|_| loopy::solve(game, limits))
        .or_else(|_| kee::solve(game, limits))
        .unwrap_or_else(|_| solve_plain(game, limits))
}
