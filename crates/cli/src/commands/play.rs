//! `shinpan play`: a game at the terminal.

mod words;

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use shinpan_arbiter::{Seats, Table, TableError};
use shinpan_board::Board;
use shinpan_referee::{Action, Event, Sitting, write_sgf, write_toml};
use shinpan_rules::{Setup, Status};

use crate::args::{Format, PlayArgs};
use crate::show::plain;
use crate::{input, show};
use words::{Said, understand};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

pub(crate) fn run(args: &PlayArgs) -> Result<ExitCode> {
    let stop = Arc::new(AtomicBool::new(false));
    let waiting = Arc::new(AtomicBool::new(false));
    let (told, idle) = (Arc::clone(&stop), Arc::clone(&waiting));
    ctrlc::set_handler(move || {
        // While a program searches, it is ended first; at the prompt there is nothing to wait for.
        if told.swap(true, Ordering::Relaxed) || idle.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("the key that ends the game")?;
    let path = args.journal.clone().unwrap_or_else(free_name);
    let there = path.exists();
    let table = Table::with_journal(begin(args)?, &path).with_context(|| input::name(&path))?;
    let engines = Seats::start(
        [args.black.as_deref(), args.white.as_deref()],
        table.sitting(),
        Duration::from_secs(args.seconds.max(1)),
        &stop,
    )
    .map_err(|fault| anyhow!("{fault}"))?;
    let mut play = Play { table, engines, format: args.format, stop, waiting };
    if play.format == Format::Text {
        let how = if there { "goes on in" } else { "is kept in" };
        super::print(&format!(
            "the game {how} {}; `help` lists what can be said\n",
            input::name(&path)
        ))?;
        play.show()?;
    }
    play.run()?;
    if play.stop.load(Ordering::Relaxed) {
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

struct Play {
    table: Table,
    engines: Seats,
    format: Format,
    stop: Arc<AtomicBool>,
    /// Whether nothing is going on but waiting for a line.
    waiting: Arc<AtomicBool>,
}

impl Play {
    fn run(&mut self) -> Result<()> {
        let mut input = std::io::stdin().lock();
        loop {
            while let Some(action) = self.engines.next(self.table.sitting()) {
                if self.stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                self.act(&action)?;
            }
            for (player, why) in self.engines.complaints() {
                let now = format!("{player} is played from the keyboard now");
                self.tell(&format!("{player}'s program: {why}; {now}"))?;
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.prompt()?;
            let mut line = Vec::new();
            self.waiting.store(true, Ordering::Relaxed);
            let read = std::io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut line)?;
            self.waiting.store(false, Ordering::Relaxed);
            if read == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&line).into_owned();
            if !self.answer(line.trim())? {
                return Ok(());
            }
        }
    }

    /// Does what a line says; whether the game goes on here.
    fn answer(&mut self, line: &str) -> Result<bool> {
        match understand(line, self.table.sitting(), &self.engines.seated()) {
            Said::Nothing => {}
            Said::Quit => return Ok(false),
            Said::Act(action) => self.act(&action)?,
            Said::Show => self.show()?,
            Said::Tell(text) => self.tell(&text)?,
            Said::Save(file) => self.save(&file)?,
            Said::Fault(why) => self.refuse(&why)?,
        }
        Ok(true)
    }

    fn act(&mut self, action: &Action) -> Result<()> {
        match self.table.act(action) {
            Ok(event) => {
                self.engines.heard(action, self.table.sitting());
                self.accepted(&event)
            }
            Err(TableError::Refused(refused)) => {
                self.engines.refused(self.table.sitting(), action, &refused);
                if self.format == Format::Json {
                    let refusal = self.table.sitting().refusal(action, &refused);
                    return super::print_json(&serde_json::json!({ "refused": refusal }));
                }
                self.tell(&format!("refused: {} [{}]", refused.why, refused.clause))
            }
            Err(fault @ TableError::Journal(_)) => Err(anyhow!("{fault}")),
        }
    }

    fn accepted(&mut self, event: &Event) -> Result<()> {
        if self.format == Format::Json {
            super::print_json(event)?;
            std::io::stdout().flush()?;
            return Ok(());
        }
        let mut text = format!("{}. {}\n", event.event, event.act);
        for step in &event.because {
            text += &format!("   {} [{}]\n", step.fact, step.clause);
        }
        super::print(&text)?;
        self.show()
    }

    fn show(&mut self) -> Result<()> {
        if self.format == Format::Text {
            super::print(&show::table(self.table.sitting())?)?;
        }
        Ok(())
    }

    fn tell(&mut self, text: &str) -> Result<()> {
        match self.format {
            Format::Text => super::print(&format!("{}\n", plain(text))),
            Format::Json => super::print_json(&serde_json::json!({ "told": text })),
        }
    }

    fn refuse(&mut self, why: &str) -> Result<()> {
        match self.format {
            Format::Text => super::print(&format!("{}\n", plain(why))),
            Format::Json => super::print_json(&serde_json::json!({ "fault": why })),
        }
    }

    fn save(&mut self, file: &str) -> Result<()> {
        let record = self.table.sitting().record();
        let text = match file.rsplit_once('.').map(|(_, ending)| ending) {
            Some("toml") => write_toml(&record),
            _ => write_sgf(&record),
        };
        let done = match text {
            Ok(text) => std::fs::write(file, text).map_err(|error| error.to_string()),
            Err(fault) => Err(fault.to_string()),
        };
        match done {
            Ok(()) => self.tell(&format!("saved in {file}")),
            Err(why) => self.refuse(&format!("{file}: {why}")),
        }
    }

    /// Who is asked for what, on a terminal only.
    fn prompt(&self) -> Result<()> {
        if self.format == Format::Json || !std::io::stdin().is_terminal() {
            return Ok(());
        }
        let sitting = self.table.sitting();
        let asked = match (sitting.pending(), sitting.game().status()) {
            (Some(pending), _) => {
                let open = shinpan_board::Player::all(sitting.game().players())
                    .find(|player| !pending.accepted.contains(player));
                format!("{} (accept, decline)", open.unwrap_or(pending.by))
            }
            (None, Status::InPlay) => sitting.game().to_move().to_string(),
            (None, _) => sitting.game().phase().to_owned(),
        };
        super::print(&format!("{asked}> "))
    }
}
