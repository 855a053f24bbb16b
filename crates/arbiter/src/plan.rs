//! A match: many games between two programs, some at the same time, gone on with where they were
//! stopped.

use std::fs::OpenOptions;
use std::io::{Error, Result, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use shinpan_referee::Sitting;
use shinpan_rules::Analyst;

use crate::engine::Engine;
use crate::game::{Finished, Players, play_game};
use crate::report::{EngineFault, GameReport, START, SaidScores};
use crate::table::Table;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The command lines of the two programs; the first is Black in the first game.
    pub commands: [String; 2],
    /// The command line of a program that follows the games and says their scores.
    pub referee: Option<String>,
    /// From what each game begins.
    pub opening: Sitting,
    /// How many games.
    pub games: usize,
    /// How many of them at the same time.
    pub at_once: usize,
    /// Whether the programs change colours after each game.
    pub alternate: bool,
    /// How long a move may take.
    pub patience: Duration,
    /// After so many moves a game is left unfinished.
    pub most_moves: usize,
    /// Who decides which chains live, where the rules ask and the players do not agree.
    pub analyst: Arc<dyn Analyst>,
    /// Where journals, records and reports are written.
    pub folder: PathBuf,
}

impl Plan {
    /// Whether the second program is Black in this game.
    #[must_use]
    pub fn swapped(&self, number: usize) -> bool {
        self.alternate && number.is_multiple_of(2)
    }

    pub(crate) fn file(&self, number: usize, ending: &str) -> PathBuf {
        self.folder.join(format!("game-{number:04}.{ending}"))
    }

    pub(crate) fn reports(&self) -> PathBuf {
        self.folder.join("games.jsonl")
    }

    /// The reports of the games that have been played. A line that a crash cut off is taken off, and
    /// its game played to its end again from its journal.
    fn known(&self) -> Result<Vec<GameReport>> {
        let path = self.reports();
        if !path.exists() {
            return Ok(Vec::new());
        }
        let text = std::fs::read_to_string(&path)?;
        let (mut known, mut whole): (Vec<GameReport>, usize) = (Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            match serde_json::from_str(line) {
                Ok(report) if line.ends_with('\n') => known.push(report),
                Ok(_) | Err(_) if whole + line.len() == text.len() => break,
                Ok(_) => {}
                Err(fault) => {
                    let why = format!("{}: {fault}", path.display());
                    return Err(Error::other(why));
                }
            }
            whole += line.len();
        }
        OpenOptions::new().write(true).open(&path)?.set_len(whole as u64)?;
        Ok(known)
    }
}

/// Plays what of a match has not been played, and gives the reports of all games that are over, in
/// order. `heard` learns of each game as it ends. When `stop` is set, games are left as they are; a
/// later call goes on with them. What makes a match another one is in `match.json`: a folder holds the
/// games of one. How many games, how many of them at the same time and what the Analysis may cost may
/// be others than before. A game for which a program was [not there](GameReport::was_played) is told
/// and not kept: a later call tries it again.
///
/// # Errors
/// If a file cannot be read or written, the folder holds another match, or somebody else is at work in it.
pub fn play_match(
    plan: &Plan,
    stop: &Arc<AtomicBool>,
    heard: &(dyn Fn(&GameReport) + Sync),
) -> Result<Vec<GameReport>> {
    std::fs::create_dir_all(&plan.folder)?;
    let _lock = plan.lock()?;
    plan.hold()?;
    let known = plan.known()?;
    let left: Vec<usize> =
        (1..=plan.games).filter(|number| known.iter().all(|known| known.game != *number)).collect();
    let reports = Mutex::new(known);
    let next = AtomicUsize::new(0);
    let play = || -> Result<()> {
        while !stop.load(Ordering::Relaxed)
            && let Some(&number) = left.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let report = one(plan, number, stop)?;
            // What was cut short, an Analysis too, is gone on with later.
            if stop.load(Ordering::Relaxed) && report.result.is_none() {
                return Ok(());
            }
            let mut reports = reports.lock().map_err(|_| Error::other("a game was lost"))?;
            if report.was_played() {
                append(&plan.reports(), &report)?;
            }
            heard(&report);
            reports.push(report);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..plan.at_once.max(1).min(left.len().max(1))).map(|_| scope.spawn(play)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err(Error::other("a game was lost")))
        })
    })?;
    let mut reports = reports.into_inner().map_err(|_| Error::other("a game was lost"))?;
    reports.retain(|report| report.game <= plan.games);
    reports.sort_by_key(|report| report.game);
    Ok(reports)
}

fn append(path: &Path, report: &GameReport) -> Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let line = serde_json::to_string(report).map_err(Error::from)?;
    file.write_all(format!("{line}\n").as_bytes())?;
    file.sync_data()
}

fn one(plan: &Plan, number: usize, stop: &Arc<AtomicBool>) -> Result<GameReport> {
    let sgf = plan.file(number, "sgf");
    let mut commands = plan.commands.clone();
    if plan.swapped(number) {
        commands.reverse();
    }
    match seat(plan, &commands, stop) {
        Ok(players) => {
            plan.tell(number)?;
            let table = Table::with_journal(&plan.opening, &plan.file(number, "journal"))?;
            let Finished { report, .. } = play_game(plan, number, table, players, &sgf)?;
            Ok(report)
        }
        Err(fault) => {
            let [black, white] = commands;
            Ok(GameReport {
                game: number,
                black,
                white,
                swapped: plan.swapped(number),
                rules: plan.opening.ruleset().id.clone(),
                komi: plan.opening.setup().komi.to_string(),
                moves: plan.opening.game().moves_made(),
                result: None,
                ground: None,
                agreed: None,
                analysis: None,
                said: SaidScores::default(),
                same: None,
                unfinished: Some(format!("{}: {}", fault.by, fault.what)),
                fault: Some(fault),
                milliseconds: 0,
            })
        }
    }
}

/// Starts the programs of a game. Whatever goes wrong here, it has not begun.
fn seat(
    plan: &Plan,
    commands: &[String; 2],
    stop: &Arc<AtomicBool>,
) -> std::result::Result<Players, EngineFault> {
    let begin = |by: &str, command: &str| {
        let told = |fault: crate::engine::Fault| EngineFault {
            by: by.to_owned(),
            kind: START.to_owned(),
            what: fault.to_string(),
            at: 1,
        };
        let mut engine = Engine::start(command, stop).map_err(told)?;
        let brief = Duration::from_secs(20);
        let name = engine.ask("name", brief).map_err(told)?;
        let version = engine.ask("version", brief).unwrap_or_default();
        Ok((engine, format!("{name} {version}").trim().to_owned()))
    };
    let (black, black_name) = begin("black", &commands[0])?;
    let (white, white_name) = begin("white", &commands[1])?;
    let referee = match &plan.referee {
        Some(command) => Some(begin("referee", command)?.0),
        None => None,
    };
    Ok(Players { engines: [black, white], names: [black_name, white_name], referee })
}
