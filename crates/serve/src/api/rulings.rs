//! Rulings on records, without a room.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, State};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shinpan_referee::fill_in::{FillIn, FillInReport, Settled};
use shinpan_referee::{
    Assumed, Frame, Judged, Options, Prover, Record, RefusedMove, Report, assume, read_points,
    tidy_sgf, write_sgf, write_toml,
};
use shinpan_rules::{Analyst, notice};
use utoipa::ToSchema;

use super::asking::Asking;
use super::body::Body;
use crate::app::App;
use crate::error::{ApiError, Code, ErrorBody};
use crate::guard::Client;
use crate::room::opening::{read_komi, ruleset};
use crate::wire::{BoardView, RulesView};
use crate::workers::Deadline;

/// Moves times points of a record that is ruled on.
const WORK: usize = 20_000_000;
/// Frames times points of a record that is replayed.
const FRAMES: usize = 2_000_000;
/// What a ruling may cost.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `nodes`, `seconds` or both")]
pub(crate) struct Budget {
    /// States looked at for one chain, of which there are at most ten times as many as without it, or nodes of a solver.
    pub(crate) nodes: Option<u64>,
    /// Seconds; the server has a limit of its own, 20 if it was not told another.
    pub(crate) seconds: Option<f64>,
}

impl Budget {
    /// The time that is asked for; the server has a limit of its own.
    pub(crate) fn within(self) -> Result<Duration, ApiError> {
        let seconds = self.seconds.unwrap_or(shinpan_referee::Prover::SECONDS);
        if seconds < 0.0 {
            let why = format!("budget.seconds: expected a number from 0, found {seconds}");
            return Err(ApiError::bad_input(why));
        }
        Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}

/// A record, and how to rule on it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with a record and what is asked of it")]
pub(crate) struct Ruling {
    /// SGF, our TOML, or a journal.
    #[schema(example = "rules = \"kee\"\nboard = \"2x1\"\nmoves = [\"B A1\", \"W B1\", \"B A1\"]")]
    pub(crate) record: String,
    /// A ruleset instead of the record's: a name, a name with options, or a whole one as TOML.
    pub(crate) rules: Option<String>,
    /// A komi instead of the record's: a multiple of 1/2.
    pub(crate) komi: Option<Value>,
    /// The stones the players agree are dead: one point of each chain; under Kee Rules points after `@N` are meant in the
    /// scoring position N.
    pub(crate) dead: Option<Vec<String>>,
    /// Rule on the state after so many moves.
    pub(crate) at: Option<usize>,
    /// Add the passes that end the play, where the record has none.
    #[serde(default)]
    pub(crate) passes: bool,
    /// When cycles are ruled on: `automatic`, `claim` or a number of occurrences.
    pub(crate) cycles: Option<String>,
    /// A line of the SGF tree: the number of the child at each branching.
    #[serde(default)]
    pub(crate) variation: Vec<usize>,
    /// A game of an SGF collection, from 1.
    pub(crate) game: Option<usize>,
    /// What it may cost.
    #[serde(default)]
    pub(crate) budget: Budget,
}

impl Ruling {
    /// Reads the record.
    pub(crate) fn record(&self) -> Result<Record, ApiError> {
        let record = Record::read(self.record.as_bytes(), self.game.unwrap_or(1), &self.variation)?;
        let work = record.moves().saturating_mul(record.board.len());
        if work > WORK {
            let (moves, board) = (record.moves(), record.board.in_words());
            let most = WORK / record.board.len();
            let why = format!("{moves} moves on the {board}: at most {most} are ruled on here");
            return Err(ApiError::new(Code::TooLarge, why));
        }
        Ok(record)
    }

    /// What is asked of the ruling, with nobody to say who lives.
    pub(crate) fn options(&self) -> Result<Options, ApiError> {
        let cycles = self.cycles.as_ref().map(|text| {
            notice(text).ok_or_else(|| {
                let why = "expected `automatic`, `claim` or a number from 2";
                ApiError::bad_input(format!("cycles: {why}, found `{text}`"))
            })
        });
        Ok(Options {
            rules: self.rules.as_deref().map(ruleset).transpose()?,
            komi: self.komi.as_ref().filter(|k| !k.is_null()).map(read_komi).transpose()?,
            dead: self.dead.clone(),
            at: self.at,
            passes: self.passes,
            cycles: cycles.transpose()?,
            analyst: None,
        })
    }

    pub(super) fn prover(&self, deadline: &Deadline) -> Prover {
        let nodes = self.budget.nodes.unwrap_or(Prover::NODES).min(10 * Prover::NODES);
        Prover { nodes, ..deadline.prover() }
    }

    /// What is asked of the ruling, with a prover to say who lives.
    fn options_within(&self, deadline: &Deadline) -> Result<Options, ApiError> {
        let analyst: Arc<dyn Analyst> = Arc::new(self.prover(deadline));
        Ok(Options { analyst: Some(analyst), ..self.options()? })
    }

    /// The same for a count: where the players have agreed on the dead stones it rests on no Analysis.
    pub(super) fn counted(&self, deadline: &Deadline) -> Result<Judged, ApiError> {
        if self.dead.is_some() { self.without_analysis() } else { self.judge(deadline) }
    }

    /// A ruling that asks nobody who lives.
    pub(super) fn without_analysis(&self) -> Result<Judged, ApiError> {
        Ok(shinpan_referee::judge(&self.record()?, &self.options()?)?)
    }

    pub(super) fn judge(&self, deadline: &Deadline) -> Result<Judged, ApiError> {
        Ok(shinpan_referee::judge(&self.record()?, &self.options_within(deadline)?)?)
    }
}

/// Chains that are assumed to live.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, expecting = "expected `staying`, or a list of points")]
pub(crate) enum AssumedAlive {
    /// `staying`: all that the players let stay.
    Text(String),
    /// A point of each.
    Points(Vec<String>),
}

/// What else is asked of a record that is ruled on.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct Judging {
    /// What follows if the chains at these points live of which it is not proven, or with `staying` all that the players let
    /// stay (`dead`, or territory marked in the record): `assuming` in the answer, by half of the time.
    assume_alive: Option<AssumedAlive>,
}

/// A record to be ruled on.
pub(crate) type JudgeRequest = Asking<Judging>;

impl JudgeRequest {
    fn judge(&self, deadline: &Deadline) -> Result<Report, ApiError> {
        let ruling = &self.ruling;
        let Some(assumed) = &self.more.assume_alive else {
            return Ok(ruling.judge(deadline)?.report);
        };
        // As much time for what is proven without the assumption as for what follows from it.
        let (record, options) = (ruling.record()?, ruling.options_within(&deadline.halved())?);
        let assumed = match assumed {
            AssumedAlive::Text(text) => Assumed::read(text),
            AssumedAlive::Points(names) => Assumed::At(names.clone()),
        };
        if let Assumed::At(names) = &assumed {
            // A fault is told before anything takes its time.
            read_points("--assume-alive", names, &record.board)?;
        }
        let mut judged = shinpan_referee::judge(&record, &options)?;
        if judged.refused.is_none() {
            let prover = ruling.prover(deadline);
            judged.report.assuming = Some(assume(&record, &options, &judged, &assumed, &prover)?);
        }
        Ok(judged.report)
    }
}

/// Does the work of a request on a worker.
pub(crate) async fn on_worker<T: Send + 'static>(
    app: &App,
    client: Client,
    budget: Budget,
    work: impl FnOnce(Deadline) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    app.guard.check_ruling(client)?;
    app.shared.workers.run(budget.within()?, work).await?
}

/// The ruling on a record. Where the record breaks the rules, `refused` says so.
#[utoipa::path(
    post, path = "/api/judge", tag = "rulings", request_body = JudgeRequest,
    responses((status = 200, body = Report), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn judge(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(asked): Body<JudgeRequest>,
) -> Result<Json<Report>, ApiError> {
    let budget = asked.ruling.budget;
    on_worker(&app, client, budget, move |deadline| Ok(Json(asked.judge(&deadline)?))).await
}

/// The rulings on a record under every built-in ruleset that takes as many players.
#[utoipa::path(
    post, path = "/api/compare", tag = "rulings", request_body = Ruling,
    responses((status = 200, body = Vec<Report>), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn compare(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(ruling): Body<Ruling>,
) -> Result<Json<Vec<Report>>, ApiError> {
    on_worker(&app, client, ruling.budget, move |deadline| {
        let options = ruling.options_within(&deadline)?;
        let rulings = shinpan_referee::compare(&ruling.record()?, &options)?;
        Ok(Json(rulings.into_iter().map(|judged| judged.report).collect()))
    })
    .await
}

/// A record step by step.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Replayed {
    /// How the board is drawn.
    pub(crate) board: BoardView,
    /// The ruleset.
    pub(crate) rules: RulesView,
    /// The komi.
    pub(crate) komi: String,
    /// How many play.
    pub(crate) players: usize,
    /// Names and such, as found.
    pub(crate) about: IndexMap<String, String>,
    /// How things stood at the start and after each entry. The one that is refused comes last.
    pub(crate) frames: Vec<Frame>,
    /// The move or act that is refused.
    pub(crate) refused: Option<RefusedMove>,
    /// The ruling at the end.
    #[serde(rename = "final")]
    pub(crate) last: Report,
}

/// A record step by step: how things stood after each move and act.
#[utoipa::path(
    post, path = "/api/replay", tag = "rulings", request_body = Ruling,
    responses((status = 200, body = Replayed), (status = 400, body = ErrorBody), (status = 413, body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn replay(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(ruling): Body<Ruling>,
) -> Result<Json<Replayed>, ApiError> {
    on_worker(&app, client, ruling.budget, move |deadline| {
        let record = ruling.record()?;
        let frames = (record.entries.len() + 1).saturating_mul(record.board.len());
        if frames > FRAMES {
            let entries = record.entries.len();
            let why = format!(
                "{entries} entries: at most {} are shown step by step",
                FRAMES / record.board.len()
            );
            return Err(ApiError::new(Code::TooLarge, why));
        }
        let replay = shinpan_referee::replay(&record, &ruling.options_within(&deadline)?)?;
        let sitting = &replay.judged.sitting;
        Ok(Json(Replayed {
            board: BoardView::of(&record.board),
            rules: RulesView::of(sitting.ruleset()),
            komi: sitting.setup().komi.to_string(),
            players: record.players,
            about: record.about.into_iter().collect(),
            refused: replay.judged.report.refused.clone(),
            frames: replay.frames,
            last: replay.judged.report,
        }))
    })
    .await
}

/// A count by filling in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Filled {
    /// How the board is drawn.
    board: BoardView,
    /// The steps, and what came of it.
    #[serde(flatten)]
    report: FillInReport,
}

/// The count by filling in, step by step.
#[utoipa::path(
    post, path = "/api/fill-in", tag = "rulings", request_body = Ruling,
    responses((status = 200, body = Filled), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn fill_in(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(ruling): Body<Ruling>,
) -> Result<Json<Filled>, ApiError> {
    on_worker(&app, client, ruling.budget, move |deadline| {
        let judged = ruling.counted(&deadline)?;
        let report = count(&judged)?.report();
        Ok(Json(Filled { board: BoardView::of(judged.sitting.game().board()), report }))
    })
    .await
}

pub(super) fn count(judged: &Judged) -> Result<FillIn, ApiError> {
    let fault = |fault: String| ApiError::new(Code::NoCount, fault);
    let settled = Settled::of(&judged.sitting).map_err(|error| fault(error.to_string()))?;
    FillIn::of(settled).map_err(|error| fault(error.to_string()))
}

/// The form a record is to be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum WrittenAs {
    /// SGF, file format 4.
    Sgf,
    /// Our own TOML.
    Toml,
}

/// A record that is to be written in another form.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Conversion {
    /// SGF, our TOML, or a journal.
    record: String,
    /// The form.
    to: WrittenAs,
    /// A line of the SGF tree: the number of the child at each branching.
    #[serde(default)]
    variation: Vec<usize>,
    /// A game of an SGF collection, from 1.
    game: Option<usize>,
}

/// A record in another form.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Converted {
    /// The record.
    text: String,
    /// What was mended, supposed or left out.
    notes: Vec<String>,
}

/// A record in the other form, or tidied in its own.
#[utoipa::path(
    post, path = "/api/convert", tag = "rulings", request_body = Conversion,
    responses((status = 200, body = Converted), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn convert(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(asked): Body<Conversion>,
) -> Result<Json<Converted>, ApiError> {
    on_worker(&app, client, Budget::default(), move |_| {
        let bytes = asked.record.as_bytes();
        if asked.to == WrittenAs::Sgf
            && asked.game.is_none()
            && asked.variation.is_empty()
            && let Some(tidied) = tidy_sgf(bytes)
        {
            let (text, notes) = tidied?;
            let notes = notes.iter().map(ToString::to_string).collect();
            return Ok(Json(Converted { text, notes }));
        }
        let record = Record::read(bytes, asked.game.unwrap_or(1), &asked.variation)?;
        let text = match asked.to {
            WrittenAs::Sgf => write_sgf(&record)?,
            WrittenAs::Toml => write_toml(&record)?,
        };
        let notes = record.all_notes().iter().map(ToString::to_string).collect();
        Ok(Json(Converted { text, notes }))
    })
    .await
}
