//! How far a job says it is, is how far it is.

use std::cell::RefCell;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use shinpan_batch::{Counters, Progress, run};

use super::archives::{gzip, tar, zip};
use super::{folder, game, job};

/// Keeps what it is told.
#[derive(Default)]
struct Told(RefCell<Vec<Counters>>);

impl Progress for Told {
    fn tell(&self, counters: &Counters) {
        self.0.borrow_mut().push(*counters);
    }
}

const GAMES: u64 = 3000;

/// Games that take much the same room, packed or not.
fn games() -> Vec<String> {
    let mut dice = 1_u64;
    let mut noise = || {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("{:08x}", dice >> 32)
    };
    let mut with_noise = |n: u64| {
        let comment: String = (0..60).map(|_| noise()).collect();
        game(n as usize).replacen(";B", &format!("C[{comment}];B"), 1)
    };
    (0..GAMES).map(&mut with_noise).collect()
}

#[test]
fn bytes_count_once_their_records_are_ruled_on() {
    let held = folder("progress");
    let folder = held.path();
    let games = games();
    let names: Vec<String> = (0..GAMES).map(|n| format!("{n:04}.sgf")).collect();
    let members: Vec<(&str, &[u8])> =
        names.iter().zip(&games).map(|(name, game)| (name.as_str(), game.as_bytes())).collect();
    let many = folder.join("many");
    std::fs::create_dir(&many).unwrap();
    for (name, game) in &members {
        std::fs::write(many.join(name), game).unwrap();
    }
    zip(&folder.join("a.zip"), &members);
    std::fs::write(folder.join("a.tar.gz"), gzip(&tar(&members))).unwrap();
    let lines: String = games.iter().map(|game| format!("\"{game}\"\n")).collect();
    std::fs::write(folder.join("a.ndjson"), lines).unwrap();
    let cells: ArrayRef = Arc::new(StringArray::from(games));
    let table = RecordBatch::try_from_iter([("sgf", cells)]).unwrap();
    let file = File::create(folder.join("a.parquet")).unwrap();
    let mut writer = ArrowWriter::try_new(file, table.schema(), None).unwrap();
    writer.write(&table).unwrap();
    writer.close().unwrap();
    for input in ["many", "a.zip", "a.tar.gz", "a.ndjson", "a.parquet"] {
        is_where_it_says(&folder.join(input), &folder.join(format!("{input}.csv")));
    }
}

fn is_where_it_says(input: &Path, table: &Path) {
    let told = Told::default();
    run(&job(&[input], table, "tromp-taylor"), &told, &Arc::new(AtomicBool::new(false))).unwrap();
    let told = told.0.into_inner();
    let (last, before) = told.split_last().unwrap();
    assert!(last.merging && last.read == last.size, "{last:?}");
    assert!(before.len() as u64 > GAMES / 32, "{}: told {}", input.display(), before.len());
    // What is read at a time, and a lot of records.
    let slack = 0.03 + f64::from(64 << 10) / last.size as f64;
    for counters in before {
        let done = counters.records as f64 / GAMES as f64;
        let read = counters.read as f64 / counters.size as f64;
        assert!((read - done).abs() < slack, "{}: {counters:?}", input.display());
    }
    assert_eq!(before.last().unwrap().records, GAMES);
}
