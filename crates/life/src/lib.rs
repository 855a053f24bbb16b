//! Independent life (Japanese 1989, user-friendly reading): who lives, proved.

mod analysis;
mod bits;
mod candidates;
mod exact;
mod ground;
mod kos;
mod leaf;
mod plan;
mod safety;
mod search;
mod state;
mod zone;

pub use analysis::{Chain, Limits, Reading, Status, analyse};
