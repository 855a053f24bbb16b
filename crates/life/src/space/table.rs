//! The states of a part of the board, as far as they are needed, and which of them the owner has won.
//!
//! The least fixpoint, found without writing down more than is asked for: a state with the owner to move
//! waits for any of its successors, a state with the attacker to move for one at a time, the next when
//! that one is won. What the end leaves waiting is not won.

use rustc_hash::FxHashMap;

use super::field::{ATTACKER, ELSEWHERE, Field, Lead, Moment, OWNER, PASS, PLAY, Terms, places};

const NONE: u32 = u32::MAX;

const WON: u8 = 1;
const OPENED: u8 = 2;
const QUEUED: u8 = 4;
/// The attacker has a move here that settles it.
const STUCK: u8 = 8;

/// As many stones as are lost to kos.
const FEW: u32 = 2;

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exhausted;

/// What is known of the states met.
pub(crate) struct Table<'f> {
    field: &'f Field,
    terms: Terms,
    goal: u64,
    numbers: FxHashMap<Moment, u32>,
    moments: Vec<Moment>,
    flags: Vec<u8>,
    /// The place in `order` of the attacker's move that is looked at; the owner's move that won.
    chosen: Vec<u8>,
    /// The attacker's moves, once they were asked for.
    order: Vec<Box<[u8]>>,
    /// Won states in the order in which they were won.
    rank: Vec<u32>,
    won: u32,
    /// Who waits for a state: the first place in `links`.
    waiting: Vec<u32>,
    links: Vec<(u32, u32)>,
    open: Vec<u32>,
    /// States to be looked at when nothing else is open: the owner has lost what is asked about, and it is
    /// no stone of a ko.
    late: Vec<u32>,
    /// How many stones the owner had in the first moment asked about.
    begun_with: u32,
}

impl<'f> Table<'f> {
    pub(crate) fn new(field: &'f Field, terms: Terms, goal: u64) -> Table<'f> {
        Table {
            field,
            terms,
            goal,
            numbers: FxHashMap::default(),
            moments: Vec::new(),
            flags: Vec::new(),
            chosen: Vec::new(),
            order: Vec::new(),
            rank: Vec::new(),
            won: 0,
            waiting: Vec::new(),
            links: Vec::new(),
            open: Vec::new(),
            late: Vec::new(),
            begun_with: 0,
        }
    }

    /// How many states have been met.
    pub(crate) fn len(&self) -> usize {
        self.moments.len()
    }

    /// Whether a ko was taken in a state met.
    pub(crate) fn has_bans(&self) -> bool {
        self.moments.iter().any(|moment| moment.bans != [0; 2])
    }

    /// Whether the owner forces from a moment that his goal is reached; not more than `most` states in
    /// all are looked at, and nothing once `stop` says so.
    pub(crate) fn forced(
        &mut self,
        from: Moment,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, Exhausted> {
        if self.moments.is_empty() {
            self.begun_with = from.stones[OWNER].count_ones();
        }
        let root = self.number(from);
        self.need(root);
        let mut looked = 0_u32;
        while self.flags[root as usize] & WON == 0 {
            let Some(state) = self.open.pop().or_else(|| self.late.pop()) else {
                return Ok(false);
            };
            self.flags[state as usize] &= !QUEUED;
            if self.flags[state as usize] & WON != 0 || !(state == root || self.is_asked(state)) {
                continue;
            }
            looked += 1;
            if self.len() > most || looked.is_multiple_of(1024) && stop() {
                return Err(Exhausted);
            }
            self.flags[state as usize] |= OPENED;
            if usize::from(self.moments[state as usize].mover) == OWNER {
                self.open_own(state);
            } else if self.steps_on(state) {
                self.win(state);
            }
        }
        Ok(true)
    }

    /// Whether a state that is not won waits for this one.
    fn is_asked(&self, state: u32) -> bool {
        let mut link = self.waiting[state as usize];
        while link != NONE {
            let (before, next) = self.links[link as usize];
            if self.flags[before as usize] & WON == 0 {
                return true;
            }
            link = next;
        }
        false
    }

    fn number(&mut self, moment: Moment) -> u32 {
        let fresh = self.moments.len() as u32;
        match self.numbers.entry(moment) {
            std::collections::hash_map::Entry::Occupied(known) => return *known.get(),
            std::collections::hash_map::Entry::Vacant(place) => place.insert(fresh),
        };
        let reached = self.field.reached(moment.stones, self.goal, self.terms.prover);
        self.moments.push(moment);
        self.flags.push(match reached {
            true => WON,
            false if self.is_shut(&moment) => OPENED,
            false => 0,
        });
        self.chosen.push(0);
        self.order.push(Box::default());
        self.rank.push(if reached { self.won } else { NONE });
        self.won += u32::from(reached);
        self.waiting.push(NONE);
        fresh
    }

    /// Whether nothing remains to be asked of a state: the attacker needs no more moves.
    fn is_shut(&self, moment: &Moment) -> bool {
        self.terms.prover == ATTACKER && self.field.shut(moment.stones, self.goal)
    }

    fn need(&mut self, state: u32) {
        if self.flags[state as usize] & (WON | OPENED | QUEUED) == 0 {
            self.flags[state as usize] |= QUEUED;
            let own = self.moments[state as usize].stones[OWNER];
            if own & self.goal == 0 && own.count_ones() + FEW < self.begun_with {
                self.late.push(state);
            } else {
                self.open.push(state);
            }
        }
    }

    fn wait(&mut self, state: u32, next: u32) {
        self.links.push((state, self.waiting[next as usize]));
        self.waiting[next as usize] = self.links.len() as u32 - 1;
    }

    /// Every move that could be chosen, plays last.
    fn choices(&self) -> u8 {
        PLAY + (64 - self.field.open.leading_zeros()) as u8
    }

    /// A state with the owner to move: all its successors are asked for, captures first, then what
    /// leads to a wall.
    fn open_own(&mut self, state: u32) {
        let moment = self.moments[state as usize];
        let mut next: Vec<(u32, u8, u32)> = Vec::new();
        let between = self.field.between(moment.stones, self.goal);
        let mut lost = false;
        for chosen in 0..self.choices() {
            match self.field.lead(&self.terms, moment, chosen) {
                Lead::Barred => {}
                Lead::Lost => lost = true,
                Lead::To(after) => {
                    let before = moment.stones[ATTACKER].count_ones();
                    let taken = before - after.stones[ATTACKER].count_ones();
                    let number = self.number(after);
                    if self.flags[number as usize] & WON != 0 {
                        self.chosen[state as usize] = chosen;
                        self.win(state);
                        return;
                    }
                    let place = u32::from(chosen.saturating_sub(PLAY));
                    let joins = u32::from(chosen >= PLAY && between >> place & 1 == 1);
                    next.push((8 * taken + joins, chosen, number));
                }
            }
        }
        if lost {
            self.win(state);
            return;
        }
        next.sort_unstable();
        for (_, _, number) in next {
            self.wait(state, number);
            self.need(number);
        }
    }

    /// Marks a state as won, and all that follow from it.
    fn win(&mut self, state: u32) {
        let mut queue = vec![state];
        while let Some(state) = queue.pop() {
            if self.flags[state as usize] & WON != 0 {
                continue;
            }
            self.flags[state as usize] |= WON;
            self.rank[state as usize] = self.won;
            self.won += 1;
            let mut link = self.waiting[state as usize];
            while link != NONE {
                let (before, next) = self.links[link as usize];
                link = next;
                if self.flags[before as usize] & (WON | STUCK) != 0 {
                    continue;
                }
                if usize::from(self.moments[before as usize].mover) == OWNER {
                    self.chosen[before as usize] = self.move_to(before, state);
                    queue.push(before);
                } else if self.steps_on(before) {
                    queue.push(before);
                }
            }
        }
    }

    /// The owner's move from one state to another.
    fn move_to(&self, before: u32, after: u32) -> u8 {
        let moment = self.moments[before as usize];
        let there = self.moments[after as usize];
        (0..self.choices())
            .find(|&chosen| self.field.lead(&self.terms, moment, chosen) == Lead::To(there))
            .unwrap_or(PASS)
    }

    /// The attacker's moves in a moment: captures, then what leaves the owner the least room for eyes, a pass
    /// before plays that leave him as much.
    fn ordered(&self, moment: Moment) -> Box<[u8]> {
        let before = moment.stones[OWNER].count_ones();
        let mut order: Vec<(u32, u8)> = (0..self.choices())
            .filter_map(|chosen| match self.field.lead(&self.terms, moment, chosen) {
                Lead::Barred => None,
                Lead::Lost => Some((0, chosen)),
                Lead::To(after) => {
                    let taken = before - after.stones[OWNER].count_ones();
                    let late = match taken {
                        0 => {
                            let room = self.field.room(after.stones);
                            let short = self.field.in_atari(after.stones, chosen);
                            1000 + 3 * room + u32::from(chosen >= PLAY) + 100 * u32::from(short)
                        }
                        _ => 500 - taken,
                    };
                    Some((late, chosen))
                }
            })
            .collect();
        order.sort_unstable();
        order.into_iter().map(|(_, chosen)| chosen).collect()
    }

    /// The attacker's move that is looked at.
    fn looked_at(&self, state: u32) -> Option<u8> {
        self.order[state as usize].get(usize::from(self.chosen[state as usize])).copied()
    }

    /// A state with the attacker to move: on to the first of his moves that the owner has not won. Answers
    /// whether there is none.
    fn steps_on(&mut self, state: u32) -> bool {
        let moment = self.moments[state as usize];
        if self.order[state as usize].is_empty() {
            self.order[state as usize] = self.ordered(moment);
        }
        while let Some(chosen) = self.looked_at(state) {
            match self.field.lead(&self.terms, moment, chosen) {
                Lead::Barred => {}
                Lead::Lost => {
                    self.flags[state as usize] |= STUCK;
                    return false;
                }
                Lead::To(after) => {
                    let number = self.number(after);
                    if self.flags[number as usize] & WON == 0 {
                        self.wait(state, number);
                        self.need(number);
                        return false;
                    }
                }
            }
            self.chosen[state as usize] += 1;
        }
        true
    }

    /// The prover's choice in a state with him to move.
    fn choice(&self, state: u32) -> u8 {
        if self.terms.prover == OWNER {
            self.chosen[state as usize]
        } else {
            self.looked_at(state).unwrap_or(PASS)
        }
    }

    /// The prover's strategy from a moment: what he chooses in each moment with him to move that can
    /// arise, with a number that falls from one to the next for the owner. `None` if there are more than
    /// `most`.
    pub(crate) fn strategy(&mut self, from: Moment, most: usize) -> Option<Vec<(Moment, u8, u32)>> {
        let prover = self.terms.prover;
        let mut found = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![from];
        while let Some(moment) = open.pop() {
            if !seen.insert(moment) {
                continue;
            }
            let mover = usize::from(moment.mover);
            if mover == prover {
                let number = *self.numbers.get(&moment)?;
                if prover == OWNER && self.field.reached(moment.stones, self.goal, prover)
                    || self.is_shut(&moment)
                {
                    continue;
                }
                let chosen = self.choice(number);
                found.push((moment, chosen, self.rank[number as usize]));
                if found.len() > most {
                    return None;
                }
                let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) else {
                    return None;
                };
                open.push(after);
            } else {
                if prover == OWNER && self.field.reached(moment.stones, self.goal, prover)
                    || self.is_shut(&moment)
                {
                    continue;
                }
                for chosen in 0..self.choices() {
                    if let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) {
                        open.push(after);
                    }
                }
            }
        }
        Some(found)
    }

    /// A line of play from a moment: the prover's moves and the other side's longest resistance, at most
    /// so many. Points are those of the field; no number is a pass or a play elsewhere.
    pub(crate) fn line(&mut self, from: Moment, most: usize) -> Vec<Option<usize>> {
        let mut line = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut moment = from;
        while line.len() < most && seen.insert(moment) {
            if self.field.reached(moment.stones, self.goal, self.terms.prover)
                || self.is_shut(&moment)
            {
                break;
            }
            let Some(&number) = self.numbers.get(&moment) else { break };
            let chosen = if usize::from(moment.mover) == self.terms.prover {
                self.choice(number)
            } else {
                // Longest for the owner who wins; a play he can be expected to try else.
                let choices = (PLAY..self.choices()).chain([PASS, ELSEWHERE]);
                let leads = choices.filter_map(|chosen| {
                    match self.field.lead(&self.terms, moment, chosen) {
                        Lead::To(after) => {
                            let known = self.numbers.get(&after);
                            let rank = known.map(|&number| self.rank[number as usize]);
                            (!seen.contains(&after)).then_some((rank, chosen))
                        }
                        _ => None,
                    }
                });
                let best = if self.terms.prover == OWNER {
                    leads.max_by_key(|&(rank, chosen)| (rank, std::cmp::Reverse(chosen)))
                } else {
                    leads.max_by_key(|&(_, chosen)| {
                        let place = usize::from(chosen.saturating_sub(PLAY));
                        let plays = chosen >= PLAY;
                        let taken = self.field.taken_by(moment.stones, place, OWNER);
                        (plays, taken, std::cmp::Reverse(chosen))
                    })
                };
                match best {
                    Some((_, chosen)) => chosen,
                    None => break,
                }
            };
            let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) else { break };
            line.push((chosen >= PLAY).then(|| usize::from(chosen - PLAY)));
            moment = after;
        }
        line
    }

    /// A cycle of ko captures only, in which the two sides alternate, that starts where ko captures and
    /// passes lead from a moment, and in which no state is known to be won by the owner. Answers the ko captures: who
    /// plays, and where.
    pub(crate) fn cycle(
        &mut self,
        from: Moment,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<(usize, usize)>> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![from];
        while let Some(moment) = open.pop() {
            if !seen.insert(moment) || seen.len() > 4096 {
                continue;
            }
            let mut path = vec![moment];
            let mut moves = Vec::new();
            if self.returns(&mut path, &mut moves, most, stop) {
                return Some(moves);
            }
            for chosen in self.kos(moment).into_iter().chain([PASS]) {
                if let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) {
                    open.push(after);
                }
            }
        }
        None
    }

    fn kos(&self, moment: Moment) -> Vec<u8> {
        let mover = usize::from(moment.mover);
        let empty = self.field.open & !moment.stones[0] & !moment.stones[1];
        places(empty)
            .filter(|&place| self.field.takes_ko(moment.stones, place, mover))
            .map(|place| place as u8 + PLAY)
            .collect()
    }

    /// Follows ko captures until they come back to where they began.
    fn returns(
        &mut self,
        path: &mut Vec<Moment>,
        moves: &mut Vec<(usize, usize)>,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        let Some(&moment) = path.last() else { return false };
        if path.len() > 12 {
            return false;
        }
        for chosen in self.kos(moment) {
            let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) else { continue };
            moves.push((usize::from(moment.mover), usize::from(chosen - PLAY)));
            if after == path[0] {
                let states = path.clone();
                if states.into_iter().all(|state| self.forced(state, most, stop) != Ok(true)) {
                    return true;
                }
            } else if !path.contains(&after) {
                path.push(after);
                if self.returns(path, moves, most, stop) {
                    return true;
                }
                path.pop();
            }
            moves.pop();
        }
        false
    }
}
