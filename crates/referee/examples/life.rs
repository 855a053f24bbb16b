//! How much of life and death is proven, and what it costs in time of the processor, as JSON:
//! `cargo run --release -p shinpan-referee --example life -- [--seconds N] [--gnugo] [PROBLEMS.toml] [RECORDS...]`.
//!
//! A file ending in `.toml` is a table of problems (`corpus/problems/problems.toml`), a folder is one of records
//! that ended by passes. With `--gnugo` the dead stones of GNU Go (in the path) are held against ours, and it is told in how many games the
//! score follows if all that it lets stay lives.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use cpu_time::ProcessTime;
use serde_json::{Value, json};
use shinpan_board::{Board, Position, parse_rows};
use shinpan_referee::{Assumed, Judgement, Options, ProposedChain, Prover, Record, assume, judge};
use shinpan_rules::{HypotheticalKo, LifeStatus, Ruleset};

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<(), Fault> {
    let mut seconds = 10.0;
    let mut gnugo = false;
    let mut report = serde_json::Map::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => seconds = arguments.next().ok_or("--seconds N")?.parse()?,
            "--gnugo" => gnugo = true,
            path if path.ends_with(".toml") => {
                report.insert(argument.clone(), problems(Path::new(path), seconds)?);
            }
            path => {
                report.insert(argument.clone(), records(Path::new(path), seconds, gnugo)?);
            }
        }
    }
    println!("{}", serde_json::to_string_pretty(&Value::Object(report))?);
    Ok(())
}

/// A prover that stops after so many seconds of the processor from now on.
fn prover(seconds: f64) -> Prover {
    let begun = ProcessTime::now();
    let limit = Duration::from_secs_f64(seconds);
    Prover { stop: Arc::new(move || begun.elapsed() > limit), ..Prover::default() }
}

/// The median and the largest of some times, in milliseconds.
fn spread(mut times: Vec<f64>) -> Value {
    times.sort_by(f64::total_cmp);
    let at = |place: usize| times.get(place).copied().unwrap_or_default();
    json!({ "median_ms": at(times.len() / 2), "most_ms": at(times.len().saturating_sub(1)) })
}

/// Problems by their number of empty points.
fn problems(path: &Path, seconds: f64) -> Result<Value, Fault> {
    let table: toml::Table = std::fs::read_to_string(path)?.parse()?;
    let all = table.get("problem").and_then(toml::Value::as_array).ok_or("no problems")?;
    let mut found: Vec<(i64, LifeStatus, f64)> = Vec::new();
    for problem in all {
        let rows = problem.get("rows").and_then(toml::Value::as_array).ok_or("no rows")?;
        let rows: Vec<&str> = rows.iter().filter_map(toml::Value::as_str).collect();
        let board = Board::rectangle(rows.first().map_or(0, |row| row.len()), rows.len())?;
        let stones = parse_rows(&board, &rows.join("\n"))?;
        let position =
            Position::from_stones(&board, 2, &stones).map_err(|faults| format!("{faults:?}"))?;
        let asks = problem.get("asks").and_then(toml::Value::as_str).ok_or("no chain")?;
        let asks = board.parse_point(asks).ok_or("no such point")?;
        // The work ends once the chain asked about is decided.
        let answer = Arc::new(OnceLock::new());
        let (known, told) = (Arc::clone(&answer), Arc::clone(&answer));
        let begun = ProcessTime::now();
        let limit = Duration::from_secs_f64(seconds);
        let prover = Prover {
            asked: Some(asks),
            stop: Arc::new(move || known.get().is_some() || begun.elapsed() > limit),
            tell: Arc::new(move |_, _, chain| {
                if chain.points.contains(&asks) {
                    told.get_or_init(|| chain.status);
                }
            }),
            ..Prover::default()
        };
        drop(prover.prove(&board, &position, HypotheticalKo::Basic));
        let time = begun.elapsed().as_secs_f64() * 1000.0;
        let empty = problem.get("empty").and_then(toml::Value::as_integer).unwrap_or_default();
        found.push((empty, answer.get().copied().unwrap_or(LifeStatus::Unproven), time));
    }
    let mut sizes: Vec<i64> = found.iter().map(|&(empty, _, _)| empty).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let solved = |some: &[&(i64, LifeStatus, f64)]| {
        some.iter().filter(|(_, status, _)| *status != LifeStatus::Unproven).count()
    };
    let by_empty: Vec<Value> = sizes
        .iter()
        .map(|&size| {
            let some: Vec<_> = found.iter().filter(|(empty, _, _)| *empty == size).collect();
            json!({
                "empty": size,
                "problems": some.len(),
                "solved": solved(&some),
                "time": spread(some.iter().map(|(_, _, time)| *time).collect()),
            })
        })
        .collect();
    let every: Vec<_> = found.iter().collect();
    Ok(json!({ "problems": found.len(), "solved": solved(&every), "by_empty": by_empty }))
}

/// The final positions of records.
fn records(folder: &Path, seconds: f64, gnugo: bool) -> Result<Value, Fault> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, Fault>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    paths.sort();
    let (mut games, mut chains, mut proven, mut whole, mut scored) = (0, 0, 0, 0, 0);
    let (mut agree, mut differ) = (0, Vec::new());
    let (mut settled, mut right) = (0, 0);
    let mut times = Vec::new();
    for path in &paths {
        let Ok(record) = Record::read(&std::fs::read(path)?, 1, &[]) else { continue };
        let rules = Some(Ruleset::read("japanese-1989")?);
        let mut options = Options { rules, ..Options::default() };
        let Ok(open) = judge(&record, &options) else { continue };
        let begun = ProcessTime::now();
        options.analyst = Some(Arc::new(prover(seconds).prove_due(open.sitting.game())));
        let Ok(judged) = judge(&record, &options) else { continue };
        let time = begun.elapsed().as_secs_f64() * 1000.0;
        let Some(statuses) = &judged.report.chains else { continue };
        games += 1;
        times.push(time);
        let open = statuses.iter().filter(|chain| chain.status == "unproven").count();
        chains += statuses.len();
        proven += statuses.len() - open;
        whole += usize::from(open == 0);
        scored += usize::from(judged.report.result.is_some());
        if gnugo {
            let mut dead = dead_of_gnugo(path)?;
            dead.retain(|name| record.board.parse_point(name).is_some());
            let agreed = Options { dead: Some(dead.clone()), ..options };
            if let Ok(judged) = judge(&record, &agreed)
                && let Ok(assumed) =
                    assume(&record, &agreed, &judged, &Assumed::Staying, &prover(seconds))
            {
                settled += usize::from(assumed.result.is_some());
                let judgement = |chain: &ProposedChain| chain.judgement == Judgement::Right;
                let agreement = assumed.agreement.iter();
                right += usize::from(agreement.flat_map(|it| &it.chains).all(judgement));
            }
            let removed = judged.report.removed.clone().unwrap_or_default();
            for chain in statuses.iter().filter(|chain| chain.status != "unproven") {
                let Some(first) = chain.points.first() else { continue };
                let theirs = dead.contains(first);
                let ours = removed.contains(first);
                if theirs == ours || chain.status == "not-alive" && !ours {
                    agree += 1;
                } else {
                    differ.push(format!("{} {first}: {}", path.display(), chain.status));
                }
            }
        }
    }
    let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
    let mut report = json!({
        "records": paths.len(),
        "games": games,
        "chains": chains,
        "chains_proven": share(proven, chains),
        "games_proven": share(whole, games),
        "games_scored": share(scored, games),
        "seconds": seconds,
        "time": spread(times),
    });
    if gnugo && let Some(fields) = report.as_object_mut() {
        fields.insert("gnugo".into(), json!({
            "agree": agree,
            "differ": differ,
            "assuming_that_the_others_live": { "games_scored": share(settled, games), "all_right": share(right, games) },
        }));
    }
    Ok(report)
}

/// The stones that GNU Go calls dead, among other words.
fn dead_of_gnugo(path: &Path) -> Result<Vec<String>, Fault> {
    let mut engine = Command::new("gnugo")
        .args(["--mode", "gtp", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(input) = &mut engine.stdin {
        writeln!(input, "loadsgf {}\nfinal_status_list dead\nquit", path.display())?;
    }
    let output = String::from_utf8(engine.wait_with_output()?.stdout)?;
    Ok(output.split_whitespace().map(str::to_owned).collect())
}
