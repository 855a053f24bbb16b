//! `shinpan play`: a game at the terminal.

mod host;
mod lines;
mod screen;
mod words;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use shinpan_arbiter::{Seats, Table};
use shinpan_board::Board;
use shinpan_referee::Sitting;
use shinpan_rules::Setup;

use crate::args::{Format, PlayArgs};
use crate::{input, prover};
use host::Host;

pub(crate) fn run(args: &PlayArgs) -> Result<ExitCode> {
    let stop = Arc::new(AtomicBool::new(false));
    let waiting = Arc::new(AtomicBool::new(false));
    let (told, idle) = (Arc::clone(&stop), Arc::clone(&waiting));
    ctrlc::set_handler(move || {
        // While a program searches, it is ended first; at the prompt there is nothing to wait for.
        if told.swap(true, Ordering::Relaxed) || idle.load(Ordering::Relaxed) {
            screen::leave();
            std::process::exit(130);
        }
    })
    .context("the key that ends the game")?;
    let path = args.journal.clone().unwrap_or_else(free_name);
    let there = path.exists();
    let fresh = begin(args)?;
    let opening = fresh.opening().map_err(|fault| anyhow!("{fault}"))?;
    let table = Table::with_journal(fresh, &path).with_context(|| input::name(&path))?;
    if there && args.tells_how_it_begins() && table.sitting().opening().ok() != Some(opening) {
        bail!(
            "{}: this game began with another ruleset, board or position than is asked for; \
             without that it goes on, and a journal of another name begins a new game",
            input::name(&path)
        );
    }
    let engines = Seats::start(
        [args.black.as_deref(), args.white.as_deref()],
        table.sitting(),
        Duration::from_secs(args.seconds.max(1)),
        &stop,
    )
    .map_err(|fault| anyhow!("{fault}"))?;
    let how = if there { "goes on in" } else { "is kept in" };
    let kept = format!("the game {how} {}", input::name(&path));
    let analyst = prover::at_table(&args.analysis, &stop)?;
    let mut host = Host { table, engines, analyst, stop, waiting };
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if terminal && !args.lines && args.format == Format::Text {
        screen::run(&mut host, &kept)?;
    } else {
        lines::run(&mut host, args.format, &kept)?;
    }
    if host.stopped() {
        super::tell(&format!("stopped; the game is in {}", input::name(&path)));
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

/// From what the game begins, if its journal is not there yet.
fn begin(args: &PlayArgs) -> Result<Sitting> {
    if let Some(path) = &args.from {
        let record = input::record(path, &[], 1)?;
        return record.sit_down().map_err(|fault| input::placed(path, &fault));
    }
    let read = input::game(&args.rules)?;
    let board = Board::parse(&args.board).map_err(|fault| anyhow!("--board: {fault}"))?;
    if !(2..=shinpan_board::MAX_PLAYERS).contains(&args.players) {
        bail!("--players: expected 2 to {}, found {}", shinpan_board::MAX_PLAYERS, args.players);
    }
    let mut setup = Setup::empty(Arc::new(board), args.players);
    setup.komi = read.komi.unwrap_or_default();
    Sitting::new(Arc::new(read.ruleset), &setup).map_err(|fault| anyhow!("{fault}"))
}

fn free_name() -> PathBuf {
    let names = (1..).map(|number| PathBuf::from(format!("shinpan-{number}.journal")));
    names.into_iter().find(|path| !path.exists()).unwrap_or_default()
}
