//! Eyes apart: a chain that closes off a part of the board by itself, and gets an eye in each of two parts of it that share no point.
//!
//! Why that is life is in `docs/life.md`, "An eye in each of two parts".

mod small;

use std::collections::VecDeque;

use crate::bits::Bits;
use crate::ground::Ground;
use crate::local::{ANY, Local, MOST_INSIDE, Outlook};
use crate::proof::EyePart;
use crate::search::{Found, Search, Step};
use crate::state::State;
use crate::zone;
use small::Small;

/// The points of the parts that are read, small ones first, and the states of each reading.
const SIZES: [(usize, u64); 6] =
    [(6, 2_000), (9, 5_000), (12, 15_000), (16, 100_000), (20, 300_000), (25, 300_000)];
/// States of a first look, and how many of the parts of a size that are open then are read on.
const GLANCE: u64 = 4_000;
const MOST_READ: usize = 8;
/// The states of a proof that follows what was read.
const FOLLOWED: u64 = 200_000;

/// A part of the board in which the chain gets an eye, as reading says.
struct Place<const W: usize> {
    points: Vec<u16>,
    /// What that rests on.
    needs: Bits<W>,
}

/// A look for such parts.
struct Look<'a, 'g, const W: usize> {
    ground: &'g Ground<W>,
    state: &'a State<W>,
    owner: usize,
    chain: Bits<W>,
    /// The empty points that it closes off.
    room: Bits<W>,
    stop: &'a dyn Fn() -> bool,
    places: Vec<Place<W>>,
}

/// A proof of life of a chain that closes off a part of the board by itself; its place in [`Search::found`].
pub(crate) fn eyes_apart<const W: usize>(
    search: &mut Search<'_, W>,
    state: &State<W>,
    chain: Bits<W>,
    stop: &dyn Fn() -> bool,
) -> Option<u32> {
    let (ground, owner) = (search.ground, search.question.owner);
    let room = room(ground, state, owner, &chain);
    if room.is_empty() {
        return None;
    }
    let mut look = Look { ground, state, owner, chain, room, stop, places: Vec::new() };
    let parts = look.find()?;
    proven(search, state, chain, parts, stop)
}

/// A proof by these parts.
fn proven<const W: usize>(
    search: &mut Search<'_, W>,
    state: &State<W>,
    chain: Bits<W>,
    parts: [Vec<u16>; 2],
    stop: &dyn Fn() -> bool,
) -> Option<u32> {
    let (ground, owner) = (search.ground, search.question.owner);
    let mut zone = chain;
    let mut eyes: Vec<EyePart> = Vec::new();
    for points in parts {
        let small = Small::of(ground, state, owner, &chain, &points);
        let proof = small.proof(FOLLOWED, stop)?;
        let root = proof.nodes.last()?;
        zone |= root.zone.iter().filter_map(|&at| points.get(usize::from(at)).copied()).collect();
        eyes.push(EyePart { points, proof });
    }
    let zone = zone::closed(ground, state, zone, &zone::Elsewhere::NONE);
    let step = Step::Apart(eyes.into());
    let found = Found { state: *state, zone, cover: chain, kept: chain, free_of_ko: true, step };
    Some(search.compose(state, found))
}

/// The empty points of the parts of the board that a chain closes off, with small opposing chains in them.
fn room<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    owner: usize,
    chain: &Bits<W>,
) -> Bits<W> {
    let mut room = Bits::NONE;
    let mut rest = state.liberties(ground, chain);
    let space = ground.all.without(chain);
    while let Some(point) = rest.first() {
        let part = ground.component(point, &space);
        rest = rest.without(&part);
        let others = part & state.stones[owner ^ 1];
        let mut left = others;
        let mut small = !part.meets(&state.stones[owner]);
        while let Some(stone) = left.first() {
            let inside = ground.component(stone, &others);
            left = left.without(&inside);
            small &= inside.count() <= MOST_INSIDE;
        }
        if small {
            room |= part.without(&others);
        }
    }
    room
}

impl<const W: usize> Look<'_, '_, W> {
    /// The points of two parts that share none of those they rest on.
    fn find(&mut self) -> Option<[Vec<u16>; 2]> {
        let near = self.ground.around(&self.chain) & self.room;
        for (size, states) in SIZES {
            let mut open: Vec<(u32, Vec<u16>)> = Vec::new();
            let mut seen: Vec<Bits<W>> = Vec::new();
            for seed in near.iter().filter(|&seed| !self.is_taken(seed)).collect::<Vec<_>>() {
                let points = self.around(seed, size);
                let set: Bits<W> = points.iter().copied().collect();
                if seen.contains(&set) {
                    continue;
                }
                seen.push(set);
                let lacks = self.read(&points, GLANCE.min(states));
                open.extend(lacks.map(|lacks| (lacks, points)));
                if (self.stop)() {
                    return None;
                }
            }
            open.sort_unstable();
            for (_, points) in open.into_iter().take(MOST_READ) {
                if let Some(two) = self.two() {
                    return Some(two);
                }
                self.read(&points, states);
                if (self.stop)() {
                    return None;
                }
            }
            if let Some(two) = self.two() {
                return Some(two);
            }
        }
        None
    }

    fn is_taken(&self, point: u16) -> bool {
        self.places.iter().any(|place| place.needs.has(point))
    }

    /// Notes a part in which the chain gets an eye; how much it lacks if that is open.
    fn read(&mut self, points: &[u16], states: u64) -> Option<u32> {
        let mut part = Local::beside(self.ground, self.owner, &self.chain, points.to_vec());
        match part.read(self.state, (states, ANY), self.stop) {
            Outlook::Won => {
                let needs = part.rests_on(self.state);
                self.places.push(Place { points: points.to_vec(), needs });
                None
            }
            Outlook::Lost => None,
            Outlook::Open(lacks) => Some(lacks),
        }
    }

    /// The points of two places, those that each rests on, if they have none of these in common.
    fn two(&self) -> Option<[Vec<u16>; 2]> {
        let pairs = self.places.iter().enumerate();
        let mut pairs =
            pairs.flat_map(|(at, one)| self.places[..at].iter().map(move |it| (it, one)));
        let (one, other) = pairs.find(|(one, other)| !one.needs.meets(&other.needs))?;
        let points = |place: &Place<W>| {
            place.points.iter().copied().filter(|&p| place.needs.has(p)).collect()
        };
        Some([points(one), points(other)])
    }

    /// Points of the room around one, in squares as far as the room has them.
    fn around(&self, seed: u16, size: usize) -> Vec<u16> {
        let others = self.state.stones[self.owner ^ 1];
        let mut points: Vec<u16> = Vec::new();
        let mut seen = Bits::of(seed);
        let mut queue = VecDeque::from([seed]);
        while let Some(point) = queue.pop_front() {
            if points.len() >= size {
                break;
            }
            if !points.contains(&point) {
                points.push(point);
            }
            let mut next: Vec<u16> = Vec::new();
            for near in self.beside(point) {
                if seen.has(near) {
                    continue;
                }
                seen.insert(near);
                if self.room.has(near) {
                    next.push(near);
                } else if others.has(near) {
                    let inside = self.ground.component(near, &others);
                    let liberties = self.state.liberties(self.ground, &inside);
                    seen |= inside;
                    if points.len() + inside.count() + liberties.count() <= size + 2 {
                        points.extend(inside.iter());
                        points.extend(
                            liberties.iter().filter(|it| !points.contains(it)).collect::<Vec<_>>(),
                        );
                        next.extend(liberties.without(&seen).iter());
                        seen |= liberties;
                    }
                }
            }
            let walls = |&point: &u16| (*self.ground.near(point) & self.chain).count();
            next.sort_by_key(|point| std::cmp::Reverse(walls(point)));
            queue.extend(next);
        }
        points
    }

    /// The points next to one, and those next to two of these.
    fn beside(&self, point: u16) -> Vec<u16> {
        let near = *self.ground.near(point);
        let across = self.ground.around(&(near & self.room)).without(&near);
        let twice = |&far: &u16| far != point && (*self.ground.near(far) & near).count() >= 2;
        near.iter().chain(across.iter().filter(twice)).collect()
    }
}

#[cfg(test)]
mod tests;
