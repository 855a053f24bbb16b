//! What is done with the searches that prevent life, and those for the life of whoever prevents it.

use super::Rounds;
use crate::analysis::Chain;
use crate::search::Search;

/// The most states looked at to shut one chain in.
const ENCLOSED: u64 = 1600;

/// Those of each side's chains that are prevented from living, and those for the life of each side's.
type Searches<'s, 'a, const W: usize> = (&'s mut [Search<'a, W>; 2], &'s mut [Search<'a, W>; 2]);

impl<'a, const W: usize> Rounds<'a, W> {
    /// Reads for each chain whether its opponent lives on its points instead.
    pub(super) fn by_taking(
        &mut self,
        (kills, lives): Searches<'_, 'a, W>,
        budget: u64,
        tell: &mut dyn FnMut(&Chain),
    ) {
        let [one, other] = self.sides();
        let [first, second] = kills;
        let [of_other, of_one] = lives;
        self.both(
            move |hear| one.instead((first, of_one), budget, hear),
            move |hear| other.instead((second, of_other), budget, hear),
            tell,
        );
    }

    /// Shuts chains in by living ones.
    pub(super) fn by_walls(
        &mut self,
        (kills, lives): Searches<'_, 'a, W>,
        budget: u64,
        tell: &mut dyn FnMut(&Chain),
    ) {
        let states = budget.min(ENCLOSED);
        let [one, other] = self.sides();
        let [first, second] = kills;
        let [of_other, of_one] = lives;
        self.both(
            move |hear| one.enclose((first, of_one), states, hear),
            move |hear| other.enclose((second, of_other), states, hear),
            tell,
        );
    }
}
