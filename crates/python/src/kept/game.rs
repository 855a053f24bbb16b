//! A game as a text that pickles hold: from what it began, everything that was done at it, and what its Analysis has found.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shinpan_board::{Board, Player, Position};
use shinpan_referee::{Action, Sitting, Written, read_fields};
use shinpan_rules::{
    AnalysisLimit, Analyst, ChainStatus, HypotheticalKo, KoCycle, LifeStatus, Move, Precedent,
};

/// What is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The fields of a TOML record without moves.
    opening: Map<String, Value>,
    acts: Vec<String>,
    /// What was found of the chains; empty if nothing was.
    #[serde(default)]
    chains: Vec<Chain>,
}

/// A `ChainStatus`.
#[derive(Serialize, Deserialize)]
struct Chain {
    player: String,
    points: Vec<String>,
    status: String,
    precedent: Option<String>,
    #[serde(default)]
    ko_cycle: Option<Cycle>,
    readings_differ: bool,
    nodes: u64,
    line: Vec<String>,
    checked: Option<bool>,
    assumed: bool,
    #[serde(default)]
    limit: Option<String>,
}

/// A `KoCycle`.
#[derive(Serialize, Deserialize)]
struct Cycle {
    kos: [[String; 2]; 3],
    captures: Vec<String>,
}

/// A sitting as text.
///
/// # Errors
/// In words, if its ruleset cannot be written.
pub(crate) fn write(sitting: &Sitting) -> Result<String, String> {
    let board: &Board = sitting.game().board();
    let opening = sitting.opening().map_err(|fault| fault.to_string())?;
    let Value::Object(mut opening) = opening else { return Err("no opening".to_owned()) };
    opening.remove("event");
    let acts = sitting.log().iter().map(|act| Written(act, board).to_string()).collect();
    let found = sitting.analysis().map(|analysis| analysis.chains).unwrap_or_default();
    let known =
        |chain: &ChainStatus| *chain != ChainStatus::unproven(chain.player, chain.points.clone());
    // Where nothing is known, an Analysis is still due.
    let chains = match found.iter().any(known) {
        true => found.iter().map(|chain| Chain::of(board, chain)).collect(),
        false => Vec::new(),
    };
    serde_json::to_string(&Kept { opening, acts, chains }).map_err(|fault| fault.to_string())
}

/// The sitting of a text, at which all is done again.
///
/// # Errors
/// In words, if it is no such text.
pub(crate) fn read(text: &str) -> Result<Sitting, String> {
    let kept: Kept = serde_json::from_str(text).map_err(|fault| fault.to_string())?;
    let record = read_fields(kept.opening).map_err(|fault| fault.to_string())?;
    let mut sitting = record.sit_down().map_err(|fault| fault.to_string())?;
    let board = std::sync::Arc::clone(&record.board);
    let found = Found(kept.chains.iter().filter_map(|chain| chain.read(&board)).collect());
    for act in &kept.acts {
        let action = Action::parse(act, &board, record.players)?;
        sitting.act(&action).map_err(|refused| refused.why)?;
        if !found.0.is_empty() {
            sitting.analyse(&found);
        }
    }
    Ok(sitting)
}

impl Chain {
    fn of(board: &Board, chain: &ChainStatus) -> Chain {
        let ChainStatus { player, points, status, precedent, line, .. } = chain;
        Chain {
            player: player.name().to_owned(),
            points: points.iter().map(|&point| board.name(point)).collect(),
            status: status.to_string(),
            precedent: precedent.map(|precedent| precedent.to_string()),
            ko_cycle: chain.ko_cycle.as_ref().map(|cycle| Cycle::of(board, cycle)),
            readings_differ: chain.readings_differ,
            nodes: chain.nodes,
            line: line.iter().map(|&made| written(board, made)).collect(),
            checked: chain.checked,
            assumed: chain.assumed,
            limit: chain.limit.map(|limit| limit.to_string()),
        }
    }

    fn read(&self, board: &Board) -> Option<ChainStatus> {
        let statuses = [LifeStatus::Alive, LifeStatus::NotAlive, LifeStatus::Unproven];
        let precedents = [Precedent::TripleKo, Precedent::DoubleKoDeath];
        let limits = [AnalysisLimit::Nodes, AnalysisLimit::Stopped];
        Some(ChainStatus {
            player: Player::parse(&self.player)?,
            points: self
                .points
                .iter()
                .map(|name| board.parse_point(name))
                .collect::<Option<_>>()?,
            status: called(&statuses, &self.status)?,
            precedent: self.precedent.as_ref().and_then(|word| called(&precedents, word)),
            ko_cycle: match &self.ko_cycle {
                Some(cycle) => Some(cycle.read(board)?),
                None => None,
            },
            readings_differ: self.readings_differ,
            nodes: self.nodes,
            line: self.line.iter().map(|text| made(board, text)).collect::<Option<_>>()?,
            checked: self.checked,
            assumed: self.assumed,
            limit: self.limit.as_ref().and_then(|word| called(&limits, word)),
        })
    }
}

impl Cycle {
    fn of(board: &Board, cycle: &KoCycle) -> Cycle {
        let played = |&(player, point)| written(board, (player, Move::Play(point)));
        Cycle {
            kos: cycle.kos.map(|ko| ko.map(|point| board.name(point))),
            captures: cycle.captures.iter().map(played).collect(),
        }
    }

    fn read(&self, board: &Board) -> Option<KoCycle> {
        let mut kos = Vec::new();
        for [one, other] in &self.kos {
            kos.push([board.parse_point(one)?, board.parse_point(other)?]);
        }
        let played = |text: &String| match made(board, text)? {
            (player, Move::Play(point)) => Some((player, point)),
            (_, Move::Pass) => None,
        };
        Some(KoCycle {
            kos: kos.try_into().ok()?,
            captures: self.captures.iter().map(played).collect::<Option<_>>()?,
        })
    }
}

/// A move with its player, as text.
fn written(board: &Board, (player, made): (Player, Move)) -> String {
    Written(&Action::Move(player, made), board).to_string()
}

/// The move of such a text.
fn made(board: &Board, text: &str) -> Option<(Player, Move)> {
    match Action::parse(text, board, 2) {
        Ok(Action::Move(player, made)) => Some((player, made)),
        _ => None,
    }
}

/// The one of these that a word calls.
fn called<T: Copy + ToString>(all: &[T], word: &str) -> Option<T> {
    all.iter().copied().find(|one| one.to_string() == word)
}

/// Says again what was found, of a position with the same chains.
#[derive(Debug)]
struct Found(Vec<ChainStatus>);

impl Analyst for Found {
    fn statuses(&self, board: &Board, position: &Position, _: HypotheticalKo) -> Vec<ChainStatus> {
        let chains = position.chains(board);
        match self.0.iter().all(|known| chains.contains(&known.points)) {
            true => self.0.clone(),
            false => Vec::new(),
        }
    }
}
