//! Reading requests.

use std::error::Error;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use shinpan_board::Player;

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::secret::SecretHash;

/// A body of JSON. What is wrong with it is said as all errors are.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        let patience = app.shared.config.limits.patience;
        let read = tokio::time::timeout(patience, Json::from_request(request, app)).await;
        let read = read.map_err(|_| {
            let why = format!("the body did not come within {} s", patience.as_secs());
            ApiError::new(Code::TooSlow, why)
        })?;
        match read {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => Err(match &rejection {
                JsonRejection::JsonDataError(fault) => ApiError::bad_input(cause(fault)),
                JsonRejection::JsonSyntaxError(fault) => {
                    ApiError::bad_input(format!("the body is no JSON: {}", cause(fault)))
                }
                JsonRejection::MissingJsonContentType(_) => {
                    ApiError::new(Code::WrongType, "expected a body of the type application/json")
                }
                _ if rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
                    let most = app.shared.config.limits.body;
                    let why = format!("the body is larger than the {most} bytes this server reads");
                    ApiError::new(Code::TooLarge, why)
                }
                _ => ApiError::bad_input(rejection.body_text()),
            }),
        }
    }
}

/// What is wrong, where, and what was expected, without the words of those who hand it on.
fn cause(fault: &dyn Error) -> String {
    fault.source().map_or_else(|| fault.to_string(), ToString::to_string)
}

/// The query of the address.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, ApiError> {
        let read = Query::from_request_parts(parts, state).await;
        read.map(|Query(asked)| Asked(asked))
            .map_err(|rejection| ApiError::bad_input(format!("the query: {}", cause(&rejection))))
    }
}

/// The tokens in the header `Authorization`: one, or none.
pub(crate) struct Tokens(pub(crate) Vec<SecretHash>);

impl<S: Send + Sync> FromRequestParts<S> for Tokens {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Tokens, ApiError> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else {
            return Ok(Tokens(Vec::new()));
        };
        let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
        let token = token.ok_or_else(|| {
            ApiError::new(Code::WrongToken, "authorization: expected `Bearer` and a token")
        })?;
        Ok(Tokens(vec![SecretHash::of(token.trim())]))
    }
}

/// What the path names.
pub(crate) struct Named<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, ApiError> {
        let read = Path::from_request_parts(parts, state).await;
        read.map(|Path(named)| Named(named))
            .map_err(|rejection| ApiError::bad_input(rejection.body_text()))
    }
}

/// A room and a player in the path.
pub(crate) struct RoomAndPlayer(pub(crate) String, pub(crate) Player);

impl<S: Send + Sync> FromRequestParts<S> for RoomAndPlayer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<RoomAndPlayer, ApiError> {
        let Named::<(String, String)>((room, player)) =
            Named::from_request_parts(parts, state).await?;
        let player = Player::parse(&player).ok_or_else(|| {
            ApiError::not_found(format!("expected a player like `black`, found `{player}`"))
        })?;
        Ok(RoomAndPlayer(room, player))
    }
}
