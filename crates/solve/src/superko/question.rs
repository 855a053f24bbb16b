//! What a search under superko is asked.

use super::rules::Mode;
use crate::compact::Stones;

/// A question: can Black reach this margin, in half points, from here on?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question<M> {
    pub(crate) stones: Stones<M>,
    pub(crate) to_move: usize,
    pub(crate) mode: Mode,
    pub(crate) bound: i16,
}
