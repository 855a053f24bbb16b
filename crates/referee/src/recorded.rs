//! The result a record states, held against the ruling.

use shinpan_rules::{Fact, Score};
use shinpan_sgf::{Colour, RecordedResult};

use crate::record::Record;
use crate::report::{Recorded, Report, ResultReport};

impl Report {
    /// Compares the result that the record states with ours, if the whole record was ruled on.
    pub(crate) fn compare_recorded(&mut self, record: &Record, whole: bool) {
        let Some(text) = record.result.clone() else { return };
        let recorded = RecordedResult::parse(&text);
        // Where stones were removed by agreement, a step of the reasons says so.
        let removed = self.result.as_ref().is_some_and(|result| {
            result.because.iter().any(|step| matches!(step.fact, Fact::AgreedDead { .. }))
        });
        let (agrees, note) = match (&recorded, &self.result) {
            (RecordedResult::Unknown, _) => (None, "the record does not say".to_owned()),
            (RecordedResult::Unreadable(_), _) => {
                (None, "it is not a result that can be compared".to_owned())
            }
            _ if !whole => (None, "not the whole record was ruled on".to_owned()),
            (_, None) => match off_board(&recorded) {
                Some(how) => (None, format!("the game ended {how}, which the moves do not show")),
                None if self.phase == "analysis" => self.open(&recorded),
                None => (None, "the moves of the record reach no result; `passes` adds those that end the play".to_owned()),
            },
            (_, Some(ours)) => {
                let said = ours.sgf.clone().unwrap_or_else(|| ours.outcome.clone());
                match agrees(&recorded, ours) {
                    Some(true) => (Some(true), "the ruling is the same".to_owned()),
                    Some(false) if ours.ground == "score" && !removed => {
                        let hint = match self.chains {
                            // Statuses were proven, or are of no consequence.
                            Some(_) => "by the Analysis; `dead` names the stones the players agreed on",
                            None => "as the stones stand; `dead` names those the players agreed on",
                        };
                        (Some(false), format!("the ruling differs: {said} {hint}"))
                    }
                    Some(false) => (Some(false), format!("the ruling differs: {said}")),
                    None => {
                        let how = off_board(&recorded).unwrap_or("otherwise");
                        (None, format!("the game ended {how}; the ruling on the board is {said}"))
                    }
                }
            }
        };
        self.recorded = Some(Recorded { text, agrees, note });
    }

    /// What there is to say of a recorded result as long as ours is open.
    fn open(&self, recorded: &RecordedResult) -> (Option<bool>, String) {
        let open = "it is not proven which stones live";
        match self.bounds.as_ref().and_then(|bounds| leaves(recorded, bounds.get("black")?)) {
            Some(true) => (None, format!("{open}; what is proven leaves this result possible")),
            Some(false) => {
                (Some(false), format!("the ruling differs: {open}, but the bounds rule this out"))
            }
            None => (None, open.to_owned()),
        }
    }
}

/// Whether Black's margin may still be what is recorded, between these bounds.
fn leaves(recorded: &RecordedResult, bounds: &[String; 2]) -> Option<bool> {
    let [low, high]: [Score; 2] = [bounds[0].parse().ok()?, bounds[1].parse().ok()?];
    let even = Score::from_integer(0);
    match recorded {
        RecordedResult::Score { winner, margin } => {
            let margin = Score::new(margin.numerator, margin.denominator);
            let black = if *winner == Colour::Black { margin } else { -margin };
            Some(low <= black && black <= high)
        }
        RecordedResult::Win { winner: Colour::Black } => Some(high > even),
        RecordedResult::Win { winner: Colour::White } => Some(low < even),
        RecordedResult::Draw => Some(low <= even && even <= high),
        _ => None,
    }
}

fn off_board(recorded: &RecordedResult) -> Option<&'static str> {
    match recorded {
        RecordedResult::Resign { .. } => Some("by resignation"),
        RecordedResult::Time { .. } => Some("on time"),
        RecordedResult::Forfeit { .. } => Some("by forfeit"),
        RecordedResult::Illegal { .. } => Some("by an illegal move"),
        _ => None,
    }
}

fn agrees(recorded: &RecordedResult, ours: &ResultReport) -> Option<bool> {
    let same_winner = |winner: &Colour| {
        let name = match winner {
            Colour::Black => "black",
            Colour::White => "white",
        };
        ours.winner.as_deref() == Some(name)
    };
    match recorded {
        RecordedResult::Score { winner, margin } => {
            let margin = Score::new(margin.numerator, margin.denominator).to_string();
            let exact = ours.margin.as_ref().is_none_or(|own| *own == margin);
            Some(same_winner(winner) && exact)
        }
        RecordedResult::Win { winner } => Some(same_winner(winner)),
        RecordedResult::Resign { winner } if ours.ground == "resignation" => {
            Some(same_winner(winner))
        }
        RecordedResult::Time { winner } if ours.ground == "time" => Some(same_winner(winner)),
        RecordedResult::Forfeit { winner } if ours.ground == "forfeit" => Some(same_winner(winner)),
        RecordedResult::Draw => Some(ours.outcome == "draw"),
        RecordedResult::Void => Some(ours.outcome == "no-result"),
        _ => None,
    }
}
