//! The search for a proof: depth-first proof numbers over plays and zones.

mod enclose;
mod follow;
mod found;
mod link;
mod memory;
mod reply;
mod tried;
mod way;

use std::hash::BuildHasherDefault;

use rustc_hash::FxHashSet;

use crate::bits::Bits;
use crate::candidates;
use crate::ground::Ground;
use crate::leaf::{self, Leaf};
use crate::local::Lessons;
use crate::plan::{Plan, plan};
use crate::proof::Certificate;
use crate::safety::{Eyes, Safety};
use crate::state::{NOWHERE, Played, State};
use crate::windows::Memory;
use crate::zone::{self, Elsewhere};
use follow::Guide;
pub(crate) use found::{Aim, Found, Question, Step};
use memory::{Answer, Entry, Given, INFINITE, MOST_PATTERNS, Map, Pattern, UNPROVED};
pub(crate) use tried::{Beside, Company, Lead, Path, Place, Tried, Unsettled, Without};

/// States looked at between two questions whether to stop.
const SLICE: u64 = 1000;

/// A search and what it has found so far.
pub(crate) struct Search<'g, const W: usize> {
    pub(crate) ground: &'g Ground<W>,
    pub(crate) question: Question<W>,
    /// States with the prover to move.
    pub(crate) own: Map<W>,
    /// States with the other side to move.
    pub(crate) other: Map<W>,
    pub(crate) found: Vec<Found<W>>,
    path: FxHashSet<State<W>>,
    patterns: Vec<Pattern<W>>,
    /// Kill: what has been proved of the killer's own chains, and how they answer.
    friends: Vec<Pattern<W>>,
    replies: Vec<Answer<W>>,
    /// Live: the prover's moves, by what they were found in.
    answers: Vec<Answer<W>>,
    pub(crate) plans: std::collections::HashMap<State<W>, Plan<W>, BuildHasherDefault<Given>>,
    /// States looked at.
    pub(crate) nodes: u64,
    limit: u64,
    /// Live: windows looked at in the position itself.
    pub(crate) windows: Memory,
    /// Live: the proofs of the position itself.
    standing: Vec<u32>,
    /// Live: what was tried for the chains of the position.
    pub(crate) tried: Tried<W>,
    /// Live: what reading found out about the position.
    pub(crate) lessons: Lessons,
    /// What other proofs hold, beside which a link is looked for, or walls that shut a chain in.
    elsewhere: Elsewhere<W>,
    /// Live: what was read in a part of the board, whose plays are tried and no others.
    guide: Option<Guide<W>>,
    /// Live: whether the owner may lose no stone, and a proof holds by itself.
    pub(crate) keeping: bool,
}

struct Child<const W: usize> {
    point: u16,
    state: State<W>,
    entry: Entry,
}

impl<'g, const W: usize> Search<'g, W> {
    /// The most plays of the prover in a sequence. A thread has a stack of two megabytes, of which each takes some four kilobytes on 19x19, and more
    /// on larger boards.
    const DEEPEST: usize = 1536 / (W + 6);

    /// A search that has not begun.
    pub(crate) fn new(ground: &'g Ground<W>, question: Question<W>) -> Search<'g, W> {
        Search {
            ground,
            question,
            own: Map::default(),
            other: Map::default(),
            found: Vec::new(),
            path: FxHashSet::default(),
            patterns: Vec::new(),
            friends: Vec::new(),
            replies: Vec::new(),
            answers: Vec::new(),
            plans: std::collections::HashMap::default(),
            nodes: 0,
            limit: 0,
            windows: Memory::default(),
            standing: Vec::new(),
            tried: Tried::default(),
            lessons: Lessons::default(),
            elsewhere: Elsewhere::NONE,
            guide: None,
            keeping: false,
        }
    }

    /// Turns to another chain of the same owner. What was proved stays.
    pub(crate) fn turn_to(&mut self, goal: Bits<W>) {
        self.question.goal = goal;
        self.own.clear();
        self.other.clear();
        self.plans.clear();
    }

    /// Searches on until something is proved or `nodes` more states have been looked at. The opponent
    /// of the chain's owner is to move. A killer can use what has been proved of his own chains, his
    /// `friends`.
    pub(crate) fn run(
        &mut self,
        state: &State<W>,
        nodes: u64,
        friends: Option<&Search<'g, W>>,
    ) -> Option<u32> {
        self.friends.clear();
        if let Some(friends) = friends {
            self.friends.extend_from_slice(&friends.patterns);
            self.replies.clear();
            self.replies.extend_from_slice(&friends.answers);
        }
        self.limit = self.nodes + nodes;
        self.path.clear();
        let entry = match self.question.aim {
            Aim::Live => {
                self.meet(state);
                self.reply(state, INFINITE, INFINITE)
            }
            Aim::Kill => {
                let entry = self.meet(state);
                if entry.proof == 0 { entry } else { self.choose(state, INFINITE, INFINITE) }
            }
        };
        if entry.proof == 0 { self.rooted(state, entry.found) } else { None }
    }

    /// The same until so many states have been looked at, or it is told to stop: in slices, so that this is noticed.
    pub(crate) fn run_until(
        &mut self,
        state: &State<W>,
        (nodes, stop): (u64, &dyn Fn() -> bool),
        friends: Option<&Search<'g, W>>,
    ) -> Option<u32> {
        let last = self.nodes.saturating_add(nodes);
        loop {
            let begun = self.nodes;
            let slice = SLICE.min(last.saturating_sub(begun));
            let found = self.run(state, slice, friends);
            let done = self.nodes - begun < slice || self.nodes >= last;
            if found.is_some() || done || stop() {
                return found;
            }
        }
    }

    fn over(&self) -> bool {
        self.nodes >= self.limit
    }

    /// The entry of a state with the other side to move, made if it is new.
    fn meet(&mut self, state: &State<W>) -> Entry {
        if let Some(entry) = self.other.get(state) {
            return *entry;
        }
        self.nodes += 1;
        if let Some(at) = self.alike(state) {
            let entry = self.again(state, at);
            self.other.insert(*state, entry);
            return entry;
        }
        if !self.elsewhere.kept.is_empty() {
            let entry = match self.question.aim {
                Aim::Live => self.reached(state),
                Aim::Kill => self.enclosed(state),
            };
            self.keep(state, &entry);
            self.other.insert(*state, entry);
            return entry;
        }
        // What needs a point that is needed elsewhere says nothing against the state.
        let proved = |entry: &Entry| entry.proof == 0;
        let joined = self.joined(state).filter(proved);
        if let Some(entry) = joined.or_else(|| self.settled(state).filter(proved)) {
            self.keep(state, &entry);
            self.other.insert(*state, entry);
            return entry;
        }
        let looks = if self.guide.is_some() && self.question.aim == Aim::Live {
            // What was read says what to play.
            leaf::followed(self.ground, &self.question, state)
        } else {
            leaf::leaf(self.ground, &self.question, state)
        };
        let looks = match looks {
            Leaf::Proved { zone, .. } if zone.meets(&self.elsewhere.needed) => {
                Leaf::Open { far: 2, plan: None }
            }
            looks => looks,
        };
        let entry = match looks {
            Leaf::Proved { zone, cover } => self.stand(state, zone, cover, None),
            Leaf::Open { far, plan } => {
                if let Some((proved, proofs)) = self.shut_in(state) {
                    let Leaf::Proved { zone, cover } = proved else {
                        let Leaf::Open { far: other, .. } = proved else { unreachable!() };
                        let far = far.min(other);
                        let entry = Entry { guess: far, proof: far, disproof: 1, found: UNPROVED };
                        self.other.insert(*state, entry);
                        return entry;
                    };
                    let zone = zone::closed(self.ground, state, zone, &self.elsewhere);
                    let step = Step::Walled(proofs);
                    let entry = self.prove(Found {
                        state: *state,
                        zone,
                        cover,
                        kept: Bits::NONE,
                        free_of_ko: true,
                        step,
                    });
                    self.keep(state, &entry);
                    self.other.insert(*state, entry);
                    return entry;
                }
                if let Some(plan) = plan {
                    self.plans.insert(state.passed(), plan);
                }
                Entry { guess: far, proof: far, disproof: 1, found: UNPROVED }
            }
        };
        self.keep(state, &entry);
        self.other.insert(*state, entry);
        entry
    }

    /// The entry of a state with the other side to move, a guess if it is new and no pattern holds.
    fn known(&mut self, state: &State<W>, guess: u32) -> Entry {
        if let Some(entry) = self.other.get(state) {
            return *entry;
        }
        match self.alike(state) {
            Some(at) => {
                let entry = self.again(state, at);
                self.other.insert(*state, entry);
                entry
            }
            None => Entry { guess, proof: guess, disproof: 1, found: UNPROVED },
        }
    }

    /// What the owner might play.
    fn plan(&mut self, state: &State<W>) -> Plan<W> {
        if let Some(point) = self.answer(state, &Bits::NONE) {
            let points = Bits::of(point);
            return Plan { cost: 1, first: points, points };
        }
        let free = state.passed();
        if let Some(plan) = self.plans.get(&free) {
            return *plan;
        }
        let Question { owner, goal, .. } = self.question;
        if !self.elsewhere.kept.is_empty() {
            let plan = self.way(state);
            self.plans.insert(free, plan);
            return plan;
        }
        let safety = Safety::of(self.ground, state, owner, Eyes::Whole);
        let plan = plan(self.ground, state, owner, &goal, &safety);
        self.plans.insert(free, plan);
        plan
    }

    /// The entry of a state in which what is covered stands, by a certificate or by what is found again at a glance.
    fn stand(
        &mut self,
        state: &State<W>,
        zone: Bits<W>,
        cover: Bits<W>,
        certificate: Option<Box<Certificate>>,
    ) -> Entry {
        let zone = zone::closed(self.ground, state, zone, &self.elsewhere);
        let step = Step::Stands(certificate);
        self.prove(Found { state: *state, zone, cover, kept: cover, free_of_ko: true, step })
    }

    fn prove(&mut self, found: Found<W>) -> Entry {
        if found.zone.meets(&self.elsewhere.needed) {
            return Entry::NO_PROOF;
        }
        self.found.push(found);
        Entry { guess: 0, proof: 0, disproof: INFINITE, found: self.found.len() as u32 - 1 }
    }

    /// A state with the prover to move.
    fn choose(&mut self, state: &State<W>, proof: u32, disproof: u32) -> Entry {
        let side = self.question.prover();
        self.nodes += 1;
        if self.path.len() >= Self::DEEPEST || !self.path.insert(*state) {
            return Entry::NO_PROOF;
        }
        let mut children: Vec<Child<W>> = Vec::new();
        match self.question.aim {
            Aim::Live => {
                let plan = self.plan(state);
                for point in plan.points.iter() {
                    let Some(played) = state.play(self.ground, point, side) else { continue };
                    // A play that cannot have settled it yet is looked at when its turn comes.
                    let best = plan.first.has(point);
                    let guess = 2 + plan.cost - u32::from(best && plan.cost > 0);
                    let entry = if plan.cost <= 2 {
                        self.meet(&played.state)
                    } else {
                        self.known(&played.state, guess)
                    };
                    children.push(Child { point, state: played.state, entry });
                }
            }
            Aim::Kill => {
                let answer = self.answer(state, &Bits::NONE);
                let points = answer.map_or_else(|| self.killing(state), Bits::of);
                for point in points.without(&self.elsewhere.needed).iter() {
                    let Some(played) = state.play(self.ground, point, side) else { continue };
                    let entry = self.meet(&played.state);
                    children.push(Child { point, state: played.state, entry });
                }
                // After a pass the other side may pass: it is a help only where nothing more is needed.
                let passed = state.passed();
                let entry = self.meet(&passed);
                if entry.proof == 0 {
                    children.push(Child { point: NOWHERE, state: passed, entry });
                }
            }
        }
        let result = loop {
            let mut best = usize::MAX;
            let (mut least, mut second) = (INFINITE, INFINITE);
            let mut most = 0;
            let mut open = 0_u32;
            for (index, child) in children.iter().enumerate() {
                let entry = child.entry;
                if entry.disproof > 0 && entry.proof < INFINITE {
                    open += 1;
                    most = most.max(entry.disproof);
                }
                // Every play of the prover costs something: long ways are tried after short ones.
                let cost = if entry.proof == 0 { 0 } else { (entry.proof + 1).min(INFINITE) };
                if cost < least {
                    second = least;
                    least = cost;
                    best = index;
                } else if cost < second {
                    second = cost;
                }
            }
            if open == 0 && least > 0 || best == usize::MAX {
                let Some(child) = self.another(state, &children) else { break Entry::NO_PROOF };
                children.push(child);
                continue;
            }
            if least == 0 {
                let empty = state.empty(self.ground);
                let size = |child: &&Child<W>| {
                    (self.found[child.entry.found as usize].zone & empty).count()
                };
                let proved = children.iter().filter(|child| child.entry.proof == 0);
                let Some(child) = proved.min_by_key(size) else { continue };
                let (point, at) = (child.point, child.entry.found);
                let below = &self.found[at as usize];
                let (cover, kept) = (below.cover, below.kept & state.stones[self.question.owner]);
                let play = (point != NOWHERE).then(|| state.play(self.ground, point, side));
                let (zone, free_of_ko) = match play.flatten() {
                    Some(played) => self.before_own(state, point, &played, below),
                    // It may have been proved where chains had fewer stones.
                    None => {
                        let zone = zone::closed(self.ground, state, below.zone, &self.elsewhere);
                        (zone, below.free_of_ko)
                    }
                };
                let free = self.question.aim == Aim::Live && self.elsewhere.kept.is_empty();
                if free && self.answers.len() < MOST_PATTERNS {
                    let stones = state.stones.map(|set| set & zone);
                    self.answers.push(Answer { zone, stones, point });
                }
                let step = Step::Own(point, at);
                break self.prove(Found { state: *state, zone, cover, kept, free_of_ko, step });
            }
            let sum = most + (open - 1);
            if least >= proof || sum >= disproof || self.over() {
                break Entry { guess: 0, proof: least, disproof: sum, found: UNPROVED };
            }
            let child = &children[best];
            let limit = proof.min(second.saturating_add(1 + second / 4)) - 1;
            let chance = disproof.saturating_sub(sum - child.entry.disproof);
            let next = child.state;
            let entry = self.reply(&next, limit, chance);
            children[best].entry = entry;
        };
        self.path.remove(state);
        self.own.insert(*state, result);
        result
    }

    /// Where the killer may play, by what is near and what answered before.
    fn killing(&self, state: &State<W>) -> Bits<W> {
        let Question { owner, goal, .. } = self.question;
        let mut points = candidates::killing(self.ground, &goal, owner, state);
        for answer in &self.replies {
            if state.looks(&answer.zone, &answer.stones) {
                points.insert(answer.point);
            }
        }
        points
    }

    /// The zone before a play of the prover's which leads to something proved, and whether it is free of ko.
    fn before_own(
        &self,
        state: &State<W>,
        point: u16,
        played: &Played<W>,
        below: &Found<W>,
    ) -> (Bits<W>, bool) {
        let (ground, side) = (self.ground, self.question.prover());
        let zone =
            zone::before_own(ground, state, side, point, played, &below.zone, &self.elsewhere);
        // A ko is taken by a stone that opposing stones hem in but for what it takes.
        // Outside the zone there may be such stones elsewhere.
        let hemmed = (*ground.near(point) & zone).within(&state.stones[side ^ 1]);
        (zone, below.free_of_ko && !(hemmed && played.taken.count() == 1))
    }

    /// What is known of a state with the prover to move.
    pub(crate) fn glance(&self, state: &State<W>, guess: u32) -> Entry {
        self.own.get(state).copied().unwrap_or(Entry {
            guess,
            proof: guess,
            disproof: 1,
            found: UNPROVED,
        })
    }
}
