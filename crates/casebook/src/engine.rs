//! What an engine has to offer to be held to the case book.

use num_rational::Ratio;
use shinpan_board::{Player, Point};

use crate::case::{Act, Outcome, Setup};

/// An exact number of points.
pub type Score = Ratio<i64>;

/// Something that rules on games.
///
/// What it does not know it leaves at `None`: that is not compared.
pub trait Engine: Sized {
    /// Begins a game.
    ///
    /// # Errors
    /// If the engine knows no such ruleset or option, or the setup is at fault.
    fn start(setup: &Setup) -> Result<Self, Unable>;

    /// What holds now.
    fn snapshot(&self) -> Snapshot;

    /// Does what the act says, or refuses it. The snapshot is of the state afterwards; a refused
    /// act changes nothing but [`Snapshot::refused`].
    ///
    /// # Errors
    /// If the engine knows no such act.
    fn act(&mut self, act: &Act) -> Result<Snapshot, Unable>;

    /// What holds now, with the analysis of life and death where the rules ask for one, and the
    /// result that follows. Asked only in the phase `analysis`.
    ///
    /// # Errors
    /// If the engine makes no analysis.
    fn analyse(&mut self) -> Result<Snapshot, Unable>;
}

/// Why an engine cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unable {
    /// It does not know this; the case says nothing about it.
    #[error("not known: {0}")]
    Unsupported(String),
    /// The case cannot be played.
    #[error("{0}")]
    Fault(String),
}

/// What holds after an act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// `main`, `resolution`, ..., `analysis`, `ended`.
    pub phase: String,
    /// The player to move.
    pub to_move: Player,
    /// Captured stones of each colour.
    pub prisoners: Vec<u32>,
    /// What stands on each point, in the order of the board.
    pub position: Vec<u8>,
    /// Where the player to move may play.
    pub legal: Vec<Point>,
    /// The empty points on which he may not.
    pub banned: Vec<Ban>,
    /// Who has the button, where there is one.
    pub button: Option<Player>,
    /// The stones removed by the move just made, the mover's own included.
    pub captured: Vec<Point>,
    /// Why the act just tried was refused.
    pub refused: Option<Refusal>,
    /// The clause by which the game has ended.
    pub ended_by: Option<String>,
    /// The result.
    pub result: Option<GameResult>,
    /// The analysis of life and death.
    pub analysis: Option<Analysis>,
}

/// Why something is not allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// In a word: `occupied`, `suicide`, `ko`, `superko`, `cyclic`, `turn`, `ended`, ...
    pub reason: String,
    /// The clause.
    pub clause: Option<String>,
    /// How many moves had been made when the position last stood.
    pub repeats: Option<usize>,
}

/// A point on which the player to move may not play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// The point.
    pub point: Point,
    /// Why.
    pub refusal: Refusal,
}

/// A result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// What the players get.
    pub outcome: Outcome,
    /// The clause that decides.
    pub clause: Option<String>,
    /// `score`, `long-cycle`, `proof-games`, `agreement`, `resignation`, `no-scoring-position`.
    pub ground: String,
    /// By how much the first is ahead.
    pub margin: Option<Score>,
    /// The scores, komi included.
    pub scores: Option<Vec<Score>>,
    /// The cycle that decided.
    pub cycle: Option<Cycle>,
    /// Kee: the scoring positions.
    pub scoring_positions: Vec<Vec<u8>>,
}

/// A cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// Moves made at the earlier occurrence of the state.
    pub from: usize,
    /// Moves made at the later one.
    pub to: usize,
    /// How often each player passed in it.
    pub passes: Vec<u32>,
}

/// What an analysis of life and death has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Every chain.
    pub chains: Vec<Chain>,
    /// The stones removed.
    pub removed: Vec<Point>,
    /// The territory of each player.
    pub territory: Vec<Vec<Point>>,
}

/// The status of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Its points.
    pub points: Vec<Point>,
    /// `alive`, `not-alive` or `unproven`.
    pub status: String,
    /// `triple-ko` or `double-ko-death`, where a precedent decided.
    pub precedent: Option<String>,
}
