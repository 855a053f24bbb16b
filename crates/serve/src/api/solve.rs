//! Exact values of small boards.

use std::fmt::Display;
use std::time::Instant;

use axum::Json;
use axum::extract::{Extension, State};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shinpan_referee::{RefusedMove, read_fields};
use shinpan_rules::{Game, Move, Score};
use shinpan_solve::{
    Limit, Limits, SolutionReport, Value as SolverValue, read_margin, report, solve as solve_game,
};
use utoipa::ToSchema;

use super::body::Body;
use super::rulings::{Budget, Ruling, on_worker};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::guard::Client;
use crate::wire::BoardView;
use crate::workers::Deadline;

/// Nodes if nothing else is asked.
const NODES: u64 = 2_000_000;

/// What is to be solved: a record from where it ends, or a board.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Problem {
    /// SGF, our TOML, or a journal; else the board is given.
    record: Option<String>,
    /// `3x3`, `line 5`, `torus 2x2`, or a graph.
    #[schema(example = "2x2")]
    board: Option<Value>,
    /// What stands on it: rows from the top, or `{"a": "black"}`.
    position: Option<Value>,
    /// Who is to move.
    to_move: Option<String>,
    /// A ruleset: a name, a name with options, or a whole one as TOML.
    rules: Option<String>,
    /// A multiple of 1/2.
    komi: Option<Value>,
    /// With a record: solve from after so many moves.
    at: Option<usize>,
    /// When cycles are ruled on: `automatic`, `claim` or a number of occurrences.
    cycles: Option<String>,
    /// Find the value of every legal move too.
    #[serde(default)]
    moves: bool,
    /// Ask only whether Black gets this margin, komi included, a multiple of 1/2: it may take much less than the value. Not with
    /// `moves`.
    at_least: Option<Value>,
    /// What it may cost, all values together.
    #[serde(default)]
    budget: Budget,
}

/// The value of a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoveValue {
    /// The point, or `pass`.
    #[serde(rename = "move")]
    made: String,
    /// Black's margin after it under best play, if it is proven.
    value: Option<String>,
    /// `win`, `draw` or `loss` for Black, if that is proven.
    outcome: Option<String>,
    /// The least and the most that is proven.
    bounds: [String; 2],
    /// Whether the value is proven.
    exact: bool,
}

/// What was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Solved {
    /// The value of the game from here on.
    #[serde(flatten)]
    solution: SolutionReport,
    /// The values of the moves, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveValue>>,
    /// The move at which the record breaks the rules; then nothing was solved, and `limit_code` is `refused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<RefusedMove>,
    /// How the board is drawn.
    board: BoardView,
}

/// The exact outcome of best play on a small board or from a position, and the value of every move, as
/// far as the budget goes.
#[utoipa::path(
    post, path = "/api/solve", tag = "rulings", request_body = Problem,
    responses((status = 200, body = Solved), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn solve(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(problem): Body<Problem>,
) -> Result<Json<Solved>, ApiError> {
    let budget = problem.budget;
    on_worker(&app, client, budget, move |deadline| problem.solve(&deadline).map(Json)).await
}

impl Problem {
    fn solve(&self, deadline: &Deadline) -> Result<Solved, ApiError> {
        let asked = self.asked()?;
        let (game, refused) = self.game()?;
        let limits = Limits {
            nodes: self.budget.nodes.unwrap_or(NODES),
            memory: deadline.solver_memory(),
            stop: &deadline.stop,
            progress: &|_| {},
        };
        let board = BoardView::of(game.board());
        if refused.is_some() {
            let solution = SolutionReport::nothing(&game);
            return Ok(Solved { solution, moves: None, refused, board });
        }
        let begun = Instant::now();
        let mut solution = report(&game, asked, &limits, 1).map_err(at_least_fault)?;
        solution.seconds = begun.elapsed().as_secs_f64();
        let moves = self.moves.then(|| {
            let plays = game.legal().into_iter().map(Move::Play);
            let all = plays.chain(std::iter::once(Move::Pass));
            all.filter_map(|made| value_of(&game, made, &limits, deadline)).collect()
        });
        Ok(Solved { solution, moves, refused, board })
    }

    /// The margin that is asked about.
    fn asked(&self) -> Result<Option<Score>, ApiError> {
        let Some(margin) = self.at_least.as_ref().filter(|margin| !margin.is_null()) else {
            return Ok(None);
        };
        if self.moves {
            return Err(at_least_fault(
                "one question is asked; without it `moves` has their values",
            ));
        }
        let asked = match margin {
            Value::String(text) => read_margin(text),
            other => read_margin(&other.to_string()),
        };
        asked.map(Some).map_err(at_least_fault)
    }

    fn game(&self) -> Result<(Game, Option<RefusedMove>), ApiError> {
        let ruling = Ruling {
            record: self.record.clone().unwrap_or_default(),
            rules: self.rules.clone(),
            komi: self.komi.clone(),
            dead: None,
            at: self.at,
            passes: false,
            cycles: self.cycles.clone(),
            variation: Vec::new(),
            game: None,
            budget: self.budget,
        };
        let record = match (&self.record, &self.board) {
            (Some(_), None) if self.position.is_none() && self.to_move.is_none() => {
                ruling.record()?
            }
            (None, Some(board)) => {
                let mut fields = Map::from_iter([("board".to_owned(), board.clone())]);
                let rules = self.rules.as_deref().unwrap_or("lasker-maas");
                fields.insert("rules".to_owned(), rules.into());
                if let Some(position) = self.position.clone().filter(|value| !value.is_null()) {
                    fields.insert("position".to_owned(), position);
                }
                if let Some(to_move) = &self.to_move {
                    fields.insert("to_move".to_owned(), to_move.as_str().into());
                }
                read_fields(fields)?
            }
            _ => {
                let why = "expected `record`, or `board` with `position` and `to_move` if need be";
                return Err(ApiError::bad_input(why));
            }
        };
        let judged = shinpan_referee::judge(&record, &ruling.options()?)?;
        Ok((judged.sitting.game().clone(), judged.report.refused))
    }
}

fn at_least_fault(why: impl Display) -> ApiError {
    ApiError::bad_input(format!("at_least: {why}"))
}

/// The value of a move; once the time is over, that nothing is known of it.
fn value_of(
    game: &Game,
    made: Move,
    limits: &Limits<'_>,
    deadline: &Deadline,
) -> Option<MoveValue> {
    let mut after = game.clone();
    after.play(made).ok()?;
    let value = match deadline.passed() {
        true => SolverValue::Unknown(Limit::Stopped),
        false => solve_game(&after, limits).value,
    };
    let (low, high) = value.bounds();
    Some(MoveValue {
        made: match made {
            Move::Play(point) => game.board().name(point),
            Move::Pass => "pass".to_owned(),
        },
        value: value.exact().and_then(|end| end.margin()).map(|margin| margin.to_string()),
        outcome: value.verdict().map(|verdict| verdict.as_str().to_owned()),
        bounds: [low.to_string(), high.to_string()],
        exact: value.exact().is_some(),
    })
}
