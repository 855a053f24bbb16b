//! What the server is told when it is started.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use shinpan_referee::Prover;

/// What the server is told when it is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 lets the system choose one.
    pub address: SocketAddr,
    /// The database: `sqlite:FILE`, `sqlite::memory:` or `postgres://...`.
    pub database: String,
    /// The origins whose pages may use it, like `https://go.example`. With none, a page must come
    /// from the host it asks.
    pub origins: Vec<String>,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub proxies: Vec<IpAddr>,
    /// The GTP programs that may take a seat.
    pub engines: Vec<EngineConfig>,
    /// How much of everything there may be.
    pub limits: Limits,
}

/// A GTP program that may take a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineConfig {
    /// What players call it.
    pub name: String,
    /// Its command line.
    pub command: String,
}

/// How much of everything there may be.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests a second from one address; 0 for any number.
    pub requests: u32,
    /// Rulings, solutions and new rooms a minute from one address; 0 for any number.
    pub rulings: u32,
    /// Messages a second on one socket; 0 for any number.
    pub messages: u32,
    /// Sockets.
    pub sockets: usize,
    /// Sockets from one address. It may have twice as many connections and a hundred.
    pub sockets_each: usize,
    /// Rooms held in memory.
    pub rooms: usize,
    /// Events in one room.
    pub events: usize,
    /// Bytes of a body.
    pub body: usize,
    /// Rulings made at the same time.
    pub workers: usize,
    /// Rulings that may wait for a worker.
    pub waiting: usize,
    /// How long a ruling may take.
    pub ruling: Duration,
    /// MiB for the tables of one ruling, about; a solution has a quarter of it.
    pub memory: u64,
    /// Engines running at the same time.
    pub engines: usize,
    /// How long an engine's move may take.
    pub engine_move: Duration,
    /// How long a room without sockets and requests stays in memory.
    pub idle: Duration,
    /// How long a client may take to send a body, to read a message, or to answer a ping.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            requests: 50,
            rulings: 120,
            messages: 20,
            sockets: 10_000,
            sockets_each: 200,
            rooms: 20_000,
            events: 5_000,
            body: 2 << 20,
            workers: cores,
            waiting: 16 * cores,
            ruling: Duration::from_secs(20),
            memory: Prover::MEMORY,
            engines: 4,
            engine_move: Duration::from_secs(60),
            idle: Duration::from_secs(600),
            patience: Duration::from_secs(20),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            database: "sqlite:shinpan.sqlite".to_owned(),
            origins: Vec::new(),
            proxies: Vec::new(),
            engines: Vec::new(),
            limits: Limits::default(),
        }
    }
}
