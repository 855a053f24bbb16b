//! Problems of life and death.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use cpu_time::ProcessTime;
use serde_json::{Value, json};
use shinpan_board::{Board, Point, Position, parse_rows};
use shinpan_referee::Prover;
use shinpan_rules::{HypotheticalKo, LifeStatus};

use super::gnugo::{Engine, Owl, Statuses, Times};
use super::{Fault, after, spread};

/// A problem.
struct Problem {
    name: String,
    empty: i64,
    rows: Vec<String>,
    board: Board,
    position: Position,
    /// A stone of the chain asked about.
    asks: Point,
}

/// Problems with as many empty points.
#[derive(Default)]
struct Tally {
    problems: usize,
    solved: usize,
    times: Vec<f64>,
    peer: Peer,
}

/// The same problems for GNU Go.
#[derive(Default)]
struct Peer {
    statuses: Statuses,
    /// It says that a ko decides.
    kos: usize,
    times: Times,
}

/// A table of problems, each in so many seconds, by their number of empty points; with what GNU Go says of them if that is asked for.
pub(crate) fn problems(path: &Path, seconds: f64, with_gnugo: bool) -> Result<Value, Fault> {
    let table: toml::Table = std::fs::read_to_string(path)?.parse()?;
    let all = table.get("problem").and_then(toml::Value::as_array).ok_or("no problems")?;
    let mut engine = if with_gnugo { Some(Engine::start()?) } else { None };
    let mut sizes: BTreeMap<i64, Tally> = BTreeMap::new();
    for problem in all {
        let problem = Problem::read(problem)?;
        let clock = Instant::now();
        let (status, time) = problem.solve(seconds);
        let took = clock.elapsed().as_secs_f64() * 1000.0;
        let tally = sizes.entry(problem.empty).or_default();
        tally.problems += 1;
        tally.solved += usize::from(status != LifeStatus::Unproven);
        tally.times.push(time);
        if let Some(engine) = &mut engine {
            let clock = Instant::now();
            let owl = engine.owl_attack(&problem.rows, &problem.board.name(problem.asks))?;
            tally.peer.times.its.push(clock.elapsed().as_secs_f64() * 1000.0);
            tally.peer.times.ours.push(took);
            tally.peer.count(&problem.name, status, owl);
        }
    }
    let all = sizes.values().fold([0; 2], |[problems, solved], tally| {
        [problems + tally.problems, solved + tally.solved]
    });
    let sizes = sizes.into_iter();
    let by_empty: Vec<Value> = sizes.map(|(empty, tally)| tally.told(empty, with_gnugo)).collect();
    Ok(json!({ "problems": all[0], "solved": all[1], "seconds": seconds, "by_empty": by_empty }))
}

impl Problem {
    fn read(value: &toml::Value) -> Result<Problem, Fault> {
        let text = |name: &str| value.get(name).and_then(toml::Value::as_str);
        let rows = value.get("rows").and_then(toml::Value::as_array).ok_or("no rows")?;
        let rows = rows.iter().filter_map(toml::Value::as_str).map(str::to_owned);
        let rows: Vec<String> = rows.collect();
        let board = Board::rectangle(rows.first().map_or(0, String::len), rows.len())?;
        let stones = parse_rows(&board, &rows.join("\n"))?;
        let position =
            Position::from_stones(&board, 2, &stones).map_err(|faults| format!("{faults:?}"))?;
        let asks = board.parse_point(text("asks").ok_or("no chain")?).ok_or("no such point")?;
        let empty = value.get("empty").and_then(toml::Value::as_integer).unwrap_or_default();
        let name = text("name").unwrap_or_default().to_owned();
        Ok(Problem { name, empty, rows, board, position, asks })
    }

    /// The status of the chain asked about, and the milliseconds of the processor until it is decided.
    fn solve(&self, seconds: f64) -> (LifeStatus, f64) {
        let asks = self.asks;
        let answer = Arc::new(OnceLock::new());
        let (known, told) = (Arc::clone(&answer), Arc::clone(&answer));
        let begun = ProcessTime::now();
        let late = after(seconds);
        let prover = Prover {
            asked: Some(asks),
            stop: Arc::new(move || known.get().is_some() || late()),
            tell: Arc::new(move |_, _, chain| {
                if chain.points.contains(&asks) {
                    told.get_or_init(|| chain.status);
                }
            }),
            ..Prover::default()
        };
        drop(prover.prove(&self.board, &self.position, HypotheticalKo::Basic));
        let time = begun.elapsed().as_secs_f64() * 1000.0;
        (answer.get().copied().unwrap_or(LifeStatus::Unproven), time)
    }
}

impl Tally {
    fn told(self, empty: i64, with_gnugo: bool) -> Value {
        let mut told = json!({
            "empty": empty,
            "problems": self.problems,
            "solved": self.solved,
            "time": spread(self.times),
        });
        if with_gnugo && let Some(fields) = told.as_object_mut() {
            fields.insert("gnugo".into(), self.peer.told());
        }
        told
    }
}

impl Peer {
    /// Counts what both say of a problem.
    fn count(&mut self, name: &str, status: LifeStatus, owl: Owl) {
        let lives = match status {
            LifeStatus::Alive => true,
            LifeStatus::NotAlive => false,
            LifeStatus::Unproven => return,
        };
        match owl {
            Owl::Ko => self.kos += 1,
            _ => self.statuses.count(lives == (owl == Owl::Lives), || name.to_owned()),
        }
    }

    fn told(self) -> Value {
        let Statuses { agree, differ } = self.statuses;
        self.times.add_to(json!({ "agree": agree, "ko": self.kos, "differ": differ }))
    }
}
