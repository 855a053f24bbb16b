//! Events of all rooms go through one writer, which commits those that wait together: one write to
//! the disk for many moves.

use sqlx::AnyPool;
use tokio::sync::{mpsc, oneshot};

use super::StoreError;

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

pub(super) const INSERT: &str =
    "INSERT INTO events (room, number, event, actor, action, at) VALUES ($1, $2, $3, $4, $5, $6)";

/// The most events committed together.
const BATCH: usize = 256;

struct Waiting {
    event: NewEvent,
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
                let all = write(&pool, batch.iter().map(|one| &one.event)).await;
                for one in batch.drain(..) {
                    let written = match &all {
                        // One of many may have spoilt it for the others.
                        Err(StoreError::Conflict) => {
                            write(&pool, std::iter::once(&one.event)).await
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

    pub(super) async fn append(&self, event: NewEvent) -> Result<(), StoreError> {
        let stopped = || StoreError::Failed("the server is stopping".to_owned());
        let (written, done) = oneshot::channel();
        self.queue.send(Waiting { event, written }).await.map_err(|_| stopped())?;
        done.await.map_err(|_| stopped())?
    }
}

/// All of them, or none.
async fn write<'a>(
    pool: &AnyPool,
    events: impl Iterator<Item = &'a NewEvent>,
) -> Result<(), StoreError> {
    let mut transaction = pool.begin().await?;
    for event in events {
        sqlx::query(INSERT)
            .bind(&event.room)
            .bind(event.number as i64)
            .bind(&event.event)
            .bind(&event.actor)
            .bind(&event.action)
            .bind(event.at)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}
