//! The arbiter: matches between GTP programs, with a sitting as their referee.
//!
//! An [`Engine`] is a program at the other end of a pipe that may die, hang or talk nonsense; what it
//! did is told exactly, as a [`Fault`]. A [`Table`] is a sitting whose events are in a [`Journal`] on
//! disk before anybody hears of them. [`play_match`] plays many games, some at the same time, and
//! goes on where it was stopped. [`Seats`] are programs that play with people.

mod engine;
mod game;
mod held;
mod journal;
mod plan;
mod report;
mod seats;
mod table;

pub use engine::{Engine, Fault};
pub use game::{Finished, Players, play_game};
pub use journal::{Begun, Journal};
pub use plan::{Plan, play_match};
pub use report::{AnalysisReport, EngineFault, GameReport, SaidScores};
pub use seats::Seats;
pub use table::{Table, TableError};
