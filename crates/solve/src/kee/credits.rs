//! Pass nodes, and the credit that Black needs on each.
//!
//! An average is held if no cycle of pass nodes sums to less, so it is a game about energy: what is
//! scored below the margin is paid from a credit, what is scored above fills it up again. The least credit that is enough on each node begins
//! at none and rises where White can force that it is not enough; nodes nobody comes to by best play are never looked at.

use num_rational::Ratio;
use rustc_hash::FxHashMap;
use shinpan_rules::Score;

use super::segment::PassNode;
use crate::compact::{BLACK, Field, Mask, Safe, WHITE, safe};

/// An end of a segment: a pass node, and whether the pass scores its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct End(u32);

impl End {
    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn scores(self) -> bool {
        self.0 & 1 == 1
    }
}

/// What is known of a pass node.
struct Node {
    at: PassNode,
    /// Black's margin.
    margin: i32,
    credit: i32,
    /// Safe chains hold the margin from here on.
    safe: bool,
}

/// No credit is enough.
const NEVER: i32 = i32::MAX;

/// A point of the margin, where scoring matters besides: smaller parts of credit are paid for each pass that does not
/// score, and given for each that does.
const POINT: i32 = 1 << 12;

/// The nodes met so far.
pub(crate) struct Credits<'a> {
    field: &'a Field<u32>,
    /// The margin that Black wants to hold on average.
    pub(crate) margin: Score,
    /// Whether a cycle without a scoring position is good enough.
    pub(crate) none: bool,
    /// More credit than this is taken for never enough.
    pub(crate) cap: i32,
    /// The most that is paid in parts of points, and what a pass that scores gives.
    small: i32,
    numbers: FxHashMap<PassNode, u32>,
    nodes: Vec<Node>,
}

impl<'a> Credits<'a> {
    pub(crate) fn new(
        field: &'a Field<u32>,
        margin: Score,
        none: bool,
        doubled: u32,
    ) -> Credits<'a> {
        let point = if none { 1 } else { POINT };
        let cap = (4 * *margin.denom() as i32 * point) << doubled;
        let small = (8 << doubled).min(POINT / 4);
        let (numbers, nodes) = (FxHashMap::default(), Vec::new());
        Credits { field, margin, none, cap, small, numbers, nodes }
    }

    /// Whether safe chains of a player hold the margin for him, or below it
    /// (docs/findings/proofs.md, "Kee Rules").
    pub(crate) fn held(&self, safe: Safe<u32>, player: usize) -> bool {
        let held = i64::from((safe.stones | safe.regions).size());
        let least = Ratio::from_integer(2 * held - self.field.points as i64);
        held > 0 && if player == BLACK { least >= self.margin } else { -least < self.margin }
    }

    /// An end of a segment. Nodes that a symmetry of the board leads to each other are one.
    pub(crate) fn end(&mut self, at: PassNode, scores: bool) -> End {
        let at = PassNode { stones: self.field.standard(at.stones).0, ..at };
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(at).or_insert(next);
        if number == next {
            let by = |player| self.held(safe(self.field, at.stones, player, false), player);
            let safe = by(BLACK);
            let credit = if !safe && by(WHITE) { NEVER } else { 0 };
            let margin = at.stones.margin(self.field);
            self.nodes.push(Node { at, margin, credit, safe });
        }
        End(number << 1 | u32::from(scores))
    }

    /// What Black must have where a segment ends so.
    pub(crate) fn cost(&self, end: End) -> i32 {
        let node = &self.nodes[end.node()];
        if node.safe {
            // Nothing leads back from there.
            return 0;
        }
        if node.credit == NEVER {
            return NEVER;
        }
        (node.credit - self.gain(end)).max(0)
    }

    /// What an end gives, or takes.
    fn gain(&self, end: End) -> i32 {
        let (point, small) = if self.none { (1, 0) } else { (POINT, self.small) };
        if end.scores() { self.above(end) as i32 * point + small } else { -i32::from(!self.none) }
    }

    /// How far the margin that is scored lies above the one wanted, as a whole number.
    pub(crate) fn above(&self, end: End) -> i64 {
        let (top, bottom) = (*self.margin.numer(), *self.margin.denom());
        i64::from(self.nodes[end.node()].margin) * bottom - top
    }

    pub(crate) fn is_safe(&self, end: End) -> bool {
        self.nodes[end.node()].safe
    }

    pub(crate) fn at(&self, node: usize) -> PassNode {
        self.nodes[node].at
    }

    /// What Black needs on a node, as far as is known; `None` if nothing is enough.
    pub(crate) fn credit(&self, node: usize) -> Option<i32> {
        let credit = self.nodes[node].credit;
        (credit != NEVER).then_some(credit)
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Black needs at least so much on a node.
    pub(crate) fn raise(&mut self, node: usize, least: i32) {
        let parts = least % POINT;
        // Rounding up shows the same in fewer steps; what it hides is not proven.
        let rounded = if !self.none && parts > 2 * self.small && least <= self.cap {
            least - parts + POINT
        } else {
            least
        };
        self.nodes[node].credit = if rounded > self.cap { NEVER } else { rounded };
    }
}
