//! A side's open chains, on whose points the other side lives instead.

use super::parts::{STATES, new_in};
use super::{FIRST, MORE, News, Side};
use crate::bits::Bits;
use crate::local::{ANY, Extent, GLANCE, Local, Outlook};
use crate::search::{Place, Search};

/// How far the parts around a chain reach.
const SHAPES: [Extent; 5] = [
    Extent { points: 14, along: false },
    Extent { points: 14, along: true },
    Extent { points: 20, along: true },
    Extent { points: 26, along: true },
    Extent { points: 34, along: true },
];

/// Readings of the open chains: in the round in which each chain first has more states than this, by so many states, those that lack no more
/// than is hoped for. Chains that live lack much more.
const TURNS: [(u64, u64, u32); 6] = [
    (FIRST, GLANCE, ANY),
    (FIRST, STATES / 10, 50),
    (FIRST * MORE, STATES / 20, 85),
    (FIRST * MORE, STATES / 5, 70),
    (FIRST * MORE * MORE, STATES / 10, 90),
    (FIRST * MORE * MORE, STATES * 2 / 5, 60),
];

impl<const W: usize> Side<'_, W> {
    /// Reads for each chain whether its opponent, to move, takes it and lives on its points, those first that seem to lack least, in the turns of
    /// a round with so many states.
    pub(super) fn instead<'g>(
        mut self,
        (kills, lives): (&mut Search<'g, W>, &mut Search<'g, W>),
        budget: u64,
        hear: &mut dyn FnMut(News),
    ) {
        let due = |from: u64| budget > from && budget <= from * MORE;
        for (_, states, hope) in TURNS.into_iter().filter(|&(from, ..)| due(from)) {
            let terms = (states.min(self.reading_states()), hope);
            let asked = self.open.iter().filter(|&&(number, _)| self.works_on(number));
            let places = (0..SHAPES.len()).map(Place::Around);
            let asked = asked.flat_map(|&(number, _)| places.clone().map(move |at| (number, at)));
            for (number, place) in self.hopeful(kills, asked, terms) {
                if (self.stop)() {
                    return;
                }
                let Some(goal) = self.points_of(number) else { continue };
                let before = lives.nodes;
                let found = self.read_instead((kills, lives), (number, goal), place, terms);
                hear(News::Spent(number, lives.nodes - before));
                let Some(found) = found else { continue };
                self.decided(kills, Some(lives), found, hear);
            }
        }
    }

    /// Reads for a chain in a part, and follows what is found.
    fn read_instead<'g>(
        &self,
        (kills, lives): (&mut Search<'g, W>, &mut Search<'g, W>),
        (number, goal): (usize, Bits<W>),
        place: Place,
        terms: (u64, u32),
    ) -> Option<u32> {
        let Place::Around(shape) = place else { return None };
        let (mut outlook, mut found) = (Outlook::Lost, None);
        let part = Local::instead(kills.ground, self.state, self.owner ^ 1, &goal, SHAPES[shape]);
        if let Some(mut part) = part.filter(|part| new_in(&SHAPES, shape, part)) {
            let play;
            (outlook, play) = part.read_first(self.state, terms, self.stop);
            found = play.and_then(|play| {
                let most = self.followed(terms.0);
                kills.live_instead(lives, self.state, (goal, play), part, most)
            });
        }
        kills.tried.note((number, place), outlook, terms, found.is_some());
        found
    }
}

#[cfg(test)]
pub(super) mod tests;
