//! Frames: how things stood after each thing that was done, for stepping through a game.

use std::collections::HashMap;

use indexmap::IndexMap;
use serde::Serialize;
use shinpan_board::{Board, Position};
use shinpan_rules::{Because, Cycle, GameError};

use crate::action::{Action, Written};
use crate::event::{Event, PendingReport};
use crate::judge::{Judged, Options, follow};
use crate::record::{Entry, Record, RecordError, What};
use crate::report::{Drawn, RefusedMove, ResultReport, drawn};
use crate::sitting::{Applied, Sitting};

/// How things stood after something was done, or at the start.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Frame {
    /// Its number, from 0.
    pub frame: usize,
    /// The number of the event it shows: at a table, of everything accepted there.
    pub event: usize,
    /// What was done, as records write it; none at the start and for edits of a record.
    pub act: Option<String>,
    /// Who moved.
    pub by: Option<String>,
    /// The number of the move, if it was one.
    #[serde(rename = "move")]
    pub number: Option<usize>,
    /// Moves made, passes included.
    pub moves: usize,
    /// The phase.
    pub phase: String,
    /// Whose turn it is, or would be.
    pub to_move: String,
    /// What stands on the board.
    pub position: Drawn,
    /// Captured stones of each colour.
    pub prisoners: IndexMap<String, u32>,
    /// Points from which stones were removed.
    pub removed: Vec<String>,
    /// The latest earlier frame with this position; none where the position has not changed.
    pub repeats: Option<usize>,
    /// Steps worth telling, with their clauses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Because>,
    /// The clause that ended a phase or the game with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<String>,
    /// A cycle that may be claimed now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimable: Option<Cycle>,
    /// What waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<PendingReport>,
    /// The result, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultReport>,
    /// The move or act that was refused here; then nothing has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedMove>,
    /// Where it stands in the record, if it stands in one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
}

/// What makes frames: it knows which positions have stood.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    next: usize,
    /// The latest frame with each position.
    stood: HashMap<Box<[u8]>, usize>,
}

impl Trail {
    /// How many frames were made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.next
    }

    /// Whether none was made.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// The frame of a sitting at its start.
    pub fn start(&mut self, sitting: &Sitting) -> Frame {
        self.frame(sitting, 0)
    }

    /// The frame after an action that was just accepted.
    pub fn follow(&mut self, sitting: &Sitting, action: &Action, event: &Event) -> Frame {
        let mut frame = self.frame(sitting, event.event);
        frame.act = Some(event.act.clone());
        if let Action::Move(player, _) = action {
            frame.by = Some(player.to_string());
            frame.number = Some(event.moves);
        }
        frame.removed.clone_from(&event.removed);
        frame.because.clone_from(&event.because);
        frame.ended_by.clone_from(&event.ended_by);
        frame
    }

    /// The frame of an action that was just refused.
    pub fn refuse(&mut self, sitting: &Sitting, refused: RefusedMove, act: String) -> Frame {
        let mut frame = self.frame(sitting, sitting.log().len());
        frame.act = Some(act);
        frame.by.clone_from(&refused.player);
        frame.refused = Some(refused);
        frame
    }

    fn frame(&mut self, sitting: &Sitting, event: usize) -> Frame {
        let game = sitting.game();
        let board: &Board = game.board();
        let number = self.next;
        self.next += 1;
        let before = self.stood.insert(packed(game.position()), number);
        Frame {
            frame: number,
            event,
            act: None,
            by: None,
            number: None,
            moves: game.moves_made(),
            phase: game.phase().to_owned(),
            to_move: game.to_move().to_string(),
            position: drawn(board, game.position().codes()),
            prisoners: game.prisoners().iter().map(|(p, &count)| (p.to_string(), count)).collect(),
            removed: Vec::new(),
            repeats: before.filter(|before| before + 1 != number),
            because: Vec::new(),
            ended_by: None,
            claimable: game.claimable(),
            pending: sitting.pending().map(|pending| pending.report(board)),
            result: ResultReport::of(sitting),
            refused: None,
            place: String::new(),
        }
    }
}

/// Two points in a byte: there are no more than eight players.
fn packed(position: &Position) -> Box<[u8]> {
    let pack = |two: &[u8]| two[0] | two.get(1).copied().unwrap_or_default() << 4;
    position.codes().chunks(2).map(pack).collect()
}

impl Sitting {
    /// The frames of everything that was done and not taken back, and what makes the next ones.
    ///
    /// # Errors
    /// None for a sitting that was come by honestly: the game cannot begin anew.
    pub fn frames(&self) -> Result<(Vec<Frame>, Trail), GameError> {
        let mut trail = Trail::default();
        let mut again = self.anew()?;
        let mut frames = vec![trail.start(&again)];
        for (number, action) in self.numbered_line() {
            let Ok(event) = again.enact(action) else { break };
            let event = Event { event: number, ..event };
            frames.push(trail.follow(&again, action, &event));
        }
        Ok((frames, trail))
    }
}

/// A record step by step.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The ruling at its end.
    pub judged: Judged,
    /// How things stood at the start and after every entry.
    pub frames: Vec<Frame>,
}

/// Rules on a record, and tells how things stood after each of its entries. The frame of the one
/// that is refused, if one is, comes last.
///
/// # Errors
/// As for [`crate::judge`].
pub fn replay(record: &Record, options: &Options) -> Result<Replay, RecordError> {
    let mut trail = Trail::default();
    let mut frames = Vec::new();
    let judged = follow(record, options, &mut |entry, sitting, applied| {
        let Some(entry) = entry else { return frames.push(trail.start(sitting)) };
        let number = trail.len();
        let mut frame = match (&entry.what, applied) {
            (What::Act(action), Some(applied)) => {
                let event = Event { event: number, ..Event::of(sitting, action, applied) };
                trail.follow(sitting, action, &event)
            }
            _ => trail.frame(sitting, number),
        };
        frame.place.clone_from(&entry.place);
        frames.push(frame);
    })?;
    if let (Some((entry, _)), Some(refused)) = (&judged.refused, &judged.report.refused) {
        let act = match &entry.what {
            What::Act(action) => Written(action, &record.board).to_string(),
            What::Unreadable { found, .. } => found.clone(),
            What::Edit(_) | What::ToMove(_) => "position".to_owned(),
        };
        let mut frame = trail.refuse(&judged.sitting, refused.clone(), act);
        frame.event = frame.frame;
        frame.place.clone_from(&entry.place);
        frames.push(frame);
    }
    Ok(Replay { judged, frames })
}

/// What hears of the steps of a record: the entry (none at the start), the sitting after it, and
/// what an action did.
pub(crate) type Hears<'a> = dyn FnMut(Option<&Entry>, &Sitting, Option<&Applied>) + 'a;
