//! Shutting in: the owner's chains are to stand for good and to leave the opponent no room for two eyes around some of his stones.
//!
//! `docs/life.md`, "Shut in", says why that is enough; here the owner's chains are one cluster.

use smallvec::SmallVec;

use super::game::{Layout, Stones};
use super::pairs::{Cluster, Eye};
use crate::bits::places;

/// The most plays that a guess counts for the points that are open to the outside, and for eyes.
const MOST_OPEN: u32 = 4;
const MOST_EYES: u32 = 5;

impl Layout {
    /// Whether the cluster stands for good and shuts the prey in, the opponent to move: the points that rests on. The eyes are told one by one,
    /// unless the cluster has a safe group.
    pub(super) fn shuts_in(
        &self,
        now: &Stones,
        cluster: &Cluster,
        mut tell: impl FnMut(Eye),
    ) -> Option<u64> {
        let (part, joining) = (cluster.part, cluster.paired());
        let elsewhere = self.patch.open | self.patch.beside(self.patch.groups() & !part.groups);
        let (mut rest, mut rests_on) = (self.patch.all() & !part.stones, part.stones | joining);
        let (mut paired, mut eyes) = (joining, if part.groups & self.safe == 0 { 0 } else { 2 });
        let mut inside: SmallVec<[u64; 4]> = SmallVec::new();
        while let Some(points) = self.patch.take_component(rest, &mut rest) {
            if points & self.prey != 0 {
                if points & elsewhere != 0 {
                    return None;
                }
                inside.push(points);
                rests_on |= points;
            }
            if eyes >= 2 || points & (elsewhere | now.hostile) != 0 || !cluster.leaves(points) {
                continue;
            }
            let eye = self.passing_eye(now, cluster, points);
            let Some(eye) = eye.or_else(|| self.eye(now, cluster, (points, paired), eyes < 1))
            else {
                continue;
            };
            paired |= eye.paired();
            rests_on |= points;
            eyes += 1 + u8::from(eye.split.is_some());
            tell(eye);
        }
        let leaves_none = |&points: &u64| {
            let mut room = points & !cluster.reach;
            // Where the owner answers nothing he takes nothing. What was taken from him may be taken back.
            if points & paired == 0 {
                room &= !now.others | now.hostile;
            }
            !places(room).any(|point| room & !self.patch.near[point] & !(1 << point) != 0)
        };
        (eyes >= 2 && inside.iter().all(leaves_none)).then_some(rests_on)
    }

    /// A region that is an eye of the cluster as long as the owner passes: all of it but the opponent's stones is next to it.
    fn passing_eye(&self, now: &Stones, cluster: &Cluster, points: u64) -> Option<Eye> {
        let whole = points & !cluster.reach & !now.others == 0 && points & cluster.paired() == 0;
        whole.then(|| Eye { points, pairs: SmallVec::new(), split: None })
    }

    /// A guess how many plays it takes to shut the prey in.
    pub(super) fn to_shut_in(&self, now: &Stones) -> u32 {
        let prey = self.prey & !now.own;
        let points = self.patch.component(self.patch.all() & !now.own, prey);
        let groups = self.patch.groups() & !now.lost;
        let mut room = points & !self.patch.around(now.own) & !self.patch.beside(groups);
        let mut eyes = 0;
        while room != 0 && eyes < MOST_EYES {
            let point = room.trailing_zeros() as usize;
            room &= !self.patch.near[point] & !(1 << point);
            eyes += 1;
        }
        let open = (points & self.patch.open).count_ones();
        eyes.saturating_sub(1) + open.min(MOST_OPEN)
    }

    /// Whether stones of the prey are connected to what is never taken outside.
    pub(super) fn prey_is_out(&self, now: &Stones) -> bool {
        let outside = self.patch.open | self.patch.beside(now.lost);
        self.prey & self.never_taken(now, outside) != 0
    }
}
