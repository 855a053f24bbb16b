//! The parts of a table that is not complete: what a job that was killed goes on from.
//!
//! A part is a file of lines of JSON, compressed: first how far it reaches, then its rows. It gets its name
//! when it is whole and on disk. So whatever has a name is whole, and the parts with their numbers from 0 on
//! are all that was done.

use std::fs::{File, TryLockError, create_dir_all, remove_dir_all, rename};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::BatchError;
use crate::job::{Identity, Output};
use crate::row::Row;

/// Compression that costs next to nothing.
const LEVEL: i32 = 1;

/// The folder of the parts, held by one process at a time.
pub(crate) struct Parts {
    folder: PathBuf,
    count: u64,
    /// Pieces of the inputs whose rows are in the parts.
    pieces: u64,
    /// Records whose rows are in the parts.
    records: u64,
    /// Held as long as the job is at work.
    lock: File,
}

/// How far a part reaches.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Reach {
    pieces: u64,
    records: u64,
}

impl Parts {
    /// Opens the folder of a job, or begins it.
    pub(crate) fn open(output: &Output, identity: &Identity) -> Result<Parts, BatchError> {
        let folder = output.parts();
        let named = folder.clone();
        let fault = BatchError::file(&named);
        create_dir_all(&folder).map_err(|why| fault(&why))?;
        let lock = File::create(folder.join("lock")).map_err(|why| fault(&why))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BatchError::Busy(folder)),
            Err(TryLockError::Error(why)) => return Err(fault(&why)),
        }
        let told = folder.join("job.json");
        match std::fs::read(&told) {
            Ok(content) => {
                let begun: Identity = serde_json::from_slice(&content)
                    .map_err(|why| BatchError::file(&told)(&why))?;
                if let Some(what) = identity.difference(&begun) {
                    return Err(BatchError::OtherJob { path: told, what });
                }
            }
            Err(_) => {
                let text = serde_json::to_vec(identity).unwrap_or_default();
                write_whole(&told, |out| out.write_all(&text))?;
            }
        }
        let mut parts = Parts { folder, count: 0, pieces: 0, records: 0, lock };
        while parts.path(parts.count).is_file() {
            let reach = parts.reader(parts.count)?.reach;
            (parts.pieces, parts.records) = (reach.pieces, reach.records);
            parts.count += 1;
        }
        Ok(parts)
    }

    /// Throws away what a job has left under a name.
    pub(crate) fn forget(output: &Output) -> Result<(), BatchError> {
        let folder = output.parts();
        if !folder.exists() {
            return Ok(());
        }
        if let Ok(lock) = File::open(folder.join("lock"))
            && matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
        {
            return Err(BatchError::Busy(folder));
        }
        remove_dir_all(&folder).map_err(|why| BatchError::file(&folder)(&why))
    }

    /// Pieces of the inputs that are done.
    pub(crate) fn pieces(&self) -> u64 {
        self.pieces
    }

    /// Records that are done.
    pub(crate) fn records(&self) -> u64 {
        self.records
    }

    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("part-{number:06}.zst"))
    }

    /// Adds the rows of the next so many pieces and records.
    pub(crate) fn add(
        &mut self,
        rows: &[Row],
        pieces: u64,
        records: u64,
    ) -> Result<(), BatchError> {
        let reach = Reach { pieces: self.pieces + pieces, records: self.records + records };
        let path = self.path(self.count);
        write_whole(&path, |out| {
            let mut packed = zstd::Encoder::new(out, LEVEL)?;
            packed.include_checksum(true)?;
            serde_json::to_writer(&mut packed, &reach)?;
            packed.write_all(b"\n")?;
            for row in rows {
                serde_json::to_writer(&mut packed, row)?;
                packed.write_all(b"\n")?;
            }
            packed.finish()?;
            Ok(())
        })?;
        self.count += 1;
        (self.pieces, self.records) = (reach.pieces, reach.records);
        Ok(())
    }

    /// Gives all rows in their order.
    pub(crate) fn each(
        &self,
        take: &mut dyn FnMut(Row) -> Result<(), BatchError>,
    ) -> Result<(), BatchError> {
        for number in 0..self.count {
            let path = self.path(number);
            let fault = BatchError::file(&path);
            for line in self.reader(number)?.lines.lines() {
                let line = line.map_err(|why| fault(&why))?;
                take(serde_json::from_str(&line).map_err(|why| fault(&why))?)?;
            }
        }
        Ok(())
    }

    fn reader(&self, number: u64) -> Result<PartReader, BatchError> {
        let path = self.path(number);
        let read = || -> std::io::Result<PartReader> {
            let source = zstd::Decoder::new(File::open(&path)?)?;
            let mut lines = BufReader::new(source);
            let mut first = String::new();
            lines.read_line(&mut first)?;
            Ok(PartReader { reach: serde_json::from_str(&first)?, lines })
        };
        read().map_err(|why| BatchError::file(&path)(&why))
    }

    /// Removes the folder: everything is in the table.
    pub(crate) fn remove(self) -> Result<(), BatchError> {
        let Parts { folder, lock, .. } = self;
        remove_dir_all(&folder).map_err(|why| BatchError::file(&folder)(&why))?;
        drop(lock);
        Ok(())
    }
}

struct PartReader {
    reach: Reach,
    lines: BufReader<zstd::Decoder<'static, BufReader<File>>>,
}

/// Writes a file that has its name only once it is whole and on disk.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<(), BatchError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let unfinished = path.with_file_name(name);
    let done = || -> std::io::Result<()> {
        let mut out = BufWriter::new(File::create(&unfinished)?);
        write(&mut out)?;
        out.into_inner()?.sync_all()?;
        rename(&unfinished, path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // The new name is on disk too.
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    };
    done().map_err(|why| BatchError::file(path)(&why))
}
