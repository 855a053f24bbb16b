//! Moves of a question, with what a search knows of them.

use super::key::Key;
use super::positions::Past;
use super::question::Question;
use crate::compact::{Mask, Placed, Stones};
use crate::table::Tags;

/// A move and what is known of it.
pub(super) struct Child<M> {
    pub(super) question: Question<M>,
    /// Whether the move is a play.
    pub(super) play: bool,
    /// What it adds to the history.
    pub(super) past: Step<M>,
    pub(super) place: Place<M>,
    pub(super) tags: Tags,
    /// For the player to move after it.
    pub(super) win: u32,
    pub(super) lose: u32,
}

/// What a play leads to, and how.
pub(super) type Played<M> = (Question<M>, Placed<M>);

/// Where the table has a question: its standard form, and the symmetry that leads to it.
#[derive(Clone, Copy)]
pub(super) struct Place<M> {
    pub(super) key: Key<M>,
    pub(super) turn: usize,
}

impl<M: Mask> Place<M> {
    pub(super) fn new(question: &Question<M>, standard: (Stones<M>, usize)) -> Place<M> {
        let (stones, turn) = standard;
        Place { key: Key::new(stones, question.to_move as u8, question.mode), turn }
    }
}

/// What a move adds to the history: a situation that waited for it, and the one it leads to.
///
/// The situation after a pass that could be the first of two that end a stage is added only when a
/// play follows (docs/decisions/0004: otherwise it is as if it had never been).
pub(super) type Step<M> = [Option<Past<M>>; 2];
