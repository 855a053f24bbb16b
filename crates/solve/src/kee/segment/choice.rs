//! Moves of Black's that keep what was shown, one after the other through a segment.

use super::{Credits, PassNode, Place, Segments, Shown};
use crate::compact::{BLACK, Field, Mask, Safe, Stones, safe};
use crate::limits::Budget;
use crate::superko::Proof;
use crate::value::Limit;

/// A play with the position it leads to; `None` is a pass.
pub(crate) type Chosen = Option<(usize, Stones<u32>)>;

impl Segments<'_> {
    /// A play has led here.
    pub(crate) fn go(&mut self, stones: Stones<u32>) {
        let past = self.past(stones);
        self.history.push(past);
    }

    /// The last play is taken back.
    pub(crate) fn go_back(&mut self) {
        self.history.pop();
    }

    /// The plays a player has here.
    pub(crate) fn plays(&self, stones: Stones<u32>, mover: usize) -> Vec<(usize, Stones<u32>)> {
        let empty = self.field.all & !stones.taken();
        let plays = empty.points().filter_map(|point| {
            let placed = stones.place(self.field, point, mover);
            let back = self.history.iter().any(|past| past.stones == placed.stones);
            (!placed.lost.any() && !back).then_some((point, placed.stones))
        });
        plays.collect()
    }

    /// A move by which Black, who is to move, has his way with his credit; `None` if there is none.
    pub(crate) fn choice(
        &mut self,
        stones: Stones<u32>,
        answers: bool,
        credits: &mut Credits<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Chosen>, Limit> {
        budget.spend()?;
        if let Some(made) = self.filling(stones, credits) {
            return Ok(Some(made));
        }
        let end = credits.end(PassNode { stones, passer: BLACK }, answers);
        if credits.cost(end) <= self.credit {
            return Ok(Some(None));
        }
        let plays = self.plays(stones, BLACK);
        if let Some(made) = self.known(&plays, credits) {
            return Ok(Some(Some(made)));
        }
        // Proofs that are kept stand after fewer histories than they could.
        let here = Place { stones, to_move: BLACK, answers };
        let shown = self.prove(&here, credits, budget)?;
        let won = |&(_, next): &(usize, Stones<u32>)| shown.winner == BLACK && next == self.won_by;
        Ok(plays.into_iter().find(won).map(Some))
    }

    /// The first play after which Black is known to have his way.
    fn known(
        &mut self,
        plays: &[(usize, Stones<u32>)],
        credits: &Credits<'_>,
    ) -> Option<(usize, Stones<u32>)> {
        plays.iter().copied().find(|&(_, stones)| {
            let next = Place { stones, to_move: 1 - BLACK, answers: false };
            let (key, turn) = self.key(&next);
            self.go(stones);
            let shown = self.at_once(&next, &key, turn, credits);
            self.go_back();
            shown.is_some_and(|shown| shown.winner == BLACK)
        })
    }

    /// What Black does where safe chains hold the margin: he takes what is in their regions, and passes if there is nothing.
    pub(crate) fn filling(&self, stones: Stones<u32>, credits: &Credits<'_>) -> Option<Chosen> {
        let safe = safe(self.field, stones, BLACK, false);
        if !credits.held(safe, BLACK) || !self.stands(&Shown::of(BLACK, Proof::filling(safe))) {
            return None;
        }
        Some(
            fill(self.field, stones, safe)
                .map(|point| (point, stones.place(self.field, point, BLACK).stones)),
        )
    }
}

/// A liberty of White's stones in a region of Black's safe chains, within it.
fn fill(field: &Field<u32>, stones: Stones<u32>, safe: Safe<u32>) -> Option<usize> {
    let inside = stones.0[1 - BLACK] & safe.regions;
    let liberties = field.widen(inside) & safe.regions & !stones.taken();
    liberties.points().next()
}
