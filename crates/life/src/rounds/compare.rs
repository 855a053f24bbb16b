//! The comparison of the two ko readings, and what the precedents say where they differ (J-10).

use crate::analysis::{Chain, Differs, Reading, Status};
use crate::search::Search;
use crate::space::{Exhausted, Shape};

use super::Rounds;

impl<const W: usize> Rounds<'_, W> {
    /// Under basic ko: looks whether passing for ko gives another status, and applies the precedents
    /// (J-10).
    pub(super) fn compare(
        &mut self,
        lives: &[Search<'_, W>],
        most: usize,
        tell: &mut dyn FnMut(&Chain),
    ) {
        if self.reading == Reading::KoPass || most == 0 {
            return;
        }
        let open = |at: usize| self.chains[at].status == Status::Unproven;
        let asked: Vec<usize> = (0..self.chains.len())
            .filter(|&at| self.ko[at] || open(at) && self.precedents)
            .collect();
        if asked.is_empty() {
            return;
        }
        let mut compared = Vec::new();
        let keeps = self.keeps(lives);
        let known = self.known(lives, &keeps, most);
        for at in asked {
            if (self.limits.stop)() {
                break;
            }
            let chain = &self.chains[at];
            let (owner, goal) = (chain.player.index(), self.points[at]);
            let other = known.decide(owner, &goal, Reading::KoPass);
            let cycle = match (other.status, chain.status) {
                (Some(Status::NotAlive), _) | (Some(_), Status::Alive) => Ok(None),
                (Some(_), _) if !self.precedents => Ok(None),
                (Some(_), _) => known.cycle(owner, &goal),
                // Without such a cycle it does not matter.
                (None, Status::NotAlive) if self.precedents => match known.cycle(owner, &goal) {
                    Ok(None) => Ok(None),
                    Ok(Some(_)) | Err(Exhausted) => Err(Exhausted),
                },
                (None, _) => Err(Exhausted),
            };
            if let Ok(cycle) = cycle {
                compared.push((at, cycle, other));
            }
        }
        // What waits is asked again with more states.
        let waits: Vec<bool> = (0..self.chains.len()).map(|at| self.waits(at)).collect();
        self.ko.clone_from(&waits);
        for (at, cycle, other) in compared {
            self.ko[at] = false;
            let chain = &mut self.chains[at];
            let open = chain.status == Status::Unproven;
            let differs = other.status.is_some_and(|status| status != chain.status);
            chain.differs = match cycle.as_ref().map(|cycle| cycle.shape) {
                Some(Shape::Triple) => Some(Differs::TripleKo),
                Some(Shape::DoubleAndOne) => Some(Differs::DoubleKoDeath),
                None => (differs && !open).then_some(Differs::Otherwise),
            };
            // What is open with basic ko is alive there, or by the precedent.
            let decided = cycle.is_some();
            if let Some(cycle) = cycle {
                chain.cycle = Some(cycle.kos);
                chain.status = Status::Alive;
                chain.proof = other.proof;
            }
            if waits[at] || open && decided {
                tell(chain);
            }
        }
    }
}
