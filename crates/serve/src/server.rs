//! The server: connections in, answers out, until it is told to stop.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, MatchedPath, State};
use axum::http::{HeaderName, HeaderValue, Request, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::get;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tower::{ServiceExt, service_fn};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use tracing::Instrument;

use crate::app::App;
use crate::config::Config;
use crate::error::Code;
use crate::guard::guard;
use crate::metrics::RequestLabels;
use crate::store::StoreError;
use crate::{api, page};

/// A client has so long to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);
/// A request has so long until the head of its answer, the waiting for a worker and a ruling included.
const ANSWER: Duration = Duration::from_secs(60);
/// Connections have so long to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(10);
/// How often the rates of addresses that ask no more are forgotten.
const TIDY: Duration = Duration::from_secs(60);

/// Why the server could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The database cannot be opened.
    #[error("the database {database}: {fault}")]
    Database {
        /// Which, without a password.
        database: String,
        /// Why.
        fault: StoreError,
    },
    /// The address cannot be listened on.
    #[error("listening on {address}: {fault}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        fault: std::io::Error,
    },
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    app: App,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens the database and listens.
    ///
    /// # Errors
    /// If one of them fails.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let (wanted, database) = (config.address, without_password(&config.database));
        let app = App::open(config).await;
        let app = app.map_err(|fault| ServeError::Database { database, fault })?;
        let listen = |fault| ServeError::Listen { address: wanted, fault };
        let listener = TcpListener::bind(wanted).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        Ok(Server { app, listener, address })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is done; then no new connection is taken, what is being written is
    /// written, sockets are closed and may come again.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { app, listener, .. } = self;
        let router = router(app.clone());
        let mut builder = Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_headers(64);
        let (stopping, stopped) = watch::channel(());
        // Every connection holds one end; when none is left, all have ended.
        let (alive, mut gone) = mpsc::channel::<()>(1);
        let mut stop = std::pin::pin!(stop);
        let mut tidy = tokio::time::interval(TIDY);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = tidy.tick() => {
                    app.guard.forget();
                    continue;
                }
                () = &mut stop => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(fault) => {
                    // As many files as may be are open: wait for some to be closed.
                    tracing::warn!(%fault, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let Some(place) = app.guard.connection(peer.ip()) else {
                app.shared.metrics.turn_away(Code::TooMany.as_str());
                tracing::debug!("a connection was one too many of its address");
                continue;
            };
            let _ = stream.set_nodelay(true);
            let router = router.clone();
            let service =
                TowerToHyperService::new(service_fn(move |request: Request<Incoming>| {
                    let mut request = request.map(Body::new);
                    request.extensions_mut().insert(ConnectInfo(peer));
                    router.clone().oneshot(request)
                }));
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            let (mut stopped, alive) = (stopped.clone(), alive.clone());
            tokio::spawn(async move {
                let mut connection = std::pin::pin!(connection.with_upgrades());
                let done = tokio::select! {
                    done = &mut connection => done,
                    _ = stopped.changed() => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                };
                if let Err(fault) = done {
                    tracing::debug!(%fault, "a connection has ended");
                }
                drop((alive, place));
            });
        }
        drop(listener);
        tracing::info!("stopping");
        app.rooms.stop().await;
        drop((stopping, alive));
        if tokio::time::timeout(FAREWELL, gone.recv()).await.is_err() {
            tracing::warn!("some connections did not end");
        }
        app.shared.store.close().await;
    }
}

/// A database's address as it may be logged.
fn without_password(database: &str) -> String {
    match (database.split_once("://"), database.rsplit_once('@')) {
        (Some((kind, _)), Some((_, place))) => format!("{kind}://...@{place}"),
        _ => database.to_owned(),
    }
}

/// All routes, with what surrounds them.
pub(crate) fn router(app: App) -> Router {
    let (routes, _) = api::routes();
    let body = axum::extract::DefaultBodyLimit::max(app.shared.config.limits.body);
    Router::new()
        .route("/metrics", get(api::metrics))
        .merge(routes)
        .fallback(page::page)
        .layer(body)
        .layer(from_fn_with_state(app.clone(), guard))
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(axum::http::StatusCode::SERVICE_UNAVAILABLE, ANSWER))
        // Whoever watches over the server is never turned away.
        .route("/healthz", get(api::healthz))
        .route("/readyz", get(api::readyz))
        .layer(CatchPanicLayer::new())
        .layer(from_fn(secure))
        .layer(from_fn_with_state(app.clone(), observe))
        .with_state(app)
}

/// What a browser may do with the page.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self'; \
    object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
/// The page on which the API is tried writes its own styles.
const POLICY_OF_DOCS: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
    connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/// Tells browsers to be careful.
async fn secure(request: Request<Body>, next: Next) -> Response {
    let docs = request.uri().path().starts_with("/api/docs");
    let api = request.uri().path().starts_with("/api/") && !docs;
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, if docs { POLICY_OF_DOCS } else { POLICY });
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if api {
        set(header::CACHE_CONTROL, "no-store");
    }
    response
}

/// Counts and logs a request. Neither the path, which names a room, nor any header is written down.
async fn observe(State(app): State<App>, request: Request<Body>, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().to_string();
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("page", |matched| matched.as_str()).to_owned();
    let span = tracing::info_span!("request", method, route);
    let response = next.run(request).instrument(span.clone()).await;
    let (status, seconds) = (response.status().as_u16(), begun.elapsed().as_secs_f64());
    let metrics = &app.shared.metrics;
    if status != 101 {
        metrics.request_seconds.observe(seconds);
    }
    let code = response.extensions().get::<Code>().map(|code| code.as_str());
    if let Some(code) = code {
        metrics.turn_away(code);
    }
    let milliseconds = seconds * 1000.0;
    span.in_scope(|| match status {
        500.. => tracing::warn!(status, milliseconds, code, "answered"),
        400.. => tracing::info!(status, milliseconds, code, "answered"),
        _ => tracing::debug!(status, milliseconds, "answered"),
    });
    metrics.requests.get_or_create(&RequestLabels { method, route, status }).inc();
    response
}
