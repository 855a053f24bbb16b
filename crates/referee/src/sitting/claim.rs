//! Claims, proposals and their answers.

use shinpan_board::Player;
use shinpan_rules::{Because, Clause, Fact, Named, NotNow, Notice, Status};

use super::{Applied, Pending, Proposal, Refused, Sitting, ended, not_now};

impl Sitting {
    /// LC-5, J-4: a player claims a cycle; the other may break it by playing on.
    pub(super) fn claim(&mut self, player: Player) -> Result<Applied, Refused> {
        let (clause, notice) = self.cycle_rule()?;
        if notice != Notice::Claim {
            return Err(not_now(&clause, NotNow::NoClaimNeeded {}));
        }
        let Some(cycle) = self.game.claimable() else {
            return Err(not_now(&clause, NotNow::NoCycle {}));
        };
        let fact = Fact::Claims { player: Named(player), from: cycle.from + 1, to: cycle.to };
        let claims = Because::new(&clause, fact);
        let mut applied = self.propose(player, Proposal::Cycle)?;
        applied.because.insert(0, claims);
        Ok(applied)
    }

    /// The referee, or all players, rule on the cycle just completed.
    pub(super) fn rule_cycle(&mut self) -> Result<Applied, Refused> {
        let (clause, _) = self.cycle_rule()?;
        if self.game.rule_claimed().is_none() {
            return Err(not_now(&clause, NotNow::NoCycle {}));
        }
        self.pending = None;
        let mut applied = Applied { ended_by: Some(clause), ..Applied::default() };
        self.follow_trials(&mut applied);
        Ok(applied)
    }

    pub(super) fn cycle_rule(&self) -> Result<(Clause, Notice), Refused> {
        if *self.game.status() != Status::InPlay {
            return Err(ended());
        }
        let stage = self.game.stage();
        stage.cycle_rule().map(|(clause, how)| (clause.clone(), how.notice)).ok_or_else(|| {
            let first = stage.repetition.first();
            let clause = first.map_or_else(|| Clause::new("G-3"), |rule| rule.clause.clone());
            not_now(&clause, NotNow::NoCyclePossible {})
        })
    }

    /// What is pending takes effect when all have accepted it.
    pub(super) fn accept(&mut self, player: Player) -> Result<Applied, Refused> {
        let Some(mut pending) = self.pending.clone() else {
            return Err(not_now(&Clause::new("G-6"), NotNow::NothingPending {}));
        };
        if pending.accepted.contains(&player) {
            let clause = self.clause_of(&pending.what);
            return Err(not_now(&clause, NotNow::AcceptedAlready { player: Named(player) }));
        }
        pending.accepted.push(player);
        if pending.accepted.len() < self.game.players() {
            self.pending = Some(pending);
            return Ok(Applied::default());
        }
        match pending.what {
            Proposal::Cycle => self.rule_cycle(),
            Proposal::Dead(dead) => self.agree_dead(&dead),
            Proposal::Result(result) => self.agree_result(&result),
            Proposal::Undo(from) => self.take_back(from),
        }
    }

    pub(super) fn decline(&mut self, player: Player) -> Result<Applied, Refused> {
        match self.pending.take() {
            Some(pending) if pending.by != player || pending.what != Proposal::Cycle => {
                let fact = Fact::Declines { player: Named(player) };
                let because = vec![Because::new(&self.clause_of(&pending.what), fact)];
                Ok(Applied { because, ..Applied::default() })
            }
            pending => {
                self.pending = pending;
                Err(not_now(&Clause::new("G-6"), NotNow::NothingToDecline {}))
            }
        }
    }

    /// The clause by which something may be proposed, and declined.
    fn clause_of(&self, what: &Proposal) -> Clause {
        match what {
            Proposal::Cycle => {
                let rule = self.game.stage().cycle_rule();
                rule.map_or_else(|| Clause::new("G-6"), |(clause, _)| clause.clone())
            }
            Proposal::Dead(_) => self.game.ruleset().articles.agreement.clone(),
            Proposal::Result(_) => Clause::new("G-6"),
            Proposal::Undo(_) => Clause::new("G-9"),
        }
    }

    /// A player proposes something that has been found possible. Where others have proposed or accepted the same he accepts it.
    pub(super) fn propose(&mut self, player: Player, what: Proposal) -> Result<Applied, Refused> {
        let same = |pending: &Pending| pending.what == what && !pending.accepted.contains(&player);
        if self.pending.as_ref().is_some_and(same) {
            return self.accept(player);
        }
        self.pending = Some(Pending { by: player, accepted: vec![player], what });
        Ok(Applied::default())
    }
}
