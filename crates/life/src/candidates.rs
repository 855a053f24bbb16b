//! Which plays the prover tries. Leaving one out can cost a proof, never its truth.

use crate::bits::Bits;
use crate::ground::Ground;
use crate::state::State;

/// The empty points that the killer tries: at most two steps from the chain, its owner's stones being
/// none, and the last two liberties of his own chains about there.
pub(crate) fn killing<const W: usize>(
    ground: &Ground<W>,
    goal: &Bits<W>,
    owner: usize,
    state: &State<W>,
) -> Bits<W> {
    let empty = state.empty(ground);
    let stones = state.stones[owner];
    let mut found = ground.spread(goal, &stones);
    let mut points = *goal & empty;
    for _ in 0..2 {
        let next = (ground.around(&found) & empty) | points;
        points |= next;
        found = ground.spread(&(found | next), &stones);
    }
    points | state.last_liberties(ground, ground.around(&found) & state.stones[owner ^ 1])
}
