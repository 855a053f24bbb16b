//! How many random endgames on settled boards are solved exactly, and how fast.
//!
//! `cargo run --release -p shinpan-solve --example endgames -- japanese-1989,chinese 30 4 12 60`
//!
//! For each number of open points, from the least to the most, and each seed from 1 on an endgame is made on a board from 7x7 to
//! 19x19: walls of both players with two eyes each, and between them points that are empty or have loose stones, in one place or
//! in several. Each is solved under each of the rulesets with the memory that `shinpan solve` has and for no more than so many
//! seconds. What is not exact is printed as a line of JSON with its position, and then a table: how many are exact, why others are
//! not, and the seconds of the processor.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use cpu_time::ProcessTime;
use shinpan_rules::{Game, Ruleset};
use shinpan_solve::{Limits, Solution, SolutionReport, solve};
use shinpan_testkit::{Dice, endgame};

type Fault = Box<dyn std::error::Error>;

/// What was found of the endgames with so many open points.
#[derive(Default)]
struct Found {
    exact: usize,
    /// Why others are not, and how often.
    limits: BTreeMap<&'static str, usize>,
    seconds: Vec<f64>,
}

fn main() -> Result<(), Fault> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let usage = "expected rulesets (with commas between), seeds, the least and the most open points, seconds";
    let [names, numbers @ ..] = words.as_slice() else { return Err(usage.into()) };
    let numbers: Vec<usize> = numbers.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    let &[seeds, least, most, seconds] = numbers.as_slice() else { return Err(usage.into()) };
    if !(1..=20).contains(&least) || !(1..=20).contains(&most) {
        return Err("from 1 to 20 open points".into());
    }
    let mut table = Vec::new();
    for name in names.split(',') {
        let ruleset = Ruleset::builtin(name).map(Arc::new);
        let ruleset = ruleset.ok_or_else(|| format!("no such ruleset: {name}"))?;
        for open in least..=most {
            let mut found = Found::default();
            for seed in 1..=seeds {
                found.add(&ruleset, open, seed, Duration::from_secs(seconds as u64))?;
            }
            table.push(found.row(name, open));
        }
    }
    println!(
        "| ruleset | open points | endgames | exact | median, s | longest, s | limits of others |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for row in table {
        println!("{row}");
    }
    Ok(())
}

impl Found {
    /// Solves one endgame.
    fn add(
        &mut self,
        ruleset: &Arc<Ruleset>,
        open: usize,
        seed: usize,
        most: Duration,
    ) -> Result<(), Fault> {
        let made = endgame(&mut Dice::new((1000 * open + seed) as u64), open);
        let game = Game::new(Arc::clone(ruleset), &made.setup)?;
        let begun = ProcessTime::try_now()?;
        let solution = solve_within(&game, most);
        let seconds = begun.try_elapsed()?.as_secs_f64();
        self.seconds.push(seconds);
        let report = SolutionReport::of(&game, &solution, seconds);
        let Some(limit) = report.limit_code else {
            self.exact += 1;
            return Ok(());
        };
        *self.limits.entry(limit).or_default() += 1;
        let told = serde_json::json!({
            "rules": report.rules, "open": open, "seed": seed, "places": made.places, "empty": made.empty,
            "to_move": made.setup.to_move.to_string(), "rows": game.position().diagram(game.board()),
            "bounds": report.bounds, "limit": report.limit, "nodes": report.nodes, "seconds": seconds,
        });
        println!("{told}");
        Ok(())
    }

    /// A row of the table.
    fn row(mut self, name: &str, open: usize) -> String {
        self.seconds.sort_by(f64::total_cmp);
        let count = self.seconds.len();
        let [median, longest] = [count / 2, count.saturating_sub(1)]
            .map(|place| self.seconds.get(place).map_or(String::new(), |s| format!("{s:.3}")));
        let limits: Vec<String> =
            self.limits.iter().map(|(code, count)| format!("{code} {count}")).collect();
        let Found { exact, .. } = self;
        format!(
            "| {name} | {open} | {count} | {exact} | {median} | {longest} | {} |",
            limits.join(", ")
        )
    }
}

/// Solves a game for no longer than this.
fn solve_within(game: &Game, most: Duration) -> Solution {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (done, wait) = mpsc::channel::<()>();
        let stop = &stop;
        scope.spawn(move || {
            if wait.recv_timeout(most) == Err(mpsc::RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let limits = Limits { nodes: u64::MAX, memory: Limits::MEMORY, stop, progress: &|_| {} };
        let solution = solve(game, &limits);
        drop(done);
        solution
    })
}
