//! What an answer rests on, so that it can be used after another history.

use std::cmp::Ordering;

use super::line::Line;
use crate::compact::Mask;
use crate::superko::{Proof, stands};

/// A state of RULES, by its number, and by how many plays the winner makes more than his opponent on the way to it from the state
/// that the proof is about, or on one of the ways.
type Return = (u32, i16);

/// What a proof that a player gets what he wants from a state rests on.
#[derive(Clone, Debug)]
pub(super) struct Rests<M> {
    /// Positions that would keep the winner from plays, and those that have to have stood as they keep the loser from plays.
    plays: Proof<M>,
    /// States that come up: if one has come up before, the cycle has to be the winner's.
    meets: Vec<Return>,
    /// States that came up before and come back: the cycle has to be the winner's.
    closes: Vec<Return>,
}

impl<M: Mask> Rests<M> {
    /// A proof that rests on no state.
    pub(super) fn of(plays: Proof<M>) -> Rests<M> {
        Rests { plays, meets: Vec::new(), closes: Vec::new() }
    }

    /// A proof that rests on nothing.
    pub(super) fn nothing() -> Rests<M> {
        Rests::of(Proof::free())
    }

    /// A move leads back to a state that came up before.
    pub(super) fn closing(number: u32) -> Rests<M> {
        Rests { closes: vec![(number, 0)], ..Rests::nothing() }
    }

    /// The proof of a state that a move leads to.
    pub(super) fn behind(&self, number: u32) -> Rests<M> {
        let mut rests = self.clone();
        merge(&mut rests.meets, &[(number, 0)], 0);
        rests
    }

    /// Both are needed, the other where the winner has made so many plays more.
    pub(super) fn join(&mut self, other: &Rests<M>, lead: i16) {
        self.plays.join(&other.plays);
        merge(&mut self.meets, &other.meets, lead);
        merge(&mut self.closes, &other.closes, lead);
    }

    /// The state it is about, and its position, are there after every history.
    pub(super) fn at_home(&mut self, line: &Line<M>, number: u32) {
        let other = |&(returned, _): &Return| returned != number;
        self.meets.retain(other);
        self.closes.retain(other);
        self.plays.unban(line.state(number).stones);
    }

    /// Whether the proof stands after a line. With the winner it is told whether a draw by a cycle is as good for Black.
    pub(super) fn stands(&self, line: &Line<M>, (winner, draws): (usize, bool)) -> bool {
        let closes = |&(number, lead): &Return| line.closes(number, (winner, draws), lead);
        self.closes.iter().all(|back| closes(back) == Some(true))
            && self.meets.iter().all(|back| closes(back) != Some(false))
            && stands(&self.plays, winner, &line.stood, false)
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        let returns = (self.meets.len() + self.closes.len()) * size_of::<Return>();
        (size_of::<Rests<M>>() + returns) as u64
    }
}

/// Puts a list into another, both in the order of their states: of two leads the larger.
fn merge(into: &mut Vec<Return>, other: &[Return], lead: i16) {
    if other.is_empty() {
        return;
    }
    let own = std::mem::take(into);
    let (mut own, mut other) = (own.into_iter().peekable(), other.iter().peekable());
    while let Some(&&(number, more)) = other.peek() {
        let more = more + lead;
        let order = own.peek().map_or(Ordering::Greater, |(first, _)| first.cmp(&number));
        match order {
            Ordering::Less => into.extend(own.next()),
            Ordering::Greater => into.push((number, more)),
            Ordering::Equal => {
                into.extend(own.next().map(|(_, so_far)| (number, so_far.max(more))))
            }
        }
        if order != Ordering::Less {
            other.next();
        }
    }
    into.extend(own);
}
