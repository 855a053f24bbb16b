//! Boards and positions as bits, for the searches.

pub(crate) mod field;
pub(crate) mod mask;
mod owned;
pub(crate) mod safes;
mod safety;
pub(crate) mod stones;
mod walls;
mod wide;

pub(crate) use field::{Field, Symmetry, is_line};
pub(crate) use mask::{Mask, spread, with_sets};
pub(crate) use owned::owned;
pub(crate) use safes::Safes;
pub(crate) use safety::{Safe, safe};
pub(crate) use stones::{BLACK, Placed, Stones, WHITE};
pub(crate) use walls::{Walls, walls};
pub(crate) use wide::Wide;
