//! `shinpan judge`: the ruling on records.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use shinpan_referee::{Judged, judge};

use crate::args::{Format, JudgeArgs};
use crate::progress::Progress;
use crate::{input, show};

/// Each record is ruled on by itself; the exit status is the gravest.
pub(crate) fn run(args: &JudgeArgs) -> Result<ExitCode> {
    let many = args.files.len() > 1;
    let mut gravest = 0;
    let mut progress = Progress::of(args.files.len() as u64, "records");
    for (index, path) in args.files.iter().enumerate() {
        match one(args, path) {
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
    Ok(ExitCode::from(gravest))
}

fn one(args: &JudgeArgs, path: &Path) -> Result<Judged> {
    let record = input::record(path, &args.ruling.variation, args.ruling.game)?;
    let options = input::options(&args.ruling, &record)?;
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
