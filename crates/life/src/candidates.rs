//! Which plays the prover tries. Leaving one out can cost a proof, never its truth.

use crate::bits::Bits;
use crate::ground::Ground;
use crate::safety::{Eyes, Safety};
use crate::search::{Aim, Question};
use crate::state::State;

/// The empty points the prover tries, in no order.
pub(crate) fn of<const W: usize>(
    ground: &Ground<W>,
    question: &Question<W>,
    state: &State<W>,
) -> Vec<u16> {
    let empty = state.empty(ground);
    if question.aim == Aim::Live {
        let safety = Safety::of(ground, state, question.owner, Eyes::Whole);
        let plan = crate::plan::plan(ground, state, question.owner, &question.goal, &safety);
        return plan.points.iter().collect();
    }
    let (free, steps) = match question.aim {
        Aim::Live => (state.stones[question.owner], 3),
        Aim::Kill => (state.stones[0] | state.stones[1], 2),
    };
    let mut found = flow(ground, &question.goal, &free);
    let mut points = Vec::new();
    for _ in 0..steps {
        let next = ground.around(&found);
        let fresh = next & empty;
        points.extend(fresh.iter());
        found |= next;
        found = flow(ground, &found, &free);
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
