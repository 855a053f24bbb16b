//! From what a search found to a proof as data.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::ground::Ground;
use crate::proof::{Certificate, Claim, Node, Proof, Step};
use crate::safety::{Eyes, Safety};
use crate::search::{self, Aim, Question, Search};
use crate::state::{NOWHERE, State};

/// The proof that ends in a place of the search. `friends` is the search for the life of the killer's
/// chains, if there is one. `None` if a certificate cannot be found again.
pub(crate) fn extract<const W: usize>(
    search: &Search<'_, W>,
    friends: Option<&Search<'_, W>>,
    root: u32,
) -> Option<Proof> {
    let own = reachable(search, [root]);
    let walls = own.iter().flat_map(|&at| match &search.found[at as usize].step {
        search::Step::Walled(proofs) => proofs.to_vec(),
        &search::Step::Linked(base, ..) if search.question.aim == Aim::Kill => vec![base],
        _ => Vec::new(),
    });
    let walls: Vec<u32> = walls.collect();
    let mut nodes = Vec::new();
    let mut friendly = FxHashMap::default();
    if let Some(friends) = friends.filter(|_| !walls.is_empty()) {
        for at in reachable(friends, walls) {
            nodes.push(node(friends, at, &friendly, &FxHashMap::default())?);
            friendly.insert(at, nodes.len() - 1);
        }
        name_homes(friends, &friendly, &mut nodes);
    }
    let mut numbers = FxHashMap::default();
    for at in own {
        nodes.push(node(search, at, &numbers, &friendly)?);
        numbers.insert(at, nodes.len() - 1);
    }
    name_homes(search, &numbers, &mut nodes);
    Some(Proof { nodes })
}

/// Names in all that a link rests on the stones it leads to.
fn name_homes<const W: usize>(
    search: &Search<'_, W>,
    numbers: &FxHashMap<u32, usize>,
    nodes: &mut [Node],
) {
    for at in numbers.keys() {
        let search::Step::Linked(_, tree, home) = &search.found[*at as usize].step else {
            continue;
        };
        for below in reachable(search, [*tree]) {
            if let Some(node) = numbers.get(&below).and_then(|&number| nodes.get_mut(number)) {
                node.home = home.to_vec();
            }
        }
    }
}

/// The proofs that end in places of a search for life, and the places of their ends.
pub(crate) fn standing_walls<const W: usize>(
    lives: &Search<'_, W>,
    ends: &[u32],
) -> Option<(Vec<Node>, Vec<usize>)> {
    let mut nodes = Vec::new();
    let mut numbers = FxHashMap::default();
    for at in reachable(lives, ends.iter().copied()) {
        nodes.push(node(lives, at, &numbers, &FxHashMap::default())?);
        numbers.insert(at, nodes.len() - 1);
    }
    name_homes(lives, &numbers, &mut nodes);
    let ends = ends.iter().map(|end| numbers.get(end).copied());
    Some((nodes, ends.collect::<Option<_>>()?))
}

/// Every place the proofs rest on, lowest first.
fn reachable<const W: usize>(
    search: &Search<'_, W>,
    roots: impl IntoIterator<Item = u32>,
) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<u32> = roots.into_iter().collect();
    while let Some(at) = open.pop() {
        if seen.insert(at) {
            match &search.found[at as usize].step {
                search::Step::Stands(_)
                | search::Step::Reached
                | search::Step::Walled(_)
                | search::Step::Apart(_) => {}
                search::Step::Again(child)
                | search::Step::Joined(child, _)
                | search::Step::Own(_, child) => open.push(*child),
                search::Step::Linked(base, tree, _) => match search.question.aim {
                    Aim::Live => open.extend([*base, *tree]),
                    // The other is in the search for the killer's life.
                    Aim::Kill => open.push(*tree),
                },
                search::Step::Windows(proofs, _) => open.extend(proofs.iter().copied()),
                search::Step::Other(answers) => open.extend(answers.iter().map(|next| next.1)),
            }
        }
    }
    seen
}

fn node<const W: usize>(
    search: &Search<'_, W>,
    at: u32,
    numbers: &FxHashMap<u32, usize>,
    friendly: &FxHashMap<u32, usize>,
) -> Option<Node> {
    let found = &search.found[at as usize];
    let play = |point: u16| (point != NOWHERE).then_some(point);
    let step = match &found.step {
        search::Step::Stands(_) => Step::Stands(standing(search, found)?),
        search::Step::Walled(proofs) => {
            let walls = proofs.iter().map(|proof| friendly.get(proof).copied());
            Step::Walled(walls.collect::<Option<_>>()?)
        }
        search::Step::Reached => Step::Reached,
        search::Step::Apart(parts) => Step::Apart(parts.to_vec()),
        search::Step::Linked(base, tree, _) => {
            let bases = match search.question.aim {
                Aim::Live => numbers,
                Aim::Kill => friendly,
            };
            Step::Linked(*bases.get(base)?, *numbers.get(tree)?)
        }
        search::Step::Windows(proofs, windows) => {
            let proofs = proofs.iter().map(|proof| numbers.get(proof).copied());
            Step::Windows(proofs.collect::<Option<_>>()?, windows.to_vec())
        }
        search::Step::Again(child) => Step::Again(*numbers.get(child)?),
        search::Step::Joined(child, [one, other]) => {
            Step::Joined(*numbers.get(child)?, (*one, *other))
        }
        search::Step::Own(point, child) => Step::Own(play(*point), *numbers.get(child)?),
        search::Step::Other(answers) => {
            let answers =
                answers.iter().map(|&(point, child)| Some((play(point), *numbers.get(&child)?)));
            Step::Other(answers.collect::<Option<_>>()?)
        }
    };
    let mut stones = vec![0; search.ground.len()];
    for (side, set) in found.state.stones.iter().enumerate() {
        for point in set.iter() {
            stones[usize::from(point)] = side as u8 + 1;
        }
    }
    Some(Node {
        owner: search.question.owner as u8,
        claim: match search.question.aim {
            Aim::Live => Claim::Lives,
            Aim::Kill => Claim::NeverLives,
        },
        stones,
        ban: play(found.state.ban),
        zone: found.zone.iter().collect(),
        cover: found.cover.iter().collect(),
        kept: found.kept.iter().collect(),
        home: Vec::new(),
        step,
    })
}

/// The certificate by which something stands, as it is known or found again; `None` if there is none, or it was proved in another way.
pub(crate) fn standing<const W: usize>(
    search: &Search<'_, W>,
    found: &search::Found<W>,
) -> Option<Certificate> {
    match &found.step {
        search::Step::Stands(Some(known)) => Some(Certificate::clone(known)),
        search::Step::Stands(None) => {
            certificate(search.ground, &search.question, &found.state, &found.zone, &found.cover)
        }
        _ => None,
    }
}

/// The certificate of a leaf, found again: the first that looks at nothing outside the leaf's zone.
pub(crate) fn certificate<const W: usize>(
    ground: &Ground<W>,
    question: &Question<W>,
    state: &State<W>,
    zone: &Bits<W>,
    cover: &Bits<W>,
) -> Option<Certificate> {
    let side = question.prover();
    match question.aim {
        Aim::Live => {
            let safety = Safety::of(ground, state, side, Eyes::Whole);
            seeded(ground, &safety, zone, *cover & safety.safe, Some(cover))
        }
        Aim::Kill => {
            let safety = Safety::of(ground, state, side, Eyes::Empty);
            let mut whole = Certificate::default();
            let space = ground.all.without(&safety.safe);
            let mut rest = cover.without(&safety.safe);
            let mut walls = *cover & safety.safe;
            while let Some(point) = rest.first() {
                let part = ground.component(point, &space);
                rest = rest.without(&part);
                let one = safety.certificate(ground, &part);
                for cluster in &one.clusters {
                    walls = walls.without(&cluster.stones.iter().copied().collect());
                }
                merge(&mut whole, one);
            }
            // Stones of the wall that stand on the goal.
            while !walls.is_empty() {
                let one = seeded(ground, &safety, zone, walls, None)?;
                for cluster in &one.clusters {
                    walls = walls.without(&cluster.stones.iter().copied().collect());
                }
                merge(&mut whole, one);
            }
            Some(whole)
        }
    }
}

/// The certificate of one of the stones that fits the zone (and covers just what the leaf covers).
fn seeded<const W: usize>(
    ground: &Ground<W>,
    safety: &Safety<W>,
    zone: &Bits<W>,
    seeds: Bits<W>,
    exactly: Option<&Bits<W>>,
) -> Option<Certificate> {
    seeds.iter().find_map(|stone| {
        let seed = Bits::of(stone);
        let grounds = safety.grounds(ground, &seed);
        let fits = grounds.zone.within(zone) && exactly.is_none_or(|cover| grounds.cover == *cover);
        fits.then(|| safety.certificate(ground, &seed))
    })
}

/// Adds what is new of another certificate.
fn merge(whole: &mut Certificate, more: Certificate) {
    let mut place = Vec::new();
    for cluster in more.clusters {
        let known = whole.clusters.iter().position(|old| old.stones == cluster.stones);
        place.push(known.unwrap_or(whole.clusters.len()) as u16);
        if known.is_none() {
            whole.clusters.push(cluster);
        }
    }
    for mut eye in more.eyes {
        eye.of = eye.of.iter().map(|&of| place[usize::from(of)]).collect();
        match whole.eyes.iter_mut().find(|old| old.points == eye.points) {
            None => whole.eyes.push(eye),
            Some(old) => {
                for of in eye.of {
                    if !old.of.contains(&of) {
                        old.of.push(of);
                    }
                }
            }
        }
    }
}
