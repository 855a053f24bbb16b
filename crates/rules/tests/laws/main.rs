//! The rulebook's laws on random games: it says what its slow literal twin says, move by move.

mod collisions;
mod identities;
mod perft;
mod symmetry;
mod twin;
