//! The server as clients see it, on SQLite and, where `SHINPAN_TEST_DATABASE` names a server, on
//! PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod client;
mod database;
mod engines;
mod faults;
mod hostile;
mod openapi;
mod play;
mod restart;
mod rulings;
mod sockets;
mod tls;
