//! A journal on disk: append-only, and each line is on the disk before it counts.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use shinpan_referee::{Event, JournalStart, Record, Sitting, journal_start, whole_lines};

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Begins a journal with the opening of a sitting and what was done at it; answers the sitting whose events these are. There must
    /// be no file of that name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, sitting: &Sitting) -> Result<(Journal, Sitting)> {
        let (opening, again, events) = beginning(sitting)?;
        let mut options = OpenOptions::new();
        let file =
            options.append(true).create_new(true).open(path).map_err(|why| at(path, &why))?;
        let mut journal = Journal { file, path: path.to_owned() };
        journal.line(&opening)?;
        journal.settle_name()?;
        events.iter().try_for_each(|event| journal.write(event))?;
        Ok((journal, again))
    }

    /// Opens a journal that is there, cuts off what a crash left of a last line, and does anew what
    /// is in it. A journal in which not even the opening is whole is begun with `fresh`. A file that is
    /// something else is left as it is.
    ///
    /// # Errors
    /// If it cannot be read, is no journal, is damaged elsewhere than at its end, or something in it is refused.
    pub fn resume(path: &Path, fresh: &Sitting) -> Result<(Journal, Sitting)> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).open(path).map_err(|why| at(path, &why))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let wrong =
            |why: String| Error::new(ErrorKind::InvalidData, format!("{}:{why}", path.display()));
        let sitting = match journal_start(&bytes) {
            JournalStart::None => {
                let why = "1:1: expected a journal, whose first line begins with `{\"event\":0`, or no file; it was left as it is";
                return Err(wrong(why.to_owned()));
            }
            JournalStart::Torn => None,
            JournalStart::Opened => {
                let record =
                    Record::read(&bytes, 1, &[]).map_err(|fault| wrong(fault.to_string()))?;
                Some(record.sit_down().map_err(|fault| wrong(fault.to_string()))?)
            }
        };
        let whole = if sitting.is_some() { whole_lines(&bytes) } else { 0 };
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        file.sync_all()?;
        let mut journal = Journal { file, path: path.to_owned() };
        if let Some(sitting) = sitting {
            return Ok((journal, sitting));
        }
        let (opening, again, events) = beginning(fresh)?;
        journal.line(&opening)?;
        events.iter().try_for_each(|event| journal.write(event))?;
        Ok((journal, again))
    }

    /// Writes an event. When this returns, it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, event: &Event) -> Result<()> {
        let line = serde_json::to_string(event).map_err(Error::from)?;
        self.line(&line)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn line(&mut self, text: &str) -> Result<()> {
        self.file.write_all(format!("{text}\n").as_bytes())?;
        self.file.sync_data()
    }

    /// The name of a new file is in its folder, which is written on its own.
    fn settle_name(&self) -> Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
    }
}

/// The first line of a sitting's journal, the sitting begun anew and its events.
fn beginning(sitting: &Sitting) -> Result<(String, Sitting, Vec<Event>)> {
    let opening = sitting.opening().map_err(|fault| Error::other(fault.to_string()))?;
    let (again, events) = sitting.done_again().map_err(Error::other)?;
    Ok((opening.to_string(), again, events))
}

/// An error with the file that it is about.
fn at(path: &Path, why: &Error) -> Error {
    Error::new(why.kind(), format!("{}: {why}", path.display()))
}
