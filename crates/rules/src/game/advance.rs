//! What a move does: captures, prisoners, passes, stages, cycles.

use shinpan_board::{ByPlayer, Player, Point};

use super::{Game, Played, Status};
use crate::axes::{
    Adjudication, Balanced, Button, Ending, KoAfterPasses, Life, Measure, Notice, Refill, Sequel,
    Supply, Unbalanced,
};
use crate::clause::Clause;
use crate::fact::{Each, Fact, Named};
use crate::history::{Banned, Key, KoBan, Move, Sought};
use crate::not_now::NotNow;
use crate::ruling::{Because, Cycle, Ground, Outcome, Refusal, Verdict};

impl Game {
    /// Makes a move of the player to move.
    ///
    /// # Errors
    /// If it is not allowed; then nothing has changed.
    pub fn play(&mut self, made: Move) -> Result<Played, Refusal> {
        self.ruling(made)?;
        let mut played = Played::default();
        match made {
            Move::Play(point) => self.put(point, &mut played),
            Move::Pass => self.pass(&mut played),
        }
        Ok(played)
    }

    /// LM-3, K-11, J-1, A-1: the stone is put on the board and what has no liberty is removed.
    fn put(&mut self, point: Point, played: &mut Played) {
        let mover = self.to_move;
        let before = self.moves_made();
        let placed = self.position.place(&self.board, point, mover);
        self.take_from_prisoners(mover, &mut played.because);
        for &(_, owner) in self.position.removed() {
            self.prisoners[owner.index()] += 1;
        }
        played.removed = self.position.removed().to_vec();
        self.refill(&mut played.because);
        if self.stage == 0 {
            self.plays[mover.index()] += 1;
        }
        self.to_move = self.next_player();
        self.passes_in_row = 0;
        self.ban = None;
        if self.stage().bans_ko() && placed.captured + placed.lost == 1 {
            self.ban = self
                .banned_after(point, placed.lost == 1)
                .map(|banned| KoBan { banned, repeats: before });
        }
        self.push((mover, Move::Play(point)));
        self.rule_on_cycle(played);
    }

    /// LC-4, J-3, A-6: which play of the player now to move would bring back the position that
    /// stood before the play at `point`, which removed one stone.
    fn banned_after(&self, point: Point, suicide: bool) -> Option<Banned> {
        if suicide {
            // Nothing has changed, so every suicide of a single stone would bring it back.
            let mut empty = self.board.points().filter(|&p| self.position.stone(p).is_empty());
            let any = empty
                .any(|point| self.position.consequence(&self.board, point, self.to_move).lost == 1);
            return any.then_some(Banned::Unchanged);
        }
        let taken = self.position.retake(&self.board, point)?;
        let owner = self.position.removed().first()?.1;
        (owner == self.to_move).then_some(Banned::Point(taken))
    }

    fn pass(&mut self, played: &mut Played) {
        if self.white_owes_pass {
            // the pass White owes; the play is over already.
            self.white_owes_pass = false;
            self.push((self.to_move, Move::Pass));
            return;
        }
        let mover = self.to_move;
        let number = self.history.now() + 1;
        let takes_button = match &self.ruleset.button {
            Button::FirstPass { lifts_bans, clause } if self.button.is_none() => {
                Some((*lifts_bans, clause.clone()))
            }
            Button::FirstPass { .. } | Button::None => None,
        };
        self.to_move = self.next_player();
        self.last_pass = Some(number);
        self.ban = None;
        if let Some((lifts_bans, clause)) = takes_button {
            self.button = Some(mover);
            if lifts_bans {
                self.bans_from = number;
            }
            played.because.push(Because::new(&clause, Fact::ButtonTaken { player: Named(mover) }));
            self.push((mover, Move::Pass));
            return;
        }
        self.passes_in_row = self.passes_in_row.saturating_add(1);
        match self.stage().ending.clone() {
            Ending::SuccessivePasses { count, white_last, ko_ban, clause } => {
                if self.passes_in_row < count {
                    // The ban is remembered by the moment before this one.
                    self.push((mover, Move::Pass));
                    self.rule_on_cycle(played);
                    return;
                }
                // A reading (docs/decisions/0004): as if the passes had not been made, a ban stands again. A
                // single pass that ends a stage leaves the move to the player it did not bind.
                let before = number.checked_sub(usize::from(count));
                let standing = before
                    .filter(|_| count > 1 && ko_ban == KoAfterPasses::Stands)
                    .and_then(|before| self.history.moment(before).ban);
                played.ended_by = Some(clause.clone());
                self.end_stage(mover, usize::from(count), standing, &clause, played);
                self.white_owes_pass =
                    white_last && mover == Player::BLACK && self.status != Status::InPlay;
            }
            Ending::OwnPassRepeated { clause } => {
                let codes = || self.position.codes().to_vec();
                let sought = Sought {
                    hash: self.position.hash(),
                    to_move: self.to_move,
                    ban: None,
                    passer: Some(mover),
                    codes: &codes,
                };
                let earlier = self.history.find(Key::PassBy, &sought);
                self.push((mover, Move::Pass));
                if let Some(earlier) = earlier {
                    played.ended_by = Some(clause);
                    self.status = Status::Over(Box::new(self.cyclic_score(earlier, &[])));
                } else {
                    self.rule_on_cycle(played);
                }
            }
        }
    }

    /// LM-5, LM-7, LM-10, J-1, A-8: so many passes have ended the stage; the next begins as if they
    /// had not been made, or the play is over.
    fn end_stage(
        &mut self,
        mover: Player,
        passes: usize,
        standing: Option<KoBan>,
        clause: &Clause,
        played: &mut Played,
    ) {
        let number = self.history.now() + 1;
        self.passes_in_row = 0;
        if self.stage + 1 < self.ruleset.stages.len() {
            self.stage += 1;
            self.begin_phase(number, standing);
            self.push((mover, Move::Pass));
            let (phase, player) = (self.stage().name.as_str(), Named(self.to_move));
            let fact = match passes {
                1 => Fact::StageEndsByPass { phase, player },
                _ => Fact::StageEndsByPasses { passes, phase, player },
            };
            played.because.push(Because::new(clause, fact));
            self.start_pairs = self.refill(&mut played.because);
        } else {
            // What stands again stands again in what may follow: a further resolution, a proof game.
            self.ban = standing;
            self.push((mover, Move::Pass));
            self.status = match self.ruleset.life {
                Life::AsItStands => Status::Over(Box::new(self.count_outcome(&[]))),
                Life::IndependentlyAlive { .. } => Status::Stopped,
            };
        }
        for unmade in 1..passes {
            self.history.unmake(number - unmade);
        }
    }

    fn begin_phase(&mut self, number: usize, standing: Option<KoBan>) {
        self.phase = self.phase.saturating_add(1);
        self.phase_start = number;
        self.ban = standing.filter(|_| self.stage().bans_ko());
        self.claimable = false;
    }

    /// LM-11, A-13: the last stage goes on as a phase of its own, asked for after it has ended by
    /// passes.
    ///
    /// # Errors
    /// The reason in words, if it cannot go on.
    pub fn resume(&mut self) -> Result<Clause, NotNow> {
        let clause = self.may_resume()?;
        self.resolutions_left = self.resolutions_left.saturating_sub(1);
        self.status = Status::InPlay;
        self.white_owes_pass = false;
        // After the pass that White owed it is Black's turn.
        if let (Sequel::Resumption { .. }, Some((last, _))) =
            (&self.ruleset.sequel, self.history.latest().made)
        {
            self.to_move = last.next(self.players);
        }
        let standing = self.ban;
        self.begin_phase(self.history.now(), standing);
        self.history.begin_phase(self.phase, self.ban);
        self.start_pairs = self.refill(&mut Vec::new());
        Ok(clause)
    }

    /// Whether the last stage may be asked to go on now, and by which clause.
    ///
    /// # Errors
    /// As for [`Game::resume`].
    pub fn may_resume(&self) -> Result<Clause, NotNow> {
        let (clause, when) = match self.ruleset.sequel.clone() {
            Sequel::Resolutions { clause, most: 2.. } => (clause, NotNow::ResolutionNotEnded {}),
            Sequel::Resumption { clause } => (clause, NotNow::PlayNotEnded {}),
            Sequel::None | Sequel::ProofGames { .. } | Sequel::Resolutions { .. } => {
                return Err(NotNow::OneResolution { rules: self.ruleset.id.clone() });
            }
        };
        let ended_by_count = self.outcome().is_some_and(|outcome| {
            matches!(outcome.ground, Ground::Score(_)) && !outcome.because.is_empty()
        });
        if !ended_by_count {
            return Err(when);
        }
        match self.ruleset.sequel {
            Sequel::Resolutions { .. } if self.resolutions_left == 0 => {
                Err(NotNow::ResolutionsPlayed {})
            }
            Sequel::Resumption { .. } if self.phase > 0 && !self.played_in_phase() => {
                Err(NotNow::NobodyHasPlayed {})
            }
            _ => Ok(clause),
        }
    }

    /// Whether a stone has been played in this phase.
    fn played_in_phase(&self) -> bool {
        let made = |number: usize| self.history.moment(number).made;
        (self.phase_start + 1..=self.history.now())
            .any(|number| matches!(made(number), Some((_, Move::Play(_)))))
    }

    /// LM-6: whenever a colour has no prisoners (a reading: docs/decisions/0005), a pair is added.
    /// How many, is returned.
    pub(super) fn refill(&mut self, because: &mut Vec<Because>) -> u32 {
        let Supply::Prisoners { refill: Refill::AtOnce, clause } = &self.stage().supply else {
            return 0;
        };
        let clause = clause.clone();
        let mut pairs = 0;
        while Player::all(self.players).any(|player| self.prisoners[player.index()] == 0) {
            self.add_pair();
            pairs += 1;
        }
        if pairs > 0 {
            because.push(Because::new(&clause, Fact::PrisonersAdded {}));
        }
        pairs
    }

    fn add_pair(&mut self) {
        for player in Player::all(self.players) {
            self.prisoners[player.index()] += 1;
        }
    }

    /// LM-6: the stone comes from the mover's own colour in the prisoner place.
    fn take_from_prisoners(&mut self, mover: Player, because: &mut Vec<Because>) {
        let Supply::Prisoners { clause, .. } = &self.stage().supply else { return };
        let clause = clause.clone();
        if self.prisoners[mover.index()] == 0 {
            self.add_pair();
            because.push(Because::new(&clause, Fact::PrisonersAdded {}));
        }
        self.prisoners[mover.index()] -= 1;
    }

    fn push(&mut self, made: (Player, Move)) {
        self.history.push(&self.position, Some(made), self.to_move, self.phase, self.ban);
        self.claimable = false;
    }

    /// LC-5, J-4, A-7: whether the state has occurred before in this phase, and what follows.
    fn rule_on_cycle(&mut self, played: &mut Played) {
        let Some((clause, adjudication)) = self.stage().cycle_rule() else { return };
        let clause = clause.clone();
        let now = self.history.latest();
        let Some(before) = now.state_before else { return };
        let occurrence = now.occurrence;
        let due = match adjudication.notice {
            Notice::Automatic => true,
            Notice::Repetitions(times) => occurrence >= times.max(2),
            Notice::Claim => false,
        };
        if due {
            let cycle = self.cycle(before as usize, occurrence);
            played.ended_by = Some(clause.clone());
            self.status = Status::Over(Box::new(self.cycle_outcome(cycle, &clause, adjudication)));
        } else {
            self.claimable = true;
        }
    }

    /// Rules on the cycle that may be claimed, as when a claim is accepted or the referee decides.
    /// `None` if there is none.
    pub fn rule_claimed(&mut self) -> Option<&Outcome> {
        let cycle = self.claimable()?;
        self.claimable = false;
        let (clause, adjudication) = self.stage().cycle_rule()?;
        self.status = Status::Over(Box::new(self.cycle_outcome(cycle, clause, adjudication)));
        self.outcome()
    }

    /// A cycle that is complete and may be claimed, where cycles are ruled on when claimed.
    #[must_use]
    pub fn claimable(&self) -> Option<Cycle> {
        let now = self.history.latest();
        let from = now.state_before.filter(|_| self.claimable)?;
        Some(self.cycle(from as usize, now.occurrence))
    }

    fn cycle(&self, from: usize, occurrence: u32) -> Cycle {
        let to = self.history.now();
        let mut passes = ByPlayer::new(self.players, |_| 0);
        let mut lost = ByPlayer::new(self.players, |_| 0);
        for number in from + 1..=to {
            if let Some((player, Move::Pass)) = self.history.moment(number).made {
                passes[player] += 1;
            }
            for &(_, owner) in self.history.removed(number) {
                lost[owner] += 1;
            }
        }
        Cycle { from: self.offset + from, to: self.offset + to, passes, lost, occurrence }
    }

    fn cycle_outcome(&self, cycle: Cycle, clause: &Clause, rule: Adjudication) -> Outcome {
        let (black, white) = (Player::BLACK, Player::WHITE);
        let favoured = match rule.measure {
            Measure::Passes => {
                let (b, w) = (cycle.passes[black], cycle.passes[white]);
                (b != w).then_some(if b > w { black } else { white })
            }
            Measure::StonesLost => {
                let (b, w) = (cycle.lost[black], cycle.lost[white]);
                (b != w).then_some(if b < w { black } else { white })
            }
        };
        let verdict = match (favoured, rule.balanced, rule.unbalanced) {
            (None, Balanced::Draw, _) => Verdict::Draw,
            (None, Balanced::NoResult, _) | (Some(_), _, Unbalanced::NoResult) => Verdict::NoResult,
            (Some(player), _, Unbalanced::FavouredWins) => Verdict::Win(player),
        };
        let (from, to, length) = (cycle.from, cycle.to, cycle.to - cycle.from);
        let (passes, lost) = (Each::of(&cycle.passes), Each::of(&cycle.lost));
        let fact = match (rule.measure, favoured) {
            (Measure::Passes, Some(_)) => Fact::CyclePasses { from, to, length, passes },
            (Measure::Passes, None) => Fact::CyclePassesBalanced { from, to, length, passes },
            (Measure::StonesLost, Some(_)) => Fact::CycleLost { from, to, length, lost },
            (Measure::StonesLost, None) => Fact::CycleLostBalanced { from, to, length, lost },
        };
        let because = vec![Because::new(clause, fact)];
        Outcome { verdict, ground: Ground::LongCycle(cycle), clause: clause.clone(), because }
    }
}
