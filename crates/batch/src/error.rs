//! Why a job cannot be done.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a job cannot be begun or ended. What is wrong with a single record is in its rows instead.
#[derive(Debug, Error)]
pub enum BatchError {
    /// An input that was named is not there.
    #[error("{found}: {why}")]
    Input {
        /// As it was named.
        found: String,
        /// What is the matter.
        why: String,
    },
    /// The rulesets asked for make no sense together.
    #[error("--rules: {0}")]
    Rules(String),
    /// Something else was begun under the same name.
    #[error(
        "{}: a job with other {what} was begun there; expected the same, --fresh, or another name",
        path.display()
    )]
    OtherJob {
        /// The file that tells of the job.
        path: PathBuf,
        /// What differs.
        what: &'static str,
    },
    /// There is a file of this name, and no job that would have written it.
    #[error("{}: is there already; expected --fresh or another name", .0.display())]
    InTheWay(PathBuf),
    /// A table is not as the job that was complete has left it.
    #[error(
        "{}: expected the {expected} bytes that were written, found {found}; --fresh writes it anew",
        path.display()
    )]
    Changed {
        /// The table.
        path: PathBuf,
        /// Its size as it was written.
        expected: u64,
        /// Its size now.
        found: u64,
    },
    /// Another process works at the same job.
    #[error("{}: another process is at work on this job", .0.display())]
    Busy(PathBuf),
    /// The name of the table does not say what to write.
    #[error("{}: expected a name that ends in .parquet, .csv, .ndjson or .jsonl", .0.display())]
    Ending(PathBuf),
    /// Trouble with a file.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        why: String,
    },
    /// A picture could not be drawn.
    #[error("the report: {0}")]
    Picture(String),
}

impl BatchError {
    /// Trouble with a file.
    pub(crate) fn file(path: &Path) -> impl Fn(&dyn std::fmt::Display) -> BatchError + '_ {
        |why| BatchError::File { path: path.to_owned(), why: why.to_string() }
    }
}
