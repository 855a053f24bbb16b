//! The Analysis: every chain of a position, on its own.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Position};

use crate::bits::Bits;
use crate::extract::extract;
use crate::ground::Ground;
use crate::proof::Proof;
use crate::search::{Aim, Question, Search};
use crate::space::{Cycle, Known};
use crate::state::State;

/// Whether a chain is independently alive (J-6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Proved: its owner, moving second, forces a two-eye-formation on one of its points.
    Alive,
    /// Proved: the opponent, moving first, prevents that for ever.
    NotAlive,
    /// Neither was proved within the limits.
    Unproven,
}

/// The ko rule of the imagined sequences (`docs/decisions/0022-hypothetical-ko.md`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reading {
    /// Basic ko.
    #[default]
    Basic,
    /// A ko is retaken only after a pass, or when it is a ko no more.
    KoPass,
}

/// That a chain's status is another one under the other reading of the ko rule, and what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Differs {
    /// It is a triple ko with one eye and one external ko: with basic ko the precedent gives the status.
    TripleKo,
    /// It is a double ko death together with a basic ko elsewhere: the precedent gives the status.
    DoubleKoDeath,
    /// It is neither: the status is that of the reading that was asked for.
    Otherwise,
}

/// A chain and what is known of it.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Whose it is.
    pub player: Player,
    /// Its points, in the board's order.
    pub points: Vec<Point>,
    /// Whether it lives.
    pub status: Status,
    /// States looked at for it.
    pub nodes: u64,
    /// The proof of its status, shared by the chains it covers. Where a precedent gives the status, it is
    /// a proof with passing for ko.
    pub proof: Option<Arc<Proof>>,
    /// Whether the readings of the ko rule are known to differ about it.
    pub differs: Option<Differs>,
}

impl Chain {
    /// The reading of the ko rule in which its proof holds, if the chain was asked about in `reading`.
    #[must_use]
    pub fn reading(&self, reading: Reading) -> Reading {
        match self.differs {
            Some(Differs::TripleKo | Differs::DoubleKoDeath) => Reading::KoPass,
            _ => reading,
        }
    }
}

/// How much may be spent.
pub struct Limits<'a> {
    /// States looked at for one chain and one aim.
    pub nodes: u64,
    /// States of a small board, or of a closed space, that may be written down to decide a chain, by both sides
    /// together; 0 for none.
    pub states: usize,
    /// The most points of a board that is written down whole before anything else is tried.
    pub whole: usize,
    /// Asked now and then; `true` ends the work.
    pub stop: &'a dyn Fn() -> bool,
}

/// States looked at between two questions whether to stop.
const SLICE: u64 = 1000;
/// States looked at for each chain at first.
const FIRST: u64 = 200;
/// States of closed spaces for each state of the search.
const SPACES: usize = 150;

/// Decides every chain of a position, as far as the limits allow. `tell` hears of each chain as soon as
/// it is decided. Nothing is decided on boards of more than 2752 points or positions with stones of
/// more than two players.
pub fn analyse(
    board: &Board,
    position: &Position,
    reading: Reading,
    limits: &Limits<'_>,
    tell: &mut dyn FnMut(&Chain),
) -> Vec<Chain> {
    match board.len() {
        0..=64 => on::<1>(board, position, reading, limits, tell),
        65..=128 => on::<2>(board, position, reading, limits, tell),
        129..=192 => on::<3>(board, position, reading, limits, tell),
        193..=384 => on::<6>(board, position, reading, limits, tell),
        _ => on::<43>(board, position, reading, limits, tell),
    }
}

fn on<const W: usize>(
    board: &Board,
    position: &Position,
    reading: Reading,
    limits: &Limits<'_>,
    tell: &mut dyn FnMut(&Chain),
) -> Vec<Chain> {
    let chains: Vec<Chain> = position
        .chains(board)
        .into_iter()
        .filter_map(|points| {
            let player = position.stone(*points.first()?).player()?;
            let (status, nodes, proof, differs) = (Status::Unproven, 0, None, None);
            Some(Chain { player, points, status, nodes, proof, differs })
        })
        .collect();
    let Some(ground) = Ground::<W>::of(board) else { return chains };
    if chains.iter().any(|chain| chain.player.index() > 1) {
        return chains;
    }
    let mut stones = [Bits::NONE; 2];
    for chain in &chains {
        stones[chain.player.index()] |= set(&chain.points);
    }
    let state = State::new(&ground, stones);
    let ko = vec![false; chains.len()];
    let roots = [Vec::new(), Vec::new()];
    let mut work = Work { ground: &ground, state: &state, reading, limits, chains, ko, roots };
    work.all(tell);
    work.chains
}

fn set<const W: usize>(points: &[Point]) -> Bits<W> {
    points.iter().map(|point| point.index() as u16).collect()
}

/// The chains of a position, and what is being found of them.
struct Work<'a, const W: usize> {
    ground: &'a Ground<W>,
    state: &'a State<W>,
    reading: Reading,
    limits: &'a Limits<'a>,
    chains: Vec<Chain>,
    /// Whether a chain's status was found with a ko on the way.
    ko: Vec<bool>,
    /// The proofs of life of each side's chains in the position itself.
    roots: [Vec<u32>; 2],
}

impl<const W: usize> Work<'_, W> {
    fn all(&mut self, tell: &mut dyn FnMut(&Chain)) {
        if self.ground.len() <= self.limits.whole {
            self.by_spaces(&[], self.limits.states, tell);
        }
        // A little for everything first: one proof often covers many chains, and helps with others.
        let mut searches: Vec<Search<'_, W>> = [Aim::Live, Aim::Kill]
            .into_iter()
            .flat_map(|aim| [0, 1].map(|owner| Question { owner, goal: Bits::NONE, aim }))
            .map(|question| Search::new(self.ground, question))
            .collect();
        let (lives, kills) = searches.split_at_mut(2);
        let mut budget = FIRST.min(self.limits.nodes);
        while self.chains.iter().any(|chain| chain.status == Status::Unproven) {
            for number in 0..4 {
                let (search, friends) = match number {
                    0 | 1 => (&mut lives[number], None),
                    2 => (&mut kills[0], Some(&lives[1])),
                    _ => (&mut kills[1], Some(&lives[0])),
                };
                self.by_search(search, friends, budget, tell);
            }
            let most = (budget.max(FIRST) as usize).saturating_mul(SPACES).min(self.limits.states);
            self.by_spaces(lives, most, tell);
            let last = budget >= self.limits.nodes || (self.limits.stop)();
            // A precedent is looked for once other ways have had a chance.
            if last || budget > FIRST {
                self.compare(lives, most, tell);
            }
            if last {
                break;
            }
            budget = (budget * 8).min(self.limits.nodes);
        }
        if self.chains.iter().all(|chain| chain.status != Status::Unproven) {
            self.compare(lives, self.limits.states, tell);
        }
    }

    /// Whether there is something to find out about a chain.
    fn is_open(&self, at: usize, owner: usize) -> bool {
        let chain = &self.chains[at];
        chain.player.index() == owner && chain.status == Status::Unproven
    }

    /// Searches for each chain of the search's owner.
    fn by_search<'g>(
        &mut self,
        search: &mut Search<'g, W>,
        friends: Option<&Search<'g, W>>,
        budget: u64,
        tell: &mut dyn FnMut(&Chain),
    ) {
        let Question { owner, aim, .. } = search.question;
        for at in 0..self.chains.len() {
            if !self.is_open(at, owner) {
                continue;
            }
            if (self.limits.stop)() {
                return;
            }
            let before = search.nodes;
            search.turn_to(set(&self.chains[at].points));
            // In slices, so that the end of the time is noticed.
            let found = loop {
                let begun = search.nodes;
                let slice = SLICE.min(budget - (begun - before));
                let found = search.run(self.state, slice, friends);
                let spent = search.nodes - begun;
                let done = spent < slice || search.nodes - before >= budget;
                if found.is_some() || done || (self.limits.stop)() {
                    break found;
                }
            };
            self.chains[at].nodes += search.nodes - before;
            let Some(found) = found else { continue };
            let free_of_ko = search.found[found as usize].free_of_ko;
            if self.reading == Reading::KoPass && !free_of_ko {
                continue;
            }
            if aim == Aim::Live {
                self.roots[owner].push(found);
            }
            let cover = search.found[found as usize].cover;
            let proof = extract(search, friends, found).map(Arc::new);
            for number in 0..self.chains.len() {
                let points = set(&self.chains[number].points);
                if !self.is_open(number, owner) {
                    continue;
                }
                let chain = &mut self.chains[number];
                match aim {
                    Aim::Live if cover.meets(&points) => chain.status = Status::Alive,
                    Aim::Kill if points.within(&cover) => chain.status = Status::NotAlive,
                    _ => continue,
                }
                chain.proof.clone_from(&proof);
                self.ko[number] = !free_of_ko;
                tell(chain);
            }
        }
    }

    /// Decides what is open by closed spaces, each question by so many states.
    fn by_spaces(&mut self, lives: &[Search<'_, W>], most: usize, tell: &mut dyn FnMut(&Chain)) {
        if most == 0 {
            return;
        }
        for at in 0..self.chains.len() {
            if self.chains[at].status != Status::Unproven || (self.limits.stop)() {
                continue;
            }
            let owner = self.chains[at].player.index();
            let goal = set(&self.chains[at].points);
            let decided = self.known(lives, most).decide(owner, &goal, self.reading);
            let chain = &mut self.chains[at];
            chain.nodes += decided.states;
            let Some(status) = decided.status else { continue };
            chain.status = status;
            chain.proof = decided.proof;
            self.ko[at] = decided.ko;
            tell(chain);
        }
    }

    /// What is known to those who look at parts of the board. Without searches for life the part is the
    /// whole board, and no living chain ends it.
    fn known<'k>(&'k self, lives: &'k [Search<'_, W>], most: usize) -> Known<'k, W> {
        let mut alive = [Bits::NONE; 2];
        let ends = |chain: &&Chain| chain.status == Status::Alive && !lives.is_empty();
        for chain in self.chains.iter().filter(ends) {
            alive[chain.player.index()] |= set(&chain.points);
        }
        let (ground, state, roots) = (self.ground, self.state, &self.roots);
        Known { ground, state, lives, roots, alive, most, stop: self.limits.stop }
    }

    /// Under basic ko: looks whether passing for ko gives another status, and applies the precedents
    /// (J-10).
    fn compare(&mut self, lives: &[Search<'_, W>], most: usize, tell: &mut dyn FnMut(&Chain)) {
        if self.reading == Reading::KoPass || most == 0 {
            return;
        }
        let mut differing = Vec::new();
        let known = self.known(lives, most);
        let kos = !known.kos().is_empty();
        for (at, chain) in self.chains.iter().enumerate() {
            let open = chain.status == Status::Unproven;
            if !(self.ko[at] || open && kos) || (self.limits.stop)() {
                continue;
            }
            let owner = chain.player.index();
            let goal = set(&chain.points);
            let other = known.decide(owner, &goal, Reading::KoPass);
            if other.status.is_none_or(|status| status == chain.status) {
                continue;
            }
            let cycle = match other.status {
                Some(Status::Alive) => known.cycle(owner, &goal),
                _ => None,
            };
            // What is open with basic ko is alive there, or by the precedent.
            if cycle.is_some() || !open {
                differing.push((at, cycle, other));
            }
        }
        self.ko.fill(false);
        for (at, cycle, other) in differing {
            let chain = &mut self.chains[at];
            let open = chain.status == Status::Unproven;
            chain.differs = Some(match cycle {
                Some(Cycle::Triple) => Differs::TripleKo,
                Some(Cycle::DoubleAndOne) => Differs::DoubleKoDeath,
                None => Differs::Otherwise,
            });
            if cycle.is_some() {
                chain.status = Status::Alive;
                chain.proof = other.proof;
            }
            if open {
                tell(chain);
            }
        }
    }
}
