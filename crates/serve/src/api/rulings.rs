//! Rulings on records, without a room.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shinpan_board::{Board, Position, Stone};
use shinpan_referee::fill_in::{FillIn, FillInReport, Settled};
use shinpan_referee::{
    Drawn, Explanation, Frame, Judged, Options, Proven, Prover, Record, RefusedMove, Report, Shows,
    drawn, explain as explain_chain, explained_picture, explained_sgf, picture, tidy_sgf,
    write_sgf, write_toml,
};
use shinpan_render::{
    Extent, Scene, TextOptions, Theme, to_animation, to_html, to_png, to_sheet, to_svg, to_text,
};
use shinpan_rules::{Analyst, Life, Move, Status, notice};
use utoipa::ToSchema;

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
/// How long a ruling may take if nothing else is asked.
const SECONDS: f64 = 10.0;

/// What a ruling may cost.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
pub(crate) struct Budget {
    /// States looked at for one chain, or nodes of a solver.
    pub(crate) nodes: Option<u64>,
    /// Seconds.
    pub(crate) seconds: Option<f64>,
}

impl Budget {
    /// The time that is asked for; the server has a limit of its own.
    pub(crate) fn within(self) -> Result<Duration, ApiError> {
        let seconds = self.seconds.unwrap_or(SECONDS);
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            ApiError::bad_input(format!(
                "budget.seconds: expected a number from 0, found {seconds}"
            ))
        })
    }
}

/// A record, and how to rule on it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct Ruling {
    /// SGF, our TOML, or a journal.
    #[schema(example = "rules = \"kee\"\nboard = \"2x1\"\nmoves = [\"B A1\", \"W B1\", \"B A1\"]")]
    pub(crate) record: String,
    /// A ruleset instead of the record's: a name, a name with options, or a whole one as TOML.
    pub(crate) rules: Option<String>,
    /// A komi instead of the record's: a multiple of 1/2.
    pub(crate) komi: Option<Value>,
    /// The stones the players agree are dead: one point of each chain.
    pub(crate) dead: Option<Vec<String>>,
    /// Rule on the state after so many moves.
    pub(crate) at: Option<usize>,
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
            let (moves, board) = (record.moves(), record.board.describe());
            let most = WORK / record.board.len();
            let why =
                format!("{moves} moves on the {board} board: at most {most} are ruled on here");
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
            cycles: cycles.transpose()?,
            analyst: None,
        })
    }

    fn prover(&self, deadline: &Deadline) -> Arc<Prover> {
        let deadline = deadline.clone();
        Arc::new(Prover {
            nodes: self.budget.nodes.unwrap_or(Prover::NODES).min(10 * Prover::NODES),
            stop: Arc::new(move || deadline.passed()),
            ..Prover::default()
        })
    }

    fn judge(&self, deadline: &Deadline) -> Result<Judged, ApiError> {
        let analyst: Option<Arc<dyn Analyst>> = Some(self.prover(deadline));
        let options = Options { analyst, ..self.options()? };
        Ok(shinpan_referee::judge(&self.record()?, &options)?)
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
    post, path = "/api/judge", tag = "rulings", request_body = Ruling,
    responses((status = 200, body = Report), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn judge(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(ruling): Body<Ruling>,
) -> Result<Json<Report>, ApiError> {
    let budget = ruling.budget;
    on_worker(&app, client, budget, move |deadline| Ok(Json(ruling.judge(&deadline)?.report))).await
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
        let analyst: Option<Arc<dyn Analyst>> = Some(ruling.prover(&deadline));
        let options = Options { analyst, ..ruling.options()? };
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
        let analyst: Option<Arc<dyn Analyst>> = Some(ruling.prover(&deadline));
        let options = Options { analyst, ..ruling.options()? };
        let replay = shinpan_referee::replay(&record, &options)?;
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
        let judged = ruling.judge(&deadline)?;
        let report = count(&judged)?.report();
        Ok(Json(Filled { board: BoardView::of(judged.sitting.game().board()), report }))
    })
    .await
}

fn count(judged: &Judged) -> Result<FillIn, ApiError> {
    let fault = |fault: String| ApiError::new(Code::BadRecord, format!("filling in: {fault}"));
    let settled = Settled::of(&judged.sitting).map_err(|error| fault(error.to_string()))?;
    FillIn::of(settled).map_err(|error| fault(error.to_string()))
}

/// A chain that is to be explained.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct ChainOf {
    /// The record.
    #[serde(flatten)]
    ruling: Ruling,
    /// A point of the chain.
    #[schema(example = "D4")]
    point: String,
}

/// A step of a line that is played out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct LineFrame {
    /// Its number, from 0.
    frame: usize,
    /// The move that led to it.
    act: Option<String>,
    /// Who made it.
    by: Option<String>,
    /// What stands on the board.
    position: Drawn,
    /// Points from which stones were removed.
    removed: Vec<String>,
}

/// Why a chain lives or not.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Explained {
    /// The chain, and every step with its clause.
    #[serde(flatten)]
    explanation: Explanation,
    /// How the board is drawn.
    board: BoardView,
    /// The chain's line played out.
    frames: Vec<LineFrame>,
    /// The whole proof as variations, where SGF can hold the board.
    sgf: Option<String>,
    /// The board with what is removed, whose territory is whose, and the chain marked.
    svg: String,
}

/// Why a chain lives or not, under a ruleset that asks (Japanese 1989), after the competition.
#[utoipa::path(
    post, path = "/api/explain", tag = "rulings", request_body = ChainOf,
    responses((status = 200, body = Explained), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn explain(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(asked): Body<ChainOf>,
) -> Result<Json<Explained>, ApiError> {
    let budget = asked.ruling.budget;
    on_worker(&app, client, budget, move |deadline| {
        let ruling = Ruling { dead: None, ..asked.ruling };
        let mut judged = shinpan_referee::judge(&ruling.record()?, &ruling.options()?)?;
        let board = Arc::clone(judged.sitting.game().board());
        let point = board.parse_point(&asked.point).ok_or_else(|| {
            let (board, found) = (board.describe(), &asked.point);
            ApiError::bad_input(format!(
                "point: expected a point of the {board} board, found `{found}`"
            ))
        })?;
        let game = judged.sitting.game();
        let proven = match (&game.ruleset().life, game.status()) {
            (Life::IndependentlyAlive { hypothetical_ko, .. }, Status::Stopped) => {
                ruling.prover(&deadline).prove(&board, game.position(), *hypothetical_ko)
            }
            _ => Proven::default(),
        };
        judged.sitting.analyse(&proven);
        let fault = |why: String| ApiError::new(Code::BadRecord, why);
        let explanation = explain_chain(&judged.sitting, point).map_err(fault)?;
        let scene = explained_picture(&judged.sitting, point).map_err(fault)?;
        let sgf = explained_sgf(&judged.sitting, point, proven.proof(point)).ok();
        let start = judged.sitting.game().position().clone();
        Ok(Json(Explained {
            frames: play_line(&board, start, &explanation.chain.line),
            explanation,
            board: BoardView::of(&board),
            sgf,
            svg: to_svg(&scene, &Theme::default()).map_err(|fault| draw_fault(&fault))?,
        }))
    })
    .await
}

/// A line of moves played out, as far as it can be.
fn play_line(board: &Board, mut position: Position, line: &[String]) -> Vec<LineFrame> {
    let mut frames = vec![LineFrame {
        frame: 0,
        act: None,
        by: None,
        position: drawn(board, position.codes()),
        removed: Vec::new(),
    }];
    for text in line {
        let action = shinpan_referee::Action::parse(text, board, 2);
        let Ok(shinpan_referee::Action::Move(player, made)) = action else { break };
        let mut removed = Vec::new();
        if let Move::Play(point) = made {
            if position.stone(point) != Stone::EMPTY {
                break;
            }
            position.place(board, point, player);
            removed = position.removed().iter().map(|&(point, _)| board.name(point)).collect();
        }
        frames.push(LineFrame {
            frame: frames.len(),
            act: Some(text.clone()),
            by: Some(player.to_string()),
            position: drawn(board, position.codes()),
            removed,
        });
    }
    frames
}

/// What a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PictureForm {
    /// Scalable vector graphics.
    #[default]
    Svg,
    /// A bitmap.
    Png,
    /// Signs.
    Text,
    /// The scene the others are drawn from; with `fill_in`, the steps.
    Json,
    /// With `fill_in`: an SVG that plays by itself.
    Animation,
    /// With `fill_in`: a page with buttons.
    Html,
}

/// What is to be drawn, and how.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct PictureOf {
    /// The record.
    #[serde(flatten)]
    ruling: Ruling,
    /// What the picture is.
    #[serde(rename = "as", default)]
    form: PictureForm,
    /// The count by filling in.
    #[serde(default)]
    fill_in: bool,
    /// Number the moves on the stones.
    #[serde(default)]
    numbers: bool,
    /// Number only the moves from this one on.
    numbers_from: Option<usize>,
    /// Mark the points where the player to move may not play.
    #[serde(default)]
    banned: bool,
    /// Mark territory or area, and dead stones, once there is a count.
    #[serde(default)]
    territory: bool,
    /// Whether there are coordinates.
    coordinates: Option<bool>,
    /// `wood`, `print` or `dark`.
    theme: Option<String>,
    /// The width of a PNG in pixels, at most 4000.
    width: Option<u32>,
}

/// The state of a record as a picture, or its count by filling in.
#[utoipa::path(
    post, path = "/api/render", tag = "rulings", request_body = PictureOf,
    responses(
        (status = 200, description = "The picture: image/svg+xml, image/png, text/plain, application/json or text/html"),
        (status = 400, body = ErrorBody), (status = 503, body = ErrorBody)
    )
)]
pub(crate) async fn render(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(asked): Body<PictureOf>,
) -> Result<Response, ApiError> {
    let budget = asked.ruling.budget;
    let (kind, bytes) = on_worker(&app, client, budget, move |deadline| {
        let judged = match asked.territory || asked.fill_in {
            true => asked.ruling.judge(&deadline)?,
            false => shinpan_referee::judge(&asked.ruling.record()?, &asked.ruling.options()?)?,
        };
        asked.draw(&judged)
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

fn draw_fault(fault: &shinpan_render::Error) -> ApiError {
    ApiError::new(Code::BadRecord, format!("drawing: {fault}"))
}

impl PictureOf {
    fn theme(&self) -> Result<Theme, ApiError> {
        let name = self.theme.as_deref().unwrap_or("wood");
        let theme = Theme::from_str(name)
            .map_err(|fault| ApiError::bad_input(format!("theme: {fault}")))?;
        Ok(Theme { coordinates: self.coordinates.unwrap_or(true), ..theme })
    }

    fn draw(&self, judged: &Judged) -> Result<(&'static str, Vec<u8>), ApiError> {
        const SVG: &str = "image/svg+xml";
        let fault = |fault: shinpan_render::Error| draw_fault(&fault);
        let theme = self.theme()?;
        if self.fill_in {
            let count = count(judged)?;
            let film = count.film().map_err(fault)?;
            return Ok(match self.form {
                PictureForm::Svg => (SVG, to_sheet(&film, &theme, 3).map_err(fault)?.into_bytes()),
                PictureForm::Png => {
                    let sheet = to_sheet(&film, &theme, 3).map_err(fault)?;
                    ("image/png", self.png(&sheet, 1500)?)
                }
                PictureForm::Text => {
                    let mut text = Vec::new();
                    for shot in &film.shots {
                        text.extend(self.text(&shot.scene)?);
                        text.extend(b"\n\n");
                    }
                    ("text/plain; charset=utf-8", text)
                }
                PictureForm::Json => {
                    let json = serde_json::to_vec(&count.report());
                    let json = json.map_err(|e| ApiError::new(Code::Internal, e.to_string()))?;
                    ("application/json", json)
                }
                PictureForm::Animation => {
                    (SVG, to_animation(&film, &theme).map_err(fault)?.into_bytes())
                }
                PictureForm::Html => (
                    "text/html; charset=utf-8",
                    to_html(&film, &theme).map_err(fault)?.into_bytes(),
                ),
            });
        }
        let shows = Shows {
            numbers_from: self.numbers.then(|| self.numbers_from.unwrap_or(1)),
            banned: self.banned,
            territory: self.territory,
        };
        let scene = picture(&judged.sitting, shows).map_err(fault)?;
        Ok(match self.form {
            PictureForm::Svg => (SVG, to_svg(&scene, &theme).map_err(fault)?.into_bytes()),
            PictureForm::Png => {
                ("image/png", self.png(&to_svg(&scene, &theme).map_err(fault)?, 800)?)
            }
            PictureForm::Text => ("text/plain; charset=utf-8", self.text(&scene)?),
            PictureForm::Json => ("application/json", scene.to_json().into_bytes()),
            PictureForm::Animation | PictureForm::Html => {
                let why =
                    "as: animations and pages are made of the steps of a count: add `fill_in`";
                return Err(ApiError::bad_input(why));
            }
        })
    }

    fn png(&self, svg: &str, width: u32) -> Result<Vec<u8>, ApiError> {
        let width = self.width.unwrap_or(width);
        if !(16..=4000).contains(&width) {
            let why = format!("width: expected 16 to 4000 pixels, found {width}");
            return Err(ApiError::bad_input(why));
        }
        Ok(to_png(svg, Extent::Width(width)).map_err(|fault| draw_fault(&fault))?.bytes)
    }

    fn text(&self, scene: &Scene) -> Result<Vec<u8>, ApiError> {
        let coordinates = self.coordinates.unwrap_or(true);
        let options = TextOptions { colour: false, coordinates, unicode: false };
        Ok(to_text(scene, options).map_err(|fault| draw_fault(&fault))?.into_bytes())
    }
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
            return Ok(Json(Converted { text, notes }));
        }
        let record = Record::read(bytes, asked.game.unwrap_or(1), &asked.variation)?;
        let text = match asked.to {
            WrittenAs::Sgf => write_sgf(&record)?,
            WrittenAs::Toml => write_toml(&record)?,
        };
        let mut notes = record.notes;
        if !record.left_out.is_empty() {
            notes.push(format!(
                "left out, a TOML record does not hold them: {}",
                record.left_out.join(" ")
            ));
        }
        Ok(Json(Converted { text, notes }))
    })
    .await
}
