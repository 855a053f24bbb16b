//! The program as it is used: what it prints, and what it makes of bad input.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod batch;
mod documents;
mod fill_in;
mod hostile;
mod settle;
mod solve;
mod tables;
