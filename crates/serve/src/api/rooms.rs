//! Rooms over HTTP.

use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value};
use shinpan_board::{Board, Player};
use utoipa::{IntoParams, ToSchema};

use super::body::{Asked, Body, Named, RoomAndPlayer, Tokens};
use crate::app::App;
use crate::error::{ApiError, Code, ErrorBody, NotDone, RefusedBody};
use crate::guard::Client;
use crate::room::opening::sit_down;
use crate::room::{Ask, Form, Told, read_name};
use crate::secret::{Secret, random_text};
use crate::store::{StoredEvent, StoredRoom, StoredSeat, now};
use crate::wire::{
    Ack, Events, ListedView, NewAct, NewRoom, OpenedRoom, OpenedSeat, RoomView, SeatView,
};

/// The longest title, in characters.
const TITLE: usize = 100;
/// Rooms in a list.
const LISTED: i64 = 50;
/// The longest that a request may wait for an event.
const WAIT: u64 = 30;

/// Opens a room.
#[utoipa::path(
    post, path = "/api/rooms", tag = "rooms",
    request_body = NewRoom,
    responses(
        (status = 201, body = OpenedRoom, description = "The tokens are told here and nowhere else"),
        (status = 400, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)
    )
)]
pub(crate) async fn open(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(new): Body<NewRoom>,
) -> Result<Response, ApiError> {
    app.guard.check_ruling(client)?;
    if new.title.chars().count() > TITLE || new.title.chars().any(char::is_control) {
        return Err(ApiError::bad_input(format!(
            "title: expected at most {TITLE} characters, none of them a control character"
        )));
    }
    let (opening, events, players, grid) = match new.record {
        // A long record takes a while.
        Some(_) => {
            let (asked, workers) = (new.clone(), &app.shared.workers);
            workers.run(workers.longest(), move |_| begin(&asked)).await??
        }
        None => begin(&new)?,
    };
    let host = Secret::random()?;
    let mut stored = Vec::new();
    let mut seats = Vec::new();
    if new.seats.len() > players {
        let found = new.seats.len();
        return Err(ApiError::bad_input(format!(
            "seats: expected at most {players}, found {found}"
        )));
    }
    for (index, player) in Player::all(players).enumerate() {
        let wish = new.seats.get(index).cloned().unwrap_or_default();
        if let Some(name) = &wish.engine {
            let known = app.shared.config.engines.iter().any(|engine| engine.name == *name);
            if !known || players != 2 || !grid {
                let why = match known {
                    false => format!("there is no engine `{name}`; GET /api/engines lists them"),
                    true => "engines play games of two players on rectangles".to_owned(),
                };
                return Err(ApiError::bad_input(format!("seats[{index}].engine: {why}")));
            }
        }
        let secret = wish.engine.is_none().then(Secret::random).transpose()?;
        let name = read_name(wish.name.as_deref().unwrap_or_default())?;
        let taken = wish.engine.is_some();
        stored.push(StoredSeat {
            secret: secret.as_ref().map(Secret::hash),
            name: name.or_else(|| wish.engine.clone()),
            engine: wish.engine.clone(),
            taken,
        });
        seats.push(OpenedSeat {
            player: player.to_string(),
            token: secret.map(|secret| secret.reveal().to_owned()),
            engine: wish.engine,
        });
    }
    let room = StoredRoom {
        id: random_text::<10>()?,
        title: new.title.trim().to_owned(),
        opening,
        host: host.hash(),
        listed: new.listed,
        created: now(),
        seats: stored,
        events,
    };
    app.rooms.create(&room).await?;
    let place = format!("/api/rooms/{}", room.id);
    let opened = OpenedRoom { room: room.id, host: host.reveal().to_owned(), seats };
    let mut response = (StatusCode::CREATED, Json(opened)).into_response();
    if let Ok(place) = HeaderValue::try_from(place) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    Ok(response)
}

type Began = (String, Vec<StoredEvent>, usize, bool);

/// From what the game begins, and what has happened in it if it goes on from a record.
fn begin(new: &NewRoom) -> Result<Began, ApiError> {
    let sitting = sit_down(new)?;
    let opening = sitting.opening()?.to_string();
    let internal = |fault: String| ApiError::new(Code::Internal, fault);
    let mut events = Vec::new();
    let (_, done) = sitting.done_again().map_err(internal)?;
    for event in done {
        let event = serde_json::to_string(&event).map_err(|fault| internal(fault.to_string()))?;
        events.push(StoredEvent { event, actor: "record".to_owned(), action: None });
    }
    let board: &Board = &sitting.setup().board;
    let rectangle = matches!(board.shape(), shinpan_board::Shape::Rectangle { .. });
    Ok((opening, events, sitting.setup().players, rectangle))
}

/// What of the list is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only rooms opened before this time, in milliseconds since 1970.
    before: Option<i64>,
}

/// The rooms that are listed, the newest first, as far as their games are not over. Private rooms are
/// not in any list.
#[utoipa::path(
    get, path = "/api/rooms", tag = "rooms", params(ListQuery),
    responses((status = 200, body = Vec<ListedView>))
)]
pub(crate) async fn list(
    State(app): State<App>,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<Vec<ListedView>>, ApiError> {
    let rooms = app.shared.store.listed(query.before.unwrap_or(i64::MAX), LISTED).await?;
    let view = |room: crate::store::ListedRoom| {
        let opening: Map<String, Value> = serde_json::from_str(&room.opening).unwrap_or_default();
        let rules = match opening.get("rules") {
            Some(Value::String(name)) => name.clone(),
            Some(Value::Object(table)) => {
                table.get("id").and_then(Value::as_str).unwrap_or("").to_owned()
            }
            _ => String::new(),
        };
        let board = opening.get("board").and_then(Value::as_str).unwrap_or("graph").to_owned();
        let players = opening.get("players").and_then(Value::as_u64).unwrap_or(2);
        ListedView {
            room: room.id,
            title: room.title,
            rules,
            board,
            players: usize::try_from(players).unwrap_or(2),
            events: usize::try_from(room.moves).unwrap_or(0),
            created: room.created,
        }
    };
    Ok(Json(rooms.into_iter().map(view).collect()))
}

/// What of a room is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ViewQuery {
    /// Send the frames from this one on; none without it.
    trail: Option<usize>,
}

/// A room as it stands.
#[utoipa::path(
    get, path = "/api/rooms/{room}", tag = "rooms", params(("room" = String, Path), ViewQuery),
    security((), ("token" = [])),
    responses((status = 200, body = RoomView), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub(crate) async fn view(
    State(app): State<App>,
    Named(room): Named<String>,
    Tokens(tokens): Tokens,
    Asked(query): Asked<ViewQuery>,
) -> Result<Json<RoomView>, ApiError> {
    let ask = |reply| Ask::View { tokens, trail: query.trail, reply };
    Ok(Json(app.rooms.ask(&room, ask).await??))
}

/// Closes a room and deletes all that is stored of it. Only the host can.
#[utoipa::path(
    delete, path = "/api/rooms/{room}", tag = "rooms", params(("room" = String, Path)),
    security(("token" = [])),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody))
)]
pub(crate) async fn close(
    State(app): State<App>,
    Named(room): Named<String>,
    Tokens(tokens): Tokens,
) -> Result<StatusCode, ApiError> {
    app.rooms.ask(&room, |reply| Ask::Close { tokens, reply }).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// Does something. The answer comes when it is in the database.
#[utoipa::path(
    post, path = "/api/rooms/{room}/acts", tag = "rooms", params(("room" = String, Path)),
    security(("token" = [])), request_body = NewAct,
    responses(
        (status = 200, body = Ack),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "`after` is not the latest event, or the id is used"),
        (status = 422, body = RefusedBody, description = "The referee refuses it"),
        (status = 503, body = ErrorBody, description = "The database did not take it: nothing was done")
    )
)]
pub(crate) async fn act(
    State(app): State<App>,
    Named(room): Named<String>,
    Tokens(tokens): Tokens,
    Body(act): Body<NewAct>,
) -> Result<Json<Ack>, NotDone> {
    Ok(Json(app.rooms.ask(&room, |reply| Ask::Act { tokens, act, reply }).await??))
}

/// Which events are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// Those after this one; all without it.
    since: Option<usize>,
    /// Wait so many seconds for one, if there is none; at most 30.
    wait: Option<u64>,
}

/// The events of a room, at once or when there is one.
#[utoipa::path(
    get, path = "/api/rooms/{room}/events", tag = "rooms", params(("room" = String, Path), EventsQuery),
    responses((status = 200, body = Events), (status = 404, body = ErrorBody))
)]
pub(crate) async fn events(
    State(app): State<App>,
    Named(room): Named<String>,
    Asked(query): Asked<EventsQuery>,
) -> Result<Json<Events>, ApiError> {
    let since = query.since.unwrap_or(0);
    let ask = || app.rooms.ask(&room, |reply| Ask::Events { since, reply });
    let (found, mut told) = ask().await?;
    if !found.events.is_empty() || query.wait.unwrap_or(0) == 0 {
        return Ok(Json(found));
    }
    let until = Duration::from_secs(query.wait.unwrap_or(0).min(WAIT));
    let deadline = tokio::time::Instant::now() + until;
    // Not everything that is told is an event.
    while let Ok(Ok(Told::Message(_) | Told::Void(_))) =
        tokio::time::timeout_at(deadline, told.recv()).await
    {
        let (found, _) = ask().await?;
        if !found.events.is_empty() {
            return Ok(Json(found));
        }
    }
    Ok(Json(found))
}

/// The form of a record.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FormName {
    /// SGF, where it can hold the game.
    Sgf,
    /// Our own TOML.
    Toml,
    /// A journal: everything that happened, what was taken back too.
    Journal,
}

/// In which form the record is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordQuery {
    /// TOML without it.
    #[serde(rename = "as")]
    form: Option<FormName>,
}

/// The record of a room.
#[utoipa::path(
    get, path = "/api/rooms/{room}/record", tag = "rooms", params(("room" = String, Path), RecordQuery),
    responses(
        (status = 200, description = "The record in the form that was asked for", content(
            (String = "application/toml"), (String = "application/x-go-sgf"), (String = "application/x-ndjson"),
        )),
        (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)
    )
)]
pub(crate) async fn record(
    State(app): State<App>,
    Named(room): Named<String>,
    Asked(query): Asked<RecordQuery>,
) -> Result<Response, ApiError> {
    let (form, kind) = match query.form.unwrap_or(FormName::Toml) {
        FormName::Sgf => (Form::Sgf, "application/x-go-sgf; charset=utf-8"),
        FormName::Toml => (Form::Toml, "application/toml; charset=utf-8"),
        FormName::Journal => (Form::Journal, "application/x-ndjson; charset=utf-8"),
    };
    let text = app.rooms.ask(&room, |reply| Ask::Record { form, reply }).await??;
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// What a player says about himself.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewName {
    /// What he wants to be called; empty for nothing.
    #[schema(max_length = 40)]
    name: String,
}

/// A player says his name.
#[utoipa::path(
    put, path = "/api/rooms/{room}/seats/{player}", tag = "rooms",
    params(("room" = String, Path), ("player" = String, Path)), security(("token" = [])),
    request_body = NewName,
    responses((status = 200, body = SeatView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody))
)]
pub(crate) async fn name(
    State(app): State<App>,
    RoomAndPlayer(room, player): RoomAndPlayer,
    Tokens(tokens): Tokens,
    Body(NewName { name }): Body<NewName>,
) -> Result<Json<SeatView>, ApiError> {
    Ok(Json(app.rooms.ask(&room, |reply| Ask::Name { tokens, player, name, reply }).await??))
}

/// A new token for a seat: the old one opens nothing any more, and an engine leaves. Only the host can.
#[utoipa::path(
    post, path = "/api/rooms/{room}/seats/{player}/link", tag = "rooms",
    params(("room" = String, Path), ("player" = String, Path)), security(("token" = [])),
    responses((status = 200, body = OpenedSeat), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody))
)]
pub(crate) async fn link(
    State(app): State<App>,
    RoomAndPlayer(room, player): RoomAndPlayer,
    Tokens(tokens): Tokens,
) -> Result<Json<OpenedSeat>, ApiError> {
    let token = app.rooms.ask(&room, |reply| Ask::NewLink { tokens, player, reply }).await??;
    Ok(Json(OpenedSeat { player: player.to_string(), token: Some(token), engine: None }))
}
