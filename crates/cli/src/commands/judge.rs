//! `shinpan judge`: the ruling on records.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};

use anyhow::Result;
use shinpan_referee::{Judged, judge};

use crate::args::{Format, JudgeArgs};
use crate::progress::Progress;
use crate::{input, show};

/// Each record is ruled on by itself, `--threads` of them at a time, and reported in the order of the
/// command line; the exit status is the gravest.
pub(crate) fn run(args: &JudgeArgs) -> Result<ExitCode> {
    let next = AtomicUsize::new(0);
    let (ruled, rulings) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..args.threads.get().min(args.files.len()) {
            let (ruled, next) = (ruled.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = args.files.get(index) else { return };
                    // Nobody listens any more once the reporting has failed.
                    if ruled.send((index, one(args, path))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(ruled);
        in_order(args, rulings)
    })
}

fn in_order(args: &JudgeArgs, rulings: Receiver<(usize, Result<Judged>)>) -> Result<ExitCode> {
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
                Ok(judged) => {
                    if judged.refused.is_some() {
                        gravest = gravest.max(1);
                    }
                    report(args, path, many, index, &judged)?;
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

fn one(args: &JudgeArgs, path: &Path) -> Result<Judged> {
    let record = input::record(path, &args.ruling.variation, args.ruling.game)?;
    let options = input::options(&args.ruling, Some(&args.analysis), &record)?;
    judge(&record, &options).map_err(|fault| input::placed(path, &fault))
}

fn report(args: &JudgeArgs, path: &Path, many: bool, index: usize, judged: &Judged) -> Result<()> {
    match args.format {
        Format::Json if many => {
            let mut object = serde_json::to_value(&judged.report)?;
            if let Some(fields) = object.as_object_mut() {
                fields.insert("file".to_owned(), input::name(path).into());
            }
            super::print_json(&object)
        }
        Format::Json => super::print_json(&judged.report),
        Format::Text => {
            let heading = if many { Some(input::name(path)) } else { None };
            let between = if index > 0 { "\n" } else { "" };
            super::print(&format!("{between}{}", show::ruling(judged, heading.as_deref())?))
        }
    }
}
