//! Whole numbers and seconds, each read under the name of its argument: what is out of range is an error of the package.

use std::collections::BTreeMap;
use std::time::Duration;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use shinpan_board::{Board, ByPlayer, MAX_PLAYERS};
use shinpan_referee::{checked_handicap, checked_prisoners};

use super::player;
use crate::errors::{fault_at, record_error};

/// A year of seconds and more: so long nobody waits.
const MOST_SECONDS: f64 = 1e9;

/// A whole number that fits.
fn whole<T: TryFrom<i128>>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    let number = match value.extract::<i128>() {
        Err(fault) if !fault.is_instance_of::<PyOverflowError>(value.py()) => return Err(fault),
        number => number.ok(),
    };
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        let text = value.str().map_or_else(|_| String::new(), |text| text.to_string());
        let wanted = if text.starts_with('-') { "from 0" } else { "of 64 bits" };
        let text: String = text.chars().take(40).collect();
        fault_at(name, format!("expected a whole number {wanted}, found {text}"))
    })
}

/// Readers of arguments for `from_py_with`: a number, or one that may be left out.
macro_rules! numbers {
    ($($name:ident: $type:ty),+ $(,)?; $($maybe:ident: $or_none:ty),+ $(,)?) => {
        $(pub(crate) fn $name(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            whole(stringify!($name), value)
        })+
        $(pub(crate) fn $maybe(value: &Bound<'_, PyAny>) -> PyResult<Option<$or_none>> {
            if value.is_none() { Ok(None) } else { whole(stringify!($maybe), value).map(Some) }
        })+
    };
}

numbers! {
    columns: usize, game: usize, handicap: i128, max_memory: u64, max_nodes: u64, max_record: u64, moves: usize, number: u64,
    rows: usize;
    at: usize, numbers: usize, players: i128, threads: usize
}

/// For `max_nodes` where there may be no limit.
pub(crate) fn max_nodes_or_none(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if value.is_none() { Ok(None) } else { max_nodes(value).map(Some) }
}

/// The children of a tree that make a line; none: the first of each.
pub(crate) fn variation(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<usize>>> {
    if value.is_none() {
        return Ok(None);
    }
    let numbers: Vec<Bound<'_, PyAny>> = value.extract()?;
    numbers.iter().map(|number| whole("variation", number)).collect::<PyResult<_>>().map(Some)
}

/// How many play: two, if nothing is said.
pub(crate) fn players_of(number: Option<i128>) -> PyResult<usize> {
    let number = number.unwrap_or(2);
    let found = usize::try_from(number).ok().filter(|found| (2..=MAX_PLAYERS).contains(found));
    found.ok_or_else(|| {
        fault_at("players", format!("expected 2 to {MAX_PLAYERS} players, found {number}"))
    })
}

/// Captured stones by player, as many as a record can say.
pub(crate) fn prisoners_of(
    held: Option<BTreeMap<String, Bound<'_, PyAny>>>,
    players: usize,
) -> PyResult<ByPlayer<u32>> {
    let mut counts = ByPlayer::new(players, |_| 0);
    for (name, count) in held.unwrap_or_default() {
        let owner = player(&name, players)?;
        let count = whole("prisoners", &count)?;
        counts[owner] = checked_prisoners(count, owner).map_err(|fault| record_error(&fault))?;
    }
    Ok(counts)
}

/// Handicap stones, as many as a record can say.
pub(crate) fn handicap_on(board: &Board, number: i128) -> PyResult<u32> {
    checked_handicap(number, board).map_err(|fault| record_error(&fault))
}

/// `max_seconds` as a duration; none is without a limit.
pub(crate) fn seconds(limit: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(limit) = limit else { return Ok(None) };
    if (0.0..=MOST_SECONDS).contains(&limit) {
        return Ok(Some(Duration::from_secs_f64(limit)));
    }
    let why = "expected seconds from 0 to 1000000000, or None for no limit";
    Err(fault_at("max_seconds", format!("{why}, found {limit:?}")))
}
