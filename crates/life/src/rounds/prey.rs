//! A side's open chains, read for how the other side shuts them in.

use super::parts::{STATES, new_in};
use super::{FIRST, MORE, News, Side};
use crate::bits::Bits;
use crate::local::{ANY, Extent, GLANCE, Local, Outlook};
use crate::search::{Company, Place, Search};

/// How far the parts around a chain reach.
const SHAPES: [Extent; 5] = [
    Extent { points: 14, along: false },
    Extent { points: 14, along: true },
    Extent { points: 20, along: true },
    Extent { points: 26, along: true },
    Extent { points: 34, along: true },
];

/// Readings of the open chains: in the round in which each chain first has more states than this, by so many states, those that lack no more
/// than is hoped for.
const TURNS: [(u64, u64, u32); 3] = [
    (FIRST, GLANCE, ANY),
    (FIRST * MORE, STATES / 20, 65),
    (FIRST * MORE * MORE, STATES * 2 / 5, 60),
];

/// The searches against a side's chains, and for the life of the other side's.
type Both<'s, 'g, const W: usize> = (&'s mut Search<'g, W>, &'s mut Search<'g, W>);

impl<const W: usize> Side<'_, W> {
    /// Reads for each chain whether its opponent, to move, shuts it in, by himself and beside proofs of his chains' life; those first where he seems
    /// to lack least, in the turns of a round with so many states.
    pub(super) fn prey<'g>(
        mut self,
        (kills, lives): Both<'_, 'g, W>,
        budget: u64,
        hear: &mut dyn FnMut(News),
    ) {
        let due = |from: u64| budget > from && budget <= from * MORE;
        let company = [Company::Alone, Company::Clear, Company::Any];
        let places: Vec<Place> = company
            .into_iter()
            .flat_map(|company| (0..SHAPES.len()).map(move |shape| Place::Prey(shape, company)))
            .collect();
        for (_, states, hope) in TURNS.into_iter().filter(|&(from, ..)| due(from)) {
            let terms = (states.min(self.reading_states()), hope);
            let asked = self.open.iter().filter(|&&(number, _)| self.works_on(number));
            let asked = asked.flat_map(|&(number, _)| places.iter().map(move |&at| (number, at)));
            for (number, place) in self.hopeful(kills, asked, terms) {
                if (self.stop)() {
                    return;
                }
                let Some(goal) = self.points_of(number) else { continue };
                let before = kills.nodes;
                let found = self.read_prey((kills, lives), (number, goal), place, terms);
                hear(News::Spent(number, kills.nodes - before));
                let Some(found) = found else { continue };
                self.decided(kills, Some(lives), found, hear);
            }
        }
    }

    /// Reads for a chain in a part, and follows what is found.
    fn read_prey<'g>(
        &self,
        (kills, lives): Both<'_, 'g, W>,
        (number, goal): (usize, Bits<W>),
        place: Place,
        terms: (u64, u32),
    ) -> Option<u32> {
        let Place::Prey(shape, company) = place else { return None };
        let keeper = Side { owner: self.owner ^ 1, open: Vec::new(), ..*self };
        let bases = keeper.bases_around(lives, &goal, company);
        let elsewhere = keeper.all_elsewhere(lives, &bases);
        let (mut outlook, mut found) = (Outlook::Lost, None);
        let alone = company == Company::Alone;
        let part = (alone || !bases.is_empty()).then(|| {
            let (ground, owner) = (kills.ground, keeper.owner);
            Local::prey(ground, self.state, owner, &goal, &elsewhere, SHAPES[shape])
        });
        if let Some(mut part) = part.flatten().filter(|part| new_in(&SHAPES, shape, part)) {
            (outlook, _) = part.read_first(self.state, terms, self.stop);
            let most = self.followed(terms.0);
            let follow = |kills: &mut Search<'g, W>| kills.follow(self.state, goal, part, most);
            found = match outlook {
                Outlook::Won if alone => follow(kills),
                Outlook::Won => kills.walled_off(goal, elsewhere, follow).map(|tree| {
                    let zone = kills.found[tree as usize].zone;
                    let mut used = bases;
                    used.retain(|&base| lives.found[base as usize].kept.meets(&zone));
                    let base = keeper.side_by_side(lives, used);
                    kills.enclosed_by(self.state, (lives, base), tree, &elsewhere.kept)
                }),
                Outlook::Lost | Outlook::Open(_) => None,
            };
        }
        kills.tried.note((number, place), outlook, terms, found.is_some());
        found
    }

    /// Proofs of this side's life side by side that keep chains around another side's chain, in some company; none where it is that of the kind
    /// before.
    fn bases_around(&self, lives: &Search<'_, W>, goal: &Bits<W>, company: Company) -> Vec<u32> {
        let near = self.near(lives, goal);
        let apart = |free: &Bits<W>| lives.apart(self.state, &near, free);
        let clear = || apart(&(lives.ground.around(goal) & self.state.empty(lives.ground)));
        let bases = match company {
            Company::Alone => return Vec::new(),
            Company::Clear => clear(),
            Company::Any => {
                Some(apart(&Bits::NONE)).filter(|any| *any != clear()).unwrap_or_default()
            }
        };
        let kept = self.all_elsewhere(lives, &bases).kept;
        if kept.meets(&near) { bases } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests;
