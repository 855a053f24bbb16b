//! Does a job: reads, rules on several threads, and writes in the order of the inputs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::BatchError;
use crate::job::{Complete, Identity, Job};
use crate::output::TableWriter;
use crate::page::page;
use crate::parts::{Parts, write_whole};
use crate::piece::Piece;
use crate::pieces::Pieces;
use crate::progress::{Counters, Progress};
use crate::row::Row;
use crate::summary::Summary;

/// Pieces that go to a thread together: at most so many...
const PIECES: usize = 16;
/// ...and no more once they have so many bytes.
const BYTES: usize = 256 << 10;
/// Lots that may be on their way at the same time, for each thread. A record that takes long holds
/// up all that come after it; the others go on until so many wait for it.
const AHEAD: usize = 32;

/// How a job ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    /// The table is written.
    Complete(Box<Summary>),
    /// It was complete before: nothing was done.
    Already(Box<Summary>),
    /// It was told to stop. The same job goes on from here.
    Stopped {
        /// Records whose rows are on disk.
        records: u64,
    },
}

/// Pieces that go to a thread together.
struct Lot {
    number: u64,
    pieces: Vec<Piece>,
}

/// What came of a lot.
struct Ruled {
    number: u64,
    pieces: u64,
    rows: Vec<Row>,
}

/// Does a job, or goes on with it. When `stop` is set, what is done so far is kept, and the same job goes on
/// from there.
///
/// # Errors
/// If another job was begun under the same name, or there is trouble with the files that are written.
pub fn run(job: &Job, progress: &dyn Progress, stop: &Arc<AtomicBool>) -> Result<Done, BatchError> {
    let identity = Identity::of(job);
    if job.fresh {
        Parts::forget(&job.output)?;
        // So that nobody takes the old table for this job's.
        let _ = std::fs::remove_file(job.output.summary());
    } else if let Some(summary) = complete(job, &identity)? {
        Parts::forget(&job.output)?;
        return Ok(Done::Already(Box::new(summary)));
    } else if job.output.table().exists() && !job.output.parts().exists() {
        return Err(BatchError::InTheWay(job.output.table().to_owned()));
    }
    let mut parts = Parts::open(&job.output, &identity)?;
    rule(job, &mut parts, progress, stop)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(Done::Stopped { records: parts.records() });
    }
    let size = job.inputs.size();
    let earlier = parts.records();
    progress.tell(&Counters { earlier, read: size, size, merging: true, ..Counters::default() });
    let summary = merge(job, &identity, &parts)?;
    parts.remove()?;
    Ok(Done::Complete(Box::new(summary)))
}

/// The summary of the job, if it is complete already.
fn complete(job: &Job, identity: &Identity) -> Result<Option<Summary>, BatchError> {
    let path = job.output.summary();
    let Ok(content) = std::fs::read(&path) else { return Ok(None) };
    if !job.output.table().exists() {
        return Ok(None);
    }
    let complete: Complete =
        serde_json::from_slice(&content).map_err(|why| BatchError::file(&path)(&why))?;
    match identity.difference(&complete.job) {
        Some(what) => Err(BatchError::OtherJob { path, what }),
        None => Ok(Some(complete.summary)),
    }
}

fn rule(
    job: &Job,
    parts: &mut Parts,
    progress: &dyn Progress,
    stop: &Arc<AtomicBool>,
) -> Result<(), BatchError> {
    let read = Arc::new(AtomicU64::new(0));
    let pieces = Pieces {
        inputs: &job.inputs,
        bounds: job.bounds,
        column: job.column.as_deref(),
        read: Arc::clone(&read),
    };
    let ahead = AHEAD * job.threads.get();
    // Whoever reads takes a ticket for each lot, and gets it back when its rows are with the writer.
    let (give_back, tickets) = sync_channel(ahead);
    for _ in 0..ahead {
        let _ = give_back.send(());
    }
    let (lots, waiting) = sync_channel::<Lot>(ahead);
    let (ruled, rulings) = channel::<Ruled>();
    let waiting = Mutex::new(waiting);
    let skip = parts.pieces();
    std::thread::scope(|scope| {
        scope.spawn(|| read_lots(&pieces, skip, lots, tickets, stop));
        for _ in 0..job.threads.get() {
            let (ruled, waiting) = (ruled.clone(), &waiting);
            scope.spawn(move || {
                loop {
                    let lot = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Lot { number, pieces }) = lot else { return };
                    let rows =
                        pieces.iter().flat_map(|piece| job.judge.rows(piece, stop)).collect();
                    let ruling = Ruled { number, pieces: pieces.len() as u64, rows };
                    // Rows that were ruled on while the stop came may be wrong: nobody takes them.
                    if stop.load(Ordering::Relaxed) || ruled.send(ruling).is_err() {
                        return;
                    }
                }
            });
        }
        drop(ruled);
        let size = job.inputs.size();
        let counters = Counters { earlier: parts.records(), size, ..Counters::default() };
        let told = |counters: &mut Counters| {
            counters.read = read.load(Ordering::Relaxed).min(size);
            progress.tell(counters);
        };
        let kept = keep(job, parts, rulings, give_back, counters, &told);
        if kept.is_err() {
            // Nobody is left to write to: let the others end.
            stop.store(true, Ordering::Relaxed);
        }
        kept
    })
}

fn read_lots(
    pieces: &Pieces<'_>,
    skip: u64,
    lots: SyncSender<Lot>,
    tickets: Receiver<()>,
    stop: &AtomicBool,
) {
    let mut lot = Lot { number: 0, pieces: Vec::new() };
    let mut bytes = 0;
    let send = |lot: &mut Lot| -> ControlFlow<()> {
        if tickets.recv().is_err() {
            return ControlFlow::Break(());
        }
        let next = Lot { number: lot.number + 1, pieces: Vec::new() };
        match lots.send(std::mem::replace(lot, next)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    };
    let flow = pieces.each(skip, &mut |piece| {
        if stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        bytes += piece.content.as_ref().map_or(0, Vec::len);
        lot.pieces.push(piece);
        if lot.pieces.len() < PIECES && bytes < BYTES {
            return ControlFlow::Continue(());
        }
        bytes = 0;
        send(&mut lot)
    });
    if flow.is_continue() && !lot.pieces.is_empty() {
        let _ = send(&mut lot);
    }
}

/// Takes the rows in the order of the inputs, and puts them on disk part by part.
fn keep(
    job: &Job,
    parts: &mut Parts,
    rulings: Receiver<Ruled>,
    give_back: SyncSender<()>,
    mut counters: Counters,
    told: &dyn Fn(&mut Counters),
) -> Result<(), BatchError> {
    let mut early: BTreeMap<u64, Ruled> = BTreeMap::new();
    let mut next = 0;
    let (mut rows, mut pieces, mut records) = (Vec::new(), 0, 0);
    let each = job.judge.rules.len().max(1) as u64;
    for ruling in rulings {
        early.insert(ruling.number, ruling);
        while let Some(ruling) = early.remove(&next) {
            next += 1;
            let _ = give_back.try_send(());
            pieces += ruling.pieces;
            records += ruling.rows.len() as u64 / each;
            counters.records += ruling.rows.len() as u64 / each;
            let broken = ruling.rows.iter().filter(|row| row.status == "error").count();
            counters.broken += (broken as u64).div_ceil(each);
            rows.extend(ruling.rows);
            if rows.len() >= job.part {
                parts.add(&rows, pieces, records)?;
                rows.clear();
                (pieces, records) = (0, 0);
            }
            told(&mut counters);
        }
    }
    if pieces > 0 {
        parts.add(&rows, pieces, records)?;
    }
    Ok(())
}

fn merge(job: &Job, identity: &Identity, parts: &Parts) -> Result<Summary, BatchError> {
    let names = job.judge.rules.iter().map(|rules| rules.name.clone()).collect();
    let mut summary = Summary::new(names);
    summary.left_out = job.inputs.left_out;
    let table = job.output.table();
    let fault = BatchError::file(table);
    write_whole(table, |out| {
        let mut writer = TableWriter::new(job.output.form(), out)?;
        parts
            .each(&mut |row| {
                summary.add(&row);
                writer.write(row).map_err(|why| fault(&why))
            })
            .map_err(std::io::Error::other)?;
        writer.finish()
    })?;
    summary.end();
    let text = page(&summary)?;
    write_whole(&job.output.page(), |out| std::io::Write::write_all(out, text.as_bytes()))?;
    let complete = Complete { job: identity.clone(), summary };
    write_whole(&job.output.summary(), |out| Ok(serde_json::to_writer_pretty(out, &complete)?))?;
    Ok(complete.summary)
}
