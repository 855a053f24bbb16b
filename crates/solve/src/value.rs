//! What a solver can say: an exact value, proven bounds, or that it does not know and why.

use std::fmt;

use shinpan_board::Player;
use shinpan_rules::{Ground, Move, Outcome, Score, Verdict as Ruled};

/// How a game ends, seen from Black, from his worst to his best.
///
/// A draw by a cycle is [`End::DRAW`], a margin of 0 (docs/decisions/0030).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// White wins without a count: by a cycle or by proof games.
    Lost,
    /// A count: Black's score less White's, komi included.
    Margin(Score),
    /// Black wins without a count.
    Won,
}

impl End {
    /// Equal scores, or a draw without a count.
    pub const DRAW: End = End::Margin(Score::new_raw(0, 1));

    /// How a game has ended.
    #[must_use]
    pub fn of(outcome: &Outcome) -> End {
        if let (Some(scores), Ground::Score(_)) = (outcome.scores(), &outcome.ground) {
            return End::Margin(scores[Player::BLACK] - scores[Player::WHITE]);
        }
        match outcome.verdict {
            Ruled::Win(Player::BLACK) => End::Won,
            Ruled::Win(_) => End::Lost,
            Ruled::Draw | Ruled::NoResult | Ruled::Ranking(_) => End::DRAW,
        }
    }

    /// Who has won.
    #[must_use]
    pub fn verdict(self) -> Verdict {
        match self.cmp(&End::DRAW) {
            std::cmp::Ordering::Less => Verdict::Loss,
            std::cmp::Ordering::Equal => Verdict::Draw,
            std::cmp::Ordering::Greater => Verdict::Win,
        }
    }

    /// The same with the colours exchanged.
    pub(crate) fn contrary(self) -> End {
        match self {
            End::Lost => End::Won,
            End::Margin(margin) => End::Margin(-margin),
            End::Won => End::Lost,
        }
    }

    /// The margin, if there was a count.
    #[must_use]
    pub fn margin(self) -> Option<Score> {
        match self {
            End::Margin(score) => Some(score),
            End::Lost | End::Won => None,
        }
    }
}

/// A margin as its number; a win or loss without a count as `inf` or `-inf`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Lost => f.pad("-inf"),
            End::Margin(score) => f.pad(&score.to_string()),
            End::Won => f.pad("inf"),
        }
    }
}

/// The result for Black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// White wins.
    Loss,
    /// Nobody does.
    Draw,
    /// Black wins.
    Win,
}

impl Verdict {
    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            Verdict::Win => "win",
        }
    }
}

/// What best play leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Proven.
    Exact(End),
    /// Proven to lie between these, both included.
    Between(End, End, Limit),
    /// Nothing was proven.
    Unknown(Limit),
}

impl Value {
    /// What is proven to be least and most.
    #[must_use]
    pub fn bounds(&self) -> (End, End) {
        match *self {
            Value::Exact(end) => (end, end),
            Value::Between(low, high, _) => (low, high),
            Value::Unknown(_) => (End::Lost, End::Won),
        }
    }

    /// The value, if it is proven.
    #[must_use]
    pub fn exact(&self) -> Option<End> {
        match *self {
            Value::Exact(end) => Some(end),
            Value::Between(..) | Value::Unknown(_) => None,
        }
    }

    /// Who wins, if the bounds say it.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let (low, high) = self.bounds();
        (low.verdict() == high.verdict()).then(|| low.verdict())
    }

    /// Whether Black gets at least this margin, komi included, if the bounds say it.
    #[must_use]
    pub fn reaches(&self, margin: Score) -> Option<bool> {
        let (low, high) = self.bounds();
        let wanted = End::Margin(margin);
        if low >= wanted { Some(true) } else { (high < wanted).then_some(false) }
    }

    /// Bounds as a value: exact if they meet.
    #[must_use]
    pub fn between(low: End, high: End, limit: Limit) -> Value {
        if low == high {
            Value::Exact(low)
        } else if (low, high) == (End::Lost, End::Won) {
            Value::Unknown(limit)
        } else {
            Value::Between(low, high, limit)
        }
    }
}

/// What stopped a solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Limit {
    /// The most nodes allowed.
    #[error("stopped after {0} nodes")]
    Nodes(u64),
    /// The caller's flag.
    #[error("stopped: the time is used up, or it was interrupted")]
    Stopped,
    /// The tables would need more memory than allowed.
    #[error("needs {needed} bytes of memory, {allowed} are allowed")]
    Memory {
        /// Bytes.
        needed: u64,
        /// Bytes.
        allowed: u64,
    },
    /// Nothing: what was asked is answered, and no more was looked for.
    #[error("no more was asked")]
    Asked,
    /// No method here is exact for this.
    #[error("{0}")]
    Beyond(String),
}

impl Limit {
    /// Which it is, as a code for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Limit::Nodes(_) => "nodes",
            Limit::Stopped => "stopped",
            Limit::Memory { .. } => "memory",
            Limit::Asked => "asked",
            Limit::Beyond(_) => "beyond",
        }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value, komi included.
    pub value: Value,
    /// Where cycles can be drawn: what Black can force if a draw counted as his loss, and as his
    /// win. They meet where no draw is at stake.
    pub without_draws: Option<(End, End)>,
    /// Moves of best play from here on, as far as they were found.
    pub line: Vec<Move>,
    /// Positions the search came to, repeated ones included, or states of a table.
    pub nodes: u64,
    /// How it was found.
    pub method: Method,
}

impl Solution {
    /// A value, without a line of play, before anything was looked at.
    pub(crate) fn of(value: Value, method: Method) -> Solution {
        Solution { value, without_draws: None, line: Vec::new(), nodes: 0, method }
    }

    /// The same where a limit on the nodes of a part of the work is told as that on all of it.
    pub(crate) fn with_limit_of(mut self, all: u64) -> Solution {
        if let Value::Between(_, _, Limit::Nodes(nodes)) | Value::Unknown(Limit::Nodes(nodes)) =
            &mut self.value
        {
            *nodes = all;
        }
        self
    }
}

/// How a value was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Every sequence of moves, with cut-offs that lose nothing.
    Plain,
    /// Proof numbers, with proofs shared between histories where that is sound.
    ProofNumbers,
    /// Fixpoints over all states of the board.
    Fixpoint,
    /// Fixpoints over the states of what is left of a settled board.
    Endgame,
    /// Proof numbers and a search by depth for ends that can be forced, whatever cycles are worth.
    Forced,
    /// The energy game on the passes of Kee Rules.
    Passes,
}

impl Method {
    /// Its name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Method::Plain => "plain",
            Method::ProofNumbers => "proof-numbers",
            Method::Fixpoint => "fixpoint",
            Method::Endgame => "endgame",
            Method::Forced => "forced",
            Method::Passes => "passes",
        }
    }
}
