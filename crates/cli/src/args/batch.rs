//! The words of `shinpan batch`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::Format;

#[derive(Args)]
#[command(
    after_help = "Inputs: files, folders (searched to the bottom), patterns; records as .sgf (collections too) and .toml,
.zip, .tar, .tar.gz, .tar.zst, and tables (.parquet, .ndjson) with a column of SGF; .gz and .zst of these.

The table has one row for each record and ruleset; what could not be read has rows that say why. Beside
it are TABLE.html, how often the rulesets disagree and why, and TABLE.summary.json. A job that was
stopped or killed goes on when the same command is given again. But for the column `seconds` (--no-time leaves
it out) the table does not depend on threads, timing or interruptions.

Exit status: 0 the table is there, 2 something is wrong with the options, the files or every single record, 130 stopped.

Examples:
  shinpan batch games/ --out rulings.parquet
  shinpan batch kgs.zip \"more/**/*.sgf\" --rules japanese-1989,lasker-maas --out rulings.csv
  shinpan batch --columns"
)]
pub(crate) struct BatchArgs {
    /// Files, folders, patterns
    #[arg(value_name = "INPUT", required_unless_present = "columns")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Where the table goes: a name that ends in .parquet, .csv, .ndjson or .jsonl
    #[arg(long, value_name = "TABLE", required_unless_present = "columns")]
    pub(crate) out: Option<PathBuf>,
    /// Rulesets, with commas or given several times: names, TOML files, `record` for each record's own, `all`
    #[arg(long, value_name = "NAME,NAME,...", default_value = "record")]
    pub(crate) rules: Vec<String>,
    /// Points for White in all records: any multiple of 1/2
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub(crate) komi: Option<String>,
    /// Add the passes that end the play to the records that have none, as files of servers and of professional games do
    #[arg(long)]
    pub(crate) passes: bool,
    /// The column of tables that holds the records [default: sgf, record, content or game]
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
    /// States that may be looked at to decide one chain (japanese-1989); 0 decides none
    #[arg(long, value_name = "N", default_value_t = shinpan_batch::Judge::NODES)]
    pub(crate) max_nodes: u64,
    /// Seconds that one Analysis may take; the table then depends on the machine
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub(crate) max_seconds: Option<f64>,
    /// MiB that one record, or a collection that is read as a whole, may have
    #[arg(long, value_name = "MIB", default_value_t = shinpan_batch::Bounds::RECORD_MIB, value_parser = clap::value_parser!(u64).range(1..=64))]
    pub(crate) max_record: u64,
    /// Records ruled on at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = super::threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// About how many rows are in memory before they are on disk: what a kill can lose, with those that other
    /// threads have ready while an earlier record is still ruled on
    #[arg(long, value_name = "ROWS", default_value_t = shinpan_batch::Job::PART)]
    pub(crate) part: NonZeroUsize,
    /// Leave the column `seconds` empty: the same input then gives the same table, byte for byte
    #[arg(long)]
    pub(crate) no_time: bool,
    /// Throw away what an earlier job has left under the same name
    #[arg(long)]
    pub(crate) fresh: bool,
    /// List the columns of the table
    #[arg(long)]
    pub(crate) columns: bool,
    /// How to report the summary
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
