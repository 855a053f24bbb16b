//! The engines that have seats in a room.

use std::sync::Arc;

use shinpan_board::Player;
use shinpan_referee::Action;

use super::Room;
use crate::error::NotDone;
use crate::room::engines::Engines;

impl Room {
    /// Starts the engines that have seats here, if there are any.
    pub(super) fn start_engines(&mut self) {
        self.engines = None;
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
        let Ok(place) = Arc::clone(&self.shared.engines).try_acquire_owned() else {
            let why = "all places for engines are taken: try again later";
            let engines = self.seats.seats.iter_mut().filter(|seat| seat.stored.engine.is_some());
            engines.for_each(|seat| seat.complaint = Some(why.to_owned()));
            return;
        };
        let (limits, queue) = (&config.limits, self.queue.clone());
        let engines = Engines::start(commands, self.sitting.clone(), limits, queue, place);
        engines.tell(self.events.len(), &self.sitting, None);
        self.engines = Some(engines);
    }

    pub(super) async fn engine_acts(&mut self, after: usize, action: &Action) {
        let done = match after == self.events.len() {
            true => self.carry_out(action, "engine", None).await,
            false => Err(self.stale(after).into()),
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
