//! `shinpan play`: a game at the terminal.

mod host;
mod lines;
mod screen;
mod words;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use shinpan_arbiter::{Journal, Seats, Table};
use shinpan_board::Board;
use shinpan_referee::Sitting;
use shinpan_rules::Setup;

use crate::args::{Format, PlayArgs};
use crate::interrupt::on_ctrl_c;
use crate::{input, prover};
use host::Host;

pub(crate) fn run(args: &PlayArgs) -> Result<ExitCode> {
    let stop = Arc::new(AtomicBool::new(false));
    let waiting = Arc::new(AtomicBool::new(false));
    let (told, idle) = (Arc::clone(&stop), Arc::clone(&waiting));
    on_ctrl_c(move || {
        // While a program searches, it is ended first; at the prompt there is nothing to wait for.
        if told.swap(true, Ordering::Relaxed) || idle.load(Ordering::Relaxed) {
            screen::leave();
            std::process::exit(130);
        }
    })
    .context("the key that ends the game")?;
    let path = args.journal.clone().unwrap_or_else(free_name);
    let there = path.exists();
    let table = match Journal::find(&path)? {
        Some(begun) => {
            as_it_began(args, &begun.sitting).with_context(|| input::name(&path))?;
            Table::resume(&path, begun)?
        }
        None => Table::begin(&path, &begin(args)?)?,
    };
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

/// From what a new game begins.
fn begin(args: &PlayArgs) -> Result<Sitting> {
    if let Some(path) = &args.from {
        return record(path);
    }
    let read = input::game(&args.rules)?;
    let board = board(args.board.as_deref().unwrap_or("19x19"))?;
    let players = args.players.unwrap_or(2);
    if !(2..=shinpan_board::MAX_PLAYERS).contains(&players) {
        bail!("--players: expected 2 to {}, found {players}", shinpan_board::MAX_PLAYERS);
    }
    let mut setup = Setup::empty(Arc::new(board), players);
    setup.komi = read.komi.unwrap_or_default();
    Sitting::new(Arc::new(read.ruleset), &setup).map_err(|fault| anyhow!("{fault}"))
}

/// The game of a record.
fn record(path: &Path) -> Result<Sitting> {
    let record = input::record(path, &[], 1)?;
    record.sit_down().map_err(|fault| input::placed(path, &fault))
}

fn board(text: &str) -> Result<Board> {
    Board::parse(text).map_err(|fault| anyhow!("--board: {fault}"))
}

/// Refuses options that say how a game begins where this one began otherwise.
fn as_it_began(args: &PlayArgs, begun: &Sitting) -> Result<()> {
    let (setup, asked) = (begun.setup(), &args.rules);
    let goes_on = |other: Sitting| {
        let done = other.line().count();
        let same = begun.opening().ok() == other.opening().ok();
        same && begun.line().take(done).eq(other.line())
    };
    let from = args.from.as_deref().map(record).transpose()?.is_none_or(goes_on);
    let read = input::game(asked)?;
    let rules = asked.rules.is_none() && asked.options.is_empty();
    let held = [
        ("--from", from),
        ("--rules", rules || read.ruleset == **begun.ruleset()),
        ("--komi", asked.komi.is_none() || read.komi == Some(setup.komi)),
        (
            "--board",
            args.board.as_deref().map(board).transpose()?.is_none_or(|it| it == *setup.board),
        ),
        ("--players", args.players.is_none_or(|players| players == setup.players)),
    ];
    match held.into_iter().find(|(_, same)| !same) {
        Some((option, _)) => bail!(
            "{option}: this game began otherwise; without the option it goes on, and a journal of another name begins a new game"
        ),
        None => Ok(()),
    }
}

fn free_name() -> PathBuf {
    let names = (1..).map(|number| PathBuf::from(format!("shinpan-{number}.journal")));
    names.into_iter().find(|path| !path.exists()).unwrap_or_default()
}
