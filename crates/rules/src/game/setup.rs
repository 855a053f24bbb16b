//! Where a game begins.

use std::sync::Arc;

use shinpan_board::{Board, ByPlayer, MAX_PLAYERS, Player, Point, Position, SetupFault, Stone};
use thiserror::Error;

use super::{Game, Status, keys};
use crate::axes::{Sequel, StageName};
use crate::history::{History, KoBan};
use crate::komi::Komi;
use crate::ruleset::Ruleset;

/// What stands on the board when a game begins, and who moves.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The board.
    pub board: Arc<Board>,
    /// How many play.
    pub players: usize,
    /// What stands on each point, in the board's order; what is missing is empty.
    pub stones: Vec<Stone>,
    /// Who moves first.
    pub to_move: Player,
    /// Stones of each colour captured before.
    pub prisoners: ByPlayer<u32>,
    /// Points for White.
    pub komi: Komi,
    /// Handicap stones Black was given (they are among `stones`).
    pub handicap: u32,
    /// Moves of the record made before.
    pub moves_before: usize,
}

impl Setup {
    /// An empty board, Black to move, no komi.
    #[must_use]
    pub fn empty(board: Arc<Board>, players: usize) -> Setup {
        Setup {
            board,
            players,
            stones: Vec::new(),
            to_move: Player::BLACK,
            prisoners: ByPlayer::new(players, |_| 0),
            komi: Komi::default(),
            handicap: 0,
            moves_before: 0,
        }
    }
}

/// How many may play, in words.
fn numbers(least: u8, most: u8) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// Why a game cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// The position cannot be played from.
    #[error("{}", shinpan_board::listed(.0, "; "))]
    Position(Vec<SetupFault>),
    /// The ruleset is for another number of players.
    #[error("`{ruleset}` is for {} players, not {found}", numbers(*.least, *.most))]
    Players {
        /// The ruleset.
        ruleset: String,
        /// The fewest.
        least: u8,
        /// The most.
        most: u8,
        /// How many there are.
        found: usize,
    },
    /// Somebody who does not take part is to move.
    #[error("{0} is to move, but does not take part")]
    ToMove(Player),
}

impl Game {
    /// Begins a game.
    ///
    /// # Errors
    /// If the position has faults, or the ruleset is not for so many players.
    pub fn new(ruleset: Arc<Ruleset>, setup: &Setup) -> Result<Game, GameError> {
        Game::begin(ruleset, setup, None)
    }

    fn begin(ruleset: Arc<Ruleset>, setup: &Setup, ban: Option<KoBan>) -> Result<Game, GameError> {
        let players = setup.players;
        let bounds = ruleset.players;
        if players < usize::from(bounds.least) || players > usize::from(bounds.most) {
            return Err(GameError::Players {
                ruleset: ruleset.id.clone(),
                least: bounds.least,
                most: bounds.most,
                found: players,
            });
        }
        if setup.to_move.index() >= players {
            return Err(GameError::ToMove(setup.to_move));
        }
        let position = Position::from_stones(&setup.board, players, &setup.stones)
            .map_err(GameError::Position)?;
        let history = History::new(keys(&ruleset), &position, setup.to_move, ban);
        let mut prisoners = [0; MAX_PLAYERS];
        for (player, &count) in setup.prisoners.iter() {
            prisoners[player.index()] = count;
        }
        let resolutions_left = match ruleset.sequel {
            Sequel::Resolutions { most, .. } => most.saturating_sub(1),
            Sequel::None | Sequel::Resumption { .. } | Sequel::ProofGames { .. } => 0,
        };
        let mut game = Game {
            ruleset,
            board: Arc::clone(&setup.board),
            players,
            position,
            to_move: setup.to_move,
            stage: 0,
            phase: 0,
            phase_start: 0,
            bans_from: 0,
            last_pass: None,
            passes_in_row: 0,
            ban,
            prisoners,
            plays: [0; MAX_PLAYERS],
            button: None,
            history,
            status: Status::InPlay,
            claimable: false,
            resolutions_left,
            start_pairs: 0,
            komi: setup.komi,
            handicap: setup.handicap,
            offset: setup.moves_before,
            white_owes_pass: false,
        };
        game.refill(&mut Vec::new());
        Ok(game)
    }

    /// The game as it goes on from an edited position (G-7): the stage, the prisoners and the button
    /// stay; what stood before bans nothing any more, and no pass is waiting for another.
    ///
    /// # Errors
    /// If the position cannot be played from.
    pub fn edited(&self, changes: &[(Point, Stone)], to_move: Player) -> Result<Game, GameError> {
        let mut position = self.position.clone();
        position.edit(&self.board, changes);
        let setup = Setup {
            board: Arc::clone(&self.board),
            players: self.players,
            stones: position.stones().collect(),
            to_move,
            prisoners: self.prisoners(),
            komi: self.komi,
            handicap: self.handicap,
            moves_before: self.moves_made(),
        };
        let mut game = Game::begin(Arc::clone(&self.ruleset), &setup, None)?;
        game.stage = self.stage;
        game.phase = self.phase;
        game.history.begin_phase(self.phase, None);
        game.plays = self.plays;
        game.button = self.button;
        game.resolutions_left = self.resolutions_left;
        Ok(game)
    }

    /// The proof game of a player (LC-7): two resolution phases, from the position, prisoners,
    /// player to move and ko ban of `base`, which ended by two passes. `moves_before` is the number
    /// of moves of the record made before it. `None` if the ruleset has no proof games or the base
    /// game did not end in its last stage.
    #[must_use]
    pub fn proof_game(base: &Game, prover: Player, moves_before: usize) -> Option<Game> {
        let Sequel::ProofGames { .. } = base.ruleset.sequel else { return None };
        let last = base.ruleset.stages.last()?;
        let names = match prover {
            Player::BLACK => [StageName::ProofBlack1, StageName::ProofBlack2],
            Player::WHITE => [StageName::ProofWhite1, StageName::ProofWhite2],
            _ => return None,
        };
        let mut ruleset = (*base.ruleset).clone();
        ruleset.stages =
            names.map(|name| crate::axes::Stage { name, ..last.clone() }).into_iter().collect();
        ruleset.sequel = Sequel::None;
        let setup = Setup {
            board: Arc::clone(&base.board),
            players: base.players,
            stones: base.position.stones().collect(),
            to_move: base.to_move,
            prisoners: base.prisoners(),
            komi: base.komi,
            handicap: base.handicap,
            moves_before,
        };
        Game::begin(Arc::new(ruleset), &setup, base.ban).ok()
    }
}
