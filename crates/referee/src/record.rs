//! A record: where a game began and what was done, whatever form it was read from.

use std::sync::Arc;

use shinpan_board::{Board, ByPlayer, Player, Point, Stone, listed};
use shinpan_rules::{Komi, ReadRuleset, Setup};
use thiserror::Error;

use crate::action::Action;
use crate::note::{Note, Supposed};
use crate::sitting::Sitting;

/// A record that has been read.
#[derive(Clone, Debug)]
pub struct Record {
    /// The ruleset it names, if it names one that is known.
    pub rules: Option<ReadRuleset>,
    /// Why the ruleset it names cannot be used, if so.
    pub rules_fault: Option<String>,
    /// The komi it gives.
    pub komi: Option<Komi>,
    /// Why the komi it gives cannot be used, if so.
    pub komi_fault: Option<String>,
    /// The board.
    pub board: Arc<Board>,
    /// How many play.
    pub players: usize,
    /// What stands on each point at the start.
    pub stones: Vec<Stone>,
    /// Who moves first.
    pub to_move: Player,
    /// Stones of each colour captured before.
    pub prisoners: ByPlayer<u32>,
    /// Handicap stones, if the record says how many.
    pub handicap: u32,
    /// What was done.
    pub entries: Vec<Entry>,
    /// The points that its last node marks as each player's territory.
    pub marked: ByPlayer<Vec<Point>>,
    /// The result it states, as found.
    pub result: Option<String>,
    /// Names and such, as found.
    pub about: Vec<(String, String)>,
    /// Everything that had to be mended or supposed while reading.
    pub notes: Vec<Note>,
    /// What the file holds beside it that a ruling does not need: SGF properties by name, and `variations`.
    pub left_out: Vec<String>,
    /// Whether passes after the end are a habit of the form (SGF) rather than moves.
    pub tolerates_extra_passes: bool,
}

impl Record {
    /// Everything there is to say about how it was read: what was mended or supposed, and what a record in TOML
    /// would leave out, for it does not hold it or because it cannot be used.
    #[must_use]
    pub fn all_notes(&self) -> Vec<Note> {
        let mut notes = self.notes.clone();
        if !self.left_out.is_empty() {
            let names = listed(&self.left_out, " ");
            notes.push(Supposed::NotHeld { names }.into());
        }
        let faults = [&self.rules_fault, &self.komi_fault].into_iter().flatten();
        notes.extend(faults.map(|fault| Supposed::NotUsable { fault: fault.clone() }.into()));
        notes
    }
}

/// The records of a file, read one by one: see [`Record::read_all`]. A game of a collection that cannot be
/// read is an error in its place.
pub struct Records {
    held: Held,
    next: usize,
}

enum Held {
    Games(Box<crate::sgf::Games>),
    One(Box<Option<Record>>),
}

impl Iterator for Records {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.held {
            Held::One(record) => record.take().map(Ok),
            Held::Games(games) if self.next > games.len() => None,
            Held::Games(games) => {
                self.next += 1;
                Some(games.record(self.next - 1, &[]))
            }
        }
    }
}

/// One thing in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Where it stands in the record: `3:17`, `moves[4]`.
    pub place: String,
    /// What it is.
    pub what: What,
}

/// What an entry says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Something done at the table.
    Act(Action),
    /// The position is edited; nothing is captured by that.
    Edit(Vec<(Point, Stone)>),
    /// Somebody else is to move.
    ToMove(Player),
    /// A move that could not be read.
    Unreadable {
        /// Who moved.
        player: Player,
        /// What was found.
        found: String,
        /// What was expected.
        why: String,
    },
}

/// Why a record could not be read, or no ruling could be given on it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}{}{what}", if place.is_empty() { "" } else { ": " })]
pub struct RecordError {
    /// Where: a line and column, a field.
    pub place: String,
    /// What was found and what was expected.
    pub what: String,
}

impl RecordError {
    pub(crate) fn new(place: impl Into<String>, what: impl ToString) -> RecordError {
        RecordError { place: place.into(), what: cut(&what.to_string(), 2000) }
    }

    /// The place; an option of a ruling, `--assume-alive`, as the field or argument that it is elsewhere, `assume_alive`.
    #[must_use]
    pub fn field(&self) -> String {
        match self.place.strip_prefix("--") {
            Some(option) => option.replace('-', "_"),
            None => self.place.clone(),
        }
    }
}

/// The beginning of a text that may be of any length.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Refuses TOML that would take more than some hundred megabytes to read: a list of a million moves
/// passes, millions of nested lists do not.
pub(crate) fn affordable(text: &str) -> Result<(), RecordError> {
    const LONGEST: usize = 12 << 20;
    /// In units of about 50 bytes.
    const MOST: u32 = 15_000_000;
    if text.len() > LONGEST {
        let why = format!("a TOML record of {} bytes: at most {LONGEST} are read", text.len());
        return Err(RecordError::new("", why));
    }
    let mut cost = 0;
    for (at, byte) in text.bytes().enumerate() {
        cost += match byte {
            b'[' | b'{' | b'.' => 10,
            b',' | b'=' => 5,
            b'\n' => 1,
            _ => 0,
        };
        if cost > MOST {
            let why = "a TOML record of more lists, tables, values and lines than are read";
            return Err(RecordError::new(line_and_column(text, at), why));
        }
    }
    Ok(())
}

/// The line and column of a byte, both from 1.
pub(crate) fn line_and_column(text: &str, at: usize) -> String {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    format!("{line}:{column}")
}

/// What a record may hold, so that a ruling on it takes seconds: moves by the size of the board, and
/// less of what takes longer than a move.
pub(crate) struct Limits {
    board: String,
    moves: usize,
    most_moves: usize,
    others: usize,
}

impl Limits {
    const MOVES: usize = 1_000_000;
    /// Moves times points.
    const WORK: usize = 400_000_000;
    /// Edits of the position and acts that are no moves.
    const OTHERS: usize = 1000;

    pub(crate) fn of(board: &Board) -> Limits {
        let most_moves = Limits::MOVES.min(Limits::WORK / board.len().max(1));
        Limits { board: board.in_words(), moves: 0, most_moves, others: 0 }
    }

    /// Counts an entry.
    pub(crate) fn count(&mut self, what: &What, place: &str) -> Result<(), RecordError> {
        match what {
            What::Act(Action::Move(..)) | What::Unreadable { .. } => {
                self.moves += 1;
                if self.moves > self.most_moves {
                    let (most, board) = (self.most_moves, &self.board);
                    let why = format!("expected at most {most} moves on the {board}, found more");
                    return Err(RecordError::new(place, why));
                }
                Ok(())
            }
            What::ToMove(_) | What::Edit(_) | What::Act(_) => self.count_other(place),
        }
    }

    /// Counts an edit of the position, or an act that is no move.
    pub(crate) fn count_other(&mut self, place: &str) -> Result<(), RecordError> {
        self.others += 1;
        if self.others > Limits::OTHERS {
            let most = Limits::OTHERS;
            let why = format!(
                "expected at most {most} edits of the position and acts that are no moves, found more"
            );
            return Err(RecordError::new(place, why));
        }
        Ok(())
    }
}

impl Record {
    /// Reads a record: SGF if it holds a game tree, our own TOML otherwise. `game` chooses one of an
    /// SGF collection, counted from 1; `variation` chooses a line of its tree by the number of the
    /// child at each branching.
    ///
    /// # Errors
    /// What was found, where, and what was expected.
    pub fn read(bytes: &[u8], game: usize, variation: &[usize]) -> Result<Record, RecordError> {
        if crate::sgf::looks_like_sgf(bytes) {
            return crate::sgf::read(bytes, game, variation);
        }
        if crate::journal::looks_like_journal(bytes) && variation.is_empty() && game == 1 {
            return crate::journal::read(bytes);
        }
        let text = std::str::from_utf8(bytes).map_err(|fault| {
            RecordError::new(
                "",
                format!("expected an SGF file or a TOML record, found bytes that are not UTF-8 (at byte {})", fault.valid_up_to()),
            )
        })?;
        if let Some(at) = text.find('\0') {
            let told = "expected an SGF file or a TOML record, found a NUL byte";
            let help = "text of two bytes a character needs a byte order mark";
            return Err(RecordError::new("", format!("{told} (at byte {at}; {help})")));
        }
        if text.trim().is_empty() {
            return Err(RecordError::new(
                "",
                "the file is empty: expected an SGF file or a TOML record",
            ));
        }
        if !variation.is_empty() || game != 1 {
            let why = "a TOML record or a journal holds one game, without variations";
            return Err(RecordError::new("", why));
        }
        affordable(text)?;
        crate::native::read(text)
    }

    /// Reads every record of a file: the games of an SGF collection by their main lines, or the one
    /// game of any other form.
    ///
    /// # Errors
    /// If the file as a whole cannot be read.
    pub fn read_all(bytes: &[u8]) -> Result<Records, RecordError> {
        let held = if crate::sgf::looks_like_sgf(bytes) {
            Held::Games(Box::new(crate::sgf::Games::read(bytes)?))
        } else {
            Held::One(Box::new(Some(Record::read(bytes, 1, &[])?)))
        };
        Ok(Records { held, next: 1 })
    }

    /// How many moves it has, passes included.
    #[must_use]
    pub fn moves(&self) -> usize {
        let is_move = |entry: &&Entry| {
            matches!(entry.what, What::Act(Action::Move(..)) | What::Unreadable { .. })
        };
        self.entries.iter().filter(is_move).count()
    }

    /// The sitting at which all of this was done.
    ///
    /// # Errors
    /// If the game cannot begin, names no ruleset that is known, or something in it is refused.
    pub fn sit_down(&self) -> Result<Sitting, RecordError> {
        let options = crate::judge::Options::default();
        let judged = crate::judge::judge(self, &options)?;
        match judged.refused {
            None => Ok(judged.sitting),
            Some((entry, refused)) => {
                Err(RecordError::new(entry.place, format!("{} [{}]", refused.why, refused.clause)))
            }
        }
    }

    /// The entries without what was taken back by agreement. Nothing is ruled on for this: a
    /// proposal stands until somebody moves, and is accepted by whoever answers it so.
    #[must_use]
    pub fn line(&self) -> Vec<&Entry> {
        let mut line: Vec<&Entry> = Vec::new();
        let mut proposed: Option<(Option<usize>, usize)> = None;
        for entry in &self.entries {
            line.push(entry);
            let What::Act(action) = &entry.what else { continue };
            let taken_back = match action {
                Action::Undo(None, from) => Some(*from),
                Action::Undo(Some(_), from) => {
                    proposed = Some((*from, self.players - 1));
                    None
                }
                Action::Accept(_) => match &mut proposed {
                    Some((_, missing)) if *missing > 1 => {
                        *missing -= 1;
                        None
                    }
                    other => other.take().map(|(from, _)| from),
                },
                _ => {
                    proposed = None;
                    None
                }
            };
            let is_move = |at: &usize| matches!(line[*at].what, What::Act(Action::Move(..)));
            if let Some(from) = taken_back {
                let moves: Vec<usize> = (0..line.len()).filter(is_move).collect();
                let first = moves.get(from.unwrap_or(moves.len()).wrapping_sub(1));
                line.truncate(first.copied().unwrap_or(line.len()));
            }
        }
        line
    }

    /// Where a game on it begins, with this komi.
    #[must_use]
    pub fn setup(&self, komi: Komi) -> Setup {
        Setup {
            board: Arc::clone(&self.board),
            players: self.players,
            stones: self.stones.clone(),
            to_move: self.to_move,
            prisoners: self.prisoners.clone(),
            komi,
            handicap: self.handicap,
            moves_before: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_records_of_a_file_are_those_read_one_by_one() {
        let text = b"(;SZ[5]KM[1];B[aa];W[bb])(;SZ[99])(;SZ[7](;B[cc];W[])(;B[dd]))";
        let all: Vec<_> = Record::read_all(text).unwrap().collect();
        assert_eq!(all.len(), 3);
        for (number, found) in (1..).zip(all) {
            match (found, Record::read(text, number, &[])) {
                (Ok(one), Ok(other)) => {
                    assert_eq!((one.entries, one.notes), (other.entries, other.notes));
                }
                (Err(one), Err(other)) => assert_eq!((number, one), (2, other)),
                (one, other) => panic!("game {number}: {one:?}, {other:?}"),
            }
        }
        let toml = b"rules = \"kee\"\nboard = \"2x1\"\nmoves = [\"B A1\"]";
        assert_eq!(Record::read_all(toml).unwrap().count(), 1);
        assert!(Record::read_all(b"").is_err());
    }
}
