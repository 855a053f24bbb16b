//! Cycles of ko captures.

use super::Table;
use crate::bits::places;
use crate::space::field::{Lead, Moment, PASS, PLAY};

impl Table<'_> {
    /// A cycle of ko captures only, in which the two sides alternate, that starts where ko captures and
    /// passes lead from a moment, and in which no state is known to be won by the owner. Answers the ko captures: who
    /// plays, and where.
    pub(crate) fn cycle(
        &mut self,
        from: Moment,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<(usize, usize)>> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![from];
        while let Some(moment) = open.pop() {
            if !seen.insert(moment) || seen.len() > 4096 {
                continue;
            }
            let mut path = vec![moment];
            let mut moves = Vec::new();
            if self.returns(&mut path, &mut moves, most, stop) {
                return Some(moves);
            }
            for chosen in self.kos(moment).into_iter().chain([PASS]) {
                if let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) {
                    open.push(after);
                }
            }
        }
        None
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
    ) -> bool {
        let Some(&moment) = path.last() else { return false };
        if path.len() > 12 {
            return false;
        }
        for chosen in self.kos(moment) {
            let Lead::To(after) = self.field.lead(&self.terms, moment, chosen) else { continue };
            moves.push((usize::from(moment.mover), usize::from(chosen - PLAY)));
            if after == path[0] {
                let states = path.clone();
                if states.into_iter().all(|state| self.forced(state, most, stop) != Ok(true)) {
                    return true;
                }
            } else if !path.contains(&after) {
                path.push(after);
                if self.returns(path, moves, most, stop) {
                    return true;
                }
                path.pop();
            }
            moves.pop();
        }
        false
    }
}
