//! What is asked, and the moves from there.

use super::place::Place;
use crate::loopy::State;

/// Can Black get this margin, in points, from here on?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question<M> {
    pub(super) stage: u8,
    pub(super) state: State<M>,
    pub(super) wanted: Wanted,
}

/// What Black wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    pub(super) bound: i16,
    /// Whether a draw by a cycle is as good.
    pub(super) draws: bool,
}

/// A move.
#[derive(Clone, Copy)]
pub(super) struct Step<M> {
    /// The play; none for a pass.
    pub(super) point: Option<usize>,
    /// What it leads to; none if the last stage ends.
    pub(super) next: Option<(Question<M>, Place<M>)>,
    /// How many plays more Black has made by it.
    pub(super) lead: i16,
}
