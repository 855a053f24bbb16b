//! Which plays the prover tries. Leaving one out can cost a proof, never its truth.

use crate::bits::Bits;
use crate::ground::Ground;
use crate::state::State;

/// The empty points that the killer tries: near the chain, and near what is connected to it.
pub(crate) fn killing<const W: usize>(
    ground: &Ground<W>,
    goal: &Bits<W>,
    state: &State<W>,
) -> Bits<W> {
    let empty = state.empty(ground);
    let stones = state.stones[0] | state.stones[1];
    let mut found = flow(ground, goal, &stones);
    let mut points = Bits::NONE;
    for _ in 0..2 {
        let next = ground.around(&found);
        points |= next & empty;
        found = flow(ground, &(found | next), &stones);
    }
    points
}

/// The set with everything connected to it through `free`.
fn flow<const W: usize>(ground: &Ground<W>, from: &Bits<W>, free: &Bits<W>) -> Bits<W> {
    let mut found = *from;
    let mut front = *from;
    loop {
        let next = (ground.around(&front) & *free).without(&found);
        if next.is_empty() {
            return found;
        }
        found |= next;
        front = next;
    }
}
