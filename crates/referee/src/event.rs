//! Events: what was accepted at a table and what followed, as the JSON of every interface.

use serde::Serialize;
use serde_json::Value;
use shinpan_board::Board;
use shinpan_rules::{Because, Cycle};

use crate::action::{Action, Written};
use crate::native::write_opening;
use crate::record::RecordError;
use crate::report::{RefusedMove, ResultReport};
use crate::sitting::{Applied, Pending, Proposal, Refused, Sitting};

/// Something accepted at a table, with what followed from it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Event {
    /// Its number, from 1.
    pub event: usize,
    /// What was done, as records write it.
    pub act: String,
    /// Moves made after it, passes included.
    pub moves: usize,
    /// The phase after it.
    pub phase: String,
    /// Whose turn it is after it.
    pub to_move: String,
    /// Points from which stones were removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    /// Steps worth telling, with their clauses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Because>,
    /// The clause that ended a phase or the game with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<String>,
    /// The number of the first move taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<usize>,
    /// A cycle that may be claimed now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimable: Option<Cycle>,
    /// What waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<PendingReport>,
    /// The result, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultReport>,
}

/// A claim or proposal that waits for an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PendingReport {
    /// Whose it is.
    pub by: String,
    /// What it is, as the act that made it.
    pub act: String,
    /// Who has accepted it.
    pub accepted: Vec<String>,
}

impl Pending {
    /// The act that made it.
    #[must_use]
    pub fn act(&self) -> Action {
        match &self.what {
            Proposal::Cycle => Action::Claim(self.by),
            Proposal::Dead(dead) => Action::Dead(Some(self.by), dead.clone()),
            Proposal::Result(result) => Action::Result(Some(self.by), result.clone()),
            Proposal::Undo(from) => Action::Undo(Some(self.by), Some(*from)),
        }
    }

    /// As JSON has it.
    #[must_use]
    pub fn report(&self, board: &Board) -> PendingReport {
        PendingReport {
            by: self.by.to_string(),
            act: Written(&self.act(), board).to_string(),
            accepted: self.accepted.iter().map(ToString::to_string).collect(),
        }
    }
}

impl Sitting {
    /// Does one thing at the table and tells it.
    ///
    /// # Errors
    /// As for [`Sitting::act`].
    pub fn enact(&mut self, action: &Action) -> Result<Event, Refused> {
        let applied = self.act(action)?;
        Ok(Event::of(self, action, &applied))
    }

    /// The event with number 0: from what the sitting began, in the fields of the TOML record.
    ///
    /// # Errors
    /// If the ruleset cannot be written.
    pub fn opening(&self) -> Result<Value, RecordError> {
        write_opening(&self.record())
    }

    /// The sitting begun anew, at which what stands of the log is done again, and the events of that: what was taken back is left out.
    ///
    /// # Errors
    /// In words, if it cannot be done again; it was done once.
    pub fn done_again(&self) -> Result<(Sitting, Vec<Event>), String> {
        let mut again = self.anew().map_err(|fault| fault.to_string())?;
        let events = self.line().map(|action| again.enact(action).map_err(|refused| refused.why));
        let events = events.collect::<Result<Vec<_>, _>>()?;
        Ok((again, events))
    }

    /// A refused action as JSON has it.
    #[must_use]
    pub fn refusal(&self, action: &Action, refused: &Refused) -> RefusedMove {
        let board: &Board = self.game().board();
        let act = Written(action, board).to_string();
        RefusedMove::of(board, self.game().moves_made() + 1, "", act, refused)
    }
}

impl Event {
    /// What was just done at a sitting.
    pub(crate) fn of(sitting: &Sitting, action: &Action, applied: &Applied) -> Event {
        let game = sitting.game();
        let board: &Board = game.board();
        Event {
            event: sitting.log().len(),
            act: Written(action, board).to_string(),
            moves: game.moves_made(),
            phase: game.phase().to_owned(),
            to_move: game.to_move().to_string(),
            removed: applied.removed.iter().map(|&(point, _)| board.name(point)).collect(),
            because: applied.because.clone(),
            ended_by: applied.ended_by.as_ref().map(ToString::to_string),
            taken_back: applied.taken_back,
            claimable: game.claimable(),
            pending: sitting.pending().map(|pending| pending.report(board)),
            result: ResultReport::of(sitting),
        }
    }
}
