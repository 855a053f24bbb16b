//! Exact values: what best play leads to on small boards and in endgames, under every ruleset.
//!
//! [`solve`] chooses the method by the axes of the ruleset; [`solve_plain`] is the slow oracle, a full
//! search that plays exactly what the rules crate plays. Answers are typed: a [`Value`] is exact,
//! between proven bounds, or unknown, with the [`Limit`] that stopped the search. A [`Strategy`] writes
//! down how a player gets what he can; [`check`] plays it out with the rules crate alone.
//!
//! Nothing here does input or output, reads a clock, or uses randomness. Callers bound the work by
//! [`Limits`] and can stop it by a flag.

mod asked;
mod by_history;
mod checker;
mod compact;
mod endgame;
mod forced;
mod kee;
mod limits;
mod loopy;
mod plain;
mod proof_numbers;
mod proofs;
mod report;
mod settle;
mod several;
mod solve;
#[cfg(test)]
mod starts;
mod strategy;
mod strides;
mod superko;
mod table;
mod value;
mod walks;

pub use asked::{AskedError, read_margin, report};
pub use checker::{Flaw, check};
pub use limits::{Limits, Progress};
pub use plain::solve_plain;
pub use proofs::{Proofs, ProofsError};
pub use report::{ShareReport, SolutionReport, line};
pub use settle::{Settled, settle};
pub use several::{Gain, Proven, Share};
pub use solve::{at_least, shares, solve, solve_on_threads, strategies};
pub use strategy::{
    Answer, Claim, Draws, Passed, Plan, Segment, Situation, Strategy, StrategyError,
};
pub use value::{End, Limit, Method, Solution, Value, Verdict};
