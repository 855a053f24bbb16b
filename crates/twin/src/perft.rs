//! INTERFACE.md, perft: the number of move sequences of each length.

use crate::game::{Game, started};
use crate::report::{Move, Setup};

/// The number of move sequences (plays and passes) of each length from 0 to `depth`; a game that
/// has ended is not extended.
pub fn perft(setup: &Setup, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth + 1];
    count(&started(setup), &mut counts);
    counts
}

/// Counts this sequence, and every sequence that extends it.
fn count(game: &Game<'_>, counts: &mut [u64]) {
    counts[game.moves] += 1;
    if game.moves + 1 == counts.len() || game.is_over() {
        return;
    }
    let mut moves = vec![Move::Pass];
    moves.extend((0..game.setup.start.len()).map(Move::Play));
    for mv in moves {
        if let Ok(next) = game.with(mv) {
            count(&next, counts);
        }
    }
}
