//! Pass nodes, and the credit that Black needs on each.
//!
//! An average is held if no cycle of pass nodes sums to less, so it is a game about energy: what is
//! scored below the margin is paid from a credit, what is scored above fills it up again. The least credit that is enough on each node begins
//! at none and rises where White can force that it is not enough; nodes nobody comes to by best play are never looked at.

use num_rational::Ratio;
use rustc_hash::FxHashMap;
use shinpan_rules::Score;

use super::ground::{Ground, Sure};
use super::kept::Need;
use super::segment::PassNode;
use crate::compact::{BLACK, Mask, WHITE};

/// An end of a segment: a pass node, and whether the pass scores its position. Or, where White fills a point of his own, the node that
/// it is played on from as if he had passed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct End(u32);

const SCORES: u32 = 1;
const FILLS: u32 = 2;

impl End {
    pub(crate) fn node(self) -> usize {
        (self.0 >> 2) as usize
    }

    pub(crate) fn scores(self) -> bool {
        self.0 & SCORES != 0
    }

    /// Whether it is a fill, which is made once and for all: no cycle goes through it.
    pub(crate) fn is_fill(self) -> bool {
        self.0 & FILLS != 0
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
    ground: Ground<'a>,
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
    pub(crate) fn new(ground: Ground<'a>, margin: Score, none: bool, doubled: u32) -> Credits<'a> {
        let point = if none { 1 } else { POINT };
        let cap = (4 * *margin.denom() as i32 * point) << doubled;
        let small = (8 << doubled).min(POINT / 4);
        let (numbers, nodes) = (FxHashMap::default(), Vec::new());
        Credits { ground, margin, none, cap, small, numbers, nodes }
    }

    /// Whether what a player is sure of holds the margin for him, or below it
    /// (docs/findings/proofs.md, "Kee Rules").
    pub(crate) fn held(&self, sure: &Sure, player: usize) -> bool {
        let held = i64::from(sure.area);
        let least = Ratio::from_integer(2 * held - self.ground.field.points as i64);
        held > 0 && if player == BLACK { least >= self.margin } else { -least < self.margin }
    }

    /// An end of a segment. Nodes that a symmetry of the board leads to each other are one.
    pub(crate) fn end(&mut self, at: PassNode, scores: bool) -> End {
        End(self.number(at) << 2 | if scores { SCORES } else { 0 })
    }

    /// A fill of White's, from which it goes on as from this node.
    pub(crate) fn fill(&mut self, at: PassNode) -> End {
        End(self.number(at) << 2 | FILLS)
    }

    /// The number of a node. If Black spares White's walls anyhow he need not know how many fills there were.
    fn number(&mut self, at: PassNode) -> u32 {
        let sparing = PassNode { fills: self.ground.breaking, ..at };
        if at.fills < sparing.fills {
            let number = self.number(sparing);
            if self.credit(number as usize).is_some() {
                return number;
            }
        }
        self.own_number(at)
    }

    /// The number of just this node.
    fn own_number(&mut self, at: PassNode) -> u32 {
        let at = PassNode { stones: self.ground.field.standard(at.stones).0, ..at };
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(at).or_insert(next);
        if number == next {
            let PassNode { stones, passer, fills } = at;
            let sure = |player| self.ground.sure(stones, player, 1 - passer, fills);
            let by = |player| self.held(&sure(player), player);
            let safe = by(BLACK);
            let credit = if !safe && by(WHITE) { NEVER } else { 0 };
            let margin = at.stones.margin(self.ground.field);
            self.nodes.push(Node { at, margin, credit, safe });
        }
        number
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
        if end.is_fill() {
            // It can be paid for, being made so often and no more.
            return 0;
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

    /// Whether a node is one on which Black spares walls though he need not yet, while he does not on another one among these.
    pub(crate) fn mixed(&self, order: &[usize]) -> bool {
        let mut among = vec![false; self.nodes.len()];
        order.iter().for_each(|&node| among[node] = true);
        order.iter().any(|&node| {
            let at = self.nodes[node].at;
            let sparing = PassNode { fills: self.ground.breaking, ..at };
            at != sparing && self.numbers.get(&sparing).is_some_and(|&twin| among[twin as usize])
        })
    }

    /// About how many bytes they take, the places a map keeps free included.
    pub(crate) fn bytes(&self) -> u64 {
        (self.nodes.len() * (size_of::<Node>() + 2 * size_of::<(PassNode, u32)>())) as u64
    }

    /// What is needed on nodes, as far as that is not clear at once.
    pub(super) fn needs(&self) -> Vec<Need> {
        let raised = self.nodes.iter().filter(|node| node.credit > 0);
        raised.map(|node| (node.at, node.credit)).collect()
    }

    /// Begins with what is known to be needed. What is of no node here is passed over.
    pub(super) fn begin_from(&mut self, needs: &[Need]) {
        for &(at, credit) in needs {
            let PassNode { stones, fills, .. } = at;
            let fits = stones.taken().within(self.ground.field.all)
                && !stones.0[BLACK].meets(stones.0[WHITE])
                && fills <= self.ground.breaking;
            if fits {
                let number = self.own_number(at) as usize;
                let known = self.nodes[number].credit.max(credit);
                self.nodes[number].credit = if known > self.cap { NEVER } else { known };
            }
        }
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
