//! The rulebook: rulesets as values, games played under them, rulings with clause and evidence.
//!
//! ```
//! use std::sync::Arc;
//! use shinpan_board::Board;
//! use shinpan_rules::{Game, Move, Reason, Ruleset, Setup};
//!
//! let kee = Arc::new(Ruleset::builtin("kee").unwrap());
//! let board = Arc::new(Board::rectangle(2, 1)?);
//! let mut game = Game::new(kee, &Setup::empty(board.clone(), 2))?;
//! let [a1, b1] = ["a1", "b1"].map(|name| Move::Play(board.parse_point(name).unwrap()));
//! game.play(a1).unwrap();
//! game.play(b1).unwrap();
//! let refusal = game.play(a1).unwrap_err();
//! assert_eq!((refusal.reason, refusal.repeats()), (Reason::Cyclic, Some(1)));
//! assert_eq!(refusal.clause.as_str(), "K-13");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here does input or output, reads a clock, uses randomness, or panics on input.

mod analysis;
mod axes;
mod check;
mod clause;
#[macro_use]
mod coded;
mod counting;
mod fact;
mod game;
mod history;
mod katago;
mod komi;
mod not_now;
mod options;
mod perft;
mod ruleset;
mod rulesets;
mod ruling;
mod text;

pub use analysis::{
    Analysis, AnalysisLimit, Analyst, ChainStatus, KoCycle, LifeStatus, Precedent, Settlement,
    assumed,
};
pub use axes::*;
pub use check::Incoherent;
pub use clause::{Clause, ClausePage, clause_pages};
pub use fact::{Each, Fact, Named, PartNames, PointNames, When};
pub use game::{Game, GameError, Played, Setup, Status};
pub use history::Move;
pub use katago::KataGoError;
pub use komi::{Komi, KomiError, Score, as_decimal, decimal, readable};
pub use not_now::NotNow;
pub use options::{OPTIONS, OptionError, notice, set_option};
pub use perft::perft;
pub use ruleset::{Articles, Ruleset};
pub use rulesets::builtin;
pub use ruling::{Ban, Because, Cycle, Evidence, Ground, Outcome, Reason, Refusal, Tally, Verdict};
pub use text::{ReadRuleset, RulesetError};
