//! The slow obvious twin of Shinpan.
//!
//! A game is a [`Setup`] and a list of [`Move`]s. Everything is recomputed by scanning the list of
//! positions that stood: no hashing, no caches, no cleverness. Section numbers in the comments are
//! those of `RULES.md`. Used only in tests, to check the fast engine against.

mod cycle;
mod game;
mod history;
mod kee;
pub mod life;
mod perft;
mod phases;
mod position;
mod report;
mod rules;
mod score;

pub use perft::perft;
pub use position::{Played, chain, play};
pub use report::{Ban, Cycle, Final, Move, Outcome, Point, Reason, Refused, Report, Setup, report};
pub use rules::{Cycles, Name, Rules};
pub use score::{area, territory};
