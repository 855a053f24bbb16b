//! Which method solves a game: the axes of its ruleset decide.

use shinpan_board::Player;
use shinpan_rules::{Game, Score};

use crate::kee;
use crate::limits::Limits;
use crate::loopy;
use crate::plain::solve_plain;
use crate::strategy::Strategy;
use crate::superko;
use crate::value::{Limit, Method, Solution, Value};

/// Room for lines of thousands of moves. It is asked for, and used only as far as lines are long.
const STACK: usize = 512 << 20;

/// Does work that may nest deeply.
fn deeply<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Limit> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread
            .map_err(|fault| Limit::Beyond(format!("no thread with a deep stack: {fault}")))?;
        thread.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}

/// Solves a game from where it stands, by the best method that is exact for it.
#[must_use]
pub fn solve(game: &Game, limits: &Limits<'_>) -> Solution {
    let found = deeply(|| {
        superko::solve(game, limits)
            .or_else(|_| loopy::solve(game, limits))
            .or_else(|_| kee::solve(game, limits))
            .unwrap_or_else(|_| solve_plain(game, limits))
    });
    found.unwrap_or_else(|limit| Solution {
        value: Value::Unknown(limit),
        without_draws: None,
        line: Vec::new(),
        nodes: 0,
        method: Method::Plain,
    })
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
    deeply(|| superko::strategy(game, player, margin, limits))?
}
