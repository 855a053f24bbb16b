//! `shinpan judge`: the ruling on records.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use shinpan_referee::{Assumed, Assumption, Judged, Options, assume, judge, read_points};
use shinpan_solve::{Limits, Settled, settle};

use crate::args::{Format, JudgeArgs};
use crate::progress::Progress;
use crate::{input, prover, show};

/// Each record is ruled on by itself, `--threads` of them at a time (each with more where there are threads to spare),
/// and reported in the order of the
/// command line; the exit status is the gravest.
pub(crate) fn run(args: &JudgeArgs) -> Result<ExitCode> {
    let next = AtomicUsize::new(0);
    let (ruled, rulings) = mpsc::channel();
    std::thread::scope(|scope| {
        for thread in 0..args.analysis.threads.get().min(args.files.len()) {
            let (ruled, next) = (ruled.clone(), &next);
            let work = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = args.files.get(index) else { return };
                    // Nobody listens any more once the reporting has failed.
                    if ruled.send((index, one(args, path))).is_err() {
                        return;
                    }
                }
            };
            // Fewer threads than were asked for do as well.
            if thread == 0 {
                scope.spawn(work);
            } else if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(ruled);
        in_order(args, rulings)
    })
}

fn in_order(args: &JudgeArgs, rulings: Receiver<(usize, Result<Ruled>)>) -> Result<ExitCode> {
    let many = args.files.len() > 1;
    let mut gravest = 0;
    let mut progress = Progress::of(args.files.len() as u64, "records");
    let mut early = BTreeMap::new();
    let mut waiting = args.files.iter().enumerate().peekable();
    for (index, ruling) in rulings {
        early.insert(index, ruling);
        while let Some((index, ruling)) =
            waiting.peek().and_then(|&(index, _)| Some((index, early.remove(&index)?)))
        {
            let Some((_, path)) = waiting.next() else { break };
            match ruling {
                Ok(ruled) => {
                    if ruled.judged.refused.is_some() {
                        gravest = gravest.max(1);
                    }
                    report(args, path, many, index, &ruled)?;
                }
                Err(fault) if many => {
                    gravest = 2;
                    super::tell_error(&fault);
                }
                Err(fault) => return Err(fault),
            }
            progress.step();
        }
    }
    Ok(ExitCode::from(gravest))
}

/// A ruling, and what best play comes to if that was asked for.
struct Ruled {
    judged: Judged,
    settled: Option<Result<Settled, String>>,
}

fn one(args: &JudgeArgs, path: &Path) -> Result<Ruled> {
    let record = input::record(path, &args.ruling.variation, args.ruling.game)?;
    let options = input::options(&args.ruling, Some((&args.analysis, args.files.len())), &record)?;
    let placed = |fault| input::placed(path, &fault);
    let assumed = args.assume_alive.as_deref().map(Assumed::read);
    if let Some(Assumed::At(names)) = &assumed {
        // A fault is told before anything takes its time.
        let points = read_points("--assume-alive", names, &record.board).map_err(placed)?;
        let quick =
            judge(&record, &Options { analyst: None, ..options.clone() }).map_err(placed)?;
        if quick.refused.is_none() {
            Assumption::new(&record.board, quick.sitting.game().position(), &points)
                .map_err(|why| anyhow!("--assume-alive: {why}"))?;
        }
    }
    let mut judged = judge(&record, &options).map_err(placed)?;
    if let (Some(assumed), None) = (&assumed, &judged.refused) {
        let prover = prover::of(&args.analysis, args.files.len())?;
        let found = assume(&record, &options, &judged, assumed, &prover);
        judged.report.assuming = Some(found.map_err(placed)?);
    }
    let settled = args.settle.then(|| {
        if judged.refused.is_some() {
            return Err("the record breaks the rules".to_owned());
        }
        let begun = Instant::now();
        let limits = Limits {
            nodes: args.settle_nodes,
            memory: Settled::MEMORY,
            stop: prover::interrupt(),
            progress: &|_| {},
        };
        let (mut settled, _) = settle(judged.sitting.game(), &limits)?;
        settled.solution.seconds = begun.elapsed().as_secs_f64();
        Ok(settled)
    });
    Ok(Ruled { judged, settled })
}

/// The additional field of the JSON.
fn settled_json(settled: &Result<Settled, String>) -> Result<Value> {
    Ok(match settled {
        Ok(settled) => serde_json::to_value(settled)?,
        Err(why) => json!({ "why": why }),
    })
}

fn report(args: &JudgeArgs, path: &Path, many: bool, index: usize, ruled: &Ruled) -> Result<()> {
    match args.format {
        Format::Json => {
            let mut object = serde_json::to_value(&ruled.judged.report)?;
            if let Some(fields) = object.as_object_mut() {
                if let Some(settled) = &ruled.settled {
                    fields.insert("settled".to_owned(), settled_json(settled)?);
                }
                if many {
                    fields.insert("file".to_owned(), input::name(path).into());
                }
            }
            super::print_json(&object)
        }
        Format::Text => {
            let heading = if many { Some(input::name(path)) } else { None };
            let between = if index > 0 { "\n" } else { "" };
            let settled = ruled.settled.as_ref().map(show::settled).unwrap_or_default();
            let ruling = show::ruling(&ruled.judged, heading.as_deref())?;
            super::print(&format!("{between}{ruling}{settled}"))
        }
    }
}
