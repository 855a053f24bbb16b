//! Rounds of work on the chains of a position, each with more states than the one before: reading, the searches for life,
//! windows, links to living chains, the searches that prevent life, closed spaces, and the comparison of the two ko rules. In each
//! the two sides have nothing to do with each other, so that each may have a thread. A small board is looked at whole before.

mod at_once;
mod beside;
mod compare;
mod enclose;
mod fences;
mod joints;
mod kills;
mod leads;
mod links;
mod parts;
mod prey;
mod side;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use crate::analysis::{Chain, Limits, Reading, Status, set};
use crate::bits::Bits;
use crate::ground::Ground;
use crate::proof::Proof;
use crate::search::{Aim, Question, Search};
use crate::space::{Keeps, Known, keeps};
use crate::state::State;
use side::Side;

/// States looked at for each chain at first.
const FIRST: u64 = 25;
/// How many times more in the next round.
const MORE: u64 = 8;
/// How many there are in the second round.
const SECOND: u64 = FIRST * MORE;
/// With up to as many the chain that matters most is worked on a round before the others. From then on only its closed spaces are looked at before;
/// all else is done with the others, and before them in the same round: what lives around it may decide it sooner than it does itself.
const AHEAD: u64 = SECOND * MORE;
/// A precedent is looked for once a chain has had more states than this.
const COMPARED: u64 = 200;
/// The largest windows at first.
const WINDOWS: usize = 8;
/// The largest ones in the last round, if it has more than so many states for each chain. Between the two reading decides more in the same time.
const LARGER: [(u64, usize); 2] = [(SECOND, 9), (SECOND * MORE, 10)];
/// How often windows are looked for in a round, each time in another order.
const TURNS: u16 = 2;
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
    /// The chain that matters most.
    asked: Option<usize>,
    /// Its closed spaces were last looked at with so many states, while so many chains were open.
    asked_with: (usize, usize),
    /// Which are worked on now.
    who: Who,
    /// Whether all have had two rounds.
    two_rounds: bool,
    /// Ends the work, as the limits' `stop` does: what was asked is known.
    over: &'a AtomicBool,
}

/// Some of the open chains, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    All,
    Only(usize),
    AllBut(usize),
}

/// What a side's work has come to.
enum News {
    /// So many states were looked at for a chain.
    Spent(usize, u64),
    /// Chains were decided.
    Decided {
        chains: Vec<usize>,
        status: Status,
        proof: Option<Arc<Proof>>,
        /// With a ko on the way.
        ko: bool,
    },
}

impl<'a, const W: usize> Rounds<'a, W> {
    /// The first of them has not begun.
    pub(crate) fn new(
        ground: &'a Ground<W>,
        state: &'a State<W>,
        reading: Reading,
        (limits, over): (&'a Limits<'a>, &'a AtomicBool),
        chains: Vec<Chain>,
    ) -> Rounds<'a, W> {
        let points = chains.iter().map(|chain| set(&chain.points)).collect();
        let ko = vec![false; chains.len()];
        let precedents = reading == Reading::Basic && Known::may_have_three_kos(ground, state);
        let asks = |chain: &Chain| limits.asked.is_some_and(|it| chain.points.contains(&it.point));
        let asked = chains.iter().position(asks);
        Rounds {
            ground,
            state,
            reading,
            limits,
            chains,
            points,
            ko,
            precedents,
            asked,
            asked_with: (0, 0),
            who: Who::All,
            two_rounds: false,
            over,
        }
    }

    /// Works until everything is decided, or what was asked is, or the limits are reached. Answers the chains.
    pub(crate) fn run(mut self, tell: &mut dyn FnMut(&Chain)) -> Vec<Chain> {
        if self.ground.len() <= self.limits.whole {
            // What takes few states does not wait for what takes all of them.
            for most in [FIRST_SPACES.min(self.limits.states), self.limits.states] {
                self.by_spaces(&[], most, tell);
            }
        }
        // A little for everything first: one proof often covers many chains, and helps with others.
        let searches = |aim| {
            [0, 1].map(|owner| Search::new(self.ground, Question { owner, goal: Bits::NONE, aim }))
        };
        let (mut lives, mut kills) = (searches(Aim::Live), searches(Aim::Kill));
        let mut budget = FIRST.min(self.limits.nodes);
        let (mut looked, mut turns, mut ahead) = (0, 0, budget);
        let others = self.asked.map_or(Who::All, Who::AllBut);
        if self.asked.is_some() {
            // What lives around it has to be known before its spaces are; mostly a glance shows it.
            for little in [1, budget] {
                self.by_search(&mut lives, None, little, tell);
                self.ahead(&mut lives, &mut kills, little, tell);
            }
        }
        loop {
            let further = self.more(budget);
            self.its_spaces(&lives, further, tell);
            let next = if further <= AHEAD { further } else { budget };
            if next > ahead {
                self.ahead(&mut lives, &mut kills, next, tell);
                ahead = next;
            }
            let open = self.open();
            if open == 0 {
                break;
            }
            let others = if budget < AHEAD { others } else { Who::All };
            self.who = others;
            if budget > FIRST && budget <= SECOND {
                let eyes = |side: Side<'a, W>, search: &mut _, hear: &mut dyn FnMut(News)| {
                    side.eyes_apart(search, hear);
                };
                self.by_each(&mut lives, eyes, tell);
            }
            let (plain, late) = (self.plain(budget), self.is_late(budget));
            // A glance shows much; what takes longer waits.
            if !late {
                self.by_shutting_in((&mut kills, &mut lives), budget, tell);
            }
            self.by_reading(&mut lives, (budget, plain), tell);
            if late {
                self.by_shutting_in((&mut kills, &mut lives), budget, tell);
                self.who = Who::All;
                turns += self.by_ties(&mut lives, budget, turns, tell);
                self.who = others;
            }
            self.by_search(&mut kills, Some(&lives), if late { plain } else { budget }, tell);
            self.by_walls((&mut kills, &mut lives), budget, tell);
            let most = self.states_of(budget);
            // Not the same again.
            if most > looked || self.open() < open {
                if late && most > 0 {
                    self.by_fences(&mut lives, tell);
                }
                self.by_spaces(&lives, most, tell);
                looked = most;
            }
            let last = budget >= self.limits.nodes || (self.limits.stop)();
            if last && self.open() < open {
                self.ahead(&mut lives, &mut kills, budget, tell);
            }
            // Other ways have a chance first.
            if last || budget > COMPARED {
                self.compare(&lives, most, tell);
            }
            self.two_rounds |= budget >= SECOND;
            self.end_if_enough();
            if last || self.over.load(Ordering::Relaxed) {
                break;
            }
            budget = further;
        }
        if self.open() == 0 {
            self.compare(&lives, self.limits.states, tell);
        }
        self.at_once();
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

    /// Ends the work if what is known of the chain that matters most is enough.
    fn end_if_enough(&self) {
        let Some((at, asked)) = self.asked.zip(self.limits.asked).filter(|_| self.two_rounds)
        else {
            return;
        };
        let decided = self.chains[at].status != Status::Unproven && !self.ko[at];
        // What waits for a precedent may yet live.
        if decided
            && !(0..self.chains.len()).any(|at| self.waits(at))
            && (asked.enough)(&self.chains)
        {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// How many states there are in the round after one with so many.
    fn more(&self, budget: u64) -> u64 {
        budget.saturating_mul(MORE).min(self.limits.nodes)
    }

    /// How many chains are open.
    fn open(&self) -> usize {
        self.chains.iter().filter(|chain| chain.status == Status::Unproven).count()
    }

    /// The stones of each side that are alive.
    fn alive(&self) -> [Bits<W>; 2] {
        let mut alive = [Bits::NONE; 2];
        for (chain, points) in self.chains.iter().zip(&self.points) {
            if chain.status == Status::Alive {
                alive[chain.player.index()] |= *points;
            }
        }
        alive
    }

    /// The open chains of each side, and which of them are worked on.
    fn sides(&self) -> [Side<'a, W>; 2] {
        let (state, reading, stop) = (self.state, self.reading, self.limits.stop);
        let (nodes, states) = (self.limits.nodes, self.limits.states as u64);
        [0, 1].map(|owner| {
            let mine = |at: &usize| {
                let chain = &self.chains[*at];
                chain.player.index() == owner && chain.status == Status::Unproven
            };
            let numbers = (0..self.chains.len()).filter(mine);
            let open = numbers.map(|at| (at, self.points[at])).collect();
            Side { state, reading, stop, owner, nodes, states, open, who: self.who }
        })
    }

    /// Looks at the closed spaces of the chain that matters most, before it is the others' turn, and not at the same again.
    fn its_spaces(&mut self, lives: &[Search<'a, W>], budget: u64, tell: &mut dyn FnMut(&Chain)) {
        let open = |at: &usize| self.chains[*at].status == Status::Unproven;
        let Some(at) = self.asked.filter(open) else { return };
        let (most, open) = (self.states_of(budget), self.open());
        if (most, open) != self.asked_with {
            self.asked_with = (most, open);
            self.who = Who::Only(at);
            self.by_spaces(lives, most, tell);
            self.who = Who::All;
        }
    }

    /// A round for the chain that matters most, before it is the others' turn.
    fn ahead(
        &mut self,
        lives: &mut [Search<'a, W>; 2],
        kills: &mut [Search<'a, W>; 2],
        budget: u64,
        tell: &mut dyn FnMut(&Chain),
    ) {
        self.its_spaces(lives, budget, tell);
        let open = |at: &usize| self.chains[*at].status == Status::Unproven;
        let Some(at) = self.asked.filter(open) else { return };
        self.who = Who::Only(at);
        self.by_shutting_in((kills, lives), budget, tell);
        self.by_reading(lives, (budget, budget), tell);
        self.by_search(kills, Some(lives), budget, tell);
        self.by_walls((kills, lives), budget, tell);
        self.who = Who::All;
    }

    /// Ties chains by windows, beginning with this turn, and links them to living ones. Answers how many turns it took.
    fn by_ties(
        &mut self,
        lives: &mut [Search<'a, W>; 2],
        budget: u64,
        begin: u16,
        tell: &mut dyn FnMut(&Chain),
    ) -> u16 {
        let last = begin > 0 && budget >= self.limits.nodes;
        let larger = LARGER.iter().rev().find(|&&(states, _)| last && budget > states);
        let largest = larger.map_or(WINDOWS, |&(_, largest)| largest);
        let end = if begin == 0 || last { begin + TURNS } else { begin };
        for turn in begin..end {
            let tie = |side: Side<'a, W>, search: &mut _, hear: &mut dyn FnMut(News)| {
                side.tie(search, (largest, turn), hear);
            };
            self.by_each(lives, tie, tell);
        }
        let link = |mut side: Side<'a, W>, search: &mut _, hear: &mut dyn FnMut(News)| {
            side.link(search, (budget.min(LINKS), Some(largest)), hear);
        };
        self.by_each(lives, link, tell);
        end - begin
    }

    /// Whether it is time for what decides little where reading decides more: not before the third round, or the last.
    fn is_late(&self, budget: u64) -> bool {
        budget > SECOND || budget >= self.limits.nodes
    }

    /// The states of closed spaces that go with so many of the search.
    fn states_of(&self, budget: u64) -> usize {
        (budget as usize).saturating_mul(SPACES).max(FIRST_SPACES).min(self.limits.states)
    }

    /// The states of searches without reading: a round behind, where reading decides more in the same time. The chain that matters most
    /// does not wait.
    fn plain(&self, budget: u64) -> u64 {
        let later = budget > FIRST && budget < self.limits.nodes;
        if later { budget / MORE } else { budget }
    }

    /// Reads for each open chain, and searches for proofs of life in so many states.
    fn by_reading(
        &mut self,
        lives: &mut [Search<'a, W>; 2],
        (budget, plain): (u64, u64),
        tell: &mut dyn FnMut(&Chain),
    ) {
        for turn in parts::turns(budget) {
            let read = |side: Side<'a, W>, search: &mut _, hear: &mut dyn FnMut(News)| {
                side.read(search, turn, hear);
            };
            self.by_each(lives, read, tell);
        }
        self.by_search(lives, None, plain, tell);
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
        let keeps = self.keeps(lives);
        let known = self.known(lives, &keeps, most);
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
            News::Decided { chains, status, proof, ko } => {
                for at in chains {
                    let chain = &mut self.chains[at];
                    chain.status = status;
                    chain.proof.clone_from(&proof);
                    self.ko[at] = ko;
                    if !self.waits(at) {
                        tell(&self.chains[at]);
                    }
                }
                self.end_if_enough();
            }
        }
    }

    /// The proofs of life that can stand as walls, by side.
    fn keeps(&self, lives: &[Search<'a, W>]) -> [Vec<Keeps<W>>; 2] {
        [0, 1].map(|side| match lives.get(side) {
            Some(lives) => keeps(self.ground, self.state, lives),
            None => Vec::new(),
        })
    }

    /// What is known to those who look at parts of the board. Without searches for life the part is the
    /// whole board, and no living chain ends it.
    fn known<'k>(
        &self,
        lives: &'k [Search<'a, W>],
        keeps: &'k [Vec<Keeps<W>>; 2],
        most: usize,
    ) -> Known<'k, W>
    where
        'a: 'k,
    {
        let alive = if lives.is_empty() { [Bits::NONE; 2] } else { self.alive() };
        let (ground, state, stop) = (self.ground, self.state, self.limits.stop);
        Known { ground, state, lives, keeps, alive, most, stop }
    }
}
