//! Strategies: what a player has to do to get what is claimed, written down to the end of the game.

mod text;
mod tree;

use std::fmt;

use shinpan_board::{Player, Point};
use shinpan_rules::{Game, Move, Score, StageName};

use crate::value::{End, Solution};
pub use text::StrategyError;
pub(crate) use text::move_name;
pub(crate) use tree::{Tree, as_move, known_first};

/// A claim with the moves that make it good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// What is claimed.
    pub claim: Claim,
    /// What the player does.
    pub plan: Plan,
}

/// What a player can get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who can.
    pub player: Player,
    /// Black's margin is at least this (a claim of Black's) or at most (of White's).
    pub margin: End,
    /// What a draw without a count is to the player.
    pub draws: Draws,
}

/// What a draw without a count, by a cycle for instance, is to the player of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// A margin of 0 (docs/decisions/0030).
    Even,
    /// Not enough, whatever the margin.
    Refused,
    /// Enough, whatever the margin.
    Enough,
}

/// How the moves are written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// As a tree: one move wherever the player is to move, every move wherever the opponent is. Each with the
    /// number of moves before it, parents before their children. It says what to do after each history.
    Moves(Vec<(usize, Move)>),
    /// One answer for each situation that can come up, whatever led to it. For rulesets whose cycles are
    /// ruled on.
    Answers(Vec<Answer>),
    /// One answer for each situation that can come up, the same for all images of it in the symmetries of the board, so that no position
    /// comes back. An end is where the player's chains are safe and enough, or where a second pass of his ends the game well: there is no answer
    /// there, and none knows whether a pass was made. For games by area, under superko or with basic ko.
    Unrepeated(Vec<Answer>),
    /// A tree of moves for each segment of a game under Kee Rules that can come up: each line of it ends with its first pass,
    /// behind which the next segment begins.
    Segments(Vec<Segment>),
}

impl Plan {
    /// How many moves or answers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Plan::Moves(moves) => moves.len(),
            Plan::Answers(answers) | Plan::Unrepeated(answers) => answers.len(),
            Plan::Segments(segments) => segments.iter().map(|segment| segment.moves.len()).sum(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What a player does in a situation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Where he is to move.
    pub at: Situation,
    /// His move.
    pub made: Move,
}

/// What is done between two passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The pass behind which it begins; `None` where the game stands now.
    pub after: Option<Passed>,
    /// The moves to the next pass, that included, as in [`Plan::Moves`].
    pub moves: Vec<(usize, Move)>,
}

/// A position with the player who has just passed on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Passed {
    /// What stands on each point, as codes.
    pub codes: Vec<u8>,
    /// Who has passed.
    pub by: Player,
}

/// What the player to move has before him.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Situation {
    /// The stage.
    pub stage: StageName,
    /// What stands on each point, as codes.
    pub codes: Vec<u8>,
    /// The point he may not retake; after a pass the point that the passer could not, for that ban may stand
    /// again (docs/decisions/0004).
    pub ko: Option<Point>,
    /// Whether the opponent has just passed.
    pub passed: bool,
}

impl Situation {
    /// The situation of a game.
    #[must_use]
    pub fn of(game: &Game) -> Situation {
        Situation {
            stage: game.stage().name,
            codes: game.position().codes().to_vec(),
            ko: game.ko_point_before_passes(),
            passed: game.passes_in_row() > 0,
        }
    }
}

impl Claim {
    /// That a player gets a margin, draws being a margin of 0.
    #[must_use]
    pub fn new(player: Player, margin: End) -> Claim {
        Claim { player, margin, draws: Draws::Even }
    }

    /// Everything that a solution says, as far as there is something to show: for each player that he gets the value, and where
    /// draws matter what he gets if they are not enough for Black, and if they are. Nothing if the value is not proven.
    #[must_use]
    pub fn of(found: &Solution) -> Vec<Claim> {
        let Some(value) = found.value.exact() else { return Vec::new() };
        let mut all: Vec<Claim> = Player::all(2).map(|player| Claim::new(player, value)).collect();
        if let Some((low, high)) = found.without_draws.filter(|(low, high)| low < high) {
            for (margin, draws) in
                [(low, [Draws::Refused, Draws::Enough]), (high, [Draws::Enough, Draws::Refused])]
            {
                let both = Player::all(2).zip(draws);
                all.extend(both.map(|(player, draws)| Claim { player, margin, draws }));
            }
        }
        // Nobody has to show that he can get the worst there is, or what another claim says.
        let worst = |claim: &Claim| claim.kept(End::Lost) && claim.kept(End::Won);
        let said = |at: usize, claim: &Claim| {
            let same = |other: &Claim| (other.player, other.margin) == (claim.player, claim.margin);
            all.iter().enumerate().any(|(number, other)| {
                let more = claim.kept_by_draw() && !other.kept_by_draw();
                let again = number < at && claim.kept_by_draw() == other.kept_by_draw();
                same(other) && (more || again)
            })
        };
        let shown = all.iter().enumerate().filter(|&(at, claim)| !worst(claim) && !said(at, claim));
        shown.map(|(_, claim)| *claim).collect()
    }

    /// What the answer to the question says whether Black gets a margin: everything if the value is known by it, otherwise what the
    /// player can get whom it favours. Nothing if there is no answer.
    #[must_use]
    pub fn of_answer(found: &Solution, margin: Score) -> Vec<Claim> {
        let (low, high) = found.value.bounds();
        match found.value.reaches(margin) {
            _ if found.value.exact().is_some() => Claim::of(found),
            Some(true) => vec![Claim::new(Player::BLACK, low)],
            Some(false) => vec![Claim::new(Player::WHITE, high)],
            None => Vec::new(),
        }
    }

    /// Whether an end with a margin, or a win without a count, is as claimed.
    #[must_use]
    pub fn kept(&self, end: End) -> bool {
        match self.player {
            Player::BLACK => end >= self.margin,
            _ => end <= self.margin,
        }
    }

    /// Whether a draw without a count is.
    #[must_use]
    pub fn kept_by_draw(&self) -> bool {
        match self.draws {
            Draws::Even => self.kept(End::DRAW),
            Draws::Refused => false,
            Draws::Enough => true,
        }
    }
}

/// `black's margin is at least 3 without a draw`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = if self.player == Player::BLACK { "least" } else { "most" };
        let draws = match self.draws {
            Draws::Even => "",
            Draws::Refused => " without a draw",
            Draws::Enough => " or a draw",
        };
        write!(f, "black's margin is at {which} {}{draws}", self.margin)
    }
}
