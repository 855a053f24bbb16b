//! Two-eye-formations.

use super::Board;

/// Chains of one player, and the two empty points they border.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formation {
    /// The two empty points.
    pub eyes: [usize; 2],
    /// The points of its chains, in ascending order.
    pub points: Vec<usize>,
}

/// Every two-eye-formation of a player (0-based) that stands in a position: some of his chains and two
/// empty points, such that each of the chains is adjacent to both points, none of them has another
/// liberty, and each of the points is adjacent to these chains only.
///
/// Each point being adjacent to these chains only, and each chain adjacent to it, the chains are just
/// those that a point is adjacent to. So there is one set of chains to look at for each pair of points.
#[must_use]
pub fn formations(board: &Board, stones: &[u8], player: usize) -> Vec<Formation> {
    let chains = board.chains(stones);
    let empty: Vec<usize> = (0..stones.len()).filter(|&point| stones[point] == 0).collect();
    let mut found = Vec::new();
    for &first in &empty {
        for &second in empty.iter().filter(|&&second| second > first) {
            let eyes = [first, second];
            let adjacent_to_these_only = eyes.iter().all(|&eye| {
                let mut next = board.neighbours[eye].iter();
                next.all(|&point| usize::from(stones[point]) == player + 1)
            });
            let these: Vec<&Vec<usize>> = chains
                .iter()
                .map(|(points, _)| points)
                .filter(|points| {
                    let liberties = board.liberties(stones, points);
                    liberties.contains(&first) || liberties.contains(&second)
                })
                .collect();
            let adjacent_to_both_and_no_other =
                these.iter().all(|points| board.liberties(stones, points) == eyes);
            if adjacent_to_these_only && adjacent_to_both_and_no_other && !these.is_empty() {
                let mut points: Vec<usize> = these.into_iter().flatten().copied().collect();
                points.sort_unstable();
                found.push(Formation { eyes, points });
            }
        }
    }
    found
}
