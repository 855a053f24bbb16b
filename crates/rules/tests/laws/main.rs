//! The rulebook's laws on random games: it says what its slow literal twin says, move by move.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod analysis;
mod collisions;
mod edges;
mod identities;
mod perft;
mod repetitions;
mod symmetry;
mod told;
mod twin;
