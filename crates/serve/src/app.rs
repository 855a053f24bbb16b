//! What all parts of the server share.

use std::sync::Arc;

use crate::config::Config;
use crate::metrics::Metrics;
use crate::room::Directory;
use crate::store::{Store, StoreError};
use crate::workers::Workers;

/// What all rooms share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) config: Arc<Config>,
    pub(crate) store: Store,
    pub(crate) workers: Workers,
    pub(crate) metrics: Arc<Metrics>,
    /// Seats for engines: so many may run.
    pub(crate) engines: Arc<tokio::sync::Semaphore>,
}

/// What all requests share.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) shared: Shared,
    pub(crate) rooms: Directory,
    pub(crate) guard: Arc<crate::guard::Guard>,
}

impl App {
    /// Opens the database.
    pub(crate) async fn open(config: Config) -> Result<App, StoreError> {
        let limits = &config.limits;
        let store = Store::open(&config.database).await?;
        let workers = Workers::new(limits);
        let engines = Arc::new(tokio::sync::Semaphore::new(limits.engines));
        let guard = Arc::new(crate::guard::Guard::new(&config));
        let config = Arc::new(config);
        let shared = Shared { config, store, workers, metrics: Arc::new(Metrics::new()), engines };
        Ok(App { rooms: Directory::new(shared.clone()), shared, guard })
    }
}
