//! A sitting: one game at a table, with all that its players and the referee may do.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Stone};
use shinpan_rules::{
    Analysis, Analyst, Because, Clause, Evidence, Game, GameError, Ground, Move, Notice, Outcome,
    Reason, Refusal, Ruleset, Sequel, Setup, Status, Verdict,
};

use crate::action::{Action, AgreedResult, Dead};
use crate::trial::Trials;

/// A game at a table.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// The game that is being played: the base game or a proof game.
    game: Game,
    trials: Option<Trials>,
    pending: Option<Pending>,
    /// What the Analysis has found, once there was one.
    analysis: Option<Analysis>,
    /// The players have agreed, or somebody has resigned: nothing can follow.
    settled: bool,
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
}

impl Sitting {
    /// Sits down to a game.
    ///
    /// # Errors
    /// If the game cannot begin.
    pub fn new(ruleset: Arc<Ruleset>, setup: &Setup) -> Result<Sitting, GameError> {
        let game = Game::new(ruleset, setup)?;
        Ok(Sitting { game, trials: None, pending: None, analysis: None, settled: false })
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

    /// What stood on each point after so many moves of the record, the base game's included.
    #[must_use]
    pub fn position_after(&self, moves: usize) -> Option<Vec<u8>> {
        let games = self.trials.iter().flat_map(Trials::games).chain([&self.game]);
        games.filter_map(|game| game.position_after(moves)).last()
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
        Ok(true)
    }

    /// Does one thing at the table.
    ///
    /// # Errors
    /// If it is refused; then nothing has changed.
    pub fn act(&mut self, action: &Action) -> Result<Applied, Refused> {
        match action {
            Action::Move(player, made) => self.make_move(*player, *made),
            Action::Resign(player) => self.resign(*player),
            Action::Claim(player) => self.claim(*player),
            Action::Accept(player) => self.accept(*player),
            Action::Decline(player) => self.decline(*player),
            Action::RefereeRules => self.rule_cycle(),
            Action::Dead(Some(player), dead) => self.propose_dead(*player, dead),
            Action::Dead(None, dead) => self.agree_dead(dead),
            Action::Result(result) => self.agree_result(result),
            Action::Request(_) => self.request(),
        }
    }

    fn make_move(&mut self, player: Player, made: Move) -> Result<Applied, Refused> {
        if matches!(self.game.status(), Status::Over(_))
            && self.may_follow()
            && self.game.ruling_for(player, made).is_err()
        {
            // A move where more may follow asks for it (LC-7, LM-11), if it is allowed there.
            let mut next = self.clone();
            let mut applied = next.request()?;
            let played = next.make_move(player, made)?;
            applied.because.extend(played.because);
            applied.removed = played.removed;
            applied.ended_by = played.ended_by;
            *self = next;
            return Ok(applied);
        }
        self.game.ruling_for(player, made).map_err(|refusal| self.refused_move(refusal))?;
        let played = self.game.play(made).map_err(|refusal| self.refused_move(refusal))?;
        // Whoever plays on has answered what was pending.
        self.pending = None;
        let mut applied =
            Applied { removed: played.removed, because: played.because, ended_by: played.ended_by };
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

    /// Whether proof games or another resolution may follow the end.
    fn may_follow(&self) -> bool {
        if self.settled || self.trials.is_some() {
            return false;
        }
        let counted =
            self.game.outcome().is_some_and(|outcome| matches!(outcome.ground, Ground::Score(_)));
        counted
            && match self.game.ruleset().sequel {
                Sequel::None => false,
                Sequel::ProofGames { .. } => true,
                Sequel::Resolutions { .. } => self.game.may_resume().is_ok(),
            }
    }

    fn request(&mut self) -> Result<Applied, Refused> {
        let mut applied = Applied::default();
        match self.game.ruleset().sequel.clone() {
            Sequel::ProofGames { clause } => {
                if !self.may_follow() {
                    return Err(not_now(
                        &clause,
                        "proof games are asked for once, when the base game has ended by two passes",
                    ));
                }
                let (trials, game) = Trials::begin(&self.game)
                    .ok_or_else(|| not_now(&clause, "this game can have no proof games"))?;
                applied
                    .because
                    .push(Because::new(&clause, "proof games are asked for; Black's begins"));
                self.trials = Some(trials);
                self.game = game;
            }
            Sequel::Resolutions { clause, .. } => {
                if self.settled {
                    return Err(ended());
                }
                self.game.resume_resolution().map_err(|why| not_now(&clause, why))?;
                applied.because.push(Because::new(&clause, "another resolution begins"));
            }
            Sequel::None => {
                let why = format!("under `{}` nothing follows the end", self.game.ruleset().id);
                return Err(not_now(&Clause::new("G-3"), why));
            }
        }
        self.pending = None;
        Ok(applied)
    }

    /// G-5.
    fn resign(&mut self, player: Player) -> Result<Applied, Refused> {
        let clause = Clause::new("G-5");
        self.unsettled()?;
        if self.game.players() > 2 {
            return Err(not_now(
                &clause,
                "with more than two players nobody wins by a resignation; agree on a ranking",
            ));
        }
        let winner = player.next(2);
        let because = vec![Because::new(&clause, format!("{player} resigns"))];
        self.settle(Outcome {
            verdict: Verdict::Win(winner),
            ground: Ground::Resignation(player),
            clause: clause.clone(),
            because,
        });
        Ok(Applied { ended_by: Some(clause), ..Applied::default() })
    }

    /// LC-5, J-4: a player claims a cycle; the other may break it by playing on.
    fn claim(&mut self, player: Player) -> Result<Applied, Refused> {
        let (clause, notice) = self.cycle_rule()?;
        if notice != Notice::Claim {
            return Err(not_now(&clause, "cycles are ruled on without a claim here"));
        }
        let Some(cycle) = self.game.claimable() else {
            return Err(not_now(&clause, "no cycle has just been completed"));
        };
        let fact = format!("{player} claims the cycle of moves {} to {}", cycle.from + 1, cycle.to);
        self.pending = Some(Pending { by: player, accepted: vec![player], what: Proposal::Cycle });
        Ok(Applied { because: vec![Because::new(&clause, fact)], ..Applied::default() })
    }

    fn rule_cycle(&mut self) -> Result<Applied, Refused> {
        let (clause, _) = self.cycle_rule()?;
        if self.game.rule_claimed().is_none() {
            return Err(not_now(&clause, "no cycle has just been completed"));
        }
        self.pending = None;
        let mut applied = Applied { ended_by: Some(clause), ..Applied::default() };
        self.follow_trials(&mut applied);
        Ok(applied)
    }

    fn cycle_rule(&self) -> Result<(Clause, Notice), Refused> {
        if *self.game.status() != Status::InPlay {
            return Err(ended());
        }
        let stage = self.game.stage();
        stage.cycle_rule().map(|(clause, how)| (clause.clone(), how.notice)).ok_or_else(|| {
            let first = stage.repetition.first();
            let clause = first.map_or_else(|| Clause::new("G-3"), |rule| rule.clause.clone());
            not_now(&clause, "no cycle can arise here: repetition is forbidden")
        })
    }

    fn accept(&mut self, player: Player) -> Result<Applied, Refused> {
        let clause = Clause::new("G-6");
        let Some(mut pending) = self.pending.clone() else {
            return Err(not_now(&clause, "nothing has been claimed or proposed"));
        };
        if pending.accepted.contains(&player) {
            return Err(not_now(&clause, format!("{player} has accepted already")));
        }
        pending.accepted.push(player);
        if pending.accepted.len() < self.game.players() {
            self.pending = Some(pending);
            return Ok(Applied::default());
        }
        match pending.what {
            Proposal::Cycle => self.rule_cycle(),
            Proposal::Dead(dead) => self.agree_dead(&dead),
        }
    }

    fn decline(&mut self, player: Player) -> Result<Applied, Refused> {
        match self.pending.take() {
            Some(pending) if pending.by != player || pending.what != Proposal::Cycle => {
                let fact = format!("{player} declines");
                let because = vec![Because::new(&Clause::new("G-6"), fact)];
                Ok(Applied { because, ..Applied::default() })
            }
            pending => {
                self.pending = pending;
                Err(not_now(&Clause::new("G-6"), "there is nothing for this player to decline"))
            }
        }
    }

    fn propose_dead(&mut self, player: Player, dead: &Dead) -> Result<Applied, Refused> {
        self.without_dead(dead)?;
        self.pending = Some(Pending {
            by: player,
            accepted: vec![player],
            what: Proposal::Dead(dead.clone()),
        });
        Ok(Applied::default())
    }

    /// LM-9, K-18, J-9, A-11.
    fn agree_dead(&mut self, dead: &Dead) -> Result<Applied, Refused> {
        self.unsettled()?;
        let clause = self.game.ruleset().articles.agreement.clone();
        let lists = self.dead_lists(dead).map_err(|why| not_now(&clause, why))?;
        self.game.agree_dead(&lists).map_err(|why| not_now(&clause, why))?;
        self.settled = true;
        self.pending = None;
        Ok(Applied { ended_by: Some(clause), ..Applied::default() })
    }

    /// The outcome without the dead stones, if they can be agreed on now.
    fn without_dead(&self, dead: &Dead) -> Result<Outcome, Refused> {
        self.unsettled()?;
        let clause = &self.game.ruleset().articles.agreement;
        let lists = self.dead_lists(dead).map_err(|why| not_now(clause, why))?;
        self.game.without_dead(&lists).map_err(|why| not_now(clause, why))
    }

    /// One list for each scoring position, or the one list there is.
    fn dead_lists(&self, dead: &Dead) -> Result<Vec<Vec<Point>>, String> {
        let scored = self.game.outcome().and_then(|outcome| match &outcome.ground {
            Ground::Score(tally) | Ground::NoScoringPosition(tally) => {
                tally.scoring_cycle.map(|_| &tally.scoring_positions)
            }
            _ => None,
        });
        let Some(positions) = scored else {
            if dead.at.is_empty() {
                return Ok(vec![dead.everywhere.clone()]);
            }
            return Err("there are no scoring positions to name with `@`".to_owned());
        };
        let mut lists = vec![dead.everywhere.clone(); positions.len()];
        for (number, points) in &dead.at {
            let list =
                number.checked_sub(1).and_then(|index| lists.get_mut(index)).ok_or_else(|| {
                    format!("there is no scoring position {number}; there are {}", positions.len())
                })?;
            list.extend(points);
        }
        let stands = |index: usize, point: Point| positions[index][point.index()] != 0;
        let named: Vec<(usize, &Vec<Point>)> =
            dead.at.iter().map(|(number, points)| (number - 1, points)).collect();
        let empty = named
            .iter()
            .flat_map(|(index, points)| points.iter().map(|&point| (*index, point)))
            .find(|&(index, point)| !stands(index, point))
            .map(|(_, point)| point)
            .or_else(|| {
                let nowhere = |&&point: &&Point| (0..positions.len()).all(|i| !stands(i, point));
                dead.everywhere.iter().find(nowhere).copied()
            });
        match empty {
            Some(point) => {
                Err(format!("{} is empty: only stones can be dead", self.game.board().name(point)))
            }
            None => Ok(lists),
        }
    }

    /// G-6, K-14.
    fn agree_result(&mut self, result: &AgreedResult) -> Result<Applied, Refused> {
        self.unsettled()?;
        let kee = Clause::new("K-14");
        let agreement = &self.game.ruleset().articles.agreement;
        let clause = if *agreement == kee { kee } else { Clause::new("G-6") };
        let because = vec![Because::new(&clause, "all players agree on the result")];
        self.settle(Outcome {
            verdict: result.verdict.clone(),
            ground: Ground::Agreement(result.margin),
            clause: clause.clone(),
            because,
        });
        Ok(Applied { ended_by: Some(clause), ..Applied::default() })
    }

    fn settle(&mut self, outcome: Outcome) {
        self.game.end(outcome);
        self.settled = true;
        self.pending = None;
    }

    /// Agreement and resignation are possible until the game has been decided by a cycle or by
    /// them; a count may still be replaced by what the players agree on.
    fn unsettled(&self) -> Result<(), Refused> {
        let decided = self.game.outcome().is_some_and(|outcome| {
            !matches!(outcome.ground, Ground::Score(_) | Ground::NoScoringPosition(_))
        });
        if self.settled || decided { Err(ended()) } else { Ok(()) }
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
            Evidence::Repeats { after } if refusal.reason == Reason::Cyclic => format!(
                "it would bring back the position after move {after}, and nobody has passed since"
            ),
            Evidence::Repeats { after } => {
                format!("it would bring back the position after move {after}")
            }
            Evidence::Turn(player) => format!("it is {player}'s turn"),
            Evidence::Ended => "the game is over".to_owned(),
        };
        Refused {
            reason: refusal.reason,
            clause: refusal.clause.clone(),
            why,
            refusal: Some(refusal),
        }
    }
}

fn not_now(clause: &Clause, why: impl Into<String>) -> Refused {
    Refused { reason: Reason::NotNow, clause: clause.clone(), why: why.into(), refusal: None }
}

fn ended() -> Refused {
    Refused {
        reason: Reason::Ended,
        clause: Clause::new("G-3"),
        why: "the game is over".to_owned(),
        refusal: None,
    }
}
