//! A side's open chains, read in parts of the board.

use std::ops::Range;

use super::side::Side;
use super::{FIRST, LINKS, MORE, News, SECOND};
use crate::bits::Bits;
use crate::local::{ANY, Extent, GLANCE, Local, Outlook};
use crate::search::{Place, Search, Unsettled};
use crate::zone::Elsewhere;

/// How far the parts around a chain reach.
const SHAPES: [Extent; 7] = [
    Extent { points: 14, along: true },
    Extent { points: 14, along: false },
    Extent { points: 20, along: true },
    Extent { points: 26, along: true },
    Extent { points: 34, along: true },
    Extent { points: 44, along: true },
    Extent { points: 56, along: true },
];

/// Readings of the open chains in some parts.
pub(super) struct Turn {
    /// It has its turn in the round in which each chain first has more states than this.
    from: u64,
    parts: Parts,
    /// The states of each reading.
    states: u64,
    /// A chain that lacks more than this is not read on.
    hope: u32,
}

/// In which parts chains are read.
enum Parts {
    /// Around each, in some shapes, by their places among all.
    Around(Range<usize>),
    /// Together with what they might be led to.
    Joint,
    /// Where each may be led to what a proof keeps, beside it.
    Beside,
    /// Around what each may be led to, without the points that this takes.
    Without,
    /// Around each, by windows in which its owner begins.
    Begun,
}

/// The turns, in their order. The more states a reading had, the better what it lacks tells whether more of them will do; what short readings found
/// teaches those after them.
const TURNS: [Turn; 42] = [
    Turn { from: FIRST, parts: Parts::Around(0..2), states: STATES / 200, hope: ANY },
    Turn { from: FIRST, parts: Parts::Around(3..4), states: GLANCE, hope: ANY },
    Turn { from: FIRST, parts: Parts::Around(4..7), states: GLANCE, hope: ANY },
    Turn { from: SECOND, parts: Parts::Joint, states: GLANCE, hope: ANY },
    Turn { from: SECOND, parts: Parts::Beside, states: GLANCE, hope: ANY },
    Turn { from: SECOND, parts: Parts::Around(0..2), states: STATES / 20, hope: 25 },
    Turn { from: SECOND, parts: Parts::Around(2..7), states: STATES / 100, hope: 35 },
    Turn { from: SECOND, parts: Parts::Joint, states: GLANCE, hope: ANY },
    Turn { from: SECOND, parts: Parts::Joint, states: STATES / 50, hope: 25 },
    Turn { from: SECOND, parts: Parts::Beside, states: STATES * 3 / 100, hope: 25 },
    Turn { from: SECOND, parts: Parts::Around(2..7), states: STATES * 3 / 100, hope: 30 },
    Turn { from: SECOND, parts: Parts::Joint, states: GLANCE, hope: ANY },
    Turn { from: SECOND, parts: Parts::Without, states: GLANCE, hope: ANY },
    Turn { from: SECOND, parts: Parts::Without, states: STATES / 100, hope: 60 },
    Turn { from: SECOND, parts: Parts::Around(2..7), states: STATES / 10, hope: 35 },
    Turn { from: SECOND, parts: Parts::Joint, states: GLANCE, hope: ANY },
    Turn { from: SECOND, parts: Parts::Joint, states: STATES / 50, hope: 45 },
    Turn { from: SECOND, parts: Parts::Beside, states: GLANCE, hope: ANY },
    Turn { from: SECOND, parts: Parts::Joint, states: STATES / 10, hope: 25 },
    Turn { from: SECOND, parts: Parts::Around(2..7), states: STATES / 100, hope: 50 },
    Turn { from: SECOND, parts: Parts::Joint, states: GLANCE, hope: ANY },
    Turn { from: SECOND, parts: Parts::Joint, states: STATES / 50, hope: 60 },
    Turn { from: SECOND, parts: Parts::Joint, states: STATES / 10, hope: 45 },
    Turn { from: SECOND, parts: Parts::Around(2..7), states: STATES * 3 / 100, hope: 45 },
    Turn { from: THIRD, parts: Parts::Joint, states: GLANCE, hope: ANY },
    Turn { from: THIRD, parts: Parts::Without, states: STATES * 3 / 100, hope: 60 },
    Turn { from: THIRD, parts: Parts::Beside, states: GLANCE, hope: ANY },
    Turn { from: THIRD, parts: Parts::Around(2..7), states: STATES / 10, hope: 45 },
    Turn { from: THIRD, parts: Parts::Joint, states: STATES / 50, hope: 80 },
    Turn { from: THIRD, parts: Parts::Joint, states: STATES * 3 / 10, hope: 45 },
    Turn { from: THIRD, parts: Parts::Without, states: STATES / 10, hope: 60 },
    Turn { from: THIRD, parts: Parts::Around(2..7), states: STATES / 10, hope: 60 },
    Turn { from: THIRD, parts: Parts::Joint, states: STATES / 10, hope: 60 },
    Turn { from: THIRD, parts: Parts::Begun, states: STATES / 10, hope: ANY },
    Turn { from: THIRD, parts: Parts::Around(2..7), states: STATES * 2 / 5, hope: 50 },
    Turn { from: THIRD, parts: Parts::Around(2..7), states: STATES * 2 / 5, hope: 60 },
    Turn { from: LATE, parts: Parts::Begun, states: STATES / 2, hope: 60 },
    Turn { from: LATE, parts: Parts::Beside, states: STATES, hope: 20 },
    Turn { from: LATE, parts: Parts::Joint, states: STATES, hope: 80 },
    Turn { from: LATE, parts: Parts::Around(3..7), states: STATES, hope: 60 },
    Turn { from: LATE, parts: Parts::Around(3..7), states: STATES, hope: 75 },
    Turn { from: LATE, parts: Parts::Around(2..7), states: STATES, hope: LAST },
];
/// The rounds have more states than these; the last, if the limit is the usual one.
const THIRD: u64 = SECOND * MORE;
const LATE: u64 = THIRD * MORE;
/// In the end what was left for its lack is read on as long as there is time.
const LAST: u32 = ANY - 1;
/// The most states of a reading.
pub(super) const STATES: u64 = 10_000_000;
/// States of a reading for each state that a search may look at for a chain, and for each of a closed space that may be written down.
const QUICKER: u64 = 500;
const LIGHTER: u64 = 8;
/// The most states of a proof that follows what was read, and for each state that a search may look at.
const FOLLOWED: u64 = 400_000;
const LONGER: u64 = 50;
/// States of a reading for each state of a proof that follows it: some do not come to an end, and others wait.
const SHORTER: u64 = 2;

/// The turns of a round with so many states: only what was not read in the round before.
pub(super) fn turns(budget: u64) -> impl Iterator<Item = &'static Turn> {
    TURNS.iter().filter(move |turn| budget > turn.from && budget <= turn.from * MORE)
}

/// Whether a part in one of some shapes is not the same in a shape before.
pub(super) fn new_in<const W: usize>(shapes: &[Extent], shape: usize, part: &Local<W>) -> bool {
    let along = shapes[shape].along;
    let same = |smaller: &Extent| smaller.along == along && part.is_same_in(smaller.points);
    !shapes[..shape].iter().any(same)
}

impl<const W: usize> Side<'_, W> {
    /// Reads for the chains in parts of the board, those first that seem to lack least, and follows what is found. What lives then others are led
    /// to at once.
    pub(super) fn read(
        mut self,
        search: &mut Search<'_, W>,
        turn: &Turn,
        hear: &mut dyn FnMut(News),
    ) {
        let asked = self.asked(search, &turn.parts);
        let terms = (turn.states.min(self.reading_states()), turn.hope);
        let by_paths = matches!(turn.parts, Parts::Without);
        if by_paths {
            self.follow_paths(search, hear);
        }
        for (number, place) in self.hopeful(search, asked, terms) {
            if (self.stop)() {
                return;
            }
            let Some(goal) = self.points_of(number) else { continue };
            let before = search.nodes;
            let found = self.read_one(search, (number, goal), place, terms);
            hear(News::Spent(number, search.nodes - before));
            let Some(found) = found else { continue };
            self.decided(search, None, found, hear);
            if by_paths {
                self.follow_paths(search, hear);
            }
            if turn.hope < ANY {
                self.link(search, (LINKS, None), hear);
            }
        }
    }

    /// The chains that are worked on, and the parts in which they are read.
    fn asked(&self, search: &mut Search<'_, W>, parts: &Parts) -> Vec<(usize, Place)> {
        let asked = self.open.iter().filter(|&&(number, _)| self.works_on(number));
        match parts {
            Parts::Around(shapes) => asked
                .flat_map(|&(number, _)| shapes.clone().map(move |at| (number, Place::Around(at))))
                .collect(),
            Parts::Joint => self.joints(search, asked),
            Parts::Beside => self.besides(search, asked),
            Parts::Without => self.withouts(search, asked),
            Parts::Begun => asked.map(|&(number, _)| (number, Place::Begun)).collect(),
        }
    }

    /// Chains and parts that may be read on in so many states, as they lack no more than is hoped for; those first that seem to lack least.
    pub(super) fn hopeful(
        &self,
        search: &Search<'_, W>,
        asked: impl IntoIterator<Item = (usize, Place)>,
        (most, hope): (u64, u32),
    ) -> Vec<(usize, Place)> {
        let mut hopeful: Vec<(u32, Place, usize)> = asked
            .into_iter()
            .filter_map(|(number, place)| {
                let before = search.tried.readings.get(&(number, place)).copied();
                let Unsettled { lacks, states } = before.unwrap_or_default();
                (states < most && lacks <= hope).then_some((lacks, place, number))
            })
            .collect();
        hopeful.sort_unstable();
        hopeful.into_iter().map(|(_, place, number)| (number, place)).collect()
    }

    /// The part of a chain in some place; `None` if it is the same in a place before, or too large.
    fn part(
        &self,
        search: &Search<'_, W>,
        (number, goal): (usize, Bits<W>),
        place: Place,
    ) -> Option<Local<W>> {
        let (ground, state, owner) = (search.ground, self.state, self.owner);
        let around = |shape: usize| {
            Local::around(ground, state, owner, &goal, &Elsewhere::NONE, SHAPES[shape])
        };
        match place {
            Place::Around(shape) => {
                let part = around(shape);
                new_in(&SHAPES, shape, &part).then_some(part)
            }
            Place::Begun => Some(around(SHAPES.len() - 1)),
            // It is read for the other side.
            Place::Prey(..) => None,
            Place::Joint(at) => {
                let points = search.tried.joints.get(&number)?.points.get(at)?;
                Local::within(ground, state, owner, &goal, points)
            }
            Place::Beside(at) => self.part_beside(search, (number, &goal), at),
            Place::Without(at) => self.part_without(search, at),
        }
    }

    /// Reads for a chain in a part, and follows what is found.
    fn read_one(
        &self,
        search: &mut Search<'_, W>,
        (number, goal): (usize, Bits<W>),
        place: Place,
        terms: (u64, u32),
    ) -> Option<u32> {
        let mut part = self.part(search, (number, goal), place);
        let outlook = part.as_mut().map_or(Outlook::Lost, |part| {
            search.lessons.teach(part);
            let outlook = match place {
                Place::Begun => part.read_by_windows(self.state, terms.0, self.stop),
                _ => part.read(self.state, terms, self.stop),
            };
            search.lessons.note(part);
            outlook
        });
        let most = self.followed(terms.0);
        let follow = |part| match place {
            Place::Beside(at) => self.link_beside(search, (number, goal), at, part, most),
            Place::Without(at) => self.follow_without(search, number, at, part, most),
            _ => search.follow(self.state, goal, part, most),
        };
        let found = part.filter(|_| outlook == Outlook::Won).and_then(follow);
        search.tried.note((number, place), outlook, terms, found.is_some());
        found
    }

    /// The most states of a reading here.
    pub(super) fn reading_states(&self) -> u64 {
        let in_memory = self.states.saturating_mul(LIGHTER).clamp(STATES / 10, STATES);
        self.nodes.saturating_mul(QUICKER).min(in_memory)
    }

    /// The most states of a proof that follows what was read in so many states, and what ends it.
    pub(super) fn followed(&self, read: u64) -> (u64, &dyn Fn() -> bool) {
        let most = FOLLOWED.min(self.nodes.saturating_mul(LONGER));
        (most.min(read / SHORTER), self.stop)
    }
}

#[cfg(test)]
pub(super) mod tests;
