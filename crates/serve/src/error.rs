//! What the server answers when it does not do what it is asked: an error, or the referee's refusal.

use axum::Json;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use shinpan_referee::{RecordError, RefusedMove};
use utoipa::ToSchema;

/// Why a request was not carried out, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The request could not be read.
    BadInput,
    /// The record in it could not be read.
    BadRecord,
    /// What the record comes to is not the count of one position of territory.
    NoCount,
    /// No token, or one that is not known.
    WrongToken,
    /// The token is for something else, or the page that asks is a stranger's.
    NotYours,
    /// There is no such thing.
    NotFound,
    /// What is there is not asked for by this method.
    WrongMethod,
    /// `after` is not the number of the latest event.
    Stale,
    /// The id belongs to another act.
    IdReused,
    /// The body or the game is too large.
    TooLarge,
    /// The body is of another type than expected.
    WrongType,
    /// The body took too long to come.
    TooSlow,
    /// Too many requests from one address, or too many messages.
    TooMany,
    /// Everybody is at work: try again.
    Busy,
    /// The time a ruling may take is spent.
    Timeout,
    /// The database did not take it; nothing was done.
    Storage,
    /// A defect of the server.
    Internal,
}

impl Code {
    /// All of them.
    pub const ALL: [Code; 17] = [
        Code::BadInput,
        Code::BadRecord,
        Code::NoCount,
        Code::WrongToken,
        Code::NotYours,
        Code::NotFound,
        Code::WrongMethod,
        Code::Stale,
        Code::IdReused,
        Code::TooLarge,
        Code::WrongType,
        Code::TooSlow,
        Code::TooMany,
        Code::Busy,
        Code::Timeout,
        Code::Storage,
        Code::Internal,
    ];

    /// The status of the answer over HTTP.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Code::BadInput | Code::BadRecord | Code::NoCount => StatusCode::BAD_REQUEST,
            Code::WrongToken => StatusCode::UNAUTHORIZED,
            Code::NotYours => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Code::Stale | Code::IdReused => StatusCode::CONFLICT,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::WrongType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Code::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::Busy | Code::Timeout | Code::Storage => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::BadInput => "bad-input",
            Code::BadRecord => "bad-record",
            Code::NoCount => "no-count",
            Code::WrongToken => "wrong-token",
            Code::NotYours => "not-yours",
            Code::NotFound => "not-found",
            Code::WrongMethod => "wrong-method",
            Code::Stale => "stale",
            Code::IdReused => "id-reused",
            Code::TooLarge => "too-large",
            Code::WrongType => "wrong-type",
            Code::TooSlow => "too-slow",
            Code::TooMany => "too-many",
            Code::Busy => "busy",
            Code::Timeout => "timeout",
            Code::Storage => "storage",
            Code::Internal => "internal",
        }
    }
}

/// Why a request was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ApiError {
    /// In a word.
    pub code: Code,
    /// What was found, where, and what was expected.
    pub message: String,
    /// Where in a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// With `stale`: the number of the latest event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// With `too-many` and `busy`: after how many seconds to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl ApiError {
    /// An error without further data.
    pub fn new(code: Code, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into(), place: None, event: None, retry_after: None }
    }

    pub(crate) fn bad_input(message: impl Into<String>) -> ApiError {
        ApiError::new(Code::BadInput, message)
    }

    /// The method is none that is served there.
    pub(crate) fn wrong_method(method: &Method) -> ApiError {
        ApiError::new(Code::WrongMethod, format!("{method} is not served here"))
    }

    pub(crate) fn not_found(what: impl Into<String>) -> ApiError {
        ApiError::new(Code::NotFound, what)
    }
}

impl From<RecordError> for ApiError {
    fn from(fault: RecordError) -> ApiError {
        let place = fault.field();
        let place = (!place.is_empty()).then_some(place);
        ApiError { place, ..ApiError::new(Code::BadRecord, fault.what) }
    }
}

/// The body of every error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ApiError,
}

/// The body of the referee's refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RefusedBody {
    /// What the referee refuses, and why.
    pub refused: RefusedMove,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (code, after) = (self.code, self.retry_after);
        let mut response = (code.status(), Json(ErrorBody { error: self })).into_response();
        if let Some(seconds) = after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(code);
        response
    }
}

/// Why an act was not done.
#[derive(Clone, PartialEq, Debug)]
pub enum NotDone {
    /// The referee refuses it.
    Refused(Box<RefusedMove>),
    /// The server does not even ask the referee.
    Error(ApiError),
}

impl From<ApiError> for NotDone {
    fn from(error: ApiError) -> NotDone {
        NotDone::Error(error)
    }
}

impl IntoResponse for NotDone {
    fn into_response(self) -> Response {
        match self {
            NotDone::Refused(refused) => {
                (StatusCode::UNPROCESSABLE_ENTITY, Json(RefusedBody { refused: *refused }))
                    .into_response()
            }
            NotDone::Error(error) => error.into_response(),
        }
    }
}
