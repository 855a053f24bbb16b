//! The steps of a count as JSON.

use indexmap::IndexMap;
use serde::Serialize;
use shinpan_board::{ByPlayer, Point};

use super::{Carried, FillIn, Place, Step, StepKind};
use crate::report::{Drawn, drawn};

/// A count by filling in, for other programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FillInReport {
    /// The steps.
    pub steps: Vec<StepReport>,
    /// What came of it, by player.
    pub count: IndexMap<String, FilledReport>,
}

/// A step, as things stand after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StepReport {
    /// Counted from 1.
    pub step: usize,
    /// `start`, `removal`, `territory`, `fill`, `arrange` or `count`.
    pub kind: String,
    /// Whose stones or territory it is about, if one player's.
    pub player: Option<String>,
    /// What it says, in sentences.
    pub says: Vec<String>,
    /// What stands on the board.
    pub position: Drawn,
    /// Dead stones still on the board.
    pub dead: Vec<String>,
    /// Territory left: empty, or with dead stones of others on it.
    pub territory: IndexMap<String, Vec<String>>,
    /// Points that count for nobody.
    pub neutral: Vec<String>,
    /// Prisoners of each colour beside the board.
    pub prisoners: IndexMap<String, u32>,
    /// Stones carried in this step; `null` is a place beside the board.
    pub carried: Vec<CarriedReport>,
    /// Points counted together.
    pub blocks: Vec<BlockReport>,
    /// Territory left, less prisoners beside the board, less dead stones on it: always the same.
    pub balance: IndexMap<String, i64>,
}

/// A stone carried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CarriedReport {
    /// Whose it is.
    pub player: String,
    /// From where; `null` is beside the board.
    pub from: Option<String>,
    /// Whereto; `null` is beside the board.
    pub to: Option<String>,
}

/// Points counted together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BlockReport {
    /// For whom.
    pub player: String,
    /// How many.
    pub count: usize,
    /// Which.
    pub points: Vec<String>,
}

/// What came of the count for a player. Exact numbers are texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FilledReport {
    /// Territory before anything was filled in.
    pub territory: usize,
    /// Prisoners of this colour, dead stones included.
    pub prisoners: i64,
    /// Points left empty in the end.
    pub left: usize,
    /// Prisoners that found no place.
    pub beside: u32,
    /// Komi and the like.
    pub extra: String,
    /// The score: `left` less `beside` and `extra` added.
    pub score: String,
}

impl FillIn {
    /// The steps for other programs.
    #[must_use]
    pub fn report(&self) -> FillInReport {
        let steps = (0..self.steps.len()).map(|index| self.step_report(index)).collect();
        let (first, last) = (&self.steps[0], self.last());
        let count = last.territory.iter().map(|(player, left)| {
            let territory = first.territory[player].len();
            let filled = FilledReport {
                territory,
                prisoners: territory as i64 - first.balance(player),
                left: left.len(),
                beside: last.beside[player],
                extra: self.settled.extras[player].to_string(),
                score: self.score(player).to_string(),
            };
            (player.to_string(), filled)
        });
        FillInReport { steps, count: count.collect() }
    }

    fn step_report(&self, index: usize) -> StepReport {
        let step: &Step = &self.steps[index];
        let board = &self.settled.board;
        let names = |points: &[Point]| -> Vec<String> {
            points.iter().map(|&point| board.name(point)).collect()
        };
        let place = |place: Place| match place {
            Place::On(point) => Some(board.name(point)),
            Place::Beside => None,
        };
        let (kind, player) = match step.kind {
            StepKind::Start => ("start", None),
            StepKind::Removal(player) => ("removal", Some(player)),
            StepKind::Territory => ("territory", None),
            StepKind::Fill(player) => ("fill", Some(player)),
            StepKind::Arrange(player) => ("arrange", Some(player)),
            StepKind::Count => ("count", None),
        };
        StepReport {
            step: index + 1,
            kind: kind.to_owned(),
            player: player.map(|player| player.to_string()),
            says: self.says(index),
            position: drawn(board, &step.codes),
            dead: names(&step.dead),
            territory: by_name(&step.territory, |points| names(points)),
            neutral: names(&step.neutral()),
            prisoners: by_name(&step.beside, |&count| count),
            carried: step
                .carried
                .iter()
                .map(|&Carried { player, from, to }| CarriedReport {
                    player: player.to_string(),
                    from: place(from),
                    to: place(to),
                })
                .collect(),
            blocks: step
                .blocks
                .iter()
                .map(|block| BlockReport {
                    player: block.player.to_string(),
                    count: block.points.len(),
                    points: names(&block.points),
                })
                .collect(),
            balance: step
                .territory
                .iter()
                .map(|(player, _)| (player.to_string(), step.balance(player)))
                .collect(),
        }
    }
}

fn by_name<T, U>(values: &ByPlayer<T>, told: impl Fn(&T) -> U) -> IndexMap<String, U> {
    values.iter().map(|(player, value)| (player.to_string(), told(value))).collect()
}
