//! Where a search may stop: the question is settled by what stands.

use smallvec::SmallVec;

use crate::bits::Bits;
use crate::ground::Ground;
use crate::plan::{Plan, plan};
use crate::safety::{Eyes, Grounds, Safety, may_have_two};
use crate::search::{Aim, Question};
use crate::state::State;

/// What a static look at a state says.
pub(crate) enum Leaf<const W: usize> {
    /// Proved: by the contents of the zone, for the points of the cover.
    Proved { zone: Bits<W>, cover: Bits<W> },
    /// Not seen at a glance; `far` guesses how far it is from it (1 is nearest), and `plan` what the
    /// owner might play.
    Open { far: u32, plan: Option<Plan<W>> },
}

/// Whether chains that stand for good settle a question.
pub(crate) enum Standing<const W: usize> {
    /// They do; and the parts of the board with the goal that they shut in.
    Settles { grounds: Grounds<W>, shut_in: Bits<W> },
    /// They do not; the room for eyes that is left to the owner, for the killer.
    Open { safety: Safety<W>, room: u32 },
}

/// Looks for chains that settle a question.
pub(crate) fn standing<const W: usize>(
    ground: &Ground<W>,
    question: &Question<W>,
    state: &State<W>,
) -> Standing<W> {
    let side = question.prover();
    let mut grounds = Grounds { zone: Bits::NONE, cover: Bits::NONE, paired: Bits::NONE };
    if question.aim == Aim::Live {
        let safety = Safety::of(ground, state, side, Eyes::Whole);
        return match (safety.safe & question.goal).first() {
            Some(stone) => Standing::Settles {
                grounds: safety.grounds(ground, &Bits::of(stone)),
                shut_in: Bits::NONE,
            },
            None => Standing::Open { safety, room: 0 },
        };
    }
    let safety = Safety::of(ground, state, side, Eyes::Empty);
    let mut shut_in = Bits::NONE;
    let mut left = 0;
    for part in parts(ground, &question.goal, &safety.safe) {
        let around = safety.grounds(ground, &part);
        let mut eyes = part;
        if !around.paired.meets(&part) {
            eyes = eyes.without(&state.stones[question.owner]);
        }
        left += room(ground, &eyes, &safety.safe);
        grounds.zone |= around.zone;
        grounds.cover |= around.cover;
        grounds.paired |= around.paired;
        shut_in |= part;
    }
    match left {
        0 => Standing::Settles { grounds, shut_in },
        room => Standing::Open { safety, room },
    }
}

/// What settles a question, as [`standing`] finds it: the grounds, and the parts of the board that are shut in.
pub(crate) fn settles<const W: usize>(
    ground: &Ground<W>,
    question: &Question<W>,
    state: &State<W>,
) -> Option<(Grounds<W>, Bits<W>)> {
    let Question { owner, goal, aim } = question;
    if *aim == Aim::Live {
        if !may_have_two(ground, state, *owner, goal) {
            return None;
        }
        let safety = Safety::while_safe(ground, state, *owner, Eyes::Whole, goal);
        let stone = (safety.safe & *goal).first()?;
        return Some((safety.grounds(ground, &Bits::of(stone)), Bits::NONE));
    }
    // Fewer chains of the killer's leave no less room.
    let [own, wall] = [state.stones[*owner], state.stones[question.prover()]];
    let leaves = |part: &Bits<W>| room(ground, &part.without(&own), &wall) > 0;
    if parts(ground, goal, &wall).iter().any(leaves) {
        return None;
    }
    match standing(ground, question, state) {
        Standing::Settles { grounds, shut_in } => Some((grounds, shut_in)),
        Standing::Open { .. } => None,
    }
}

/// Looks at a state in which the owner's plays are known.
pub(crate) fn followed<const W: usize>(
    ground: &Ground<W>,
    question: &Question<W>,
    state: &State<W>,
) -> Leaf<W> {
    match settles(ground, question, state) {
        Some((grounds, shut_in)) => {
            Leaf::Proved { zone: grounds.zone | shut_in, cover: grounds.cover | shut_in }
        }
        None => Leaf::Open { far: 2, plan: None },
    }
}

/// Looks at a state.
pub(crate) fn leaf<const W: usize>(
    ground: &Ground<W>,
    question: &Question<W>,
    state: &State<W>,
) -> Leaf<W> {
    match (standing(ground, question, state), question.aim) {
        (Standing::Settles { grounds, shut_in }, _) => {
            Leaf::Proved { zone: grounds.zone | shut_in, cover: grounds.cover | shut_in }
        }
        (Standing::Open { safety, .. }, Aim::Live) => {
            let plan = plan(ground, state, question.owner, &question.goal, &safety);
            Leaf::Open { far: 2 + plan.cost, plan: Some(plan) }
        }
        (Standing::Open { safety, room }, Aim::Kill) => {
            Leaf::Open { far: distance(ground, question, state, &safety.safe, room), plan: None }
        }
    }
}

/// A guess how many plays the killer needs: to take what stands on the goal and to occupy it, or to
/// leave no room for eyes.
fn distance<const W: usize>(
    ground: &Ground<W>,
    question: &Question<W>,
    state: &State<W>,
    wall: &Bits<W>,
    room: u32,
) -> u32 {
    let mut plays = 0;
    let open = question.goal.without(wall);
    let mut rest = open & state.stones[question.owner];
    while let Some(stone) = rest.first() {
        let chain = ground.component(stone, &state.stones[question.owner]);
        rest = rest.without(&chain);
        plays += state.liberties(ground, &chain).count() as u32;
    }
    plays += open.count() as u32;
    1 + plays.min(room / 2 + 1).min(16)
}

/// What lies around the goal: the connected parts of the board without the `wall` that hold points of
/// it, and the stones of the wall that stand on it.
fn parts<const W: usize>(
    ground: &Ground<W>,
    goal: &Bits<W>,
    wall: &Bits<W>,
) -> SmallVec<[Bits<W>; 4]> {
    let mut parts = SmallVec::new();
    let space = ground.all.without(wall);
    if goal.meets(wall) {
        parts.push(*goal & *wall);
    }
    let mut rest = *goal & space;
    while let Some(point) = rest.first() {
        let part = ground.component(point, &space);
        rest = rest.without(&part);
        parts.push(part);
    }
    parts
}

/// How many points could be an eye of somebody hemmed in by the wall; none, if no two of them could be
/// eyes at once.
fn room<const W: usize>(ground: &Ground<W>, points: &Bits<W>, wall: &Bits<W>) -> u32 {
    let inner = points.without(&ground.beside(wall)).without(wall);
    let two = inner
        .iter()
        .any(|point| !inner.without(ground.near(point)).without(&Bits::of(point)).is_empty());
    if two { inner.count() as u32 } else { 0 }
}

/// The killer's chains that have been proved to live, as walls: he answers where their proofs say so, and
/// keeps them for ever. The proofs share no empty point, so that one answer never disturbs another.
pub(crate) struct Walls<const W: usize> {
    /// The zones of the proofs.
    pub(crate) zone: Bits<W>,
    /// The stones that are kept.
    pub(crate) kept: Bits<W>,
    /// The proofs, by their place in the search that found them.
    pub(crate) proofs: SmallVec<[u32; 8]>,
}

/// Whether the walls shut the goal in.
pub(crate) fn walled<const W: usize>(
    ground: &Ground<W>,
    question: &Question<W>,
    state: &State<W>,
    walls: &Walls<W>,
) -> Leaf<W> {
    let empty = state.empty(ground);
    let mut zone = walls.zone | walls.kept;
    let mut cover = walls.kept;
    let mut far = 0;
    for part in parts(ground, &question.goal, &walls.kept) {
        let mut eyes = part;
        // Where the killer has nothing to answer he plays nothing, and takes no stone.
        if !(walls.zone & empty).meets(&part) {
            eyes = eyes.without(&state.stones[question.owner]);
        }
        far += room(ground, &eyes, &walls.kept);
        zone |= part;
        cover |= part;
    }
    if far == 0 {
        return Leaf::Proved { zone, cover };
    }
    Leaf::Open { far: distance(ground, question, state, &walls.kept, far), plan: None }
}

#[cfg(test)]
mod tests;
