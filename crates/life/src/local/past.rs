//! What the owner's plays came to in this reading. A play that won is likely to win again where little is missing of what it rested on, and one
//! that lost is likely to lose.

use smallvec::SmallVec;

use super::game::{Moves, Stones};
use super::numbers::Entry;
use super::orders;

/// How many wins, and how many losses, are kept of a play after a move, and of a play after any.
const AFTER: usize = 6;
const EVER: usize = 12;

/// How many cases each sign tells apart.
pub(super) const CASES: [usize; 7] = [21, 60, 21, 140, 140, 140, 140];
/// What the past says of a play: the case of each sign.
pub(super) type Signs = [u16; CASES.len()];

/// The past of a reading.
pub(super) struct Past {
    all: Tally,
    ever: Vec<Play>,
    /// By the move before, a pass after all points: of all plays, and of each.
    after: Vec<(Tally, Vec<Play>)>,
}

/// How often a play won, how often it was gone into and did not, and the states that this took.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u32,
    tried: u32,
    states: u64,
}

/// A play.
#[derive(Clone, Default)]
struct Play {
    tally: Tally,
    /// Where it last lost, and where it last won.
    outcomes: [Vec<Outcome>; 2],
    next: [usize; 2],
}

/// A state in which a play won or lost, and the points that rests on.
#[derive(Clone, Copy)]
struct Outcome {
    own: u64,
    others: u64,
    points: u64,
}

impl Past {
    /// Nothing was read yet of so many points.
    pub(super) fn new(points: usize) -> Past {
        Past {
            all: Tally::default(),
            ever: vec![Play::default(); points],
            after: vec![(Tally::default(), Vec::new()); points + 1],
        }
    }

    /// A play was gone into, in so many states; `both` are the move before it and the play.
    pub(super) fn tried(&mut self, now: &Stones, both: (u8, u8), states: u64, entry: Entry) {
        self.count(both, |tally| {
            tally.states += states;
            tally.tried += u32::from(entry.proof > 0);
        });
        if entry.disproof == 0 {
            self.decided(now, both, false, entry.points);
        }
    }

    /// A play won, and this rests on some points.
    pub(super) fn won(&mut self, now: &Stones, both: (u8, u8), points: u64) {
        self.count(both, |tally| tally.won += 1);
        self.decided(now, both, true, points);
    }

    fn decided(&mut self, now: &Stones, (last, play): (u8, u8), won: bool, points: u64) {
        let outcome = Outcome { own: now.own, others: now.others, points };
        let (row, at) = (self.row(last), usize::from(play));
        self.ever[at].note(outcome, won, EVER);
        self.after_move(row)[at].note(outcome, won, AFTER);
    }

    fn count(&mut self, (last, play): (u8, u8), change: impl Fn(&mut Tally)) {
        let (row, at) = (self.row(last), usize::from(play));
        change(&mut self.all);
        change(&mut self.ever[at].tally);
        change(&mut self.after[row].0);
        change(&mut self.after_move(row)[at].tally);
    }

    /// Some points, after a move: those first where plays won most often.
    pub(super) fn sorted(&self, set: u64, last: u8) -> SmallVec<[u8; 64]> {
        let after = &self.after[self.row(last)].1;
        let won = |play: Option<&Play>| play.map_or(0, |play| play.tally.won);
        orders::sorted(set, |at| (won(after.get(at)), won(self.ever.get(at))))
    }

    /// What it says of some plays after a move.
    pub(super) fn signs(&self, now: &Stones, last: u8, plays: &Moves) -> SmallVec<[Signs; 24]> {
        let (all, after) = &self.after[self.row(last)];
        let none = Play::default();
        let signs = |&(point, _): &(u8, Stones)| {
            let at = usize::from(point);
            let (after, ever) = (after.get(at).unwrap_or(&none), &self.ever[at]);
            let [won_after, lost_after] = after.like(now);
            let [won_ever, lost_ever] = ever.like(now);
            let signs = [
                after.tally.share(all),
                after.tally.dearness(&self.all) * 5 + many(after.tally.won),
                ever.tally.share(&self.all),
                won_after,
                lost_after,
                won_ever,
                lost_ever,
            ];
            signs.map(|sign| sign as u16)
        };
        plays.iter().map(signs).collect()
    }

    fn row(&self, last: u8) -> usize {
        orders::row(last, self.ever.len())
    }

    /// The plays after a move, of which there are none before the first.
    fn after_move(&mut self, row: usize) -> &mut [Play] {
        let plays = &mut self.after[row].1;
        if plays.is_empty() {
            plays.resize(self.ever.len(), Play::default());
        }
        plays
    }
}

impl Tally {
    /// How much of what won it is, and of how much: 21 cases.
    fn share(&self, all: &Tally) -> u32 {
        let much = match all.won {
            0 => return 0,
            1..4 => 0,
            4..16 => 1,
            16..100 => 2,
            _ => 3,
        };
        let share = match self.won * 32 / all.won {
            _ if self.won == 0 => 0,
            0 => 1,
            1..4 => 2,
            4..12 => 3,
            _ => 4,
        };
        1 + much * 5 + share
    }

    /// How many more states a win took than wins do on the whole: twelve cases.
    fn dearness(&self, all: &Tally) -> u32 {
        let each = |tally: &Tally| (tally.states as f32 + 20.0) / (tally.won as f32 + 0.5);
        ((each(self) / each(all)).log2() + 5.0).clamp(0.0, 11.0) as u32
    }
}

impl Play {
    fn note(&mut self, outcome: Outcome, won: bool, most: usize) {
        let (outcomes, next) =
            (&mut self.outcomes[usize::from(won)], &mut self.next[usize::from(won)]);
        match outcomes.get_mut(*next) {
            Some(oldest) => *oldest = outcome,
            None => outcomes.push(outcome),
        }
        *next = (*next + 1) % most;
    }

    /// How like a state is to those in which it won, and to those in which it lost: 140 cases each.
    fn like(&self, now: &Stones) -> [u32; 2] {
        let [lost, won] = [false, true].map(|won| {
            let outcomes = self.outcomes[usize::from(won)].iter();
            let unlike = outcomes.map(|outcome| outcome.unlike(now, won));
            unlike.min_by_key(|(against, beside)| 4 * against + beside)
        });
        // Seven times five cases, and four.
        let much = |unlike: Option<(u32, u32)>| {
            let Some((against, beside)) = unlike else { return 30 };
            let against = match against {
                0..4 => against,
                4 | 5 => 4,
                _ => 5,
            };
            let beside = match beside {
                0 | 1 => beside,
                2 | 3 => 2,
                4..7 => 3,
                _ => 4,
            };
            against * 5 + beside
        };
        let little = |unlike: Option<(u32, u32)>| match unlike {
            Some((against @ (0 | 1), _)) => against,
            Some(_) => 2,
            None => 3,
        };
        [much(won) * 4 + little(lost), much(lost) * 4 + little(won)]
    }
}

impl Outcome {
    /// How many of the points stand so now that it might come out differently, and how many differ otherwise.
    fn unlike(&self, now: &Stones, won: bool) -> (u32, u32) {
        let worse = (self.own & !now.own | now.others & !self.others) & self.points;
        let better = (now.own & !self.own | self.others & !now.others) & self.points;
        let (against, beside) = if won { (worse, better) } else { (better, worse) };
        (against.count_ones(), beside.count_ones())
    }
}

/// Five cases of a number.
fn many(number: u32) -> u32 {
    match number {
        0..2 => number,
        2 | 3 => 2,
        4..12 => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests;
