//! Why a chain lives or not.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use serde::{Deserialize, Serialize};
use shinpan_board::{Board, Position, Stone};
use shinpan_referee::{
    Drawn, Explanation, drawn, explain as explain_chain, explained_picture, explained_sgf,
    read_points,
};
use shinpan_render::{Theme, to_svg};
use shinpan_rules::Move;
use utoipa::ToSchema;

use super::asking::Asking;
use super::body::Body;
use super::pictures::draw_fault;
use super::rulings::{Ruling, on_worker};
use crate::app::App;
use crate::error::{ApiError, Code, ErrorBody};
use crate::guard::Client;
use crate::wire::BoardView;

/// A chain of a record that is to be explained.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct ChainOf {
    /// A point of the chain.
    #[schema(example = "D4")]
    point: String,
    /// Points of chains that are assumed to live, such as the walls of a problem; what is told then rests on that.
    #[serde(default)]
    assume_alive: Vec<String>,
}

/// A record, and a chain of it.
pub(crate) type ExplainRequest = Asking<ChainOf>;

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
    post, path = "/api/explain", tag = "rulings", request_body = ExplainRequest,
    responses((status = 200, body = Explained), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn explain(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(Asking { ruling, more: asked }): Body<ExplainRequest>,
) -> Result<Json<Explained>, ApiError> {
    on_worker(&app, client, ruling.budget, move |deadline| {
        let ruling = Ruling { dead: None, ..ruling };
        let mut judged = shinpan_referee::judge(&ruling.record()?, &ruling.options()?)?;
        let board = Arc::clone(judged.sitting.game().board());
        let point = board.parse_point(&asked.point).ok_or_else(|| {
            let (board, found) = (board.in_words(), &asked.point);
            ApiError::bad_input(format!("point: expected a point of the {board}, found `{found}`"))
        })?;
        let assumed = read_points("--assume-alive", &asked.assume_alive, &board)?;
        let (prover, game) = (ruling.prover(&deadline).asked(point), judged.sitting.game());
        let bad = |why: &str| ApiError::bad_input(format!("assume_alive: {why}"));
        if assumed.iter().any(|&alive| game.position().same_chain(alive, point)) {
            return Err(bad(&format!("{} is the chain asked about", asked.point)));
        }
        let proven = if assumed.is_empty() {
            prover.prove_due(game)
        } else {
            prover.prove_due_assuming(game, &assumed).map_err(|why| bad(&why))?
        };
        judged.sitting.analyse(&proven);
        let fault = |why: String| ApiError::new(Code::BadRecord, why);
        let explanation =
            explain_chain(&judged.sitting, point, proven.proof(point), proven.with_eyes())
                .map_err(fault)?;
        let scene = explained_picture(&judged.sitting, point).map_err(fault)?;
        let sgf =
            explained_sgf(&judged.sitting, point, proven.proof(point), proven.with_eyes()).ok();
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
