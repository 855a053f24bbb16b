//! `Record`.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyTuple;
use shinpan_board::{ByPlayer, Stone};
use shinpan_referee::{
    Action, Entry, What, Written, rules_file, with_rules_file, write_sgf, write_toml,
};

use crate::asked::{self, BoardLike, Rules, Stones, fraction, one_of};
use crate::board::Board;
use crate::errors::{fault_at, record_error};
use crate::kept;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

one_of! {
    /// What a record is read from: bytes, or a text.
    Content, "a str or bytes": Text(String), Bytes(PyBackedBytes)
}

impl Content {
    pub(crate) fn bytes(self) -> Vec<u8> {
        match self {
            Content::Text(text) => text.into_bytes(),
            Content::Bytes(bytes) => bytes.to_vec(),
        }
    }
}

one_of! {
    /// One move of a list: `D4`, `pass`, `B D4`, or a player and a point.
    Made, "'D4', 'B D4' or ('black', 'D4')": Text(String), Pair((String, String))
}

one_of! {
    /// The moves of a record.
    Moves, "a list of moves, each like 'D4', 'B D4' or ('black', 'D4')": All(Vec<Made>)
}

/// A record: where a game began and what was done. Nothing is ruled on yet; `judge` does.
///
/// >>> record = Record.read("(;SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc];B[])")
/// >>> record.moves
/// ['B E5', 'W G7', 'B pass']
/// >>> record.board, record.komi
/// (Board('9x9'), Fraction(13, 2))
///
/// Two records are equal if they say the same, whatever form and file they are from; notes on how they were read do not count, and
/// are not pickled.
///
/// >>> Record.read("(;SZ[9];B[ee])") == Record.of_moves("9x9", ["E5"])
/// True
#[pyclass(frozen, eq, hash, module = "shinpan")]
pub(crate) struct Record {
    pub(crate) record: shinpan_referee::Record,
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        // What a game begins with, what is done in it, and what is said beside.
        let begun = |Record { record: r }: &Record| {
            let given = (r.rules.clone(), r.rules_fault.clone(), r.komi, r.komi_fault.clone());
            (given, Arc::clone(&r.board), r.players, r.to_move, r.handicap, r.prisoners.clone())
        };
        let said = |Record { record: r }: &Record| {
            let mut about = r.about.clone();
            about.sort_unstable();
            (r.marked.clone(), r.result.clone(), about)
        };
        let (one, two) = (&self.record, &other.record);
        let done = one.entries.iter().map(|entry| &entry.what);
        begun(self) == begun(other)
            && one.stones == two.stones
            && done.eq(two.entries.iter().map(|entry| &entry.what))
            && said(self) == said(other)
    }
}

impl Hash for Record {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.record.board.describe(), self.moves()).hash(state);
    }
}

#[pymethods]
impl Record {
    /// Reads the file of this name: SGF, our TOML, or a journal. `game` chooses one of an SGF collection, `variation`
    /// a line of its tree: the number of the child at each branching.
    #[staticmethod]
    #[pyo3(signature = (path, *, game=1, variation=None))]
    pub(crate) fn open(
        path: PathBuf,
        #[pyo3(from_py_with = asked::game)] game: usize,
        #[pyo3(from_py_with = asked::variation)] variation: Option<Vec<usize>>,
    ) -> PyResult<Record> {
        let mut content = file(&path)?;
        if let Some(name) = rules_file(&content) {
            let beside = path.parent().unwrap_or(Path::new("")).join(&name);
            // A record may come from anybody: no pipes or devices, which could be read for ever.
            if !beside.is_file() {
                let told = format!("there is no file `{}`", beside.display());
                return Err(fault_at("rules", told));
            }
            let rules = String::from_utf8(file(&beside)?)
                .map_err(|_| fault_at("rules", "a ruleset is UTF-8 text"))?;
            content = with_rules_file(&content, &rules).map_err(|fault| record_error(&fault))?;
        }
        Record::of(&content, game, &variation.unwrap_or_default())
    }

    /// Reads a record from `bytes` in any usual encoding, or from a `str`.
    #[staticmethod]
    #[pyo3(signature = (content, *, game=1, variation=None))]
    fn read(
        content: Content,
        #[pyo3(from_py_with = asked::game)] game: usize,
        #[pyo3(from_py_with = asked::variation)] variation: Option<Vec<usize>>,
    ) -> PyResult<Record> {
        Record::of(&content.bytes(), game, &variation.unwrap_or_default())
    }

    /// Reads every record of a collection. What cannot be read is a `RecordError` in its place.
    ///
    /// >>> good, bad = Record.read_all("(;SZ[5];B[aa])(;SZ[99])")
    /// >>> bad.place, good.moves
    /// ('SZ', ['B A5'])
    #[staticmethod]
    fn read_all(py: Python<'_>, content: Content) -> PyResult<Vec<Bound<'_, PyAny>>> {
        let records = shinpan_referee::Record::read_all(&content.bytes())
            .map_err(|fault| record_error(&fault))?;
        let read = records.map(|record| match record {
            Ok(record) => Ok(Bound::new(py, Record { record })?.into_any()),
            Err(fault) => Ok(record_error(&fault).value(py).clone().into_any()),
        });
        read.collect()
    }

    /// Makes a record from a list of moves. A move is `D4` or `pass` by whoever is next, `B D4`, `("black", "D4")`, or an
    /// act that is no move (`W claim`, `all dead A1`).
    ///
    /// >>> Record.of_moves("2x1", ["A1", "B1", "pass"], rules="kee").moves
    /// ['B A1', 'W B1', 'B pass']
    #[staticmethod]
    #[pyo3(signature = (board, moves, *, rules=None, komi=None, position=None, to_move="black", prisoners=None,
        handicap=0, players=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of a Python function")]
    fn of_moves(
        board: BoardLike<'_>,
        moves: Moves,
        rules: Option<Rules<'_>>,
        komi: Option<Bound<'_, PyAny>>,
        position: Option<Stones<'_>>,
        to_move: &str,
        prisoners: Option<BTreeMap<String, Bound<'_, PyAny>>>,
        #[pyo3(from_py_with = asked::handicap)] handicap: i128,
        #[pyo3(from_py_with = asked::players)] players: Option<i128>,
    ) -> PyResult<Record> {
        let (board, players) = (board.read()?, asked::players_of(players)?);
        let to_move = asked::player(to_move, players)?;
        let Moves::All(moves) = moves;
        let mut next = to_move;
        let mut entries = Vec::with_capacity(moves.len());
        for (number, made) in (1..).zip(moves) {
            let place = format!("moves[{number}]");
            let text = match made {
                Made::Pair((player, point)) => {
                    let player = asked::player(&player, players)?;
                    format!("{} {point}", shinpan_referee::initial(player))
                }
                Made::Text(text) if text.trim().contains(char::is_whitespace) => text,
                Made::Text(text) => format!("{} {text}", shinpan_referee::initial(next)),
            };
            let action =
                Action::parse(&text, &board, players).map_err(|fault| fault_at(&place, fault))?;
            if let Action::Move(player, _) = action {
                next = player.next(players);
            }
            entries.push(Entry { place, what: What::Act(action) });
        }
        let stones = position.map(|stones| stones.read(&board)).transpose()?;
        let record = shinpan_referee::Record {
            rules: rules.map(|rules| rules.read()).transpose()?,
            rules_fault: None,
            komi: asked::komi(komi.as_ref())?,
            komi_fault: None,
            stones: stones.unwrap_or_else(|| vec![Stone::EMPTY; board.len()]),
            marked: ByPlayer::new(players, |_| Vec::new()),
            prisoners: asked::prisoners_of(prisoners, players)?,
            handicap: asked::handicap_on(&board, handicap)?,
            board,
            players,
            to_move,
            entries,
            result: None,
            about: Vec::new(),
            notes: Vec::new(),
            left_out: Vec::new(),
            tolerates_extra_passes: false,
        };
        Ok(Record { record })
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board { board: Arc::clone(&self.record.board) }
    }

    /// What stood on the board at the start.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        let record = &self.record;
        Position::of(Arc::clone(&record.board), record.players, &record.stones)
    }

    /// The ruleset it names, if one that is known.
    #[getter]
    fn rules(&self) -> Option<Ruleset> {
        self.record.rules.clone().map(|read| Ruleset { read })
    }

    /// The komi it gives, exact.
    #[getter]
    fn komi<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.record.komi.map(|komi| fraction(py, komi.score())).transpose()
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.record.players
    }

    /// Who moves first.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.record.to_move.name()
    }

    /// Handicap stones, if it says how many.
    #[getter]
    fn handicap(&self) -> u32 {
        self.record.handicap
    }

    /// What was done, as text: `B D4`, `W pass`, `all dead A1`. Edits of the position and unreadable moves
    /// are `position` and `B ?`.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let board = &self.record.board;
        let told = self.record.entries.iter().map(|entry| match &entry.what {
            What::Act(action) => Written(action, board).to_string(),
            What::Edit(_) | What::ToMove(_) => "position".to_owned(),
            What::Unreadable { player, .. } => format!("{} ?", shinpan_referee::initial(*player)),
        });
        told.collect()
    }

    /// The result it states, as found.
    #[getter]
    fn result(&self) -> Option<&str> {
        self.record.result.as_deref()
    }

    /// Names and such, as found.
    #[getter]
    fn about(&self) -> BTreeMap<String, String> {
        self.record.about.iter().cloned().collect()
    }

    /// What had to be mended or supposed while reading.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.record.notes.iter().map(ToString::to_string).collect()
    }

    /// The record as SGF.
    fn to_sgf(&self) -> PyResult<String> {
        write_sgf(&self.record).map_err(|fault| record_error(&fault))
    }

    /// The record as our TOML, which can say everything.
    fn to_toml(&self) -> PyResult<String> {
        write_toml(&self.record).map_err(|fault| record_error(&fault))
    }

    fn __repr__(&self) -> String {
        let (board, moves) = (self.record.board.describe(), self.record.moves());
        format!("<Record on {board}: {moves} moves>")
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let text = kept::record::write(&self.record).map_err(|why| fault_at("record", why))?;
        Ok((py.get_type::<Record>().getattr("_of")?, PyTuple::new(py, [text])?))
    }

    #[staticmethod]
    fn _of(text: &str) -> PyResult<Record> {
        let record = kept::record::read(text).map_err(|why| fault_at("record", why))?;
        Ok(Record { record })
    }
}

impl Record {
    fn of(content: &[u8], game: usize, variation: &[usize]) -> PyResult<Record> {
        let record = shinpan_referee::Record::read(content, game, variation)
            .map_err(|fault| record_error(&fault))?;
        Ok(Record { record })
    }
}

fn file(path: &Path) -> PyResult<Vec<u8>> {
    let mut content = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut content))
        .map_err(|fault| {
            let text = path.to_string_lossy();
            if text.trim_start().starts_with("(;") || text.contains('\n') {
                let why = "expected the name of a file, found the text of a record; give it as \
                           bytes, or read it by `Record.read`";
                return fault_at("record", why);
            }
            let Some(number) = fault.raw_os_error() else { return fault.into() };
            let told = fault.to_string();
            let why = told.split(" (os error").next().unwrap_or_default().to_owned();
            // Python makes a `FileNotFoundError` and the like of it, which know the name.
            PyOSError::new_err((number, why, path.as_os_str().to_owned()))
        })?;
    if content.len() as u64 > LARGEST {
        let told = format!("{}: larger than {} MiB", path.display(), LARGEST >> 20);
        return Err(PyOSError::new_err(told));
    }
    Ok(content)
}
