//! Strategies: what a player has to do to get what is claimed, written down to the end of the game.

use std::fmt::Write as _;

use shinpan_board::{Board, Player};
use shinpan_rules::{Move, Score};

/// A claim with the moves that make it good: one answer wherever its player is to move, every move
/// wherever the opponent is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Whose strategy it is.
    pub player: Player,
    /// Black's margin is at least this (Black's strategy) or at most (White's).
    pub margin: Score,
    /// The moves as a tree: each with the number of moves before it, parents before their children.
    pub moves: Vec<(usize, Move)>,
}

/// Why a strategy could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}, found `{found}`")]
pub struct StrategyError {
    line: usize,
    expected: String,
    found: String,
}

impl Strategy {
    /// A line for the claim, then a line for each move, a blank before it for each move before it.
    #[must_use]
    pub fn to_text(&self, board: &Board) -> String {
        let which = if self.player == Player::BLACK { "least" } else { "most" };
        let mut text = format!("{}: black's margin is at {which} {}\n", self.player, self.margin);
        for &(depth, made) in &self.moves {
            let name = match made {
                Move::Pass => "pass".to_owned(),
                Move::Play(point) => board.name(point),
            };
            // Writing to a string does not fail.
            let _ = writeln!(text, "{:depth$}{name}", "");
        }
        text
    }

    /// Reads all strategies of a text.
    ///
    /// # Errors
    /// The first line that is neither a claim nor a move.
    pub fn read(text: &str, board: &Board) -> Result<Vec<Strategy>, StrategyError> {
        let mut strategies: Vec<Strategy> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let fault = |expected: &str| StrategyError {
                line: index + 1,
                expected: expected.to_owned(),
                found: line.trim().chars().take(40).collect(),
            };
            if let Some((player, claim)) = line.split_once(": black's margin is at ") {
                let claim_fault = || fault("a claim like `black: black's margin is at least 3`");
                let player = Player::parse(player).ok_or_else(claim_fault)?;
                let (which, margin) = claim.split_once(' ').ok_or_else(claim_fault)?;
                let fits =
                    matches!((player, which), (Player::BLACK, "least") | (Player::WHITE, "most"));
                // No margin is longer, and sums and comparisons of these do not overflow.
                let margin = Some(margin.trim()).filter(|text| fits && text.len() <= 15);
                let margin = margin.and_then(|text| text.parse().ok()).ok_or_else(claim_fault)?;
                strategies.push(Strategy { player, margin, moves: Vec::new() });
                continue;
            }
            let name = line.trim_start_matches(' ');
            let made = if name.trim() == "pass" {
                Some(Move::Pass)
            } else {
                board.parse_point(name).map(Move::Play)
            };
            let made = made.ok_or_else(|| fault("a point of the board or `pass`"))?;
            let strategy =
                strategies.last_mut().ok_or_else(|| fault("a claim before the first move"))?;
            strategy.moves.push((line.len() - name.len(), made));
        }
        Ok(strategies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_that_cannot_be_is_told() {
        let board = Board::parse("2x1").expect("a board");
        let told = |margin: &str| {
            let text = format!("black: black's margin is at least {margin}\npass\n");
            Strategy::read(&text, &board).map(|all| all[0].margin).map_err(|f| f.to_string())
        };
        assert_eq!((told("3"), told("-5/2")), (Ok(Score::from(3)), Ok(Score::new(-5, 2))));
        for margin in ["", "x", "1/0", "1e3", "-9223372036854775808/-1", "9999999999999999"] {
            let fault = told(margin).expect_err(margin);
            assert!(fault.starts_with("line 1: expected a claim like"), "{fault}");
        }
        let no_claim = Strategy::read("A1\n", &board).expect_err("no claim").to_string();
        assert_eq!(no_claim, "line 1: expected a claim before the first move, found `A1`");
    }
}
