//! A line of play that shows what a proof says.

use std::cmp::Reverse;

use shinpan_board::{Board, Player, Point};

use crate::analysis::Reading;
use crate::proof::{Claim, Proof, Space, Step};
use crate::replay::Replay;

/// Moves that were made one after the other.
struct Line<'b> {
    now: Replay<'b>,
    mover: Player,
    plays: Vec<Option<u16>>,
}

impl Line<'_> {
    /// Makes a move, if the rules allow it. A pass after a pass would end the play.
    fn goes_on(&mut self, play: Option<u16>) -> bool {
        if play.is_none() && self.plays.last() == Some(&None) {
            return false;
        }
        let Some(after) = self.now.after(self.mover, play) else { return false };
        (self.now, self.mover) = (after, self.mover.next(2));
        self.plays.push(play);
        true
    }

    /// Makes the moves of a strategy that are shown, each the first of those that may be made.
    fn shows(&mut self, space: &Space) {
        // Each comes after the one that it follows.
        let mut before = None;
        for (at, shown) in space.shown.iter().enumerate() {
            if shown.before == before && self.goes_on(shown.play) {
                before = Some(at);
            }
        }
    }
}

impl Proof {
    /// The prover's best moves and the other side's longest resistance, on the board that the proof is about: the opponent of the chain's owner moves
    /// first, the sides alternate, `None` is a pass.
    ///
    /// Nodes are about their zones, whatever else stands: they answer moves, too, that cannot be made where the line has come to. Those are left out.
    #[must_use]
    pub fn line(&self, board: &Board, reading: Reading) -> Vec<Option<Point>> {
        let (Some(owner), Some(now)) = (self.player(), Replay::of(self, board, reading)) else {
            return Vec::new();
        };
        let depths = self.depths();
        let mut line = Line { now, mover: owner.next(2), plays: Vec::new() };
        // A proof rests on earlier nodes; one that was never checked might not.
        let (mut at, mut last) = (self.nodes.len() - 1, self.nodes.len());
        while let Some(node) = self.nodes.get(at).filter(|_| at < last) {
            last = at;
            match &node.step {
                Step::Stands(_)
                | Step::Walled(_)
                | Step::Reached
                | Step::Windows(..)
                | Step::Apart(_) => break,
                Step::Space(space) => {
                    line.shows(space);
                    break;
                }
                Step::Again(child) | Step::Joined(child, _) | Step::Linked(_, child) => at = *child,
                Step::Own(play, child) => {
                    if !line.goes_on(*play) {
                        break;
                    }
                    at = *child;
                }
                Step::Other(answers) => {
                    // A killer who is not needed yet passes first.
                    if node.claim == Claim::NeverLives && line.mover != owner {
                        line.goes_on(None);
                    }
                    let mut answers: Vec<&(Option<u16>, usize)> = answers.iter().collect();
                    answers.sort_by_key(|(play, child)| {
                        Reverse((depths.get(*child).copied().unwrap_or(0), play.is_some()))
                    });
                    let Some((_, child)) = answers.iter().find(|(play, _)| line.goes_on(*play))
                    else {
                        break;
                    };
                    at = *child;
                }
            }
        }
        let point = |at: u16| board.point(usize::from(at));
        line.plays.into_iter().map(|play| play.and_then(point)).collect()
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
