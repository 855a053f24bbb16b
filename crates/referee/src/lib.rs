//! The table: sittings, records and rulings on them.
//!
//! A [`Sitting`] is a game with everything its players and the referee may do; a [`Record`] is what
//! was done, read from SGF or from our own TOML; [`judge`] gives the ruling on a record, and the
//! [`Report`] it returns is the JSON of every interface.

mod action;
mod agreement;
mod assumption;
mod event;
mod explain;
pub mod fill_in;
mod frame;
mod journal;
mod judge;
mod native;
mod note;
mod picture;
mod prover;
mod record;
mod recorded;
mod report;
mod saved_proof;
mod sgf;
mod sitting;
mod trial;

pub use action::{Action, AgreedResult, Dead, Edit, Fault, Written, initial};
pub use agreement::{AgreementReport, Judgement, ProposedChain, ProposedTerritory};
pub use assumption::{Assumed, AssumedReport, Assumption, assume};
pub use event::{Event, PendingReport};
pub use explain::{Explanation, explain, explained_picture, explained_sgf};
pub use frame::{Frame, Replay, Trail, replay};
pub use journal::{JournalStart, journal_start, whole_lines};
pub use judge::{Judged, Options, compare, judge, read_points, with_options};
pub use native::{
    checked_handicap, checked_prisoners, read_fields, rules_file, with_rules_file, write_toml,
};
pub use note::{Note, Supposed};
pub use picture::{Shows, judged_picture, picture, position_picture};
pub use prover::{Proven, Prover, Tell};
pub use record::{Entry, Record, RecordError, Records, What};
pub use report::{
    BannedPoint, ChainReport, Drawn, Recorded, RefusedMove, Report, ResultReport, drawn,
};
pub use saved_proof::{CheckedProof, CheckedReport, ProofFault, SavedProof};
pub use sgf::{tidy_sgf, write_sgf};
pub use sitting::{Applied, Pending, Proposal, Refused, Sitting};
pub use trial::Trials;
