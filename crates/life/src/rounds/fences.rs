//! Proofs of living chains that need no point of a space around open ones, so that the space may end at them.

use super::{News, Rounds, Side};
use crate::analysis::{Chain, Status};
use crate::bits::Bits;
use crate::local::{Extent, GLANCE, Local, Outlook};
use crate::search::Search;
use crate::space::MOST_PLACES;
use crate::zone::Elsewhere;

/// The points and the states of the reading for a chain that is to live without some points.
const WITHOUT: [(usize, u64); 3] = [(14, GLANCE), (20, 60_000), (26, 60_000)];
/// What a chain may lack that is read without some points.
const HOPE: u32 = 25;

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

    /// A proof that chains of some stones live without some points, each by itself.
    pub(super) fn read_without(&self, search: &mut Search<'_, W>, led: &Bits<W>, free: &Bits<W>) {
        let (ground, state) = (search.ground, self.state);
        let elsewhere = Elsewhere { kept: Bits::NONE, needed: *free };
        // Those that a proof keeps without these points need no other.
        let (_, mut left) = self.bases(search, led, free);
        while let Some(stone) = left.first() {
            let chain = ground.component(stone, &state.stones[self.owner]);
            left = left.without(&chain);
            if (self.stop)() {
                return;
            }
            // The points of a part that is lost.
            let mut lost = 0;
            for (size, states) in WITHOUT {
                let extent = Extent { points: size, along: true };
                let mut part = Local::around(ground, state, self.owner, &chain, &elsewhere, extent);
                if part.is_same_in(lost) {
                    break;
                }
                let states = states.min(self.reading_states());
                match part.read(state, (states, HOPE), self.stop) {
                    Outlook::Won => {}
                    Outlook::Lost => {
                        lost = size;
                        continue;
                    }
                    Outlook::Open(_) => continue,
                }
                let terms = self.followed(states);
                if search.follow_without(state, chain, part, elsewhere, terms) {
                    break;
                }
            }
        }
    }
}
