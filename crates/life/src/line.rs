//! A line of play that shows what a proof says.

use std::cmp::Reverse;

use shinpan_board::{Board, Player, Point, Position};

use crate::analysis::Reading;
use crate::proof::{Claim, Node, Proof, Space, Step};
use crate::replay::Replay;

/// A line of play that shows what a proof says, and where it comes to.
#[derive(Clone, Debug)]
pub struct Line<'b> {
    /// The moves: the opponent of the chain's owner moves first, the sides alternate, `None` is a pass.
    pub plays: Vec<Option<Point>>,
    /// The nodes that it goes through, by their places in the proof, the last of all first. It ends at the last of these.
    pub nodes: Vec<usize>,
    /// Whether nothing more is needed at its end. It is not whole where it is too long to be shown, or where both sides pass.
    pub whole: bool,
    /// What stands at its end.
    pub after: Replay<'b>,
    mover: Player,
}

impl Line<'_> {
    /// Makes a move, if the rules allow it. A pass after a pass would end the play.
    fn goes_on(&mut self, board: &Board, play: Option<u16>) -> bool {
        if play.is_none() && self.plays.last() == Some(&None) {
            return false;
        }
        let Some(after) = self.after.after(self.mover, play) else { return false };
        (self.after, self.mover) = (after, self.mover.next(2));
        self.plays.push(play.and_then(|at| board.point(usize::from(at))));
        true
    }

    /// Makes the moves of a strategy that are shown, each the first of those that may be made.
    fn shows(&mut self, board: &Board, space: &Space) {
        // Each comes after the one that it follows.
        let mut before = None;
        self.whole = space.shown.is_empty();
        for (at, shown) in space.shown.iter().enumerate() {
            if shown.before == before && self.goes_on(board, shown.play) {
                (before, self.whole) = (Some(at), shown.settles);
            }
        }
    }
}

impl Proof {
    /// The prover's best moves and the other side's longest resistance, a play first, for a chain that the proof covers, on the board that the proof is about; `None` if it
    /// says nothing, or the board has no such position.
    ///
    /// Nodes are about their zones, whatever else stands: they answer moves, too, that cannot be made where the line has come to. Those are left out.
    #[must_use]
    pub fn line<'b>(
        &self,
        board: &'b Board,
        reading: Reading,
        chain: &[Point],
    ) -> Option<Line<'b>> {
        let owner = self.player()?;
        let after = Replay::of(self, board, reading)?;
        let (plays, nodes, mover) = (Vec::new(), Vec::new(), owner.next(2));
        let mut line = Line { plays, nodes, whole: false, after, mover };
        let depths = self.depths();
        // A proof rests on earlier nodes; one that was never checked might not.
        let (mut at, mut last) = (self.nodes.len() - 1, self.nodes.len());
        while let Some(node) = self.nodes.get(at).filter(|_| at < last) {
            last = at;
            line.nodes.push(at);
            match &node.step {
                Step::Stands(_)
                | Step::Walled(_)
                | Step::Reached
                | Step::Windows(..)
                | Step::Apart(_) => {
                    line.whole = true;
                    break;
                }
                Step::Space(space) => {
                    line.shows(board, space);
                    break;
                }
                Step::Again(_) | Step::Joined(..) | Step::Linked(..) => {
                    let Some(below) = self.below(node, line.after.position(), chain) else { break };
                    at = below;
                }
                Step::Own(play, child) => {
                    if !line.goes_on(board, *play) {
                        break;
                    }
                    at = *child;
                }
                Step::Other(answers) => {
                    // A killer who is not needed yet passes first.
                    if node.claim == Claim::NeverLives && line.mover != owner {
                        line.goes_on(board, None);
                    }
                    // An attack begins with a play, if one is answered.
                    let begins = line.plays.is_empty();
                    let mut answers: Vec<&(Option<u16>, usize)> = answers.iter().collect();
                    answers.sort_by_key(|(play, child)| {
                        let depth = depths.get(*child).copied().unwrap_or(0);
                        Reverse((begins && play.is_some(), depth, play.is_some()))
                    });
                    let made = answers.iter().find(|(play, _)| line.goes_on(board, *play));
                    let Some((_, child)) = made else { break };
                    at = *child;
                }
            }
        }
        Some(line)
    }

    /// The node that shows what a node without a move says of a chain: of two that it puts together the one that covers the chain.
    #[must_use]
    pub fn below(&self, node: &Node, now: &Position, chain: &[Point]) -> Option<usize> {
        match node.step {
            Step::Again(child) | Step::Joined(child, _) => Some(child),
            Step::Linked(base, tree) => {
                let kept = node.claim == Claim::Lives && !self.covers(tree, now, chain);
                Some(if kept { base } else { tree })
            }
            _ => None,
        }
    }

    /// Whether a node is proved for a point of a chain, or for a stone connected to it.
    #[must_use]
    pub fn covers(&self, at: usize, now: &Position, chain: &[Point]) -> bool {
        let cover = self.nodes.get(at).map(|node| &node.cover[..]).unwrap_or_default();
        let covered = |point: &Point| {
            let meets = |at: Point| at == *point || now.same_chain(at, *point);
            cover.iter().any(|&at| meets(Point::new(at)))
        };
        chain.iter().any(covered)
    }

    /// How many moves each node is from what stands.
    fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let of = |child: &usize| depths.get(*child).copied().unwrap_or(0);
            depths.push(match &node.step {
                Step::Stands(_)
                | Step::Walled(_)
                | Step::Reached
                | Step::Windows(..)
                | Step::Apart(_)
                | Step::Space(_) => 0,
                Step::Again(child) | Step::Joined(child, _) | Step::Linked(_, child) => of(child),
                Step::Own(_, child) => 1 + of(child),
                Step::Other(answers) => {
                    1 + answers.iter().map(|(_, child)| of(child)).max().unwrap_or(0)
                }
            });
        }
        depths
    }
}
