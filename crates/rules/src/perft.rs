//! Counting all sequences of moves: a fingerprint of a rulebook.

use crate::game::{Game, Status};
use crate::history::Move;

/// The number of sequences of moves (plays and passes) of each length from 0 to `depth` that can
/// be made from here. A game that has ended is not extended.
#[must_use]
pub fn perft(game: &Game, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth + 1];
    count(game, &mut counts);
    counts
}

fn count(game: &Game, counts: &mut [u64]) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    *here += 1;
    if deeper.is_empty() || *game.status() != Status::InPlay {
        return;
    }
    for made in game.legal().into_iter().map(Move::Play).chain([Move::Pass]) {
        let mut next = game.clone();
        if next.play(made).is_ok() {
            count(&next, deeper);
        }
    }
}
