//! Rulesets, clauses, engines, the version.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use shinpan_rules::{Clause, OPTIONS, builtin, clause_pages};
use utoipa::ToSchema;

use super::body::Named;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::room::opening::ruleset;
use crate::wire::RulesView;

/// The built-in rulesets.
#[utoipa::path(get, path = "/api/rules", tag = "book", responses((status = 200, body = Vec<RulesView>)))]
pub(crate) async fn list() -> Json<Vec<RulesView>> {
    Json(builtin().iter().map(RulesView::of).collect())
}

/// A ruleset by its name, with options if need be: `kee, scoring=territory`.
#[utoipa::path(
    get, path = "/api/rules/{name}", tag = "book", params(("name" = String, Path)),
    responses((status = 200, body = RulesView), (status = 404, body = ErrorBody))
)]
pub(crate) async fn one(Named(name): Named<String>) -> Result<Json<RulesView>, ApiError> {
    let read = ruleset(&name).map_err(|fault| ApiError::not_found(fault.message))?;
    Ok(Json(RulesView::of(&read.ruleset)))
}

/// An option of rulesets.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OptionView {
    /// Its name.
    option: &'static str,
    /// The values it takes.
    values: &'static str,
    /// What it decides.
    decides: &'static str,
}

/// The options that rulesets can be given.
#[utoipa::path(get, path = "/api/options", tag = "book", responses((status = 200, body = Vec<OptionView>)))]
pub(crate) async fn options() -> Json<Vec<OptionView>> {
    let view = |&(option, values, decides): &(_, _, _)| OptionView { option, values, decides };
    Json(OPTIONS.iter().map(view).collect())
}

/// A clause in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClauseTitle {
    /// Its name.
    id: String,
    /// Its title.
    title: String,
}

/// All clauses.
#[utoipa::path(get, path = "/api/clauses", tag = "book", responses((status = 200, body = Vec<ClauseTitle>)))]
pub(crate) async fn clauses() -> Json<Vec<ClauseTitle>> {
    let title = |page: &shinpan_rules::ClausePage| ClauseTitle {
        id: page.id.to_string(),
        title: page.title.clone(),
    };
    Json(clause_pages().iter().map(title).collect())
}

/// A clause.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClauseView {
    /// Its name.
    id: String,
    /// Its title.
    title: String,
    /// What it says, in our words.
    says: String,
    /// Where it stands.
    source: String,
    /// What the program does.
    program: String,
    /// How it is read where the text leaves room.
    reading: Option<String>,
    /// The name of a case that shows it.
    case: String,
    /// That case, as Markdown.
    example: Option<String>,
}

/// A clause: what it says, its source, an example.
#[utoipa::path(
    get, path = "/api/clauses/{id}", tag = "book", params(("id" = String, Path)),
    responses((status = 200, body = ClauseView), (status = 404, body = ErrorBody))
)]
pub(crate) async fn clause(Named(id): Named<String>) -> Result<Json<ClauseView>, ApiError> {
    let clause = Clause::new(id.trim());
    let page =
        clause.page().ok_or_else(|| ApiError::not_found(format!("there is no clause `{id}`")))?;
    Ok(Json(ClauseView {
        id: page.id.to_string(),
        title: page.title.clone(),
        says: page.says.clone(),
        source: page.source.clone(),
        program: page.program.clone(),
        reading: page.reading.clone(),
        case: page.case.clone(),
        example: shinpan_casebook::find(&page.case).map(shinpan_casebook::Case::markdown),
    }))
}

/// An engine that can take a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EngineView {
    /// Its name.
    name: String,
}

/// The engines that can take a seat.
#[utoipa::path(get, path = "/api/engines", tag = "rooms", responses((status = 200, body = Vec<EngineView>)))]
pub(crate) async fn engines(State(app): State<App>) -> Json<Vec<EngineView>> {
    let engines = app.shared.config.engines.iter();
    Json(engines.map(|engine| EngineView { name: engine.name.clone() }).collect())
}

/// The version of the program.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct VersionView {
    /// As `shinpan --version` says it.
    version: &'static str,
}

/// The version of the server.
#[utoipa::path(get, path = "/api/version", tag = "book", responses((status = 200, body = VersionView)))]
pub(crate) async fn version() -> Json<VersionView> {
    Json(VersionView { version: env!("CARGO_PKG_VERSION") })
}
