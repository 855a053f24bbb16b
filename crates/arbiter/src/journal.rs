//! A journal on disk: append-only, and each line is on the disk before it counts.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

use shinpan_referee::{Event, JournalStart, Record, Sitting, journal_start, whole_lines};

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// A game that a journal on disk holds.
#[derive(Debug)]
pub struct Begun {
    /// The game as it stands.
    pub sitting: Sitting,
    /// The bytes of its whole lines.
    whole: u64,
}

impl Journal {
    /// The game of a journal, done anew; `None` where there is no file, or not even an opening that is whole. Nothing is
    /// written.
    ///
    /// # Errors
    /// If the file cannot be read, is no journal, is damaged elsewhere than at its end, or something in it is refused.
    pub fn find(path: &Path) -> Result<Option<Begun>> {
        let bytes = match std::fs::read(path) {
            Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|why| at(path, &why))?,
        };
        match journal_start(&bytes) {
            JournalStart::None => Err(no_journal(path)),
            JournalStart::Torn => Ok(None),
            JournalStart::Opened => {
                let sitting = Record::read(&bytes, 1, &[]).and_then(|record| record.sit_down());
                let sitting = sitting.map_err(|fault| wrong(path, &fault))?;
                Ok(Some(Begun { sitting, whole: whole_lines(&bytes) as u64 }))
            }
        }
    }

    /// Begins a journal with the opening of a sitting and what was done at it; answers the sitting whose events these are. A
    /// file that is there may hold no more than a crash left of an opening.
    ///
    /// # Errors
    /// If it cannot be written, or there is such a file and it holds something else.
    pub fn create(path: &Path, sitting: &Sitting) -> Result<(Journal, Sitting)> {
        let opening = sitting.opening().map_err(|fault| Error::other(fault.to_string()))?;
        let (again, events) = sitting.done_again().map_err(Error::other)?;
        let mut options = OpenOptions::new();
        let options = options.append(true);
        let file = match options.clone().create_new(true).open(path) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {
                if journal_start(&std::fs::read(path)?) != JournalStart::Torn {
                    return Err(no_journal(path));
                }
                options.open(path).and_then(|file| file.set_len(0).map(|()| file))
            }
            new => new,
        };
        let file = file.map_err(|why| at(path, &why))?;
        let mut journal = Journal { file, path: path.to_owned() };
        journal.line(&opening.to_string())?;
        journal.settle_name()?;
        events.iter().try_for_each(|event| journal.write(event))?;
        Ok((journal, again))
    }

    /// Goes on with a journal that was found: cuts off what a crash left of a last line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn resume(path: &Path, begun: Begun) -> Result<(Journal, Sitting)> {
        let file = OpenOptions::new().append(true).open(path).map_err(|why| at(path, &why))?;
        file.set_len(begun.whole)?;
        file.sync_all()?;
        Ok((Journal { file, path: path.to_owned() }, begun.sitting))
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

/// That a file is something else.
fn no_journal(path: &Path) -> Error {
    let why = "1:1: expected a journal, whose first line begins with `{\"event\":0`, or no file; it was left as it is";
    wrong(path, &why)
}

/// That a file cannot be gone on with, with the place where it is so.
fn wrong(path: &Path, why: &dyn Display) -> Error {
    Error::new(ErrorKind::InvalidData, format!("{}:{why}", path.display()))
}

/// An error with the file that it is about.
fn at(path: &Path, why: &Error) -> Error {
    Error::new(why.kind(), format!("{}: {why}", path.display()))
}
