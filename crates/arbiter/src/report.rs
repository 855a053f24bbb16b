//! What is told of a game of a match.

use serde::{Deserialize, Serialize};

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// Its number, from 1.
    pub game: usize,
    /// What Black calls itself.
    pub black: String,
    /// What White calls itself.
    pub white: String,
    /// Whether the two programs have changed colours in this game.
    pub swapped: bool,
    /// The ruleset.
    pub rules: String,
    /// The komi.
    pub komi: String,
    /// Moves made.
    pub moves: usize,
    /// The ruling, as SGF's `RE`; none if the game did not end.
    pub result: Option<String>,
    /// What it rests on.
    pub ground: Option<String>,
    /// Whether the players agreed on the dead stones: `true`, `false` after a dispute, nothing if
    /// they were not asked.
    pub agreed: Option<bool>,
    /// What the programs say the score is.
    pub said: SaidScores,
    /// Whether what was said is the ruling's result, as far as anything was said.
    pub same: Option<bool>,
    /// What went wrong, if something did.
    pub fault: Option<EngineFault>,
    /// Why it did not end, if it did not.
    pub unfinished: Option<String>,
    /// How long it took, in milliseconds.
    pub milliseconds: u64,
}

/// Scores as the programs say them.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SaidScores {
    /// Black's.
    pub black: Option<String>,
    /// White's.
    pub white: Option<String>,
    /// The other referee's.
    pub referee: Option<String>,
}

/// What a program did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineFault {
    /// Whose: `black`, `white` or `referee`.
    pub by: String,
    /// What, in a word: `start`, `died`, `silent`, `garbage`, `error`, or `illegal` for a move that
    /// is not allowed.
    pub kind: String,
    /// What, exactly.
    pub what: String,
    /// At which move, counted from 1.
    pub at: usize,
}
