//! Removal, territory and score (RULES.md 5).

use super::{Board, ChainStatus};
use crate::position::chain;

/// What follows from the statuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// The points whose stones are removed, in ascending order.
    pub removed: Vec<usize>,
    /// The territory of each player, in ascending order.
    pub territory: [Vec<usize>; 2],
    /// Territory less own prisoners, of each player, without komi.
    pub score: [i64; 2],
}

/// Removes, finds the territories and counts. `prisoners` is how many stones of each colour were
/// captured before.
#[must_use]
pub fn count(board: &Board, stones: &[u8], statuses: &[ChainStatus], prisoners: [i64; 2]) -> Count {
    let chain_at = |point: usize| statuses.iter().find(|chain| chain.points.contains(&point));
    let alive_of = |point: usize, player: usize| {
        chain_at(point).is_some_and(|chain| chain.owner == player && chain.alive)
    };

    let mut removed = Vec::new();
    for player in 0..2 {
        // The board without the player's independently alive chains, in connected parts.
        let outside: Vec<u8> =
            (0..stones.len()).map(|point| u8::from(alive_of(point, player))).collect();
        for point in (0..stones.len()).filter(|&point| outside[point] == 0) {
            let part = chain(&board.neighbours, &outside, point);
            let only_these = part.iter().all(|&inside| {
                chain_at(inside).is_none_or(|chain| chain.owner != player && !chain.alive)
            });
            let touches = part
                .iter()
                .any(|&inside| board.neighbours[inside].iter().any(|&next| outside[next] == 1));
            if only_these && touches && stones[point] != 0 {
                removed.push(point);
            }
        }
    }
    removed.sort_unstable();

    let mut after = stones.to_vec();
    let mut lost = prisoners;
    for &point in &removed {
        lost[usize::from(stones[point]) - 1] += 1;
        after[point] = 0;
    }

    let mut territory = [Vec::new(), Vec::new()];
    for point in (0..after.len()).filter(|&point| after[point] == 0) {
        let region = chain(&board.neighbours, &after, point);
        let mut bordering: Vec<usize> = region
            .iter()
            .flat_map(|&empty| board.neighbours[empty].iter().copied())
            .filter(|&next| after[next] != 0)
            .collect();
        bordering.sort_unstable();
        bordering.dedup();
        for (player, territory) in territory.iter_mut().enumerate() {
            if !bordering.is_empty() && bordering.iter().all(|&next| alive_of(next, player)) {
                territory.push(point);
            }
        }
    }

    let score = [0, 1].map(|player| territory[player].len() as i64 - lost[player]);
    Count { removed, territory, score }
}
