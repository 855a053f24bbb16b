//! Rounds of work on the chains of a position, each with more states than the one before: reading, the searches for life,
//! windows, links to living chains, the searches that prevent life, closed spaces, and the comparison of the two ko rules. In each
//! the two sides have nothing to do with each other, so that each may have a thread. A small board is looked at whole before.

mod links;
mod parts;

use std::sync::{Arc, Mutex, PoisonError, mpsc};

use crate::analysis::{Chain, Differs, Limits, Reading, Status, set};
use crate::bits::Bits;
use crate::extract::extract;
use crate::ground::Ground;
use crate::proof::Proof;
use crate::search::{Aim, Question, Search};
use crate::space::{Cycle, Exhausted, Known};
use crate::state::State;
use crate::windows::{Keeper, Windows};

/// States looked at for each chain at first.
const FIRST: u64 = 25;
/// How many times more in the next round.
const MORE: u64 = 8;
/// A precedent is looked for once a chain has had more states than this.
const COMPARED: u64 = 200;
/// The largest windows in a round with more than so many states for each chain.
const WINDOWS: [(u64, usize); 3] = [(FIRST, 8), (FIRST * MORE, 9), (FIRST * MORE * MORE, 10)];
/// The most states looked at for one link.
const LINKS: u64 = 200;
/// Bytes of the stack of a second thread.
const STACK: usize = 16 << 20;
/// States of closed spaces for each state of the search, and at first.
const SPACES: usize = 150;
const FIRST_SPACES: usize = 30_000;

/// The chains of a position, and what is being found of them.
pub(crate) struct Rounds<'a, const W: usize> {
    ground: &'a Ground<W>,
    state: &'a State<W>,
    reading: Reading,
    limits: &'a Limits<'a>,
    chains: Vec<Chain>,
    /// The points of each chain.
    points: Vec<Bits<W>>,
    /// Whether a chain's status was found with a ko on the way, and has not been compared with passing for ko.
    ko: Vec<bool>,
    /// Whether a precedent may give another status than basic ko (J-10).
    precedents: bool,
    /// The proofs of life of each side's chains in the position itself.
    roots: [Vec<u32>; 2],
}

/// What a side's work has come to.
enum News {
    /// So many states were looked at for a chain.
    Spent(usize, u64),
    /// Chains were decided.
    Decided {
        /// Whose they are.
        owner: usize,
        chains: Vec<usize>,
        status: Status,
        proof: Option<Arc<Proof>>,
        /// With a ko on the way.
        ko: bool,
        /// The place of a proof of life in the search.
        root: Option<u32>,
    },
}

/// The chains of one side that are open as its work begins.
struct Side<'a, const W: usize> {
    state: &'a State<W>,
    reading: Reading,
    stop: &'a (dyn Fn() -> bool + Sync),
    owner: usize,
    /// The most states looked at for each chain in any round.
    nodes: u64,
    /// The number and the points of each.
    open: Vec<(usize, Bits<W>)>,
}

impl<'a, const W: usize> Rounds<'a, W> {
    /// The first of them has not begun.
    pub(crate) fn new(
        ground: &'a Ground<W>,
        state: &'a State<W>,
        reading: Reading,
        limits: &'a Limits<'a>,
        chains: Vec<Chain>,
    ) -> Rounds<'a, W> {
        let points = chains.iter().map(|chain| set(&chain.points)).collect();
        let ko = vec![false; chains.len()];
        let precedents = reading == Reading::Basic && Known::may_have_three_kos(ground, state);
        let roots = Default::default();
        Rounds { ground, state, reading, limits, chains, points, ko, precedents, roots }
    }

    /// Works until everything is decided or the limits are reached. Answers the chains.
    pub(crate) fn run(mut self, tell: &mut dyn FnMut(&Chain)) -> Vec<Chain> {
        if self.ground.len() <= self.limits.whole {
            self.by_spaces(&[], self.limits.states, tell);
        }
        // A little for everything first: one proof often covers many chains, and helps with others.
        let searches = |aim| {
            [0, 1].map(|owner| Search::new(self.ground, Question { owner, goal: Bits::NONE, aim }))
        };
        let (mut lives, mut kills) = (searches(Aim::Live), searches(Aim::Kill));
        let mut budget = FIRST.min(self.limits.nodes);
        let (mut looked, mut turns) = (0, 0);
        loop {
            let open = self.open();
            if open == 0 {
                break;
            }
            let read = |side: Side<'a, W>, search: &mut _, hear: &mut dyn FnMut(News)| {
                side.read(search, budget, hear);
            };
            self.by_each(&mut lives, read, tell);
            self.by_search(&mut lives, None, budget, tell);
            let windows = WINDOWS.iter().rev().find(|&&(states, _)| budget > states);
            if let Some(&(_, largest)) = windows {
                for turn in turns..turns + 2 {
                    let terms = (largest, turn);
                    let tie = |side: Side<'a, W>, search: &mut _, hear: &mut dyn FnMut(News)| {
                        side.tie(search, terms, hear);
                    };
                    self.by_each(&mut lives, tie, tell);
                }
                turns += 2;
                let most = (budget.min(LINKS), largest);
                let link = |side: Side<'a, W>, search: &mut _, hear: &mut dyn FnMut(News)| {
                    side.link(search, most, hear);
                };
                self.by_each(&mut lives, link, tell);
            }
            self.by_search(&mut kills, Some(&lives), budget, tell);
            let most = (budget as usize).saturating_mul(SPACES).max(FIRST_SPACES);
            let most = most.min(self.limits.states);
            // Not the same again.
            if most > looked || self.open() < open {
                self.by_spaces(&lives, most, tell);
                looked = most;
            }
            let last = budget >= self.limits.nodes || (self.limits.stop)();
            // Other ways have a chance first.
            if last || budget > COMPARED {
                self.compare(&lives, most, tell);
            }
            if last {
                break;
            }
            budget = budget.saturating_mul(MORE).min(self.limits.nodes);
        }
        if self.open() == 0 {
            self.compare(&lives, self.limits.states, tell);
        }
        // Nobody knows whether a precedent gives them another status.
        for at in (0..self.chains.len()).filter(|&at| self.waits(at)).collect::<Vec<_>>() {
            let chain = &mut self.chains[at];
            (chain.status, chain.proof) = (Status::Unproven, None);
        }
        self.chains
    }

    /// Whether a chain does not live with basic ko, as was found with a ko on the way, but may live by a precedent.
    fn waits(&self, at: usize) -> bool {
        self.precedents && self.ko[at] && self.chains[at].status == Status::NotAlive
    }

    /// How many chains are open.
    fn open(&self) -> usize {
        self.chains.iter().filter(|chain| chain.status == Status::Unproven).count()
    }

    /// The open chains of each side.
    fn sides(&self) -> [Side<'a, W>; 2] {
        let (state, reading, stop) = (self.state, self.reading, self.limits.stop);
        let nodes = self.limits.nodes;
        [0, 1].map(|owner| {
            let mine = |at: &usize| {
                let chain = &self.chains[*at];
                chain.player.index() == owner && chain.status == Status::Unproven
            };
            let numbers = (0..self.chains.len()).filter(mine);
            let open = numbers.map(|at| (at, self.points[at])).collect();
            Side { state, reading, stop, owner, nodes, open }
        })
    }

    /// Searches for each open chain.
    fn by_search(
        &mut self,
        searches: &mut [Search<'a, W>; 2],
        friends: Option<&[Search<'a, W>; 2]>,
        budget: u64,
        tell: &mut dyn FnMut(&Chain),
    ) {
        let search = |side: Side<'a, W>, search: &mut Search<'a, W>, hear: &mut dyn FnMut(News)| {
            let friends = friends.map(|friends| &friends[side.owner ^ 1]);
            side.search(search, friends, budget, hear);
        };
        self.by_each(searches, search, tell);
    }

    /// Does some work of each side with its search.
    fn by_each(
        &mut self,
        searches: &mut [Search<'a, W>; 2],
        work: impl Fn(Side<'a, W>, &mut Search<'a, W>, &mut dyn FnMut(News)) + Sync,
        tell: &mut dyn FnMut(&Chain),
    ) {
        let [one, other] = self.sides();
        let [first, second] = searches;
        let work = &work;
        self.both(move |hear| work(one, first, hear), move |hear| work(other, second, hear), tell);
    }

    /// Looks at closed spaces for each open chain, each question by so many states.
    fn by_spaces(&mut self, lives: &[Search<'a, W>], most: usize, tell: &mut dyn FnMut(&Chain)) {
        if most == 0 {
            return;
        }
        let [one, other] = self.sides();
        let roots = self.roots.clone();
        let known = self.known(lives, &roots, most);
        let further = known.clone();
        self.both(
            move |hear| one.look_at_spaces(known, hear),
            move |hear| other.look_at_spaces(further, hear),
            tell,
        );
    }

    /// Does the work of both sides, on two threads if there may be two.
    fn both(
        &mut self,
        one: impl FnOnce(&mut dyn FnMut(News)),
        other: impl FnOnce(&mut dyn FnMut(News)) + Send,
        tell: &mut dyn FnMut(&Chain),
    ) {
        if self.limits.threads < 2 {
            one(&mut |news| self.hear(news, tell));
            other(&mut |news| self.hear(news, tell));
            return;
        }
        let (say, hear) = mpsc::channel();
        // Whoever comes first does it: the other thread, or this one if there is none.
        let other = Mutex::new(Some(other));
        let take = || other.lock().unwrap_or_else(PoisonError::into_inner).take();
        std::thread::scope(|scope| {
            let take = &take;
            let work = move || {
                if let Some(other) = take() {
                    // This thread listens as long as there is anybody to hear.
                    other(&mut |news| drop(say.send(news)));
                }
                drop(say);
            };
            drop(std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work));
            one(&mut |news| {
                self.hear(news, tell);
                while let Ok(news) = hear.try_recv() {
                    self.hear(news, tell);
                }
            });
            if let Some(other) = take() {
                other(&mut |news| self.hear(news, tell));
            }
            for news in hear {
                self.hear(news, tell);
            }
        });
    }

    /// Keeps what was found, and tells it.
    fn hear(&mut self, news: News, tell: &mut dyn FnMut(&Chain)) {
        match news {
            News::Spent(at, states) => self.chains[at].nodes += states,
            News::Decided { owner, chains, status, proof, ko, root } => {
                self.roots[owner].extend(root);
                for at in chains {
                    let chain = &mut self.chains[at];
                    chain.status = status;
                    chain.proof.clone_from(&proof);
                    self.ko[at] = ko;
                    if !self.waits(at) {
                        tell(&self.chains[at]);
                    }
                }
            }
        }
    }

    /// What is known to those who look at parts of the board. Without searches for life the part is the
    /// whole board, and no living chain ends it.
    fn known<'k>(
        &self,
        lives: &'k [Search<'a, W>],
        roots: &'k [Vec<u32>; 2],
        most: usize,
    ) -> Known<'k, W>
    where
        'a: 'k,
    {
        let mut alive = [Bits::NONE; 2];
        for (chain, points) in self.chains.iter().zip(&self.points) {
            if chain.status == Status::Alive && !lives.is_empty() {
                alive[chain.player.index()] |= *points;
            }
        }
        let (ground, state, stop) = (self.ground, self.state, self.limits.stop);
        Known { ground, state, lives, roots, alive, most, stop }
    }

    /// Under basic ko: looks whether passing for ko gives another status, and applies the precedents
    /// (J-10).
    fn compare(&mut self, lives: &[Search<'a, W>], most: usize, tell: &mut dyn FnMut(&Chain)) {
        if self.reading == Reading::KoPass || most == 0 {
            return;
        }
        let mut compared = Vec::new();
        let known = self.known(lives, &self.roots, most);
        for (at, chain) in self.chains.iter().enumerate() {
            let open = chain.status == Status::Unproven;
            if !(self.ko[at] || open && self.precedents) || (self.limits.stop)() {
                continue;
            }
            let (owner, goal) = (chain.player.index(), self.points[at]);
            let other = known.decide(owner, &goal, Reading::KoPass);
            let cycle = match (other.status, chain.status) {
                (Some(Status::NotAlive), _) | (Some(_), Status::Alive) => Ok(None),
                (Some(_), _) if !self.precedents => Ok(None),
                (Some(_), _) => known.cycle(owner, &goal),
                // Without such a cycle it does not matter.
                (None, Status::NotAlive) if self.precedents => match known.cycle(owner, &goal) {
                    Ok(None) => Ok(None),
                    Ok(Some(_)) | Err(Exhausted) => Err(Exhausted),
                },
                (None, _) => Err(Exhausted),
            };
            if let Ok(cycle) = cycle {
                compared.push((at, cycle, other));
            }
        }
        // What waits is asked again with more states.
        let waits: Vec<bool> = (0..self.chains.len()).map(|at| self.waits(at)).collect();
        self.ko.clone_from(&waits);
        for (at, cycle, other) in compared {
            self.ko[at] = false;
            let chain = &mut self.chains[at];
            let open = chain.status == Status::Unproven;
            let differs = other.status.is_some_and(|status| status != chain.status);
            chain.differs = match cycle {
                Some(Cycle::Triple) => Some(Differs::TripleKo),
                Some(Cycle::DoubleAndOne) => Some(Differs::DoubleKoDeath),
                None => (differs && !open).then_some(Differs::Otherwise),
            };
            // What is open with basic ko is alive there, or by the precedent.
            if cycle.is_some() {
                chain.status = Status::Alive;
                chain.proof = other.proof;
            }
            if waits[at] || open && cycle.is_some() {
                tell(chain);
            }
        }
    }
}

impl<const W: usize> Side<'_, W> {
    /// Searches for each chain, in so many states.
    fn search<'g>(
        mut self,
        search: &mut Search<'g, W>,
        friends: Option<&Search<'g, W>>,
        budget: u64,
        hear: &mut dyn FnMut(News),
    ) {
        let mut next = 0;
        while let Some(&(at, points)) = self.open.get(next) {
            next += 1;
            if (self.stop)() {
                return;
            }
            let before = search.nodes;
            search.turn_to(points);
            let found = search.run_until(self.state, (budget, self.stop), friends);
            hear(News::Spent(at, search.nodes - before));
            let Some(found) = found else { continue };
            self.decided(search, friends, found, hear);
            next = self.next_after(at);
        }
    }

    /// Where the first open chain after one is.
    fn next_after(&self, number: usize) -> usize {
        self.open.iter().take_while(|&&(open, _)| open <= number).count()
    }

    /// Takes chains out of the open ones.
    fn close(&mut self, decided: impl Fn(&Bits<W>) -> bool) -> Vec<usize> {
        let open = std::mem::take(&mut self.open).into_iter();
        let (chains, open): (Vec<_>, Vec<_>) = open.partition(|(_, points)| decided(points));
        self.open = open;
        chains.into_iter().map(|(at, _)| at).collect()
    }

    /// Tells what a proof that was searched for decides.
    fn decided<'g>(
        &mut self,
        search: &mut Search<'g, W>,
        friends: Option<&Search<'g, W>>,
        found: u32,
        hear: &mut dyn FnMut(News),
    ) {
        let aim = search.question.aim;
        if aim == Aim::Live {
            search.stands(found);
        }
        let free_of_ko = search.found[found as usize].free_of_ko;
        if self.reading == Reading::KoPass && !free_of_ko {
            return;
        }
        let cover = search.found[found as usize].cover;
        let proof = extract(search, friends, found).map(Arc::new);
        let chains = self.close(|points| match aim {
            Aim::Live => cover.meets(points),
            Aim::Kill => points.within(&cover),
        });
        let (status, root) = match aim {
            Aim::Live => (Status::Alive, Some(found)),
            Aim::Kill => (Status::NotAlive, None),
        };
        let (owner, ko) = (self.owner, !free_of_ko);
        hear(News::Decided { owner, chains, status, proof, ko, root });
    }

    /// Ties chains by windows, and to chains that are proved to live.
    fn tie<'g>(
        mut self,
        search: &mut Search<'g, W>,
        (largest, turn): (usize, u16),
        hear: &mut dyn FnMut(News),
    ) {
        if self.open.is_empty() || (self.stop)() {
            return;
        }
        // Every other time all chains are tied anew, as a zone may be where a window should be.
        let proofs = if turn % 2 == 1 { Vec::new() } else { search.keepers(self.state) };
        for (stones, found) in self.windows(search, &proofs, (largest, turn), &Bits::NONE) {
            self.alive(search, &stones, found, hear);
        }
    }

    /// Looks for windows that have none of some empty points, beside some proofs: which stones they tie, and the proofs.
    fn windows(
        &self,
        search: &mut Search<'_, W>,
        proofs: &[u32],
        terms: (usize, u16),
        without: &Bits<W>,
    ) -> Vec<(Bits<W>, u32)> {
        let (ground, state) = (search.ground, self.state);
        let keeper = |&proof: &u32| {
            let found = &search.found[proof as usize];
            Keeper { zone: found.zone, kept: found.kept }
        };
        let keepers: Vec<Keeper<W>> = proofs.iter().map(keeper).collect();
        let known = &mut search.windows;
        let windows = Windows::new(ground, state, self.owner, &keepers, terms, known, self.stop);
        let found = windows.without(without).find().into_iter().map(|tied| {
            let used = tied.proofs.iter().map(|&keeper| proofs[keeper]).collect();
            (tied.stones, search.tie(state, &tied, used))
        });
        found.collect()
    }

    /// Tells that open chains which hold one of some points live, by a proof that is free of ko.
    fn alive(
        &mut self,
        search: &Search<'_, W>,
        points: &Bits<W>,
        root: u32,
        hear: &mut dyn FnMut(News),
    ) {
        let chains = self.close(|chain| chain.meets(points));
        if chains.is_empty() {
            return;
        }
        let proof = extract(search, None, root).map(Arc::new);
        let (owner, status, root) = (self.owner, Status::Alive, Some(root));
        hear(News::Decided { owner, chains, status, proof, ko: false, root });
    }

    /// Looks at the closed spaces around each chain.
    fn look_at_spaces(self, mut known: Known<'_, W>, hear: &mut dyn FnMut(News)) {
        for (at, points) in self.open {
            if (self.stop)() {
                return;
            }
            let decided = known.decide(self.owner, &points, self.reading);
            hear(News::Spent(at, decided.states));
            let Some(status) = decided.status else { continue };
            if status == Status::Alive && !known.lives.is_empty() {
                known.alive[self.owner] |= points;
            }
            let (owner, chains, proof, ko) = (self.owner, vec![at], decided.proof, decided.ko);
            hear(News::Decided { owner, chains, status, proof, ko, root: None });
        }
    }
}
