//! Cycles of ko captures.

use super::{Exhausted, Table};
use crate::bits::places;
use crate::space::field::{Lead, Moment, PASS, PLAY};

/// Moments from which a cycle is looked for.
const MOST_MOMENTS: usize = 4096;
/// The most ko captures of a cycle: more than three kos have.
const LONGEST: usize = 12;

impl Table<'_> {
    /// A cycle of ko captures only, in which the two sides alternate, that starts where ko captures and
    /// passes lead from a moment, and in which the owner wins no state. Answers the ko captures: who
    /// plays, and where.
    ///
    /// # Errors
    /// If there may be one, but not all states could be looked at.
    pub(crate) fn cycle(
        &mut self,
        from: Moment,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<(usize, usize)>>, Exhausted> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![from];
        let mut unsure = false;
        while let Some(moment) = open.pop() {
            if !seen.insert(moment) {
                continue;
            }
            if seen.len() > MOST_MOMENTS {
                return Err(Exhausted);
            }
            let mut path = vec![moment];
            let mut moves = Vec::new();
            match self.returns(&mut path, &mut moves, most, stop) {
                Ok(true) => return Ok(Some(moves)),
                Ok(false) => {}
                Err(Exhausted) => unsure = true,
            }
            for chosen in self.kos(moment).into_iter().chain([PASS]) {
                if let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) {
                    open.push(after);
                }
            }
        }
        if unsure { Err(Exhausted) } else { Ok(None) }
    }

    fn kos(&self, moment: Moment) -> Vec<u8> {
        let mover = usize::from(moment.mover);
        let empty = self.field.open & !moment.stones[0] & !moment.stones[1];
        places(empty)
            .filter(|&place| self.field.takes_ko(moment.stones, place, mover))
            .map(|place| place as u8 + PLAY)
            .collect()
    }

    /// Follows ko captures until they come back to where they began.
    fn returns(
        &mut self,
        path: &mut Vec<Moment>,
        moves: &mut Vec<(usize, usize)>,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, Exhausted> {
        let Some(&moment) = path.last() else { return Ok(false) };
        if path.len() > LONGEST {
            return Ok(false);
        }
        let mut unsure = false;
        for chosen in self.kos(moment) {
            let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) else { continue };
            moves.push((usize::from(moment.mover), usize::from(chosen - PLAY)));
            let found = if after == path[0] {
                self.wins_none(path, most, stop)
            } else if path.contains(&after) {
                Ok(false)
            } else {
                path.push(after);
                let found = self.returns(path, moves, most, stop);
                if found != Ok(true) {
                    path.pop();
                }
                found
            };
            match found {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(Exhausted) => unsure = true,
            }
            moves.pop();
        }
        if unsure { Err(Exhausted) } else { Ok(false) }
    }

    /// Whether the owner wins none of some states.
    fn wins_none(
        &mut self,
        states: &[Moment],
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, Exhausted> {
        let mut unsure = false;
        for &state in states {
            match self.forced(state, most, stop) {
                Ok(true) => return Ok(false),
                Ok(false) => {}
                Err(Exhausted) => unsure = true,
            }
        }
        if unsure { Err(Exhausted) } else { Ok(true) }
    }
}
