//! What Black threatens to have with his next play, and which of White's moves could prevent it
//! (docs/findings/proofs.md, "Threats").

use std::sync::atomic::{AtomicU8, Ordering};

use smallvec::SmallVec;

use super::question::{Bans, Play, Question};
use crate::compact::{BLACK, Mask, Stones, owned, safe};

/// How many points Black owns by his stones alone, whatever else stands: found when it is asked for, and kept for every set
/// of stones, a byte each.
pub(super) struct Threats {
    /// One more than the points; 0 where nobody has asked yet.
    owned: Vec<AtomicU8>,
}

/// Threats are looked for where at most so many empty points are not next to a stone of Black's. With more he is hardly a play
/// from the end.
const MOST_FAR: u32 = 2;

impl Threats {
    /// None if the rules need another argument or the table would take more bytes.
    pub(super) fn new<M: Mask>(play: &Play<'_, M>, bytes: u64) -> Option<Threats> {
        let sets = 1_u64.checked_shl(play.field.points as u32)?;
        let may = play.bans == Bans::BasicKo && sets <= bytes;
        may.then(|| Threats { owned: (0..sets).map(|_| AtomicU8::new(0)).collect() })
    }

    /// Whether Black, who is to move, has what he wants after one play.
    pub(super) fn end<M: Mask>(&self, play: &Play<'_, M>, question: &Question<M>) -> bool {
        let state = &question.state;
        let banned = |point| state.ban == Some(point) && !state.passed;
        let mut empty = Self::candidates(play, question).points();
        empty.any(|point| !banned(point) && self.is_end(play, question, point))
    }

    /// The points at which White, who is to move and has not been passed to, has to look for a play that prevents what Black
    /// threatens; none if Black threatens nothing.
    pub(super) fn left<M: Mask>(&self, play: &Play<'_, M>, question: &Question<M>) -> Option<M> {
        let mut chains: Option<SmallVec<[(M, M); 4]>> = None;
        let mut left: Option<M> = None;
        for point in Self::candidates(play, question).points() {
            if !self.is_end(play, question, point) {
                continue;
            }
            let mut prevents = M::one(point);
            let chains = chains.get_or_insert_with(|| in_atari(play, question));
            if !chains.is_empty() {
                let own = question.state.stones.0[BLACK] | prevents;
                let needed = safe(play.field, Stones([own, M::none()]), BLACK, true).stones;
                for (last, _) in chains.iter().filter(|(_, chain)| chain.meets(needed)) {
                    prevents |= *last;
                }
            }
            let both = left.map_or(prevents, |left| left & prevents);
            left = Some(both);
            if !both.any() {
                break;
            }
        }
        left
    }

    /// Where Black could have a play that is enough.
    fn candidates<M: Mask>(play: &Play<'_, M>, question: &Question<M>) -> M {
        let stones = question.state.stones;
        let empty = play.field.all & !stones.taken();
        let far = empty & !play.field.widen(stones.0[BLACK]);
        if far.size() > MOST_FAR { M::none() } else { empty }
    }

    /// Whether Black has what he wants with a stone here.
    fn is_end<M: Mask>(&self, play: &Play<'_, M>, question: &Question<M>, point: usize) -> bool {
        let own = question.state.stones.0[BLACK] | M::one(point);
        let place = (0..size_of::<u32>()).fold(0, |place, at| place | own.byte(at) << (8 * at));
        let Some(known) = self.owned.get(place) else { return false };
        let mut more = known.load(Ordering::Relaxed);
        if more == 0 {
            more = owned(play.field, Stones([own, M::none()]), BLACK).size() as u8 + 1;
            known.store(more, Ordering::Relaxed);
        }
        let paid = play.rules.stages[question.stage].cost;
        let margin = 2 * (i32::from(more) - 1) - play.field.points as i32;
        margin >= i32::from(question.bound) + paid
    }
}

/// Black's chains that have one liberty, each after that.
fn in_atari<M: Mask>(play: &Play<'_, M>, question: &Question<M>) -> SmallVec<[(M, M); 4]> {
    let Stones([black, white]) = question.state.stones;
    let empty = play.field.all & !(black | white);
    let mut found = SmallVec::new();
    let mut left = black;
    while left.any() {
        let chain = play.field.flood(left.lowest(), black);
        left &= !chain;
        let liberties = play.field.widen(chain) & empty;
        if liberties == liberties.lowest() {
            found.push((liberties, chain));
        }
    }
    found
}
