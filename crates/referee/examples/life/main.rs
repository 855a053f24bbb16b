//! How much of life and death is proven, and what it costs in time of the processor, as JSON:
//! `cargo run --release -p shinpan-referee --example life -- [--seconds N] [--gnugo] [PROBLEMS.toml] [RECORDS...]`.
//!
//! A file ending in `.toml` is a table of problems (`corpus/problems/problems.toml`), a folder is one of records
//! that ended by passes; what is found of these is told by the size of the board. With `--gnugo` the same is asked of GNU Go (in the path), with
//! its time and ours by the clock: of problems whether the chain can be killed (`owl_attack`); of records which stones are dead (`final_status_list`; it is
//! told as well in how many games the score follows if all that it lets stay lives), and the score by playing on (`--score aftermath`),
//! which is held against ours and the recorded one.

mod gnugo;
mod problems;
mod records;

use std::path::Path;
use std::time::Duration;

use cpu_time::ProcessTime;
use serde_json::{Value, json};

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<(), Fault> {
    let mut seconds = 10.0;
    let mut with_gnugo = false;
    let mut report = serde_json::Map::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => seconds = arguments.next().ok_or("--seconds N")?.parse()?,
            "--gnugo" => with_gnugo = true,
            path if path.ends_with(".toml") => {
                let found = problems::problems(Path::new(path), seconds, with_gnugo)?;
                report.insert(argument.clone(), found);
            }
            path => {
                let found = records::records(Path::new(path), seconds, with_gnugo)?;
                report.insert(argument.clone(), found);
            }
        }
    }
    println!("{}", serde_json::to_string_pretty(&Value::Object(report))?);
    Ok(())
}

/// Tells when so many seconds of the processor have passed from now on.
fn after(seconds: f64) -> impl Fn() -> bool + Send + Sync {
    let begun = ProcessTime::now();
    let limit = Duration::from_secs_f64(seconds);
    move || begun.elapsed() > limit
}

/// The median and the largest of some times, in milliseconds.
fn spread(mut times: Vec<f64>) -> Value {
    times.sort_by(f64::total_cmp);
    let at = |place: usize| times.get(place).copied().unwrap_or_default();
    json!({ "median_ms": at(times.len() / 2), "most_ms": at(times.len().saturating_sub(1)) })
}
