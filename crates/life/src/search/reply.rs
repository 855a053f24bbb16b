//! The other side's moves: a proof answers its pass, and each of its plays in the zone.

use super::memory::{Entry, INFINITE, UNPROVED};
use super::{Found, Search, Step};
use crate::bits::Bits;
use crate::state::{NOWHERE, Played, State};
use crate::zone;

/// The answers to the moves in a state that were found so far, and the plays in their zone that have none.
struct Answers<const W: usize> {
    zone: Bits<W>,
    cover: Bits<W>,
    kept: Bits<W>,
    free_of_ko: bool,
    /// Each move, and what answers it: the pass first.
    moves: Vec<(u16, u32)>,
    open: Vec<Open<W>>,
    /// The empty points of the zone that were looked at.
    seen: Bits<W>,
}

/// A play without an answer.
#[derive(Clone, Copy)]
struct Open<const W: usize> {
    point: u16,
    played: Played<W>,
    entry: Entry,
    /// How many of the answers to other moves are no answer to it.
    looked: usize,
}

impl<const W: usize> Answers<W> {
    /// What answers a pass, and its place.
    fn to_pass(found: &Found<W>, at: u32) -> Answers<W> {
        let &Found { zone, cover, kept, free_of_ko, .. } = found;
        let moves = vec![(NOWHERE, at)];
        Answers { zone, cover, kept, free_of_ko, moves, open: Vec::new(), seen: Bits::NONE }
    }

    /// What answers a play, and its place.
    fn add(
        &mut self,
        point: u16,
        played: &Played<W>,
        zone: &Bits<W>,
        (found, at): (&Found<W>, u32),
    ) {
        self.zone |= *zone;
        self.cover &= found.cover;
        self.kept = (self.kept & found.kept).without(&played.taken);
        self.free_of_ko &= found.free_of_ko;
        self.moves.push((point, at));
    }
}

impl<const W: usize> Search<'_, W> {
    /// A state with the other side to move.
    pub(super) fn reply(&mut self, state: &State<W>, proof: u32, disproof: u32) -> Entry {
        let known = self.meet(state);
        if known.proof == 0 || known.proof >= INFINITE {
            return known;
        }
        let guess = known.guess;
        let result = match self.answer_pass(state, guess, (proof, disproof)) {
            Ok(pass) => self.answer_plays(state, guess, pass, (proof, disproof)),
            Err(entry) => entry,
        };
        self.keep(state, &result);
        self.other.insert(*state, result);
        result
    }

    /// What answers a pass, as a place in [`Search::found`], or as far as it goes.
    fn answer_pass(
        &mut self,
        state: &State<W>,
        guess: u32,
        (proof, disproof): (u32, u32),
    ) -> Result<u32, Entry> {
        let passed = state.passed();
        loop {
            let pass = self.glance(&passed, guess);
            if pass.proof == 0 {
                return Ok(pass.found);
            }
            let enough = pass.proof >= proof || pass.disproof >= disproof;
            if enough || pass.disproof == 0 || self.over() {
                return Err(Entry { guess, ..pass });
            }
            if self.choose(&passed, proof, disproof).proof >= INFINITE {
                return Err(Entry::NO_PROOF);
            }
        }
    }

    /// Answers every play in the zone of what answers a pass, and in the zones of these answers.
    fn answer_plays(
        &mut self,
        state: &State<W>,
        guess: u32,
        pass: u32,
        (proof, disproof): (u32, u32),
    ) -> Entry {
        let begin = |search: &Self| Answers::to_pass(&search.found[pass as usize], pass);
        let mut answers = begin(self);
        loop {
            if !self.look_for_answers(state, guess, &mut answers) {
                return Entry::NO_PROOF;
            }
            if answers.open.is_empty() {
                // Put together at once they may need less.
                answers = begin(self);
                self.look_for_answers(state, guess, &mut answers);
            }
            if answers.open.is_empty() {
                let Answers { zone, cover, kept, free_of_ko, moves, .. } = answers;
                let step = Step::Other(moves.into());
                return self.prove(Found { state: *state, zone, cover, kept, free_of_ko, step });
            }
            let mut hardest = 0;
            let mut worst = (INFINITE, 0);
            let mut second = INFINITE;
            for (index, Open { entry, .. }) in answers.open.iter().enumerate() {
                hardest = hardest.max(entry.proof);
                if entry.disproof < worst.0 {
                    second = worst.0;
                    worst = (entry.disproof, index);
                } else if entry.disproof < second {
                    second = entry.disproof;
                }
            }
            let sum = (hardest + answers.open.len() as u32 / 6).min(INFINITE);
            if worst.0 == 0 {
                return Entry::NO_PROOF;
            }
            if sum >= proof || worst.0 >= disproof || self.over() {
                return Entry { guess, proof: sum, disproof: worst.0, found: UNPROVED };
            }
            let Open { played, entry, .. } = answers.open[worst.1];
            let limit = proof.saturating_sub(sum - entry.proof);
            let chance = disproof.min(second.saturating_add(1 + second / 4));
            if self.choose(&played.state, limit, chance).proof >= INFINITE {
                return Entry::NO_PROOF;
            }
        }
    }

    /// Finds answers among what is proved, until the zone grows no more; that to one move may do for another. Whether every play may have one.
    fn look_for_answers(&mut self, state: &State<W>, guess: u32, answers: &mut Answers<W>) -> bool {
        let (ground, side) = (self.ground, self.question.prover() ^ 1);
        let empty = state.empty(ground);
        loop {
            let fresh = (answers.zone & empty).without(&answers.seen);
            answers.seen |= fresh;
            for point in fresh.iter() {
                let Some(played) = state.play(ground, point, side) else {
                    answers.zone |= zone::forbidden(ground, state, side, point, &self.elsewhere);
                    continue;
                };
                let lost = self.keeping && !played.taken.is_empty();
                if lost || played.taken.meets(&self.elsewhere.kept) {
                    return false;
                }
                answers.open.push(Open { point, played, entry: Entry::NO_PROOF, looked: 0 });
            }
            let before = answers.moves.len();
            for open in std::mem::take(&mut answers.open) {
                let Open { point, played, looked, .. } = open;
                let entry = self.glance(&played.state, guess);
                let proved = match entry.proof {
                    0 => Some(entry.found),
                    _ => self.answered(&played.state, &answers.moves[looked..]),
                };
                if let Some(at) = proved {
                    let found = &self.found[at as usize];
                    let zone = zone::before_other(ground, &played, &found.zone);
                    answers.add(point, &played, &zone, (found, at));
                } else {
                    answers.open.push(Open { entry, looked: answers.moves.len(), ..open });
                }
            }
            answers.zone = zone::closed(ground, state, answers.zone, &self.elsewhere);
            if fresh.is_empty() && answers.moves.len() == before {
                return true;
            }
        }
    }
}
