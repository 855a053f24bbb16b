//! The engines that have seats in a room.

use std::sync::Arc;

use shinpan_board::Player;
use shinpan_referee::Action;
use tokio::sync::OwnedSemaphorePermit;

use super::Room;
use crate::error::NotDone;
use crate::room::ask::Ask;
use crate::room::engines::Engines;
use crate::room::seats::Seat;

/// Why an engine is not there yet.
const WAITS: &str = "all places for engines are taken: it comes once one is free";
const NO_PLACE: &str = "this server has no place for engines";

impl Room {
    /// Starts the engines that have seats here, if there are any, or has them wait for a place.
    pub(super) fn start_engines(&mut self) {
        self.engines = None;
        match Arc::clone(&self.shared.engines).try_acquire_owned() {
            Ok(place) => self.seat_engines(place),
            Err(_) => self.wait_for_place(),
        }
    }

    /// Starts the engines that have seats here, if there are any and the game is not over.
    fn seat_engines(&mut self, place: OwnedSemaphorePermit) {
        let config = &self.shared.config;
        let mut commands = [None, None];
        for (command, seat) in commands.iter_mut().zip(&mut self.seats.seats) {
            let Some(name) = &seat.stored.engine else { continue };
            match config.engines.iter().find(|engine| engine.name == *name) {
                Some(engine) => *command = Some(engine.command.clone()),
                None => seat.complaint = Some(format!("this server has no engine `{name}`")),
            }
        }
        if commands.iter().all(Option::is_none) || self.state.report.result.is_some() {
            return;
        }
        let (limits, queue) = (&config.limits, self.queue.clone());
        let engines = Engines::start(commands, self.sitting.clone(), limits, queue, place);
        engines.tell(self.events.len(), &self.sitting, None);
        self.engines = Some(engines);
    }

    fn wait_for_place(&mut self) {
        if self.state.report.result.is_some() {
            return;
        }
        let none = self.shared.config.limits.engines == 0;
        let why = if none { NO_PLACE } else { WAITS };
        let engines = self.seats.seats.iter_mut().filter(|seat| seat.stored.engine.is_some());
        let waiting = engines.map(|seat| seat.complaint = Some(why.to_owned())).count();
        if waiting == 0 || none || self.engines_wait {
            return;
        }
        self.engines_wait = true;
        let (places, queue) = (Arc::clone(&self.shared.engines), self.queue.clone());
        tokio::spawn(async move {
            // Places are given in the order in which they were asked for, and back if the room has gone.
            if let (Ok(place), Some(queue)) = (places.acquire_owned().await, queue.upgrade()) {
                let _ = queue.send(Ask::EnginePlace { place }).await;
            }
        });
    }

    /// There is a place for the engines of this room.
    pub(super) fn place_found(&mut self, place: OwnedSemaphorePermit) {
        self.engines_wait = false;
        let waiting = |seat: &&mut Seat| seat.complaint.as_deref() == Some(WAITS);
        let engines = self.seats.seats.iter_mut().filter(waiting);
        engines.for_each(|seat| seat.complaint = None);
        if self.engines.is_none() {
            self.seat_engines(place);
        }
        self.tell_seats();
    }

    pub(super) async fn engine_acts(&mut self, after: usize, action: &Action) {
        let done = match after == self.events.len() {
            true => self.carry_out(action, "engine", None).await,
            false => Err(self.stale("after", after).into()),
        };
        match done {
            Ok(_) => {}
            Err(NotDone::Refused(refused)) => {
                if let Action::Move(player, _) = action {
                    let why = format!("it played {}: {}", refused.point, refused.why);
                    self.engine_left(*player, why);
                    self.engines = None;
                }
            }
            Err(NotDone::Error(_)) => {
                if let Some(engines) = &self.engines {
                    engines.tell(self.events.len(), &self.sitting, None);
                }
            }
        }
    }

    pub(super) fn engine_left(&mut self, player: Player, why: String) {
        tracing::warn!(%player, why, "an engine has left its seat");
        if let Some(seat) = self.seats.seats.get_mut(player.index()) {
            seat.complaint = Some(why);
        }
        self.tell_seats();
    }
}
