//! Quick reading in a part of the board, everything around it hostile: which plays might make a chain live, or lead it
//! to one that does.
//!
//! It only steers the search for a proof, which tries these plays and no others but where it has no answer or a banned
//! one, and tells it where chains stand for good by pairs and eyes; a proof holds without it.

mod begun;
mod bodies;
mod contexts;
mod decided;
mod game;
mod leads;
#[cfg(feature = "learn")]
pub(crate) mod learn;
mod lessons;
mod needs;
mod numbers;
mod odds;
mod orders;
mod pairs;
mod past;
mod prey;
mod reader;
mod room;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::bits::{Bits, places};
use crate::ground::Ground;
use crate::patch::Patch;
use crate::proof::{self, Certificate};
use crate::sieve::Stand;
use crate::state::State;
use crate::zone::Elsewhere;
use game::{Layout, MOST_GROUPS, MOST_POINTS, Stones};
pub(crate) use lessons::Lessons;
use reader::Reader;

/// The largest opposing chain that is taken up, or shut in.
pub(crate) const MOST_INSIDE: usize = 6;
/// States looked at for an answer that was not needed before, and for all such answers.
const FURTHER: u64 = 100_000;
const ALL_FURTHER: u64 = 4_000_000;

/// How many points windows in which the owner begins have, about.
const WINDOWS: [u32; 3] = [10, 15, 20];

/// States after which it shows how much a chain lacks.
pub(crate) const GLANCE: u64 = 30_000;
/// A hope that whatever a chain lacks can be had.
pub(crate) const ANY: u32 = u32::MAX;

/// What reading says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outlook {
    /// The owner gets there.
    Won,
    /// He does not, in this part.
    Lost,
    /// It is not known. The larger the number, the more he seems to lack, in parts of any shape.
    Open(u32),
}

/// How far a part reaches.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// About how many points.
    pub(crate) points: usize,
    /// Whether it goes on at the liberties of the owner's chains that it meets, as if they were no distance.
    pub(crate) along: bool,
}

/// A part in which a chain is to be led to others: readings of the same one come to the same.
#[derive(PartialEq, Eq)]
pub(crate) struct Led {
    points: Vec<u16>,
    /// The groups that live.
    safe: u32,
}

/// A part of the board, and what was read there.
pub(crate) struct Local<const W: usize> {
    owner: usize,
    points: Vec<u16>,
    /// The owner's chains around, the one asked about first.
    groups: Vec<Bits<W>>,
    reader: Reader,
    /// What was answered, and states that may still be looked at for answers.
    answers: FxHashMap<Stones, Option<usize>>,
    further: u64,
}

impl<const W: usize> Local<W> {
    /// The part around a chain, without what is needed elsewhere. To be connected to what is
    /// kept elsewhere is to live.
    pub(crate) fn around(
        ground: &Ground<W>,
        state: &State<W>,
        owner: usize,
        goal: &Bits<W>,
        elsewhere: &Elsewhere<W>,
        extent: Extent,
    ) -> Local<W> {
        let points = grow(ground, state, owner, goal, &elsewhere.needed, extent);
        Local::of(ground, state, owner, goal, elsewhere, points)
    }

    /// The parts around a chain of about so many points each, in growing order, as long as they grow, and these numbers.
    pub(crate) fn growing<'p>(
        (ground, state, owner): (&'p Ground<W>, &'p State<W>, usize),
        goal: &'p Bits<W>,
        elsewhere: &'p Elsewhere<W>,
        sizes: impl IntoIterator<Item = usize> + 'p,
    ) -> impl Iterator<Item = (usize, Local<W>)> + 'p {
        let mut before = 0;
        sizes.into_iter().map_while(move |points| {
            let extent = Extent { points, along: true };
            let part = Local::around(ground, state, owner, goal, elsewhere, extent);
            let grown = !part.is_same_in(before);
            before = points;
            grown.then_some((points, part))
        })
    }

    /// The part around an opposing chain that the owner is to shut in, without what is needed elsewhere. To be connected to what is kept elsewhere
    /// is to stand for good. `None` if the chain is too large, or none of his is around.
    pub(crate) fn prey(
        ground: &Ground<W>,
        state: &State<W>,
        owner: usize,
        goal: &Bits<W>,
        elsewhere: &Elsewhere<W>,
        extent: Extent,
    ) -> Option<Local<W>> {
        if goal.count() > MOST_INSIDE {
            return None;
        }
        let needed = &elsewhere.needed;
        let first = ground.around(goal) & state.empty(ground).without(needed);
        let points = grow_from(ground, state, owner, (goal, &first), needed, extent);
        let points: Vec<u16> = goal.iter().chain(points).collect();
        let own = state.stones[owner];
        let near =
            points.iter().fold(Bits::NONE, |near, &point| near | (*ground.near(point) & own));
        // The owner's chain with the most stones and liberties, of those that are kept if there are any.
        let (mut rest, mut home) = (near, ((false, 0), None));
        while let Some(stone) = rest.first() {
            let chain = ground.component(stone, &own);
            rest = rest.without(&chain);
            let liberties = (ground.around(&chain) & state.empty(ground)).count() + chain.count();
            let size = (chain.meets(&elsewhere.kept), liberties);
            if size > home.0 {
                home = (size, Some(chain));
            }
        }
        let mut part = Local::of(ground, state, owner, &home.1?, elsewhere, points);
        part.reader.layout.prey = part.places(goal);
        Some(part)
    }

    /// The part of some empty points and of small opposing chains; `None` if there are too many.
    pub(crate) fn within(
        ground: &Ground<W>,
        state: &State<W>,
        owner: usize,
        goal: &Bits<W>,
        points: &Bits<W>,
    ) -> Option<Local<W>> {
        let others = state.stones[owner ^ 1];
        let (mut part, mut rest) = (*points & state.empty(ground), *points & others);
        while let Some(stone) = rest.first() {
            let chain = ground.component(stone, &others);
            rest = rest.without(&chain);
            // Where it has liberties elsewhere it is never taken.
            let whole = state.liberties(ground, &chain).within(points);
            if whole && chain.count() <= MOST_INSIDE {
                part |= chain;
            }
        }
        let points: Vec<u16> = part.iter().collect();
        let fits = points.len() <= MOST_POINTS;
        fits.then(|| Local::of(ground, state, owner, goal, &Elsewhere::NONE, points))
    }

    fn of(
        ground: &Ground<W>,
        state: &State<W>,
        owner: usize,
        goal: &Bits<W>,
        elsewhere: &Elsewhere<W>,
        points: Vec<u16>,
    ) -> Local<W> {
        let own = state.stones[owner];
        let mut groups = vec![ground.stones(goal, &own)];
        let mut rest = points
            .iter()
            .fold(Bits::NONE, |near, &point| near | (*ground.near(point) & own))
            .without(&groups[0]);
        while let Some(stone) = rest.first() {
            let chain = ground.component(stone, &own);
            rest = rest.without(&chain);
            if groups.len() < MOST_GROUPS {
                groups.push(chain);
            }
        }
        let group = |near: u16| groups.iter().position(|chain| chain.has(near));
        let patch = Patch::of(ground, &points, groups.len(), group);
        let safe = groups.iter().enumerate().fold(0, |safe, (group, chain)| {
            safe | u32::from(chain.meets(&elsewhere.kept)) << group
        });
        let layout = Layout::new(patch, safe, 2, false);
        let (reader, answers) = (Reader::new(layout), FxHashMap::default());
        Local { owner, points, groups, reader, answers, further: ALL_FURTHER }
    }

    /// A part next to a chain that has an eye elsewhere, where it is to get another and no stone is to be lost.
    pub(crate) fn beside(
        ground: &Ground<W>,
        owner: usize,
        chain: &Bits<W>,
        points: Vec<u16>,
    ) -> Local<W> {
        let patch = Patch::of(ground, &points, 1, |near| chain.has(near).then_some(0));
        let reader = Reader::new(Layout::new(patch, 0, 1, true));
        let (groups, answers) = (vec![*chain], FxHashMap::default());
        Local { owner, points, groups, reader, answers, further: ALL_FURTHER }
    }

    /// The points that a win of its rests on, if it is won, his opponent to move.
    pub(crate) fn rests_on(&self, state: &State<W>) -> Bits<W> {
        let needed = self.reader.rests_on(&self.stones(state), false);
        places(needed).map(|place| self.points[place]).collect()
    }

    /// A stone of each chain of the owner's around.
    fn stone_of_each(&self) -> impl Iterator<Item = u16> {
        self.groups.iter().filter_map(Bits::first)
    }

    /// What is read where a chain is to be led to others; `None` if there are none to be led to.
    pub(crate) fn led(&self) -> Option<Led> {
        let safe = self.reader.layout.safe;
        let mut points = self.points.clone();
        points.sort_unstable();
        (safe != 0).then_some(Led { points, safe })
    }

    /// How many points it has.
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether it is the same as a part around the same chain of so many points: it ends before that one would.
    pub(crate) fn is_same_in(&self, points: usize) -> bool {
        self.len() < points
    }

    /// What reading says, his opponent to move, in so many states, and as long as the owner lacks no more than is hoped for.
    pub(crate) fn read(
        &mut self,
        state: &State<W>,
        terms: (u64, u32),
        stop: &dyn Fn() -> bool,
    ) -> Outlook {
        let stones = self.stones(state);
        self.reader.outlook((&stones, false), terms, stop)
    }

    /// What reading by windows in which the owner begins says, his opponent to move, in so many states for each.
    pub(crate) fn read_by_windows(
        &mut self,
        state: &State<W>,
        states: u64,
        stop: &dyn Fn() -> bool,
    ) -> Outlook {
        let stones = self.stones(state);
        self.reader.outlook_by_windows(&stones, (&WINDOWS, states), stop)
    }

    /// What reading says, the owner to move, and where he plays if he gets there.
    pub(crate) fn read_first(
        &mut self,
        state: &State<W>,
        terms: (u64, u32),
        stop: &dyn Fn() -> bool,
    ) -> (Outlook, Option<u16>) {
        let stones = self.stones(state);
        let outlook = self.reader.outlook((&stones, true), terms, stop);
        let play = if outlook == Outlook::Won { self.answer(state, &Bits::NONE) } else { None };
        (outlook, play)
    }

    /// What the owner might play, he to move, if some plays are no help: as if a stone of his had been taken there.
    pub(crate) fn answer(&mut self, state: &State<W>, failed: &Bits<W>) -> Option<u16> {
        let (mut stones, failed) = (self.stones(state), self.places(failed));
        stones.others |= failed;
        stones.hostile |= failed;
        let answer = match self.answers.get(&stones) {
            Some(&answer) => answer,
            None => {
                let (answer, looked) = self.reader.answer(&stones, FURTHER.min(self.further));
                self.further -= looked;
                self.answers.insert(stones, answer);
                answer
            }
        };
        answer.map(|place| self.points[place])
    }

    /// How it is settled by what stands that the chain lives by itself, his opponent to move, if it is.
    pub(crate) fn certificate(&self, ground: &Ground<W>, state: &State<W>) -> Option<Certificate> {
        let layout = &self.reader.layout;
        // With one eye it lives by another that is not in the part.
        if layout.eyes < 2 {
            return None;
        }
        let settled = layout.settled_by(&self.stones(state))?;
        let list = |set: u64| places(set).map(|place| self.points[place]);
        let pair = |(one, other): (u8, u8)| {
            (self.points[usize::from(one)], self.points[usize::from(other)])
        };
        let groups = places(settled.part.groups).flat_map(|group| self.groups[group].iter());
        // Stones outside the part may have joined them.
        let stones = list(settled.part.stones).chain(groups).collect();
        let stones = ground.stones(&stones, &state.stones[self.owner]).iter().collect();
        let pairs = settled.joining.iter().map(|&both| {
            let (first, second) = (both.trailing_zeros(), both.ilog2());
            pair((first as u8, second as u8))
        });
        let eyes = settled.eyes.iter().map(|eye| proof::Eye {
            points: list(eye.points).collect(),
            of: vec![0],
            pairs: eye.pairs.iter().copied().map(pair).collect(),
            split: eye.split.map(pair),
        });
        let eyes = eyes.collect();
        Some(Certificate {
            clusters: vec![proof::Cluster { stones, pairs: pairs.collect() }],
            eyes,
        })
    }

    /// Its places whose points are among some.
    pub(crate) fn places(&self, points: &Bits<W>) -> u64 {
        let among = self.points.iter().enumerate().filter(|&(_, &point)| points.has(point));
        among.fold(0, |set, (place, _)| set | 1 << place)
    }

    /// What stands on its places, the owner's first.
    pub(crate) fn stand(&self, stones: &[Bits<W>; 2]) -> Stand {
        [self.places(&stones[self.owner]), self.places(&stones[self.owner ^ 1])]
    }

    fn stones(&self, state: &State<W>) -> Stones {
        let [own, others] = self.stand(&state.stones);
        let gone = |chain: &Bits<W>| !chain.within(&state.stones[self.owner]);
        let lost = self.groups.iter().enumerate();
        let lost = lost.fold(0, |set, (group, chain)| set | u32::from(gone(chain)) << group);
        Stones { own, others, hostile: 0, lost }
    }
}

/// Points near a chain, by steps over empty points; small opposing chains come with their liberties.
fn grow<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    owner: usize,
    goal: &Bits<W>,
    needed: &Bits<W>,
    extent: Extent,
) -> Vec<u16> {
    let own = state.stones[owner];
    let body = ground.stones(goal, &own);
    let first = ground.around(&body) & state.empty(ground).without(needed);
    grow_from(ground, state, owner, (&body, &first), needed, extent)
}

/// The same from some points, around some stones.
fn grow_from<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    owner: usize,
    (body, first): (&Bits<W>, &Bits<W>),
    needed: &Bits<W>,
    extent: Extent,
) -> Vec<u16> {
    let (own, others) = (state.stones[owner], state.stones[owner ^ 1]);
    let free = state.empty(ground).without(needed);
    let size = extent.points.min(MOST_POINTS - 2);
    let mut points: Vec<u16> = Vec::new();
    let mut taken = Bits::NONE;
    let mut seen = *body | *first;
    let mut queue: VecDeque<u16> = first.iter().collect();
    while let Some(point) = queue.pop_front() {
        if points.len() >= size {
            break;
        }
        if !taken.has(point) {
            taken.insert(point);
            points.push(point);
        }
        for &near in ground.neighbours(point) {
            if seen.has(near) {
                continue;
            }
            let mut next = Bits::NONE;
            if free.has(near) {
                next.insert(near);
            } else if own.has(near) {
                let chain = ground.component(near, &own);
                seen |= chain;
                if extent.along {
                    next = ground.around(&chain) & free;
                }
            } else if others.has(near) {
                let chain = ground.component(near, &others);
                seen |= chain;
                let liberties = state.liberties(ground, &chain);
                let fresh = (chain | liberties).without(&taken);
                let fits = points.len() + fresh.count() <= size + 2;
                if chain.count() <= MOST_INSIDE && liberties.within(&free) && fits {
                    taken |= fresh;
                    points.extend(fresh.iter());
                    seen |= fresh;
                    next = ground.around(&fresh) & free;
                }
            }
            for point in next.without(&seen).iter() {
                seen.insert(point);
                queue.push_back(point);
            }
        }
    }
    points
}
