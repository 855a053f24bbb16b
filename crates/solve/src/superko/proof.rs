//! What a proof rests on, so that it can be used after another history.
//!
//! A proof shows that a player wins a question ("is the margin at least t?") from a position after a
//! history. It is a tree with one move at each of the winner's turns and all of the loser's. After
//! another history it still stands if no play of the winner in it is banned there, and if every play
//! of the loser that was banned, and so was not looked at, is banned there too. Further bans on the
//! loser take nothing away. docs/findings/proofs.md, "Proofs after other histories", has the argument.

use smallvec::SmallVec;

use super::proofs::{Bytes, set, stones};
use crate::compact::{Mask, Safe, Stones};

/// What a proof rests on. Positions are those of the loser's turns that the winner's plays lead to.
#[derive(Clone, Debug)]
pub(crate) struct Proof<M> {
    /// Stones that all of the positions have in common.
    common: Stones<M>,
    /// The fewest and the most stones in one of them; `fewest > most` if there are none.
    fewest: u8,
    most: u8,
    /// A bit for each of them, by its hash.
    seen: u128,
    /// Where the proof ends with safe chains: stones common to all of these sets, and all the points
    /// that may still be filled.
    safe: M,
    fill: M,
    /// Whether it ends with safe chains anywhere.
    fills: bool,
    /// Positions of the history that keep the loser from plays.
    pub(crate) bans: SmallVec<[Stones<M>; 2]>,
}

/// A position of the history, with what is asked about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<M> {
    pub(crate) stones: Stones<M>,
    /// The hash of its standard form.
    pub(crate) hash: u64,
    pub(crate) size: u8,
    /// Who was to move.
    pub(crate) to_move: u8,
}

impl<M: Mask> Past<M> {
    pub(crate) fn new(stones: Stones<M>, hash: u64, to_move: u8) -> Past<M> {
        let size = stones.size().min(255) as u8;
        Past { stones, hash, size, to_move }
    }
}

fn bit(hash: u64) -> u128 {
    1 << (hash >> 57)
}

impl<M: Mask> Proof<M> {
    /// A proof that rests on nothing: no play of the winner, no ban.
    pub(crate) fn free() -> Proof<M> {
        Proof {
            common: Stones([!M::none(); 2]),
            fewest: u8::MAX,
            most: 0,
            seen: 0,
            safe: !M::none(),
            fill: M::none(),
            fills: false,
            bans: SmallVec::new(),
        }
    }

    /// Puts it behind other bytes.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        stones(out, self.common);
        out.extend([self.fewest, self.most, u8::from(self.fills), self.bans.len() as u8]);
        out.extend(self.seen.to_le_bytes());
        set(out, self.safe);
        set(out, self.fill);
        self.bans.iter().for_each(|&ban| stones(out, ban));
    }

    /// Reads what was written; `None` if the bytes end too early.
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Option<Proof<M>> {
        let common = bytes.stones()?;
        let &[fewest, most, fills, bans] = bytes.chunk::<4>()?;
        let seen = u128::from_le_bytes(*bytes.chunk()?);
        let (safe, fill) = (bytes.set()?, bytes.set()?);
        let bans: Option<SmallVec<[Stones<M>; 2]>> = (0..bans).map(|_| bytes.stones()).collect();
        let fills = fills == 1;
        Some(Proof { common, fewest, most, seen, safe, fill, fills, bans: bans? })
    }

    /// A proof that ends with safe chains.
    pub(crate) fn filling(safe: Safe<M>) -> Proof<M> {
        Proof { safe: safe.stones, fill: safe.regions, fills: true, ..Proof::free() }
    }

    /// The winner's play leads to this position.
    pub(crate) fn play(&mut self, made: &Past<M>) {
        self.common.0[0] &= made.stones.0[0];
        self.common.0[1] &= made.stones.0[1];
        self.fewest = self.fewest.min(made.size);
        self.most = self.most.max(made.size);
        self.seen |= bit(made.hash);
    }

    /// Both proofs are needed.
    pub(crate) fn join(&mut self, other: &Proof<M>) {
        self.common.0[0] &= other.common.0[0];
        self.common.0[1] &= other.common.0[1];
        self.fewest = self.fewest.min(other.fewest);
        self.most = self.most.max(other.most);
        self.seen |= other.seen;
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

    /// The same on a turned board.
    pub(crate) fn turned(&self, image: impl Fn(M) -> M, all: M) -> Proof<M> {
        let set = |set: M| if all.within(set) { set } else { image(set & all) };
        Proof {
            common: Stones(self.common.0.map(set)),
            safe: set(self.safe),
            fill: image(self.fill & all),
            bans: self.bans.iter().map(|ban| Stones(ban.0.map(&image))).collect(),
            ..*self
        }
    }

    /// Whether the winner's plays could be banned by a position of the history.
    pub(crate) fn may_clash(&self, past: &Past<M>, winner: usize) -> bool {
        let plays = (self.fewest..=self.most).contains(&past.size)
            && self.seen & bit(past.hash) != 0
            && self.common.within(past.stones);
        let own = past.stones.0[winner];
        plays || (self.fills && self.safe.within(own) && own.meets(self.fill))
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
