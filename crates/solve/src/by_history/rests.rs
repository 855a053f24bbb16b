//! What an answer rests on, so that it can be used after another history.

use smallvec::{SmallVec, smallvec};

use super::line::{Cycle, Line, Named, kept};
use super::place::Place;
use super::question::Question;
use crate::compact::{BLACK, Field, Mask, Safe};
use crate::loopy::State;
use crate::proofs::{Bytes, set, stones};
use crate::superko::{MOST_BANS, Positions, Proof, stands};

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
    meets: Positions<M>,
    /// By how many plays the winner makes more than his opponent on the way to one of them from the state that the proof is about, at most.
    lead: i16,
    /// States that came up before and come back, with the same: the cycle has to be the winner's.
    closes: Vec<(Named<M>, i16)>,
    /// For each stage in which it ends with safe chains: states that came up before with all of these stones might come back, and then the cycle has to be
    /// the winner's.
    kept: SmallVec<[Kept<M>; 1]>,
    /// Whether a draw by a cycle may be needed.
    pub(super) drawn: bool,
}

/// Of a proof that is kept: the most plays by which the winner is ahead somewhere, and the most states that come back.
const MOST_AHEAD: i16 = 1 << 13;
const MOST_CLOSES: usize = 255;

/// How far ahead the winner is where nothing comes up.
const NOTHING: i16 = i16::MIN / 2;

impl<M: Mask> Rests<M> {
    /// A proof that rests on no state.
    pub(super) fn of(plays: Proof<M>) -> Rests<M> {
        let (meets, closes, kept) = (Positions::none(), Vec::new(), SmallVec::new());
        Rests { plays, meets, lead: NOTHING, closes, kept, drawn: false }
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

    /// A move leads back to a state that came up before, and the cycle is the winner's or a draw.
    pub(super) fn closing(named: Named<M>, cycle: Cycle) -> Rests<M> {
        Rests { closes: vec![(named, 0)], drawn: cycle == Cycle::Drawn, ..Rests::nothing() }
    }

    /// The proof of a question that a move leads to.
    pub(super) fn behind(
        mut self,
        field: &Field<M>,
        question: &Question<M>,
        place: &Place<M>,
    ) -> Rests<M> {
        self.meets.join(&Positions::one(field, &kept(question, place)));
        self.lead = self.lead.max(0);
        self
    }

    /// Both are needed, the other where the winner has made so many plays more.
    pub(super) fn join(&mut self, other: &Rests<M>, lead: i16) {
        self.plays.join(&other.plays);
        self.meets.join(&other.meets);
        self.lead = self.lead.max(other.lead + lead);
        for &(named, more) in &other.closes {
            let more = more + lead;
            match self.closes.iter_mut().find(|(own, _)| *own == named) {
                Some((_, own)) => *own = more.max(*own),
                None => self.closes.push((named, more)),
            }
        }
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
        self.drawn |= other.drawn;
    }

    /// The state it is about, and its position, are there after every history.
    pub(super) fn at_home(&mut self, home: &Named<M>) {
        self.closes.retain(|(named, _)| named != home);
        self.plays.unban(home.1.stones);
    }

    /// What a symmetry of the board leads it to.
    pub(super) fn turned(&self, field: &Field<M>, turn: usize) -> Rests<M> {
        if turn == 0 {
            return self.clone();
        }
        let symmetry = &field.symmetries[turn];
        let image = |set: M| symmetry.image(set);
        let turned =
            |((stage, state), lead): &(Named<M>, i16)| ((*stage, state.image(symmetry)), *lead);
        let keeps = |kept: &Kept<M>| Kept { stones: image(kept.stones), ..*kept };
        Rests {
            plays: self.plays.turned(field, turn),
            meets: self.meets.turned(field, turn),
            closes: self.closes.iter().map(turned).collect(),
            kept: self.kept.iter().map(keeps).collect(),
            ..*self
        }
    }

    /// The proof as it stands after a line and a move by which Black makes so many plays more, if it does. With the winner it is told whether a draw by a cycle is as good for Black.
    pub(super) fn after(
        mut self,
        line: &Line<M>,
        lead: i16,
        (winner, draws): (usize, bool),
    ) -> Option<Rests<M>> {
        let ahead = if winner == BLACK { lead } else { -lead };
        let drawn = &mut self.drawn;
        let mut good = |cycle: Cycle| {
            *drawn |= cycle == Cycle::Drawn;
            cycle == Cycle::Won || (cycle == Cycle::Drawn && draws == (winner == BLACK))
        };
        let closes = |(named, lead): &(Named<M>, i16)| line.closes(named, winner, *lead + ahead);
        if !self.closes.iter().all(|back| closes(back).is_some_and(&mut good)) {
            return None;
        }
        for came in line.way() {
            let mut back = |lead: i16| good(line.returns(came, winner, lead + ahead));
            if self.meets.may_have(&came.past) && !back(self.lead) {
                return None;
            }
            for kept in &self.kept {
                let may =
                    kept.stage == came.stage && kept.stones.within(came.past.stones.0[winner]);
                if may && !back(kept.lead) {
                    return None;
                }
            }
        }
        stands(&self.plays, winner, &line.stood, false).then_some(self)
    }

    /// Whether it is small enough to be kept for other searches.
    pub(super) fn may_be_kept(&self) -> bool {
        let closes = self.closes.iter().map(|&(_, lead)| lead);
        let mut leads = closes.chain(self.kept.iter().map(|kept| kept.lead));
        self.plays.bans.len() <= MOST_BANS
            && self.closes.len() <= MOST_CLOSES
            && self.lead <= MOST_AHEAD
            && leads.all(|lead| lead.abs() <= MOST_AHEAD)
    }

    /// Puts it behind other bytes.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        self.plays.write(out);
        self.meets.write(out);
        out.extend(self.lead.max(NOTHING).to_le_bytes());
        out.extend([u8::from(self.drawn), self.closes.len() as u8, self.kept.len() as u8]);
        for ((stage, state), lead) in &self.closes {
            stones(out, state.stones);
            let ban = state.ban.map_or(0, |point| point as u16 + 1);
            out.extend(ban.to_le_bytes());
            out.extend([*stage, state.to_move as u8]);
            out.extend(lead.to_le_bytes());
        }
        for kept in &self.kept {
            out.push(kept.stage);
            set(out, kept.stones);
            out.extend(kept.lead.to_le_bytes());
        }
    }

    /// Reads what was written; `None` if it is of no states of so many stages on the board.
    pub(super) fn read(bytes: &mut Bytes<'_>, field: &Field<M>, stages: usize) -> Option<Rests<M>> {
        let (plays, meets) = (Proof::read(bytes)?, Positions::read(bytes)?);
        let lead = bytes.short().filter(|lead| (NOTHING..=MOST_AHEAD).contains(lead))?;
        let drawn = bytes.flag()?;
        let &[closing, keeping] = bytes.chunk::<2>()?;
        let stage = |bytes: &mut Bytes<'_>| {
            let &[stage] = bytes.chunk()?;
            (usize::from(stage) < stages).then_some(stage)
        };
        let ahead = |bytes: &mut Bytes<'_>| {
            bytes.short().filter(|lead| (-MOST_AHEAD..=MOST_AHEAD).contains(lead))
        };
        let mut closes = Vec::new();
        for _ in 0..closing {
            let stones = bytes.stones_on(field.all)?;
            let ban = usize::try_from(bytes.number(2)?).ok()?;
            let stage = stage(bytes)?;
            let to_move = usize::from(bytes.flag()?);
            if ban > field.points {
                return None;
            }
            let state = State { stones, to_move, passed: false, ban: ban.checked_sub(1) };
            closes.push(((stage, state), ahead(bytes)?));
        }
        let mut kept = SmallVec::new();
        for _ in 0..keeping {
            let stage = stage(bytes)?;
            let stones = bytes.set::<M>()?;
            kept.push(Kept { stage, stones, lead: ahead(bytes)? });
        }
        Some(Rests { plays, meets, lead, closes, kept, drawn })
    }
}
