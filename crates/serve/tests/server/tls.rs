//! PostgreSQL over TLS.

use serde_json::json;
use shinpan_serve::{Config, Server};
use sqlx::{Connection, Row};

use crate::client::{Running, open};
use crate::database::Database;

/// A database of PostgreSQL, how to reach it as superuser, and the file of its server's certificate, which it signed itself.
async fn postgres() -> Option<(Database, String, String)> {
    let admin = std::env::var("SHINPAN_TEST_DATABASE").ok()?;
    let certificate = std::env::var("SHINPAN_TEST_CERTIFICATE").ok()?;
    let database = Database::all().await.pop()?;
    matches!(database, Database::Postgres { .. }).then_some((database, admin, certificate))
}

fn with(database: &Database, query: &str) -> Config {
    let config = database.config();
    Config { database: format!("{}?{query}", database.url()), ..config }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_encrypted_where_the_url_asks_for_it() {
    let Some((database, admin, certificate)) = postgres().await else { return };
    let Database::Postgres { name, .. } = &database else { return };
    let trusted = format!("sslmode=verify-full&sslrootcert={certificate}");
    for (query, encrypted) in
        [("sslmode=disable", false), ("sslmode=require", true), (trusted.as_str(), true)]
    {
        let server = Running::start(with(&database, query)).await;
        open(server.address, &json!({ "rules": "kee", "board": "3x3" })).await;
        let mut connection = sqlx::AnyConnection::connect(&admin).await.unwrap();
        let found = sqlx::query(
            "SELECT COUNT(*), COUNT(*) FILTER (WHERE ssl) FROM pg_stat_ssl \
             JOIN pg_stat_activity USING (pid) WHERE datname = $1",
        )
        .bind(name)
        .fetch_one(&mut connection)
        .await
        .unwrap();
        let (all, with_tls): (i64, i64) = (found.get(0), found.get(1));
        assert!(all > 0);
        assert_eq!(with_tls, if encrypted { all } else { 0 }, "{query}");
        connection.close().await.unwrap();
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_nobody_vouches_for_is_refused_where_that_is_asked() {
    let Some((database, ..)) = postgres().await else { return };
    let fault = Server::bind(with(&database, "sslmode=verify-full")).await.unwrap_err();
    assert!(fault.to_string().contains("certificate"), "{fault}");
}
