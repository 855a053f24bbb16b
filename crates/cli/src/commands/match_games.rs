//! `shinpan match`: games between two GTP programs.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use comfy_table::Table;
use shinpan_arbiter::{GameReport, Plan, play_match};
use shinpan_board::Board;
use shinpan_referee::Sitting;
use shinpan_rules::Setup;

use crate::args::{Format, MatchArgs};
use crate::interrupt::ctrl_c_sets;
use crate::show::plain;
use crate::{input, prover};

pub(crate) fn run(args: &MatchArgs) -> Result<ExitCode> {
    let stop = Arc::new(AtomicBool::new(false));
    let plan = plan(args, &stop)?;
    // The first key stops the games and keeps them, the second ends the program.
    ctrl_c_sets(Arc::clone(&stop)).context("the keys that stop a match")?;
    let heard = |report: &GameReport| {
        super::tell(&format!("game {}: {}", report.game, plain(&in_words(report))));
    };
    let reports =
        play_match(&plan, &stop, &heard).with_context(|| plan.folder.display().to_string())?;
    match args.format {
        Format::Json => super::print_list("games", &reports)?,
        Format::Text => super::print(&table(&reports))?,
    }
    let stopped = stop.load(Ordering::Relaxed) && reports.len() < plan.games;
    if stopped {
        super::tell("stopped; the same command goes on with the match");
        return Ok(ExitCode::from(130));
    }
    let missed = reports.iter().filter(|report| !report.was_played()).count();
    if missed > 0 {
        super::tell(&format!(
            "not played: {missed} of {}, for want of a program; the same command tries again",
            plan.games
        ));
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(args: &MatchArgs, stop: &Arc<AtomicBool>) -> Result<Plan> {
    let read = input::game(&args.rules)?;
    let (columns, rows) = input::size(&args.size)?;
    let board = Board::rectangle(columns, rows).map_err(|fault| anyhow!("--size: {fault}"))?;
    for (option, most, found) in [("--games", 9999, args.games), ("--at-once", 64, args.at_once)] {
        if !(1..=most).contains(&found) {
            bail!("{option}: expected 1 to {most}, found {found}");
        }
    }
    let mut setup = Setup::empty(Arc::new(board), 2);
    setup.komi = read.komi.unwrap_or_default();
    let opening =
        Sitting::new(Arc::new(read.ruleset), &setup).map_err(|fault| anyhow!("{fault}"))?;
    Ok(Plan {
        commands: [args.black.clone(), args.white.clone()],
        referee: args.referee.clone(),
        opening,
        games: args.games,
        at_once: args.at_once,
        alternate: args.alternate,
        patience: Duration::from_secs(args.seconds.max(1)),
        most_moves: args.max_moves,
        analyst: prover::at_table(&args.analysis, stop)?,
        folder: args.output.clone(),
    })
}

fn in_words(report: &GameReport) -> String {
    let result = report.result.as_deref().unwrap_or("no result yet");
    let fault = report.fault.as_ref().map(|fault| format!("; {}: {}", fault.by, fault.what));
    let unfinished = report.unfinished.as_ref().filter(|_| fault.is_none());
    let unfinished = unfinished.map(|why| format!("; unfinished: {why}"));
    let (fault, unfinished) = (fault.unwrap_or_default(), unfinished.unwrap_or_default());
    let analysed = open(report).map(|why| format!("; {why}")).unwrap_or_default();
    format!("{result} after {} moves{fault}{unfinished}{analysed}", report.moves)
}

/// What the Analysis leaves open.
fn open(report: &GameReport) -> Option<String> {
    let analysis = report.analysis.as_ref().filter(|_| report.result.is_none())?;
    let [low, high] = &analysis.bounds;
    let open = analysis.unproven.join(", ");
    Some(format!("by the Analysis black's margin lies between {low} and {high}; unproven: {open}"))
}

fn table(reports: &[GameReport]) -> String {
    let mut table = Table::new();
    table.set_header([
        "game",
        "black",
        "white",
        "moves",
        "result",
        "ground",
        "dead stones",
        "said",
        "note",
    ]);
    for report in reports {
        let said = &report.said;
        let said: Vec<String> = [("B", &said.black), ("W", &said.white), ("R", &said.referee)]
            .into_iter()
            .filter_map(|(who, said)| Some(format!("{who} {}", plain(said.as_ref()?))))
            .collect();
        let note = match (&report.fault, &report.unfinished, report.same) {
            (Some(fault), ..) => format!("{}: {}", fault.by, fault.what),
            (None, Some(why), _) => why.clone(),
            (None, None, _) if open(report).is_some() => open(report).unwrap_or_default(),
            (None, None, Some(false)) => "the scores said differ from the ruling".to_owned(),
            _ => String::new(),
        };
        table.add_row([
            report.game.to_string(),
            plain(&report.black),
            plain(&report.white),
            report.moves.to_string(),
            report.result.clone().unwrap_or_else(|| "?".to_owned()),
            report.ground.clone().unwrap_or_default(),
            match report.agreed {
                Some(true) => "agreed".to_owned(),
                Some(false) if report.analysis.is_some() => "analysed".to_owned(),
                Some(false) => "disputed".to_owned(),
                None => String::new(),
            },
            said.join(", "),
            plain(&note),
        ]);
    }
    let won = |first: bool| {
        reports
            .iter()
            .filter(|report| {
                let winner = report.result.as_ref().and_then(|result| result.chars().next());
                match winner {
                    Some('B') => first != report.swapped,
                    Some('W') => first == report.swapped,
                    _ => false,
                }
            })
            .count()
    };
    let others = reports.len() - won(true) - won(false);
    format!(
        "{table}\ngames: {}; won by the first program: {}, by the second: {}, others: {others}\n",
        reports.len(),
        won(true),
        won(false)
    )
}
