//! Strategies as trees: every line is played, to the end of the game or to its next pass.

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
    let (before, line) = (&[][..], Vec::new());
    Checker { claim, analyst, moves, at: 0, before, line, passes: None }.all(game)
}

/// Checks a tree whose lines end with the next pass, and gives the games after these. `before` led to the game.
pub(super) fn to_passes(
    game: &Game,
    claim: &Claim,
    moves: &[(usize, Move)],
    before: &[String],
) -> Result<Vec<AfterPass>, Flaw> {
    let (mut found, line) = (Vec::new(), Vec::new());
    let passes = Some(&mut found);
    Checker { claim, analyst: None, moves, at: 0, before, line, passes }.all(game)?;
    Ok(found)
}

/// A game after a pass, with the moves of the tree to it.
pub(super) struct AfterPass {
    pub(super) game: Game,
    pub(super) line: Vec<String>,
}

/// A line of more moves is not played.
const LONGEST: usize = 500;

struct Checker<'a> {
    claim: &'a Claim,
    analyst: Option<&'a dyn Analyst>,
    moves: &'a [(usize, Move)],
    /// The next move of the tree.
    at: usize,
    /// What was played before the tree, and in it.
    before: &'a [String],
    line: Vec<String>,
    /// Where lines end with a pass: the games after it.
    passes: Option<&'a mut Vec<AfterPass>>,
}

impl Checker<'_> {
    fn all(&mut self, game: &Game) -> Result<usize, Flaw> {
        self.node(game)?;
        match self.at == self.moves.len() {
            true => Ok(self.at),
            false => Err(Flaw::Tree(self.at + 1)),
        }
    }

    fn told(&self) -> String {
        told(&[self.before, &self.line].concat())
    }

    fn node(&mut self, game: &Game) -> Result<(), Flaw> {
        let depth = self.line.len();
        if depth > LONGEST {
            return Err(Flaw::Beyond("a line of it has more than 500 moves"));
        }
        let more = self.moves.get(self.at).is_some_and(|&(next, _)| next == depth);
        if let Some(end) = reached(game, self.analyst) {
            if more {
                return Err(Flaw::Ends { line: self.told(), state: "over", goes: "goes on" });
            }
            return end.flaw(self.claim, || self.told());
        }
        if !more {
            return Err(Flaw::Ends { line: self.told(), state: "not over", goes: "ends" });
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
                line: self.told(),
                player,
                why: refusal.clause.to_string(),
            })?;
            made.push(one);
            self.line.push(move_name(game.board(), one));
            match (&mut self.passes, one) {
                (Some(passes), Move::Pass) => {
                    passes.push(AfterPass { game: after, line: self.line.clone() });
                }
                _ => self.node(&after)?,
            }
            self.line.pop();
        }
        if player == self.claim.player {
            if made.len() != 1 {
                return Err(Flaw::Choice { line: self.told(), player, found: made.len() });
            }
            return Ok(());
        }
        let mut has: Vec<Move> = game.legal().into_iter().map(Move::Play).collect();
        has.push(Move::Pass);
        let found = has.iter().filter(|one| made.contains(one)).count();
        if found != has.len() || made.len() != has.len() {
            return Err(Flaw::Replies { line: self.told(), player, expected: has.len(), found });
        }
        Ok(())
    }
}
