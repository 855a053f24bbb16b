//! Pieces of the inputs of a bulk ruling: files, members of archives, rows of tables.

use std::ffi::OsString;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyTuple};
use shinpan_batch::{Bounds, Input, Inputs, Kind, Piece as Inner};

use crate::asked::{self, one_of};
use crate::errors::BatchError;
use crate::record::Content;
use crate::work::released;

// What the signatures show.
const _: () = assert!(Bounds::RECORD_MIB == 16);

/// Files of records up to this size are read as a whole; of larger collections each game is a piece.
const WHOLE: usize = 4 << 20;

/// A file, a member of an archive, or a row of a table: most often one record.
///
/// >>> piece = Piece("(;SZ[9])", source="mine")
/// >>> piece.source, piece.member, piece.content
/// ('mine', None, b'(;SZ[9])')
#[pyclass(frozen, module = "shinpan")]
pub(crate) struct Piece {
    pub(crate) piece: Inner,
}

#[pymethods]
impl Piece {
    /// A piece of your own. Without content it is one that cannot be read.
    #[new]
    #[pyo3(signature = (content, *, source="", member=None))]
    fn new(content: Option<Content>, source: &str, member: Option<String>) -> Piece {
        let content = content.map(Content::bytes).ok_or("expected a record, found null".to_owned());
        let source = source.into();
        Piece { piece: Inner { number: 0, source, member, first_game: 1, content } }
    }

    /// The file, as named or found.
    #[getter]
    fn source(&self) -> &str {
        &self.piece.source
    }

    /// Where in that file: a path in an archive, `row 17` or `line 17` of a table.
    #[getter]
    fn member(&self) -> Option<&str> {
        self.piece.member.as_deref()
    }

    /// The number of its first record among those of the file or member, from 1.
    #[getter]
    fn first_game(&self) -> u32 {
        self.piece.first_game
    }

    /// What it holds; `None` if that cannot be read.
    #[getter]
    fn content<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.piece.content.as_ref().ok().map(|content| PyBytes::new(py, content))
    }

    /// Why it cannot be read.
    #[getter]
    fn error(&self) -> Option<&str> {
        self.piece.content.as_ref().err().map(String::as_str)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let number = self.piece.number;
        let told = (
            number,
            self.source(),
            self.member(),
            self.first_game(),
            self.content(py),
            self.error(),
        );
        Ok((py.get_type::<Piece>().getattr("_of")?, told.into_pyobject(py)?))
    }

    #[staticmethod]
    fn _of(
        number: u64,
        source: &str,
        member: Option<String>,
        first_game: u32,
        content: Option<PyBackedBytes>,
        error: Option<String>,
    ) -> Piece {
        let content = content.map(|content| content.to_vec()).ok_or(error.unwrap_or_default());
        Piece { piece: Inner { number, source: source.into(), member, first_game, content } }
    }

    fn __repr__(&self) -> String {
        match &self.piece.member {
            Some(member) => format!("<Piece {} of {}>", member, self.piece.source),
            None => format!("<Piece {}>", self.piece.source),
        }
    }
}

/// The pieces of files, folders, patterns, archives and tables, one after the other, as `shinpan batch` reads them.
#[pyclass(frozen, module = "shinpan")]
pub(crate) struct Pieces {
    waiting: Mutex<Receiver<Inner>>,
}

#[pymethods]
impl Pieces {
    #[new]
    #[pyo3(signature = (inputs, *, column=None, max_record=16))]
    fn new(
        py: Python<'_>,
        inputs: Names,
        column: Option<String>,
        #[pyo3(from_py_with = asked::max_record)] max_record: u64,
    ) -> PyResult<Pieces> {
        Ok(Pieces::start(released(py, None, |_| find(&inputs))??, column, max_record))
    }

    /// The pieces of files that `find_files` has found, wherever that was. Names are names here: of a file that is not there any
    /// more, or cannot be opened, there is one piece, which says so.
    ///
    /// >>> [piece.content for piece in Pieces.of_files(["not there.sgf"])]
    /// [None]
    #[staticmethod]
    #[pyo3(signature = (files, *, column=None, max_record=16))]
    fn of_files(
        files: Vec<PathBuf>,
        column: Option<String>,
        #[pyo3(from_py_with = asked::max_record)] max_record: u64,
    ) -> Pieces {
        Pieces::start(Inputs::of_files(&files), column, max_record)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Piece>> {
        let piece = released(py, None, |_| {
            self.waiting.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
        })?;
        Ok(piece.map(|piece| Piece { piece }))
    }
}

impl Pieces {
    fn start(inputs: Inputs, column: Option<String>, max_record: u64) -> Pieces {
        let bounds = bounds(max_record);
        let (send, waiting) = sync_channel(64);
        std::thread::spawn(move || {
            let pieces = shinpan_batch::Pieces {
                inputs: &inputs,
                bounds,
                column: column.as_deref(),
                read: Arc::new(AtomicU64::new(0)),
            };
            // Ends when nobody takes any more.
            let _ = pieces.each(0, &mut |piece| match send.send(piece) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        });
        Pieces { waiting: Mutex::new(waiting) }
    }
}

/// The files that `shinpan batch` reads for inputs (files, folders, patterns), in its order. What is in them is not looked at.
///
/// >>> import pathlib, tempfile
/// >>> folder = pathlib.Path(tempfile.mkdtemp())
/// >>> for name in ("b.sgf", "a.zip", "left out.txt"):
/// ...     (folder / name).touch()
/// >>> [pathlib.Path(name).name for name in find_files([folder])]
/// ['a.zip', 'b.sgf']
#[pyfunction]
pub(crate) fn find_files(py: Python<'_>, inputs: Names) -> PyResult<Vec<OsString>> {
    let found = released(py, None, |_| find(&inputs))??;
    Ok(found.files.into_iter().map(|file| file.path.into_os_string()).collect())
}

/// Whether `shinpan batch` reads a file of a folder, by its name.
///
/// >>> [name for name in ("a.SGF", "b.tar.zst", "c.sgf.bak") if holds_records(name)]
/// ['a.SGF', 'b.tar.zst']
#[pyfunction]
pub(crate) fn holds_records(name: &str) -> bool {
    Kind::of(name).is_some()
}

one_of! {
    /// Inputs: one name, or several.
    Names, "a name or a list of names": One(PathBuf), Several(Vec<PathBuf>)
}

/// Finds the files of inputs.
pub(crate) fn find(inputs: &Names) -> PyResult<Inputs> {
    let names = match inputs {
        Names::One(name) => std::slice::from_ref(name),
        Names::Several(names) => names,
    };
    Inputs::find(names).map_err(|fault| BatchError::new_err(fault.to_string()))
}

/// What is read of one record at most, in MiB.
pub(crate) fn bounds(max_record: u64) -> Bounds {
    Bounds { record: max_record.clamp(1, 64) << 20, ..Bounds::default() }
}

/// The pieces of what somebody else has read (a cluster, a database), exactly as `shinpan batch` would have them.
///
/// `kind` says what the content is: a `file` of the name `source` (a record, a collection, an archive or a table); a `line`
/// of an NDJSON file, or the cell of a `row` of a table, with its number from 1. A blank line has no pieces.
///
/// >>> [piece.member for piece in read_pieces(b'{"sgf": "(;SZ[9])"}', "games.ndjson", kind="line", number=17)]
/// ['line 17']
#[pyfunction]
#[pyo3(signature = (content, source, *, kind="file", number=1, column=None, max_record=16))]
pub(crate) fn read_pieces(
    content: Option<Content>,
    source: &str,
    kind: &str,
    #[pyo3(from_py_with = asked::number)] number: u64,
    column: Option<&str>,
    #[pyo3(from_py_with = asked::max_record)] max_record: u64,
) -> PyResult<Vec<Piece>> {
    let bounds = bounds(max_record);
    let content = content.map(Content::bytes);
    let pieces = match (kind, content) {
        ("row", cell) => vec![Inner::of_row(source.into(), number, cell, bounds)],
        ("line", Some(line)) => {
            Inner::of_line(source.into(), number, &line, column, bounds).into_iter().collect()
        }
        ("file", Some(content)) => file(content, source, column, bounds)?,
        ("line" | "file", None) => {
            return Err(BatchError::new_err(format!(
                "expected the content of a {kind}, found None"
            )));
        }
        (other, _) => {
            let told = format!("kind: expected `file`, `line` or `row`, found `{other}`");
            return Err(BatchError::new_err(told));
        }
    };
    Ok(pieces.into_iter().map(|piece| Piece { piece }).collect())
}

fn file(
    content: Vec<u8>,
    source: &str,
    column: Option<&str>,
    bounds: Bounds,
) -> PyResult<Vec<Inner>> {
    let kind = Kind::of(source).unwrap_or(Kind::Record);
    let plain = !matches!(
        Path::new(source).extension().and_then(|ending| ending.to_str()),
        Some(ending) if ending.eq_ignore_ascii_case("gz") || ending.eq_ignore_ascii_case("zst")
    );
    if kind == Kind::Record && plain && content.len() <= WHOLE {
        let piece = Inner {
            number: 0,
            source: source.into(),
            member: None,
            first_game: 1,
            content: Ok(content),
        };
        return Ok(vec![piece]);
    }
    // Archives and tables are read from files.
    let mut beside = tempfile::NamedTempFile::new()?;
    beside.write_all(&content)?;
    beside.flush()?;
    let input = Input {
        path: beside.path().to_owned(),
        name: source.into(),
        kind,
        size: content.len() as u64,
        changed: 0,
    };
    let inputs = Inputs { files: vec![input], left_out: 0 };
    let read = Arc::new(AtomicU64::new(0));
    let mut pieces = Vec::new();
    let _ = shinpan_batch::Pieces { inputs: &inputs, bounds, column, read }.each(0, &mut |piece| {
        pieces.push(piece);
        ControlFlow::Continue(())
    });
    Ok(pieces)
}
