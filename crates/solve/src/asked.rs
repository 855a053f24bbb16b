//! What interfaces ask, and the report they are given.

use shinpan_rules::{Game, Komi, Score};

use crate::limits::Limits;
use crate::report::SolutionReport;
use crate::solve::{at_least, shares, solve_on_threads};

/// What cannot be asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AskedError {
    /// The text is no margin.
    #[error("expected points or half points (3, -1/2, 7.5), 10000 at most, found `{0}`")]
    Margin(String),
    /// A margin, with more than two players.
    #[error("a margin is between two players")]
    Players,
}

/// Reads a margin to ask about: a multiple of half a point from -10000 to 10000.
///
/// # Errors
/// That the text is none.
pub fn read_margin(text: &str) -> Result<Score, AskedError> {
    let points: Result<Komi, _> = text.parse();
    points.map(Komi::score).map_err(|_| AskedError::Margin(text.chars().take(40).collect()))
}

/// What is proven of a game: its value, or whether Black gets the margin asked about, or what each of more
/// than two players can get. The seconds are 0: nobody reads a clock here.
///
/// # Errors
/// A margin that is asked about where more than two play.
pub fn report(
    game: &Game,
    asked: Option<Score>,
    limits: &Limits<'_>,
    threads: usize,
) -> Result<SolutionReport, AskedError> {
    match asked {
        Some(_) if game.players() > 2 => Err(AskedError::Players),
        Some(margin) => {
            let found = at_least(game, margin, limits, threads, None);
            Ok(SolutionReport::of(game, &found, 0.0).asked(margin, &found.value))
        }
        None if game.players() > 2 => {
            Ok(SolutionReport::of_shares(game, &shares(game, limits), 0.0))
        }
        None => {
            let found = solve_on_threads(game, limits, threads, None);
            Ok(SolutionReport::of(game, &found, 0.0))
        }
    }
}
