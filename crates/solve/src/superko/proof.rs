//! What a proof rests on, so that it can be used after another history.
//!
//! A proof shows that a player wins a question ("is the margin at least t?") from a position after a
//! history. It is a tree with one move at each of the winner's turns and all of the loser's. After
//! another history it still stands if no play of the winner in it is banned there, and if every play
//! of the loser that was banned, and so was not looked at, is banned there too. Further bans on the
//! loser take nothing away. docs/findings/proofs.md, "Proofs after other histories", has the argument.

use smallvec::SmallVec;

use super::positions::{Past, Positions};
use crate::compact::{Field, Mask, Safe, Stones};
use crate::proofs::{Bytes, set, stones};

/// What a proof rests on.
#[derive(Clone, Debug)]
pub(crate) struct Proof<M> {
    /// Those of the loser's turns that the winner's plays lead to.
    plays: Positions<M>,
    /// Where the proof ends with safe chains: stones common to all of these sets, and all the points
    /// that may still be filled.
    safe: M,
    fill: M,
    /// Whether it ends with safe chains anywhere.
    fills: bool,
    /// Positions of the history that keep the loser from plays.
    pub(crate) bans: SmallVec<[Stones<M>; 2]>,
}

impl<M: Mask> Proof<M> {
    /// A proof that rests on nothing: no play of the winner, no ban.
    pub(crate) fn free() -> Proof<M> {
        Proof {
            plays: Positions::none(),
            safe: !M::none(),
            fill: M::none(),
            fills: false,
            bans: SmallVec::new(),
        }
    }

    /// Puts it behind other bytes.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        self.plays.write(out);
        out.extend([u8::from(self.fills), self.bans.len() as u8]);
        set(out, self.safe);
        set(out, self.fill);
        self.bans.iter().for_each(|&ban| stones(out, ban));
    }

    /// Reads what was written; `None` if the bytes end too early.
    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Option<Proof<M>> {
        let plays = Positions::read(bytes)?;
        let &[fills, bans] = bytes.chunk::<2>()?;
        let (safe, fill) = (bytes.set()?, bytes.set()?);
        let bans: Option<SmallVec<[Stones<M>; 2]>> = (0..bans).map(|_| bytes.stones()).collect();
        let fills = fills == 1;
        Some(Proof { plays, safe, fill, fills, bans: bans? })
    }

    /// A proof that ends with safe chains.
    pub(crate) fn filling(safe: Safe<M>) -> Proof<M> {
        Proof { safe: safe.stones, fill: safe.regions, fills: true, ..Proof::free() }
    }

    /// The winner's play leads to this position.
    pub(crate) fn play(&mut self, field: &Field<M>, made: &Past<M>) {
        self.plays.join(&Positions::one(field, made));
    }

    /// Bytes it takes elsewhere.
    pub(crate) fn beside(&self) -> usize {
        let bans = if self.bans.spilled() { self.bans.capacity() } else { 0 };
        bans * size_of::<Stones<M>>() + self.plays.beside()
    }

    /// Both proofs are needed.
    pub(crate) fn join(&mut self, other: &Proof<M>) {
        self.plays.join(&other.plays);
        self.safe &= other.safe;
        self.fill |= other.fill;
        self.fills |= other.fills;
        for &ban in &other.bans {
            self.ban(ban);
        }
    }

    /// A play of the loser would bring this position back.
    pub(crate) fn ban(&mut self, stones: Stones<M>) {
        if !self.bans.contains(&stones) {
            self.bans.push(stones);
        }
    }

    /// A ban that every history of this proof has.
    pub(crate) fn unban(&mut self, stones: Stones<M>) {
        self.bans.retain(|ban| *ban != stones);
    }

    /// What a symmetry of the board leads it to.
    pub(crate) fn turned(&self, field: &Field<M>, turn: usize) -> Proof<M> {
        if turn == 0 {
            return self.clone();
        }
        let (symmetry, all) = (&field.symmetries[turn], field.all);
        let image = |set: M| symmetry.image(set);
        let safe = if all.within(self.safe) { self.safe } else { image(self.safe & all) };
        Proof {
            plays: self.plays.turned(field, turn),
            safe,
            fill: image(self.fill & all),
            bans: self.bans.iter().map(|ban| Stones(ban.0.map(image))).collect(),
            fills: self.fills,
        }
    }

    /// Whether the winner's plays could be banned by a position of the history.
    pub(crate) fn may_clash(&self, past: &Past<M>, winner: usize) -> bool {
        let own = past.stones.0[winner];
        self.plays.may_have(past) || (self.fills && self.safe.within(own) && own.meets(self.fill))
    }
}

/// Whether a proof for `winner` stands after a history.
pub(crate) fn stands<M: Mask>(
    proof: &Proof<M>,
    winner: usize,
    history: &[Past<M>],
    situational: bool,
) -> bool {
    let loser = 1 - winner as u8;
    let free = |past: &Past<M>| situational && past.to_move != loser;
    history.iter().all(|past| free(past) || !proof.may_clash(past, winner))
        && proof.bans.iter().all(|ban| {
            let bans = |past: &Past<M>| {
                past.stones == *ban && (!situational || past.to_move as usize == winner)
            };
            history.iter().any(bans)
        })
}
