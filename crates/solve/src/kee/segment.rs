//! Segments: plays between two passes.

use crate::compact::{BLACK, Field, Mask, Stones};
use crate::limits::Budget;
use crate::value::Limit;

/// A position with the player who has just passed on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PassNode {
    pub(crate) stones: Stones<u32>,
    pub(crate) passer: usize,
}

/// What a segment's end is worth to Black.
pub(crate) trait Exits {
    /// A pass leads to this node; it may answer a pass at once, and so score.
    fn worth(&mut self, node: PassNode, scores: bool) -> i32;
}

/// A segment as it is played: what stands, who is to move, what may not come back.
pub(crate) struct Segment<'a> {
    pub(crate) field: &'a Field<u32>,
    pub(crate) path: Vec<Stones<u32>>,
    pub(crate) to_move: usize,
    /// Whether a pass now would answer a pass.
    pub(crate) answers: bool,
}

/// Longer segments are given up.
const LONGEST: usize = 1_000;

impl Segment<'_> {
    fn stones(&self) -> Stones<u32> {
        self.path.last().copied().unwrap_or_default()
    }

    fn pass(&self) -> (PassNode, bool) {
        (PassNode { stones: self.stones(), passer: self.to_move }, self.answers)
    }

    /// The positions that plays lead to.
    fn plays(&self) -> impl Iterator<Item = Stones<u32>> + use<> {
        let stones = self.stones();
        let mut next = [Stones::default(); 16];
        let mut count = 0;
        for point in (self.field.all & !stones.taken()).points() {
            let placed = stones.place(self.field, point, self.to_move);
            if !placed.lost.any() && !self.path.contains(&placed.stones) {
                next[count] = placed.stones;
                count += 1;
            }
        }
        next.into_iter().take(count)
    }

    fn deeper<T>(&mut self, next: Stones<u32>, look: impl FnOnce(&mut Self) -> T) -> T {
        let answers = std::mem::replace(&mut self.answers, false);
        self.path.push(next);
        self.to_move = 1 - self.to_move;
        let found = look(self);
        self.to_move = 1 - self.to_move;
        self.path.pop();
        self.answers = answers;
        found
    }

    /// Whether Black can force an end that is worth at least so much.
    pub(crate) fn reaches(
        &mut self,
        least: i32,
        exits: &mut impl Exits,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        budget.spend()?;
        if self.path.len() > LONGEST {
            return Err(Limit::Beyond(format!("a segment of {LONGEST} moves has not ended")));
        }
        let black = self.to_move == BLACK;
        let (node, scores) = self.pass();
        if (exits.worth(node, scores) >= least) == black {
            return Ok(black);
        }
        for next in self.plays() {
            let good = self.deeper(next, |deeper| deeper.reaches(least, exits, budget))?;
            if good == black {
                return Ok(black);
            }
        }
        Ok(!black)
    }

    /// What Black can force at least, if it lies between; else the bound it lies beyond.
    pub(crate) fn level(
        &mut self,
        low: i32,
        high: i32,
        exits: &mut impl Exits,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Limit> {
        budget.spend()?;
        if self.path.len() > LONGEST {
            return Err(Limit::Beyond(format!("a segment of {LONGEST} moves has not ended")));
        }
        let (mut low, mut high) = (low, high);
        let black = self.to_move == BLACK;
        let (node, scores) = self.pass();
        let pass = exits.worth(node, scores);
        if black {
            low = low.max(pass.min(high))
        } else {
            high = high.min(pass.max(low))
        }
        for next in self.plays() {
            if low >= high {
                break;
            }
            let level = self.deeper(next, |deeper| deeper.level(low, high, exits, budget))?;
            if black { low = low.max(level) } else { high = high.min(level) }
        }
        Ok(if black { low } else { high })
    }

    /// The ends that are possible when Black plays so as to reach this, which he can.
    pub(crate) fn ends(
        &mut self,
        least: i32,
        exits: &mut impl Exits,
        found: &mut Vec<(PassNode, bool)>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        budget.spend()?;
        let (node, scores) = self.pass();
        if self.to_move == BLACK {
            if exits.worth(node, scores) >= least {
                found.push((node, scores));
                return Ok(());
            }
            for next in self.plays() {
                if self.deeper(next, |deeper| deeper.reaches(least, exits, budget))? {
                    return self.deeper(next, |deeper| deeper.ends(least, exits, found, budget));
                }
            }
            return Err(Limit::Beyond("a choice was not found again".to_owned()));
        }
        found.push((node, scores));
        for next in self.plays() {
            self.deeper(next, |deeper| deeper.ends(least, exits, found, budget))?;
        }
        Ok(())
    }
}
