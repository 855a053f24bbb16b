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
//!
//! # The case language
//!
//! One statement a line; `#` begins a comment. First from what the game starts, in any order:
//!
//! ```text
//! rules NAME [option=value ...]
//! board 5x5 | board line 2 | board torus 3x3 | graph a-b b-c c-a d
//! players 3        to-move white        komi 0.5        prisoners black 2        handicap 2
//! position         followed by the rows `. X O 3`, the points of a graph in one row
//! shows LM-5 G-4   clauses at work that no statement has to name (anywhere in the block)
//! ```
//!
//! Then what happens. An act is followed by all that comes of it:
//!
//! ```text
//! B a1  captures b1 c1          W pass  phase resolution          B pass  ends K-15
//! W b1  refused K-13 cyclic repeats 4
//! B resign | B claim | W accept | W decline | B request | referee rule
//! B dead a1 b2 | all dead none | all dead @2 a1
//! all result B+3.5 | all result draw | all result no-result | all ranking black > player-3 = white
//! ```
//!
//! Moves state clause and reason of a refusal, other acts may leave the reason out. And what holds:
//!
//! ```text
//! expect phase main               expect to-move black         expect prisoners black 1 white 0
//! expect legal a1 c2 | none       expect button black | none   expect position  (rows follow)
//! expect banned a1 superko LM-4 repeats 7      one line for each ban; or `expect banned none`
//! expect chain a1 alive | not-alive | unproven [triple-ko | double-ko-death]
//! expect removed a1 | none        expect territory black a1 b1 white none
//! result win black LC-5 | draw K-19 | no-result A-7 | ranking [black > white = player-3] K-20
//! ground score        margin 5/2        scores black 10 white 15/2
//! cycle from 0 to 6 passes black 0 white 1        scoring X. ; .O   (rows separated by `/`)
//! ```
//!
//! Lists are complete, and players who are not named have 0. A game that has ended must have its
//! `result` stated after its last act.

mod book;
mod case;
mod engine;
mod index;
mod markdown;
mod parse;
mod run;
mod show;
mod statement;
#[cfg(feature = "table")]
mod table;
mod words;

pub use book::{BookPage, Part, cases, cases_about, clauses, faults, find, names, pages};
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
#[cfg(feature = "table")]
pub use table::{action, sit_down};
