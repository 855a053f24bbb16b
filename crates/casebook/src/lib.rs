//! The case book of Shinpan: games in Markdown that state everything a referee has to say about
//! them, and the means to hold any engine to it.
//!
//! A case is a fenced block of a page under `casebook/`. It gives a ruleset, a board and a list of
//! acts; every capture, refusal, change of phase and end has to be stated where it happens, and
//! what is stated has to happen. [`parse`] reads a page, [`run`] plays a case on an [`Engine`] and
//! lists every difference with its place. The pages are compiled in: [`cases`], [`find`].
//!
//! ```
//! let page = "# A capture\n\n```case corner\nrules kee\nboard 2x1\nB a1\nW b1  captures a1\n```\n";
//! let cases = shinpan_casebook::parse("example.md", page)?;
//! assert_eq!(cases[0].name, "corner");
//! assert_eq!(cases[0].statements[1].text, "W b1  captures a1");
//! # Ok::<(), shinpan_casebook::Faults>(())
//! ```

mod book;
mod case;
mod engine;
mod index;
mod markdown;
mod parse;
mod run;
mod show;
mod statement;

pub use book::{cases, cases_about, clauses, faults, find, names};
pub use case::{
    Act, AgreedResult, Case, Expectation, Expected, Move, Outcome, Setup, Stated, StatedBan,
    StatedRefusal, Statement,
};
pub use engine::{
    Analysis, Ban, Chain, Cycle, Engine, GameResult, Refusal, Score, Snapshot, Unable,
};
pub use index::PAGES;
pub use parse::{Fault, Faults, parse};
pub use run::{Difference, Run, run};
