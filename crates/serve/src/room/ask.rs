//! What a room is asked, by sockets, by requests over HTTP, and by itself.

use serde_json::Value;
use shinpan_board::{Player, Position};
use shinpan_referee::{Action, Proven};
use tokio::sync::{OwnedSemaphorePermit, broadcast, oneshot};

use crate::error::{ApiError, NotDone};
use crate::secret::SecretHash;
use crate::wire::{Ack, Events, NewAct, RoomView, SeatView};

/// The answer to a request.
pub(crate) type Reply<T> = oneshot::Sender<T>;

/// What everybody in a room hears: a message as JSON, that a secret opens nothing any more, or that it is over.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    Message(axum::extract::ws::Utf8Bytes),
    Void(SecretHash),
    Closed,
}

/// In which form a record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Sgf,
    Toml,
    Journal,
}

/// Somebody who has come in.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) room: RoomView,
    pub(crate) events: Option<Vec<Value>>,
    pub(crate) told: broadcast::Receiver<Told>,
}

/// What a room is asked.
#[derive(Debug)]
pub(crate) enum Ask {
    /// How does it look?
    View { tokens: Vec<SecretHash>, trail: Option<usize>, reply: Reply<Result<RoomView, ApiError>> },
    /// A socket comes in.
    Join {
        tokens: Vec<SecretHash>,
        since: Option<usize>,
        trail: Option<usize>,
        reply: Reply<Result<Joined, ApiError>>,
    },
    /// A socket goes.
    Leave { tokens: Vec<SecretHash> },
    /// Something is to be done.
    Act { tokens: Vec<SecretHash>, act: NewAct, reply: Reply<Result<Ack, NotDone>> },
    /// What has happened since an event?
    Events { since: usize, reply: Reply<(Events, broadcast::Receiver<Told>)> },
    /// The record, written in a form.
    Record { form: Form, reply: Reply<Result<String, ApiError>> },
    /// A player says his name.
    Name {
        tokens: Vec<SecretHash>,
        player: Player,
        name: String,
        reply: Reply<Result<SeatView, ApiError>>,
    },
    /// The host wants a new secret for a seat.
    NewLink { tokens: Vec<SecretHash>, player: Player, reply: Reply<Result<String, ApiError>> },
    /// The host closes the room.
    Close { tokens: Vec<SecretHash>, reply: Reply<Result<(), ApiError>> },
    /// The chains of a position have been analysed, or why that could not be done.
    Analysed { position: Box<Position>, proven: Result<Box<Proven>, ApiError> },
    /// There is a place for the engines.
    EnginePlace { place: OwnedSemaphorePermit },
    /// An engine does something, as the sitting stood after an event.
    Engine { after: usize, action: Box<Action> },
    /// An engine has left its seat.
    EngineLeft { player: Player, why: String },
    /// The server stops.
    Stop,
}
