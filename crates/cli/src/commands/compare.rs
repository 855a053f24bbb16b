//! `shinpan compare`: one record under every ruleset.

use std::process::ExitCode;

use anyhow::Result;
use comfy_table::Table;
use shinpan_referee::{Report, compare};

use crate::args::{CompareArgs, Format};
use crate::input;

/// Exit status 0: every ruleset has given its ruling, and says where it refuses a move.
pub(crate) fn run(args: &CompareArgs) -> Result<ExitCode> {
    let record = input::record(&args.file, &args.ruling.variation, args.ruling.game)?;
    let options = input::options(&args.ruling, Some((&args.analysis, 1)), &record)?;
    let rulings = compare(&record, &options).map_err(|fault| input::placed(&args.file, &fault))?;
    let reports: Vec<&Report> = rulings.iter().map(|judged| &judged.report).collect();
    match args.format {
        Format::Json => super::print_json(&reports)?,
        Format::Text => super::print(&table(&reports))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn table(reports: &[&Report]) -> String {
    let mut table = Table::new();
    table.set_header(["rules", "phase", "legal", "banned", "result", "why"]);
    for report in reports {
        let result = report.result.as_ref();
        let why = match (&report.refused, result) {
            (Some(refused), _) => {
                format!(
                    "move {} ({}): {} [{}]",
                    refused.number, refused.point, refused.why, refused.clause
                )
            }
            (None, Some(result)) => format!("{} [{}]", result.ground, result.clause),
            (None, None) => match &report.bounds {
                Some(_) => "some statuses are unproven".to_owned(),
                None => "the game goes on".to_owned(),
            },
        };
        table.add_row([
            report.rules.clone(),
            report.phase.clone(),
            report.legal.len().to_string(),
            report.banned.len().to_string(),
            result.map_or_else(
                || "-".to_owned(),
                |r| r.sgf.clone().unwrap_or_else(|| r.outcome.clone()),
            ),
            why,
        ]);
    }
    format!("{table}\n")
}
