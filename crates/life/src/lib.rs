//! Independent life (Japanese 1989, user-friendly reading): who lives, proved.

mod analysis;
mod apart;
mod bits;
mod candidates;
mod check;
mod extract;
mod ground;
mod leaf;
mod line;
mod local;
mod patch;
mod plan;
mod proof;
mod replay;
mod rounds;
mod safety;
mod search;
mod sieve;
mod space;
mod standing;
mod state;
mod windows;
mod zone;

pub use analysis::{Asked, Chain, Differs, KoCycle, Limits, MOST_POINTS, Reading, Status, analyse};
pub use check::{Rejected, check};
pub use line::Line;
#[cfg(feature = "learn")]
pub use local::learn::Learner;
pub use proof::{
    Answer, Certificate, Claim, Cluster, Eye, EyePart, Node, Pair, Proof, Settled, Shown, Space,
    Step, Window,
};
pub use replay::Replay;
