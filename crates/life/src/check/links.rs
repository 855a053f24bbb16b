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

    /// The chains of the prover's in a zone that hold a stone which another proof keeps.
    pub(super) fn home(&self, node: &Node, zone: &Set) -> Set {
        let mut home = self.ground.set(&[]);
        for &stone in node.home.iter().filter(|&&stone| zone.has(stone)) {
            let chain = self.ground.chain(&node.stones, stone);
            if zone.has_all(&chain) && self.is_home(node, &node.stones, &chain) {
                chain.iter().for_each(|&stone| home.add(stone));
            }
        }
        home
    }

    /// What is covered and kept is connected to a stone that another proof keeps.
    /// See docs/life.md, "Links".
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

    /// A proof that keeps chains, and beside it one that leads to them, or by which they shut others in.
    /// See docs/life.md, "Links" and "Shut in beside proofs".
    pub(super) fn linked(
        &self,
        at: usize,
        node: &Node,
        zone: &Set,
        base: usize,
        tree: usize,
    ) -> Verdict {
        demand(base < at && tree < at, || "it rests on a later node".into())?;
        let kills = node.claim == Claim::NeverLives;
        let (below, link) = (&self.proof.nodes[base], &self.proof.nodes[tree]);
        demand(
            below.owner + 1 == prover(node)
                && below.claim == Claim::Lives
                && link.owner == node.owner
                && link.claim == node.claim,
            || "it rests on a node about something else".into(),
        )?;
        demand(below.home.is_empty(), || "it rests on a node beside another proof".into())?;
        // A killer is to move, or passes.
        let moves = |step: &Step| matches!(step, Step::Own(..));
        let wrong = moves(&below.step) || !kills && moves(&link.step);
        demand(!wrong, || "the wrong side moves".into())?;
        for (child, step) in [(base, &below.step), (tree, &link.step)] {
            demand(!matches!(step, Step::Space(_)), || "it rests on a part of the board".into())?;
            demand(!self.ko[child], || "a proof beside another rests on a ko".into())?;
            self.looks_like(child, &node.stones, zone)?;
        }
        for &point in &link.zone {
            let shared = node.stones[usize::from(point)] == 0 && self.zones[base].has(point);
            demand(!shared, || format!("both proofs need {point}"))?;
        }
        let body = self.body(node, prover(node), &below.kept);
        demand(body.has_all(&link.home), || "it leads to what is not kept".into())?;
        if kills {
            return self.covers(node, link, false, &self.ground.set(&[]));
        }
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
