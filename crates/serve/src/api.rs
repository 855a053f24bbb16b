//! The API over HTTP.

mod asking;
mod body;
mod book;
mod explain;
mod pictures;
mod rooms;
mod rules;
mod rulings;
mod solve;

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::json;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, ResponseBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::app::App;
use crate::error::{ApiError, Code};

pub(crate) use body::Named;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Shinpan",
        description = include_str!("api/about.md"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "rooms", description = "Games that are played here"),
        (name = "rulings", description = "Rulings on records, without a room"),
        (name = "book", description = "Rulesets, clauses and the case book")
    ),
    components(schemas(
        crate::wire::FromClient,
        crate::wire::ToClient,
        crate::error::ErrorBody,
        rooms::FormName
    ))
)]
struct Document;

/// The routes under `/api`, and the document that describes them.
pub(crate) fn routes() -> (Router<App>, utoipa::openapi::OpenApi) {
    let (router, mut document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(rooms::open, rooms::list))
        .routes(routes!(rooms::view, rooms::close))
        .routes(routes!(rooms::act))
        .routes(routes!(rooms::events))
        .routes(routes!(rooms::record))
        .routes(routes!(rooms::name))
        .routes(routes!(rooms::link))
        .routes(routes!(crate::socket::socket))
        .routes(routes!(rulings::judge))
        .routes(routes!(rulings::compare))
        .routes(routes!(rulings::replay))
        .routes(routes!(rulings::fill_in))
        .routes(routes!(explain::explain))
        .routes(routes!(pictures::render))
        .routes(routes!(rulings::convert))
        .routes(routes!(solve::solve))
        .routes(routes!(rules::list))
        .routes(routes!(rules::options))
        .routes(routes!(rules::one))
        .routes(routes!(rules::clauses))
        .routes(routes!(rules::clause))
        .routes(routes!(book::index))
        .routes(routes!(book::page))
        .routes(routes!(book::case))
        .routes(routes!(rules::engines))
        .routes(routes!(rules::version))
        .split_for_parts();
    describe_refusals(&mut document);
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(bearer));
    let shown = Arc::new(document.clone());
    let router = router
        .route(
            "/api/openapi.json",
            axum::routing::get(move || async move { Json((*shown).clone()) }),
        )
        .merge(
            SwaggerUi::new("/api/docs")
                .config(utoipa_swagger_ui::Config::from("/api/openapi.json").validator_url("none")),
        )
        .route("/api", axum::routing::any(nothing))
        .route("/api/", axum::routing::any(nothing))
        .route("/api/{*rest}", axum::routing::any(nothing))
        .method_not_allowed_fallback(
            |method: Method| async move { ApiError::wrong_method(&method) },
        );
    (router, document)
}

/// Says of every operation what it shares with the others: how a request is refused before anybody reads what it asks.
fn describe_refusals(document: &mut utoipa::openapi::OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            let mut refusals = vec![Code::BadInput, Code::TooMany, Code::Internal, Code::Busy];
            if operation.request_body.is_some() {
                refusals.extend([Code::TooLarge, Code::WrongType]);
            }
            if path.contains('{') {
                refusals.push(Code::NotFound);
            }
            if path.contains("{room}") {
                refusals.extend([Code::WrongToken, Code::NotYours]);
            }
            for code in refusals {
                let status = code.status();
                let about = status.canonical_reason().unwrap_or_default();
                let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody")));
                let response = ResponseBuilder::new()
                    .description(about)
                    .content("application/json", body.build())
                    .build();
                let responses = &mut operation.responses.responses;
                responses.entry(status.as_str().to_owned()).or_insert(response.into());
            }
        }
    }
}

async fn nothing() -> Response {
    ApiError::not_found("there is no such route; GET /api/openapi.json lists them").into_response()
}

/// Whether the server is alive.
pub(crate) async fn healthz() -> Json<serde_json::Value> {
    Json(json!({ "status": "ok" }))
}

/// Whether the server can do its work: the database answers.
pub(crate) async fn readyz(app: axum::extract::State<App>) -> Response {
    match app.shared.store.ping().await {
        Ok(()) => Json(json!({ "status": "ok" })).into_response(),
        Err(fault) => {
            let body = Json(json!({ "status": "failed", "database": fault.to_string() }));
            (StatusCode::SERVICE_UNAVAILABLE, body).into_response()
        }
    }
}

/// What is counted and measured.
pub(crate) async fn metrics(app: axum::extract::State<App>) -> Response {
    let metrics = &app.shared.metrics;
    metrics.waiting.set(i64::try_from(app.shared.workers.waiting()).unwrap_or(i64::MAX));
    match metrics.text() {
        Ok(text) => {
            let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
            ([(axum::http::header::CONTENT_TYPE, kind)], text).into_response()
        }
        Err(fault) => ApiError::new(Code::Internal, fault.to_string()).into_response(),
    }
}
