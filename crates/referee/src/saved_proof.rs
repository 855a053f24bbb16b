//! A proof of a chain's status as a file: everything a checker needs, and nothing it has to believe.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use shinpan_board::{Board, Player, Point, Position, Stone, listed};
use shinpan_life::{Claim, Node, Proof, Reading, check};
use shinpan_rules::{HypotheticalKo, LifeStatus};

use crate::assumption::Assumption;
use crate::prover::{Proven, claim, reading_of};
use crate::report::{Drawn, drawn, names};

/// Why a proof from a file proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofFault {
    /// The text is no such file: what was found, and what was expected.
    #[error("{0}")]
    Unreadable(String),
    /// It can be read, and does not prove what it claims.
    #[error("the proof is not accepted: {0}")]
    Rejected(String),
}

/// The board a proof is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Ground {
    /// `9x9`, `torus 5x5`.
    Grid(String),
    Graph {
        points: Vec<String>,
        edges: Vec<(String, String)>,
    },
}

/// A status of a chain with its proof, to be kept in a file and checked again by anybody.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with the fields of a proof")]
pub struct SavedProof {
    board: Ground,
    hypothetical_ko: HypotheticalKo,
    player: String,
    points: Vec<String>,
    claim: Claim,
    /// A point of each chain that is assumed to live.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    assumed: Vec<String>,
    nodes: Vec<Node>,
}

/// What a checker has accepted.
#[derive(Clone, Debug)]
pub struct CheckedProof {
    /// The board.
    pub board: Arc<Board>,
    /// What stands on it. The opponent of the chain's owner moves first, and no ko is banned.
    pub position: Position,
    /// Whose chain it is.
    pub player: Player,
    /// The chain, in the board's order.
    pub points: Vec<Point>,
    /// Its status: never [`LifeStatus::Unproven`].
    pub status: LifeStatus,
    /// The ko rule under which it holds. Where a precedent decides (J-10) it is another than the ruleset's.
    pub hypothetical_ko: HypotheticalKo,
    /// A point of each chain that is assumed to live: it holds if they do.
    pub assumed: Vec<Point>,
    /// The nodes of the proof.
    pub nodes: usize,
}

/// What a checker has accepted, as programs read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedReport {
    /// Whose chain it is.
    pub player: String,
    /// The chain.
    pub points: Vec<String>,
    /// `alive` or `not-alive`.
    pub status: String,
    /// The ko rule under which it holds.
    pub hypothetical_ko: HypotheticalKo,
    /// A point of each chain that is assumed to live: it holds if they do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
    /// What stands on the board.
    pub position: Drawn,
    /// The nodes of the proof.
    pub nodes: usize,
}

impl CheckedProof {
    /// The same with names.
    #[must_use]
    pub fn report(&self) -> CheckedReport {
        CheckedReport {
            player: self.player.to_string(),
            points: names(&self.board, &self.points),
            status: self.status.to_string(),
            hypothetical_ko: self.hypothetical_ko,
            assumed: names(&self.board, &self.assumed),
            position: drawn(&self.board, self.position.codes()),
            nodes: self.nodes,
        }
    }
}

impl SavedProof {
    /// The proof of the status of the chain at a point. There is none of what is unproven, or where the strategy is too
    /// long to be written down.
    #[must_use]
    pub fn of(board: &Board, proven: &Proven, point: Point) -> Option<SavedProof> {
        let chain = proven.chain(point)?;
        let (claim, proof) = (claim(chain)?, chain.proof.as_deref()?);
        let all: Vec<Point> = board.points().collect();
        let ground = match board.shape().grid() {
            Some(_) => Ground::Grid(board.describe()),
            None => Ground::Graph {
                points: names(board, &all),
                edges: board
                    .edges()
                    .map(|(one, near)| (board.name(one), board.name(near)))
                    .collect(),
            },
        };
        Some(SavedProof {
            board: ground,
            hypothetical_ko: match chain.reading(proven.reading()) {
                Reading::Basic => HypotheticalKo::Basic,
                Reading::KoPass => HypotheticalKo::KoPass,
            },
            player: chain.player.to_string(),
            points: names(board, &chain.points),
            claim,
            assumed: names(board, &proven.assumed()),
            nodes: proof.nodes.clone(),
        })
    }

    /// The file's text: one JSON object on one line.
    ///
    /// # Errors
    /// If memory for it is refused by the serialiser.
    pub fn to_json(&self) -> Result<String, ProofFault> {
        serde_json::to_string(self).map_err(|fault| ProofFault::Unreadable(fault.to_string()))
    }

    /// Reads the text of such a file, and goes through the proof with the checker.
    ///
    /// # Errors
    /// What was found and what was expected, or the first node that does not hold and why.
    pub fn check(text: &[u8]) -> Result<CheckedProof, ProofFault> {
        let saved: SavedProof = serde_json::from_slice(text)
            .map_err(|fault| ProofFault::Unreadable(format!("expected a proof: {fault}")))?;
        saved.checked()
    }

    fn checked(self) -> Result<CheckedProof, ProofFault> {
        let unreadable =
            |place: &str, what: String| Err(ProofFault::Unreadable(format!("{place}: {what}")));
        let rejected = |why: &str| Err(ProofFault::Rejected(why.to_owned()));
        let board = match &self.board {
            Ground::Grid(text) => Board::parse(text),
            Ground::Graph { points, edges } => Board::graph(points, edges),
        };
        let board = match board {
            Ok(board) => board,
            Err(fault) => return unreadable("board", fault.to_string()),
        };
        let player = Player::parse(&self.player).filter(|player| player.index() < 2);
        let Some(player) = player else {
            return unreadable(
                "player",
                format!("expected black or white, found `{}`", self.player),
            );
        };
        let Some(root) = self.nodes.last() else { return rejected("there is no node") };
        let Some(codes) = root.stones.get(..board.len()) else {
            return rejected("its last node is about another board");
        };
        let stones: Vec<Stone> =
            codes.iter().map(|&code| Stone::from_code(code).unwrap_or_default()).collect();
        let position = match Position::from_stones(&board, 2, &stones) {
            Ok(position) => position,
            Err(faults) => return rejected(&listed(&faults, "; ")),
        };
        let read = |place: &str, given: &[String]| {
            let point = |name: &String| {
                let missing = || format!("{place}: there is no point `{name}`");
                board.parse_point(name).ok_or_else(|| ProofFault::Unreadable(missing()))
            };
            given.iter().map(point).collect::<Result<Vec<Point>, _>>()
        };
        let (mut points, assumed) =
            (read("points", &self.points)?, read("assumed", &self.assumed)?);
        // Where chains are assumed to live the proof is about a board on which they do.
        let assumption = match assumed.is_empty() {
            true => None,
            false => match Assumption::new(&board, &position, &assumed) {
                Ok(assumption) => Some(assumption),
                Err(fault) => return unreadable("assumed", fault),
            },
        };
        let (ground, start) = match &assumption {
            Some(assumption) => (&*assumption.board, &assumption.position),
            None => (&board, &position),
        };
        if root.stones != start.codes() {
            return rejected("its last node is about another board");
        }
        points.sort_unstable();
        let first = points.first().filter(|&&first| position.stone(first) == player.stone());
        let mut chain: Vec<Point> =
            first.map(|&first| position.chain(first).collect()).unwrap_or_default();
        chain.sort_unstable();
        if points.is_empty() || points != chain {
            return rejected(&format!("`points` are no chain of {player}"));
        }
        let indices: Vec<u16> = points.iter().map(|point| point.index() as u16).collect();
        let reading = reading_of(self.hypothetical_ko);
        let question = (player.index() as u8, indices.as_slice(), self.claim);
        let proof = Proof { nodes: self.nodes };
        check(ground, start.codes(), reading, question, &proof)
            .map_err(|why| ProofFault::Rejected(why.to_string()))?;
        Ok(CheckedProof {
            board: Arc::new(board),
            position,
            player,
            points,
            status: match self.claim {
                Claim::Lives => LifeStatus::Alive,
                Claim::NeverLives => LifeStatus::NotAlive,
            },
            hypothetical_ko: self.hypothetical_ko,
            assumed,
            nodes: proof.nodes.len(),
        })
    }
}
