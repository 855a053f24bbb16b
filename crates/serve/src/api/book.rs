//! The case book: pages, and cases that can be played through.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::Json;
use axum::extract::{Extension, State};
use serde::Serialize;
use shinpan_casebook as book;
use shinpan_referee::{Drawn, Prover, Report, Trail, Written, drawn, write_toml};
use utoipa::ToSchema;

use super::body::Named;
use super::rulings::{Budget, Replayed, on_worker};
use crate::app::App;
use crate::error::{ApiError, Code, ErrorBody};
use crate::guard::Client;
use crate::wire::{BoardView, RulesView};
use crate::workers::Deadline;

/// A page in the index.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PageTitle {
    /// Its name.
    #[schema(example = "kee/simple-ko")]
    page: &'static str,
    /// Its heading.
    title: &'static str,
    /// The rulesets of its cases.
    rules: Vec<String>,
    /// Its cases.
    cases: Vec<CaseTitle>,
}

/// A case in the index.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CaseTitle {
    /// Its name.
    name: String,
    /// Its ruleset.
    rules: String,
    /// The clauses at work in it.
    clauses: Vec<String>,
    /// How its board is drawn.
    board: BoardView,
    /// What stands at the start.
    position: Drawn,
}

/// The pages of the case book.
#[utoipa::path(get, path = "/api/casebook", tag = "book", responses((status = 200, body = Vec<PageTitle>)))]
pub(crate) async fn index() -> Json<Vec<PageTitle>> {
    let pages = book::pages().map(|page| {
        let cases: Vec<CaseTitle> = page
            .parts
            .iter()
            .filter_map(|part| match part {
                book::Part::Case(case) => Some(case_title(case)),
                book::Part::Text(_) => None,
            })
            .collect();
        let mut rules: Vec<String> = Vec::new();
        for case in &cases {
            if !rules.contains(&case.rules) {
                rules.push(case.rules.clone());
            }
        }
        PageTitle { page: page.name, title: page.title, rules, cases }
    });
    Json(pages.collect())
}

fn case_title(case: &book::Case) -> CaseTitle {
    CaseTitle {
        name: case.name.clone(),
        rules: case.setup.rules.clone(),
        clauses: clauses(case),
        board: BoardView::of(&case.setup.board),
        position: drawn(&case.setup.board, &case.setup.position),
    }
}

fn clauses(case: &book::Case) -> Vec<String> {
    book::clauses(case).into_iter().map(str::to_owned).collect()
}

/// A page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PageView {
    /// Its name.
    page: &'static str,
    /// Its heading.
    title: &'static str,
    /// What follows.
    parts: Vec<PartView>,
}

/// A part of a page.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PartView {
    /// Text.
    Markdown(String),
    /// A case.
    Case(Arc<CaseView>),
}

/// A case.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CaseView {
    /// Its name.
    name: String,
    /// Its page.
    page: String,
    /// The heading of its page.
    title: String,
    /// The text it belongs to, in Markdown.
    prose: String,
    /// The lines between its fences.
    block: String,
    /// Its ruleset.
    rules: String,
    /// The clauses at work in it.
    clauses: Vec<String>,
    /// What is done in it and accepted, as a record in TOML.
    record: Option<String>,
    /// The case step by step; refused acts are frames of their own.
    replay: Replayed,
}

/// A page of the case book with its cases.
#[utoipa::path(
    get, path = "/api/casebook/{folder}/{file}", tag = "book",
    params(("folder" = String, Path), ("file" = String, Path)),
    responses((status = 200, body = PageView), (status = 404, body = ErrorBody))
)]
pub(crate) async fn page(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Named((folder, file)): Named<(String, String)>,
) -> Result<Json<PageView>, ApiError> {
    let name = format!("{folder}/{file}");
    let found = book::pages().find(|page| page.name == name);
    let found = found.ok_or_else(|| ApiError::not_found(format!("there is no page `{name}`")))?;
    on_worker(&app, client, Budget::default(), move |deadline| {
        let parts = found.parts.iter().map(|part| match part {
            book::Part::Text(text) => Ok(PartView::Markdown(text.clone())),
            book::Part::Case(case) => case_view(case, &deadline).map(PartView::Case),
        });
        let parts = parts.collect::<Result<Vec<_>, ApiError>>()?;
        Ok(Json(PageView { page: found.name, title: found.title, parts }))
    })
    .await
}

/// A case of the case book.
#[utoipa::path(
    get, path = "/api/cases/{name}", tag = "book", params(("name" = String, Path)),
    responses((status = 200, body = CaseView), (status = 404, body = ErrorBody))
)]
pub(crate) async fn case(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Named(name): Named<String>,
) -> Result<Json<Arc<CaseView>>, ApiError> {
    let found = book::find(&name);
    let found = found.ok_or_else(|| ApiError::not_found(format!("there is no case `{name}`")))?;
    on_worker(&app, client, Budget::default(), move |deadline| {
        case_view(found, &deadline).map(Json)
    })
    .await
}

/// The cases that have been played through. They are built in, so what was found of them once holds for good.
static PLAYED: LazyLock<Mutex<HashMap<&'static str, Arc<CaseView>>>> =
    LazyLock::new(Mutex::default);

fn case_view(case: &'static book::Case, deadline: &Deadline) -> Result<Arc<CaseView>, ApiError> {
    let played = || PLAYED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(view) = played().get(case.name.as_str()) {
        return Ok(Arc::clone(view));
    }
    let view = Arc::new(play(case, &deadline.prover())?);
    // What was cut short is not kept.
    if !deadline.passed() {
        played().insert(&case.name, Arc::clone(&view));
    }
    Ok(view)
}

fn play(case: &book::Case, prover: &Prover) -> Result<CaseView, ApiError> {
    let fault = |what: String| ApiError::new(Code::Internal, format!("the case: {what}"));
    let mut sitting = book::sit_down(&case.setup).map_err(fault)?;
    let mut trail = Trail::default();
    let mut frames = vec![trail.start(&sitting)];
    for stated in &case.statements {
        let book::Statement::Act(act, _) = &stated.statement else { continue };
        sitting.analyse(prover);
        let action = book::action(act);
        let mut frame = match sitting.enact(&action) {
            Ok(event) => trail.follow(&sitting, &action, &event),
            Err(refused) => {
                let told = sitting.refusal(&action, &refused);
                let act = Written(&action, sitting.game().board()).to_string();
                trail.refuse(&sitting, told, act)
            }
        };
        frame.event = frame.frame;
        frame.place = format!("{}:{}", case.file, stated.line);
        frames.push(frame);
    }
    sitting.analyse(prover);
    let setup = sitting.setup();
    Ok(CaseView {
        name: case.name.clone(),
        page: case.file.trim_start_matches("casebook/").trim_end_matches(".md").to_owned(),
        title: case.title.clone(),
        prose: case.prose.clone(),
        block: case.block.clone(),
        rules: case.setup.rules.clone(),
        clauses: clauses(case),
        record: write_toml(&sitting.record()).ok(),
        replay: Replayed {
            board: BoardView::of(&setup.board),
            rules: RulesView::of(sitting.ruleset()),
            komi: setup.komi.to_string(),
            players: setup.players,
            about: indexmap::IndexMap::new(),
            frames,
            refused: None,
            last: Report::of(&sitting),
        },
    })
}
