//! Moves of the side that proves.

use super::board::{Played, Set};
use super::{Checker, Verdict, demand, prover};
use crate::analysis::Reading;
use crate::proof::{Claim, Node, Step};

impl Checker<'_> {
    /// A move of the prover's, or his pass. Answers whether a ko may be taken.
    /// See docs/life.md, "Zones" (*W's play*, *Bans*).
    pub(super) fn own(
        &self,
        at: usize,
        node: &Node,
        zone: &Set,
        play: Option<u16>,
        child: usize,
    ) -> Result<bool, String> {
        let below = self.below(at, child, node)?;
        demand(!matches!(below.step, Step::Own(..)), || "the wrong side moves".into())?;
        let none = self.ground.set(&[]);
        self.covers(node, below, false, &none)?;
        let Some(point) = play else {
            demand(node.claim == Claim::NeverLives, || "an owner who passes loses".into())?;
            demand(!self.relies_on_ban(child), || "it rests on a ban".into())?;
            self.looks_like(child, &node.stones, zone)?;
            return Ok(self.ko[child]);
        };
        self.plays(node, zone, point, child)
    }

    /// That the prover may play somewhere, and what it leads to. Answers whether a ko may be taken.
    fn plays(&self, node: &Node, zone: &Set, point: u16, child: usize) -> Result<bool, String> {
        demand(zone.has(point), || format!("the play at {point} is outside the zone"))?;
        demand(node.ban != Some(point), || format!("the play at {point} is banned"))?;
        let code = prover(node);
        let Some(played) = self.ground.play(&node.stones, point, code) else {
            return Err(format!("the play at {point} is not legal"));
        };
        self.shows_capture(zone, &played)?;
        self.looks_like(child, &played.stones, zone)?;
        let chain = self.ground.chain(&played.stones, point);
        let breath = self.ground.liberties(&played.stones, &chain);
        demand(
            !played.taken.is_empty()
                || zone.has_all(&chain)
                    && (breath.iter().any(|&liberty| zone.has(liberty))
                        || self.is_home(node, &played.stones, &chain)),
            || format!("nothing in the zone shows that the play at {point} is no suicide"),
        )?;
        let open = self
            .ground
            .near(point)
            .iter()
            .any(|&near| zone.has(near) && node.stones[usize::from(near)] != 3 - code);
        let may_be_ko = played.taken.len() == 1 && !open;
        demand(!may_be_ko || self.reading == Reading::Basic, || {
            format!("the play at {point} may retake a ko")
        })?;
        if self.relies_on_ban(child) {
            let ban = self.proof.nodes[child].ban;
            demand(played.ban == ban, || format!("the play at {point} bans nothing"))?;
            for &near in self.ground.near(point) {
                let safe = zone.has(near)
                    && (played.stones[usize::from(near)] == 0 || {
                        let chain = self.ground.chain(&played.stones, near);
                        let liberties = self.ground.liberties(&played.stones, &chain);
                        liberties.iter().any(|&liberty| zone.has(liberty))
                    });
                demand(safe, || format!("nothing in the zone shows the ko at {point}"))?;
            }
        }
        Ok(self.ko[child] || may_be_ko)
    }

    /// What is taken, and that it is, is seen in the zone.
    pub(super) fn shows_capture(&self, zone: &Set, played: &Played) -> Verdict {
        let around = self.ground.around(&played.taken);
        demand(zone.has_all(&played.taken) && zone.has_all(&around), || {
            "what is taken is not all in the zone".into()
        })
    }
}
