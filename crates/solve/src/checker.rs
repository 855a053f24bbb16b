//! The checker of strategies. It shares nothing with the searches but the rules crate: it plays every
//! line of the strategy with [`Game`] and looks at how it ends.

use shinpan_board::Player;
use shinpan_rules::{Game, Move, Score, Status};

use crate::strategy::Strategy;

/// What is wrong with a strategy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The player has not just one move.
    #[error("after {line}: expected one move of {player}, found {found}")]
    Choice {
        /// Where.
        line: String,
        /// Who is to move.
        player: Player,
        /// How many there are.
        found: usize,
    },
    /// Not every move of the opponent is answered, or one is that he does not have.
    #[error("after {line}: expected the {expected} moves that {player} has, found {found}")]
    Replies {
        /// Where.
        line: String,
        /// Who is to move.
        player: Player,
        /// How many he has.
        expected: usize,
        /// How many of them there are.
        found: usize,
    },
    /// A move is not allowed.
    #[error("after {line}: {player} may not make the next move: {why}")]
    Refused {
        /// Where.
        line: String,
        /// Who is to move.
        player: Player,
        /// The clause.
        why: String,
    },
    /// A line ends too early, or goes on after the end.
    #[error("after {line}: the game is {state}, and the strategy {goes}")]
    Ends {
        /// Where.
        line: String,
        /// Over or not.
        state: &'static str,
        /// What the strategy does.
        goes: &'static str,
    },
    /// A line does not end as claimed.
    #[error("after {line}: the game ends with {found}")]
    Result {
        /// Where.
        line: String,
        /// How.
        found: String,
    },
    /// A move that has no parent in the tree.
    #[error("move {0} of the strategy is deeper than the tree")]
    Tree(usize),
}

/// Checks that a strategy keeps its claim in a game, whatever the opponent does. Returns how many moves
/// were made.
///
/// # Errors
/// The first flaw.
pub fn check(game: &Game, strategy: &Strategy) -> Result<usize, Flaw> {
    let mut checker = Checker { strategy, at: 0, line: Vec::new() };
    checker.node(game)?;
    match checker.at == strategy.moves.len() {
        true => Ok(checker.at),
        false => Err(Flaw::Tree(checker.at + 1)),
    }
}

struct Checker<'a> {
    strategy: &'a Strategy,
    /// The next move of the tree.
    at: usize,
    line: Vec<String>,
}

impl Checker<'_> {
    fn node(&mut self, game: &Game) -> Result<(), Flaw> {
        let depth = self.line.len();
        let more = self.strategy.moves.get(self.at).is_some_and(|&(next, _)| next == depth);
        if let Status::Over(outcome) = game.status() {
            if more {
                return Err(Flaw::Ends { line: self.told(), state: "over", goes: "goes on" });
            }
            let margin: Option<Score> =
                outcome.scores().map(|scores| scores[Player::BLACK] - scores[Player::WHITE]);
            let kept = margin.is_some_and(|margin| match self.strategy.player {
                Player::BLACK => margin >= self.strategy.margin,
                _ => margin <= self.strategy.margin,
            });
            if kept {
                return Ok(());
            }
            let found = margin.map_or("no count".to_owned(), |margin| format!("margin {margin}"));
            return Err(Flaw::Result { line: self.told(), found });
        }
        if !more {
            return Err(Flaw::Ends { line: self.told(), state: "not over", goes: "ends" });
        }
        let player = game.to_move();
        let mut made: Vec<Move> = Vec::new();
        while let Some(&(next, one)) = self.strategy.moves.get(self.at) {
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
            self.line.push(match one {
                Move::Pass => "pass".to_owned(),
                Move::Play(point) => game.board().name(point),
            });
            self.node(&after)?;
            self.line.pop();
        }
        if player == self.strategy.player {
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

    fn told(&self) -> String {
        if self.line.is_empty() { "no move".to_owned() } else { self.line.join(" ") }
    }
}
