//! What follows if some chains live of which it is not proven: of the others, and for the score.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::Serialize;
use shinpan_board::{Board, Player, Point, Position, Stone, listed};
use shinpan_rules::{Analysis, ChainStatus, Life, LifeStatus};

use crate::action::Action;
use crate::agreement::{AgreementReport, agreement};
use crate::explain::no_analysis;
use crate::judge::{Judged, Options, judge, read_points};
use crate::prover::Prover;
use crate::record::{Record, RecordError, What};
use crate::report::{ChainReport, ResultReport, bounds, by_player, chain_report, names, result};

/// The option that asks for it.
const OPTION: &str = "--assume-alive";

/// A position in which some chains are assumed to live.
///
/// Those of each player have two empty points more, next to them and to nothing else: eyes that nobody can take. This is all that is meant: that
/// a chain might need points of the board for its life, which others need too, is left out.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// The board with these points, after all others.
    pub(crate) board: Arc<Board>,
    pub(crate) position: Position,
    /// The points of the chains.
    pub(crate) alive: Vec<Point>,
}

impl Assumption {
    /// The chains at some points, of a position of two players.
    ///
    /// # Errors
    /// In words, if no stone stands on one of the points, if there are stones of more players, or if the board would be too large.
    pub fn new(board: &Board, position: &Position, alive: &[Point]) -> Result<Assumption, String> {
        if let Some(&empty) = alive.iter().find(|&&point| position.stone(point).player().is_none())
        {
            return Err(format!("{} is empty: only chains live", board.name(empty)));
        }
        let mut alive: Vec<Point> = alive.iter().flat_map(|&point| position.chain(point)).collect();
        alive.sort_unstable();
        alive.dedup();
        let mut names: Vec<String> = board.points().map(|point| board.name(point)).collect();
        let mut edges: Vec<(String, String)> =
            board.edges().map(|(one, other)| (board.name(one), board.name(other))).collect();
        let mut stones: Vec<Stone> = position.stones().collect();
        for player in Player::all(2) {
            let own =
                || alive.iter().filter(|&&point| position.stone(point).player() == Some(player));
            for number in 1..=2 {
                let eye = eye_name(&names, &format!("{player}-eye-{number}"));
                edges.extend(own().map(|&point| (eye.clone(), board.name(point))));
                names.push(eye);
                stones.push(Stone::EMPTY);
            }
        }
        let board = Board::graph(&names, &edges).map_err(|fault| fault.to_string())?;
        let position =
            Position::from_stones(&board, 2, &stones).map_err(|faults| listed(&faults, "; "))?;
        Ok(Assumption { board: Arc::new(board), position, alive })
    }
}

/// A name that no point has.
fn eye_name(names: &[String], wanted: &str) -> String {
    let taken = |name: &String| names.iter().any(|known| known.to_lowercase() == *name);
    let mut name = wanted.to_owned();
    while taken(&name) {
        name.push('-');
    }
    name
}

/// Which chains are assumed to live.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assumed {
    /// Those at some points, by name.
    At(Vec<String>),
    /// Those that the players let stay.
    Staying,
}

impl Assumed {
    /// Reads `A1,B2`, or `staying`.
    #[must_use]
    pub fn read(text: &str) -> Assumed {
        match text.trim() {
            "staying" => Assumed::Staying,
            names => Assumed::At(names.split(',').map(str::to_owned).collect()),
        }
    }
}

/// What follows if some chains live.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AssumedReport {
    /// A point of each chain that is assumed to live. Of others that were to be assumed to it is proven.
    pub alive: Vec<String>,
    /// Every chain. What was proven without the assumption stays.
    pub chains: Vec<ChainReport>,
    /// The stones that are removed; while statuses are open, in any case.
    pub removed: Vec<String>,
    /// The territory of each player; while statuses are open, in any case.
    pub territory: IndexMap<String, Vec<String>>,
    /// The result; none while a status that can change it is open.
    pub result: Option<ResultReport>,
    /// Between what Black's margin must lie.
    pub bounds: IndexMap<String, [String; 2]>,
    /// What the players propose, held against all this.
    pub agreement: Option<AgreementReport>,
}

/// Says what follows if some chains live of which that was not proven when a record was judged.
///
/// # Errors
/// If no Analysis is due, if a point is not of the board, is empty or is that of a chain proven not to live, or if those are
/// asked for that stay and the players propose nothing.
pub fn assume(
    record: &Record,
    options: &Options,
    judged: &Judged,
    assumed: &Assumed,
    prover: &Prover,
) -> Result<AssumedReport, RecordError> {
    let fault = |what: String| RecordError::new(OPTION, what);
    let open = before_agreement(record, options)?;
    let game = open.sitting.game();
    let (Some(proven), Life::IndependentlyAlive { hypothetical_ko, .. }, Some(_)) =
        (judged.sitting.analysis(), &game.ruleset().life, game.analysed(Vec::new()))
    else {
        return Err(fault(no_analysis(game)));
    };
    let board = game.board();
    let points = match assumed {
        Assumed::At(names) => read_points(OPTION, names, board)?,
        Assumed::Staying => staying(judged, board).ok_or_else(|| {
            fault("nothing is agreed: name what is dead (`dead`), or give a record that marks territory".to_owned())
        })?,
    };
    let mut alive = Vec::new();
    for &point in &points {
        let chain = proven.chains.iter().find(|chain| chain.points.contains(&point));
        match chain.map(|chain| chain.status) {
            None | Some(LifeStatus::Unproven) => alive.push(point),
            Some(LifeStatus::Alive) => {}
            Some(LifeStatus::NotAlive) => {
                return Err(fault(format!("{} is proven not to live", board.name(point))));
            }
        }
    }
    let mut chains = proven.chains;
    if !alive.is_empty() {
        let assumption = Assumption::new(board, game.position(), &alive).map_err(fault)?;
        let found = prover.prove_assuming(&assumption, board, *hypothetical_ko);
        keep(&mut chains, found.into_statuses());
    }
    let analysis = game
        .analysed(chains)
        .ok_or_else(|| fault("there is no Analysis of this position".to_owned()))?;
    // Where the ruling has a proposal to hold against the Analysis.
    let proposed = judged.report.agreement.is_some();
    Ok(report(board, &analysis, agreement(record, &judged.sitting, proposed, &analysis)))
}

/// The table before the players agree on dead stones.
fn before_agreement(record: &Record, options: &Options) -> Result<Judged, RecordError> {
    let mut record = record.clone();
    record.entries.retain(|entry| !matches!(entry.what, What::Act(Action::Dead(..))));
    judge(&record, &Options { dead: None, analyst: None, ..options.clone() })
}

/// A point of each chain that is not proven to live and that the players let stay.
fn staying(judged: &Judged, board: &Board) -> Option<Vec<Point>> {
    let proposed = judged.report.agreement.as_ref()?;
    let open = proposed
        .chains
        .iter()
        .filter(|chain| chain.proposed == "stays" && chain.status == LifeStatus::Unproven.as_str());
    Some(open.filter_map(|chain| board.parse_point(chain.points.first()?)).collect())
}

/// What was found on the assumption, of chains of which nothing is proven without it.
fn keep(chains: &mut [ChainStatus], found: Vec<ChainStatus>) {
    for found in found {
        let same = |chain: &&mut ChainStatus| chain.points == found.points;
        if let Some(chain) = chains.iter_mut().find(same)
            && chain.status == LifeStatus::Unproven
        {
            *chain = found;
        }
    }
}

fn report(board: &Board, analysis: &Analysis, agreement: Option<AgreementReport>) -> AssumedReport {
    AssumedReport {
        alive: names(board, &analysis.assumed()),
        chains: analysis.chains.iter().map(|chain| chain_report(board, chain, None)).collect(),
        removed: names(board, &analysis.certain.removed),
        territory: by_player(board, &analysis.certain.territory),
        result: analysis.outcome.as_ref().map(|outcome| result(board, outcome)),
        bounds: bounds(analysis),
        agreement,
    }
}
