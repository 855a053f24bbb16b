//! Bulk rulings as tables.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::ArrowError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyTuple};
use shinpan_batch::{
    BatchError as Fault, COLUMNS, Done, Job, Judge, Output, Row, Rules, in_order, run, schema,
    table_of as batch_of,
};

use crate::asked::{self, one_of, seconds};
use crate::errors::{BatchError, RulesetError};
use crate::piece::{Names, Piece, bounds, find};
use crate::ruleset::Ruleset;
use crate::work::released;

// What the signatures show.
const _: () = assert!(Judge::NODES == 1000);

/// Rows that are put into one Arrow batch.
const ROWS: usize = 4096;

/// Rulings as an Arrow table: one row for each record and ruleset, with the columns of `shinpan batch`.
///
/// Anything that knows Arrow takes it as it is: `pyarrow.table(table)`, `polars.DataFrame(table)`. `to_arrow` and
/// `to_pandas` do it for you.
///
/// >>> table = table_of([Piece("(;SZ[3]RU[Chinese];B[bb];W[];B[])")], rules="record,kee")
/// >>> len(table), table.columns[:4]
/// (2, ['source', 'member', 'game', 'rules'])
/// >>> table.to_arrow().select(["rules", "status", "result"]).to_pylist()[0]
/// {'rules': 'record', 'status': 'ruled', 'result': 'B+9'}
#[pyclass(frozen, module = "shinpan")]
pub(crate) struct Table {
    batches: Vec<RecordBatch>,
    /// How many rows each piece has given, where pieces were given.
    #[pyo3(get)]
    counts: Vec<usize>,
}

/// Collects rows into batches.
#[derive(Default)]
struct Collector {
    batches: Vec<RecordBatch>,
    rows: Vec<Row>,
}

impl Collector {
    fn add(&mut self, rows: Vec<Row>) -> Result<(), String> {
        self.rows.extend(rows);
        if self.rows.len() >= ROWS { self.cut() } else { Ok(()) }
    }

    fn cut(&mut self) -> Result<(), String> {
        if !self.rows.is_empty() {
            self.batches.push(batch_of(&self.rows).map_err(|fault| fault.to_string())?);
            self.rows.clear();
        }
        Ok(())
    }

    fn table(mut self, counts: Vec<usize>) -> PyResult<Table> {
        self.cut().map_err(BatchError::new_err)?;
        Ok(Table { batches: self.batches, counts })
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns. `shinpan batch --columns` says what they hold.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        COLUMNS.iter().map(|column| column.name).collect()
    }

    /// The table as a stream of the Arrow C data interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Another schema may be asked for, and need not be given.
        drop(requested_schema);
        let batches: Vec<_> = self.batches.iter().cloned().map(Ok).collect();
        let stream =
            FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new(batches, schema())));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The schema in the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(schema().as_ref())
            .map_err(|fault| BatchError::new_err(fault.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The table for pyarrow, which has to be installed.
    fn to_arrow<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// A pandas data frame. pyarrow and pandas have to be installed.
    fn to_pandas<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Table::to_arrow(slf)?.call_method0("to_pandas")
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let fault = |fault: ArrowError| BatchError::new_err(fault.to_string());
        let mut writer = StreamWriter::try_new(Vec::new(), &schema()).map_err(fault)?;
        self.batches.iter().try_for_each(|batch| writer.write(batch)).map_err(fault)?;
        let written = writer.into_inner().map_err(fault)?;
        let told = (PyBytes::new(py, &written), self.counts.clone());
        Ok((py.get_type::<Table>().getattr("_of")?, told.into_pyobject(py)?))
    }

    /// The table of an Arrow IPC stream.
    #[staticmethod]
    fn _of(stream: &[u8], counts: Vec<usize>) -> PyResult<Table> {
        let read = StreamReader::try_new(stream, None).and_then(Iterator::collect);
        let batches = read.map_err(|fault: ArrowError| BatchError::new_err(fault.to_string()))?;
        Ok(Table { batches, counts })
    }

    fn __repr__(&self) -> String {
        format!("<Table of {} rulings>", self.__len__())
    }
}

one_of! {
    /// Rulesets: one, or a list as `shinpan batch --rules` takes it (`japanese-1989,kee`, `record`, `all`), or several.
    ManyRules<'py>, "a Ruleset, the names of some, or a list of these":
        List(String), One(PyRef<'py, Ruleset>), Several(Vec<asked::Rules<'py>>)
}

fn fault(fault: &Fault) -> PyErr {
    match fault {
        Fault::Rules(why) => RulesetError::new_err(why.clone()),
        other => BatchError::new_err(other.to_string()),
    }
}

fn one(ruleset: &Ruleset) -> Rules {
    Rules { name: ruleset.read.ruleset.id.clone(), ruleset: Some(ruleset.read.clone()) }
}

impl ManyRules<'_> {
    fn read(self) -> PyResult<Vec<Rules>> {
        let rules = match self {
            ManyRules::List(list) => Rules::read(&list).map_err(|why| fault(&why))?,
            ManyRules::One(ruleset) => vec![one(&ruleset)],
            ManyRules::Several(several) => {
                let mut rules = Vec::new();
                for rule in several {
                    match rule {
                        asked::Rules::Ruleset(ruleset) => rules.push(one(&ruleset)),
                        asked::Rules::Text(list) => {
                            rules.extend(Rules::read(&list).map_err(|why| fault(&why))?);
                        }
                    }
                }
                rules
            }
        };
        Rules::check(&rules).map_err(|why| fault(&why))?;
        Ok(rules)
    }
}

fn judge(
    rules: Option<ManyRules<'_>>,
    komi: Option<&Bound<'_, PyAny>>,
    passes: bool,
    max_nodes: u64,
    max_seconds: Option<f64>,
    timed: bool,
) -> PyResult<Judge> {
    Ok(Judge {
        rules: rules.map_or_else(|| Ok(vec![Rules::of_record()]), ManyRules::read)?,
        komi: asked::komi(komi)?,
        passes,
        nodes: max_nodes,
        limit: seconds(max_seconds)?,
        timed,
    })
}

fn threads(asked: Option<usize>) -> NonZeroUsize {
    let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.and_then(NonZeroUsize::new).unwrap_or_else(all)
}

/// The rulings on pieces, in their order: the rows that `shinpan batch` would write. `counts` of the table says how many
/// rows each piece has given.
#[pyfunction]
#[pyo3(signature = (pieces, rules=None, *, komi=None, passes=false, max_nodes=1000, max_seconds=None, timed=true))]
#[allow(clippy::too_many_arguments, reason = "keywords of a Python function")]
pub(crate) fn table_of(
    py: Python<'_>,
    pieces: Vec<PyRef<'_, Piece>>,
    rules: Option<ManyRules<'_>>,
    komi: Option<Bound<'_, PyAny>>,
    passes: bool,
    #[pyo3(from_py_with = asked::max_nodes)] max_nodes: u64,
    max_seconds: Option<f64>,
    timed: bool,
) -> PyResult<Table> {
    let judge = judge(rules, komi.as_ref(), passes, max_nodes, max_seconds, timed)?;
    let pieces: Vec<_> = pieces.iter().map(|piece| &piece.piece).collect();
    let ruled = released(py, None, |stop| {
        let (mut collector, mut counts) = (Collector::default(), Vec::new());
        for piece in pieces {
            let rows = judge.rows(piece, stop);
            counts.push(rows.len());
            collector.add(rows)?;
        }
        Ok::<_, String>((collector, counts))
    })?;
    let (collector, counts) = ruled.map_err(BatchError::new_err)?;
    collector.table(counts)
}

/// The rulings on files, folders, patterns, archives and tables as a table in memory, on all cores: what `shinpan batch`
/// writes to a file. `rules` is a ruleset or a list of them; without, each record's own.
#[pyfunction]
#[pyo3(signature = (inputs, rules=None, *, komi=None, passes=false, column=None, max_nodes=1000, max_seconds=None,
    timed=true, threads=None, max_record=16))]
#[allow(clippy::too_many_arguments, reason = "keywords of a Python function")]
pub(crate) fn table(
    py: Python<'_>,
    inputs: Names,
    rules: Option<ManyRules<'_>>,
    komi: Option<Bound<'_, PyAny>>,
    passes: bool,
    column: Option<String>,
    #[pyo3(from_py_with = asked::max_nodes)] max_nodes: u64,
    max_seconds: Option<f64>,
    timed: bool,
    #[pyo3(from_py_with = asked::threads)] threads: Option<usize>,
    #[pyo3(from_py_with = asked::max_record)] max_record: u64,
) -> PyResult<Table> {
    let judge = judge(rules, komi.as_ref(), passes, max_nodes, max_seconds, timed)?;
    let threads = self::threads(threads);
    let collected = released(py, None, |stop| {
        let inputs = find(&inputs)?;
        let pieces = shinpan_batch::Pieces {
            inputs: &inputs,
            bounds: bounds(max_record),
            column: column.as_deref(),
            read: Arc::new(AtomicU64::new(0)),
        };
        let mut collector = Collector::default();
        in_order(&pieces, 0, &judge, threads, stop, &mut |ruled| collector.add(ruled.rows))
            .map_err(BatchError::new_err)?;
        Ok::<_, PyErr>(collector)
    })?;
    collected?.table(Vec::new())
}

/// Does the job of `shinpan batch`: writes `out` (`.parquet`, `.csv`, `.ndjson`), a page and a summary beside it, and goes on
/// where an earlier run was stopped, by Ctrl-C for instance. Returns the summary as JSON.
#[pyfunction]
#[pyo3(signature = (inputs, out, rules=None, *, komi=None, passes=false, column=None, max_nodes=1000, max_seconds=None,
    timed=true, threads=None, max_record=16, fresh=false))]
#[allow(clippy::too_many_arguments, reason = "keywords of a Python function")]
pub(crate) fn batch(
    py: Python<'_>,
    inputs: Names,
    out: PathBuf,
    rules: Option<ManyRules<'_>>,
    komi: Option<Bound<'_, PyAny>>,
    passes: bool,
    column: Option<String>,
    #[pyo3(from_py_with = asked::max_nodes)] max_nodes: u64,
    max_seconds: Option<f64>,
    timed: bool,
    #[pyo3(from_py_with = asked::threads)] threads: Option<usize>,
    #[pyo3(from_py_with = asked::max_record)] max_record: u64,
    fresh: bool,
) -> PyResult<String> {
    let judge = judge(rules, komi.as_ref(), passes, max_nodes, max_seconds, timed)?;
    let output = Output::new(&out).map_err(|why| fault(&why))?;
    let threads = self::threads(threads);
    let done = released(py, None, |stop| {
        let job = Job {
            inputs: find(&inputs)?,
            bounds: bounds(max_record),
            column,
            judge,
            output,
            threads,
            part: Job::PART.get(),
            fresh,
        };
        run(&job, &(), stop).map_err(|why| fault(&why))
    })??;
    match done {
        Done::Complete(summary) | Done::Already(summary) => crate::errors::to_json(&*summary),
        // Only Ctrl-C stops it, and that has been raised.
        Done::Stopped { .. } => Err(PyKeyboardInterrupt::new_err(())),
    }
}
