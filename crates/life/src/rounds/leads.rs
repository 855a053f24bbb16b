//! Where a side's open chains may be led to living ones by few points, if these live without them: by themselves, or led to others in turn.

use super::News;
use super::side::Side;
use crate::bits::Bits;
use crate::local::{Extent, Local};
use crate::search::{Lead, Path, Place, Search, Without};
use crate::zone::Elsewhere;

/// The points of the parts in which the last chain of a path is read.
const SIZES: [usize; 5] = [20, 26, 34, 44, 56];
/// The states of each reading for a lead, and of the proof that follows it.
const READ: u64 = 2_000;
const FOLLOWED: u64 = 1_600;
/// The most leads of a chain, and of one that it is led to.
const MOST: usize = 10;
const MOST_FURTHER: usize = 3;

impl<const W: usize> Side<'_, W> {
    /// The parts in which chains that others may be led to are read, without the points that this takes. Leads are looked for again where more is
    /// kept near a chain.
    pub(super) fn withouts<'s>(
        &self,
        search: &mut Search<'_, W>,
        chains: impl Iterator<Item = &'s (usize, Bits<W>)>,
    ) -> Vec<(usize, Place)> {
        let kept = self.home(search);
        let mut places: Vec<(usize, Place)> = Vec::new();
        for &(number, goal) in chains {
            if (self.stop)() {
                break;
            }
            let home = kept & self.near(search, &goal);
            let mut paths = search.tried.paths.remove(&number).unwrap_or_default();
            if !home.within(&paths.home) {
                paths.home = home;
                paths.paths = self.paths(search, &goal, &kept);
            }
            for path in &paths.paths {
                for at in self.questions(search, path) {
                    if places.iter().all(|&(_, place)| place != Place::Without(at)) {
                        places.push((number, Place::Without(at)));
                    }
                }
            }
            search.tried.paths.insert(number, paths);
        }
        places
    }

    /// The paths from a chain to living ones.
    fn paths(&self, search: &mut Search<'_, W>, goal: &Bits<W>, kept: &Bits<W>) -> Vec<Path<W>> {
        let mut paths = Vec::new();
        for lead in self.leads(search, goal, (kept, &Bits::NONE), MOST) {
            let further =
                self.leads(search, &lead.to, (&kept.without(goal), &lead.free), MOST_FURTHER);
            paths.push(Path { leads: vec![lead] });
            paths.extend(further.into_iter().map(|next| Path { leads: vec![lead, next] }));
        }
        paths
    }

    /// Ways to lead a chain to others nearby, one at a time, without some points: those that take the fewest.
    fn leads(
        &self,
        search: &mut Search<'_, W>,
        goal: &Bits<W>,
        (kept, needed): (&Bits<W>, &Bits<W>),
        most: usize,
    ) -> Vec<Lead<W>> {
        let (ground, state) = (search.ground, self.state);
        let (own, empty) = (state.stones[self.owner], state.empty(ground));
        let mut rest = (*kept & self.near(search, goal)).without(&ground.stones(goal, &own));
        let mut parts = Vec::new();
        while let Some(stone) = rest.first() {
            let to = ground.component(stone, &own);
            rest = rest.without(&to);
            let elsewhere = Elsewhere { kept: to, needed: *needed };
            let at = (ground, state, self.owner);
            let leading = Local::leading(at, goal, &elsewhere, READ, self.stop);
            parts.extend(leading.into_iter().map(|part| (part.rests_on(state) & empty, to, part)));
        }
        parts.sort_by_key(|(free, ..)| free.count());
        parts.truncate(most);
        let follow = |(read, to, part): (Bits<W>, Bits<W>, Local<W>)| {
            // Where any liberty will do it is one of those that it takes anyhow.
            let elsewhere = Elsewhere { kept: to, needed: empty.without(&read) };
            let terms = (FOLLOWED, self.stop as &dyn Fn() -> bool);
            let link = search
                .beside(*goal, elsewhere, |search| search.follow_part(state, *goal, part, terms))?;
            let free = search.found[link as usize].zone & empty;
            (!free.meets(needed)).then_some(Lead { link, to, free })
        };
        parts.into_iter().filter_map(follow).collect()
    }

    /// The parts in which the last chain of a path is read, by their places.
    fn questions(&self, search: &mut Search<'_, W>, path: &Path<W>) -> Vec<usize> {
        let (chain, needed) = path.end();
        let elsewhere = Elsewhere { kept: Bits::NONE, needed };
        let at = (search.ground, self.state, self.owner);
        let known = &mut search.tried.withouts;
        let parts = Local::growing(at, &chain, &elsewhere, SIZES).map(|(points, _)| {
            let without = Without { chain, needed, points };
            known.iter().position(|other| *other == without).unwrap_or_else(|| {
                known.push(without);
                known.len() - 1
            })
        });
        parts.collect()
    }

    /// One of these parts.
    pub(super) fn part_without(&self, search: &Search<'_, W>, at: usize) -> Option<Local<W>> {
        let &Without { chain, needed, points } = search.tried.withouts.get(at)?;
        let elsewhere = Elsewhere { kept: Bits::NONE, needed };
        let extent = Extent { points, along: true };
        Some(Local::around(search.ground, self.state, self.owner, &chain, &elsewhere, extent))
    }

    /// Follows what was read in one of them, and answers what it proves of a chain.
    pub(super) fn follow_without(
        &self,
        search: &mut Search<'_, W>,
        number: usize,
        at: usize,
        part: Local<W>,
        terms: (u64, &dyn Fn() -> bool),
    ) -> Option<u32> {
        let &Without { chain, needed, .. } = search.tried.withouts.get(at)?;
        let elsewhere = Elsewhere { kept: Bits::NONE, needed };
        let stands = search.follow_without(self.state, chain, part, elsewhere, terms);
        stands.then(|| self.along_a_path(search, number)).flatten()
    }

    /// A proof that a chain lives by one of its paths, whose end lives without the points of the path.
    fn along_a_path(&self, search: &mut Search<'_, W>, number: usize) -> Option<u32> {
        let paths = search.tried.paths.remove(&number)?;
        let found = paths.paths.iter().find_map(|path| {
            let (chain, needed) = path.end();
            let base = self.base(search, &chain, &needed)?;
            path.leads.iter().rev().try_fold(base, |base, lead| {
                let own = self.state.stones[self.owner];
                let kept = search.ground.stones(&search.found[base as usize].kept, &own);
                let stays = kept.meets(&lead.to);
                stays.then(|| search.linked(self.state, base, lead.link, &lead.to))
            })
        });
        search.tried.paths.insert(number, paths);
        found
    }

    /// Decides the chains that have such a path by now.
    pub(super) fn follow_paths(&mut self, search: &mut Search<'_, W>, hear: &mut dyn FnMut(News)) {
        let mut next = 0;
        while let Some(&(number, _)) = self.open.get(next) {
            next += 1;
            if let Some(found) = self.along_a_path(search, number) {
                self.decided(search, None, found, hear);
                next = self.next_after(number);
            }
        }
    }
}

#[cfg(test)]
mod tests;
