//! Proofs of living chains that need no point of a space around open ones, so that the space may end at them.

use super::{News, Rounds, Side};
use crate::analysis::{Chain, Status};
use crate::bits::Bits;
use crate::search::Search;
use crate::space::MOST_PLACES;

impl<'a, const W: usize> Rounds<'a, W> {
    /// Looks for such proofs of the living chains around each open one.
    pub(super) fn by_fences(
        &mut self,
        lives: &mut [Search<'a, W>; 2],
        tell: &mut dyn FnMut(&Chain),
    ) {
        let spaces = self.spaces();
        let fence = |side: Side<'a, W>, search: &mut Search<'a, W>, _: &mut dyn FnMut(News)| {
            side.fence(search, &spaces);
        };
        self.by_each(lives, fence, tell);
    }

    /// What is connected to each open chain by what does not live, if it is small enough.
    fn spaces(&self) -> Vec<Bits<W>> {
        let [one, other] = self.alive();
        let rest = self.ground.all.without(&one).without(&other);
        let mut spaces: Vec<Bits<W>> = Vec::new();
        for (chain, points) in self.chains.iter().zip(&self.points) {
            let open = chain.status == Status::Unproven;
            if open && !spaces.iter().any(|space| points.within(space)) {
                spaces.push(self.ground.spread(points, &rest));
            }
        }
        spaces.retain(|space| space.count() <= MOST_PLACES);
        spaces
    }
}

impl<const W: usize> Side<'_, W> {
    /// Reads for each chain around some spaces, if it lives, but by no proof that needs no point of the space.
    fn fence(&self, search: &mut Search<'_, W>, spaces: &[Bits<W>]) {
        let own = self.state.stones[self.owner];
        let kept = self.home(search);
        for space in spaces {
            let mut rest = search.ground.around(space) & own & kept;
            while let Some(stone) = rest.first() {
                let chain = search.ground.component(stone, &own);
                rest = rest.without(&chain);
                let asked = (chain, *space);
                if !search.tried.fences.contains(&asked) {
                    search.tried.fences.push(asked);
                    self.read_without(search, &chain, space);
                }
            }
        }
    }
}
