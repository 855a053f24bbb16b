//! The server: rooms in which games are played and settled under any ruleset, rulings over HTTP, and
//! the page.
//!
//! A room is a task that owns its [`shinpan_referee::Sitting`]. What is accepted is in the database
//! before anybody is told of it, and a room comes back after a restart by doing its events anew.
//! Who may do what is decided by secret links; what is allowed, the referee decides. Whatever takes
//! long is done by a bounded number of workers.
//!
//! [`run`] is the program; [`Server::bind`] and [`Server::run`] are for others that embed it; the rest is the wire: [`wire`] and
//! [`error`].

mod api;
mod app;
mod config;
pub mod error;
mod guard;
mod metrics;
mod page;
mod room;
mod run;
mod secret;
mod server;
mod socket;
mod store;
pub mod wire;
mod workers;

pub use config::{Config, EngineConfig, Limits};
pub use run::{Logs, RunError, run};
pub use server::{ServeError, Server};
pub use store::StoreError;

/// The description of the API, generated from the code: OpenAPI 3.1 as JSON.
#[must_use]
pub fn openapi() -> serde_json::Value {
    serde_json::to_value(api::routes().1).unwrap_or_default()
}
