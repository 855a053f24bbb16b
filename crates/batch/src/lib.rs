//! Rulings on many records: folders, archives and tables in, one table out.
//!
//! [`Inputs`] says where records are, [`Judge`] gives one [`Row`] for each record and ruleset, [`run`] does
//! it on several threads with parts on disk, so that a job that was killed goes on where it stood, and
//! [`Summary`] says how often the rulesets disagree, and why.
//!
//! The rows, and their order, follow from the inputs and the [`Judge`] alone: neither the number of threads
//! nor their timing nor interruptions change them. The column `seconds` is the exception, and can be left
//! out.

mod bounds;
mod bundle;
mod collection;
mod error;
mod in_order;
mod input;
mod job;
mod judge;
mod output;
mod page;
mod parts;
mod piece;
mod pieces;
mod plots;
mod progress;
mod row;
mod run;
mod summary;
mod table;

pub use bounds::Bounds;
pub use error::BatchError;
pub use in_order::{Ruled, in_order};
pub use input::{Input, Inputs, Kind};
pub use job::{Job, Output};
pub use judge::{Judge, Rules, split_rules};
pub use page::page;
pub use piece::Piece;
pub use pieces::Pieces;
pub use progress::{Counters, Progress};
pub use row::{COLUMNS, Column, Row, schema, table_of};
pub use run::{Done, run};
pub use summary::{Disagreement, Pair, Summary, Tally};
