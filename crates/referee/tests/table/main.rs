//! The table on random records: the ruling says what the slow literal twin says.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod acts;
mod analysis;
mod assumption;
mod casebook;
mod ends;
mod fates;
mod fill_in;
mod forged;
mod lines;
mod notes;
mod selfplay;
mod trials;
mod twin;
