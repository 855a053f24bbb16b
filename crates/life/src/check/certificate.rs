//! Whether chains stand for good, and shut others in.

use super::board::{Ground, Set};
use crate::proof::{Certificate, Claim, Eye, Node, Pair};

/// The stones of a certificate and the points of its pairs.
pub(super) struct Standing {
    pub(super) stones: Set,
    pub(super) paired: Set,
}

/// Verifies a certificate of the prover's chains in a node's state.
/// See docs/life.md, "Eyes without an inside", "Pairs" and "Passing for ever".
pub(super) fn standing(
    ground: &Ground,
    node: &Node,
    zone: &Set,
    code: u8,
    certificate: &Certificate,
) -> Result<Standing, String> {
    let at = |point: u16| node.stones[usize::from(point)];
    let mut stones = ground.set(&[]);
    let mut all_pairs: Vec<Pair> = Vec::new();
    let mut joining = ground.set(&[]);
    for cluster in &certificate.clusters {
        all_pairs.extend(&cluster.pairs);
        for &(one, other) in &cluster.pairs {
            joining.add(one);
            joining.add(other);
        }
        for &stone in &cluster.stones {
            if at(stone) != code {
                return Err(format!("no stone of the prover at {stone}"));
            }
            if stones.has(stone) {
                return Err(format!("the stone at {stone} is in two clusters"));
            }
            stones.add(stone);
        }
    }
    for eye in &certificate.eyes {
        all_pairs.extend(eye.pairs.iter().chain(&eye.split));
    }
    let mut paired = ground.set(&[]);
    for point in all_pairs.iter().flat_map(|&(one, other)| [one, other]) {
        if at(point) != 0 || paired.has(point) {
            return Err(format!("the point {point} of a pair is not free"));
        }
        paired.add(point);
    }
    for point in stones.points().chain(paired.points()) {
        if !zone.has(point) {
            return Err(format!("the certificate's point {point} is outside the zone"));
        }
    }
    let mut eyes = vec![0; certificate.clusters.len()];
    for cluster in &certificate.clusters {
        joined(ground, node, &cluster.stones, &cluster.pairs)?;
    }
    let mut in_eyes = ground.set(&[]);
    for eye in &certificate.eyes {
        for &point in &eye.points {
            if in_eyes.has(point) || !zone.has(point) {
                return Err(format!("the point {point} of an eye is in two, or outside the zone"));
            }
            in_eyes.add(point);
        }
        let worth = is_eye(ground, node, code, certificate, eye, &stones, &joining, &paired)?;
        for (place, &of) in eye.of.iter().enumerate() {
            if eye.of[..place].contains(&of) {
                return Err(format!("an eye is one of cluster {of} twice"));
            }
            match eyes.get_mut(usize::from(of)) {
                Some(count) => *count += worth,
                None => return Err("an eye of no cluster".into()),
            }
        }
    }
    if eyes.iter().any(|&count| count < 2) {
        return Err("a cluster has fewer than two eyes".into());
    }
    Ok(Standing { stones, paired })
}

/// Whether the chains stand without a single answer in a pair.
pub(super) fn needs_no_answer(certificate: &Certificate) -> bool {
    let joining = certificate.clusters.iter().map(|cluster| cluster.pairs.len());
    let eyes = certificate.eyes.iter().map(|eye| eye.pairs.len() + eye.split.iter().count());
    joining.chain(eyes).sum::<usize>() == 0
}

/// The pairs, in their order, join all chains of a cluster.
/// See docs/life.md, "Pairs".
fn joined(ground: &Ground, node: &Node, stones: &[u16], pairs: &[Pair]) -> Result<(), String> {
    let members = ground.set(stones);
    let mut group = vec![usize::MAX; ground.len()];
    let mut groups = 0;
    for &stone in stones {
        if group[usize::from(stone)] == usize::MAX {
            for mate in ground.chain(&node.stones, stone) {
                if !members.has(mate) {
                    return Err(format!("the chain at {mate} is not whole in its cluster"));
                }
                group[usize::from(mate)] = groups;
            }
            groups += 1;
        }
    }
    let mut left = groups;
    for &(one, other) in pairs {
        let beside = |point: u16| {
            let near = ground.near(point).iter().map(|&near| group[usize::from(near)]);
            let mut beside: Vec<usize> = near.filter(|&group| group != usize::MAX).collect();
            beside.sort_unstable();
            beside.dedup();
            beside
        };
        let others = beside(other);
        let both: Vec<usize> = beside(one).into_iter().filter(|x| others.contains(x)).collect();
        let Some((&first, rest)) = both.split_first() else {
            return Err(format!("the pair {one}, {other} joins nothing"));
        };
        for part in rest {
            for place in &mut group {
                if *place == *part {
                    *place = first;
                }
            }
            left -= 1;
        }
    }
    if left == 1 { Ok(()) } else { Err("the pairs of a cluster do not join it".into()) }
}

/// How many eyes a region is worth; an error if it is none.
#[allow(clippy::too_many_arguments)]
fn is_eye(
    ground: &Ground,
    node: &Node,
    code: u8,
    certificate: &Certificate,
    eye: &Eye,
    stones: &Set,
    joining: &Set,
    paired: &Set,
) -> Result<usize, String> {
    let Some(&first) = eye.points.first() else { return Err("an eye of no points".into()) };
    let points = ground.set(&eye.points);
    if ground.connected(first, |point| !stones.has(point)).len() != eye.points.len()
        || eye.points.iter().any(|&point| stones.has(point))
        || !ground.connected(first, |point| !stones.has(point)).iter().all(|&p| points.has(p))
    {
        return Err(format!("the region of {first} is no part of the board without the clusters"));
    }
    let both_in = |&(one, other): &Pair| points.has(one) && points.has(other);
    let lasting = eye.points.iter().any(|&point| !joining.has(point))
        || certificate.clusters.iter().flat_map(|cluster| &cluster.pairs).any(both_in);
    if !lasting {
        return Err(format!("the region of {first} may be filled by answers"));
    }
    if !eye.pairs.iter().chain(&eye.split).all(both_in) {
        return Err(format!("a pair of the region of {first} lies outside it"));
    }
    let touches =
        |point: u16, cluster: &[u16]| ground.near(point).iter().any(|near| cluster.contains(near));
    let mut outflanked = 0;
    let mut reach = ground.set(&[]);
    for &of in &eye.of {
        let Some(cluster) = certificate.clusters.get(usize::from(of)) else {
            return Err("an eye of no cluster".into());
        };
        let near = |point: u16| touches(point, &cluster.stones);
        let missing: Vec<u16> = eye.points.iter().copied().filter(|&point| !near(point)).collect();
        eye.points.iter().filter(|&&point| near(point)).for_each(|&point| reach.add(point));
        if missing.is_empty() {
            continue;
        }
        // Benson's eyes: enough never to be captured while passing, where nothing is answered.
        let opposing = |point: &u16| node.stones[usize::from(*point)] == 3 - code;
        if node.claim == Claim::NeverLives
            && missing.iter().all(opposing)
            && !eye.points.iter().any(|&point| paired.has(point))
        {
            continue;
        }
        outflanked += 1;
        let saved = |point: &u16| {
            eye.pairs.iter().any(|&(one, other)| {
                let beside = ground.near(*point);
                near(one) && near(other) && beside.contains(&one) && beside.contains(&other)
            })
        };
        if outflanked > 1 || !missing.iter().all(saved) {
            return Err(format!("the region of {first} has points away from its cluster"));
        }
    }
    let Some((one, other)) = eye.split else { return Ok(1) };
    for cut in [one, other] {
        if !reach.has(cut) {
            return Err(format!("the cut at {cut} is away from the clusters"));
        }
        let mut sides = 0;
        let mut seen = ground.set(&[cut]);
        for &point in &eye.points {
            if !seen.has(point) {
                let side = ground.connected(point, |near| points.has(near) && near != cut);
                side.iter().for_each(|&point| seen.add(point));
                let ours = ground.set(&[one, other]);
                sides += usize::from(side.iter().any(|&p| !paired.has(p) || ours.has(p)));
            }
        }
        if sides < 2 {
            return Err(format!("the cut at {cut} leaves no two eyes"));
        }
    }
    Ok(2)
}

/// Whether walls that are never taken leave the other side no room for two eyes on the cover. Where
/// `busy` points lie the prover may play and capture.
pub(super) fn shut_in(
    ground: &Ground,
    node: &Node,
    zone: &Set,
    code: u8,
    walls: &Set,
    busy: &Set,
) -> Result<(), String> {
    for &start in &node.cover {
        if walls.has(start) {
            continue;
        }
        let part = ground.connected(start, |point| !walls.has(point));
        if !zone.has_all(&part) {
            return Err(format!("the part of {start} is not all in the zone"));
        }
        let quiet = !part.iter().any(|&point| busy.has(point));
        let eyes: Vec<u16> = part
            .iter()
            .copied()
            .filter(|&point| !ground.near(point).iter().any(|&near| walls.has(near)))
            .filter(|&point| !(quiet && node.stones[usize::from(point)] == 3 - code))
            .collect();
        let apart = eyes.iter().any(|&one| {
            eyes.iter().any(|&other| one != other && !ground.near(one).contains(&other))
        });
        if apart {
            return Err(format!("there is room for two eyes around {start}"));
        }
    }
    Ok(())
}
