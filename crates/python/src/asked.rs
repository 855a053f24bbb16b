//! What Python callers write: rulesets, komi, players, points, positions in their usual forms; numbers are in `asked/number.rs`.

mod number;

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use shinpan_board::{Player, Point, Stone, parse_rows};
use shinpan_rules::{Komi, Notice, ReadRuleset, Score};

use crate::board::Board;
use crate::errors::{BoardError, PositionError, RulesetError, fault_at};
use crate::position::Position;
use crate::ruleset::Ruleset;

pub(crate) use number::*;

/// An argument that may be of several types, each of which is tried in turn: what is expected is said in one sentence.
macro_rules! one_of {
    ($(#[$about:meta])* $name:ident $(<$py:lifetime>)?, $expected:literal: $($kind:ident($type:ty)),+ $(,)?) => {
        $(#[$about])*
        pub(crate) enum $name $(<$py>)? { $($kind($type)),+ }

        impl<'py> FromPyObject<'_, 'py> for $name $(<$py>)? {
            type Error = PyErr;

            fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                $(if let Ok(read) = value.extract::<$type>() {
                    return Ok($name::$kind(read));
                })+
                Err(crate::asked::unexpected(&value, $expected))
            }
        }
    };
}
pub(crate) use one_of;

/// The error for something of another type than is expected.
pub(crate) fn unexpected(found: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let mut told = kind_of(found);
    let inside: Vec<Bound<'_, PyAny>> = match found.cast::<PyDict>() {
        Ok(dict) => dict.values().iter().collect(),
        Err(_) if found.is_instance_of::<PyList>() || found.is_instance_of::<PyTuple>() => {
            found.extract().unwrap_or_default()
        }
        Err(_) => Vec::new(),
    };
    let mut kinds: Vec<String> = inside.iter().map(kind_of).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if !kinds.is_empty() {
        told += &format!(" of {}", shinpan_board::listed(&kinds, " and "));
    }
    PyTypeError::new_err(format!("expected {expected}, found {told}"))
}

fn kind_of(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| String::new(), |name| name.to_string())
}

one_of! {
    /// A ruleset, or its name.
    Rules<'py>, "a Ruleset or the name of one": Ruleset(PyRef<'py, Ruleset>), Text(String)
}

impl Rules<'_> {
    pub(crate) fn read(&self) -> PyResult<ReadRuleset> {
        match self {
            Rules::Ruleset(ruleset) => Ok(ruleset.read.clone()),
            Rules::Text(text) => shinpan_rules::Ruleset::read(text)
                .map_err(|fault| RulesetError::new_err(fault.to_string())),
        }
    }
}

one_of! {
    /// A board, or what it is called: `9x9`, `torus 5x5`.
    BoardLike<'py>, "a Board or what it is called, like '9x9'": Board(PyRef<'py, Board>), Text(String)
}

impl BoardLike<'_> {
    pub(crate) fn read(&self) -> PyResult<Arc<shinpan_board::Board>> {
        match self {
            BoardLike::Board(board) => Ok(Arc::clone(&board.board)),
            BoardLike::Text(text) => shinpan_board::Board::parse(text)
                .map(Arc::new)
                .map_err(|fault| BoardError::new_err(fault.to_string())),
        }
    }
}

one_of! {
    /// What stands on a board: a position, the rows of a diagram (on lines or parted by `/`), or players by points.
    Stones<'py>, "a Position, the rows of a diagram, or a dict of players by points":
        Position(PyRef<'py, Position>), Rows(String), Points(BTreeMap<String, String>)
}

impl Stones<'_> {
    /// What stands on each point of a board.
    pub(crate) fn read(&self, board: &shinpan_board::Board) -> PyResult<Vec<Stone>> {
        match self {
            Stones::Position(position) if *position.board != *board => {
                let (found, wanted) = (position.board.describe(), board.in_words());
                let told = format!("expected a position on the {wanted}, found {found}");
                Err(PositionError::new_err(told))
            }
            Stones::Position(position) => Ok(position.position.stones().collect()),
            Stones::Rows(rows) => parse_rows(board, &rows.replace('/', "\n"))
                .map_err(|fault| PositionError::new_err(fault.to_string())),
            Stones::Points(points) => {
                let mut stones = vec![Stone::EMPTY; board.len()];
                for (name, owner) in points {
                    let owner = Player::parse(owner).ok_or_else(|| {
                        PositionError::new_err(format!(
                            "{name}: expected a player, found `{owner}`"
                        ))
                    })?;
                    stones[point(board, name)?.index()] = owner.stone();
                }
                Ok(stones)
            }
        }
    }
}

/// A point by its name.
pub(crate) fn point(board: &shinpan_board::Board, name: &str) -> PyResult<Point> {
    board.parse_point(name).ok_or_else(|| {
        let name: String = name.chars().take(40).collect();
        let board = board.in_words();
        BoardError::new_err(format!("expected a point of the {board}, found `{name}`"))
    })
}

/// A player by name, among so many.
pub(crate) fn player(name: &str, players: usize) -> PyResult<Player> {
    Player::parse(name).filter(|player| player.index() < players).ok_or_else(|| {
        let name: String = name.chars().take(40).collect();
        fault_at("player", format!("expected one of the {players} players, found `{name}`"))
    })
}

/// A komi: an `int`, `float`, `Fraction`, `Decimal`, or its text.
pub(crate) fn komi(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Komi>> {
    let Some(value) = value else { return Ok(None) };
    let text = value.str()?.to_string();
    Komi::from_str(&text).map(Some).map_err(|fault| fault_at("komi", fault))
}

/// A margin to ask about: an `int`, `float`, `Fraction`, `Decimal`, or its text.
pub(crate) fn margin(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Score>> {
    let Some(value) = value else { return Ok(None) };
    let margin = shinpan_solve::read_margin(&value.str()?.to_string());
    margin.map(Some).map_err(|fault| fault_at("at_least", fault))
}

/// When cycles are ruled on.
pub(crate) fn notice(text: Option<&str>) -> PyResult<Option<Notice>> {
    let Some(text) = text else { return Ok(None) };
    shinpan_rules::notice(text).map(Some).ok_or_else(|| {
        let why = "expected `automatic`, `claim` or a number from 2";
        fault_at("cycles", format!("{why}, found `{text}`"))
    })
}

/// An exact number as a `fractions.Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, score: Score) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")?.call1((*score.numer(), *score.denom()))
}
