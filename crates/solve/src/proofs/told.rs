//! What was proven of where a game stands.

use std::collections::BTreeMap;

use shinpan_board::Board;
use shinpan_rules::{Move, Score};

use super::bytes::{Bytes, score};
use crate::value::{End, Limit, Method, Solution, Value};

/// Whether a player was found to force an end, by which table: see [`Told::answers`].
pub(crate) type Answers = BTreeMap<(Table, u8, End), bool>;

/// Tables that answer one question at a time about a game that proof games may follow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Table {
    /// Of all states of a board.
    Whole,
    /// Of the states of what walls leave.
    Left,
}

/// What was proven.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    low: End,
    high: End,
    without_draws: Option<(End, End)>,
    line: Vec<Move>,
    method: Method,
    /// Whether the value was asked for and found, so that there is no more to look for.
    done: bool,
    /// Questions that took a table each: the table, a player, what he wants, seen from himself.
    pub(crate) answers: Answers,
}

impl Default for Told {
    fn default() -> Told {
        Told {
            low: End::Lost,
            high: End::Won,
            without_draws: None,
            line: Vec::new(),
            method: Method::Plain,
            done: false,
            answers: Answers::new(),
        }
    }
}

const METHODS: [Method; 6] = [
    Method::Plain,
    Method::ProofNumbers,
    Method::Fixpoint,
    Method::Endgame,
    Method::Forced,
    Method::Passes,
];

impl Told {
    /// The answer to what is asked, a margin or the value, if it was found.
    pub(super) fn answer(&self, margin: Option<Score>) -> Option<Solution> {
        let value = Value::between(self.low, self.high, Limit::Asked);
        let answered = margin.is_some_and(|margin| value.reaches(margin).is_some());
        (self.done || answered).then(|| Solution {
            without_draws: self.without_draws,
            line: self.line.clone(),
            ..Solution::of(value, self.method)
        })
    }

    /// Learns what a search for the value or a margin has found, and adds to it what was known.
    pub(super) fn learn(&mut self, margin: Option<Score>, found: Solution) -> Solution {
        let (low, high) = found.value.bounds();
        if found.value.exact().is_some() || low > self.high || high < self.low {
            let answers = std::mem::take(&mut self.answers);
            let Solution { without_draws, method, .. } = found;
            let done = margin.is_none() && low == high;
            let line = found.line.clone();
            *self = Told { low, high, without_draws, line, method, done, answers };
            return found;
        }
        if low > self.low || high < self.high {
            self.method = found.method;
        }
        (self.low, self.high) = (self.low.max(low), self.high.min(high));
        self.without_draws = found.without_draws.or(self.without_draws);
        let value = match found.value {
            Value::Exact(_) => found.value,
            Value::Between(_, _, limit) | Value::Unknown(limit) => {
                Value::between(self.low, self.high, limit)
            }
        };
        Solution { value, without_draws: self.without_draws, ..found }
    }

    /// What is proven to be least and most.
    pub(super) fn bounds(&self) -> (End, End) {
        (self.low, self.high)
    }

    /// Whether nothing was proven.
    pub(super) fn is_nothing(&self) -> bool {
        (self.low, self.high) == (End::Lost, End::Won) && !self.done && self.answers.is_empty()
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        [self.low, self.high].into_iter().for_each(|one| end(out, one));
        let draws = self.without_draws;
        let method = METHODS.iter().position(|&method| method == self.method).unwrap_or(0);
        out.extend([u8::from(self.done), method as u8, u8::from(draws.is_some())]);
        draws.into_iter().flat_map(|(one, other)| [one, other]).for_each(|one| end(out, one));
        out.extend((self.line.len() as u16).to_le_bytes());
        for made in &self.line {
            let point = match made {
                Move::Pass => 0,
                Move::Play(point) => 1 + point.index() as u16,
            };
            out.extend(point.to_le_bytes());
        }
        out.extend((self.answers.len() as u64).to_le_bytes());
        for (&(table, player, wanted), &yes) in &self.answers {
            out.extend([u8::from(table == Table::Left), player, u8::from(yes)]);
            end(out, wanted);
        }
    }

    /// Reads what was written of a board; `None` if it is no such thing.
    pub(super) fn read(bytes: &mut Bytes<'_>, board: &Board) -> Option<Told> {
        let (low, high) = (read_end(bytes)?, read_end(bytes)?);
        let done = bytes.flag()?;
        let [method] = bytes.chunk()?;
        let method = *METHODS.get(usize::from(*method))?;
        let without_draws = match bytes.flag()? {
            true => Some((read_end(bytes)?, read_end(bytes)?)),
            false => None,
        };
        let length = bytes.number(2)?;
        let line: Option<Vec<Move>> = (0..length).map(|_| read_move(bytes, board)).collect();
        let count = bytes.number(8)?;
        let mut answers = Answers::new();
        for _ in 0..count {
            let table = if bytes.flag()? { Table::Left } else { Table::Whole };
            let player = u8::from(bytes.flag()?);
            let yes = bytes.flag()?;
            answers.insert((table, player, read_end(bytes)?), yes);
        }
        let fits = low <= high && (!done || low == high);
        fits.then_some(Told { low, high, without_draws, line: line?, method, done, answers })
    }
}

fn read_move(bytes: &mut Bytes<'_>, board: &Board) -> Option<Move> {
    match bytes.number(2)? {
        0 => Some(Move::Pass),
        point => board.point(point as usize - 1).map(Move::Play),
    }
}

fn end(out: &mut Vec<u8>, end: End) {
    match end {
        End::Lost => out.push(0),
        End::Won => out.push(1),
        End::Margin(margin) => {
            out.push(2);
            score(out, margin);
        }
    }
}

fn read_end(bytes: &mut Bytes<'_>) -> Option<End> {
    match bytes.chunk()? {
        [0] => Some(End::Lost),
        [1] => Some(End::Won),
        [2] => bytes.score().map(End::Margin),
        _ => None,
    }
}
