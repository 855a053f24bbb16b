//! All that is written goes through one writer, which commits what waits together: one write to the disk
//! for the moves of many rooms, and nobody waits for a lock of SQLite that he cannot get.

use sqlx::{AnyConnection, AnyPool, Connection};
use tokio::sync::{mpsc, oneshot};

use super::{StoreError, StoredRoom, StoredSeat};
use crate::secret::SecretHash;

/// An event that is to be written down.
#[derive(Clone, Debug)]
pub(crate) struct NewEvent {
    pub(crate) room: String,
    pub(crate) number: usize,
    pub(crate) event: String,
    pub(crate) actor: String,
    pub(crate) action: Option<String>,
    pub(crate) at: i64,
}

/// What is to be written.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Event(NewEvent),
    Room(StoredRoom),
    Seat(String, usize, StoredSeat),
    Over(String, bool),
    Delete(String),
}

/// The most changes committed together.
const BATCH: usize = 256;

struct Waiting {
    change: Change,
    written: oneshot::Sender<Result<(), StoreError>>,
}

#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Waiting>,
}

impl Writer {
    pub(super) fn start(pool: AnyPool) -> Writer {
        let (queue, mut waiting) = mpsc::channel(4 * BATCH);
        tokio::spawn(async move {
            let mut batch: Vec<Waiting> = Vec::new();
            while waiting.recv_many(&mut batch, BATCH).await > 0 {
                let all = write(&pool, batch.iter().map(|one| &one.change)).await;
                for one in batch.drain(..) {
                    let written = match &all {
                        // One of many may have spoilt it for the others.
                        Err(StoreError::Conflict) => {
                            write(&pool, std::iter::once(&one.change)).await
                        }
                        all => all.clone(),
                    };
                    // Whoever has gone away need not be told.
                    let _ = one.written.send(written);
                }
            }
        });
        Writer { queue }
    }

    /// When this returns, it is on the disk.
    pub(super) async fn write(&self, change: Change) -> Result<(), StoreError> {
        let stopped = || StoreError::Failed("the server is stopping".to_owned());
        let (written, done) = oneshot::channel();
        self.queue.send(Waiting { change, written }).await.map_err(|_| stopped())?;
        done.await.map_err(|_| stopped())?
    }
}

/// All of them, or none.
async fn write<'a>(
    pool: &AnyPool,
    changes: impl Iterator<Item = &'a Change>,
) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let written = commit(&mut connection, changes).await;
    if matches!(written, Err(StoreError::Failed(_))) {
        // Whatever state it is in, it holds no lock when it is closed; the error is told as it is.
        let _ = connection.close().await;
    }
    written
}

async fn commit<'a>(
    connection: &mut AnyConnection,
    changes: impl Iterator<Item = &'a Change>,
) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    for change in changes {
        match change {
            Change::Event(event) => insert_event(&mut transaction, event).await?,
            Change::Room(room) => insert_room(&mut transaction, room).await?,
            Change::Seat(room, player, seat) => {
                sqlx::query(
                    "UPDATE seats SET secret = $1, engine = $2, name = $3, taken = $4 \
                     WHERE room = $5 AND player = $6",
                )
                .bind(seat.secret.map(SecretHash::to_text))
                .bind(&seat.engine)
                .bind(&seat.name)
                .bind(i64::from(seat.taken))
                .bind(room)
                .bind(*player as i64)
                .execute(&mut *transaction)
                .await?;
            }
            Change::Over(room, over) => {
                sqlx::query("UPDATE rooms SET over = $1 WHERE id = $2")
                    .bind(i64::from(*over))
                    .bind(room)
                    .execute(&mut *transaction)
                    .await?;
            }
            Change::Delete(room) => {
                for statement in [
                    "DELETE FROM events WHERE room = $1",
                    "DELETE FROM seats WHERE room = $1",
                    "DELETE FROM rooms WHERE id = $1",
                ] {
                    sqlx::query(statement).bind(room).execute(&mut *transaction).await?;
                }
            }
        }
    }
    transaction.commit().await?;
    Ok(())
}

async fn insert_event(connection: &mut AnyConnection, event: &NewEvent) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO events (room, number, event, actor, action, at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&event.room)
    .bind(event.number as i64)
    .bind(&event.event)
    .bind(&event.actor)
    .bind(&event.action)
    .bind(event.at)
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_room(connection: &mut AnyConnection, room: &StoredRoom) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO rooms (id, title, opening, host, listed, over, created) \
         VALUES ($1, $2, $3, $4, $5, 0, $6)",
    )
    .bind(&room.id)
    .bind(&room.title)
    .bind(&room.opening)
    .bind(room.host.to_text())
    .bind(i64::from(room.listed))
    .bind(room.created)
    .execute(&mut *connection)
    .await?;
    for (player, seat) in room.seats.iter().enumerate() {
        sqlx::query(
            "INSERT INTO seats (room, player, secret, engine, name, taken) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&room.id)
        .bind(player as i64)
        .bind(seat.secret.map(SecretHash::to_text))
        .bind(&seat.engine)
        .bind(&seat.name)
        .bind(i64::from(seat.taken))
        .execute(&mut *connection)
        .await?;
    }
    for (index, event) in room.events.iter().enumerate() {
        let event = NewEvent {
            room: room.id.clone(),
            number: index + 1,
            event: event.event.clone(),
            actor: event.actor.clone(),
            action: event.action.clone(),
            at: room.created,
        };
        insert_event(&mut *connection, &event).await?;
    }
    Ok(())
}
