//! What an answer rests on, so that it can be used after another history.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use super::line::Line;
use crate::compact::{Mask, Safe};
use crate::superko::{Proof, stands};

/// A state of RULES, by its number, and by how many plays the winner makes more than his opponent on the way to it from the state
/// that the proof is about, or on one of the ways.
type Return = (u32, i16);

/// Stones of the winner's that nobody takes from where a line of a proof has ended on, in a stage, and by how many plays he makes more on the way
/// there and to what could come back then, at most.
#[derive(Clone, Copy, Debug)]
struct Kept<M> {
    stage: u8,
    stones: M,
    lead: i16,
}

/// What a proof that a player gets what he wants from a state rests on.
#[derive(Clone, Debug)]
pub(super) struct Rests<M> {
    /// Positions that would keep the winner from plays, and those that have to have stood as they keep the loser from plays.
    plays: Proof<M>,
    /// States that come up: if one has come up before, the cycle has to be the winner's.
    meets: Vec<Return>,
    /// States that came up before and come back: the cycle has to be the winner's.
    closes: Vec<Return>,
    /// For each stage in which it ends with safe chains: states that came up before with all of these stones might come back, and then the cycle has to be
    /// the winner's.
    kept: SmallVec<[Kept<M>; 1]>,
}

impl<M: Mask> Rests<M> {
    /// A proof that rests on no state.
    pub(super) fn of(plays: Proof<M>) -> Rests<M> {
        Rests { plays, meets: Vec::new(), closes: Vec::new(), kept: SmallVec::new() }
    }

    /// A proof that ends with safe chains in a stage; `lead` is 1 if the winner may have to play first.
    pub(super) fn keeping(safe: Safe<M>, stage: u8, lead: i16) -> Rests<M> {
        let kept = smallvec![Kept { stage, stones: safe.stones, lead }];
        Rests { kept, ..Rests::of(Proof::filling(safe)) }
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
        for other in &other.kept {
            let other = Kept { lead: other.lead + lead, ..*other };
            match self.kept.iter_mut().find(|own| own.stage == other.stage) {
                Some(own) => {
                    own.stones &= other.stones;
                    own.lead = own.lead.max(other.lead);
                }
                None => self.kept.push(other),
            }
        }
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
            && self.kept.iter().all(|kept| {
                let Kept { stage, stones, lead } = *kept;
                line.with_stones(stage, stones, winner)
                    .all(|number| line.closes(number, (winner, draws), lead) == Some(true))
            })
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
