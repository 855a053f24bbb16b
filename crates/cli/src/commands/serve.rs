//! `shinpan serve`: the page and the API, on a port.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use shinpan_serve::{Config, EngineConfig, Limits, Logs, run as run_server};

use crate::args::{LogFormat, ServeArgs};

pub(crate) fn run(args: &ServeArgs) -> Result<ExitCode> {
    let config = config(args)?;
    let logs = match args.log {
        LogFormat::Text => Logs::Text,
        LogFormat::Json => Logs::Json,
    };
    run_server(config, logs, |address| {
        super::print(&format!("listening on http://{address}\n")).map_err(std::io::Error::other)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn config(args: &ServeArgs) -> Result<Config> {
    let host: IpAddr = match args.host.as_str() {
        "localhost" => IpAddr::from([127, 0, 0, 1]),
        host => host.parse().map_err(|_| {
            anyhow!("--host: expected an address like 127.0.0.1 or 0.0.0.0, found `{host}`")
        })?,
    };
    let kinds = ["sqlite:", "postgres://", "postgresql://"];
    let database = match args.database.trim() {
        "" => bail!("--database: expected sqlite:FILE or postgres://..., found nothing"),
        known if kinds.iter().any(|kind| known.starts_with(kind)) => known.to_owned(),
        other if other.contains("://") => {
            bail!("--database: expected sqlite:FILE or postgres://..., found `{other}`")
        }
        file => format!("sqlite:{file}"),
    };
    for origin in &args.origins {
        let host = ["https://", "http://"].iter().find_map(|kind| origin.strip_prefix(kind));
        // Browsers send an origin without a path.
        if host.is_none_or(|host| host.is_empty() || host.contains('/')) {
            bail!("--origin: expected an origin like https://go.example, found `{origin}`");
        }
    }
    let limits = Limits {
        requests: args.requests,
        rulings: args.rulings,
        messages: args.messages,
        sockets: args.sockets,
        sockets_each: args.sockets_each,
        engines: args.engine_rooms,
        engine_move: Duration::from_secs(args.engine_seconds.max(1)),
        memory: args.memory,
        workers: args.workers.unwrap_or(Limits::default().workers),
        ..Limits::default()
    };
    Ok(Config {
        address: SocketAddr::new(host, args.port),
        database,
        origins: args.origins.clone(),
        proxies: args.proxies.clone(),
        engines: engines(args)?,
        limits,
    })
}

/// The engines asked for, or GNU Go where it is installed.
fn engines(args: &ServeArgs) -> Result<Vec<EngineConfig>> {
    if args.no_engines {
        return Ok(Vec::new());
    }
    if args.engines.is_empty() {
        let command = gnugo().map(|program| format!("{program} --mode gtp --level 5"));
        let engine = command.map(|command| EngineConfig { name: "gnugo".to_owned(), command });
        return Ok(engine.into_iter().collect());
    }
    let read = |text: &String| match text.split_once('=') {
        Some((name, command)) if !name.trim().is_empty() && !command.trim().is_empty() => {
            Ok(EngineConfig { name: name.trim().to_owned(), command: command.trim().to_owned() })
        }
        _ => bail!("--engine: expected NAME=COMMAND, found `{text}`"),
    };
    let engines: Vec<EngineConfig> = args.engines.iter().map(read).collect::<Result<_>>()?;
    for (at, engine) in engines.iter().enumerate() {
        if engines[..at].iter().any(|before| before.name == engine.name) {
            bail!("--engine: expected one program of each name, found `{}` again", engine.name);
        }
    }
    Ok(engines)
}

/// GNU Go, if it is where programs are; Debian has it where games are.
fn gnugo() -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([Path::new("/usr/games").to_owned()]);
    let found = folders.map(|folder| folder.join("gnugo")).find(|program| program.is_file())?;
    found.to_str().map(str::to_owned)
}
