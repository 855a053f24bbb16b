//! Strategies as trees: every line is played.

use shinpan_rules::{Analyst, Game, Move};

use super::{Flaw, reached, told};
use crate::strategy::{Claim, move_name};

/// Checks a tree.
pub(super) fn check(
    game: &Game,
    claim: &Claim,
    moves: &[(usize, Move)],
    analyst: Option<&dyn Analyst>,
) -> Result<usize, Flaw> {
    let mut checker = Checker { claim, analyst, moves, at: 0, line: Vec::new() };
    checker.node(game)?;
    match checker.at == moves.len() {
        true => Ok(checker.at),
        false => Err(Flaw::Tree(checker.at + 1)),
    }
}

/// A line of more moves is not played.
const LONGEST: usize = 500;

struct Checker<'a> {
    claim: &'a Claim,
    analyst: Option<&'a dyn Analyst>,
    moves: &'a [(usize, Move)],
    /// The next move of the tree.
    at: usize,
    line: Vec<String>,
}

impl Checker<'_> {
    fn node(&mut self, game: &Game) -> Result<(), Flaw> {
        let depth = self.line.len();
        if depth > LONGEST {
            return Err(Flaw::Beyond("a line of it has more than 500 moves"));
        }
        let more = self.moves.get(self.at).is_some_and(|&(next, _)| next == depth);
        if let Some(end) = reached(game, self.analyst) {
            if more {
                return Err(Flaw::Ends { line: told(&self.line), state: "over", goes: "goes on" });
            }
            return end.flaw(self.claim, || told(&self.line));
        }
        if !more {
            return Err(Flaw::Ends { line: told(&self.line), state: "not over", goes: "ends" });
        }
        let player = game.to_move();
        let mut made: Vec<Move> = Vec::new();
        while let Some(&(next, one)) = self.moves.get(self.at) {
            if next < depth {
                break;
            }
            if next > depth {
                return Err(Flaw::Tree(self.at + 1));
            }
            self.at += 1;
            let mut after = game.clone();
            after.play(one).map_err(|refusal| Flaw::Refused {
                line: told(&self.line),
                player,
                why: refusal.clause.to_string(),
            })?;
            made.push(one);
            self.line.push(move_name(game.board(), one));
            self.node(&after)?;
            self.line.pop();
        }
        if player == self.claim.player {
            if made.len() != 1 {
                return Err(Flaw::Choice { line: told(&self.line), player, found: made.len() });
            }
            return Ok(());
        }
        let mut has: Vec<Move> = game.legal().into_iter().map(Move::Play).collect();
        has.push(Move::Pass);
        let found = has.iter().filter(|one| made.contains(one)).count();
        if found != has.len() || made.len() != has.len() {
            return Err(Flaw::Replies {
                line: told(&self.line),
                player,
                expected: has.len(),
                found,
            });
        }
        Ok(())
    }
}
