//! The rooms that are in memory, and how others are brought there.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, OnceCell, mpsc, oneshot};

use super::ask::{Ask, Reply};
use super::task::Room;
use crate::app::Shared;
use crate::error::{ApiError, Code};
use crate::secret::SecretHash;
use crate::store::StoredRoom;

/// Requests that may wait in front of a room.
const QUEUE: usize = 64;

type Slot = Arc<OnceCell<mpsc::Sender<Ask>>>;

/// The rooms.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    shared: Shared,
    rooms: Arc<Mutex<HashMap<String, Slot>>>,
    stopped: Arc<AtomicBool>,
}

impl Directory {
    pub(crate) fn new(shared: Shared) -> Directory {
        Directory { shared, rooms: Arc::default(), stopped: Arc::default() }
    }

    /// Writes down a new room; it is opened when somebody asks for it.
    pub(crate) async fn create(&self, room: &StoredRoom) -> Result<(), ApiError> {
        Ok(self.shared.store.create(room).await?)
    }

    /// Asks a room, which is brought into memory if it is not there.
    ///
    /// # Errors
    /// `not-found`, or why it could not be brought there or does not answer.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        ask: impl FnOnce(Reply<T>) -> Ask,
    ) -> Result<T, ApiError> {
        let (reply, answer) = oneshot::channel();
        self.send(id, ask(reply)).await?;
        answer.await.map_err(|_| {
            let why = "the room was read anew from the database while this was asked";
            ApiError { retry_after: Some(1), ..ApiError::new(Code::Busy, why) }
        })
    }

    /// Tells a room.
    pub(crate) async fn send(&self, id: &str, ask: Ask) -> Result<(), ApiError> {
        let mut ask = ask;
        // A room that was just leaving memory is brought back.
        for _ in 0..3 {
            let room = self.find(id).await?;
            match room.send(ask).await {
                Ok(()) => return Ok(()),
                Err(unsent) => ask = unsent.0,
            }
            self.forget(id, &room).await;
        }
        Err(ApiError {
            retry_after: Some(1),
            ..ApiError::new(Code::Busy, "the room keeps leaving")
        })
    }

    /// Tells a room that somebody has gone, if it is still there.
    pub(crate) async fn left(&self, id: &str, tokens: Vec<SecretHash>) {
        let slot = self.rooms.lock().await.get(id).cloned();
        if let Some(room) = slot.as_ref().and_then(|slot| slot.get()) {
            // One that is going itself need not hear it.
            let _ = room.send(Ask::Leave { tokens }).await;
        }
    }

    async fn find(&self, id: &str) -> Result<mpsc::Sender<Ask>, ApiError> {
        let slot = {
            let mut rooms = self.rooms.lock().await;
            if self.stopped.load(Ordering::Relaxed) {
                let why = "the server is stopping";
                return Err(ApiError { retry_after: Some(5), ..ApiError::new(Code::Busy, why) });
            }
            if !rooms.contains_key(id) && rooms.len() >= self.shared.config.limits.rooms {
                let why = format!("{} rooms are open already", rooms.len());
                return Err(ApiError { retry_after: Some(60), ..ApiError::new(Code::Busy, why) });
            }
            Arc::clone(rooms.entry(id.to_owned()).or_default())
        };
        let found = slot.get_or_try_init(|| self.load(id)).await;
        if found.is_err() {
            // Nothing is kept of rooms that are not there.
            let mut rooms = self.rooms.lock().await;
            if rooms.get(id).is_some_and(|kept| !kept.initialized() && Arc::ptr_eq(kept, &slot)) {
                rooms.remove(id);
            }
        }
        found.cloned()
    }

    async fn load(&self, id: &str) -> Result<mpsc::Sender<Ask>, ApiError> {
        let known = id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let stored = match known {
            true => self.shared.store.read(id).await?,
            false => None,
        };
        let stored = stored.ok_or_else(|| ApiError::not_found("there is no such room"))?;
        let (queue, asked) = mpsc::channel(QUEUE);
        let (shared, back) = (self.shared.clone(), queue.downgrade());
        // The game is done anew for this: not where everybody else waits.
        let room = tokio::task::spawn_blocking(move || Room::seat(shared, stored, back)).await;
        let room = room.map_err(|panic| ApiError::new(Code::Internal, panic.to_string()))??;
        tokio::spawn(room.run(asked, self.clone()));
        Ok(queue)
    }

    /// A room leaves memory, unless somebody is just asking it.
    pub(super) async fn leave(&self, id: &str, asked: &mut mpsc::Receiver<Ask>) -> bool {
        let mut rooms = self.rooms.lock().await;
        if !asked.is_empty() {
            return false;
        }
        asked.close();
        rooms.remove(id);
        true
    }

    /// A room leaves memory, whoever is asking it: those ask again.
    pub(super) async fn leave_now(&self, id: &str, asked: &mut mpsc::Receiver<Ask>) {
        let mut rooms = self.rooms.lock().await;
        asked.close();
        rooms.remove(id);
    }

    async fn forget(&self, id: &str, room: &mpsc::Sender<Ask>) {
        let mut rooms = self.rooms.lock().await;
        let same = |slot: &Slot| slot.get().is_some_and(|kept| kept.same_channel(room));
        if rooms.get(id).is_some_and(same) {
            rooms.remove(id);
        }
    }

    /// Stops all rooms, and waits until they have told everybody.
    pub(crate) async fn stop(&self) {
        let rooms: Vec<Slot> = {
            let mut rooms = self.rooms.lock().await;
            self.stopped.store(true, Ordering::Relaxed);
            rooms.drain().map(|(_, slot)| slot).collect()
        };
        let senders: Vec<_> = rooms.iter().filter_map(|slot| slot.get().cloned()).collect();
        drop(rooms);
        for room in &senders {
            // One that has gone already need not stop.
            let _ = room.send(Ask::Stop).await;
        }
        for room in senders {
            let _ = tokio::time::timeout(Duration::from_secs(5), room.closed()).await;
        }
    }
}
