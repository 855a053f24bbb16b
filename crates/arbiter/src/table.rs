//! A sitting with a journal.

use std::path::Path;

use shinpan_referee::{Action, Event, Refused, Sitting};
use shinpan_rules::Analyst;
use thiserror::Error;

use crate::journal::{Begun, Journal};

/// A sitting of which every event is in a journal before anybody hears of it.
#[derive(Debug)]
pub struct Table {
    sitting: Sitting,
    journal: Option<Journal>,
}

/// Why something was not done.
#[derive(Debug, Error)]
pub enum TableError {
    /// The referee refuses it; nothing has changed.
    #[error("{} [{}]", .0.why, .0.clause)]
    Refused(Box<Refused>),
    /// The journal cannot be written; the event has not been told to anybody.
    #[error("the journal cannot be written: {0}")]
    Journal(std::io::Error),
}

impl Table {
    /// A table without a journal.
    #[must_use]
    pub fn new(sitting: Sitting) -> Table {
        Table { sitting, journal: None }
    }

    /// A table whose journal is at `path`: a new one, or the one that is there, gone on with.
    ///
    /// # Errors
    /// If the journal cannot be written, or what is there cannot be gone on with.
    pub fn with_journal(sitting: &Sitting, path: &Path) -> std::io::Result<Table> {
        match Journal::find(path)? {
            Some(begun) => Table::resume(path, begun),
            None => Table::begin(path, sitting),
        }
    }

    /// A table with a new journal.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(path: &Path, sitting: &Sitting) -> std::io::Result<Table> {
        let (journal, sitting) = Journal::create(path, sitting)?;
        Ok(Table { sitting, journal: Some(journal) })
    }

    /// A table whose journal was found, gone on with.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn resume(path: &Path, begun: Begun) -> std::io::Result<Table> {
        let (journal, sitting) = Journal::resume(path, begun)?;
        Ok(Table { sitting, journal: Some(journal) })
    }

    /// The sitting.
    #[must_use]
    pub fn sitting(&self) -> &Sitting {
        &self.sitting
    }

    /// Has the chains analysed, if that is due. It is no event: whoever has the events can do it anew.
    pub fn analyse(&mut self, analyst: &dyn Analyst) {
        self.sitting.analyse(analyst);
    }

    /// Does something. When this returns an event, it is on the disk.
    ///
    /// # Errors
    /// If it is refused, or could not be written.
    pub fn act(&mut self, action: &Action) -> Result<Event, TableError> {
        let event =
            self.sitting.enact(action).map_err(|refused| TableError::Refused(Box::new(refused)))?;
        if let Some(journal) = &mut self.journal {
            journal.write(&event).map_err(TableError::Journal)?;
        }
        Ok(event)
    }
}
