//! Proofs that follow what was read in a part of the board.

use super::memory::{Entry, MOST_PATTERNS, Pattern};
use super::{Aim, Child, Elsewhere, Found, Search};
use crate::bits::Bits;
use crate::leaf::{self, Leaf, Walls};
use crate::local::Local;
use crate::sieve::Sieve;
use crate::state::State;

/// What was read in a part of the board, and what was proved in following it.
pub(super) struct Guide<const W: usize> {
    pub(super) part: Local<W>,
    /// Places in [`Search::found`].
    proved: Vec<u32>,
    sieve: Sieve,
}

impl<const W: usize> Guide<W> {
    fn new(part: Local<W>) -> Guide<W> {
        let sieve = Sieve::new(part.len());
        Guide { part, proved: Vec::new(), sieve }
    }

    /// Notes what was proved, and its place.
    pub(super) fn keep(&mut self, found: &Found<W>, at: u32) {
        self.sieve.insert(&self.part.stand(&found.state.stones), self.part.places(&found.zone));
        self.proved.push(at);
    }

    /// The place of something proved in following that may look the same in a state, and passes a test.
    pub(super) fn alike(&self, state: &State<W>, holds: impl Fn(u32) -> bool) -> Option<u32> {
        let at = self.sieve.find(&self.part.stand(&state.stones), |at| holds(self.proved[at]))?;
        Some(self.proved[at])
    }
}

impl<const W: usize> Search<'_, W> {
    /// What was read says to play, if other plays are no help. Reading knows no ko: where its answer is banned the search is on its own.
    pub(super) fn answer(&mut self, state: &State<W>, failed: &Bits<W>) -> Option<u16> {
        let answer = self.guide.as_mut()?.part.answer(state, failed);
        answer.filter(|&point| point != state.ban)
    }

    /// The entry of a state that is settled by what stands, as what was read sees it; the other side is to move.
    pub(super) fn settled(&mut self, state: &State<W>) -> Option<Entry> {
        let certificate = self.guide.as_ref()?.part.certificate(self.ground, state)?;
        let cover: Bits<W> = certificate.clusters.iter().flat_map(|c| &c.stones).copied().collect();
        let goal = self.question.goal;
        if self.question.aim == Aim::Kill {
            let walls = Walls {
                zone: certificate.paired().collect(),
                kept: cover,
                proofs: Default::default(),
            };
            let leaf = leaf::walled(self.ground, &self.question, state, &walls);
            let Leaf::Proved { zone, cover } = leaf else { return None };
            let zone = zone | certificate.points().collect();
            return Some(self.stand(state, zone, cover, Some(Box::new(certificate))));
        }
        if !cover.meets(&goal) {
            return None;
        }
        let zone = certificate.points().collect();
        Some(self.stand(state, zone, cover, Some(Box::new(certificate))))
    }

    /// Another play where all that were tried come back to a state before them. What is taken from the owner stays so in a reading; on the board
    /// he can play there again, and be taken again. He wins without that.
    pub(super) fn another(&mut self, state: &State<W>, tried: &[Child<W>]) -> Option<Child<W>> {
        self.guide.as_ref()?;
        let tried = tried.iter().map(|child| child.point).collect();
        let point = self.answer(state, &tried).filter(|&point| !tried.has(point))?;
        let played = state.play(self.ground, point, self.question.prover())?;
        let entry = self.meet(&played.state);
        Some(Child { point, state: played.state, entry })
    }

    /// A proof about a chain that follows what was read, in so many states.
    pub(crate) fn follow(
        &mut self,
        state: &State<W>,
        goal: Bits<W>,
        part: Local<W>,
        terms: (u64, &dyn Fn() -> bool),
    ) -> Option<u32> {
        self.turn_to(goal);
        self.guide = Some(Guide::new(part));
        let patterns = self.patterns.clone();
        let found = self.run_until(state, terms, None);
        self.guide = None;
        // Where there was nothing to follow other plays may do.
        self.turn_to(goal);
        if found.is_some_and(|found| !self.found[found as usize].free_of_ko) {
            // It would be met again by a search for one that is free of ko.
            self.patterns = patterns;
        }
        found
    }

    /// Live: follows what was read without some empty points, to a proof that needs none of them and keeps the chain. It stands; whether there is one.
    pub(crate) fn follow_without(
        &mut self,
        state: &State<W>,
        goal: Bits<W>,
        part: Local<W>,
        elsewhere: Elsewhere<W>,
        terms: (u64, &dyn Fn() -> bool),
    ) -> bool {
        let clear = |pattern: &Pattern<W>| !pattern.zone.meets(&elsewhere.needed);
        let (clear, others) = std::mem::take(&mut self.patterns).into_iter().partition(clear);
        self.patterns = clear;
        self.elsewhere = elsewhere;
        let found = self.follow(state, goal, part, terms);
        self.elsewhere = Elsewhere::NONE;
        // Those that need such points come last.
        self.patterns.extend::<Vec<_>>(others);
        self.patterns.truncate(MOST_PATTERNS);
        let keeps = |&found: &u32| {
            let found = &self.found[found as usize];
            found.free_of_ko && found.kept.meets(&goal)
        };
        let found = found.filter(keeps);
        found.inspect(|&found| self.stands(found)).is_some()
    }
}
