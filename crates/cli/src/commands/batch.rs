//! `shinpan batch`: rulings on many records, as a table.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use comfy_table::Table;
use shinpan_batch::{
    Bounds, COLUMNS, Disagreement, Done, Inputs, Job, Judge, Output, Rules, Summary, run as rule,
};

use crate::args::{BatchArgs, Format};
use crate::input;
use crate::interrupt::ctrl_c_sets;
use crate::progress::Rate;

pub(crate) fn run(args: &BatchArgs) -> Result<ExitCode> {
    if args.columns {
        print_columns(args.format)?;
        return Ok(ExitCode::SUCCESS);
    }
    let job = job(args)?;
    let stop = Arc::new(AtomicBool::new(false));
    // The first key keeps what is done, the second ends the program.
    ctrl_c_sets(Arc::clone(&stop)).context("the keys that stop a job")?;
    let done = rule(&job, &Rate::new(), &stop)?;
    let (summary, already) = match &done {
        Done::Stopped { records } => {
            super::tell(&format!(
                "stopped: {records} records are ruled on; the same command goes on from there"
            ));
            return Ok(ExitCode::from(130));
        }
        Done::Complete(summary) => (summary, false),
        Done::Already(summary) => (summary, true),
    };
    if already {
        super::tell("the table was complete already (--fresh does it anew)");
    }
    match args.format {
        Format::Json => super::print_json(summary)?,
        Format::Text => super::print(&in_words(&job, summary))?,
    }
    if summary.nothing_ruled_on() {
        super::tell("nothing could be ruled on; the table says why");
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::SUCCESS)
}

fn job(args: &BatchArgs) -> Result<Job> {
    let Some(out) = &args.out else { bail!("--out: expected the name of a table") };
    let output = Output::new(out).map_err(|fault| anyhow!("--out: {fault}"))?;
    let mut rules = Vec::new();
    for list in &args.rules {
        if std::path::Path::new(list).is_file() {
            let ruleset = input::ruleset("--rules", list, &[])?;
            rules.push(Rules { name: list.clone(), ruleset: Some(ruleset) });
        } else {
            rules.extend(Rules::read(list)?);
        }
    }
    Rules::check(&rules)?;
    let limit = match args.max_seconds {
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| anyhow!("--max-seconds: expected a number from 0, found {seconds}"))?,
        ),
        None => None,
    };
    let komi = match &args.komi {
        Some(text) => Some(text.parse().map_err(|fault| anyhow!("--komi: {fault}"))?),
        None => None,
    };
    let threads = match args.threads {
        Some(threads) => threads,
        None => std::thread::available_parallelism().unwrap_or(std::num::NonZeroUsize::MIN),
    };
    Ok(Job {
        inputs: Inputs::find(&args.inputs)?,
        bounds: Bounds { record: args.max_record << 20, ..Bounds::default() },
        column: args.column.clone(),
        judge: Judge {
            rules,
            komi,
            passes: args.passes,
            nodes: args.max_nodes,
            limit,
            timed: !args.no_time,
        },
        output,
        threads,
        part: args.part.get(),
        fresh: args.fresh,
    })
}

fn print_columns(format: Format) -> Result<()> {
    if format == Format::Json {
        let columns: Vec<_> = COLUMNS
            .iter()
            .map(|column| {
                serde_json::json!({"name": column.name, "type": column.form,
                    "nullable": column.nullable, "about": column.about})
            })
            .collect();
        return super::print_list("columns", &columns);
    }
    let mut table = Table::new();
    table.set_header(["column", "type", "what it holds"]);
    for column in COLUMNS {
        let form = if column.nullable { format!("{}?", column.form) } else { column.form.into() };
        table.add_row([column.name, form.as_str(), column.about]);
    }
    super::print(&format!("{table}\n"))
}

fn in_words(job: &Job, summary: &Summary) -> String {
    let Summary { records, broken, left_out, .. } = summary;
    let noun = if *records == 1 { "record" } else { "records" };
    let mut text = format!("{records} {noun}, {broken} broken");
    if *left_out > 0 {
        text.push_str(&format!("; {left_out} files that hold no records left out"));
    }
    text.push('\n');
    let mut table = Table::new();
    let parts = summary.rules.first().map(|tally| tally.parts()).unwrap_or_default();
    let used: Vec<usize> = (0..parts.len())
        .filter(|&at| summary.rules.iter().any(|tally| tally.parts()[at].1 > 0))
        .collect();
    let header = used.iter().map(|&at| parts[at].0);
    table.set_header(std::iter::once("ruleset").chain(header).chain(["as recorded"]));
    for tally in &summary.rules {
        let parts = tally.parts();
        let counts = used.iter().map(|&at| parts[at].1.to_string());
        let agrees = format!("{} of {}", tally.agrees, tally.agrees + tally.disagrees);
        table.add_row(std::iter::once(tally.name.clone()).chain(counts).chain([agrees]));
    }
    text.push_str(&format!("{table}\n"));
    if !summary.pairs.is_empty() {
        let mut table = Table::new();
        table.set_header([
            "rulesets",
            "compared",
            "same",
            "undecided",
            "legality",
            "open",
            "winner",
            "margin",
        ]);
        for pair in &summary.pairs {
            let count = |how| pair.count(how).to_string();
            table.add_row([
                format!("{} / {}", pair.one, pair.other),
                pair.compared.to_string(),
                pair.same.to_string(),
                pair.undecided.to_string(),
                count(Disagreement::Legality),
                count(Disagreement::Open),
                count(Disagreement::Winner),
                count(Disagreement::Margin),
            ]);
        }
        text.push_str(&format!("{table}\n"));
    }
    let (table, page) = (job.output.table().display(), job.output.page());
    text.push_str(&format!("table: {table}\nreport: {}\n", page.display()));
    text
}
