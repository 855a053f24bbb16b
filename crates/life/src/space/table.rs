//! The states of a part of the board, as far as they are needed, and which of them the owner has won.
//!
//! Proof numbers, depth first. That the owner has won a state is a finite tree and holds wherever it came from. That
//! he has not is found with states that come back counting as lost for him; it is believed only once a set of
//! states has been gone through that the attacker's choices never leave, and in which the owner has won nowhere.

mod cycle;
mod strategy;
#[cfg(test)]
mod tests;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::field::{ATTACKER, Field, Lead, Moment, OWNER, PASS, PLAY, Terms};
use super::model::Model;

const INFINITE: u32 = 1 << 30;
/// Moves in a row that are followed at most; a longer sequence counts as lost for the owner, until the set is gone
/// through.
const DEEPEST: usize = 500;

/// As many stones as are lost to kos.
const FEW: u32 = 2;

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exhausted;

/// What is known of a state.
#[derive(Clone, Copy)]
struct Entry {
    /// How much is left to prove at least, that the owner wins and that he does not; 0 is done.
    proof: u32,
    disproof: u32,
    /// When it was won.
    rank: u32,
    /// Where its moves begin among all, once it was looked into.
    moves: u32,
    count: u8,
    /// The move that settled it.
    chosen: u8,
    /// Nothing remains to be asked: the goal is reached, or out of reach for good.
    ends: bool,
    on_path: bool,
    /// Only the move that the other table has found is followed as yet.
    narrow: bool,
}

/// A move, and the state it leads to.
type Next = (u8, u32);

/// No state: the move leaves what can be followed.
const OUT: u32 = u32::MAX;
/// No place: the state was not looked into.
const NOT_YET: u32 = u32::MAX;
/// Moves that are written down at most: each has a place below `NOT_YET`.
const MOST_MOVES: usize = 4_000_000_000;

/// The numbers of the states that follow one: for the side to move the least of its own number decides, the other's add up.
struct Sums {
    least: u32,
    second: u32,
    /// Where the least is, and the move.
    best: u32,
    chosen: u8,
    /// The largest of the other side's numbers, and how many there are.
    hardest: u32,
    open: u32,
}

/// What is known of the states met.
pub(crate) struct Table<'f> {
    field: &'f Field,
    model: Model,
    terms: Terms,
    goal: u64,
    moments: IndexSet<Moment, FxBuildHasher>,
    entries: Vec<Entry>,
    /// The moves of the states that were looked into.
    moves: Vec<Next>,
    won: u32,
    looked: usize,
    most: usize,
    ended: bool,
    /// How many stones the owner had in the first moment asked about.
    begun_with: u32,
    /// A table for the other side's proof about the same part, in which that failed: the prover's moves there come first here.
    guide: Option<Box<Table<'f>>>,
}

impl<'f> Table<'f> {
    pub(crate) fn new(field: &'f Field, terms: Terms, goal: u64) -> Table<'f> {
        Table {
            field,
            model: Model::of(field, terms.prover),
            terms,
            goal,
            moments: IndexSet::default(),
            entries: Vec::new(),
            moves: Vec::new(),
            won: 0,
            looked: 0,
            most: 0,
            ended: false,
            begun_with: 0,
            guide: None,
        }
    }

    /// The same, after the moves of another table. Of that only what it has found is kept.
    pub(crate) fn guided_by(self, guide: Table<'f>) -> Table<'f> {
        let guide = Table { guide: None, moves: Vec::new(), ..guide };
        Table { guide: Some(Box::new(guide)), ..self }
    }

    /// Whether another table has more to say than the one that it follows, if it follows one.
    pub(crate) fn would_rather_follow(&self, other: &Table<'_>) -> bool {
        self.guide.as_ref().is_none_or(|guide| guide.terms.mortal && !other.terms.mortal)
    }

    /// Whether it follows another table.
    pub(crate) fn is_guided(&self) -> bool {
        self.guide.is_some()
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
        self.most = most;
        self.ended = false;
        let root = self.number(from);
        loop {
            self.search(root, (INFINITE, INFINITE), 0, stop);
            let entry = self.entry(root);
            if entry.proof == 0 {
                return Ok(true);
            }
            if entry.disproof > 0 {
                return Err(Exhausted);
            }
            // A state in which something was only supposed is asked about by itself.
            let Some(doubt) = self.go_through(root) else { return Ok(false) };
            if self.entry(doubt).proof > 0 {
                let entry = &mut self.entries[doubt as usize];
                (entry.proof, entry.disproof) = (1, 1);
                self.search(doubt, (INFINITE, INFINITE), 0, stop);
                if self.ended {
                    return Err(Exhausted);
                }
            }
            if self.entry(doubt).proof == 0 {
                for entry in self.entries.iter_mut().filter(|entry| !entry.ends) {
                    if entry.disproof == 0 {
                        (entry.proof, entry.disproof) = (1, 1);
                    }
                }
            }
        }
    }

    fn entry(&self, state: u32) -> Entry {
        self.entries[state as usize]
    }

    /// What is known of a moment that was met.
    fn known(&self, moment: &Moment) -> Option<Entry> {
        self.moments.get_index_of(moment).map(|number| self.entries[number])
    }

    fn moves_owner(&self, state: u32) -> bool {
        usize::from(self.moments[state as usize].mover) == OWNER
    }

    fn number(&mut self, moment: Moment) -> u32 {
        let (number, fresh) = self.moments.insert_full(moment);
        if !fresh {
            return number as u32;
        }
        let (mut reached, mut shut) = (false, false);
        if self.field.reached(moment.stones, self.goal, self.terms.prover) {
            reached = true;
        } else if self.is_shut(&moment) {
            shut = true;
        } else if self.settled(&moment) {
            // By the side that is not to move.
            (reached, shut) = (moment.mover == ATTACKER as u8, moment.mover == OWNER as u8);
        }
        let (proof, disproof) = match (reached, shut) {
            (true, _) => (0, INFINITE),
            (_, true) => (INFINITE, 0),
            _ => self.guess(&moment),
        };
        let (rank, ends) = (self.won, reached || shut);
        self.won += u32::from(reached);
        self.entries.push(Entry {
            proof,
            disproof,
            rank,
            moves: NOT_YET,
            count: 0,
            chosen: PASS,
            ends,
            on_path: false,
            narrow: false,
        });
        number as u32
    }

    /// Whether a certificate of the side that is not to move settles a moment.
    fn settled(&self, moment: &Moment) -> bool {
        if usize::from(moment.mover) == self.terms.prover {
            self.model.stands_against(moment.stones, self.goal)
        } else {
            self.model.stands(moment.stones, self.goal)
        }
    }

    /// A first guess how far a state is from being decided.
    fn guess(&self, moment: &Moment) -> (u32, u32) {
        let own = moment.stones[OWNER];
        if own & self.goal == 0 && own.count_ones() + FEW < self.begun_with {
            return (40, 1);
        }
        let room = self.field.room(moment.stones);
        (1 + 10_u32.saturating_sub(room), 1 + room)
    }

    /// Whether nothing remains to be asked of a state: the attacker needs no more moves, or is held to need none.
    fn is_shut(&self, moment: &Moment) -> bool {
        self.terms.mortal && moment.stones[OWNER] & self.goal == 0
            || self.field.shut(moment.stones, self.goal)
    }

    /// Every move that could be chosen, plays last.
    fn choices(&self) -> u8 {
        PLAY + (64 - self.field.open.leading_zeros()) as u8
    }

    /// The moves of a state that was looked into.
    fn moves_of(&self, state: u32) -> &[Next] {
        let Entry { moves, count, .. } = self.entry(state);
        if moves == NOT_YET { &[] } else { &self.moves[moves as usize..][..usize::from(count)] }
    }

    /// Finds the moves of a state, and where they lead.
    fn look_into(&mut self, state: u32) {
        if self.entry(state).moves != NOT_YET {
            return;
        }
        let moment = self.moments[state as usize];
        match self.advice(moment) {
            Some(lead) => {
                self.entries[state as usize].narrow = true;
                self.write_down(state, [lead]);
            }
            None => self.follow_all(state),
        }
    }

    /// The prover's move by the other table, in a state that he has won there.
    fn advice(&self, moment: Moment) -> Option<(u8, Lead)> {
        let mover = usize::from(moment.mover);
        if mover != self.terms.prover {
            return None;
        }
        let known = self.guide.as_ref()?.known(&Moment { elsewhere: 0, ..moment })?;
        let won = if mover == OWNER { known.proof == 0 } else { known.disproof == 0 };
        if !won || known.ends {
            return None;
        }
        let lead = self.field.lead(&self.terms, moment, known.chosen);
        matches!(lead, Lead::To(_)).then_some((known.chosen, lead))
    }

    /// Has every move of a state followed, promising ones first.
    fn follow_all(&mut self, state: u32) {
        let moment = self.moments[state as usize];
        let order = match usize::from(moment.mover) {
            OWNER => self.owners(moment),
            _ => self.attackers(moment),
        };
        self.entries[state as usize].narrow = false;
        self.write_down(state, order.into_iter().map(|(_, chosen, lead)| (chosen, lead)));
    }

    /// Writes down moves of a state, and where they lead. One that wins for good makes the others needless.
    fn write_down(&mut self, state: u32, leads: impl IntoIterator<Item = (u8, Lead)>) {
        let mover = usize::from(self.moments[state as usize].mover);
        let first = self.moves.len();
        for (chosen, lead) in leads {
            let next = match lead {
                Lead::To(after) => self.number(after),
                _ => OUT,
            };
            if self.wins_for_good(mover, next) {
                self.moves.truncate(first);
                self.moves.push((chosen, next));
                break;
            }
            self.moves.push((chosen, next));
        }
        let count = (self.moves.len() - first) as u8;
        let entry = &mut self.entries[state as usize];
        (entry.moves, entry.count) = (first as u32, count);
    }

    /// Whether a side has won a state, not just as is supposed.
    fn wins_for_good(&self, side: usize, state: u32) -> bool {
        if state == OUT {
            return side != self.terms.prover;
        }
        let entry = self.entry(state);
        if side == OWNER { entry.proof == 0 } else { entry.ends && entry.disproof == 0 }
    }

    fn leads(&self, moment: Moment) -> impl Iterator<Item = (u8, Lead)> {
        (0..self.choices())
            .map(move |chosen| (chosen, self.field.lead(&self.terms, moment, chosen)))
            .filter(|&(_, lead)| lead != Lead::Barred)
    }

    /// The owner's moves: what leads to a wall, then captures.
    fn owners(&self, moment: Moment) -> Vec<(u32, u8, Lead)> {
        let between = self.field.between(moment.stones, self.goal);
        let before = moment.stones[ATTACKER].count_ones();
        let late = |chosen: u8, lead: &Lead| {
            let Lead::To(after) = lead else { return 0 };
            let taken = before - after.stones[ATTACKER].count_ones();
            let place = u32::from(chosen.saturating_sub(PLAY));
            let joins = chosen >= PLAY && between >> place & 1 == 1;
            500 - 2 * taken - u32::from(joins)
        };
        let mut order: Vec<_> =
            self.leads(moment).map(|(chosen, lead)| (late(chosen, &lead), chosen, lead)).collect();
        order.sort_unstable_by_key(|&(late, chosen, _)| (late, chosen));
        order
    }

    /// The attacker's moves in a moment: captures, then what leaves the owner the least room for eyes, a pass
    /// before plays that leave him as much.
    fn attackers(&self, moment: Moment) -> Vec<(u32, u8, Lead)> {
        let before = moment.stones[OWNER].count_ones();
        let late = |chosen: u8, lead: &Lead| {
            let Lead::To(after) = lead else { return 0 };
            match before - after.stones[OWNER].count_ones() {
                0 => {
                    let room = self.field.room(after.stones);
                    let short = self.field.in_atari(after.stones, chosen);
                    1000 + 3 * room + u32::from(chosen >= PLAY) + 100 * u32::from(short)
                }
                taken => 500 - taken,
            }
        };
        let mut order: Vec<_> =
            self.leads(moment).map(|(chosen, lead)| (late(chosen, &lead), chosen, lead)).collect();
        order.sort_unstable_by_key(|&(late, chosen, _)| (late, chosen));
        order
    }

    /// Looks on from a state until its numbers reach the limits.
    fn search(&mut self, state: u32, limits: (u32, u32), depth: usize, stop: &dyn Fn() -> bool) {
        let entry = self.entry(state);
        if entry.proof == 0 || entry.disproof == 0 {
            return;
        }
        self.looked += 1;
        self.ended |= self.len() > self.most
            || self.moves.len() > MOST_MOVES
            || self.looked > 8 * self.most
            || self.looked.is_multiple_of(1024) && stop();
        self.look_into(state);
        let own = self.moves_owner(state);
        self.entries[state as usize].on_path = true;
        while let Some((next, limits)) = self.weigh(state, own, limits, depth) {
            self.search(next, limits, depth + 1, stop);
        }
        self.entries[state as usize].on_path = false;
    }

    /// Sums up what is known of the states that follow. Answers which to look at next, and how far; `None` if the
    /// state is decided, or has reached its limits.
    fn weigh(
        &mut self,
        state: u32,
        own: bool,
        (most_proof, most_disproof): (u32, u32),
        depth: usize,
    ) -> Option<(u32, (u32, u32))> {
        let mut sums = self.sum_up(state, own, depth);
        if sums.least == INFINITE && self.entry(state).narrow {
            self.follow_all(state);
            sums = self.sum_up(state, own, depth);
        }
        let Sums { least, second, best, chosen, hardest, open } = sums;
        let won = self.won;
        let entry = &mut self.entries[state as usize];
        let set = |entry: &mut Entry, mine: u32, other: u32| {
            (entry.proof, entry.disproof) = if own { (mine, other) } else { (other, mine) };
        };
        if least == 0 || least == INFINITE {
            let other = if least == 0 { INFINITE } else { 0 };
            set(entry, least, other);
            entry.chosen = chosen;
            if entry.proof == 0 {
                entry.rank = won;
                self.won += 1;
            }
            return None;
        }
        let sum = (hardest + (open - 1)).min(INFINITE - 1);
        set(entry, least, sum);
        let (most_mine, most_other) =
            if own { (most_proof, most_disproof) } else { (most_disproof, most_proof) };
        if least >= most_mine || sum >= most_other || self.ended {
            return None;
        }
        let mine = most_mine.min(second.saturating_add(1 + second / 4));
        let other = most_other - (open - 1).min(most_other - 1);
        (best != OUT).then_some((best, if own { (mine, other) } else { (other, mine) }))
    }

    /// What is known of the states that follow.
    fn sum_up(&self, state: u32, own: bool, depth: usize) -> Sums {
        // For the side to move: the least of its own number decides, the other's add up.
        let (least, second, hardest, open) = (INFINITE, INFINITE, 0, 0);
        let mut sums = Sums { least, second, best: OUT, chosen: PASS, hardest, open };
        for &(play, next) in self.moves_of(state) {
            let (proof, disproof) = match next {
                // Out of what can be followed: the side that is not the prover's has won.
                OUT if self.terms.prover == ATTACKER => (0, INFINITE),
                OUT => (INFINITE, 0),
                next => {
                    let entry = &self.entries[next as usize];
                    if entry.on_path || depth >= DEEPEST && entry.proof > 0 {
                        (INFINITE, 0)
                    } else {
                        (entry.proof, entry.disproof)
                    }
                }
            };
            let (mine, other) = if own { (proof, disproof) } else { (disproof, proof) };
            if other > 0 && mine > 0 && mine < INFINITE {
                sums.open += 1;
                sums.hardest = sums.hardest.max(other);
            }
            if mine < sums.least {
                (sums.second, sums.least) = (sums.least, mine);
                (sums.best, sums.chosen) = (next, play);
            } else if mine < sums.second {
                sums.second = mine;
            }
        }
        sums
    }

    /// Goes through what can arise from a state that is held to be lost for the owner, the attacker choosing by what
    /// was found. Answers a state of which it is not so.
    fn go_through(&mut self, root: u32) -> Option<u32> {
        let mut seen = vec![false; self.entries.len()];
        let mut open = vec![root];
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut seen[state as usize], true) {
                continue;
            }
            let entry = self.entry(state);
            if entry.disproof > 0 {
                return Some(state);
            }
            if entry.ends {
                continue;
            }
            let next = self.moves_of(state);
            if self.moves_owner(state) {
                open.extend(next.iter().map(|&(_, next)| next).filter(|&next| next != OUT));
                continue;
            }
            let holds = |&&(_, next): &&Next| next == OUT || self.entry(next).disproof == 0;
            let first = next.iter().find(|&&(play, _)| play == entry.chosen).filter(holds);
            let Some(&(play, next)) = first.or_else(|| next.iter().find(holds)) else {
                return Some(state);
            };
            self.entries[state as usize].chosen = play;
            open.extend(Some(next).filter(|&next| next != OUT));
        }
        None
    }
}
