//! Plays between two passes.

use super::arena::Arena;
use super::levels::Wanted;
use crate::limits::Budget;
use crate::value::Limit;

/// A position with the player who has just passed on it, and how many passes there were in a row, counted up to the
/// number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node {
    pub(super) position: u32,
    pub(super) passer: u8,
    pub(super) run: u8,
}

/// A pass that ends a segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Exit {
    pub(super) node: Node,
    /// Whether there was no play before it.
    pub(super) direct: bool,
}

/// What ends of a segment are worth to the side that is looked at.
pub(super) trait Exits {
    fn worth(&mut self, exit: Exit) -> i32;
}

/// A segment as it is played: what stood since the last pass, who is to move.
pub(super) struct Segment<'a> {
    arena: &'a Arena,
    wanted: &'a Wanted,
    path: Vec<u32>,
    to_move: usize,
    /// Passes in a row before its first play.
    run: u8,
    /// Positions of the path when it began.
    begun: usize,
}

/// Longer segments are given up.
const LONGEST: usize = 1_000;

impl<'a> Segment<'a> {
    /// The one with which a game begins, after these positions.
    pub(super) fn first(
        arena: &'a Arena,
        wanted: &'a Wanted,
        history: &[u32],
        to_move: usize,
    ) -> Segment<'a> {
        Segment { arena, wanted, path: history.to_vec(), to_move, run: 0, begun: history.len() }
    }

    /// The one after a pass.
    pub(super) fn after(arena: &'a Arena, wanted: &'a Wanted, node: Node) -> Segment<'a> {
        let to_move = (usize::from(node.passer) + 1) % arena.players();
        Segment { arena, wanted, path: vec![node.position], to_move, run: node.run, begun: 1 }
    }

    fn ours(&self) -> bool {
        self.wanted.moves(self.to_move)
    }

    fn pass(&self) -> Exit {
        let direct = self.path.len() == self.begun;
        let run = if direct { self.run } else { 0 };
        let run = (run + 1).min(self.arena.players() as u8);
        let position = self.path.last().copied().unwrap_or(0);
        Exit { node: Node { position, passer: self.to_move as u8, run }, direct }
    }

    /// The positions that plays lead to: K-13.
    fn plays(&self) -> Vec<u32> {
        let position = self.path.last().copied().unwrap_or(0);
        let plays = self.arena.plays(position, self.to_move).iter().copied();
        plays.filter(|next| !self.path.contains(next)).collect()
    }

    fn deeper<T>(&mut self, next: u32, look: impl FnOnce(&mut Self) -> T) -> T {
        let players = self.arena.players();
        self.path.push(next);
        self.to_move = (self.to_move + 1) % players;
        let found = look(self);
        self.to_move = (self.to_move + players - 1) % players;
        self.path.pop();
        found
    }

    fn spend(&self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        if self.path.len() > LONGEST {
            return Err(Limit::Beyond(format!("a segment of {LONGEST} moves has not ended")));
        }
        budget.spend()
    }

    /// Whether the side can force an end that is worth at least so much.
    pub(super) fn reaches(
        &mut self,
        least: i32,
        exits: &mut impl Exits,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        self.spend(budget)?;
        let ours = self.ours();
        if (exits.worth(self.pass()) >= least) == ours {
            return Ok(ours);
        }
        for next in self.plays() {
            if self.deeper(next, |deeper| deeper.reaches(least, exits, budget))? == ours {
                return Ok(ours);
            }
        }
        Ok(!ours)
    }

    /// What it can force at least, if it lies between; else the bound it lies beyond.
    pub(super) fn level(
        &mut self,
        mut low: i32,
        mut high: i32,
        exits: &mut impl Exits,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Limit> {
        self.spend(budget)?;
        let ours = self.ours();
        let pass = exits.worth(self.pass());
        if ours {
            low = low.max(pass.min(high))
        } else {
            high = high.min(pass.max(low))
        }
        for next in self.plays() {
            if low >= high {
                break;
            }
            let level = self.deeper(next, |deeper| deeper.level(low, high, exits, budget))?;
            if ours { low = low.max(level) } else { high = high.min(level) }
        }
        Ok(if ours { low } else { high })
    }

    /// The ends that are possible when the side plays so as to reach this, which it can.
    pub(super) fn ends(
        &mut self,
        least: i32,
        exits: &mut impl Exits,
        found: &mut Vec<Exit>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Limit> {
        self.spend(budget)?;
        let pass = self.pass();
        if self.ours() {
            if exits.worth(pass) >= least {
                found.push(pass);
                return Ok(());
            }
            for next in self.plays() {
                if self.deeper(next, |deeper| deeper.reaches(least, exits, budget))? {
                    return self.deeper(next, |deeper| deeper.ends(least, exits, found, budget));
                }
            }
            return Err(Limit::Beyond("a choice was not found again".to_owned()));
        }
        found.push(pass);
        for next in self.plays() {
            self.deeper(next, |deeper| deeper.ends(least, exits, found, budget))?;
        }
        Ok(())
    }
}
