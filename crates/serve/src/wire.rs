//! What goes over the wire about rooms, as JSON. Rulings are the referee's own.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shinpan_board::Shape;
use shinpan_referee::{Event, Frame, PendingReport, RefusedMove, Report};
use shinpan_render::Scene;
use shinpan_rules::Ruleset;
use utoipa::ToSchema;

use crate::error::ApiError;

/// How a board is drawn.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct BoardView {
    /// `rectangle`, `torus` or `graph`.
    pub kind: &'static str,
    /// On a grid: the columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<usize>,
    /// On a grid: the rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// On a graph: the names of the points, in the board's order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<String>>,
    /// On a graph: which points are next to each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<[String; 2]>>,
    /// On a graph: where the points are drawn: to the right, and down, in line spacings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<IndexMap<String, [f64; 2]>>,
    /// In words: `9x9`, `torus 5x5`.
    pub describe: String,
}

impl BoardView {
    /// How a board is drawn.
    #[must_use]
    pub fn of(board: &shinpan_board::Board) -> BoardView {
        let grid = board.shape().grid();
        let mut view = BoardView {
            kind: match board.shape() {
                Shape::Rectangle { .. } => "rectangle",
                Shape::Torus { .. } => "torus",
                Shape::Graph => "graph",
            },
            columns: grid.map(|(columns, _)| columns),
            rows: grid.map(|(_, rows)| rows),
            points: None,
            edges: None,
            places: None,
            describe: board.describe(),
        };
        if grid.is_none() {
            let names: Vec<String> = board.points().map(|point| board.name(point)).collect();
            let pairs: Vec<[usize; 2]> = board
                .points()
                .flat_map(|from| board.neighbours(from).map(move |to| [from.index(), to.index()]))
                .filter(|[from, to]| from < to)
                .collect();
            let named = |&[from, to]: &[usize; 2]| [names[from].clone(), names[to].clone()];
            view.edges = Some(pairs.iter().map(named).collect());
            // A graph too large to draw has no places.
            view.places = Scene::graph(names.clone(), pairs).ok().map(|scene| {
                let placed = names.iter().zip(&scene.points);
                placed.map(|(name, place)| (name.clone(), [place.x, place.y])).collect()
            });
            view.points = Some(names);
        }
        view
    }
}

/// A ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RulesView {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it is from.
    pub source: String,
    /// Whether it is just as the built-in one of its name.
    pub builtin: bool,
    /// The fewest who can play.
    pub least_players: u8,
    /// The most.
    pub most_players: u8,
    /// The whole of it, as TOML it can be loaded from.
    pub toml: String,
}

impl RulesView {
    /// A ruleset.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> RulesView {
        RulesView {
            id: ruleset.id.clone(),
            title: ruleset.title.clone(),
            source: ruleset.source.clone(),
            builtin: Ruleset::builtin(&ruleset.id).as_ref() == Some(ruleset),
            least_players: ruleset.players.least,
            most_players: ruleset.players.most,
            toml: ruleset.to_toml(),
        }
    }
}

/// The state of a game, the same for everybody.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct State {
    /// The number of the latest event.
    pub event: usize,
    /// The ruling on how things stand.
    pub report: Report,
    /// Whether the Analysis is at work (Japanese 1989): a `state` follows when it has ended, and what is `unproven` may not stay so.
    pub analysing: bool,
    /// What waits for an answer.
    pub pending: Option<PendingReport>,
    /// The kinds of acts the referee would accept now, by player, and from the `host`:
    /// `move` (a pass at least), `resign`, `claim`, `accept`, `decline`, `dead`, `result`, `request`,
    /// `undo`; `rule`, `time`, `forfeit`, `edit`.
    pub can: IndexMap<String, Vec<&'static str>>,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatView {
    /// Whose it is.
    pub player: String,
    /// What its player calls himself.
    pub name: Option<String>,
    /// Whether somebody has come with its secret, or an engine has it.
    pub taken: bool,
    /// Whether somebody is connected with its secret, or an engine is running.
    pub online: bool,
    /// The engine that has it.
    pub engine: Option<String>,
    /// What went wrong with the engine, if it has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complaint: Option<String>,
}

/// What the tokens that were sent open.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct You {
    /// The players whose seats they are for.
    pub seats: Vec<String>,
    /// Whether one is the host's.
    pub host: bool,
}

/// A room.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RoomView {
    /// Its name in links.
    pub room: String,
    /// Its title.
    pub title: String,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// Whether it is in the list that anybody may see.
    pub listed: bool,
    /// How its board is drawn.
    pub board: BoardView,
    /// Its ruleset.
    pub rules: RulesView,
    /// Its komi.
    pub komi: String,
    /// How many play.
    pub players: usize,
    /// Handicap stones, as far as they matter for the count.
    pub handicap: u32,
    /// The seats, in the order of turns.
    pub seats: Vec<SeatView>,
    /// How many watch.
    pub spectators: usize,
    /// What you may do.
    pub you: You,
    /// How things stand.
    pub state: State,
    /// The frames asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail: Option<Vec<Frame>>,
}

/// What is asked of a new room. The fields about the game are those of a TOML record.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// Its title.
    #[serde(default)]
    #[schema(example = "Friday evening")]
    pub title: String,
    /// A ruleset: a name, a name with options (`kee, scoring=territory`), the TOML of one, or a table
    /// as in a TOML record.
    #[serde(default)]
    #[schema(example = "lasker-maas")]
    pub rules: Option<Value>,
    /// Points for White: a multiple of 1/2.
    #[serde(default)]
    #[schema(example = 6.5)]
    pub komi: Option<Value>,
    /// `9x9`, `line 5`, `torus 5x5`, or `{"points": [...], "edges": [[...]]}`.
    #[serde(default)]
    #[schema(example = "9x9")]
    pub board: Option<Value>,
    /// How many play.
    #[serde(default)]
    pub players: Option<u32>,
    /// How many handicap stones Black has, on the star points where no position is given.
    #[serde(default)]
    pub handicap: Option<u32>,
    /// What stands at the start: rows on a grid, `{"a": "black"}` anywhere.
    #[serde(default)]
    pub position: Option<Value>,
    /// Who moves first.
    #[serde(default)]
    pub to_move: Option<String>,
    /// Stones of each colour captured before.
    #[serde(default)]
    pub prisoners: Option<IndexMap<String, u32>>,
    /// A record to go on from, instead of the fields about the game: SGF, TOML or a journal.
    #[serde(default)]
    pub record: Option<String>,
    /// With a record: a game of an SGF collection, from 1.
    #[serde(default)]
    pub game: Option<usize>,
    /// With a record: a line of the SGF tree, the number of the child at each branching.
    #[serde(default)]
    pub variation: Vec<usize>,
    /// Whether anybody may see it in the list.
    #[serde(default)]
    pub listed: bool,
    /// Who sits where, in the order of turns; those not named are open.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
}

/// Who is to have a seat.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// What the player is called.
    #[serde(default)]
    pub name: Option<String>,
    /// The engine that takes it.
    #[serde(default)]
    pub engine: Option<String>,
}

/// A room that has been opened. The tokens are told here and nowhere else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OpenedRoom {
    /// Its name in links.
    pub room: String,
    /// The host's token.
    pub host: String,
    /// The seats, in the order of turns.
    pub seats: Vec<OpenedSeat>,
}

/// A seat of a room that has been opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OpenedSeat {
    /// Whose it is.
    pub player: String,
    /// The token it is taken with; none for an engine.
    pub token: Option<String>,
    /// The engine that has it.
    pub engine: Option<String>,
}

/// An act.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAct {
    /// Chosen by the client, new for each act: the same message sent twice does nothing twice.
    #[schema(example = "a-1", max_length = 64)]
    pub id: String,
    /// The number of the latest event that the client knows.
    pub after: usize,
    /// What is done, as records write it.
    #[schema(example = "B E5")]
    pub act: String,
}

/// An act was done, and is in the database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Ack {
    /// The client's.
    pub id: String,
    /// The number of the event.
    pub event: usize,
    /// Whether it had been done before, and nothing was done now.
    pub again: bool,
}

/// Events of a room.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Events {
    /// Those after the one asked for.
    #[schema(value_type = Vec<Event>)]
    pub events: Vec<Value>,
    /// The number of the latest.
    pub event: usize,
}

/// A listed room.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ListedView {
    /// Its name in links.
    pub room: String,
    /// Its title.
    pub title: String,
    /// The ruleset's name.
    pub rules: String,
    /// The board, in words.
    pub board: String,
    /// How many play.
    pub players: usize,
    /// How many events it has had.
    pub events: usize,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
}

/// What a client says on a socket.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromClient {
    /// The first message.
    Hello {
        /// The tokens of this client; none to watch.
        #[serde(default)]
        tokens: Vec<String>,
        /// The latest event it has: those after it are sent.
        #[serde(default)]
        since: Option<usize>,
        /// From which frame on the trail is sent.
        #[serde(default)]
        trail: Option<usize>,
    },
    /// Something is done.
    Act {
        /// Chosen by the client, new for each act: the same message sent twice does nothing twice.
        id: String,
        /// The number of the latest event that the client knows.
        after: usize,
        /// What is done, as records write it.
        act: String,
    },
    /// A player says his name.
    Name {
        /// Whose seat.
        player: String,
        /// The name; empty for none.
        name: String,
    },
    /// Are you there?
    Ping {},
}

/// What the server says on a socket.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient<'a> {
    /// The answer to `hello`.
    Welcome {
        /// The room.
        room: Box<RoomView>,
        /// The events after the one that the client has.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<Event>>)]
        events: Option<Vec<Value>>,
    },
    /// Something was done. It is in the database.
    Event {
        /// What.
        event: &'a Event,
        /// The frames it adds.
        trail: TrailUpdate,
        /// How things stand.
        state: &'a State,
    },
    /// More is known, and nothing was done: an Analysis has come to its end.
    State {
        /// How things stand.
        state: &'a State,
    },
    /// Who is there.
    Seats {
        /// The seats.
        seats: Vec<SeatView>,
        /// How many watch.
        spectators: usize,
    },
    /// The client's act was done, and is in the database.
    Ack(Ack),
    /// The referee refuses the client's act.
    Refused {
        /// The client's id of the act.
        id: String,
        /// What is refused, and why.
        refused: &'a RefusedMove,
    },
    /// The server does not do what the client says.
    Error {
        /// The client's id of the act, if it was one.
        id: Option<String>,
        /// Why.
        error: &'a ApiError,
    },
    /// I am here.
    Pong,
}

/// How the trail changes: it is cut off at `from`, and the frames are added.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TrailUpdate {
    /// How many frames stay.
    pub from: usize,
    /// The frames that follow them.
    pub frames: Vec<Frame>,
}

impl ToClient<'_> {
    /// As JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|fault| {
            // Nothing in it can fail to be written.
            tracing::error!(%fault, "a message could not be written");
            r#"{"type":"error","id":null,"error":{"code":"internal","message":"a defect of the server"}}"#.to_owned()
        })
    }
}
