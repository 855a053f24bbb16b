//! Decided states of a reading, found again wherever points differ on which the decision does not rest.

use super::game::Stones;
use crate::sieve::Sieve;

/// A decided state.
#[derive(Clone, Copy)]
pub(super) struct Decided {
    /// What stood.
    pub(super) stones: Stones,
    /// The points that the win or loss rests on.
    pub(super) points: u64,
    /// The groups that live by a win.
    pub(super) lives: u32,
    /// The play that wins; a pass where there is none.
    pub(super) play: u8,
}

/// Wins of the owner's, or losses, all with the same side to move.
pub(super) struct Memory {
    won: bool,
    states: Vec<Decided>,
    sieve: Sieve,
    /// How many of the states were known before the reading.
    taught: usize,
}

impl Memory {
    /// Nothing is known of a part with so many points.
    pub(super) fn new(places: usize, won: bool) -> Memory {
        Memory { won, states: Vec::new(), sieve: Sieve::new(places), taught: 0 }
    }

    pub(super) fn insert(&mut self, state: Decided) {
        self.sieve.insert(&[state.stones.own, state.stones.others], state.points);
        self.states.push(state);
    }

    /// Takes over a state that was decided elsewhere; nothing was decided here before.
    pub(super) fn teach(&mut self, state: Decided) {
        self.insert(state);
        self.taught = self.states.len();
    }

    /// How many states were known before.
    #[cfg(test)]
    pub(super) fn taught(&self) -> usize {
        self.taught
    }

    /// What was decided here.
    pub(super) fn own(&self) -> &[Decided] {
        &self.states[self.taught..]
    }

    /// A state that decides this one: of several the one that came last.
    pub(super) fn find(&self, now: &Stones) -> Option<&Decided> {
        let decides = |at: usize| self.states[at].decides(now, self.won);
        self.sieve.find(&[now.own, now.others], decides).map(|at| &self.states[at])
    }
}

impl Decided {
    /// Whether it decides a state: the points it rests on look the same, and nothing more is hostile there or lost where the owner
    /// has won, and nothing less where he has not.
    fn decides(&self, now: &Stones, won: bool) -> bool {
        let differ = (self.stones.own ^ now.own | self.stones.others ^ now.others) & self.points;
        let (worse, better) = if won { (&self.stones, now) } else { (now, &self.stones) };
        let hostile = better.hostile & !worse.hostile & self.points;
        differ == 0 && hostile == 0 && better.lost & !worse.lost == 0
    }
}
