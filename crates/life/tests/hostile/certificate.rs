//! Certificates by dice: what stands says which eyes there might be.

use shinpan_life::{Certificate, Cluster, Eye, Pair};
use shinpan_testkit::Dice;
use shinpan_twin::life::Board;

/// A certificate of the chains with this code.
pub(crate) fn by_dice(board: &Board, stones: &[u8], code: u8, dice: &mut Dice) -> Certificate {
    let mut clusters = clusters(board, stones, code, dice);
    let mut free: Vec<u16> = (0..stones.len() as u16).collect();
    free.retain(|&point| stones[usize::from(point)] == 0);
    for at in (1..free.len()).rev() {
        free.swap(at, dice.roll(at + 1));
    }
    for cluster in &mut clusters {
        for _ in 0..dice.roll(3) {
            let beside = |&&point: &&u16| touches(board, point, cluster);
            let near: Vec<u16> = free.iter().filter(beside).copied().take(2).collect();
            cluster.pairs.extend(take(&mut free, &near));
        }
    }
    let inside =
        |point: usize| clusters.iter().any(|cluster| cluster.stones.contains(&(point as u16)));
    let mut eyes = Vec::new();
    for region in regions(board, &inside) {
        let beside = |cluster: &Cluster| region.iter().any(|&point| touches(board, point, cluster));
        let of: Vec<u16> = (0..clusters.len())
            .filter(|&at| beside(&clusters[at]) && !dice.chance(6))
            .map(|at| at as u16)
            .collect();
        if of.is_empty() || dice.chance(6) {
            continue;
        }
        let mut pair = || {
            let here: Vec<u16> =
                free.iter().copied().filter(|point| region.contains(point)).take(2).collect();
            take(&mut free, &here)
        };
        let pairs = (0..dice.roll(3)).filter_map(|_| pair()).collect();
        let split = if dice.chance(2) { pair() } else { None };
        eyes.push(Eye { points: region, of, pairs, split });
    }
    Certificate { clusters, eyes }
}

/// Most of the chains, in one cluster or two.
fn clusters(board: &Board, stones: &[u8], code: u8, dice: &mut Dice) -> Vec<Cluster> {
    let mut clusters = vec![Cluster { stones: Vec::new(), pairs: Vec::new() }; 1 + dice.roll(2)];
    for (chain, _) in board.chains(stones) {
        if stones[chain[0]] == code && !dice.chance(5) {
            let at = dice.roll(clusters.len());
            clusters[at].stones.extend(chain.iter().map(|&point| point as u16));
        }
    }
    clusters.retain(|cluster| !cluster.stones.is_empty());
    clusters
}

/// The connected parts of the board that are left.
fn regions(board: &Board, inside: &impl Fn(usize) -> bool) -> Vec<Vec<u16>> {
    let mut seen: Vec<bool> = (0..board.neighbours.len()).map(inside).collect();
    let mut regions = Vec::new();
    for start in 0..seen.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut region = vec![start as u16];
        let mut at = 0;
        while let Some(&point) = region.get(at) {
            at += 1;
            for &near in &board.neighbours[usize::from(point)] {
                if !std::mem::replace(&mut seen[near], true) {
                    region.push(near as u16);
                }
            }
        }
        regions.push(region);
    }
    regions
}

fn touches(board: &Board, point: u16, cluster: &Cluster) -> bool {
    let near = &board.neighbours[usize::from(point)];
    near.iter().any(|&near| cluster.stones.contains(&(near as u16)))
}

/// Two points as a pair, if there are two: they are free no more.
fn take(free: &mut Vec<u16>, points: &[u16]) -> Option<Pair> {
    let &[one, other] = points else { return None };
    free.retain(|point| ![one, other].contains(point));
    Some((one, other))
}
