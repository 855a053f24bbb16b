//! Engines in a room: a thread of their own, which is told what happens and asks the room to act.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use shinpan_arbiter::Seats;
use shinpan_referee::{Action, Sitting};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::WeakSender;

use super::ask::Ask;
use crate::config::Limits;
use shinpan_board::Player;

/// What the engines are told.
struct Cue {
    /// The number of the latest event.
    event: usize,
    sitting: Sitting,
    /// What was done, and was not told yet.
    action: Option<Action>,
}

/// The engines of a room. They are ended when this is dropped.
#[derive(Debug)]
pub(super) struct Engines {
    cues: Sender<Cue>,
    stop: Arc<AtomicBool>,
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Engines {
    /// Starts the programs with these command lines, on a thread.
    pub(super) fn start(
        commands: [Option<String>; 2],
        sitting: Sitting,
        limits: &Limits,
        room: WeakSender<Ask>,
        seat: OwnedSemaphorePermit,
    ) -> Engines {
        let (cues, heard) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, patience) = (Arc::clone(&stop), limits.engine_move);
        // Programs are waited for: this is no task.
        std::thread::spawn(move || {
            let _seat = seat;
            let lines = commands.each_ref().map(Option::as_deref);
            match Seats::start(lines, &sitting, patience, &stopped) {
                Ok(seats) => play(seats, &room, &heard, &stopped),
                Err(why) => {
                    let seated = Player::all(2).filter(|p| commands[p.index()].is_some());
                    for player in seated {
                        send(&room, Ask::EngineLeft { player, why: why.clone() });
                    }
                }
            }
        });
        Engines { cues, stop }
    }

    /// Something was done, or the engines have to look again.
    pub(super) fn tell(&self, event: usize, sitting: &Sitting, action: Option<&Action>) {
        let cue = Cue { event, sitting: sitting.clone(), action: action.cloned() };
        // A thread that has ended has said why.
        let _ = self.cues.send(cue);
    }
}

fn play(mut seats: Seats, room: &WeakSender<Ask>, heard: &Receiver<Cue>, stop: &AtomicBool) {
    while let Ok(mut cue) = heard.recv() {
        let mut behind = cue.action.is_none();
        // While a program thought, more than one thing may have happened.
        while let Ok(later) = heard.try_recv() {
            cue = later;
            behind = true;
        }
        if stop.load(Ordering::Relaxed) {
            return;
        }
        match &cue.action {
            Some(action) if !behind => seats.heard(action, &cue.sitting),
            _ => seats.tell_all(&cue.sitting),
        }
        let next = seats.next(&cue.sitting);
        if stop.load(Ordering::Relaxed) {
            return;
        }
        for (player, why) in seats.complaints() {
            send(room, Ask::EngineLeft { player, why });
        }
        if let Some(action) = next {
            send(room, Ask::Engine { after: cue.event, action: Box::new(action) });
        }
        if seats.seated() == [false, false] {
            return;
        }
    }
}

/// A room that has gone away need not hear it.
fn send(room: &WeakSender<Ask>, ask: Ask) {
    if let Some(room) = room.upgrade() {
        let _ = room.blocking_send(ask);
    }
}
