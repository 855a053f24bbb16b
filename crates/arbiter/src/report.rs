//! What is told of a game of a match.

use serde::{Deserialize, Serialize};
use shinpan_referee::Sitting;
use shinpan_rules::{ChainStatus, LifeStatus};

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
    /// What the Analysis found, where the players did not agree and the rules leave it to that.
    #[serde(default)]
    pub analysis: Option<AnalysisReport>,
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

/// The kind of fault for which a game does not begin.
pub(crate) const START: &str = "start";

impl GameReport {
    /// Whether it was played at all: all programs were there and said their names.
    #[must_use]
    pub fn was_played(&self) -> bool {
        self.fault.as_ref().is_none_or(|fault| fault.kind != START)
    }
}

/// What the Analysis found of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnalysisReport {
    /// Between what Black's margin lies; where both are the same the result is proven.
    pub bounds: [String; 2],
    /// How many chains there are.
    pub chains: usize,
    /// The chains of which it is not proven whether they live, each by its first point.
    pub unproven: Vec<String>,
    /// The stones that are certainly removed.
    pub removed: Vec<String>,
}

impl AnalysisReport {
    pub(crate) fn of(sitting: &Sitting) -> Option<AnalysisReport> {
        let analysis = sitting.analysis()?;
        let board = sitting.game().board();
        let open = |chain: &&ChainStatus| chain.status == LifeStatus::Unproven;
        let first = |chain: &ChainStatus| {
            Some(format!("{} {}", chain.player, board.name(*chain.points.first()?)))
        };
        Some(AnalysisReport {
            bounds: analysis.margin.map(|margin| margin.to_string()),
            chains: analysis.chains.len(),
            unproven: analysis.chains.iter().filter(open).filter_map(first).collect(),
            removed: analysis.certain.removed.iter().map(|&point| board.name(point)).collect(),
        })
    }
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
    /// What, in a word: `start` if it was not there to begin with, whatever the reason; `died`,
    /// `silent`, `garbage`, `error`, or `illegal` for a move that is not allowed.
    pub kind: String,
    /// What, exactly.
    pub what: String,
    /// At which move, counted from 1.
    pub at: usize,
}
