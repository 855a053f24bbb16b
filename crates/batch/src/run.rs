//! Does a job: rules on the inputs, keeps the rows in parts, and puts the table together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::BatchError;
use crate::in_order::in_order;
use crate::job::{Complete, Identity, Job};
use crate::output::TableWriter;
use crate::page::page;
use crate::parts::{Parts, write_whole};
use crate::pieces::Pieces;
use crate::progress::{Counters, Progress};
use crate::summary::Summary;

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

/// Does a job, or goes on with it. When `stop` is set, what is done so far is kept, and the same job goes on
/// from there.
///
/// # Errors
/// If another job was begun under the same name, a complete table was changed since, or there is trouble with the files
/// that are written.
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

/// The summary of the job, if it is complete already and the table is as large as it was.
fn complete(job: &Job, identity: &Identity) -> Result<Option<Summary>, BatchError> {
    let path = job.output.summary();
    let Ok(content) = std::fs::read(&path) else { return Ok(None) };
    let table = job.output.table();
    let Ok(about) = table.metadata() else { return Ok(None) };
    let complete: Complete =
        serde_json::from_slice(&content).map_err(|why| BatchError::file(&path)(&why))?;
    if let Some(what) = identity.difference(&complete.job) {
        return Err(BatchError::OtherJob { path, what });
    }
    let (expected, found) = (complete.bytes, about.len());
    if found != expected {
        return Err(BatchError::Changed { path: table.to_owned(), expected, found });
    }
    Ok(Some(complete.summary))
}

fn rule(
    job: &Job,
    parts: &mut Parts,
    progress: &dyn Progress,
    stop: &Arc<AtomicBool>,
) -> Result<(), BatchError> {
    let inputs = Pieces {
        inputs: &job.inputs,
        bounds: job.bounds,
        column: job.column.as_deref(),
        read: Arc::new(AtomicU64::new(0)),
    };
    let size = job.inputs.size();
    let mut counters = Counters { earlier: parts.records(), size, ..Counters::default() };
    let (mut rows, mut pieces, mut records) = (Vec::new(), 0, 0);
    let each = job.judge.rules.len().max(1) as u64;
    in_order(&inputs, parts.pieces(), &job.judge, job.threads, stop, &mut |ruling| {
        pieces += 1;
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
        counters.read = ruling.read.min(size);
        progress.tell(&counters);
        Ok(())
    })?;
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
    let bytes = table.metadata().map_err(|why| fault(&why))?.len();
    let complete = Complete { job: identity.clone(), bytes, summary };
    write_whole(&job.output.summary(), |out| Ok(serde_json::to_writer_pretty(out, &complete)?))?;
    Ok(complete.summary)
}
