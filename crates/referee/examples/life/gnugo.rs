//! What GNU Go, a program in the path, says of positions.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use shinpan_sgf::RecordedResult;
use tempfile::NamedTempFile;

use super::{Fault, spread};

/// Statuses of ours that are held against its own.
#[derive(Default)]
pub(crate) struct Statuses {
    pub(crate) agree: usize,
    /// What it tells otherwise.
    pub(crate) differ: Vec<String>,
}

impl Statuses {
    /// Counts one, and names it if it is another.
    pub(crate) fn count(&mut self, same: bool, name: impl FnOnce() -> String) {
        if same {
            self.agree += 1;
        } else {
            self.differ.push(name());
        }
    }
}

/// Milliseconds by the clock, for each position its own and ours.
#[derive(Default)]
pub(crate) struct Times {
    pub(crate) its: Vec<f64>,
    pub(crate) ours: Vec<f64>,
}

impl Times {
    /// Adds what it was, and how long ours takes to its all in all, to a report.
    pub(crate) fn add_to(self, mut report: Value) -> Value {
        let ratio = self.ours.iter().sum::<f64>() / self.its.iter().sum::<f64>();
        report["time"] = spread(self.its);
        report["our_time_to_its"] = ratio.into();
        report
    }
}

/// An engine that is spoken to over GTP.
pub(crate) struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What it says of a chain that is attacked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owl {
    /// It cannot be killed.
    Lives,
    /// It can.
    Dies,
    /// A ko decides.
    Ko,
}

impl Engine {
    /// Starts one.
    pub(crate) fn start() -> Result<Engine, Fault> {
        let mut process = Command::new("gnugo")
            .args(["--mode", "gtp", "--quiet"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().ok_or("no input")?;
        let output = BufReader::new(process.stdout.take().ok_or("no output")?);
        Ok(Engine { process, input, output })
    }

    /// Its answer to a command.
    fn ask(&mut self, command: &str) -> Result<String, Fault> {
        writeln!(self.input, "{command}")?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("GNU Go has ended".into());
            }
            match line.trim() {
                "" if answer.is_empty() => {}
                "" => break,
                line => answer = answer + line + "\n",
            }
        }
        match answer.strip_prefix('=') {
            Some(answer) => Ok(answer.trim().to_owned()),
            None => Err(format!("GNU Go says {answer:?} to `{command}`").into()),
        }
    }

    /// The stones that it calls dead at the end of a record.
    pub(crate) fn dead(&mut self, path: &Path) -> Result<Vec<String>, Fault> {
        self.ask(&format!("loadsgf {}", path.display()))?;
        let dead = self.ask("final_status_list dead")?;
        Ok(dead.split_whitespace().map(str::to_owned).collect())
    }

    /// Whether a chain can be killed, its opponent to move, in a position of rows of X, O and points.
    pub(crate) fn owl_attack(&mut self, rows: &[String], chain: &str) -> Result<Owl, Fault> {
        let stones = |wanted: char| -> String {
            let rows = (b'a'..).zip(rows);
            rows.flat_map(|(row, line)| {
                let at = (b'a'..).zip(line.chars()).filter(move |&(_, stone)| stone == wanted);
                at.map(move |(column, _)| format!("[{}{}]", column as char, row as char))
            })
            .collect()
        };
        let mut file = NamedTempFile::with_suffix(".sgf")?;
        write!(file, "(;GM[1]FF[4]SZ[{}]AB{}AW{})", rows.len(), stones('X'), stones('O'))?;
        self.ask(&format!("loadsgf {}", file.path().display()))?;
        let owl = self.ask(&format!("owl_attack {chain}"))?;
        match owl.split_whitespace().next() {
            Some("0") => Ok(Owl::Lives),
            Some("1") => Ok(Owl::Dies),
            Some("2" | "3") => Ok(Owl::Ko),
            _ => Err(format!("GNU Go says {owl:?} to owl_attack").into()),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It ends by itself where it is still there to be told.
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}

/// Its result under Japanese rules, if it tells one, found by playing on, and how long that takes by the clock.
pub(crate) fn aftermath(path: &Path) -> Result<(Option<RecordedResult>, Duration), Fault> {
    let begun = Instant::now();
    let output = Command::new("gnugo")
        .args(["--score", "aftermath", "--japanese-rules", "--quiet", "-l"])
        .arg(path)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()?;
    let time = begun.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    Ok((text.lines().find_map(result), time))
}

/// `Black wins by 6.5 points`, or a draw.
fn result(line: &str) -> Option<RecordedResult> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [winner @ ("Black" | "White"), "wins", "by", margin, ..] => {
            Some(RecordedResult::parse(&format!("{}+{margin}", &winner[..1])))
        }
        _ if line.contains("Jigo") || line.contains("draw") => Some(RecordedResult::Draw),
        _ => None,
    }
}
