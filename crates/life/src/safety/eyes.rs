//! Whether there is room for eyes at all: a quick look, before clusters and regions are looked for.

use crate::bits::Bits;
use crate::ground::Ground;
use crate::state::State;

/// Whether chains of `side` on some points may be safe with whole eyes. Where not, none of them is.
///
/// What hangs together with them does so by empty points next to two stones or more. Every point of an eye of it is next to it, or next to two
/// empty points that are. So of the parts of the board between the stones of `side` some are never in an eye; two eyes take two others, or one
/// that a pair cuts in two.
pub(crate) fn may_have_two<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    side: usize,
    points: &Bits<W>,
) -> bool {
    let (own, empty) = (state.stones[side], state.empty(ground));
    let ties = empty & ground.beside_two(&own);
    let body = ground.spread(&(*points & own), &(own | ties)) & own;
    let (near, space) = (ground.beside(&body), ground.all.without(&own));
    let far = space.without(&near).without(&ground.beside_two(&(empty & near)));
    let room = space.without(&ground.spread(&far, &space));
    let Some(point) = room.first() else { return false };
    let one = ground.component(point, &room);
    one != room || cuts(ground, &one, &own, &empty)
}

/// Whether each of two empty points cuts an eye in two of which this is all but stones of its owner's.
fn cuts<const W: usize>(ground: &Ground<W>, eye: &Bits<W>, own: &Bits<W>, empty: &Bits<W>) -> bool {
    let cuts = |&point: &u16| {
        let mut rest = *eye;
        rest.remove(point);
        let near = *ground.near(point);
        let apart = |start: u16| ground.component(start, &rest) != rest;
        if (near & rest).count() > 1 && rest.first().is_some_and(apart) {
            return true;
        }
        // Stones with no other neighbour are a side of their own.
        let only = Bits::of(point);
        let held = |stone: u16| ground.near(stone).without(own) == only;
        let alone = |stone: u16| ground.around(&ground.component(stone, own)) == only;
        (near & *own).iter().any(|stone| held(stone) && alone(stone))
    };
    (*eye & *empty).iter().filter(cuts).nth(1).is_some()
}
