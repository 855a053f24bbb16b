//! `shinpan`: the referee of Go on the command line.
//!
//! Exit status: 0 a ruling was given, 1 the record breaks the rules, 2 the input or the options
//! could not be read.

mod args;
mod commands;
mod input;
mod interrupt;
mod progress;
mod prover;
mod show;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use args::{Cli, Command};

fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => run(cli.command),
        Err(told) => told
            .print()
            .and_then(|()| std::io::stdout().flush())
            .map(|()| u8::try_from(told.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from))
            .map_err(anyhow::Error::from),
    };
    match done {
        Ok(exit) => exit,
        Err(fault) => {
            if is_broken_pipe(&fault) {
                return ExitCode::SUCCESS;
            }
            commands::tell_error(&fault);
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Judge(args) => commands::judge::run(&args),
        Command::Batch(args) => commands::batch::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Render(args) => commands::render::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Gtp(args) => commands::gtp::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Match(args) => commands::match_games::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
        Command::Man(args) => commands::man::run(&args),
    }
}

/// Whoever reads our output has stopped reading: nothing is wrong.
fn is_broken_pipe(fault: &anyhow::Error) -> bool {
    fault.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
