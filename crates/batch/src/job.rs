//! A job: what is ruled on, how, and where the table goes.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;
use crate::error::BatchError;
use crate::input::Inputs;
use crate::judge::Judge;
use crate::summary::Summary;

/// What is ruled on, how, and where the table goes.
#[derive(Clone, Debug)]
pub struct Job {
    /// Where the records are.
    pub inputs: Inputs,
    /// How much is read of them.
    pub bounds: Bounds,
    /// The column of tables that holds the records.
    pub column: Option<String>,
    /// How they are ruled on.
    pub judge: Judge,
    /// Where the table goes.
    pub output: Output,
    /// Records ruled on at the same time.
    pub threads: NonZeroUsize,
    /// About how many rows are kept in memory before they are written to a part on disk. Those that wait for an
    /// earlier record, on which another thread is still at work, come on top.
    pub part: usize,
    /// Whether what an earlier job has left under the same name is thrown away.
    pub fresh: bool,
}

impl Job {
    /// The rows of a part if nothing else is asked.
    pub const PART: NonZeroUsize = NonZeroUsize::new(20_000).unwrap();
}

/// What a table is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Parquet,
    Csv,
    Ndjson,
}

/// The files of a job, all named after the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    table: PathBuf,
    form: Form,
}

impl Output {
    /// The table of this name; its ending (`.parquet`, `.csv`, `.ndjson`, `.jsonl`) says what is written.
    ///
    /// # Errors
    /// If it has another ending.
    pub fn new(table: &Path) -> Result<Output, BatchError> {
        let ending = table.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let form = match ending.as_str() {
            "parquet" => Form::Parquet,
            "csv" => Form::Csv,
            "ndjson" | "jsonl" => Form::Ndjson,
            _ => return Err(BatchError::Ending(table.to_owned())),
        };
        Ok(Output { table: table.to_owned(), form })
    }

    pub(crate) fn form(&self) -> Form {
        self.form
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Path {
        &self.table
    }

    /// The page with the summary and its pictures.
    #[must_use]
    pub fn page(&self) -> PathBuf {
        self.beside("html")
    }

    /// The summary as JSON. It says what the job was, and is there once it is complete.
    #[must_use]
    pub fn summary(&self) -> PathBuf {
        self.beside("summary.json")
    }

    /// The folder of the parts, until the job is complete.
    #[must_use]
    pub fn parts(&self) -> PathBuf {
        self.beside("parts")
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.table.file_name().unwrap_or_default().to_owned();
        name.push(".");
        name.push(ending);
        self.table.with_file_name(name)
    }
}

/// What tells one job from another: rows of the same job may be put together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Identity {
    shinpan: String,
    inputs: String,
    rules: Vec<String>,
    options: String,
}

impl Identity {
    pub(crate) fn of(job: &Job) -> Identity {
        let Judge { rules, komi, passes, nodes, limit, timed } = &job.judge;
        let rules = rules.iter().map(|rules| {
            let toml = rules.ruleset.as_ref().map(|read| (read.ruleset.to_toml(), read.komi));
            format!("{}: {toml:?}", rules.name)
        });
        let Bounds { record, expansion, free } = job.bounds;
        let column = &job.column;
        Identity {
            shinpan: env!("CARGO_PKG_VERSION").to_owned(),
            inputs: job.inputs.fingerprint(),
            rules: rules.collect(),
            options: format!(
                "komi {komi:?}, passes {passes}, nodes {nodes}, limit {limit:?}, timed {timed}, column {column:?}, \
                 bounds {record} {expansion} {free}"
            ),
        }
    }

    /// What differs, if anything.
    pub(crate) fn difference(&self, other: &Identity) -> Option<&'static str> {
        if self.shinpan != other.shinpan {
            Some("program versions")
        } else if self.inputs != other.inputs {
            Some("inputs (or inputs that have changed since)")
        } else if self.rules != other.rules {
            Some("rulesets")
        } else if self.options != other.options {
            Some("options")
        } else {
            None
        }
    }
}

/// What is kept beside a complete table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Complete {
    pub(crate) job: Identity,
    /// The size of the table, in bytes.
    #[serde(default)]
    pub(crate) bytes: u64,
    pub(crate) summary: Summary,
}
