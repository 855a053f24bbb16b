//! Walks of a graph whose weights sum up to less than nothing: those that come back to their node, and those that
//! come to another node of the same class.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// An edge between nodes that have numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) weight: i64,
}

/// The edges of a walk with a negative sum, in order, from a node to itself or to a node of its class, if there is
/// one.
pub(crate) fn bad_walk(edges: &[Edge], classes: &[usize]) -> Option<Vec<usize>> {
    let least = match least_sums(edges, classes.len()) {
        Ok(least) => least,
        Err(cycle) => return Some(cycle),
    };
    let mut going: Vec<Vec<usize>> = vec![Vec::new(); classes.len()];
    for (number, edge) in edges.iter().enumerate() {
        going[edge.from].push(number);
    }
    let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
    for (node, &class) in classes.iter().enumerate() {
        members.entry(class).or_default().push(node);
    }
    let mut starts: Vec<usize> = (0..classes.len()).collect();
    starts.retain(|&node| members[&classes[node]].len() > 1 && !going[node].is_empty());
    starts.into_iter().find_map(|start| {
        let targets = members[&classes[start]].iter().copied().filter(|&node| node != start);
        walk(edges, &going, &least, start, &targets.collect::<Vec<_>>())
    })
}

/// For each node the least sum of a walk that ends there; or a cycle whose sum is negative (Bellman and Ford).
fn least_sums(edges: &[Edge], nodes: usize) -> Result<Vec<i64>, Vec<usize>> {
    let mut least = vec![0_i64; nodes];
    let mut last: Vec<Option<usize>> = vec![None; nodes];
    loop {
        let mut changed = false;
        for (number, edge) in edges.iter().enumerate() {
            let sum = least[edge.from] + edge.weight;
            if sum < least[edge.to] {
                (least[edge.to], last[edge.to]) = (sum, Some(number));
                changed = true;
            }
        }
        if !changed {
            return Ok(least);
        }
        // The last edges to the nodes make a cycle only if it sinks, and after a while they do if one does.
        if let Some(cycle) = cycle_back(edges, &last) {
            return Err(cycle);
        }
    }
}

/// A walk with a negative sum from one node to one of some others (Dijkstra, on what the edges add to the least
/// sums: that is never negative).
fn walk(
    edges: &[Edge],
    going: &[Vec<usize>],
    least: &[i64],
    start: usize,
    targets: &[usize],
) -> Option<Vec<usize>> {
    // A walk to a target is bad if it adds less than this.
    let bound = |target: usize| least[start] - least[target];
    let most = targets.iter().map(|&target| bound(target)).max()?;
    let mut found: HashMap<usize, (i64, Option<usize>)> = HashMap::from([(start, (0, None))]);
    let mut heap = BinaryHeap::from([(Reverse(0_i64), start)]);
    while let Some((Reverse(sum), at)) = heap.pop() {
        if sum >= most {
            return None;
        }
        if found[&at].0 < sum {
            continue;
        }
        if targets.contains(&at) && sum < bound(at) {
            let back = |&edge: &usize| found[&edges[edge].from].1;
            let mut way: Vec<usize> = std::iter::successors(found[&at].1, back).collect();
            way.reverse();
            return Some(way);
        }
        for &number in &going[at] {
            let edge = edges[number];
            let sum = sum + edge.weight + least[edge.from] - least[edge.to];
            if found.get(&edge.to).is_none_or(|&(so_far, _)| sum < so_far) {
                found.insert(edge.to, (sum, Some(number)));
                heap.push((Reverse(sum), edge.to));
            }
        }
    }
    None
}

/// The strongly connected component of each node, given the pairs that are connected (Tarjan, without recursion).
pub(crate) fn components(pairs: &[(usize, usize)], nodes: usize) -> Vec<usize> {
    let mut going: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for &(from, to) in pairs {
        going[from].push(to);
    }
    let mut component = vec![usize::MAX; nodes];
    // When a node was met, counted from 1; and the earliest it leads back to.
    let (mut met, mut back) = (vec![0_usize; nodes], vec![0_usize; nodes]);
    let (mut clock, mut count) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    for start in 0..nodes {
        let mut line = vec![(start, 0)];
        while let Some((at, place)) = line.pop() {
            if place == 0 {
                if met[at] > 0 {
                    continue;
                }
                clock += 1;
                (met[at], back[at]) = (clock, clock);
                open.push(at);
            } else {
                let to = going[at][place - 1];
                if component[to] == usize::MAX {
                    back[at] = back[at].min(back[to]);
                }
            }
            if let Some(&to) = going[at].get(place) {
                line.push((at, place + 1));
                if met[to] == 0 {
                    line.push((to, 0));
                }
            } else if back[at] == met[at] {
                while let Some(node) = open.pop() {
                    component[node] = count;
                    if node == at {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    component
}

/// A cycle of the edges by which nodes were last come to.
fn cycle_back(edges: &[Edge], last: &[Option<usize>]) -> Option<Vec<usize>> {
    // In which look a node was met first; 0 for none.
    let mut met = vec![0_usize; last.len()];
    for start in 0..last.len() {
        let mut at = start;
        while met[at] == 0 {
            met[at] = start + 1;
            let Some(number) = last[at] else { break };
            at = edges[number].from;
        }
        if met[at] != start + 1 || last[at].is_none() {
            continue;
        }
        let mut cycle = Vec::new();
        let end = at;
        while let Some(number) = last[at] {
            cycle.push(number);
            at = edges[number].from;
            if at == end {
                cycle.reverse();
                return Some(cycle);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes of their own classes.
    fn found(edges: &[(usize, usize, i64)]) -> Option<Vec<usize>> {
        let edges = edges.iter().map(|&(from, to, weight)| Edge { from, to, weight });
        bad_walk(&edges.collect::<Vec<_>>(), &[0, 1, 2, 3])
    }

    #[test]
    fn sinking_cycles_are_found() {
        assert_eq!(found(&[]), None);
        assert_eq!(found(&[(0, 1, -5), (1, 2, -5), (0, 2, -1)]), None);
        assert_eq!(found(&[(0, 1, 2), (1, 0, -2)]), None);
        assert_eq!(found(&[(3, 3, -1)]), Some(vec![0]));
        let mut cycle = found(&[(0, 1, 3), (1, 2, -2), (2, 1, 1), (2, 0, 5), (1, 0, 9)]).unwrap();
        cycle.sort_unstable();
        assert_eq!(cycle, [1, 2]);
    }

    /// The least sum of a walk from `at` to one of `ends` that comes to no node twice but perhaps back to its first.
    fn least(edges: &[Edge], ends: u32, at: usize, seen: u32) -> Option<i64> {
        let from = edges.iter().filter(|edge| edge.from == at);
        let sums = from.flat_map(|edge| {
            let there = (ends >> edge.to & 1 == 1).then_some(edge.weight);
            let on = (seen >> edge.to & 1 == 0)
                .then(|| least(edges, ends, edge.to, seen | 1 << edge.to))
                .flatten();
            [there, on.map(|sum| sum + edge.weight)]
        });
        sums.flatten().min()
    }

    /// Against all simple walks of small graphs.
    #[test]
    fn random_graphs_agree_with_all_simple_walks() {
        let mut seed = 1_u64;
        let mut roll = |sides: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % sides
        };
        let mut counts = [0; 3];
        for _ in 0..4000 {
            let nodes = 2 + roll(5) as usize;
            let classes: Vec<usize> = (0..nodes).map(|_| roll(nodes as u64) as usize).collect();
            let edges: Vec<Edge> = (0..roll(10))
                .map(|_| Edge {
                    from: roll(nodes as u64) as usize,
                    to: roll(nodes as u64) as usize,
                    weight: roll(9) as i64 - 3,
                })
                .collect();
            let sinks = |ends: &dyn Fn(usize) -> u32| {
                (0..nodes).any(|at| least(&edges, ends(at), at, 1 << at).is_some_and(|sum| sum < 0))
            };
            let class = |at: usize| {
                let same = (0..nodes).filter(|&node| classes[node] == classes[at]);
                same.fold(0, |set, node| set | 1 << node)
            };
            let (cycle, walk) = (sinks(&|at| 1 << at), sinks(&class));
            let found = bad_walk(&edges, &classes);
            assert_eq!(found.is_some(), walk, "{edges:?} {classes:?}");
            counts[usize::from(cycle) + usize::from(walk)] += 1;
            let Some(found) = found else { continue };
            assert!(found.iter().map(|&edge| edges[edge].weight).sum::<i64>() < 0);
            for pair in found.windows(2) {
                assert_eq!(edges[pair[0]].to, edges[pair[1]].from);
            }
            let (first, last) = (edges[found[0]].from, edges[*found.last().unwrap()].to);
            assert_eq!(classes[first], classes[last]);
        }
        assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
    }

    /// Against what can be come to from where.
    #[test]
    fn components_are_what_leads_back() {
        let mut seed = 7_u64;
        let mut roll = |sides: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % sides as usize
        };
        for _ in 0..500 {
            let nodes = 1 + roll(8);
            let pairs: Vec<(usize, usize)> =
                (0..roll(14)).map(|_| (roll(nodes as u64), roll(nodes as u64))).collect();
            let mut leads = vec![vec![false; nodes]; nodes];
            (0..nodes).for_each(|node| leads[node][node] = true);
            for _ in 0..nodes {
                for &(from, to) in &pairs {
                    for start in &mut leads {
                        start[to] |= start[from];
                    }
                }
            }
            let found = components(&pairs, nodes);
            for (a, b) in (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b))) {
                assert_eq!(found[a] == found[b], leads[a][b] && leads[b][a], "{pairs:?}");
            }
        }
    }
}
