//! Changes to proofs, by dice.

use shinpan_life::{Certificate, Claim, Cluster, Eye, Node, Proof, Settled, Space, Step, Window};
use shinpan_testkit::Dice;

/// Has all nodes stand as another position does, where they do not say that it matters.
pub(crate) fn move_to(proof: &mut Proof, target: &[u8], differ: &[u16]) {
    for node in &mut proof.nodes {
        for &point in differ {
            if !node.zone.contains(&point) {
                node.stones[usize::from(point)] = target[usize::from(point)];
            }
        }
    }
}

/// One change.
pub(crate) fn one(proof: &mut Proof, dice: &mut Dice, differ: &[u16]) {
    let (last, points) = (proof.nodes.len() - 1, proof.nodes[0].stones.len());
    let at = if dice.chance(3) { last } else { dice.roll(last + 1) };
    let point = any(dice, points);
    let every = |proof: &mut Proof, change: &dyn Fn(&mut Node)| {
        proof.nodes.iter_mut().for_each(change);
    };
    match dice.roll(22) {
        0 | 1 => every(proof, &|node| node.zone.retain(|point| !differ.contains(point))),
        2 => every(proof, &|node| node.zone.retain(|&other| other != point)),
        3 => proof.nodes[at].zone.retain(|&other| other != point),
        4 => every(proof, &|node| add(&mut node.zone, point)),
        5 => every(proof, &|node| {
            add(&mut node.zone, point);
            add(&mut node.cover, point);
        }),
        6 => every(proof, &|node| {
            add(&mut node.zone, point);
            add(&mut node.kept, point);
        }),
        7 => {
            let root = proof.nodes[last].stones.clone();
            let alike = |node: &mut Node| {
                for &point in differ {
                    node.stones[usize::from(point)] = root[usize::from(point)];
                }
            };
            every(proof, &alike);
        }
        8 => proof.nodes[at].stones[usize::from(point)] = dice.roll(3) as u8,
        9 => proof.nodes[at].ban = (!dice.chance(2)).then_some(point),
        10 => {
            let home = if dice.chance(3) { Vec::new() } else { vec![point] };
            proof.nodes[..last].iter_mut().for_each(|node| node.home.clone_from(&home));
        }
        11 => root(proof, dice),
        _ => {
            let child = dice.roll(last + 1);
            step(&mut proof.nodes[at].step, child, dice, points);
        }
    }
}

/// Another root over the nodes there are.
fn root(proof: &mut Proof, dice: &mut Dice) {
    let Some(before) = proof.nodes.last() else { return };
    let (points, number) = (before.stones.len(), proof.nodes.len());
    let mut new = Node { home: Vec::new(), ban: None, ..before.clone() };
    if dice.chance(2) {
        new.zone = (0..points as u16).collect();
    }
    if dice.chance(3) {
        new.claim = match new.claim {
            Claim::Lives => Claim::NeverLives,
            Claim::NeverLives => Claim::Lives,
        };
    }
    if dice.chance(3) {
        new.owner ^= 1;
    }
    if dice.chance(2) {
        let own = |&point: &u16| new.stones[usize::from(point)] == new.owner + 1;
        new.cover = (0..points as u16).filter(own).collect();
    }
    match dice.roll(4) {
        0 | 1 => new.kept.clone_from(&new.cover),
        2 => new.kept.clear(),
        _ => {}
    }
    let mut node = || if dice.chance(2) { number - 1 } else { dice.roll(number) };
    let (one, other) = (node(), node());
    new.step = match dice.roll(7) {
        0 => Step::Again(one),
        1 => Step::Joined(one, (any(dice, points), any(dice, points))),
        2 => Step::Walled([one, other][..dice.roll(3)].to_vec()),
        3 => Step::Linked(one, other),
        4 => Step::Reached,
        5 => {
            let windows = (0..1 + dice.roll(2)).map(|_| window(dice, points)).collect();
            Step::Windows([one][..dice.roll(2)].to_vec(), windows)
        }
        _ => Step::Stands(Certificate::default()),
    };
    proof.nodes.push(new);
}

fn window(dice: &mut Dice, points: usize) -> Window {
    Window {
        points: (0..points as u16).filter(|_| dice.chance(2)).collect(),
        groups: (0..1 + dice.roll(2)).map(|_| any(dice, points)).collect(),
        eyes: dice.roll(3) as u8,
    }
}

fn step(step: &mut Step, child: usize, dice: &mut Dice, points: usize) {
    let point = any(dice, points);
    match step {
        Step::Other(answers) => {
            let Some(at) = place(answers, dice) else { return };
            match dice.roll(3) {
                0 => drop(answers.remove(at)),
                1 => answers[at].1 = child,
                _ => answers[at].0 = (!dice.chance(3)).then_some(point),
            }
        }
        Step::Own(play, next) => match dice.roll(3) {
            0 => *play = None,
            1 => *play = Some(point),
            _ => *next = child,
        },
        Step::Again(node) => *node = child,
        Step::Joined(node, pair) => match dice.roll(3) {
            0 => *node = child,
            1 => pair.0 = point,
            _ => pair.1 = point,
        },
        Step::Linked(one, other) => match dice.roll(3) {
            0 => *one = child,
            1 => *other = child,
            _ => std::mem::swap(one, other),
        },
        Step::Walled(walls) => push_or_pop(walls, child, dice),
        Step::Stands(standing) => certificate(standing, dice, points),
        Step::Windows(nodes, windows) => {
            let Some(at) = place(windows, dice) else { return push_or_pop(nodes, child, dice) };
            match dice.roll(4) {
                0 => push_or_pop(nodes, child, dice),
                1 => turn(&mut windows[at].points, point),
                2 => push_or_pop(&mut windows[at].groups, point, dice),
                _ => windows[at].eyes = dice.roll(3) as u8,
            }
        }
        Step::Space(part) => space(part, child, dice, points),
        Step::Reached | Step::Apart(_) => {}
    }
}

fn space(part: &mut Space, child: usize, dice: &mut Dice, points: usize) {
    let point = any(dice, points);
    let (answer, settled) = (place(&part.answers, dice), place(&part.settled, dice));
    match (dice.roll(9), answer, settled) {
        (0, Some(at), _) => drop(part.answers.remove(at)),
        (1, Some(at), _) => part.answers[at].play = (!dice.chance(3)).then_some(point),
        (2, Some(at), _) => part.answers[at].rank = dice.roll(20) as u32,
        (3, ..) => part.spare = dice.roll(3) as u8,
        (4, ..) => push_or_pop(&mut part.walls, child, dice),
        (5, ..) => {
            turn(&mut part.points, point);
            part.points.sort_unstable();
        }
        (6, _, Some(at)) => {
            certificate(&mut part.settled[at].certificate, dice, part.points.len() + 6);
        }
        (7, ..) => {
            let gone = !(1 << dice.roll(points));
            for answer in &mut part.answers {
                answer.stones = answer.stones.map(|word| word & gone);
            }
        }
        _ => part.settled.push(Settled { stones: [0, 0], certificate: Certificate::default() }),
    }
}

fn certificate(standing: &mut Certificate, dice: &mut Dice, points: usize) {
    let Certificate { clusters, eyes } = standing;
    let (point, pair) = (any(dice, points), (any(dice, points), any(dice, points)));
    let all = |count: usize| (0..count as u16).collect::<Vec<u16>>();
    let of = all(1 + dice.roll(clusters.len().max(1)));
    let (cluster, eye) = (place(clusters, dice), place(eyes, dice));
    match (dice.roll(12), cluster, eye) {
        (0, Some(at), _) => push_or_pop(&mut clusters[at].pairs, pair, dice),
        (1, Some(at), _) => turn(&mut clusters[at].stones, point),
        (2, ..) => clusters.push(Cluster { stones: vec![point], pairs: Vec::new() }),
        (3, Some(_), _) if clusters.len() > 1 => {
            let Some(one) = clusters.pop() else { return };
            clusters[0].stones.extend(one.stones);
            clusters[0].pairs.extend(one.pairs);
            eyes.iter_mut().for_each(|eye| eye.of = vec![0]);
        }
        (4, ..) => eyes.push(Eye { points: vec![point], of, pairs: Vec::new(), split: None }),
        (5, _, Some(at)) => drop(eyes.remove(at)),
        (6, _, Some(at)) => eyes[at].split = (!dice.chance(4)).then_some(pair),
        (7, _, Some(at)) => push_or_pop(&mut eyes[at].pairs, pair, dice),
        (8, _, Some(at)) => eyes[at].of = of,
        (9, _, Some(at)) => turn(&mut eyes[at].points, point),
        (10, _, Some(_)) if eyes.len() > 1 => {
            let Some(one) = eyes.pop() else { return };
            eyes[0].points.extend(one.points);
        }
        _ => {}
    }
}

fn any(dice: &mut Dice, points: usize) -> u16 {
    dice.roll(points.max(1)) as u16
}

/// A place in a list that has one.
fn place<T>(list: &[T], dice: &mut Dice) -> Option<usize> {
    (!list.is_empty()).then(|| dice.roll(list.len()))
}

fn add(list: &mut Vec<u16>, point: u16) {
    if !list.contains(&point) {
        list.push(point);
    }
}

/// Takes a point out that is there, and puts one in that is not.
fn turn(list: &mut Vec<u16>, point: u16) {
    let before = list.len();
    list.retain(|&other| other != point);
    if list.len() == before {
        list.push(point);
    }
}

fn push_or_pop<T>(list: &mut Vec<T>, one: T, dice: &mut Dice) {
    if dice.chance(2) {
        list.push(one);
    } else {
        list.pop();
    }
}
