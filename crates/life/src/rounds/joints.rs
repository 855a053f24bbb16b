//! Where a side's open chains may be read together with what they might be led to: a link and the proof of what it leads to need the
//! same points, so that neither may stand beside the other.

use super::links::MOST_BASES;
use super::side::Side;
use crate::bits::Bits;
use crate::local::{ANY, GLANCE, Local, Outlook};
use crate::search::{Place, Search};
use crate::zone::Elsewhere;

/// The points and the states in which a link is read, as if nothing were needed elsewhere: what a glance does not win is won in no time worth it.
const PARTS: [(usize, u64); 3] = [(14, 100_000), (20, GLANCE), (26, GLANCE)];

impl<const W: usize> Side<'_, W> {
    /// The parts in which chains may be read together with others. They are looked for again where more is kept near a chain.
    pub(super) fn joints<'s>(
        &self,
        search: &mut Search<'_, W>,
        chains: impl Iterator<Item = &'s (usize, Bits<W>)>,
    ) -> Vec<(usize, Place)> {
        let kept = self.home(search);
        let mut places = Vec::new();
        for &(number, goal) in chains {
            let home = kept & self.near(search, &goal);
            let mut joints = search.tried.joints.remove(&number).unwrap_or_default();
            if !home.within(&joints.home) && !(self.stop)() {
                joints.home = home;
                let most = joints.points.len() + MOST_BASES;
                for points in self.shared(search, &goal, kept) {
                    if joints.points.len() < most && !joints.points.contains(&points) {
                        joints.points.push(points);
                    }
                }
            }
            places.extend((0..joints.points.len()).map(|at| (number, Place::Joint(at))));
            search.tried.joints.insert(number, joints);
        }
        places
    }

    /// What a link of a chain rests on as if nothing were needed elsewhere, with the zone of each proof that keeps what it leads to.
    fn shared(&self, search: &Search<'_, W>, goal: &Bits<W>, kept: Bits<W>) -> Vec<Bits<W>> {
        let (ground, state, owner) = (search.ground, self.state, self.owner);
        let own = state.stones[owner];
        let anyhow = Elsewhere { kept, needed: Bits::NONE };
        let sizes = PARTS.map(|(points, _)| points);
        let mut parts = Local::growing((ground, state, owner), goal, &anyhow, sizes).zip(PARTS);
        let link = parts.find_map(|((_, mut part), (_, states))| {
            let states = states.min(self.reading_states());
            let won = part.read(state, (states, ANY), self.stop) == Outlook::Won;
            won.then(|| part.rests_on(state))
        });
        let Some(link) = link else { return Vec::new() };
        let led = ground.around(&link) & kept;
        let bases = search.standing(state).into_iter().map(|base| &search.found[base as usize]);
        let bases = bases.filter(|base| ground.stones(&base.kept, &own).meets(&led));
        bases.map(|base| (link | base.zone).without(&own)).collect()
    }
}
