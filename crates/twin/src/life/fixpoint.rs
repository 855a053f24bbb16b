//! The least fixpoint.

use super::states::Graph;

/// For each state, which of the questions its owner has won: bit *k* is set if `owner` can force, from
/// this state, that a formation of his covers one of the points of question *k*. At most 64 questions.
pub(super) fn won(graph: &mut Graph, owner: usize, questions: &[Vec<usize>]) -> Vec<u64> {
    let mut achieved = vec![0; graph.positions.len()];
    for (position, achieved) in achieved.iter_mut().enumerate() {
        let covered = graph.positions.covered(position, owner);
        for (bit, question) in questions.iter().enumerate() {
            if question.iter().any(|point| covered.contains(point)) {
                *achieved |= 1u64 << bit;
            }
        }
    }
    let situations = &graph.situations;
    let mut won: Vec<u64> = situations.iter().map(|&(position, _)| achieved[position]).collect();
    loop {
        let mut changed = false;
        for state in (0..won.len()).rev() {
            let next = graph.successors(state);
            let by_a_move = if next.is_empty() {
                0
            } else if situations[state].1 == owner {
                next.iter().fold(0, |some, &after| some | won[after])
            } else {
                next.iter().fold(u64::MAX, |all, &after| all & won[after])
            };
            if won[state] | by_a_move != won[state] {
                won[state] |= by_a_move;
                changed = true;
            }
        }
        if !changed {
            return won;
        }
    }
}
