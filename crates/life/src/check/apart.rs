//! A chain with an eye in each of two parts of the board, each proven on a small board of its own.

use super::board::{Ground, Set};
use super::{Checker, Verdict, demand, prover};
use crate::analysis::Reading;
use crate::proof::{Claim, EyePart, Node, Step};

impl Checker<'_> {
    /// The chain gets an eye in each of two parts that share no point.
    /// See docs/life.md, "An eye in each of two parts".
    pub(super) fn apart(&self, node: &Node, zone: &Set, parts: &[EyePart]) -> Verdict {
        let ground = self.ground;
        demand(node.claim == Claim::Lives, || "eyes kill nothing".into())?;
        demand(node.ban.is_none_or(|ban| !zone.has(ban)), || "it rests on a ban".into())?;
        demand(parts.len() == 2, || "there are not two parts".into())?;
        let code = prover(node);
        let first = node.cover.first().copied().filter(|&p| node.stones[usize::from(p)] == code);
        let Some(first) = first else { return Err("it covers no chain".into()) };
        let chain = ground.chain(&node.stones, first);
        demand(zone.has_all(&chain), || "the chain is not all in the zone".into())?;
        demand(node.cover.iter().chain(&node.kept).all(|point| chain.contains(point)), || {
            "it covers more than a chain".into()
        })?;
        let mut taken = ground.set(&[]);
        for part in parts {
            for &point in &part.points {
                let free = usize::from(point) < ground.len()
                    && node.stones[usize::from(point)] != code
                    && !taken.has(point);
                demand(free, || format!("{point} cannot be in a part"))?;
                taken.add(point);
            }
            eye(ground, node, zone, part, &chain)?;
        }
        Ok(())
    }
}

/// The proof on the small board of a part holds, and is of the kind that holds whatever happens elsewhere.
fn eye(ground: &Ground, node: &Node, zone: &Set, part: &EyePart, chain: &[u16]) -> Verdict {
    let code = prover(node);
    let places = part.points.len();
    let (body, hostile) = (places, places + 2);
    let mut near: Vec<Vec<u16>> = vec![Vec::new(); places + 5];
    let mut tie = |one: usize, other: usize| {
        near[one].push(other as u16);
        near[other].push(one as u16);
    };
    for (place, &point) in part.points.iter().enumerate() {
        let around = ground.near(point);
        for (other, next) in part.points.iter().enumerate().skip(place + 1) {
            if around.contains(next) {
                tie(place, other);
            }
        }
        let outside = || around.iter().filter(|next| !part.points.contains(next));
        if outside().any(|next| chain.contains(next)) {
            tie(place, body);
        }
        if outside().any(|next| !chain.contains(next)) {
            tie(place, hostile);
        }
    }
    tie(body, body + 1);
    tie(hostile, hostile + 1);
    tie(hostile, hostile + 2);
    let mut stones: Vec<u8> =
        part.points.iter().map(|&point| node.stones[usize::from(point)]).collect();
    stones.extend([code, 0, 3 - code, 0, 0]);
    let small = Ground::of_lists(near);
    let nodes = &part.proof.nodes;
    let mut checker = Checker {
        ground: &small,
        reading: Reading::KoPass,
        proof: &part.proof,
        zones: Vec::new(),
        ko: Vec::new(),
    };
    for (at, below) in nodes.iter().enumerate() {
        let fault = |reason: String| format!("in a part, node {at}: {reason}");
        checker.node(at).map_err(fault)?;
        demand(below.owner == node.owner && below.claim == Claim::Lives, || {
            fault("it is about something else".into())
        })?;
        demand(below.home.is_empty(), || fault("it holds beside another proof only".into()))?;
        demand(!checker.ko[at], || fault("it rests on a ko".into()))?;
        match &below.step {
            Step::Stands(_) | Step::Again(_) => {}
            Step::Own(play, _) => {
                demand(play.is_some_and(|play| usize::from(play) < places), || {
                    fault("a play outside the part".into())
                })?
            }
            Step::Other(answers) => {
                for play in answers.iter().filter_map(|&(play, _)| play) {
                    let played = small.play(&below.stones, play, 3 - code);
                    let loses = played.is_none_or(|played| !played.taken.is_empty());
                    demand(!loses, || fault(format!("a stone is taken by {play}")))?;
                }
            }
            _ => return Err(fault("a step that may not be taken here".into())),
        }
    }
    let Some(root) = nodes.last() else { return Err("a part without a proof".into()) };
    let about = root.stones == stones
        && root.ban.is_none()
        && !matches!(root.step, Step::Own(..))
        && root.cover.contains(&(body as u16))
        && root.kept.contains(&(body as u16));
    demand(about, || "a part's proof is about something else".into())?;
    for &at in &root.zone {
        if let Some(&point) = part.points.get(usize::from(at)) {
            demand(zone.has(point), || format!("the zone lacks {point}"))?;
        }
    }
    Ok(())
}
