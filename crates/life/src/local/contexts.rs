//! Plays that won, by the move they answered and by what stands around it: where the same stands there, the same is likely to win.

use rustc_hash::FxHashMap;

use super::game::{PASS, Stones};
use crate::patch::Patch;

/// How many steps around a move are looked at.
const STEPS: usize = 2;

/// What the opponent played, and the owner's and the opponent's stones around it.
type Context = (u8, u64, u64);

/// The owner's plays that won.
pub(super) struct Contexts {
    /// The points around each point.
    around: Vec<u64>,
    plays: FxHashMap<Context, u8>,
}

impl Contexts {
    /// Nothing is known.
    pub(super) fn new(patch: &Patch) -> Contexts {
        let near = |set: u64| set | patch.around(set);
        let around = (0..patch.near.len()).map(|at| (0..STEPS).fold(1 << at, |set, _| near(set)));
        Contexts { around: around.collect(), plays: FxHashMap::default() }
    }

    /// A play won after this move.
    pub(super) fn note(&mut self, now: &Stones, last: u8, play: u8) {
        if let Some(context) = self.context(now, last) {
            self.plays.insert(context, play);
        }
    }

    /// What won last after this move with the same around it.
    pub(super) fn answer(&self, now: &Stones, last: u8) -> Option<u8> {
        self.plays.get(&self.context(now, last)?).copied()
    }

    /// `None` after a pass.
    fn context(&self, now: &Stones, last: u8) -> Option<Context> {
        let around = if last == PASS { None } else { self.around.get(usize::from(last)) }?;
        Some((last, now.own & around, now.others & around))
    }
}
