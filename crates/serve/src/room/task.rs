//! The task of a room.

mod analysis;
mod engine_seats;
mod hosting;

use std::collections::HashMap;
use std::time::Instant;

use indexmap::IndexMap;
use serde_json::Value;
use shinpan_board::{Board, Player};
use shinpan_referee::{Action, Event, Frame, Report, Sitting, Trail, write_sgf, write_toml};
use tokio::sync::broadcast;
use tokio::sync::mpsc::{Receiver, WeakSender};

use super::ask::{Ask, Form, Joined, Told};
use super::directory::Directory;
use super::engines::Engines;
use super::opening::sit_down_again;
use super::seats::Seats;
use crate::app::Shared;
use crate::error::{ApiError, Code, NotDone};
use crate::secret::SecretHash;
use crate::store::{NewEvent, StoreError, StoredRoom, now};
use crate::wire::{
    Ack, BoardView, Events, NewAct, RoomView, RulesView, State, ToClient, TrailUpdate,
};
use analysis::Analysing;
pub(crate) use hosting::read_name;

/// Messages that a slow reader may be behind.
const BEHIND: usize = 64;
/// The longest id of an act, in bytes.
const ID: usize = 64;

/// A room: a sitting, and everybody who is there.
pub(super) struct Room {
    shared: Shared,
    id: String,
    title: String,
    created: i64,
    listed: bool,
    opening: String,
    seats: Seats,
    sitting: Sitting,
    trail: Trail,
    /// Everything that happened, as JSON.
    events: Vec<Box<str>>,
    /// The acts that were done, by who did them and the client's id.
    done: HashMap<(String, String), usize>,
    /// How things stand: made once for each event.
    state: State,
    tell: broadcast::Sender<Told>,
    /// The way back to this room, for work done elsewhere.
    queue: WeakSender<Ask>,
    engines: Option<Engines>,
    /// Whether its engines wait for a place.
    engines_wait: bool,
    analysing: Analysing,
    /// Whether the database has something else than this: the room is to be read anew.
    lost: bool,
}

impl Room {
    /// A room from what is stored of it.
    pub(super) fn seat(
        shared: Shared,
        stored: StoredRoom,
        queue: WeakSender<Ask>,
    ) -> Result<Room, ApiError> {
        let id = stored.id;
        let events = stored.events.iter().map(|stored| stored.event.as_str());
        let damaged = |why: String| {
            tracing::error!(why, "a stored room cannot be read");
            ApiError::new(Code::Internal, format!("the stored game cannot be read: {why}"))
        };
        let sitting = sit_down_again(&stored.opening, events).map_err(damaged)?;
        let (_, trail) = sitting.frames().map_err(|fault| damaged(fault.to_string()))?;
        let done = stored.events.iter().enumerate().filter_map(|(index, event)| {
            Some(((event.actor.clone(), event.action.clone()?), index + 1))
        });
        let done = done.collect();
        let state = state(&sitting, stored.events.len(), &Analysing::Nothing);
        shared.metrics.rooms.inc();
        Ok(Room {
            id,
            title: stored.title,
            created: stored.created,
            listed: stored.listed,
            opening: stored.opening,
            seats: Seats::new(stored.seats, stored.host),
            trail,
            events: stored.events.into_iter().map(|event| event.event.into_boxed_str()).collect(),
            done,
            state,
            sitting,
            tell: broadcast::channel(BEHIND).0,
            queue,
            engines: None,
            engines_wait: false,
            analysing: Analysing::Nothing,
            lost: false,
            shared,
        })
    }

    /// Answers until nobody is there any more, the room is closed, or the server stops.
    pub(super) async fn run(mut self, mut asked: Receiver<Ask>, rooms: Directory) {
        self.state.analysing = self.analyse();
        self.start_engines();
        let idle = self.shared.config.limits.idle;
        loop {
            let ask = match tokio::time::timeout(idle, asked.recv()).await {
                Ok(Some(ask)) => ask,
                Ok(None) => break,
                Err(_) if self.tell.receiver_count() > 0 => continue,
                Err(_) => {
                    if rooms.leave(&self.id, &mut asked).await {
                        // Who asked just before is answered still.
                        while let Some(ask) = asked.recv().await {
                            self.answer(ask).await;
                        }
                        break;
                    }
                    continue;
                }
            };
            let stops = matches!(ask, Ask::Stop);
            let closed = self.answer(ask).await;
            if closed {
                rooms.leave_now(&self.id, &mut asked).await;
                let _ = self.tell.send(Told::Closed);
                break;
            }
            if stops || self.lost {
                rooms.leave_now(&self.id, &mut asked).await;
                break;
            }
        }
    }

    /// Answers. Says whether the room is closed by that.
    async fn answer(&mut self, ask: Ask) -> bool {
        // Whoever asked may have gone away: no reply has to arrive.
        match ask {
            Ask::View { tokens, trail, reply } => {
                let view = self.view(&tokens, trail).await;
                drop(reply.send(view));
            }
            Ask::Join { tokens, since, trail, reply } => {
                let joined = self.join(&tokens, since, trail).await;
                let came = joined.is_ok();
                if reply.send(joined).is_ok() && came {
                    self.come(&tokens).await;
                }
            }
            Ask::Leave { tokens } => self.go(&tokens),
            Ask::Act { tokens, act, reply } => {
                let done = self.act(&tokens, act).await;
                drop(reply.send(done));
            }
            Ask::Events { since, reply } => {
                let events = Events { events: self.events_after(since), event: self.events.len() };
                drop(reply.send((events, self.tell.subscribe())));
            }
            Ask::Record { form, reply } => drop(reply.send(self.record(form))),
            Ask::Name { tokens, player, name, reply } => {
                let named = self.name(&tokens, player, &name).await;
                drop(reply.send(named));
            }
            Ask::NewLink { tokens, player, reply } => {
                let link = self.new_link(&tokens, player).await;
                drop(reply.send(link));
            }
            Ask::Close { tokens, reply } => {
                let closed = self.close(&tokens).await;
                let gone = closed.is_ok();
                drop(reply.send(closed));
                return gone;
            }
            Ask::Analysed { position, proven } => self.analysed(&position, proven),
            Ask::EnginePlace { place } => self.place_found(place),
            Ask::Engine { after, action } => self.engine_acts(after, &action).await,
            Ask::EngineLeft { player, why } => self.engine_left(player, why),
            Ask::Stop => {}
        }
        false
    }

    async fn view(
        &self,
        tokens: &[SecretHash],
        trail: Option<usize>,
    ) -> Result<RoomView, ApiError> {
        let sitting = &self.sitting;
        let setup = sitting.setup();
        let you = self.seats.you(tokens)?;
        let trail = match trail {
            Some(from) => Some(self.frames_from(from).await?),
            None => None,
        };
        Ok(RoomView {
            room: self.id.clone(),
            title: self.title.clone(),
            created: self.created,
            listed: self.listed,
            board: BoardView::of(&setup.board),
            rules: RulesView::of(sitting.ruleset()),
            komi: setup.komi.to_string(),
            players: setup.players,
            handicap: setup.handicap,
            seats: self.seats.views(),
            spectators: self.seats.spectators,
            you,
            state: self.state.clone(),
            trail,
        })
    }

    /// The game is done anew for this: not where everybody else waits.
    async fn frames_from(&self, from: usize) -> Result<Vec<Frame>, ApiError> {
        let sitting = self.sitting.clone();
        let frames = tokio::task::spawn_blocking(move || sitting.frames()).await;
        let internal = |why: String| ApiError::new(Code::Internal, why);
        let (mut frames, _) = frames
            .map_err(|panic| internal(panic.to_string()))?
            .map_err(|fault| internal(fault.to_string()))?;
        Ok(frames.split_off(from.min(frames.len())))
    }

    fn events_after(&self, since: usize) -> Vec<Value> {
        let later = self.events.iter().skip(since);
        later.filter_map(|event| serde_json::from_str(event).ok()).collect()
    }

    async fn join(
        &self,
        tokens: &[SecretHash],
        since: Option<usize>,
        trail: Option<usize>,
    ) -> Result<Joined, ApiError> {
        if let Some(since) = since.filter(|&since| since > self.events.len()) {
            return Err(self.stale("since", since));
        }
        Ok(Joined {
            room: self.view(tokens, trail).await?,
            events: since.map(|since| self.events_after(since)),
            told: self.tell.subscribe(),
        })
    }

    async fn come(&mut self, tokens: &[SecretHash]) {
        let opened = self.seats.opened(tokens);
        self.seats.spectators += usize::from(tokens.is_empty());
        for index in opened {
            let seat = &mut self.seats.seats[index];
            seat.sockets += 1;
            if !seat.stored.taken {
                seat.stored.taken = true;
                let written = self.shared.store.set_seat(&self.id, index, &seat.stored).await;
                if let Err(fault) = written {
                    // It will be written when the player comes again.
                    tracing::warn!(%fault, "who has taken a seat could not be written");
                }
            }
        }
        self.tell_seats();
    }

    fn go(&mut self, tokens: &[SecretHash]) {
        if tokens.is_empty() {
            self.seats.spectators = self.seats.spectators.saturating_sub(1);
        }
        for index in self.seats.opened(tokens) {
            let sockets = &mut self.seats.seats[index].sockets;
            *sockets = sockets.saturating_sub(1);
        }
        self.tell_seats();
    }

    fn tell_seats(&self) {
        let (seats, spectators) = (self.seats.views(), self.seats.spectators);
        self.tell(&ToClient::Seats { seats, spectators });
    }

    fn tell(&self, message: &ToClient<'_>) {
        if self.tell.receiver_count() > 0 {
            // Nobody may be listening any more.
            let _ = self.tell.send(Told::Message(message.to_json().into()));
        }
    }

    async fn act(&mut self, tokens: &[SecretHash], act: NewAct) -> Result<Ack, NotDone> {
        let begun = Instant::now();
        if act.id.is_empty() || act.id.len() > ID || act.id.chars().any(char::is_control) {
            let why = format!("id: expected 1 to {ID} bytes of text");
            return Err(ApiError::bad_input(why).into());
        }
        // Who is not known learns nothing, not even that an act is badly written.
        self.seats.you(tokens)?;
        let board: &Board = self.sitting.game().board();
        let action = Action::parse(&act.act, board, self.sitting.game().players())
            .map_err(|fault| ApiError::bad_input(format!("act: {fault}")))?;
        let actor = self.seats.actor(tokens, &action)?;
        let key = (actor, act.id);
        if let Some(&event) = self.done.get(&key) {
            return Ok(self.done_before(key, event, &action)?);
        }
        if act.after != self.events.len() {
            return Err(self.stale("after", act.after).into());
        }
        let event = self.carry_out(&action, &key.0, Some(key.1.clone())).await?;
        let ack = Ack { id: key.1.clone(), event, again: false };
        self.done.insert(key, event);
        self.shared.metrics.act_seconds.observe(begun.elapsed().as_secs_f64());
        Ok(ack)
    }

    fn stale(&self, field: &str, found: usize) -> ApiError {
        let latest = self.events.len();
        let why =
            format!("{field}: expected the number of the latest event, {latest}, found {found}");
        ApiError { event: Some(latest), ..ApiError::new(Code::Stale, why) }
    }

    /// The same message sent twice is answered twice, and done once.
    fn done_before(
        &self,
        (_, id): (String, String),
        event: usize,
        action: &Action,
    ) -> Result<Ack, ApiError> {
        match self.sitting.log().get(event - 1) {
            Some(done) if done == action => Ok(Ack { id, event, again: true }),
            _ => {
                let why = format!("id: `{id}` is that of another act, event {event}");
                Err(ApiError::new(Code::IdReused, why))
            }
        }
    }

    /// Does something: the referee accepts it, the database has it, everybody hears of it, in this
    /// order. If one of the first two fails nothing has changed.
    async fn carry_out(
        &mut self,
        action: &Action,
        actor: &str,
        id: Option<String>,
    ) -> Result<usize, NotDone> {
        let most = self.shared.config.limits.events;
        if self.events.len() >= most {
            let why = format!("the room has had {most} events, which is the most it can hold");
            return Err(ApiError::new(Code::TooLarge, why).into());
        }
        let mut after = self.sitting.clone();
        let event = after.enact(action).map_err(|refused| {
            self.shared.metrics.refused.inc();
            NotDone::Refused(Box::new(self.sitting.refusal(action, &refused)))
        })?;
        let written = serde_json::to_string(&event)
            .map_err(|fault| ApiError::new(Code::Internal, fault.to_string()))?;
        let new = NewEvent {
            room: self.id.clone(),
            number: event.event,
            event: written.clone(),
            actor: actor.to_owned(),
            action: id,
            at: now(),
        };
        self.write_down(new).await?;
        let was_over = self.state.report.result.is_some();
        self.sitting = after;
        self.events.push(written.into_boxed_str());
        let trail = self.follow(action, &event);
        self.analyse();
        self.state = state(&self.sitting, self.events.len(), &self.analysing);
        self.shared.metrics.acts.inc();
        self.tell(&ToClient::Event { event: &event, trail, state: &self.state });
        let over = self.state.report.result.is_some();
        if over != was_over
            && let Err(fault) = self.shared.store.set_over(&self.id, over).await
        {
            tracing::warn!(%fault, "that a game is over could not be written");
        }
        match &self.engines {
            // Others need their place.
            Some(_) if over => self.engines = None,
            Some(engines) => engines.tell(self.events.len(), &self.sitting, Some(action)),
            None if was_over && !over => self.start_engines(),
            None => {}
        }
        Ok(event.event)
    }

    /// Writes down an event. After an error it is not in the database; where that is not certain, the
    /// room is lost, and is read anew.
    async fn write_down(&mut self, new: NewEvent) -> Result<(), ApiError> {
        let (room, number, text) = (new.room.clone(), new.number, new.event.clone());
        let Err(fault) = self.shared.store.append(new).await else { return Ok(()) };
        if let StoreError::Failed(_) = fault {
            match self.shared.store.event(&room, number).await {
                Ok(None) => return Err(fault.into()),
                // The answer was lost, the event was not.
                Ok(Some(found)) if found == text => return Ok(()),
                Ok(Some(_)) | Err(_) => {}
            }
        }
        self.lost = true;
        Err(fault.into())
    }

    fn follow(&mut self, action: &Action, event: &Event) -> TrailUpdate {
        if event.taken_back.is_some() {
            // What stands is a beginning of what stood.
            if let Ok((frames, trail)) = self.sitting.frames() {
                self.trail = trail;
                return TrailUpdate { from: frames.len(), frames: Vec::new() };
            }
        }
        let from = self.trail.len();
        TrailUpdate { from, frames: vec![self.trail.follow(&self.sitting, action, event)] }
    }

    fn record(&self, form: Form) -> Result<String, ApiError> {
        match form {
            Form::Journal => {
                let lines = std::iter::once(&*self.opening).chain(self.events.iter().map(|e| &**e));
                Ok(lines.flat_map(|line| [line, "\n"]).collect())
            }
            Form::Sgf | Form::Toml => {
                let mut record = self.sitting.record();
                for (key, seat) in ["PB", "PW"].into_iter().zip(&self.seats.seats) {
                    if let Some(name) = &seat.stored.name {
                        record.about.push((key.to_owned(), name.clone()));
                    }
                }
                let written =
                    if form == Form::Sgf { write_sgf(&record) } else { write_toml(&record) };
                written.map_err(|fault| ApiError::bad_input(fault.to_string()))
            }
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.shared.metrics.rooms.dec();
    }
}

/// How things stand.
fn state(sitting: &Sitting, event: usize, analysing: &Analysing) -> State {
    let game = sitting.game();
    let mut can: IndexMap<String, Vec<&'static str>> = Player::all(game.players())
        .map(|player| (player.to_string(), sitting.possible(player)))
        .collect();
    can.insert("host".to_owned(), sitting.possible_for_referee());
    State {
        event,
        report: Report::of(sitting),
        analysing: analysing.is_now(),
        pending: sitting.pending().map(|pending| pending.report(game.board())),
        can,
    }
}
