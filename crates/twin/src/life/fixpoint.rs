//! The least fixpoint.

use super::formation::formations;
use super::states::States;

/// For each state, which of the questions its owner has won: bit *k* is set if `owner` can force, from
/// this state, that a formation of his covers one of the points of question *k*. At most 64 questions.
pub(super) fn forced(states: &States, owner: usize, questions: &[Vec<usize>]) -> Vec<u64> {
    let achieved: Vec<u64> = states
        .positions
        .iter()
        .map(|stones| {
            let standing = formations(states.board, stones, owner);
            let covers = |question: &Vec<usize>| {
                question
                    .iter()
                    .any(|point| standing.iter().any(|formation| formation.points.contains(point)))
            };
            let bits = questions.iter().enumerate();
            bits.filter(|(_, question)| covers(question)).map(|(bit, _)| 1u64 << bit).sum()
        })
        .collect();

    let mut won: Vec<u64> =
        states.situations.iter().map(|&(position, _)| achieved[position]).collect();
    loop {
        let mut changed = false;
        for state in (0..won.len()).rev() {
            let next = states.successors(state);
            let by_a_move = if next.is_empty() {
                0
            } else if states.situations[state].1 == owner {
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
