//! The database: all SQL is here, one text for SQLite and PostgreSQL.

mod writer;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions, AnyRow};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, Executor, Row, SqlSafeStr};
use std::str::FromStr;
use thiserror::Error;

use crate::error::{ApiError, Code};
use crate::secret::SecretHash;

pub(crate) use writer::NewEvent;
use writer::{Change, Writer};

/// Why the database did not do something. Nothing was done then.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Somebody else has written there: another server on the same database, or the room is gone.
    #[error("the room is another in the database: does another server use it?")]
    Conflict,
    /// It could not be done.
    #[error("{0}")]
    Failed(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(fault: sqlx::Error) -> StoreError {
        match fault {
            sqlx::Error::Database(fault)
                if fault.is_unique_violation() || fault.is_foreign_key_violation() =>
            {
                StoreError::Conflict
            }
            other => StoreError::Failed(other.to_string()),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(fault: StoreError) -> ApiError {
        tracing::error!(%fault, "the database did not take it");
        let message = format!("nothing was done: {fault}");
        ApiError { retry_after: Some(2), ..ApiError::new(Code::Storage, message) }
    }
}

/// A room as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredRoom {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) opening: String,
    pub(crate) host: SecretHash,
    pub(crate) listed: bool,
    pub(crate) created: i64,
    pub(crate) seats: Vec<StoredSeat>,
    pub(crate) events: Vec<StoredEvent>,
}

/// A seat as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredSeat {
    pub(crate) secret: Option<SecretHash>,
    pub(crate) engine: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) taken: bool,
}

/// An event as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredEvent {
    pub(crate) event: String,
    pub(crate) actor: String,
    pub(crate) action: Option<String>,
}

/// A room in the list of those that anybody may see.
#[derive(Clone, Debug)]
pub(crate) struct ListedRoom {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) opening: String,
    pub(crate) created: i64,
    pub(crate) moves: i64,
}

/// The database.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pool: AnyPool,
    writer: Writer,
}

/// How long to wait for a connection, or for a lock that somebody else holds.
const PATIENCE: Duration = Duration::from_secs(5);

impl Store {
    /// Opens a database and brings its tables up to date. A file that is not there is made.
    pub(crate) async fn open(database: &str) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let sqlite = database.starts_with("sqlite:");
        let memory = sqlite && database.contains(":memory:");
        let url = match sqlite && !memory && !database.contains('?') {
            true => format!("{database}?mode=rwc"),
            false => database.to_owned(),
        };
        let options = AnyConnectOptions::from_str(&url)?;
        let pool = AnyPoolOptions::new()
            // A database in memory is one for each connection.
            .max_connections(if memory { 1 } else { 8 })
            .min_connections(1)
            .idle_timeout(if memory { None } else { Some(Duration::from_secs(600)) })
            .max_lifetime(None)
            .acquire_timeout(PATIENCE)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    // Every commit is on the disk when it returns, and nobody waits for a lock for ever; in
                    // SQLite readers do not wait for writers.
                    let settings = match sqlite {
                        true => {
                            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                             PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;"
                        }
                        false => {
                            "SET synchronous_commit = on; SET lock_timeout = '5s'; \
                             SET statement_timeout = '10s';"
                        }
                    };
                    connection.execute(settings).await?;
                    Ok(())
                })
            })
            .connect_with(options)
            .await?;
        migrations()
            .run(&pool)
            .await
            .map_err(|fault| StoreError::Failed(format!("the tables: {fault}")))?;
        let writer = Writer::start(pool.clone());
        Ok(Store { pool, writer })
    }

    /// Whether it answers.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Writes down a new room.
    pub(crate) async fn create(&self, room: &StoredRoom) -> Result<(), StoreError> {
        self.writer.write(Change::Room(room.clone())).await
    }

    /// Reads a room, if it is there.
    pub(crate) async fn read(&self, id: &str) -> Result<Option<StoredRoom>, StoreError> {
        let found =
            sqlx::query("SELECT title, opening, host, listed, created FROM rooms WHERE id = $1")
                .bind(id)
                .fetch_optional(&self.pool)
                .await?;
        let Some(row) = found else { return Ok(None) };
        let seats = sqlx::query(
            "SELECT secret, engine, name, taken FROM seats WHERE room = $1 ORDER BY player",
        )
        .bind(id)
        .fetch_all(&self.pool)
        .await?;
        let events =
            sqlx::query("SELECT event, actor, action FROM events WHERE room = $1 ORDER BY number")
                .bind(id)
                .fetch_all(&self.pool)
                .await?;
        Ok(Some(StoredRoom {
            id: id.to_owned(),
            title: row.try_get("title")?,
            opening: row.try_get("opening")?,
            host: hash(&row.try_get::<String, _>("host")?)?,
            listed: row.try_get::<i64, _>("listed")? != 0,
            created: row.try_get("created")?,
            seats: seats.iter().map(seat).collect::<Result<_, _>>()?,
            events: events.iter().map(event).collect::<Result<_, _>>()?,
        }))
    }

    /// Writes down an event. When this returns, it is on the disk.
    pub(crate) async fn append(&self, event: NewEvent) -> Result<(), StoreError> {
        self.writer.write(Change::Event(event)).await
    }

    /// Reads an event, if it is there.
    pub(crate) async fn event(
        &self,
        room: &str,
        number: usize,
    ) -> Result<Option<String>, StoreError> {
        let found = sqlx::query("SELECT event FROM events WHERE room = $1 AND number = $2")
            .bind(room)
            .bind(number as i64)
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.map(|row| row.try_get("event")).transpose()?)
    }

    /// Writes down what has changed about a seat.
    pub(crate) async fn set_seat(
        &self,
        room: &str,
        player: usize,
        seat: &StoredSeat,
    ) -> Result<(), StoreError> {
        self.writer.write(Change::Seat(room.to_owned(), player, seat.clone())).await
    }

    /// Writes down whether a game is over: the list shows those that are not.
    pub(crate) async fn set_over(&self, room: &str, over: bool) -> Result<(), StoreError> {
        self.writer.write(Change::Over(room.to_owned(), over)).await
    }

    /// Deletes a room with all that happened in it.
    pub(crate) async fn delete(&self, room: &str) -> Result<(), StoreError> {
        self.writer.write(Change::Delete(room.to_owned())).await
    }

    /// The listed rooms whose games are not over, the newest first.
    pub(crate) async fn listed(
        &self,
        before: i64,
        most: i64,
    ) -> Result<Vec<ListedRoom>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, title, opening, created, \
             (SELECT COUNT(*) FROM events WHERE events.room = rooms.id) AS moves \
             FROM rooms WHERE listed = 1 AND over = 0 AND created < $1 \
             ORDER BY created DESC LIMIT $2",
        )
        .bind(before)
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        let room = |row: &AnyRow| -> Result<ListedRoom, sqlx::Error> {
            Ok(ListedRoom {
                id: row.try_get("id")?,
                title: row.try_get("title")?,
                opening: row.try_get("opening")?,
                created: row.try_get("created")?,
                moves: row.try_get("moves")?,
            })
        };
        Ok(rows.iter().map(room).collect::<Result<_, _>>()?)
    }

    /// Waits for what is being written, and closes it.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// The tables, step by step as they came to be.
fn migrations() -> Migrator {
    let steps = [(1, "rooms", include_str!("../migrations/0001_rooms.sql"))];
    let steps = steps.map(|(number, name, sql)| {
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(steps.into())
}

fn hash(text: &str) -> Result<SecretHash, StoreError> {
    SecretHash::from_text(text)
        .ok_or_else(|| StoreError::Failed("a hash in the database is damaged".to_owned()))
}

fn seat(row: &AnyRow) -> Result<StoredSeat, StoreError> {
    let secret: Option<String> = row.try_get("secret")?;
    Ok(StoredSeat {
        secret: secret.as_deref().map(hash).transpose()?,
        engine: row.try_get("engine")?,
        name: row.try_get("name")?,
        taken: row.try_get::<i64, _>("taken")? != 0,
    })
}

fn event(row: &AnyRow) -> Result<StoredEvent, StoreError> {
    Ok(StoredEvent {
        event: row.try_get("event")?,
        actor: row.try_get("actor")?,
        action: row.try_get("action")?,
    })
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
