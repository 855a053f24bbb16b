//! Where a search may stop: the question is settled by what stands.

use crate::bits::Bits;
use crate::ground::Ground;
use crate::plan::{Plan, plan};
use crate::safety::{Eyes, Safety};
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

/// Looks at a state.
pub(crate) fn leaf<const W: usize>(
    ground: &Ground<W>,
    question: &Question<W>,
    state: &State<W>,
) -> Leaf<W> {
    match question.aim {
        Aim::Live => alive(ground, question, state),
        Aim::Kill => dead(ground, question, state),
    }
}

fn alive<const W: usize>(ground: &Ground<W>, question: &Question<W>, state: &State<W>) -> Leaf<W> {
    let safety = Safety::of(ground, state, question.owner, Eyes::Whole);
    let held = safety.safe & question.goal;
    if let Some(stone) = held.first() {
        let grounds = safety.grounds(ground, &Bits::of(stone));
        return Leaf::Proved { zone: grounds.zone, cover: grounds.cover };
    }
    let plan = plan(ground, state, question.owner, &question.goal, &safety);
    Leaf::Open { far: 2 + plan.cost, plan: Some(plan) }
}

fn dead<const W: usize>(ground: &Ground<W>, question: &Question<W>, state: &State<W>) -> Leaf<W> {
    let attacker = question.owner ^ 1;
    let safety = Safety::of(ground, state, attacker, Eyes::Empty);
    let space = ground.all.without(&safety.safe);
    let mut zone = Bits::NONE;
    let mut cover = Bits::NONE;
    let mut far = 0;
    let inside = question.goal & safety.safe;
    if !inside.is_empty() {
        let grounds = safety.grounds(ground, &inside);
        zone |= grounds.zone;
        cover |= grounds.cover;
    }
    let mut rest = question.goal & space;
    while let Some(point) = rest.first() {
        let part = ground.component(point, &space);
        rest = rest.without(&part);
        let grounds = safety.grounds(ground, &part);
        let mut eyes = part;
        if !grounds.paired.meets(&part) {
            eyes = eyes.without(&state.stones[question.owner]);
        }
        let mut inner = Bits::NONE;
        for point in eyes.iter() {
            if !ground.near(point).meets(&safety.safe) {
                inner.insert(point);
            }
        }
        let two = inner
            .iter()
            .any(|point| !inner.without(ground.near(point)).without(&Bits::of(point)).is_empty());
        if two {
            far += inner.count() as u32;
        }
        zone |= part | grounds.zone;
        cover |= part | grounds.cover;
    }
    if far == 0 { Leaf::Proved { zone, cover } } else { Leaf::Open { far: 1 + far.min(24) / 2, plan: None } }
}
