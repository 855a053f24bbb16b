//! The public face: setup, moves, report.

use crate::game::{Game, started};
use crate::history::{Phase, first_pass};
use crate::rules::{Name, Rules};

/// A point: an index into [`Setup::neighbours`].
pub type Point = usize;

/// What a game starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// For every point the points adjacent to it.
    pub neighbours: Vec<Vec<usize>>,
    /// How many players.
    pub players: usize,
    /// The starting position: 0 empty, 1 Black, 2 White, 3 and so on.
    pub start: Vec<u8>,
    /// The player to move, 0-based.
    pub to_move: usize,
    /// Captured stones *of* each colour at the start.
    pub prisoners: Vec<i64>,
    /// Komi in half points.
    pub komi_halves: i64,
    /// The ruleset.
    pub rules: Rules,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A pass.
    Pass,
    /// A play on a point.
    Play(Point),
}

/// Why a move is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The point is not empty (or is no point of the board).
    Occupied,
    /// The chain played would have no liberty.
    Suicide,
    /// Basic ko, section 3.1.
    Ko,
    /// Superko, section 2.1.
    Superko,
    /// Kee, section 4.2.
    Cyclic,
    /// The game is over.
    Ended,
}

/// An empty point on which the player to move may not play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// The point.
    pub point: Point,
    /// Why.
    pub reason: Reason,
    /// The number of moves made when the position it would produce last stood.
    pub repeats: Option<usize>,
}

/// The illegal move that stopped the replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Its number, from 1.
    pub mv: usize,
    /// Its point; `None` for a pass.
    pub point: Option<Point>,
    /// Why.
    pub reason: Reason,
    /// The number of moves made when the position it would produce last stood.
    pub repeats: Option<usize>,
}

/// A cycle that decided the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The number of moves made at the previous occurrence of the state.
    pub from: usize,
    /// The number of moves made at the completing one.
    pub to: usize,
    /// How often each player passed in between.
    pub passes: Vec<usize>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This player (0-based) won.
    Win(usize),
    /// A tie.
    Draw,
    /// No result.
    NoResult,
    /// More than two players: see the scores.
    Ranking,
}

/// The result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Final {
    /// How the game ended.
    pub outcome: Outcome,
    /// Why: `score`, `long-cycle`, `proof-games`, `no-scoring-position`.
    pub ground: String,
    /// Each player's score as a reduced fraction, komi included.
    pub scores: Option<Vec<(i64, i64)>>,
    /// The cycle, where the ground is `long-cycle`.
    pub cycle: Option<Cycle>,
    /// Under Kee: the scoring positions.
    pub scoring_positions: Vec<Vec<u8>>,
}

/// The ruling on a list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// `main`, `resolution`, `proof-black-1` and so on, `competition`, `analysis`, `ended`.
    pub phase: String,
    /// The player to move.
    pub to_move: usize,
    /// How many moves were made.
    pub moves: usize,
    /// The position that stands.
    pub position: Vec<u8>,
    /// Captured stones of each colour; in resolution and proof phases the prisoner place.
    pub prisoners: Vec<i64>,
    /// The points on which the player to move may play.
    pub legal: Vec<Point>,
    /// The empty points on which he may not.
    pub banned: Vec<Ban>,
    /// The illegal move that stopped the replay.
    pub refused: Option<Refused>,
    /// Who took the button.
    pub button: Option<usize>,
    /// The result, when the game has ended.
    pub result: Option<Final>,
}

/// INTERFACE.md, `phase`.
fn phase_name(game: &Game<'_>) -> String {
    if game.analysis {
        return "analysis".to_string();
    }
    if game.result.is_some() {
        return "ended".to_string();
    }
    match game.line().phase {
        Phase::Main => "main".to_string(),
        Phase::Resolution => "resolution".to_string(),
        Phase::Competition => "competition".to_string(),
        Phase::Proof { prover: 0, stage } => format!("proof-black-{stage}"),
        Phase::Proof { stage, .. } => format!("proof-white-{stage}"),
    }
}

/// INTERFACE.md, `legal` and `banned`: every empty point in index order.
fn points(game: &Game<'_>) -> (Vec<Point>, Vec<Ban>) {
    let mut legal = Vec::new();
    let mut banned = Vec::new();
    if game.is_over() {
        return (legal, banned);
    }
    for point in 0..game.now().position.len() {
        match game.allowed(point) {
            Ok(_) => legal.push(point),
            Err((Reason::Occupied, _)) => {}
            Err((reason, repeats)) => banned.push(Ban { point, reason, repeats }),
        }
    }
    (legal, banned)
}

/// The ruling after the moves, players alternating in fixed order from `setup.to_move`. The first
/// illegal move stops the replay; the report is then on the state before it.
pub fn report(setup: &Setup, moves: &[Move]) -> Report {
    let mut game = started(setup);
    let mut refused = None;
    for (index, &mv) in moves.iter().enumerate() {
        match game.with(mv) {
            Ok(next) => game = next,
            Err((reason, repeats)) => {
                let point = match mv {
                    Move::Pass => None,
                    Move::Play(point) => Some(point),
                };
                refused = Some(Refused { mv: index + 1, point, reason, repeats });
                break;
            }
        }
    }
    let (legal, banned) = points(&game);
    let button = match setup.rules.name {
        Name::Button => first_pass(&game.lines).map(|(_, taker)| taker),
        _ => None,
    };
    Report {
        phase: phase_name(&game),
        to_move: game.now().to_move,
        moves: game.moves,
        position: game.now().position.clone(),
        prisoners: game.now().prisoners.clone(),
        legal,
        banned,
        refused,
        button,
        result: game.result.clone(),
    }
}
