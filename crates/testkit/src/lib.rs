//! What the tests of several crates share: random boards, positions and rulesets, and the literal
//! twin's view of them.

mod dice;
mod literal;
mod random;

pub use dice::Dice;
pub use literal::literal;
pub use random::{Named, OPTIONED, board, ruleset, setup};
