//! Moves of Black's that keep what was shown, one after the other through a segment.

use super::{Credits, PassNode, Place, Segments, Shown};
use crate::compact::{BLACK, Mask, Stones, WHITE};
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
    pub(crate) fn plays(
        &self,
        stones: Stones<u32>,
        mover: usize,
        fills: u8,
    ) -> Vec<(usize, Stones<u32>)> {
        let empty = self.ground.open & !stones.taken();
        let plays = empty.points().filter_map(|point| {
            let placed = stones.place(self.ground.field, point, mover);
            let back = self.history.iter().any(|past| past.stones == placed.stones);
            let made = mover != BLACK || self.ground.allows(fills, stones, placed.stones);
            (made && !placed.lost.any() && !back).then_some((point, placed.stones))
        });
        plays.collect()
    }

    /// A move by which Black, who is to move, has his way with his credit; `None` if there is none.
    pub(crate) fn choice(
        &mut self,
        stones: Stones<u32>,
        answers: bool,
        fills: u8,
        credits: &mut Credits<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Chosen>, Limit> {
        budget.spend()?;
        if let Some(made) = self.filling(stones, fills, credits) {
            return Ok(Some(made));
        }
        let end = credits.end(PassNode { stones, passer: BLACK, fills }, answers);
        if credits.cost(end) <= self.credit {
            return Ok(Some(None));
        }
        let plays = self.plays(stones, BLACK, fills);
        if let Some(made) = self.known(&plays, fills, credits) {
            return Ok(Some(Some(made)));
        }
        // Proofs that are kept stand after fewer histories than they could.
        let here = Place { stones, to_move: BLACK, answers, fills };
        let shown = self.prove(&here, credits, budget)?;
        let won = |&(_, next): &(usize, Stones<u32>)| shown.winner == BLACK && next == self.won_by;
        Ok(plays.into_iter().find(won).map(Some))
    }

    /// The first play after which Black is known to have his way.
    fn known(
        &mut self,
        plays: &[(usize, Stones<u32>)],
        fills: u8,
        credits: &Credits<'_>,
    ) -> Option<(usize, Stones<u32>)> {
        plays.iter().copied().find(|&(_, stones)| {
            let next = Place { stones, to_move: 1 - BLACK, answers: false, fills };
            let (key, turn) = self.key(&next);
            self.go(stones);
            let shown = self.at_once(&next, &key, turn, credits);
            self.go_back();
            shown.is_some_and(|shown| shown.winner == BLACK)
        })
    }

    /// What Black does where he is sure of the margin: he takes points next to his walls, then what is in the regions of safe chains, and
    /// passes if there is nothing. `None` if he is not sure of it, or would not be after any of these plays.
    pub(crate) fn filling(
        &self,
        stones: Stones<u32>,
        fills: u8,
        credits: &Credits<'_>,
    ) -> Option<Chosen> {
        let sure = self.ground.sure(stones, BLACK, BLACK, fills);
        let holds = credits.held(&sure, BLACK);
        if !holds || !self.stands(&Shown::of(BLACK, Proof::filling(sure.safe.with(sure.beside)))) {
            return None;
        }
        let field = self.ground.field;
        let play = |point: usize| (point, stones.place(field, point, BLACK).stones);
        let beside = sure.beside.points().map(play);
        let mut beside = beside.filter(|&(_, next)| self.ground.allows(fills, stones, next));
        // Liberties of White's stones in a region, within it.
        let regions = sure.safe.regions;
        let inside = field.widen(stones.0[WHITE] & regions) & regions & !stones.taken();
        let kept = |&(_, next): &(usize, Stones<u32>)| {
            credits.held(&self.ground.sure(next, BLACK, WHITE, fills), BLACK)
        };
        match beside.next() {
            Some(first) => std::iter::once(first).chain(beside).find(kept).map(Some),
            None => Some(inside.points().next().map(play)),
        }
    }
}
