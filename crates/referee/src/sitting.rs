//! A sitting: one game at a table, with all that its players and the referee may do.

use std::ops::Range;
use std::sync::Arc;

use shinpan_board::{Board, ByPlayer, Player, Point, Stone};
use shinpan_rules::{
    Analysis, Analyst, Because, Clause, Evidence, Fact, Game, GameError, Ground, Move, Named,
    NotNow, Outcome, ReadRuleset, Reason, Refusal, Ruleset, Sequel, Setup, Status,
};

mod agreement;
mod claim;
mod possible;
mod undo;

use crate::action::{Action, AgreedResult, Dead, Edit};
use crate::record::{Entry, Record, What};
use crate::trial::Trials;
use undo::Kept;

/// A game at a table, with everything that was done at it.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// From what it began.
    start: Arc<Start>,
    /// All that was accepted, in order. Doing it anew gives this sitting.
    log: Vec<Action>,
    /// What of the log was taken back, in order and apart from each other.
    gone: Vec<Range<usize>>,
    /// The game that is being played: the base game or a proof game.
    game: Game,
    trials: Option<Trials>,
    pending: Option<Pending>,
    /// What the Analysis has found, once there was one.
    analysis: Option<Analysis>,
    /// The players have agreed, or somebody has resigned: nothing can follow.
    settled: bool,
    /// How it stood some moves before the one taken back last.
    kept: Option<Arc<Kept>>,
}

/// From what a sitting began.
#[derive(Debug)]
struct Start {
    ruleset: Arc<Ruleset>,
    setup: Setup,
}

/// What waits for the others' answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// Who claimed or proposed it.
    pub by: Player,
    /// Who has accepted it.
    pub accepted: Vec<Player>,
    /// What it is.
    pub what: Proposal,
}

/// What can be claimed or proposed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proposal {
    /// That the cycle just completed is ruled on.
    Cycle,
    /// That these stones are dead.
    Dead(Dead),
    /// That the game ends with this result.
    Result(AgreedResult),
    /// That the move with this number and all that followed it is taken back.
    Undo(usize),
}

/// What an action did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Applied {
    /// Stones removed from the board.
    pub removed: Vec<(Point, Player)>,
    /// Steps worth telling.
    pub because: Vec<Because>,
    /// The clause that ended a phase or the game with this action.
    pub ended_by: Option<Clause>,
    /// The number of the first move taken back, if moves were.
    pub taken_back: Option<usize>,
}

/// An action that was not accepted; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Why, in a word.
    pub reason: Reason,
    /// The clause.
    pub clause: Clause,
    /// Why, in a sentence.
    pub why: String,
    /// The refused move with its evidence, if the action was a move.
    pub refusal: Option<Refusal>,
    /// With [`Reason::NotNow`]: why, as a code with values.
    pub not_now: Option<Box<NotNow>>,
}

impl Sitting {
    /// Sits down to a game.
    ///
    /// # Errors
    /// If the game cannot begin.
    pub fn new(ruleset: Arc<Ruleset>, setup: &Setup) -> Result<Sitting, GameError> {
        let game = Game::new(Arc::clone(&ruleset), setup)?;
        let start = Arc::new(Start { ruleset, setup: setup.clone() });
        Ok(Sitting::at(start, game))
    }

    fn at(start: Arc<Start>, game: Game) -> Sitting {
        let (log, gone) = (Vec::new(), Vec::new());
        Sitting {
            start,
            log,
            gone,
            game,
            trials: None,
            pending: None,
            analysis: None,
            settled: false,
            kept: None,
        }
    }

    /// The ruleset it began under. A proof game has one of its own: [`Game::ruleset`].
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.start.ruleset
    }

    /// From what it began.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.start.setup
    }

    /// Everything that was accepted, in order. A sitting from the same start at which the same is
    /// done, or the first so many of them, stands as this one did then.
    #[must_use]
    pub fn log(&self) -> &[Action] {
        &self.log
    }

    /// What was done and not taken back, as a record with the ruleset and komi of the start.
    #[must_use]
    pub fn record(&self) -> Record {
        let Start { ruleset, setup } = &*self.start;
        let mut stones = setup.stones.clone();
        stones.resize(setup.board.len(), Stone::EMPTY);
        let entries = self.line().enumerate().map(|(index, action)| Entry {
            place: format!("moves[{}]", index + 1),
            what: What::Act(action.clone()),
        });
        Record {
            rules: Some(ReadRuleset::from((**ruleset).clone())),
            rules_fault: None,
            komi: Some(setup.komi),
            komi_fault: None,
            board: Arc::clone(&setup.board),
            players: setup.players,
            stones,
            to_move: setup.to_move,
            prisoners: setup.prisoners.clone(),
            handicap: setup.handicap,
            entries: entries.collect(),
            result: self.outcome().as_ref().and_then(Outcome::sgf),
            about: Vec::new(),
            notes: Vec::new(),
            left_out: Vec::new(),
            marked: ByPlayer::new(setup.players, |_| Vec::new()),
            tolerates_extra_passes: false,
        }
    }

    /// What of the log stands: everything but what was taken back.
    pub fn line(&self) -> impl Iterator<Item = &Action> {
        self.numbered_line().map(|(_, action)| action)
    }

    /// What of the log stands, each action with its number in the log, from 1.
    pub fn numbered_line(&self) -> impl Iterator<Item = (usize, &Action)> {
        self.standing(0).map(|(at, action)| (at + 1, action))
    }

    /// What of the log stands from a place on, each action with its place.
    fn standing(&self, from: usize) -> impl Iterator<Item = (usize, &Action)> {
        let before = self.gone.partition_point(|range| range.end <= from);
        let gone = &self.gone[before..];
        let starts = std::iter::once(from).chain(gone.iter().map(|range| range.end));
        let ends = gone.iter().map(|range| range.start).chain([self.log.len()]);
        let places = starts.zip(ends).flat_map(|(start, end)| start..end);
        places.map(|at| (at, &self.log[at]))
    }

    /// The sitting as it was before anything was done.
    ///
    /// # Errors
    /// If the game cannot begin; it has begun once.
    pub fn anew(&self) -> Result<Sitting, GameError> {
        let game = Game::new(Arc::clone(&self.start.ruleset), &self.start.setup)?;
        Ok(Sitting::at(Arc::clone(&self.start), game))
    }

    /// The game that is being played, or was the last to be: the base game or a proof game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The base game and what is known of the proof games, once they have been asked for.
    #[must_use]
    pub fn trials(&self) -> Option<&Trials> {
        self.trials.as_ref()
    }

    /// What waits for an answer.
    #[must_use]
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.as_ref()
    }

    /// Has the chains analysed, if that is due and has not been done (J-5). The game does not end by
    /// it: the players may still agree otherwise.
    pub fn analyse(&mut self, analyst: &dyn Analyst) {
        if self.analysis.is_none() {
            self.analysis = self.game.analyse(analyst);
        }
    }

    /// What is known of the chains, and what follows: by the Analysis, if there was one, else with
    /// all statuses open. None where no Analysis is due, or the players agreed without one.
    #[must_use]
    pub fn analysis(&self) -> Option<Analysis> {
        self.analysis.clone().or_else(|| self.game.analysed(Vec::new()))
    }

    /// The result, once there is one: what the game ended with or, where the play has ended and
    /// nobody has agreed, what the Analysis says, or what no Analysis could change.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().cloned().or_else(|| self.analysis()?.outcome)
    }

    /// The base game, where the result is its count although something else stands after the proof games (LC-8).
    #[must_use]
    pub fn counted_before(&self) -> Option<&Game> {
        let base = self.trials.as_ref()?.base();
        let counted = matches!(self.game.outcome()?.ground, Ground::Score(_));
        (counted && base.position() != self.game.position()).then_some(base)
    }

    /// The games that have been played, in their order; the last of them twice once all are over.
    fn games(&self) -> impl Iterator<Item = &Game> {
        self.trials.iter().flat_map(Trials::games).chain([&self.game])
    }

    /// What stood on each point after so many moves of the record, the base game's included.
    #[must_use]
    pub fn position_after(&self, moves: usize) -> Option<Vec<u8>> {
        self.games().filter_map(|game| game.position_after(moves)).last()
    }

    /// The plays after which the board stood as it had stood before, as in [`Game::repetitions`]: those of the base game, and those
    /// of each proof game by itself.
    #[must_use]
    pub fn repetitions(&self) -> Vec<(usize, usize)> {
        let mut found: Vec<_> = self.games().flat_map(Game::repetitions).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Edits the position (G-7), as records do; nothing is captured by that. Once the play is over
    /// there is nothing to go on with, and nothing changes. Says whether anything did.
    ///
    /// # Errors
    /// If the position cannot be played from; then nothing has changed.
    pub fn edit(&mut self, changes: &[(Point, Stone)], to_move: Player) -> Result<bool, GameError> {
        let position = self.game.position();
        let same = changes.iter().all(|&(point, stone)| position.stone(point) == stone);
        let over = *self.game.status() != Status::InPlay;
        if over || (same && to_move == self.game.to_move()) {
            return Ok(false);
        }
        self.game = self.game.edited(changes, to_move)?;
        self.pending = None;
        self.log.push(Action::Edit(Edit { changes: changes.to_vec(), to_move }));
        Ok(true)
    }

    /// Does one thing at the table.
    ///
    /// # Errors
    /// If it is refused; then nothing has changed.
    pub fn act(&mut self, action: &Action) -> Result<Applied, Refused> {
        let before = self.log.len();
        let applied = match action {
            Action::Move(player, made) => self.make_move(*player, *made),
            Action::Resign(player) => self.resign(*player),
            Action::Claim(player) => self.claim(*player),
            Action::Accept(player) => self.accept(*player),
            Action::Decline(player) => self.decline(*player),
            Action::RefereeRules => self.rule_cycle(),
            Action::Dead(by, dead) => self.dead(*by, dead),
            Action::Result(by, result) => self.result(*by, result),
            Action::Request(_) => self.request(),
            Action::Undo(by, from) => self.undo(*by, *from),
            Action::Lost(player, fault) => self.lost(*player, *fault),
            Action::Edit(edit) => self.edit_now(edit),
        }?;
        if *self.game.status() == Status::InPlay {
            self.analysis = None;
        }
        // An edit has written itself down.
        if self.log.len() == before {
            self.log.push(action.clone());
        }
        if let Some(from) = applied.taken_back {
            self.close_gap(from);
        }
        Ok(applied)
    }

    fn edit_now(&mut self, edit: &Edit) -> Result<Applied, Refused> {
        let clause = Clause::new("G-7");
        match self.edit(&edit.changes, edit.to_move) {
            Ok(true) => Ok(Applied::default()),
            Ok(false) if *self.game.status() != Status::InPlay => Err(ended()),
            Ok(false) => Err(not_now(&clause, NotNow::AsItWas {})),
            Err(fault) => Err(cannot_stand(&clause, &fault)),
        }
    }

    fn make_move(&mut self, player: Player, made: Move) -> Result<Applied, Refused> {
        if matches!(self.game.status(), Status::Over(_))
            && self.may_follow()
            && self.game.ruling_for(player, made).is_err()
        {
            // A move where more may follow asks for it (LC-7, LM-11), if it is allowed there.
            let before = (self.game.clone(), self.trials.clone(), self.pending.clone());
            let mut applied = self.request()?;
            let played = self.make_move(player, made).inspect_err(|_| {
                (self.game, self.trials, self.pending) = before;
            })?;
            applied.because.extend(played.because);
            applied.removed = played.removed;
            applied.ended_by = played.ended_by;
            return Ok(applied);
        }
        self.game.ruling_for(player, made).map_err(|refusal| self.refused_move(refusal))?;
        let played = self.game.play(made).map_err(|refusal| self.refused_move(refusal))?;
        // Whoever plays on has answered what was pending.
        self.pending = None;
        self.forget();
        let mut applied = Applied {
            removed: played.removed,
            because: played.because,
            ended_by: played.ended_by,
            taken_back: None,
        };
        self.follow_trials(&mut applied);
        Ok(applied)
    }

    /// LC-7, LC-8: when a proof game is over, the next begins or the verdict is given.
    fn follow_trials(&mut self, applied: &mut Applied) {
        let Status::Over(_) = self.game.status() else { return };
        if let Some(trials) = &mut self.trials {
            match trials.follow(&self.game, &mut applied.because) {
                crate::trial::Next::Game(game) => self.game = *game,
                crate::trial::Next::Verdict(outcome) => self.settle(*outcome),
            }
        }
    }

    /// Whether proof games or another resolution may follow the end by a move alone.
    fn may_follow(&self) -> bool {
        if self.settled || self.trials.is_some() {
            return false;
        }
        let counted =
            self.game.outcome().is_some_and(|outcome| matches!(outcome.ground, Ground::Score(_)));
        counted
            && match self.game.ruleset().sequel {
                // A stray move after the end is no dispute.
                Sequel::None | Sequel::Resumption { .. } => false,
                Sequel::ProofGames { .. } => true,
                Sequel::Resolutions { .. } => self.game.may_resume().is_ok(),
            }
    }

    fn request(&mut self) -> Result<Applied, Refused> {
        if let Some(trials) = &self.trials {
            return Err(not_now(trials.clause(), NotNow::ProofGamesOnce {}));
        }
        let mut applied = Applied::default();
        match self.game.ruleset().sequel.clone() {
            Sequel::ProofGames { clause } => {
                if !self.may_follow() {
                    return Err(not_now(&clause, NotNow::ProofGamesOnce {}));
                }
                let asked = Because::new(&clause, Fact::ProofGames {});
                let (trials, game) = Trials::begin(&self.game, asked.clone())
                    .ok_or_else(|| not_now(&clause, NotNow::NoProofGames {}))?;
                applied.because.push(asked);
                self.trials = Some(trials);
                self.game = game;
            }
            Sequel::Resolutions { clause, .. } | Sequel::Resumption { clause } => {
                if self.settled {
                    return Err(ended());
                }
                let another = matches!(self.game.ruleset().sequel, Sequel::Resolutions { .. });
                self.game.resume().map_err(|why| not_now(&clause, why))?;
                let fact = match another {
                    true => Fact::ResolutionAgain {},
                    false => Fact::PlayGoesOn { player: Named(self.game.to_move()) },
                };
                applied.because.push(Because::new(&clause, fact));
            }
            Sequel::None => {
                let why = NotNow::NothingFollows { rules: self.game.ruleset().id.clone() };
                return Err(not_now(&Clause::new("G-3"), why));
            }
        }
        self.pending = None;
        Ok(applied)
    }

    fn refused_move(&self, refusal: Refusal) -> Refused {
        let board: &Board = self.game.board();
        let names = |points: &[Point]| {
            points.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join(" ")
        };
        let why = match &refusal.evidence {
            Evidence::Occupied(player) => format!("a stone of {player} stands there"),
            Evidence::NoLiberty(chain) => {
                format!("the chain {} would have no liberty", names(chain))
            }
            Evidence::Repeats { after, .. } if refusal.reason == Reason::Cyclic => format!(
                "it would bring back the position after move {after}, and nobody has passed since"
            ),
            Evidence::Repeats { after, turn } => {
                let turn = turn.map(|player| format!(" with {player} to move")).unwrap_or_default();
                format!("it would bring back the position after move {after}{turn}")
            }
            Evidence::Turn(player) => format!("it is {player}'s turn"),
            Evidence::Ended => "the game is over".to_owned(),
            Evidence::NoSuchPoint => "the board does not have the point".to_owned(),
        };
        Refused {
            reason: refusal.reason,
            clause: refusal.clause.clone(),
            why,
            refusal: Some(refusal),
            not_now: None,
        }
    }
}

fn not_now(clause: &Clause, why: NotNow) -> Refused {
    Refused {
        reason: Reason::NotNow,
        clause: clause.clone(),
        why: why.to_string(),
        refusal: None,
        not_now: Some(Box::new(why)),
    }
}

/// A position that cannot be played on.
fn cannot_stand(clause: &Clause, fault: &GameError) -> Refused {
    not_now(clause, NotNow::CannotStand { fault: fault.to_string() })
}

fn ended() -> Refused {
    Refused {
        reason: Reason::Ended,
        clause: Clause::new("G-3"),
        why: "the game is over".to_owned(),
        refusal: None,
        not_now: None,
    }
}
