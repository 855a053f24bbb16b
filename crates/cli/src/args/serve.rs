//! The words of `shinpan serve`.

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

/// How logs are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object a line
    Json,
}

#[derive(Args)]
#[command(
    after_help = "The first line on standard output says where it listens; logs go to standard error (SHINPAN_LOG=debug
says more). GET /healthz and /readyz are for whoever watches over it, /metrics for Prometheus. TERM and
Ctrl-C stop it in good order; nothing that was acknowledged is ever lost.

Behind a proxy that speaks HTTPS: let it pass on the Host and X-Forwarded-For headers and WebSocket
upgrades, name it with --trusted-proxy so that limits go by visitor, and name the site with --origin:

  shinpan serve --port 8080 --origin https://go.example --trusted-proxy 127.0.0.1 \\
      --database postgres://shinpan@localhost/shinpan --log json

  Caddy:  go.example { reverse_proxy 127.0.0.1:8080 }
  nginx:  location / { proxy_pass http://127.0.0.1:8080; proxy_http_version 1.1;
            proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection \"upgrade\"; }

Keep /metrics from the public there. One server at a time uses a database.

Examples:
  shinpan serve
  shinpan serve --port 9000 --database games.sqlite
  shinpan serve --engine 'gnugo=gnugo --mode gtp --level 8' --engine 'simple=shinpan gtp'"
)]
pub(crate) struct ServeArgs {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8080)]
    pub(crate) port: u16,
    /// The address to listen on; 0.0.0.0 for all of this machine's
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Where games are kept: sqlite:FILE (or just FILE) or postgres://USER@HOST/NAME; to another machine with TLS:
    /// postgres://...?sslmode=verify-full (and &sslrootcert=FILE for a certificate of your own)
    #[arg(
        long,
        value_name = "DATABASE",
        default_value = "sqlite:shinpan.sqlite",
        env = "SHINPAN_DATABASE",
        hide_env_values = true
    )]
    pub(crate) database: String,
    /// The origin of this site, as browsers see it (scheme, host and port): what pages of any other ask is refused, and none is told that it
    /// may ask (no CORS) [default: the host that is asked]
    #[arg(long = "origin", value_name = "URL")]
    pub(crate) origins: Vec<String>,
    /// A proxy whose X-Forwarded-For is believed
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    pub(crate) proxies: Vec<std::net::IpAddr>,
    /// A GTP program that can take a seat [default: gnugo, where it is installed]
    #[arg(long = "engine", value_name = "NAME=COMMAND")]
    pub(crate) engines: Vec<String>,
    /// No engines, not even gnugo
    #[arg(long, conflicts_with = "engines")]
    pub(crate) no_engines: bool,
    /// Rooms in which engines run at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = at_most(0, 1024))]
    pub(crate) engine_rooms: usize,
    /// How long an engine's move may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) engine_seconds: u64,
    /// Rulings made at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = at_most(1, 1024))]
    pub(crate) workers: Option<usize>,
    /// Memory for the tables of one ruling, in MiB, about; a solution has a quarter of it. Each worker may take as much
    #[arg(long, value_name = "MIB", default_value_t = shinpan_referee::Prover::MEMORY, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub(crate) memory: u64,
    /// Requests a second from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) requests: u32,
    /// Rulings and new rooms a minute from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub(crate) rulings: u32,
    /// Messages a second on one socket; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) messages: u32,
    /// Open sockets
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) sockets: usize,
    /// Open sockets of one address; it may have twice as many connections and a hundred
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) sockets_each: usize,
    /// How logs are written
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log: LogFormat,
}

fn at_most(least: u64, most: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(least..=most)
}
