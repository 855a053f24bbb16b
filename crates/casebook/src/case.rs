//! What a case says.

use num_rational::Ratio;
use shinpan_board::{Board, Player, Point};

use crate::engine::Score;

/// A case of the case book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Its name, unique in the book.
    pub name: String,
    /// The file it stands in.
    pub file: String,
    /// The line of the fence that opens it.
    pub line: usize,
    /// The heading of the page.
    pub title: String,
    /// The text it belongs to: what the page says before its first case, and what it says directly
    /// before this one. Markdown.
    pub prose: String,
    /// The lines between the fences.
    pub block: String,
    /// From what the game starts.
    pub setup: Setup,
    /// Clauses that are at work in the case although no statement has to name them.
    pub shows: Vec<String>,
    /// What happens, line by line.
    pub statements: Vec<Stated>,
}

impl Case {
    /// The case as Markdown: the heading, its text, and the fenced block.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Case { name, title, prose, block, .. } = self;
        format!("# {title}\n\n{prose}\n\n```case {name}\n{block}```\n")
    }
}

/// From what a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The line that names the ruleset.
    pub line: usize,
    /// The name of the ruleset.
    pub rules: String,
    /// Options of the ruleset, in the order given.
    pub options: Vec<(String, String)>,
    /// The board.
    pub board: Board,
    /// How many players.
    pub players: usize,
    /// The player to move.
    pub to_move: Player,
    /// Points added to White's score.
    pub komi: Score,
    /// Captured stones of each colour.
    pub prisoners: Vec<u32>,
    /// What stands on each point, in the order of the board: 0 empty, 1 Black, 2 White, ...
    pub position: Vec<u8>,
    /// How many of Black's stones are handicap stones.
    pub handicap: u32,
}

/// A statement with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// Its line.
    pub line: usize,
    /// What stands there, without the comment.
    pub text: String,
    /// What it says.
    pub statement: Statement,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Something is done, and this is what follows.
    Act(Act, Expected),
    /// Something holds now.
    Expect(Expectation),
}

/// Something a player or the referee does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// A move.
    Move(Player, Move),
    /// A player gives up.
    Resign(Player),
    /// A player claims a long cycle.
    Claim(Player),
    /// A player accepts a claim or a proposal.
    Accept(Player),
    /// A player declines a claim or a proposal.
    Decline(Player),
    /// A player asks for what may follow: a further resolution, or the proof games.
    Request(Player),
    /// A player proposes which stones are dead, or all of them (`None`) agree on it.
    Dead {
        /// Who.
        player: Option<Player>,
        /// Kee: in which scoring position, counted from 1.
        scoring: Option<usize>,
        /// The stones.
        points: Vec<Point>,
    },
    /// A player proposes a result, or all of them (`None`) agree on it.
    Agree(Option<Player>, AgreedResult),
    /// A player proposes to take back the move with a number and what followed, or the latest; or
    /// all of them (`None`) agree on it.
    Undo(Option<Player>, Option<usize>),
    /// The referee says that a player's time is up.
    Time(Player),
    /// The referee says that a player has forfeited the game.
    Forfeit(Player),
    /// The referee rules on the claim.
    RefereeRules,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A pass.
    Pass,
    /// A stone on a point.
    Play(Point),
}

/// A result that players agree on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AgreedResult {
    /// A player has won, by so much if that is said.
    Win(Player, Option<Score>),
    /// Nobody has won.
    Draw,
    /// The game does not count.
    NoResult,
    /// The players from first to last; those who share a place together.
    Ranking(Vec<Vec<Player>>),
}

/// What follows from an act.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expected {
    /// The stones captured.
    pub captures: Vec<Point>,
    /// It is refused.
    pub refused: Option<StatedRefusal>,
    /// It ends the game, by this clause.
    pub ends: Option<String>,
    /// It changes the phase to this one.
    pub phase: Option<String>,
}

/// A stated refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedRefusal {
    /// The clause.
    pub clause: String,
    /// The reason; moves always have one.
    pub reason: Option<String>,
    /// How many moves had been made when the position last stood.
    pub repeats: Option<usize>,
}

/// A stated ban.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedBan {
    /// The line.
    pub line: usize,
    /// The point.
    pub point: Point,
    /// Why nobody may play there now.
    pub refusal: StatedRefusal,
}

/// Something that holds now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// The phase.
    Phase(String),
    /// The player to move.
    ToMove(Player),
    /// The prisoners of each colour.
    Prisoners(Vec<u32>),
    /// All legal plays.
    Legal(Vec<Point>),
    /// All empty points on which the player to move may not play.
    Banned(Vec<StatedBan>),
    /// What stands on each point.
    Position(Vec<u8>),
    /// Who has the button; `None`: nobody yet.
    Button(Option<Player>),
    /// The status of the chain on a point, and the precedent that gave it.
    Chain {
        /// A point of the chain.
        point: Point,
        /// `alive`, `not-alive` or `unproven`.
        status: String,
        /// `triple-ko` or `double-ko-death`, if that is stated.
        precedent: Option<String>,
    },
    /// The stones removed after the analysis.
    Removed(Vec<Point>),
    /// The territory of each player.
    Territory(Vec<Vec<Point>>),
    /// The result.
    Result {
        /// What the players get.
        outcome: Outcome,
        /// The clause that decides.
        clause: String,
    },
    /// On what the result rests.
    Ground(String),
    /// By how much the first is ahead.
    Margin(Score),
    /// The scores.
    Scores(Vec<Score>),
    /// The cycle that decided.
    Cycle {
        /// Moves made at the earlier occurrence of the state.
        from: usize,
        /// Moves made at the later one.
        to: usize,
        /// How often each player passed in it.
        passes: Vec<u32>,
    },
    /// The scoring positions, as a set.
    Scoring(Vec<Vec<u8>>),
}

impl Expectation {
    /// Whether it is about the result.
    #[must_use]
    pub fn is_about_result(&self) -> bool {
        match self {
            Expectation::Result { .. }
            | Expectation::Ground(_)
            | Expectation::Margin(_)
            | Expectation::Scores(_)
            | Expectation::Cycle { .. }
            | Expectation::Scoring(_) => true,
            Expectation::Phase(_)
            | Expectation::ToMove(_)
            | Expectation::Prisoners(_)
            | Expectation::Legal(_)
            | Expectation::Banned(_)
            | Expectation::Position(_)
            | Expectation::Button(_)
            | Expectation::Chain { .. }
            | Expectation::Removed(_)
            | Expectation::Territory(_) => false,
        }
    }

    /// Whether it is about the analysis of life and death.
    #[must_use]
    pub fn is_about_analysis(&self) -> bool {
        matches!(
            self,
            Expectation::Chain { .. } | Expectation::Removed(_) | Expectation::Territory(_)
        )
    }
}

/// What the players get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
    /// The game does not count.
    NoResult,
    /// A ranking; the places where they are known.
    Ranking(Option<Vec<Vec<Player>>>),
}

impl Setup {
    /// Komi in halves of a point.
    #[must_use]
    pub fn komi_halves(&self) -> i64 {
        (self.komi * Ratio::from_integer(2)).to_integer()
    }

    /// The value of an option.
    #[must_use]
    pub fn option(&self, key: &str) -> Option<&str> {
        let found = self.options.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }
}
