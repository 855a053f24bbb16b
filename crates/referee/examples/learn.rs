//! Learns which plays of a reading are likely to win soon, from the final positions of records, and prints the weights
//! (`crates/life/src/local/odds/weights.txt`): `cargo run --release -p shinpan-referee --example learn -- [--states N] RECORDS...`.
//!
//! The readings use the weights that there are, so that learning again goes on from them.

use shinpan_life::Learner;
use shinpan_referee::{Options, Record, judge};
use shinpan_rules::Ruleset;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut states = 1_000_000;
    let mut learner = Learner::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--states" {
            states = arguments.next().ok_or("--states N")?.parse()?;
            continue;
        }
        let record = Record::read(&std::fs::read(&argument)?, 1, &[])?;
        let rules = Some(Ruleset::read("japanese-1989")?);
        let judged = judge(&record, &Options { rules, ..Options::default() })?;
        learner.read(&record.board, judged.sitting.game().position(), states);
        eprintln!("{argument}: {} examples so far", learner.examples());
    }
    print!("{}", learner.weights());
    Ok(())
}
