//! What is counted and measured, for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Instant;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The labels of a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct RequestLabels {
    pub(crate) method: String,
    /// The route with its placeholders: never a room's name.
    pub(crate) route: String,
    pub(crate) status: u16,
}

/// The label of an act that was not done, or a client that was turned away.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct WhyLabels {
    pub(crate) why: &'static str,
}

/// Everything that is counted.
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) requests: Family<RequestLabels, Counter>,
    pub(crate) request_seconds: Histogram,
    pub(crate) acts: Counter,
    pub(crate) act_seconds: Histogram,
    pub(crate) refused: Counter,
    pub(crate) turned_away: Family<WhyLabels, Counter>,
    pub(crate) sockets: Gauge,
    pub(crate) rooms: Gauge,
    pub(crate) engines: Gauge,
    pub(crate) waiting: Gauge,
    uptime: Gauge<f64, AtomicU64>,
    begun: Instant,
}

/// The bounds of histograms, in seconds.
const BOUNDS: [f64; 12] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("shinpan");
        let metrics = Metrics {
            requests: Family::default(),
            request_seconds: Histogram::new(BOUNDS),
            acts: Counter::default(),
            act_seconds: Histogram::new(BOUNDS),
            refused: Counter::default(),
            turned_away: Family::default(),
            sockets: Gauge::default(),
            rooms: Gauge::default(),
            engines: Gauge::default(),
            waiting: Gauge::default(),
            uptime: Gauge::default(),
            begun: Instant::now(),
            registry: Registry::default(),
        };
        registry.register("requests", "Requests answered", metrics.requests.clone());
        registry.register(
            "request_seconds",
            "Time from a request to the head of its answer, sockets left out",
            metrics.request_seconds.clone(),
        );
        registry.register("acts", "Acts accepted and in the database", metrics.acts.clone());
        registry.register(
            "act_seconds",
            "Time from an act's arrival in its room until it is in the database and told",
            metrics.act_seconds.clone(),
        );
        registry.register("refused", "Acts the referee refused", metrics.refused.clone());
        registry.register(
            "turned_away",
            "Requests and messages that were not carried out, by the code of the error",
            metrics.turned_away.clone(),
        );
        registry.register("sockets", "Open sockets", metrics.sockets.clone());
        registry.register("rooms", "Rooms in memory", metrics.rooms.clone());
        registry.register("engines", "Rooms in which engines run", metrics.engines.clone());
        registry.register("waiting", "Rulings that wait for a worker", metrics.waiting.clone());
        registry.register("uptime_seconds", "Time since the start", metrics.uptime.clone());
        Metrics { registry, ..metrics }
    }

    /// Somebody was turned away.
    pub(crate) fn turn_away(&self, why: &'static str) {
        self.turned_away.get_or_create(&WhyLabels { why }).inc();
    }

    /// The text that Prometheus reads.
    pub(crate) fn text(&self) -> Result<String, std::fmt::Error> {
        self.uptime.set(self.begun.elapsed().as_secs_f64());
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Metrics")
    }
}
