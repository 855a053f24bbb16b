//! What a search remembers, and what of it holds in another state.

use std::hash::{BuildHasherDefault, Hasher};

use smallvec::SmallVec;

use super::{Aim, Found, Question, Search, Step};
use crate::bits::Bits;
use crate::leaf::{self, Leaf, Walls};
use crate::state::{NOWHERE, State};
use crate::windows::Tied;
use crate::zone;

pub(super) const INFINITE: u32 = 1 << 30;
pub(super) const UNPROVED: u32 = u32::MAX;
pub(super) const MOST_PATTERNS: usize = 768;

#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// The first guess at how far the proof is.
    pub(crate) guess: u32,
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    pub(crate) found: u32,
}

impl Entry {
    /// There is no proof.
    pub(crate) const NO_PROOF: Entry =
        Entry { guess: 0, proof: INFINITE, disproof: 0, found: UNPROVED };
}

#[derive(Default)]
pub(crate) struct Given(u64);

impl Hasher for Given {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

pub(super) type Map<const W: usize> =
    std::collections::HashMap<State<W>, Entry, BuildHasherDefault<Given>>;

/// The prover's move in every state that looks the same in a zone.
#[derive(Clone, Copy)]
pub(super) struct Answer<const W: usize> {
    pub(super) zone: Bits<W>,
    pub(super) stones: [Bits<W>; 2],
    pub(super) point: u16,
}

#[derive(Clone, Copy)]
pub(super) struct Pattern<const W: usize> {
    pub(super) zone: Bits<W>,
    pub(super) stones: [Bits<W>; 2],
    pub(super) cover: Bits<W>,
    pub(super) kept: Bits<W>,
    pub(super) free_of_ko: bool,
    pub(super) found: u32,
}

impl<const W: usize> Search<'_, W> {
    /// Something proved that holds here too, because its zone looks the same.
    pub(super) fn alike(&mut self, state: &State<W>) -> Option<u32> {
        let goal = self.question.goal;
        let body = match self.question.aim {
            Aim::Live => self.ground.stones(&goal, &state.stones[self.question.owner]),
            Aim::Kill => goal,
        };
        let about = |cover: &Bits<W>, kept: &Bits<W>| match self.question.aim {
            Aim::Live => cover.meets(&goal) || kept.meets(&body),
            Aim::Kill => goal.within(cover),
        };
        let holds = |pattern: &Pattern<W>| {
            state.looks(&pattern.zone, &pattern.stones) && about(&pattern.cover, &pattern.kept)
        };
        let Some(at) = self.patterns.iter().position(holds) else {
            let holds = |at: u32| {
                let found = &self.found[at as usize];
                found.looks_like(state) && about(&found.cover, &found.kept)
            };
            return self.guide.as_ref()?.alike(state, holds);
        };
        let found = self.patterns[at].found;
        self.patterns.swap(at, at / 2);
        Some(found)
    }

    /// What answers another move and does not rest on the points of either answers this one as well: the state after it looks the same there.
    pub(super) fn answered(&self, state: &State<W>, answers: &[(u16, u32)]) -> Option<u32> {
        answers.iter().map(|&(_, at)| at).find(|&at| {
            let found = &self.found[at as usize];
            found.looks_like(state) && (state.ban == NOWHERE || !found.zone.has(state.ban))
        })
    }

    /// Live: whether a chain of the goal is tied to one that some proof keeps.
    pub(super) fn joined(&mut self, state: &State<W>) -> Option<Entry> {
        let Question { owner, goal, aim } = self.question;
        if aim == Aim::Kill || self.keeping {
            return None;
        }
        let own = state.stones[owner];
        let body = self.ground.stones(&goal, &own);
        let free = self.ground.around(&body) & state.empty(self.ground);
        if free.is_empty() {
            return None;
        }
        let reach = self.ground.around(&free) & own;
        let (at, mate, pair) = self.patterns.iter().find_map(|pattern| {
            let holds = pattern.free_of_ko
                && pattern.kept.meets(&reach)
                && state.looks(&pattern.zone, &pattern.stones);
            if !holds {
                return None;
            }
            let mate = self.ground.stones(&pattern.kept, &own);
            // One chain of the goal and one kept chain, both next to both points.
            let both = (free & self.ground.around(&mate)).without(&pattern.zone);
            let mut rest = both;
            while let Some(one) = rest.first() {
                rest.remove(one);
                for other in rest.iter() {
                    let near = |point: u16, set: &Bits<W>| {
                        self.ground.stones(&(*self.ground.near(point) & *set), set)
                    };
                    let ours = near(one, &body) & near(other, &body);
                    let theirs = near(one, &mate) & near(other, &mate);
                    if !ours.is_empty() && !theirs.is_empty() {
                        return Some((pattern.found, ours | theirs, [one, other]));
                    }
                }
            }
            None
        })?;
        let found = &self.found[at as usize];
        let pair_set = Bits::of(pair[0]) | Bits::of(pair[1]);
        let zone = zone::closed(self.ground, state, found.zone | mate | pair_set, &self.elsewhere);
        let (cover, kept) = (found.cover | mate, found.kept | mate);
        let step = Step::Joined(at, pair);
        Some(self.prove(Found { state: *state, zone, cover, kept, free_of_ko: true, step }))
    }

    /// Kill: a look at the killer's living chains as walls.
    pub(super) fn shut_in(&self, state: &State<W>) -> Option<(Leaf<W>, Box<[u32]>)> {
        let own = state.stones[self.question.prover()];
        let empty = state.empty(self.ground);
        let mut walls = Walls { zone: Bits::NONE, kept: Bits::NONE, proofs: SmallVec::new() };
        for pattern in self.friends.iter().filter(|pattern| pattern.free_of_ko) {
            if state.looks(&pattern.zone, &pattern.stones)
                && !pattern.kept.within(&walls.kept)
                && !(pattern.zone & walls.zone).meets(&empty)
            {
                walls.zone |= pattern.zone;
                walls.kept |= self.ground.stones(&pattern.kept, &own);
                walls.proofs.push(pattern.found);
            }
        }
        if walls.proofs.is_empty() {
            return None;
        }
        let leaf = leaf::walled(self.ground, &self.question, state, &walls);
        Some((leaf, walls.proofs.into_iter().collect()))
    }

    /// The entry of a state that a pattern holds in. Where the pattern keeps a stone, it covers all that
    /// is connected to it here.
    pub(super) fn again(&mut self, state: &State<W>, at: u32) -> Entry {
        let body = self.body(state, at);
        if body.within(&self.found[at as usize].cover) {
            return Entry { guess: 0, proof: 0, disproof: INFINITE, found: at };
        }
        self.repeated(state, at, body)
    }

    /// What is proved of the state that a search began with: where it was proved of another that looks the same, that it is.
    pub(super) fn rooted(&mut self, state: &State<W>, at: u32) -> Option<u32> {
        if self.found[at as usize].state == *state {
            return Some(at);
        }
        let entry = self.repeated(state, at, self.body(state, at));
        (entry.proof == 0).then_some(entry.found)
    }

    /// What is connected to the stones that a pattern keeps.
    fn body(&self, state: &State<W>, at: u32) -> Bits<W> {
        match self.question.aim {
            Aim::Live => {
                let kept = &self.found[at as usize].kept;
                self.ground.stones(kept, &state.stones[self.question.owner])
            }
            Aim::Kill => Bits::NONE,
        }
    }

    /// What holds in a state as it does in one that looks the same, with what is connected to its stones here.
    fn repeated(&mut self, state: &State<W>, at: u32, body: Bits<W>) -> Entry {
        let found = &self.found[at as usize];
        let (cover, kept, free_of_ko) = (found.cover | body, found.kept | body, found.free_of_ko);
        let zone = zone::closed(self.ground, state, found.zone | body, &self.elsewhere);
        let step = Step::Again(at);
        self.prove(Found { state: *state, zone, cover, kept, free_of_ko, step })
    }

    /// Live: what proves chains in a state with the other side to move, free of ko, no two zones with an empty point in
    /// common; small zones first.
    pub(crate) fn keepers(&self, state: &State<W>) -> Vec<u32> {
        let empty = state.empty(self.ground);
        let holds = |pattern: &&Pattern<W>| {
            pattern.free_of_ko && state.looks(&pattern.zone, &pattern.stones)
        };
        let mut patterns: Vec<&Pattern<W>> = self.patterns.iter().filter(holds).collect();
        patterns.sort_by_key(|pattern| ((pattern.zone & empty).count(), pattern.found));
        let (mut zones, mut kept) = (Bits::NONE, Bits::NONE);
        let mut keepers = Vec::new();
        for pattern in patterns {
            if !pattern.kept.within(&kept) && !(pattern.zone & empty).meets(&zones) {
                zones |= pattern.zone;
                kept |= pattern.kept;
                keepers.push(pattern.found);
            }
        }
        keepers
    }

    /// Live: chains that windows tie in a state with the other side to move, with the proofs of those that are kept
    /// anyway. Answers its place in [`Search::found`].
    pub(crate) fn tie(&mut self, state: &State<W>, tied: &Tied<W>, proofs: Box<[u32]>) -> u32 {
        let (mut zone, mut cover) = (tied.stones, tied.stones);
        for &proof in &proofs {
            zone |= self.found[proof as usize].zone;
            cover |= self.found[proof as usize].kept;
        }
        for &point in tied.windows.iter().flat_map(|window| &window.points) {
            zone.insert(point);
        }
        let zone = zone::closed(self.ground, state, zone, &self.elsewhere);
        let step = Step::Windows(proofs, tied.windows.clone().into());
        let kept = cover;
        self.compose(state, Found { state: *state, zone, cover, kept, free_of_ko: true, step })
    }

    pub(super) fn keep(&mut self, state: &State<W>, entry: &Entry) {
        if entry.proof != 0 || state.ban != NOWHERE {
            return;
        }
        let found = &self.found[entry.found as usize];
        if let Some(guide) = &mut self.guide {
            guide.keep(found, entry.found);
        }
        let &Found { zone, cover, kept, free_of_ko, .. } = found;
        let stones = state.stones.map(|set| set & zone);
        let pattern = Pattern { zone, stones, cover, kept, free_of_ko, found: entry.found };
        if self.patterns.len() >= MOST_PATTERNS {
            let at = MOST_PATTERNS / 2 + self.found.len() % (MOST_PATTERNS / 2);
            self.patterns[at] = pattern;
        } else {
            self.patterns.push(pattern);
        }
    }
}
