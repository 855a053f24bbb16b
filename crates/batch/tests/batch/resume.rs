//! Jobs that are stopped and gone on with. (That the program can be killed is tested in `cli`.)

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shinpan_batch::{BatchError, Counters, Done, Progress, run};

use super::{done, folder, game, job};

/// Stops a job after so many records.
struct Stopper {
    after: u64,
    stop: Arc<AtomicBool>,
    seen: Cell<u64>,
}

impl Progress for Stopper {
    fn tell(&self, counters: &Counters) {
        self.seen.set(counters.records);
        if counters.records >= self.after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_job_that_is_stopped_again_and_again_gives_the_same_table() {
    let held = folder("stopped");
    let folder = held.path();
    let all: String = (0..120).map(game).collect();
    std::fs::write(folder.join("a.sgf"), &all).unwrap();
    let lines: String = (0..400).map(|n| format!("{}\n", serde_json::json!(game(n)))).collect();
    std::fs::write(folder.join("b.ndjson"), &lines).unwrap();
    for n in 0..200 {
        std::fs::create_dir_all(folder.join("c")).unwrap();
        std::fs::write(folder.join(format!("c/{n:03}.sgf")), game(n)).unwrap();
    }
    let inputs = [folder.join("a.sgf"), folder.join("b.ndjson"), folder.join("c")];
    let inputs: Vec<_> = inputs.iter().map(std::path::PathBuf::as_path).collect();
    let (whole, resumed) = (folder.join("whole.csv"), folder.join("resumed.csv"));
    let mut at_once = job(&inputs, &whole, "tromp-taylor,kee");
    at_once.threads = NonZeroUsize::MIN;
    assert_eq!(done(&at_once).records, 720);
    let mut job = job(&inputs, &resumed, "tromp-taylor,kee");
    let mut stops = 0;
    loop {
        job.threads = NonZeroUsize::new(1 + stops % 3).unwrap();
        job.part = 1 + 37 * (stops % 4);
        let stop = Arc::new(AtomicBool::new(false));
        let progress = Stopper { after: 20, stop: Arc::clone(&stop), seen: Cell::new(0) };
        match run(&job, &progress, &stop).unwrap() {
            Done::Stopped { records } => assert!(records <= 720),
            Done::Complete(summary) => {
                assert_eq!(summary.records, 720);
                break;
            }
            Done::Already(_) => panic!("nothing was complete"),
        }
        stops += 1;
        assert!(stops < 100, "it gets no further");
    }
    assert!(stops > 1, "{stops}");
    let read = |path| std::fs::read_to_string(path).unwrap();
    assert!(read(&whole) == read(&resumed), "the tables differ");
    assert!(!job.output.parts().exists());
    // The same command once more changes nothing.
    let before = std::fs::metadata(&resumed).unwrap().modified().unwrap();
    assert!(matches!(
        run(&job, &(), &Arc::new(AtomicBool::new(false))).unwrap(),
        Done::Already(summary) if summary.records == 720
    ));
    assert_eq!(std::fs::metadata(&resumed).unwrap().modified().unwrap(), before);
}

/// A record on which nobody is soon done, for what is allowed.
fn endless() -> String {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/selfplay/13x13-001.sgf");
    std::fs::read_to_string(games).unwrap()
}

/// What was ruled on before a record that takes long is kept when the job is stopped, also if other threads have used up
/// all that may be read ahead.
#[test]
fn a_record_that_takes_long_loses_nothing_before_it() {
    let held = folder("endless");
    let folder = held.path();
    let input = folder.join("a.ndjson");
    for (threads, after, until) in [(1, 5, 60), (2, 1300, 4)] {
        let line = |n| match n {
            3 => format!("{}\n", serde_json::json!(endless())),
            // Not even legal: nothing is proved.
            _ => "\"(;SZ[3];B[aa];W[aa])\"\n".to_owned(),
        };
        std::fs::write(&input, (0..after).map(line).collect::<String>()).unwrap();
        let table = folder.join(format!("{threads}.csv"));
        let mut job = job(&[&input], &table, "japanese-1989");
        (job.threads, job.part, job.judge.nodes) =
            (NonZeroUsize::new(threads).unwrap(), 2, u64::MAX);
        let stop = Arc::new(AtomicBool::new(false));
        let late = Arc::clone(&stop);
        std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_secs(until));
            late.store(true, Ordering::Relaxed);
        });
        // With one thread it is stopped as soon as the three are told.
        let after = if threads == 1 { 3 } else { u64::MAX };
        let progress = Stopper { after, stop: Arc::clone(&stop), seen: Cell::new(0) };
        let Done::Stopped { records } = run(&job, &progress, &stop).unwrap() else { panic!() };
        assert_eq!((records, progress.seen.get()), (3, 3), "{threads} threads");
    }
}

#[test]
fn a_table_that_is_no_longer_whole_is_not_taken_for_complete() {
    let held = folder("cut");
    let folder = held.path();
    let input = folder.join("a.sgf");
    std::fs::write(&input, game(1)).unwrap();
    let never = Arc::new(AtomicBool::new(false));
    for name in ["t.csv", "t.ndjson", "t.parquet"] {
        let table = folder.join(name);
        let mut job = job(&[&input], &table, "kee");
        done(&job);
        assert!(matches!(run(&job, &(), &never).unwrap(), Done::Already(_)));
        let whole = std::fs::read(&table).unwrap();
        std::fs::write(&table, &whole[..whole.len() - 1]).unwrap();
        let fault = run(&job, &(), &never).unwrap_err().to_string();
        let (expected, found) = (whole.len(), whole.len() - 1);
        let said = format!("expected the {expected} bytes that were written, found {found}");
        assert!(fault.contains(&said), "{fault}");
        job.fresh = true;
        done(&job);
        assert_eq!(std::fs::read(&table).unwrap(), whole);
    }
}

#[test]
fn another_job_does_not_take_over_what_is_there() {
    let held = folder("other");
    let folder = held.path();
    std::fs::write(folder.join("a.sgf"), game(1)).unwrap();
    let table = folder.join("t.csv");
    let input = folder.join("a.sgf");
    done(&job(&[&input], &table, "kee"));
    let never = Arc::new(AtomicBool::new(false));
    let fault = run(&job(&[&input], &table, "aga"), &(), &never).unwrap_err();
    assert!(fault.to_string().contains("a job with other rulesets was begun there"), "{fault}");
    std::fs::write(folder.join("a.sgf"), game(22)).unwrap();
    let fault = run(&job(&[&input], &table, "kee"), &(), &never).unwrap_err();
    assert!(fault.to_string().contains("other inputs"), "{fault}");
    let mut fresh = job(&[&input], &table, "kee");
    fresh.fresh = true;
    assert_eq!(done(&fresh).records, 1);
    // A file that no job has written is not written over.
    std::fs::remove_file(fresh.output.summary()).unwrap();
    let fault = run(&job(&[&input], &table, "kee"), &(), &never).unwrap_err();
    assert!(matches!(fault, BatchError::InTheWay(_)), "{fault}");
}
