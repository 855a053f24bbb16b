//! Jobs from end to end: what is read from archives and tables, however dirty, and that neither threads nor
//! interruptions change the table.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod archives;
mod progress;
mod resume;
mod tables;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_batch::{Bounds, Done, Inputs, Job, Judge, Output, Row, Rules, Summary, run};
use tempfile::TempDir;

/// A folder of its own for each test, gone with what is returned.
fn folder(name: &str) -> TempDir {
    tempfile::Builder::new().prefix(&format!("shinpan-batch-{name}-")).tempdir().unwrap()
}

/// A game of its own for each number.
fn game(number: usize) -> String {
    let point = |n: usize| {
        let letter = |n: usize| char::from(b'a' + (n % 5) as u8);
        format!("{}{}", letter(n), letter(n / 5))
    };
    format!("(;GM[1]SZ[5]KM[{}];B[{}];W[{}];B[];W[])", number % 3, point(number), point(number + 7))
}

fn job(inputs: &[&Path], table: &Path, rules: &str) -> Job {
    Job {
        inputs: Inputs::find(inputs).unwrap(),
        bounds: Bounds::default(),
        column: None,
        judge: Judge { rules: Rules::read(rules).unwrap(), timed: false, ..Judge::default() },
        output: Output::new(table).unwrap(),
        threads: NonZeroUsize::new(2).unwrap(),
        part: 50,
        fresh: false,
    }
}

fn done(job: &Job) -> Summary {
    match run(job, &(), &Arc::new(AtomicBool::new(false))).unwrap() {
        Done::Complete(summary) => *summary,
        other => panic!("{other:?}"),
    }
}

/// The rows of a table of lines of JSON.
fn rows(table: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(table).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rows that a job on one input gives.
fn rows_of(inputs: &[&Path], rules: &str) -> Vec<Row> {
    let table = inputs[0].with_file_name("table-of-rows.ndjson");
    let mut job = job(inputs, &table, rules);
    job.fresh = true;
    done(&job);
    rows(&table)
}

/// Where a row is from, and what came of it: the error or the result.
fn told(row: &Row) -> (String, u32, String) {
    let what = row.error.clone().or(row.result.clone()).unwrap_or(row.status.clone());
    (row.member.clone().unwrap_or_default(), row.game, what)
}
