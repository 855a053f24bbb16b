//! `shinpan explain FILE POINT`: why a chain lives or not.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use serde_json::json;
use shinpan_referee::{ProofFault, SavedProof, explain, explained_picture, explained_sgf, judge};
use shinpan_render::{Extent, Scene, Theme, to_png, to_svg};
use shinpan_rules::HypotheticalKo;

use crate::args::{ExplainArgs, Format};
use crate::{input, prover, show};

/// Width of a picture in pixels.
const WIDTH: u32 = 800;

pub(crate) fn run(args: &ExplainArgs, file: &Path, point: &str) -> Result<ExitCode> {
    let record = input::record(file, &args.ruling.variation, args.ruling.game)?;
    let mut options = input::options(&args.ruling, Some((&args.analysis, 1)), &record)?;
    // What the players agreed on explains no life; and the proofs are kept here.
    options.dead = None;
    options.analyst = None;
    let mut judged = judge(&record, &options).map_err(|fault| input::placed(file, &fault))?;
    let board = &record.board;
    let place = board
        .parse_point(point)
        .ok_or_else(|| anyhow!("expected a point of the {}, found `{point}`", board.in_words()))?;
    let fault = |why: String| anyhow!("{}: {why}", input::name(file));
    // A fault is told before anything takes its time.
    explain(&judged.sitting, place, None, None).map_err(fault)?;
    let (prover, game) = (prover::of(&args.analysis, 1)?.asked(place), judged.sitting.game());
    let proven = match &args.assume_alive {
        Some(names) => {
            let assumed = input::points("--assume-alive", names, &record)?;
            if assumed.iter().any(|&point| game.position().same_chain(point, place)) {
                bail!("--assume-alive: {point} is the chain asked about");
            }
            let proven = prover.prove_due_assuming(game, &assumed);
            proven.map_err(|why| anyhow!("--assume-alive: {why}"))?
        }
        None => prover.prove_due(game),
    };
    judged.sitting.analyse(&proven);
    let explanation =
        explain(&judged.sitting, place, proven.proof(place), proven.with_eyes()).map_err(fault)?;
    let scene = explained_picture(&judged.sitting, place).map_err(fault)?;
    if let Some(output) = &args.sgf {
        let sgf = explained_sgf(&judged.sitting, place, proven.proof(place), proven.with_eyes())
            .map_err(fault)?;
        super::write_file(output, sgf)?;
    }
    let saved =
        match args.save.as_ref().map(|output| (output, SavedProof::of(board, &proven, place))) {
            Some((output, Some(proof))) => super::write_file(output, proof.to_json()?),
            Some((_, None)) if explanation.chain.status == "unproven" => {
                Err(anyhow!("--save: there is no proof, as the status of {point} is unproven"))
            }
            Some((_, None)) => Err(anyhow!("--save: the proof is too long to be written down")),
            None => Ok(()),
        };
    if let Some(output) = &args.picture {
        let content = drawn(output, &scene)?;
        super::write_file(output, content)?;
    }
    match args.format {
        Format::Json => super::print_json(&explanation)?,
        Format::Text => {
            let bold = anstyle::Style::new().bold();
            let chain = &explanation.chain;
            let mut text = show::board(&scene)?;
            writeln!(text, "\n{bold}{} {}{bold:#}: {}", chain.player, point, chain.status)?;
            for step in &explanation.because {
                writeln!(text, "  {} [{}]", step.fact, step.clause)?;
            }
            if !chain.line.is_empty() {
                writeln!(text, "line: {}", chain.line.join(", "))?;
            }
            writeln!(text, "states searched: {}", chain.nodes)?;
            if let Some(accepted) = chain.checked {
                let verdict = if accepted { "accepted" } else { "rejected" };
                writeln!(text, "proof checked: {verdict}")?;
            }
            super::print(&text)?;
        }
    }
    // What was found is told in any case.
    saved.map(|()| ExitCode::SUCCESS)
}

/// Checks a proof that was written down. Exit status 1 if it is not accepted.
pub(crate) fn check(args: &ExplainArgs, path: &Path) -> Result<ExitCode> {
    let checked = match SavedProof::check(&input::bytes(path)?) {
        Ok(checked) => Ok(checked),
        Err(ProofFault::Rejected(why)) => Err(why),
        Err(fault) => bail!("{}: {fault}", input::name(path)),
    };
    match (args.format, &checked) {
        (Format::Json, Ok(checked)) => {
            super::print_json(&json!({ "accepted": true, "proven": checked.report() }))?;
        }
        (Format::Json, Err(why)) => {
            super::print_json(&json!({ "accepted": false, "why": why }))?;
        }
        (Format::Text, Ok(checked)) => {
            let rows = checked.position.diagram(&checked.board).join("\n");
            let told = checked.report();
            let (points, nodes) = (told.points.join(" "), told.nodes);
            let nodes = if nodes == 1 { "1 node".to_owned() } else { format!("{nodes} nodes") };
            let (player, status) = (told.player, told.status);
            let ko = match told.hypothetical_ko {
                HypotheticalKo::Basic => "under basic ko",
                HypotheticalKo::KoPass => "with passes for ko",
            };
            let line = format!("{player} {points}: {status} {ko}, accepted ({nodes})");
            let assumed = match told.assumed.as_slice() {
                [] => String::new(),
                assumed => format!(
                    "if the chains at {} live, of which it is not proven:\n",
                    assumed.join(" ")
                ),
            };
            super::print(&format!("{rows}\n{assumed}{line}\n"))?;
        }
        (Format::Text, Err(why)) => super::print(&format!("not accepted: {why}\n"))?,
    }
    Ok(ExitCode::from(u8::from(checked.is_err())))
}

fn drawn(output: &Path, scene: &Scene) -> Result<Vec<u8>> {
    let svg = || to_svg(scene, &Theme::default());
    match output.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => Ok(svg()?.into_bytes()),
        Some("png") => Ok(to_png(&svg()?, Extent::Width(WIDTH))?.bytes),
        Some("json") => Ok(scene.to_json().into_bytes()),
        Some("txt") => Ok(show::board(scene)?.into_bytes()),
        _ => bail!("--picture: expected a name ending in .svg, .png, .json or .txt"),
    }
}
