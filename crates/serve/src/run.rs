//! The server as a program: logs, signals, a runtime.

use std::net::SocketAddr;

use tracing_subscriber::EnvFilter;

use crate::config::Config;
use crate::server::{ServeError, Server};

/// How logs are written, to standard error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Logs {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// Why the program could not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The server could not start.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The system does not do its part.
    #[error("{0}")]
    System(#[from] std::io::Error),
}

/// Serves until the process is told to end (Ctrl-C, or the signal TERM). `listens` hears the address.
///
/// # Errors
/// If the server could not start.
pub fn run(
    config: Config,
    logs: Logs,
    listens: impl FnOnce(SocketAddr) -> std::io::Result<()>,
) -> Result<(), RunError> {
    let filter = EnvFilter::try_from_env("SHINPAN_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,hyper=warn"));
    let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A program that has set up logs of its own keeps them.
    let _ = match logs {
        Logs::Text => subscriber.with_ansi(false).try_init(),
        Logs::Json => subscriber.json().flatten_event(true).try_init(),
    };
    // A socket is an open file; many systems allow more than they give at first.
    if let Err(fault) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::warn!(%fault, "no more files can be open than at first");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(config).await?;
        listens(server.address())?;
        tracing::info!(address = %server.address(), "listening");
        server.run(told_to_end()).await;
        tracing::info!("stopped");
        Ok(())
    })
}

#[cfg(unix)]
async fn told_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn told_to_end() {
    // Without the signal the process is ended otherwise.
    let _ = tokio::signal::ctrl_c().await;
}
