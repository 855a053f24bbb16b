//! Chains that are led to ones which another proof keeps.

use super::board::Set;
use super::{Checker, Verdict, demand, prover};
use crate::proof::{Claim, Node, Step};

impl Checker<'_> {
    /// Whether a chain holds a stone that another proof keeps: then it has a liberty elsewhere.
    pub(super) fn is_home(&self, node: &Node, stones: &[u8], chain: &[u16]) -> bool {
        let own = |&stone: &u16| stones[usize::from(stone)] == prover(node);
        !node.home.is_empty()
            && chain.iter().all(own)
            && chain.iter().any(|p| node.home.contains(p))
    }

    /// What is covered and kept is connected to a stone that another proof keeps.
    pub(super) fn reached(&self, node: &Node, zone: &Set) -> Verdict {
        demand(node.ban.is_none_or(|ban| !zone.has(ban)), || "it rests on a ban".into())?;
        for &stone in node.cover.iter().chain(&node.kept) {
            let chain = self.ground.chain(&node.stones, stone);
            demand(self.is_home(node, &node.stones, &chain), || {
                format!("{stone} is not connected to what is kept")
            })?;
        }
        Ok(())
    }

    /// A proof that keeps chains, and beside it one that leads to them.
    pub(super) fn linked(
        &self,
        at: usize,
        node: &Node,
        zone: &Set,
        base: usize,
        tree: usize,
    ) -> Verdict {
        demand(node.claim == Claim::Lives, || "a link kills nothing".into())?;
        let below = self.below(at, base, node)?;
        demand(tree < at, || "it rests on a later node".into())?;
        let link = &self.proof.nodes[tree];
        demand(link.owner == node.owner && link.claim == node.claim, || {
            "it rests on a node about something else".into()
        })?;
        for (child, step) in [(base, &below.step), (tree, &link.step)] {
            demand(!matches!(step, Step::Own(..)), || "the wrong side moves".into())?;
            demand(!self.ko[child], || "a proof beside another rests on a ko".into())?;
            self.looks_like(child, &node.stones, zone)?;
        }
        for &point in &link.zone {
            let shared = node.stones[usize::from(point)] == 0 && self.zones[base].has(point);
            demand(!shared, || format!("both proofs need {point}"))?;
        }
        let body = self.body(node, &below.kept);
        demand(body.has_all(&link.home), || "it leads to what is not kept".into())?;
        let kept = self.ground.set(below.kept.iter().chain(&link.kept));
        let cover = self.ground.set(below.cover.iter().chain(&link.cover));
        demand(node.cover.iter().all(|&point| cover.has(point) || body.has(point)), || {
            "it covers less".into()
        })?;
        let stays = |&point: &u16| {
            node.stones[usize::from(point)] == prover(node) && (kept.has(point) || body.has(point))
        };
        demand(node.kept.iter().all(stays), || "it keeps less".into())
    }
}
