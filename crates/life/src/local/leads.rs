//! Small parts in which a chain is led to another, if nothing is needed elsewhere: the fewer points that takes, the more likely the other chain lives
//! without them.

use super::{ANY, Extent, Local, Outlook, grow_from};
use crate::bits::Bits;
use crate::ground::Ground;
use crate::state::State;
use crate::zone::Elsewhere;

/// The points of the parts around a place where the chains come near each other, and around the chain.
const NEAR: [usize; 7] = [4, 6, 8, 10, 12, 15, 18];
const AROUND: [usize; 4] = [8, 14, 20, 26];
/// How many steps over empty points such a place may be from the other chain's liberties.
const STEPS: usize = 2;

impl<const W: usize> Local<W> {
    /// Parts in which a chain is led to one that is kept elsewhere, read in so many states each: none of their points can be left out.
    pub(crate) fn leading(
        (ground, state, owner): (&Ground<W>, &State<W>, usize),
        goal: &Bits<W>,
        elsewhere: &Elsewhere<W>,
        states: u64,
        stop: &dyn Fn() -> bool,
    ) -> Vec<Local<W>> {
        let empty = state.empty(ground).without(&elsewhere.needed);
        let others = state.stones[owner ^ 1];
        let first = ground.around(goal) & empty;
        let mut reach = ground.around(&elsewhere.kept) & empty;
        for _ in 0..STEPS {
            reach |= ground.around(&reach) & empty;
        }
        let near = (first & reach).iter().flat_map(|place| {
            NEAR.map(|points| (Bits::of(place), Extent { points, along: false }))
        });
        let around = AROUND.map(|points| (first, Extent { points, along: true }));
        let read = |points: Vec<u16>| {
            let mut part = Local::of(ground, state, owner, goal, elsewhere, points);
            let won = part.read(state, (states, ANY), stop) == Outlook::Won;
            won.then_some(part)
        };
        let mut found: Vec<(Bits<W>, Local<W>)> = Vec::new();
        for (from, extent) in around.into_iter().chain(near) {
            let points = grow_from(ground, state, owner, (goal, &from), &elsewhere.needed, extent);
            let all: Bits<W> = points.iter().copied().collect();
            if found.iter().any(|(less, _)| less.within(&all)) {
                continue;
            }
            let Some(mut part) = read(points) else { continue };
            // Point by point less, as long as it is won.
            let (mut kept, mut rests) = (Bits::NONE, part.rests_on(state));
            while let Some(point) = (rests & empty).without(&kept).first() {
                kept.insert(point);
                let less = rests.without(&Bits::of(point)) & (empty | others);
                if let Some(smaller) = read(less.iter().collect()) {
                    (rests, part) = (smaller.rests_on(state), smaller);
                }
            }
            let rests = rests & (empty | others);
            if found.iter().all(|(points, _)| *points != rests) {
                found.push((rests, part));
            }
        }
        found.sort_by_key(|(rests, _)| rests.count());
        found.into_iter().map(|(_, part)| part).collect()
    }
}
