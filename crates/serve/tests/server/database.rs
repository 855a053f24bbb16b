//! The databases that tests run on.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use shinpan_serve::{Config, Limits};
use sqlx::{Connection, Executor};

static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A database of a test's own.
pub(crate) enum Database {
    Sqlite(PathBuf),
    Postgres { admin: String, name: String },
}

impl Database {
    fn name() -> String {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        format!("shinpan_test_{}_{number}", std::process::id())
    }

    pub(crate) fn sqlite() -> Database {
        Database::Sqlite(std::env::temp_dir().join(Database::name()))
    }

    /// Both, or SQLite alone where there is no PostgreSQL.
    pub(crate) async fn all() -> Vec<Database> {
        let mut all = vec![Database::sqlite()];
        match std::env::var("SHINPAN_TEST_DATABASE") {
            Ok(admin) => {
                let name = Database::name();
                sqlx::any::install_default_drivers();
                let mut connection = sqlx::AnyConnection::connect(&admin).await.unwrap();
                let create = format!("CREATE DATABASE {name}");
                connection.execute(sqlx::AssertSqlSafe(create)).await.unwrap();
                connection.close().await.unwrap();
                all.push(Database::Postgres { admin, name });
            }
            Err(_) if std::env::var_os("SHINPAN_REQUIRE_TOOLS").is_some() => {
                panic!(
                    "SHINPAN_TEST_DATABASE names no PostgreSQL: run me by scripts/with-postgres.sh"
                );
            }
            Err(_) => eprintln!("SHINPAN_TEST_DATABASE names no PostgreSQL: tested on SQLite only"),
        }
        all
    }

    pub(crate) fn url(&self) -> String {
        match self {
            Database::Sqlite(path) => format!("sqlite:{}", path.display()),
            Database::Postgres { admin, name } => {
                let (server, _) = admin.rsplit_once('/').unwrap();
                format!("{server}/{name}")
            }
        }
    }

    /// A server on it, with limits that tests do not reach.
    pub(crate) fn config(&self) -> Config {
        let limits = Limits { requests: 0, rulings: 0, messages: 0, ..Limits::default() };
        Config { database: self.url(), limits, ..Config::default() }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Database::Sqlite(path) = self {
            for end in ["", "-wal", "-shm"] {
                // A test that made none leaves none.
                let _ = std::fs::remove_file(format!("{}{end}", path.display()));
            }
        }
    }
}
