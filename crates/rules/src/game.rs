//! A game under a ruleset: whose turn it is, what is allowed and what has happened.

mod advance;
mod analyse;
mod finish;
mod legality;
mod setup;

use std::sync::Arc;

use shinpan_board::{Board, ByPlayer, MAX_PLAYERS, Player, Point, Position};

use crate::axes::{Ending, HandicapBonus, Notice, Sameness, Stage, StageName, Then};
use crate::clause::Clause;
use crate::history::{Banned, History, Key, KoBan, Move};
use crate::komi::{Komi, Score};
use crate::ruleset::Ruleset;
use crate::ruling::{Because, Outcome};

pub use setup::{GameError, Setup};

/// A game in progress, or ended, with all of its history.
///
/// Moves are asked about with [`Game::ruling`] and made with [`Game::play`]; acts that are no moves
/// (claims, agreements, resignation) are the referee's.
#[derive(Clone, Debug)]
pub struct Game {
    ruleset: Arc<Ruleset>,
    board: Arc<Board>,
    players: usize,
    position: Position,
    to_move: Player,
    /// Index of the stage in the ruleset.
    stage: usize,
    /// Phases begun before this one.
    phase: u16,
    /// The moment at which this phase began.
    phase_start: usize,
    /// The moment from which on positions of the whole game ban (later once a button lifts bans).
    bans_from: usize,
    /// The moment of the latest pass.
    last_pass: Option<usize>,
    passes_in_row: u8,
    ban: Option<KoBan>,
    prisoners: [u32; MAX_PLAYERS],
    /// Plays made in the first stage, by player.
    plays: [u32; MAX_PLAYERS],
    button: Option<Player>,
    history: History,
    status: Status,
    /// Whether the latest move completed a cycle that may be claimed.
    claimable: bool,
    resolutions_left: u32,
    /// Pairs of stones added to the prisoner place when this phase began.
    start_pairs: u32,
    komi: Komi,
    handicap: u32,
    /// Moves made in the record before this game began (proof games, positions set up later).
    offset: usize,
    white_owes_pass: bool,
}

/// How a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// Moves are made.
    InPlay,
    /// The play is over; the Analysis decides which stones live.
    Stopped,
    /// The game is over.
    Over(Box<Outcome>),
}

/// What a move did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The stones that were removed, with their owners.
    pub removed: Vec<(Point, Player)>,
    /// Steps worth telling: a phase that began, a button taken, a pair of stones added.
    pub because: Vec<Because>,
    /// The clause that ended the phase or the game with this move, if one did.
    pub ended_by: Option<Clause>,
}

impl Game {
    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The same game, its cycles ruled on at another time from here on.
    #[must_use]
    pub fn with_notice(mut self, notice: Notice) -> Game {
        Arc::make_mut(&mut self.ruleset).set_notice(notice);
        self
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// How many play.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// What stands on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whose turn it is. Once the game is over: whose turn it would be.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The stage that is being played, or was the last to be.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.ruleset.stages[self.stage]
    }

    /// How the game stands.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// The outcome, once there is one.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.status {
            Status::Over(outcome) => Some(outcome),
            Status::InPlay | Status::Stopped => None,
        }
    }

    /// The name of the phase: `main`, `resolution`, ..., `analysis`, `ended`.
    #[must_use]
    pub fn phase(&self) -> &'static str {
        match self.status {
            Status::InPlay => self.stage().name.as_str(),
            Status::Stopped => "analysis",
            Status::Over(_) => "ended",
        }
    }

    /// The captured stones of each colour; where stones are played from the prisoner place, those
    /// that lie in it.
    #[must_use]
    pub fn prisoners(&self) -> ByPlayer<u32> {
        ByPlayer::new(self.players, |player| self.prisoners[player.index()])
    }

    /// The plays each player has made in the first stage.
    #[must_use]
    pub fn plays_in_first_stage(&self) -> ByPlayer<u32> {
        ByPlayer::new(self.players, |player| self.plays[player.index()])
    }

    /// Who took the button.
    #[must_use]
    pub fn button(&self) -> Option<Player> {
        self.button
    }

    /// The komi.
    #[must_use]
    pub fn komi(&self) -> Komi {
        self.komi
    }

    /// How many handicap stones Black was given.
    #[must_use]
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// What White gets besides what is counted: komi (G-4), and points for the handicap stones (G-8).
    #[must_use]
    pub fn compensation(&self) -> Score {
        self.komi.score() + Score::from(i64::from(self.handicap_points()))
    }

    /// How many points White gets for the handicap stones (G-8).
    fn handicap_points(&self) -> u32 {
        if self.handicap < 2 {
            return 0;
        }
        match self.ruleset.handicap_bonus {
            HandicapBonus::None => 0,
            HandicapBonus::Stones => self.handicap,
            HandicapBonus::StonesLessOne => self.handicap - 1,
        }
    }

    /// How many moves of the record have been made, those before this game began included.
    #[must_use]
    pub fn moves_made(&self) -> usize {
        self.offset + self.history.now()
    }

    /// Moves of the record made before this game began.
    #[must_use]
    pub fn first_move(&self) -> usize {
        self.offset
    }

    /// Who made a move of the record (from 1) and how, if it was made in this game.
    #[must_use]
    pub fn move_at(&self, number: usize) -> Option<(Player, Move)> {
        let moment = number.checked_sub(self.offset)?;
        self.history.moments().get(moment)?.made
    }

    /// What stood on each point after so many moves of the record, as codes; `None` if that was
    /// before this game began or has not happened.
    #[must_use]
    pub fn position_after(&self, moves: usize) -> Option<Vec<u8>> {
        let moment = moves.checked_sub(self.offset)?;
        (moment < self.history.moments().len()).then(|| self.history.codes_at(moment))
    }

    /// The plays after which the board stood as it had stood before, whether or not a rule minds: each
    /// with the number of moves made when it last stood so. Both count the moves of the record.
    #[must_use]
    pub fn repetitions(&self) -> Vec<(usize, usize)> {
        let found = self.history.repetitions().into_iter();
        found.map(|(at, before)| (self.offset + at, self.offset + before)).collect()
    }

    /// The point banned by the basic ko rule for the player to move.
    #[must_use]
    pub fn ko_point(&self) -> Option<Point> {
        match self.ban?.banned {
            Banned::Point(point) => Some(point),
            Banned::Unchanged => None,
        }
    }

    /// Passes made one after the other just now, those counted that end nothing yet.
    #[must_use]
    pub fn passes_in_row(&self) -> u8 {
        self.passes_in_row
    }

    /// How many phases have ended before this one.
    #[must_use]
    pub const fn phase_number(&self) -> u16 {
        self.phase
    }

    /// The point of the ban that stood before the passes just made, if any were: it stands again where
    /// they end a phase as if they had not been made (docs/decisions/0004).
    #[must_use]
    pub fn ko_point_before_passes(&self) -> Option<Point> {
        self.ko_point_after(self.moves_made().checked_sub(usize::from(self.passes_in_row))?)
    }

    /// The point that the basic ko rule banned after so many moves of the record; `None`, too, if that was before this game began or
    /// has not happened.
    #[must_use]
    pub fn ko_point_after(&self, moves: usize) -> Option<Point> {
        let moment = moves.checked_sub(self.offset)?;
        match self.history.moments().get(moment)?.ban?.banned {
            Banned::Point(point) => Some(point),
            Banned::Unchanged => None,
        }
    }

    /// How many moves have been made in this phase.
    #[must_use]
    pub fn moves_in_phase(&self) -> usize {
        self.history.now() - self.phase_start
    }

    /// The moments that superko over the whole game looks back on: what stood on each point, as
    /// codes, and who was to move.
    #[must_use]
    pub fn past(&self) -> Vec<(Vec<u8>, Player)> {
        (self.bans_from..=self.history.now())
            .filter(|&number| !self.history.moment(number).unmade())
            .map(|number| (self.history.codes_at(number), self.history.moment(number).to_move))
            .collect()
    }

    fn next_player(&self) -> Player {
        self.to_move.next(self.players)
    }

    fn in_proof_game(&self) -> bool {
        !matches!(
            self.stage().name,
            StageName::Main | StageName::Resolution | StageName::Competition
        )
    }
}

/// The ways in which a ruleset looks back.
fn keys(ruleset: &Ruleset) -> Vec<Key> {
    let mut keys: Vec<Key> = ruleset
        .repetitions()
        .filter_map(|rule| match (&rule.then, rule.window) {
            (Then::Adjudicated(_), _) => Some(Key::Same(Sameness::State)),
            (Then::Forbidden, crate::axes::Window::BeforePrecedingPlay) => None,
            (Then::Forbidden, _) => Some(Key::Same(rule.same)),
        })
        .collect();
    if ruleset.stages.iter().any(|stage| matches!(stage.ending, Ending::OwnPassRepeated { .. })) {
        keys.push(Key::PassBy);
    }
    keys
}
