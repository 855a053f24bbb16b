//! A side's open chains, read in parts of the board.

use super::links::MOST_BASES;
use super::side::Side;
use super::{FIRST, MORE, News};
use crate::bits::Bits;
use crate::local::{Extent, Local};
use crate::search::Search;
use crate::zone::Elsewhere;

/// The parts around a chain that are read in a round with more than so many states for each chain, and the states of the
/// reading.
const PARTS: [(u64, Extent, u64); 9] = [
    (FIRST, Extent { points: 14, along: true }, STATES / 5),
    (FIRST, Extent { points: 14, along: false }, STATES / 5),
    (FIRST, Extent { points: 20, along: true }, STATES / 40),
    (FIRST * MORE, Extent { points: 20, along: true }, STATES / 5),
    (FIRST * MORE * MORE, Extent { points: 26, along: true }, STATES / 5),
    (FIRST * MORE * MORE, Extent { points: 34, along: true }, STATES / 5),
    (FIRST * MORE * MORE * MORE, Extent { points: 20, along: true }, STATES),
    (FIRST * MORE * MORE * MORE, Extent { points: 26, along: true }, STATES),
    (FIRST * MORE * MORE * MORE, Extent { points: 34, along: true }, STATES),
];
/// The most states of a reading.
const STATES: u64 = 2_000_000;
/// States of a reading for each state that a search may look at for a chain.
const QUICKER: u64 = 100;
/// The points and the states of the reading for a chain that is to live without some points.
const WITHOUT: [(usize, u64); 3] = [(14, 10_000), (20, 20_000), (26, 40_000)];
/// The most points of a reading where a link and the proof beside it need the same.
const JOINT: usize = 28;
/// The most states of a proof that follows what was read, and for each state that a search may look at.
const FOLLOWED: u64 = 100_000;
const LONGER: u64 = 5;

impl<const W: usize> Side<'_, W> {
    /// Reads for each chain in parts around it, and follows what is found.
    pub(super) fn read(
        mut self,
        search: &mut Search<'_, W>,
        budget: u64,
        hear: &mut dyn FnMut(News),
    ) {
        let (ground, state, owner) = (search.ground, self.state, self.owner);
        // Only what was not read in the round before.
        let news = |&(from, ..): &(u64, Extent, u64)| budget > from && budget <= from * MORE;
        for (_, extent, states) in PARTS.into_iter().filter(news) {
            let mut at = 0;
            while let Some(&(number, goal)) = self.open.get(at) {
                at += 1;
                if (self.stop)() {
                    return;
                }
                if !self.works_on(number) {
                    continue;
                }
                let mut part = Local::around(ground, state, owner, &goal, &Elsewhere::NONE, extent);
                if !part.wins(state, states.min(self.reading_states()), self.stop) {
                    continue;
                }
                let before = search.nodes;
                let found = search.follow(state, goal, part, self.followed());
                hear(News::Spent(number, search.nodes - before));
                let Some(found) = found else { continue };
                self.decided(search, None, found, hear);
                at = self.next_after(number);
            }
        }
    }

    /// The most states of a reading here.
    fn reading_states(&self) -> u64 {
        self.nodes.saturating_mul(QUICKER).min(self.states.clamp(STATES / 5, STATES))
    }

    /// The most states of a proof that follows what was read, and what ends it.
    fn followed(&self) -> (u64, &dyn Fn() -> bool) {
        (FOLLOWED.min(self.nodes.saturating_mul(LONGER)), self.stop)
    }

    /// A proof that chains of some stones live without some points, each by itself.
    pub(super) fn read_without(&self, search: &mut Search<'_, W>, led: &Bits<W>, free: &Bits<W>) {
        let (ground, state) = (search.ground, self.state);
        let elsewhere = Elsewhere { kept: Bits::NONE, needed: *free };
        // Those that a proof keeps without these points need no other.
        let (_, mut left) = self.bases(search, led, free);
        while let Some(stone) = left.first() {
            let chain = ground.component(stone, &state.stones[self.owner]);
            left = left.without(&chain);
            if (self.stop)() {
                return;
            }
            for (size, states) in WITHOUT {
                let extent = Extent { points: size, along: true };
                let mut part = Local::around(ground, state, self.owner, &chain, &elsewhere, extent);
                if !part.wins(state, states.min(self.reading_states()), self.stop) {
                    continue;
                }
                let terms = self.followed();
                let found = search.follow_without(state, chain, part, elsewhere, terms);
                let keeps = |&found: &u32| {
                    let found = &search.found[found as usize];
                    found.free_of_ko && found.kept.meets(&chain)
                };
                if let Some(found) = found.filter(keeps) {
                    search.stands(found);
                    break;
                }
            }
        }
    }

    /// A proof of life of a chain that a link leads to what another proof keeps, where both need the same points: read in
    /// the points of both.
    pub(super) fn read_jointly(
        &self,
        search: &mut Search<'_, W>,
        goal: Bits<W>,
        link: u32,
        led: &Bits<W>,
    ) -> Option<u32> {
        let (ground, state, owner) = (search.ground, self.state, self.owner);
        let mut looks: Vec<Bits<W>> = Vec::new();
        for base in search.standing(state) {
            let (link, base) = (&search.found[link as usize], &search.found[base as usize]);
            let points = (link.zone | base.zone).without(&state.stones[owner]);
            let kept = ground.stones(&base.kept, &state.stones[owner]);
            if !kept.meets(led) || looks.contains(&points) || looks.len() >= MOST_BASES {
                continue;
            }
            looks.push(points);
            let part = Local::within(ground, state, owner, &goal, &points);
            let Some(mut part) = part.filter(|part| part.len() <= JOINT) else { continue };
            if part.wins(state, self.reading_states(), self.stop)
                && let Some(found) = search.follow(state, goal, part, self.followed())
                && search.found[found as usize].free_of_ko
                && search.found[found as usize].cover.meets(&goal)
            {
                search.stands(found);
                return Some(found);
            }
        }
        None
    }
}

#[cfg(test)]
pub(super) mod tests;
