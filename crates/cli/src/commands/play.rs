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
use shinpan_arbiter::{Seats, Table};
use shinpan_board::Board;
use shinpan_referee::{JournalStart, Record, Sitting, journal_start};
use shinpan_rules::Setup;

use crate::args::{BOARD, Format, KOMI, PlayArgs, RULES};
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
    let begun = if there { begun(&path)? } else { None };
    let fresh = begin(args, begun.as_ref())?;
    if let Some(begun) = &begun {
        as_it_began(args, begun, &fresh).with_context(|| input::name(&path))?;
    }
    let table = Table::with_journal(fresh, &path)?;
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

/// From what the game begins, if its journal is not there yet. What is not said is as in the game that has begun, if there is one.
fn begin(args: &PlayArgs, begun: Option<&Sitting>) -> Result<Sitting> {
    if let Some(path) = &args.from {
        let record = input::record(path, &[], 1)?;
        return record.sit_down().map_err(|fault| input::placed(path, &fault));
    }
    let ruleset = match begun {
        Some(begun) if args.rules.is_none() && args.options.is_empty() => {
            begun.ruleset().as_ref().clone().into()
        }
        _ => {
            let rules = args.rules.as_deref().unwrap_or(RULES);
            input::ruleset("--rules", rules, &args.options)?
        }
    };
    let komi = match (&args.komi, begun) {
        (Some(text), _) => text.parse().map_err(|fault| anyhow!("--komi: {fault}"))?,
        (None, Some(begun)) => begun.setup().komi,
        (None, None) => KOMI.parse().map_err(|fault| anyhow!("--komi: {fault}"))?,
    };
    let board = match (&args.board, begun) {
        (None, Some(begun)) => Arc::clone(&begun.setup().board),
        (given, _) => Arc::new(
            Board::parse(given.as_deref().unwrap_or(BOARD))
                .map_err(|fault| anyhow!("--board: {fault}"))?,
        ),
    };
    let players = args.players.or(begun.map(|begun| begun.setup().players)).unwrap_or(2);
    if !(2..=shinpan_board::MAX_PLAYERS).contains(&players) {
        bail!("--players: expected 2 to {}, found {players}", shinpan_board::MAX_PLAYERS);
    }
    let mut setup = Setup::empty(board, players);
    // A komi given with KataGo's rules is theirs.
    setup.komi = ruleset.komi.unwrap_or(komi);
    Sitting::new(Arc::new(ruleset.ruleset), &setup).map_err(|fault| anyhow!("{fault}"))
}

/// The game of a journal that is there, if it is one with a beginning.
fn begun(path: &Path) -> Result<Option<Sitting>> {
    let bytes = input::bytes(path)?;
    match journal_start(&bytes) {
        JournalStart::Opened => {
            let sitting = Record::read(&bytes, 1, &[]).and_then(|record| record.sit_down());
            sitting.map(Some).map_err(|fault| input::placed(path, &fault))
        }
        // The table says what is wrong with it.
        JournalStart::Torn | JournalStart::None => Ok(None),
    }
}

/// Refuses options that say how a game begins where this one began otherwise.
fn as_it_began(args: &PlayArgs, begun: &Sitting, fresh: &Sitting) -> Result<()> {
    let (was, is) = (begun.setup(), fresh.setup());
    let rules = begun.ruleset() == fresh.ruleset();
    let (komi, board, players) =
        (was.komi == is.komi, was.board == is.board, was.players == is.players);
    let done = fresh.line().count();
    let from =
        begun.opening().ok() == fresh.opening().ok() && begun.line().take(done).eq(fresh.line());
    let asked = [
        ("--from", args.from.is_some(), from),
        ("--rules", args.rules.is_some() || !args.options.is_empty(), rules),
        ("--komi", args.komi.is_some(), komi),
        ("--board", args.board.is_some(), board),
        ("--players", args.players.is_some(), players),
    ];
    match asked.into_iter().find(|&(_, given, same)| given && !same) {
        Some((option, ..)) => bail!(
            "{option}: this game began otherwise; without the option it goes on, and a journal of another name begins a new game"
        ),
        None => Ok(()),
    }
}

fn free_name() -> PathBuf {
    let names = (1..).map(|number| PathBuf::from(format!("shinpan-{number}.journal")));
    names.into_iter().find(|path| !path.exists()).unwrap_or_default()
}
