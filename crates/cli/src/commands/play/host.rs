//! What the table does, whatever shows it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, anyhow};
use shinpan_arbiter::{Seats, Table, TableError};
use shinpan_board::Player;
use shinpan_referee::{Action, Event, Refused, Sitting, write_sgf, write_toml};
use shinpan_rules::{Analyst, Status};

/// A table with its programs.
pub(super) struct Host {
    pub(super) table: Table,
    pub(super) engines: Seats,
    pub(super) analyst: Arc<dyn Analyst>,
    /// Set when the game is to be left.
    pub(super) stop: Arc<AtomicBool>,
    /// Whether nothing is going on but waiting for a line.
    pub(super) waiting: Arc<AtomicBool>,
}

impl Host {
    pub(super) fn sitting(&self) -> &Sitting {
        self.table.sitting()
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What a program does next; nothing once the game is left.
    pub(super) fn next_of_programs(&mut self) -> Option<Action> {
        let action = self.engines.next(self.table.sitting());
        action.filter(|_| !self.stopped())
    }

    /// Which programs have left since this was asked last, and why.
    pub(super) fn complaints(&mut self) -> Vec<String> {
        let told = |(player, why)| {
            format!("{player}'s program: {why}; {player} is played from the keyboard now")
        };
        self.engines.complaints().into_iter().map(told).collect()
    }

    /// Does something. What players dispute where the Analysis decides is analysed.
    pub(super) fn act(&mut self, action: &Action) -> Result<std::result::Result<Event, Refused>> {
        match self.table.act(action) {
            Ok(event) => {
                self.engines.heard(action, self.table.sitting());
                if matches!(action, Action::Decline(_)) {
                    self.analyse();
                }
                Ok(Ok(event))
            }
            Err(TableError::Refused(refused)) => {
                self.engines.refused(self.table.sitting(), action, &refused);
                Ok(Err(*refused))
            }
            Err(fault @ TableError::Journal(_)) => Err(anyhow!("{fault}")),
        }
    }

    /// Has the chains analysed, if that is due.
    pub(super) fn analyse(&mut self) {
        self.table.analyse(&*self.analyst);
    }

    /// Writes the record: as TOML or SGF, by the file's ending.
    pub(super) fn save(&self, file: &str) -> std::result::Result<(), String> {
        let record = self.sitting().record();
        let text = match file.rsplit_once('.').map(|(_, ending)| ending) {
            Some("toml") => write_toml(&record),
            _ => write_sgf(&record),
        };
        let text = text.map_err(|fault| fault.to_string())?;
        std::fs::write(file, text).map_err(|error| error.to_string())
    }

    /// Who is asked for what.
    pub(super) fn asked(&self) -> String {
        let sitting = self.sitting();
        match (sitting.pending(), sitting.game().status()) {
            (Some(pending), _) => {
                let open = Player::all(sitting.game().players())
                    .find(|player| !pending.accepted.contains(player));
                format!("{} (accept, decline)", open.unwrap_or(pending.by))
            }
            (None, Status::InPlay) => sitting.game().to_move().to_string(),
            (None, _) => sitting.game().phase().to_owned(),
        }
    }
}
