//! What is done with the searches that prevent life, and those for the life of whoever prevents it.

use super::{News, Rounds, Side};
use crate::analysis::Chain;
use crate::search::Search;

/// The most states looked at to shut one chain in.
const ENCLOSED: u64 = 1600;

/// Those of each side's chains that are prevented from living, and those for the life of each side's.
type Searches<'s, 'a, const W: usize> = (&'s mut [Search<'a, W>; 2], &'s mut [Search<'a, W>; 2]);

impl<'a, const W: usize> Rounds<'a, W> {
    /// Reads for each chain whether its opponent shuts it in.
    pub(super) fn by_shutting_in(
        &mut self,
        searches: Searches<'_, 'a, W>,
        budget: u64,
        tell: &mut dyn FnMut(&Chain),
    ) {
        let shut = |side: Side<'a, W>, kills: &mut _, lives: &mut _, hear: &mut dyn FnMut(News)| {
            side.prey((kills, lives), budget, hear);
        };
        self.by_opponents(searches, shut, tell);
    }

    /// Shuts chains in by living ones.
    pub(super) fn by_walls(
        &mut self,
        searches: Searches<'_, 'a, W>,
        budget: u64,
        tell: &mut dyn FnMut(&Chain),
    ) {
        let states = budget.min(ENCLOSED);
        let wall = |side: Side<'a, W>, kills: &mut _, lives: &mut _, hear: &mut dyn FnMut(News)| {
            side.enclose((kills, lives), states, hear);
        };
        self.by_opponents(searches, wall, tell);
    }

    /// Does some work against each side's chains, with the search that prevents their life and the one for their opponent's.
    fn by_opponents(
        &mut self,
        (kills, lives): Searches<'_, 'a, W>,
        work: impl Fn(Side<'a, W>, &mut Search<'a, W>, &mut Search<'a, W>, &mut dyn FnMut(News)) + Sync,
        tell: &mut dyn FnMut(&Chain),
    ) {
        let [one, other] = self.sides();
        let [first, second] = kills;
        let [of_other, of_one] = lives;
        let work = &work;
        self.both(
            move |hear| work(one, first, of_one, hear),
            move |hear| work(other, second, of_other, hear),
            tell,
        );
    }
}
