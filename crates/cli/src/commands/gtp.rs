//! `shinpan gtp`: the Go Text Protocol.

use std::io::BufReader;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use shinpan_gtp::{Effort, Options, Session, serve};

use crate::args::GtpArgs;
use crate::{input, prover};

pub(crate) fn run(args: &GtpArgs) -> Result<ExitCode> {
    let read = input::game(&args.game)?;
    let mut session = Session::new(Options {
        ruleset: read.ruleset,
        komi: read.komi.unwrap_or_default(),
        size: input::size(&args.size)?,
        seed: args.seed,
        effort: Effort { playouts: args.playouts, nodes: args.solver_nodes },
        estimate: args.estimate,
    })
    .map_err(|fault| anyhow!("{fault}"))?;
    session.set_analyst(prover::at_table(&args.analysis, &session.interrupt())?);
    serve(&mut session, BufReader::new(std::io::stdin()), &mut std::io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
