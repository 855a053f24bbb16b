//! The checker: goes through a proof with rules of its own, and shares no code with the search.
//!
//! Every node is held to what its step has to show, in its own state and in every state that looks the
//! same in its zone. What each step has to show, and why it is enough, is in `docs/life.md`, section by section.

mod apart;
mod board;
mod certificate;
mod links;
mod model;
mod plays;
mod space;
mod windows;

use shinpan_board::Board;

use crate::analysis::Reading;
use crate::proof::{Claim, Node, Pair, Proof, Step};
use board::{Ground, Set};

/// Why a proof proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("node {node} of the proof: {reason}")]
pub struct Rejected {
    /// The place of the node in [`Proof::nodes`].
    pub node: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Accepts a proof of what is claimed of the chain of `owner` (0 or 1) at `points`, in the position
/// `stones` (0 empty, 1 Black, 2 White).
///
/// # Errors
/// The first node that does not hold, and why.
pub fn check(
    board: &Board,
    stones: &[u8],
    reading: Reading,
    (owner, points, claim): (u8, &[u16], Claim),
    proof: &Proof,
) -> Result<(), Rejected> {
    let ground = Ground::of(board);
    let mut checker =
        Checker { ground: &ground, reading, proof, zones: Vec::new(), ko: Vec::new() };
    for node in 0..proof.nodes.len() {
        checker.node(node).map_err(|reason| Rejected { node, reason })?;
    }
    let last = proof.nodes.len().wrapping_sub(1);
    let reject = |reason: &str| Err(Rejected { node: last, reason: reason.into() });
    let Some(root) = proof.nodes.last() else { return reject("there is no node") };
    if root.owner != owner || root.claim != claim {
        return reject("it is about something else");
    }
    if !root.home.is_empty() {
        return reject("it holds beside another proof only");
    }
    if root.stones != stones || root.ban.is_some() {
        return reject("it is about another position");
    }
    let covered = ground.set(&root.cover);
    match claim {
        Claim::Lives if matches!(root.step, Step::Own(..)) => reject("the wrong side begins"),
        Claim::Lives if !points.iter().any(|&point| covered.has(point)) => {
            reject("it does not cover the chain")
        }
        // That one of several chains in a space lives says nothing of the others.
        Claim::Lives
            if matches!(root.step, Step::Space(..))
                && !root.cover.iter().all(|point| points.contains(point)) =>
        {
            reject("it covers more than the chain")
        }
        Claim::NeverLives if !covered.has_all(points) => reject("it does not cover the chain"),
        _ => Ok(()),
    }
}

struct Checker<'a> {
    ground: &'a Ground,
    reading: Reading,
    proof: &'a Proof,
    zones: Vec<Set>,
    /// Whether a node or one it rests on lets the prover take what may be a ko, or relies on a ban.
    ko: Vec<bool>,
}

type Verdict = Result<(), String>;

fn demand(holds: bool, reason: impl Fn() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(reason()) }
}

impl Checker<'_> {
    fn node(&mut self, at: usize) -> Verdict {
        let ground = self.ground;
        let node = &self.proof.nodes[at];
        demand(node.stones.len() == ground.len(), || "the board has another size".into())?;
        let known = |points: &[u16]| points.iter().all(|&p| usize::from(p) < ground.len());
        demand(
            node.owner < 2
                && node.stones.iter().all(|&code| code < 3)
                && known(&node.zone)
                && known(&node.cover)
                && known(&node.kept)
                && known(&node.home)
                && node.ban.is_none_or(|ban| known(&[ban])),
            || "there is no such point or player".into(),
        )?;
        let beside = match &node.step {
            Step::Reached | Step::Stands(_) => node.claim == Claim::Lives,
            Step::Walled(walls) => walls.is_empty(),
            step => matches!(step, Step::Own(..) | Step::Other(_) | Step::Again(_)),
        };
        demand(node.home.is_empty() || beside, || "it may not rest on another proof".into())?;
        let zone = ground.set(&node.zone);
        demand(zone.has_all(&node.kept), || "a kept stone is outside the zone".into())?;
        demand(zone.has_all(&node.cover), || "the cover is outside the zone".into())?;
        self.closed(node, &zone)?;
        let code = prover(node);
        // A prover who is banned himself relies on nothing.
        let own = matches!(node.step, Step::Own(..));
        let mut ko = !own && node.ban.is_some_and(|ban| zone.has(ban));
        match &node.step {
            Step::Stands(certificate) => {
                for point in certificate.points() {
                    demand(known(&[point]), || format!("there is no point {point}"))?;
                }
                let standing = certificate::standing(ground, node, &zone, code, certificate)?;
                match node.claim {
                    Claim::Lives => {
                        demand(standing.stones.has_all(&node.cover), || {
                            "the cover is more than the certificate".into()
                        })?;
                        demand(standing.stones.has_all(&node.kept), || {
                            "more is kept than the certificate".into()
                        })?;
                    }
                    Claim::NeverLives => certificate::shut_in(
                        ground,
                        node,
                        &zone,
                        code,
                        &standing.stones,
                        &standing.paired,
                    )?,
                }
            }
            Step::Walled(walls) => ko |= self.walled(at, node, &zone, walls)?,
            Step::Again(child) => {
                let below = self.below(at, *child, node)?;
                demand(!matches!(below.step, Step::Own(..)), || "the wrong side moves".into())?;
                demand(!self.relies_on_ban(*child), || "it rests on a ban".into())?;
                self.looks_like(*child, &node.stones, &zone)?;
                let body = self.body(node, node.owner + 1, &below.kept);
                demand(body.points().all(|point| zone.has(point)), || {
                    "a stone connected to a kept one is outside the zone".into()
                })?;
                self.covers(node, below, node.claim == Claim::Lives, &body)?;
                ko |= self.ko[*child];
            }
            Step::Reached => self.reached(node, &zone)?,
            &Step::Linked(base, tree) => self.linked(at, node, &zone, base, tree)?,
            Step::Apart(parts) => self.apart(node, &zone, parts)?,
            Step::Windows(children, windows) => self.windows(at, node, &zone, children, windows)?,
            &Step::Joined(child, pair) => self.joined(at, node, &zone, child, pair)?,
            Step::Own(play, child) => ko |= self.own(at, node, &zone, *play, *child)?,
            Step::Other(answers) => ko |= self.other(at, node, &zone, answers)?,
            Step::Space(space) => {
                self.space(at, node, space)?;
                ko = true;
            }
        }
        self.zones.push(zone);
        self.ko.push(ko);
        Ok(())
    }

    /// Every chain that meets the zone is whole in it and has a liberty in it.
    /// See docs/life.md, "Zones".
    fn closed(&self, node: &Node, zone: &Set) -> Verdict {
        let mut seen = self.ground.set(&[]);
        for &point in &node.zone {
            if node.stones[usize::from(point)] != 0 && !seen.has(point) {
                let chain = self.ground.chain(&node.stones, point);
                chain.iter().for_each(|&stone| seen.add(stone));
                demand(zone.has_all(&chain), || {
                    format!("the zone holds the chain at {point} in part")
                })?;
                let liberties = self.ground.liberties(&node.stones, &chain);
                let breathes = liberties.iter().any(|&liberty| zone.has(liberty));
                demand(breathes || self.is_home(node, &node.stones, &chain), || {
                    format!("the zone holds no liberty of the chain at {point}")
                })?;
            }
        }
        Ok(())
    }

    fn below(&self, at: usize, child: usize, node: &Node) -> Result<&Node, String> {
        demand(child < at, || "it rests on a later node".into())?;
        let below = &self.proof.nodes[child];
        demand(below.owner == node.owner && below.claim == node.claim, || {
            "it rests on a node about something else".into()
        })?;
        demand(!matches!(below.step, Step::Space(_)), || "it rests on a part of the board".into())?;
        demand(below.home == node.home, || "it rests on a node beside another proof".into())?;
        // Such a whole may have either side to move.
        let whole = below.claim == Claim::NeverLives && matches!(below.step, Step::Linked(..));
        demand(!whole, || "it rests on a whole".into())?;
        Ok(below)
    }

    fn relies_on_ban(&self, child: usize) -> bool {
        self.proof.nodes[child].ban.is_some_and(|ban| self.zones[child].has(ban))
    }

    /// The child's zone lies in ours, and its state is as it should be there.
    fn looks_like(&self, child: usize, stones: &[u8], zone: &Set) -> Verdict {
        let below = &self.proof.nodes[child];
        for &point in &below.zone {
            demand(zone.has(point), || format!("the zone lacks {point} of what it rests on"))?;
            demand(below.stones[usize::from(point)] == stones[usize::from(point)], || {
                format!("what it rests on has another stone at {point}")
            })?;
        }
        Ok(())
    }

    /// The stones of a side connected to kept ones.
    fn body(&self, node: &Node, code: u8, kept: &[u16]) -> Set {
        let mut body = self.ground.set(&[]);
        for &stone in kept {
            if node.stones[usize::from(stone)] == code && !body.has(stone) {
                for mate in self.ground.chain(&node.stones, stone) {
                    body.add(mate);
                }
            }
        }
        body
    }

    fn covers(&self, node: &Node, below: &Node, spread: bool, body: &Set) -> Verdict {
        let cover = self.ground.set(&below.cover);
        let kept = self.ground.set(&below.kept);
        let more = |point: u16| spread && body.has(point);
        demand(node.cover.iter().all(|&point| cover.has(point) || more(point)), || {
            "it covers less".into()
        })?;
        if node.claim == Claim::Lives {
            demand(
                node.kept.iter().all(|&point| {
                    node.stones[usize::from(point)] == node.owner + 1
                        && (kept.has(point) || more(point))
                }),
                || "it keeps less".into(),
            )?;
        }
        Ok(())
    }

    /// Chains that other proofs keep shut the points in.
    /// See docs/life.md, "Proofs side by side" (*Walls*) and "Passing for ever" (*Shut in*).
    fn walled(&self, at: usize, node: &Node, zone: &Set, walls: &[usize]) -> Result<bool, String> {
        demand(node.claim == Claim::NeverLives, || "walls prove no life".into())?;
        let mut kept = self.home(node, zone);
        let mut busy = self.ground.set(&[]);
        for &wall in walls {
            demand(wall < at, || "it rests on a later node".into())?;
            let below = &self.proof.nodes[wall];
            demand(below.owner == 1 - node.owner && below.claim == Claim::Lives, || {
                "a wall's proof is about something else".into()
            })?;
            demand(!matches!(below.step, Step::Own(..)), || "the wrong side moves".into())?;
            demand(!self.relies_on_ban(wall), || "a wall rests on a ban".into())?;
            demand(below.home.is_empty(), || "a wall holds beside another proof only".into())?;
            // A single wall has every move answered; of several one may have to wait.
            demand(walls.len() == 1 || !self.ko[wall], || "a wall rests on a ko".into())?;
            self.looks_like(wall, &node.stones, zone)?;
            for &stone in &below.kept {
                if !kept.has(stone) && node.stones[usize::from(stone)] == prover(node) {
                    let chain = self.ground.chain(&node.stones, stone);
                    demand(zone.has_all(&chain), || "a wall is outside the zone".into())?;
                    chain.iter().for_each(|&stone| kept.add(stone));
                }
            }
            for &point in &below.zone {
                if node.stones[usize::from(point)] == 0 {
                    demand(!busy.has(point), || format!("two walls need {point}"))?;
                    busy.add(point);
                }
            }
        }
        certificate::shut_in(self.ground, node, zone, prover(node), &kept, &busy)?;
        Ok(walls.iter().any(|&wall| self.ko[wall]))
    }

    /// A pair ties a chain to one that another proof keeps.
    /// See docs/life.md, "Proofs side by side" (*Ties*).
    fn joined(
        &self,
        at: usize,
        node: &Node,
        zone: &Set,
        child: usize,
        (one, other): Pair,
    ) -> Verdict {
        let below = self.below(at, child, node)?;
        demand(node.claim == Claim::Lives, || "a tie kills nothing".into())?;
        demand(!matches!(below.step, Step::Own(..)), || "the wrong side moves".into())?;
        demand(!self.ko[child], || "the chain it is tied to rests on a ko".into())?;
        self.looks_like(child, &node.stones, zone)?;
        for point in [one, other] {
            let free = node.stones.get(usize::from(point)) == Some(&0);
            demand(free && zone.has(point) && !self.zones[child].has(point), || {
                format!("the point {point} of a pair is not free")
            })?;
        }
        demand(one != other, || "a pair of one point".into())?;
        // The owner's chains next to both points, with one that is kept among them.
        let mut tied = self.ground.set(&[]);
        let mut holds = false;
        for &near in self.ground.near(one) {
            if node.stones[usize::from(near)] == node.owner + 1 && !tied.has(near) {
                let chain = self.ground.chain(&node.stones, near);
                if zone.has_all(&chain) && self.ground.around(&chain).contains(&other) {
                    holds |= below.kept.iter().any(|stone| chain.contains(stone));
                    chain.iter().for_each(|&stone| tied.add(stone));
                }
            }
        }
        demand(holds, || "no kept chain is next to both points of the pair".into())?;
        self.covers(node, below, true, &tied)
    }

    /// Every move of the other side has an answer.
    /// See docs/life.md, "Zones" (*L's moves*).
    fn other(
        &self,
        at: usize,
        node: &Node,
        zone: &Set,
        answers: &[(Option<u16>, usize)],
    ) -> Result<bool, String> {
        let mut ko = false;
        let mut answered = self.ground.set(&[]);
        let mut null = false;
        let code = 3 - prover(node);
        for &(play, child) in answers {
            let below = self.below(at, child, node)?;
            demand(matches!(below.step, Step::Own(..)), || "the wrong side moves".into())?;
            let none = self.ground.set(&[]);
            self.covers(node, below, false, &none)?;
            ko |= self.ko[child];
            let Some(point) = play else {
                null = true;
                demand(!self.relies_on_ban(child), || "it rests on a ban".into())?;
                self.looks_like(child, &node.stones, zone)?;
                continue;
            };
            let Some(played) = self.ground.play(&node.stones, point, code) else {
                return Err(format!("the play at {point} is not legal"));
            };
            self.shows_capture(zone, &played)?;
            self.looks_like(child, &played.stones, zone)?;
            let ban = self.proof.nodes[child].ban;
            let bound = played.ban.filter(|&ban| self.zones[child].has(ban));
            demand(bound.is_none() || ban == bound, || {
                format!("the answer to {point} forgets the ko")
            })?;
            let stays = node.kept.iter().chain(&node.home);
            demand(stays.into_iter().all(|stone| !played.taken.contains(stone)), || {
                format!("a kept stone is taken by {point}")
            })?;
            answered.add(point);
        }
        demand(null, || "a pass has no answer".into())?;
        for &point in &node.zone {
            if node.stones[usize::from(point)] != 0
                || answered.has(point)
                || node.ban == Some(point)
            {
                continue;
            }
            demand(self.ground.play(&node.stones, point, code).is_none(), || {
                format!("the play at {point} has no answer")
            })?;
            self.shows_suicide(node, zone, point, code)?;
        }
        Ok(ko)
    }

    /// That a play is suicide is seen in the zone.
    fn shows_suicide(&self, node: &Node, zone: &Set, point: u16, code: u8) -> Verdict {
        let reason = || format!("nothing in the zone shows that {point} is suicide");
        demand(zone.has_all(self.ground.near(point)), reason)?;
        for &near in self.ground.near(point) {
            let chain = self.ground.chain(&node.stones, near);
            if node.stones[usize::from(near)] == code {
                demand(zone.has_all(&chain), reason)?;
                demand(zone.has_all(&self.ground.around(&chain)), reason)?;
            } else {
                let liberties = self.ground.liberties(&node.stones, &chain);
                let other = |&liberty: &u16| liberty != point && zone.has(liberty);
                demand(
                    liberties.iter().any(other) || self.is_home(node, &node.stones, &chain),
                    reason,
                )?;
            }
        }
        Ok(())
    }
}

/// The code of the side that proves.
fn prover(node: &Node) -> u8 {
    match node.claim {
        Claim::Lives => node.owner + 1,
        Claim::NeverLives => 2 - node.owner,
    }
}
