//! What the tests of several crates share: random boards, positions, endgames and rulesets, settled boards, the literal
//! twin's view of them, and problems of life and death.

mod dice;
mod endgame;
mod literal;
pub mod problems;
mod random;
mod settled;

pub use dice::Dice;
pub use endgame::{Endgame, endgame};
pub use literal::literal;
pub use random::{Named, OPTIONED, board, ruleset, setup};
pub use settled::settled;
