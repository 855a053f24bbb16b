//! Sockets: play without asking again and again.

use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::api::Named;
use crate::app::App;
use crate::error::{ApiError, Code, NotDone};
use crate::guard::{Client, Pace, SocketPlace};
use crate::room::{Ask, Joined, Told};
use crate::secret::SecretHash;
use crate::wire::{FromClient, NewAct, ToClient};

/// The longest message, in bytes.
const LONGEST: usize = 64 << 10;
/// The first message has to come within this time.
const HELLO: Duration = Duration::from_secs(10);
/// The most tokens of one client: the host's and all seats'.
const TOKENS: usize = 9;
/// Closed: there is no such room.
const NO_ROOM: u16 = 4404;
/// Closed: the host has closed the room.
const ROOM_CLOSED: u16 = 4410;
/// Closed: try again later.
const AGAIN: u16 = 1013;

/// A WebSocket into a room, subprotocol `shinpan.v1`. The messages are the schemas `FromClient` and
/// `ToClient`; the first is the client's `hello`.
#[utoipa::path(
    get,
    path = "/api/rooms/{room}/socket",
    tag = "rooms",
    params(("room" = String, Path, description = "The room's name")),
    responses((status = 101, description = "The connection is a WebSocket from here on"))
)]
pub(crate) async fn socket(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Named(room): Named<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let place = match app.guard.socket(client) {
        Ok(place) => place,
        Err(error) => return error.into_response(),
    };
    upgrade.protocols(["shinpan.v1"]).max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(
        move |socket| async move {
            app.shared.metrics.sockets.inc();
            let sockets = app.shared.metrics.sockets.clone();
            serve(app, place, room, socket).await;
            sockets.dec();
        },
    )
}

/// Why a socket is closed.
struct Close(u16, &'static str);

async fn serve(app: App, _place: SocketPlace, room: String, socket: WebSocket) {
    let patience = app.shared.config.limits.patience;
    let mut line = Line { socket, patience };
    let close = match greet(&app, &room, &mut line).await {
        Ok((tokens, told)) => {
            let close = talk(&app, &room, &mut line, &tokens, told).await;
            app.rooms.left(&room, tokens).await;
            close
        }
        Err(close) => Some(close),
    };
    if let Some(Close(code, reason)) = close {
        if code != close_code::AWAY && code != close_code::NORMAL {
            app.shared.metrics.turn_away("socket");
            tracing::info!(code, reason, "a socket is closed");
        }
        line.close(code, reason).await;
    }
}

/// A socket with a patience.
struct Line {
    socket: WebSocket,
    patience: Duration,
}

impl Line {
    /// A client that does not read is not waited for.
    async fn send(&mut self, text: Utf8Bytes) -> Result<(), Close> {
        self.message(Message::Text(text)).await
    }

    async fn message(&mut self, message: Message) -> Result<(), Close> {
        match tokio::time::timeout(self.patience, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Close(close_code::AWAY, "gone")),
            Err(_) => Err(Close(AGAIN, "you read too slowly")),
        }
    }

    async fn say(&mut self, message: &ToClient<'_>) -> Result<(), Close> {
        self.send(message.to_json().into()).await
    }

    async fn error(&mut self, id: Option<String>, error: &ApiError) -> Result<(), Close> {
        self.say(&ToClient::Error { id, error }).await
    }

    async fn close(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let close = self.socket.send(Message::Close(Some(frame)));
        // Whoever does not hear it will notice.
        let _ = tokio::time::timeout(Duration::from_secs(1), close).await;
    }
}

/// Hears the hello and answers it.
async fn greet(
    app: &App,
    room: &str,
    line: &mut Line,
) -> Result<(Vec<SecretHash>, Receiver<Told>), Close> {
    let first = tokio::time::timeout(HELLO, line.socket.recv()).await;
    let text = match first {
        Ok(Some(Ok(Message::Text(text)))) => text,
        Ok(Some(Ok(_))) => return Err(Close(close_code::POLICY, "expected the message hello")),
        Ok(Some(Err(fault))) => return Err(broken(&fault)),
        Ok(None) => return Err(Close(close_code::AWAY, "gone")),
        Err(_) => return Err(Close(close_code::POLICY, "no hello came")),
    };
    let (tokens, since, trail) = match serde_json::from_str(&text) {
        Ok(FromClient::Hello { tokens, .. }) if tokens.len() > TOKENS => {
            return Err(Close(close_code::POLICY, "expected at most 9 tokens"));
        }
        Ok(FromClient::Hello { tokens, since, trail }) => (tokens, since, trail),
        Ok(_) => return Err(Close(close_code::POLICY, "expected the message hello")),
        Err(fault) => {
            let error = ApiError::bad_input(format!("hello: {fault}"));
            turn_away(app, &error);
            line.error(None, &error).await?;
            return Err(Close(close_code::POLICY, "the hello is malformed"));
        }
    };
    let tokens: Vec<SecretHash> = tokens.iter().map(|token| SecretHash::of(token)).collect();
    let ask = |reply| Ask::Join { tokens: tokens.clone(), since, trail, reply };
    match app.rooms.ask(room, ask).await.and_then(|joined| joined) {
        Ok(Joined { room, events, told }) => {
            line.say(&ToClient::Welcome { room: Box::new(room), events }).await?;
            Ok((tokens, told))
        }
        Err(error) => {
            turn_away(app, &error);
            line.error(None, &error).await?;
            Err(match error.code {
                Code::NotFound => Close(NO_ROOM, "there is no such room"),
                Code::Busy | Code::Storage => Close(AGAIN, "try again"),
                _ => Close(close_code::POLICY, "the hello is not accepted"),
            })
        }
    }
}

/// Passes on what is said, both ways, until one goes.
async fn talk(
    app: &App,
    room: &str,
    line: &mut Line,
    tokens: &[SecretHash],
    mut told: Receiver<Told>,
) -> Option<Close> {
    let pace = Pace::new(&app.shared.config.limits);
    let mut ticks = tokio::time::interval(line.patience);
    ticks.reset();
    let mut heard = Instant::now();
    loop {
        let done = tokio::select! {
            message = told.recv() => match message {
                Ok(Told::Message(text)) => line.send(text).await,
                Ok(Told::Void(secret)) if tokens.iter().any(|token| token.same(&secret)) => {
                    let why = "a new link has replaced the token";
                    let said = line.error(None, &ApiError::new(Code::WrongToken, why)).await;
                    said.and(Err(Close(close_code::POLICY, why)))
                }
                Ok(Told::Void(_)) => Ok(()),
                Ok(Told::Closed) => Err(Close(ROOM_CLOSED, "the host has closed the room")),
                Err(RecvError::Lagged(_)) => Err(Close(AGAIN, "you read too slowly")),
                Err(RecvError::Closed) => Err(Close(close_code::AWAY, "the server stops")),
            },
            message = line.socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) if pace.keeps() => {
                        hear(app, room, line, tokens, &text).await
                    }
                    Some(Ok(Message::Text(_))) => Err(Close(close_code::POLICY, "too many messages")),
                    Some(Ok(Message::Binary(_))) => {
                        Err(Close(close_code::UNSUPPORTED, "expected text"))
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) if pace.keeps() => Ok(()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        Err(Close(close_code::POLICY, "too many messages"))
                    }
                    Some(Ok(Message::Close(_))) | None => return None,
                    Some(Err(fault)) => Err(broken(&fault)),
                }
            },
            _ = ticks.tick() => match heard.elapsed() > 3 * line.patience {
                true => Err(Close(close_code::AWAY, "nothing was heard for long")),
                false => line.message(Message::Ping(Vec::new().into())).await,
            },
        };
        if let Err(close) = done {
            return Some(close);
        }
    }
}

fn broken(fault: &axum::Error) -> Close {
    let why = fault.to_string();
    if why.contains("too long") || why.contains("too big") || why.contains("capacity") {
        return Close(close_code::SIZE, "the message is too large");
    }
    Close(close_code::PROTOCOL, "the message is malformed")
}

fn turn_away(app: &App, error: &ApiError) {
    app.shared.metrics.turn_away(error.code.as_str());
    tracing::info!(code = error.code.as_str(), message = error.message, "turned away");
}

async fn hear(
    app: &App,
    room: &str,
    line: &mut Line,
    tokens: &[SecretHash],
    text: &str,
) -> Result<(), Close> {
    let message = match serde_json::from_str::<FromClient>(text) {
        Ok(message) => message,
        Err(fault) => {
            let error = ApiError::bad_input(format!("the message: {fault}"));
            turn_away(app, &error);
            // Whose it is can mostly be told all the same.
            let read: Option<serde_json::Value> = serde_json::from_str(text).ok();
            let id = read.as_ref().and_then(|message| message["id"].as_str());
            return line.error(id.map(str::to_owned), &error).await;
        }
    };
    match message {
        FromClient::Ping {} => line.say(&ToClient::Pong).await,
        FromClient::Hello { .. } => {
            line.error(None, &ApiError::bad_input("hello: it was said already")).await
        }
        FromClient::Act { id, after, act } => {
            let act = NewAct { id: id.clone(), after, act };
            let ask = |reply| Ask::Act { tokens: tokens.to_vec(), act, reply };
            let done = match app.rooms.ask(room, ask).await {
                Ok(done) => done,
                Err(error) => Err(NotDone::Error(error)),
            };
            match done {
                Ok(ack) => line.say(&ToClient::Ack(ack)).await,
                Err(NotDone::Refused(refused)) => {
                    line.say(&ToClient::Refused { id, refused: &refused }).await
                }
                Err(NotDone::Error(error)) => {
                    turn_away(app, &error);
                    line.error(Some(id), &error).await
                }
            }
        }
        FromClient::Name { player, name } => {
            let Some(player) = shinpan_board::Player::parse(&player) else {
                let why = format!("player: expected a player, found `{player}`");
                return line.error(None, &ApiError::bad_input(why)).await;
            };
            let ask = |reply| Ask::Name { tokens: tokens.to_vec(), player, name, reply };
            match app.rooms.ask(room, ask).await.and_then(|named| named) {
                Ok(_) => Ok(()),
                Err(error) => {
                    turn_away(app, &error);
                    line.error(None, &error).await
                }
            }
        }
    }
}
