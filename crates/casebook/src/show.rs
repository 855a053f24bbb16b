//! What was found, in the words of the case language.

use shinpan_board::{Board, Player, Point, Stone, symbol};

use crate::case::Outcome;
use crate::engine::{Ban, Cycle, Refusal, Score};

/// A list as text, or `none`.
pub(crate) fn list<T>(items: &[T], show: impl Fn(&T) -> String) -> String {
    if items.is_empty() {
        return "none".to_owned();
    }
    items.iter().map(show).collect::<Vec<_>>().join(" ")
}

pub(crate) fn points(board: &Board, points: &[Point]) -> String {
    list(points, |&point| board.name(point))
}

pub(crate) fn per_player<T: ToString>(values: &[T]) -> String {
    let named: Vec<String> = Player::all(values.len())
        .zip(values)
        .map(|(player, value)| format!("{player} {}", value.to_string()))
        .collect();
    named.join(" ")
}

pub(crate) fn refusal(refusal: &Refusal) -> String {
    let clause = refusal.clause.as_deref().unwrap_or("?");
    let repeats = refusal.repeats.map(|made| format!(" repeats {made}")).unwrap_or_default();
    format!("{clause} {}{repeats}", refusal.reason)
}

pub(crate) fn ban(board: &Board, ban: &Ban) -> String {
    let Refusal { reason, clause, repeats } = &ban.refusal;
    let clause = clause.as_deref().unwrap_or("?");
    let repeats = repeats.map(|made| format!(" repeats {made}")).unwrap_or_default();
    format!("{} {reason} {clause}{repeats}", board.name(ban.point))
}

/// Rows separated by `/`.
pub(crate) fn position(board: &Board, codes: &[u8]) -> String {
    let columns = board.shape().grid().map_or(codes.len(), |(columns, _)| columns);
    let sign = |&code: &u8| Stone::from_code(code).map_or('?', symbol);
    let rows = codes.chunks(columns.max(1)).map(|row| row.iter().map(sign).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

pub(crate) fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Win(player) => format!("win {player}"),
        Outcome::Draw => "draw".to_owned(),
        Outcome::NoResult => "no-result".to_owned(),
        Outcome::Ranking(None) => "ranking".to_owned(),
        Outcome::Ranking(Some(places)) => {
            let place = |place: &Vec<Player>| {
                place.iter().map(|player| player.name()).collect::<Vec<_>>().join(" = ")
            };
            format!("ranking {}", places.iter().map(place).collect::<Vec<_>>().join(" > "))
        }
    }
}

pub(crate) fn scores(scores: Option<&[Score]>) -> String {
    scores.map_or_else(|| "no scores".to_owned(), per_player)
}

pub(crate) fn cycle(cycle: Option<&Cycle>) -> String {
    match cycle {
        None => "no cycle".to_owned(),
        Some(Cycle { from, to, passes }) => {
            format!("from {from} to {to} passes {}", per_player(passes))
        }
    }
}
