//! `shinpan perft`: counting sequences of moves.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use serde_json::json;
use shinpan_board::{Board, MAX_PLAYERS};
use shinpan_rules::{Game, Setup, perft};

use crate::args::{Format, PerftArgs};
use crate::input;
use crate::progress::Progress;

pub(crate) fn run(args: &PerftArgs) -> Result<ExitCode> {
    let board = Board::parse(&args.board).map_err(|fault| anyhow!("--board: {fault}"))?;
    if args.depth > 1000 {
        bail!("--depth: expected 0 to 1000, found {}", args.depth);
    }
    if !(2..=MAX_PLAYERS).contains(&args.players) {
        bail!("--players: expected 2 to {MAX_PLAYERS}, found {}", args.players);
    }
    let ruleset = Arc::new(input::ruleset("--rules", &args.rules, &[])?.ruleset);
    let setup = Setup::empty(Arc::new(board), args.players);
    let game = Game::new(ruleset, &setup).map_err(|fault| anyhow!("{fault}"))?;
    // The counts of all lengths come from one walk; going deeper step by step shows progress and
    // costs little, since the last step is by far the longest.
    let mut progress = Progress::of(args.depth as u64 + 1, "depth");
    let mut counts = Vec::new();
    for depth in 0..=args.depth {
        counts = perft(&game, depth);
        progress.step();
        if counts.last() == Some(&0) {
            counts.resize(args.depth + 1, 0);
            break;
        }
    }
    match args.format {
        Format::Json => super::print_json(&json!({ "counts": counts }))?,
        Format::Text => {
            let lines: Vec<String> = counts
                .iter()
                .enumerate()
                .map(|(depth, count)| format!("{depth:>4} {count}\n"))
                .collect();
            super::print(&lines.concat())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
