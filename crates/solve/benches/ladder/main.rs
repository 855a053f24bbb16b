//! A ladder of boards under each family of rulesets. Each rung asserts its value.
//!
//! `cargo bench -p shinpan-solve --bench ladder` prints a line for each rung, with the seconds by the clock and
//! of the processor; `-- --json` an array of objects; `-- --long` adds the rungs that take minutes and
//! up to 7 GB. Names of rulesets and
//! boards pick the rungs that have them: `-- lasker-maas 3x4`. `-- --peer PROGRAM` solves small boards by area with basic ko in turns
//! with another program, instead of the ladder; `peer.rs` says what it is told and answers.

mod peer;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cpu_time::ProcessTime;
use shinpan_board::Board;
use shinpan_rules::{Game, Ruleset, Score, Setup};
use shinpan_solve::{End, Limits, Value, solve};

/// Ruleset, board, value in half points, whether it takes minutes.
type Rung = (&'static str, &'static str, i64, bool);

const LADDER: [Rung; 26] = [
    ("tromp-taylor", "3x3", 18, false),
    ("tromp-taylor", "3x4", 8, false),
    ("tromp-taylor", "4x4", 4, true),
    ("lasker-maas", "3x4", 6, false),
    ("lasker-maas", "4x4", 2, true),
    ("lasker-maas-adjusted", "3x4", 6, false),
    ("button", "3x4", 7, false),
    ("tromp-taylor", "1x10", 2, false),
    ("lasker-maas", "1x10", 2, true),
    ("lasker-maas-adjusted", "1x10", 0, true),
    ("aga", "3x4", 8, false),
    ("chinese", "3x4", 8, false),
    ("long-cycle-1", "3x3", 16, false),
    ("long-cycle-1", "3x4", 6, false),
    ("long-cycle-2", "1x8", 4, false),
    ("long-cycle-2", "3x4", 6, false),
    ("japanese-1989", "3x4", 4, false),
    ("long-cycle-1", "4x4", 2, true),
    ("long-cycle-2", "4x4", 2, true),
    ("chinese", "4x4", 2, true),
    ("japanese-1989", "4x4", 0, true),
    ("kee", "2x3", 0, false),
    ("kee", "3x3", 18, false),
    ("kee", "1x7", 4, false),
    ("kee", "1x8", 6, false),
    ("kee", "3x4", 8, true),
];

/// The table of 4x4 under Japanese 1989 takes half of it.
const MEMORY: u64 = 12 << 30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    let (json, long) = (asked("--json"), asked("--long"));
    let picks = |column: fn(&Rung) -> &'static str| {
        let named = LADDER.iter().any(|rung| asked(column(rung)));
        move |rung: &Rung| !named || asked(column(rung))
    };
    let (of_ruleset, of_board) = (picks(|rung| rung.0), picks(|rung| rung.1));
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: u64::MAX, memory: MEMORY, stop: &stop, progress: &|_| {} };
    if let Some(place) = std::env::args().position(|argument| argument == "--peer") {
        let program = std::env::args().nth(place + 1).ok_or("--peer: expected a program")?;
        return peer::compare(&program, &limits, (json, long));
    }
    let mut objects = Vec::new();
    for rung in LADDER {
        let (rules, spec, halves, minutes) = rung;
        if minutes && !long || !of_ruleset(&rung) || !of_board(&rung) {
            continue;
        }
        let board = Arc::new(Board::parse(spec)?);
        let ruleset = Arc::new(Ruleset::builtin(rules).ok_or("no such ruleset")?);
        let game = Game::new(ruleset, &Setup::empty(board, 2))?;
        let (begun, worked) = (Instant::now(), ProcessTime::try_now()?);
        let found = solve(&game, &limits);
        let seconds = begun.elapsed().as_secs_f64();
        let processor = worked.try_elapsed()?.as_secs_f64();
        let expected = Value::Exact(End::Margin(Score::new(halves, 2)));
        assert_eq!(found.value, expected, "{rules} {spec}");
        let value = Score::new(halves, 2);
        let rate = found.nodes as f64 / processor / 1e6;
        let nodes = found.nodes;
        if json {
            objects.push(format!(
                "{{\"rules\":\"{rules}\",\"board\":\"{spec}\",\"value\":\"{value}\",\
                 \"nodes\":{nodes},\"seconds\":{seconds},\"processor\":{processor}}}"
            ));
        } else {
            println!(
                "{rules:22} {spec}  {value:>4}  {seconds:8.3} s  {processor:8.3} s  {nodes:>10} nodes  {rate:.2} M/s"
            );
        }
    }
    if json {
        println!("[{}]", objects.join(",\n "));
    }
    Ok(())
}
