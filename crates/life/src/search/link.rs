//! Links: leading a chain to one that other proofs keep, beside these proofs.
//!
//! `docs/life.md`, "Links", says what they are good for.

use super::memory::UNPROVED;
use super::{Entry, Found, Question, Search, Step};
use crate::bits::Bits;
use crate::local::{ANY, Extent, Local, Outlook};
use crate::state::State;
use crate::windows::Tied;
use crate::zone::{self, Elsewhere};

/// The parts of the board around a chain that are read: their points, and the states of the reading.
const PARTS: [(usize, u64); 3] = [(8, 5000), (14, 10_000), (20, 20_000)];
/// The most states of a link that follows such reading.
const FOLLOWED: u64 = 1600;

impl<const W: usize> Search<'_, W> {
    /// Live: looks for a link of a chain to what other proofs keep, by so many states. Answers its place in
    /// [`Search::found`].
    pub(crate) fn link(
        &mut self,
        state: &State<W>,
        goal: Bits<W>,
        elsewhere: Elsewhere<W>,
        states: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<u32> {
        self.beside(goal, elsewhere, |search| {
            search.follow_link(state, goal, stop).or_else(|| {
                search.patterns.clear();
                let link = search.run_until(state, (states, stop), None);
                link.filter(|&link| search.is_link(link, &goal))
            })
        })
    }

    /// Looks for something about a goal that holds beside other proofs. Of work that finds nothing nothing stays.
    pub(crate) fn beside(
        &mut self,
        goal: Bits<W>,
        elsewhere: Elsewhere<W>,
        work: impl FnOnce(&mut Self) -> Option<u32>,
    ) -> Option<u32> {
        // What holds beside these proofs is kept apart from what holds by itself.
        let patterns = std::mem::take(&mut self.patterns);
        let places = self.found.len();
        self.turn_to(goal);
        self.elsewhere = elsewhere;
        let found = work(self);
        self.elsewhere = Elsewhere::NONE;
        self.patterns = patterns;
        self.turn_to(Bits::NONE);
        if found.is_none() {
            self.found.truncate(places);
        }
        found
    }

    /// Whether something found is a link: its ends may cover different points.
    fn is_link(&self, found: u32, goal: &Bits<W>) -> bool {
        let found = &self.found[found as usize];
        found.free_of_ko && found.cover.meets(goal)
    }

    /// A link that follows what is read in parts of the board around the chain.
    fn follow_link(
        &mut self,
        state: &State<W>,
        goal: Bits<W>,
        stop: &dyn Fn() -> bool,
    ) -> Option<u32> {
        let owner = self.question.owner;
        let mut points = 0;
        for (size, reading) in PARTS {
            let extent = Extent { points: size, along: true };
            let mut part = Local::around(self.ground, state, owner, &goal, &self.elsewhere, extent);
            if part.len() == points {
                break;
            }
            points = part.len();
            if part.read(state, (reading, ANY), stop) == Outlook::Won {
                return self.follow_part(state, goal, part, (FOLLOWED, stop));
            }
        }
        None
    }

    /// Live: a link that follows what was read in a part of the board, in so many states.
    pub(crate) fn follow_part(
        &mut self,
        state: &State<W>,
        goal: Bits<W>,
        part: Local<W>,
        terms: (u64, &dyn Fn() -> bool),
    ) -> Option<u32> {
        let link = self.follow(state, goal, part, terms);
        link.filter(|&link| self.is_link(link, &goal))
    }

    /// Live: a link that leads to none of some stones, as a proof by itself.
    pub(crate) fn alone(&mut self, link: u32, home: &Bits<W>) -> Option<u32> {
        let alone = !self.found[link as usize].zone.meets(home);
        alone.then(|| {
            self.stands(link);
            link
        })
    }

    /// Live: puts a link together with the proof that keeps what it leads to, and answers the place of the whole; of the link alone where it leads
    /// to nothing.
    pub(crate) fn linked(&mut self, state: &State<W>, base: u32, link: u32, home: &Bits<W>) -> u32 {
        if let Some(alone) = self.alone(link, home) {
            return alone;
        }
        let (one, other) = (&self.found[base as usize], &self.found[link as usize]);
        let body = self.ground.stones(&one.kept, &state.stones[self.question.owner]);
        let found = Found {
            state: *state,
            zone: one.zone | other.zone,
            cover: one.cover | other.cover | body,
            kept: one.kept | other.kept | body,
            free_of_ko: true,
            step: Step::Linked(base, link, (other.zone & *home).iter().collect()),
        };
        self.compose(state, found)
    }

    /// Live: keeps a proof about the position itself that is made of others.
    pub(crate) fn compose(&mut self, state: &State<W>, found: Found<W>) -> u32 {
        let entry = self.prove(found);
        self.keep(state, &entry);
        self.standing.push(entry.found);
        entry.found
    }

    /// Notes that a proof is about the position itself.
    pub(crate) fn stands(&mut self, found: u32) {
        if !self.standing.contains(&found) {
            self.standing.push(found);
        }
    }

    /// Live: the proofs of the position itself that are free of ko, small zones first.
    pub(crate) fn standing(&self, state: &State<W>) -> Vec<u32> {
        let empty = state.empty(self.ground);
        let mut standing: Vec<u32> = self
            .standing
            .iter()
            .copied()
            .filter(|&at| self.found[at as usize].free_of_ko)
            .collect();
        standing.sort_by_key(|&at| ((self.found[at as usize].zone & empty).count(), at));
        standing
    }

    /// Live: proofs of the position itself that are free of ko, no two of which, and none of which and some empty
    /// points, need the same; those that keep some stones first.
    pub(crate) fn apart(&self, state: &State<W>, led: &Bits<W>, free: &Bits<W>) -> Vec<u32> {
        let own = state.stones[self.question.owner];
        let empty = state.empty(self.ground);
        let (mut zones, mut kept) = (*free, Bits::NONE);
        let mut apart = Vec::new();
        let standing = self.standing(state);
        for wanted in [*led, own] {
            for &at in &standing {
                let found = &self.found[at as usize];
                let body = self.ground.stones(&found.kept, &own);
                if (body & wanted).without(&kept).is_empty() || (found.zone & empty).meets(&zones) {
                    continue;
                }
                zones |= found.zone & empty;
                kept |= body;
                apart.push(at);
            }
        }
        apart
    }

    /// Live: one proof of several that need no point in common.
    pub(crate) fn together(&mut self, state: &State<W>, proofs: Vec<u32>) -> u32 {
        let tied = Tied { stones: Bits::NONE, windows: Vec::new(), proofs: Vec::new() };
        self.tie(state, &tied, proofs.into())
    }

    /// A look at what stands: whether a chain of the goal is connected to one that is kept, or lives by itself as what was read sees it.
    pub(super) fn reached(&mut self, state: &State<W>) -> Entry {
        let Question { owner, goal, .. } = self.question;
        let own = state.stones[owner];
        let body = self.ground.stones(&goal, &own);
        let joined = self.ground.stones(&(body & self.elsewhere.kept), &own);
        if joined.is_empty() {
            if let Some(entry) = self.settled(state) {
                return entry;
            }
            let plan = self.way(state);
            let far = 1 + plan.cost;
            self.plans.insert(state.passed(), plan);
            return Entry { guess: far, proof: far, disproof: 1, found: UNPROVED };
        }
        let zone = zone::closed(self.ground, state, joined, &self.elsewhere);
        let (state, step) = (*state, Step::Reached);
        self.prove(Found { state, zone, cover: joined, kept: joined, free_of_ko: true, step })
    }
}
