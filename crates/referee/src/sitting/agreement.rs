//! Agreements and other ends that are not on the board: dead stones, results, resignation, time.

use shinpan_board::{Player, Point};
use shinpan_rules::{Because, Clause, Fact, Ground, Named, NotNow, Outcome, Verdict};

use super::{Applied, Proposal, Refused, Sitting, ended, not_now};
use crate::action::{AgreedResult, Dead, Fault};

impl Sitting {
    /// G-5.
    pub(super) fn resign(&mut self, player: Player) -> Result<Applied, Refused> {
        let fact = Fact::Resigns { player: Named(player) };
        self.lose(player, Clause::new("G-5"), Ground::Resignation(player), fact)
    }

    /// G-10.
    pub(super) fn lost(&mut self, player: Player, fault: Fault) -> Result<Applied, Refused> {
        let (ground, fact) = match fault {
            Fault::Time => (Ground::Time(player), Fact::TimeUp { player: Named(player) }),
            Fault::Forfeit => (Ground::Forfeit(player), Fact::Forfeits { player: Named(player) }),
        };
        self.lose(player, Clause::new("G-10"), ground, fact)
    }

    /// A player has lost off the board; of two the other wins.
    fn lose(
        &mut self,
        player: Player,
        clause: Clause,
        ground: Ground,
        fact: Fact,
    ) -> Result<Applied, Refused> {
        self.unsettled()?;
        if self.game.players() > 2 {
            let why = match ground {
                Ground::Time(_) => NotNow::NoWinnerOnTime {},
                Ground::Forfeit(_) => NotNow::NoWinnerByForfeit {},
                _ => NotNow::NoWinnerByResignation {},
            };
            return Err(not_now(&clause, why));
        }
        let because = vec![Because::new(&clause, fact)];
        let verdict = Verdict::Win(player.next(2));
        self.settle(Outcome { verdict, ground, clause: clause.clone(), because });
        Ok(Applied { ended_by: Some(clause), ..Applied::default() })
    }

    /// Dead stones, proposed or agreed on.
    pub(super) fn dead(&mut self, by: Option<Player>, dead: &Dead) -> Result<Applied, Refused> {
        let Some(player) = by else { return self.agree_dead(dead) };
        self.without_dead(dead)?;
        self.propose(player, Proposal::Dead(dead.clone()))
    }

    /// A result, proposed or agreed on.
    pub(super) fn result(
        &mut self,
        by: Option<Player>,
        result: &AgreedResult,
    ) -> Result<Applied, Refused> {
        let Some(player) = by else { return self.agree_result(result) };
        self.unsettled()?;
        let clause = &self.game.ruleset().articles.agreement;
        result.fits(self.game.players()).map_err(|why| not_now(clause, why))?;
        self.propose(player, Proposal::Result(result.clone()))
    }

    /// LM-9, K-18, J-9, A-11.
    pub(super) fn agree_dead(&mut self, dead: &Dead) -> Result<Applied, Refused> {
        self.unsettled()?;
        let clause = self.game.ruleset().articles.agreement.clone();
        let lists = self.dead_lists(dead).map_err(|why| not_now(&clause, why))?;
        self.game.agree_dead(&lists).map_err(|why| not_now(&clause, why))?;
        self.settled = true;
        self.pending = None;
        Ok(Applied { ended_by: Some(clause), ..Applied::default() })
    }

    /// The outcome without the dead stones, if they can be agreed on now.
    pub(crate) fn without_dead(&self, dead: &Dead) -> Result<Outcome, Refused> {
        self.unsettled()?;
        let clause = &self.game.ruleset().articles.agreement;
        let lists = self.dead_lists(dead).map_err(|why| not_now(clause, why))?;
        self.game.without_dead(&lists).map_err(|why| not_now(clause, why))
    }

    /// One list for each scoring position, or the one list there is.
    fn dead_lists(&self, dead: &Dead) -> Result<Vec<Vec<Point>>, NotNow> {
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
            return Err(NotNow::NoScoringPositions {});
        };
        let mut lists = vec![dead.everywhere.clone(); positions.len()];
        for (number, points) in &dead.at {
            let list = number
                .checked_sub(1)
                .and_then(|index| lists.get_mut(index))
                .ok_or(NotNow::NoSuchScoringPosition { number: *number, count: positions.len() })?;
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
            Some(point) => Err(NotNow::EmptyPoint { point: self.game.board().name(point) }),
            None => Ok(lists),
        }
    }

    /// G-6, K-14.
    pub(super) fn agree_result(&mut self, result: &AgreedResult) -> Result<Applied, Refused> {
        self.unsettled()?;
        let kee = Clause::new("K-14");
        let agreement = &self.game.ruleset().articles.agreement;
        let clause = if *agreement == kee { kee } else { Clause::new("G-6") };
        result.fits(self.game.players()).map_err(|why| not_now(&clause, why))?;
        let because = vec![Because::new(&clause, Fact::AgreedResult {})];
        self.settle(Outcome {
            verdict: result.verdict.clone(),
            ground: Ground::Agreement(result.margin),
            clause: clause.clone(),
            because,
        });
        Ok(Applied { ended_by: Some(clause), ..Applied::default() })
    }

    pub(super) fn settle(&mut self, outcome: Outcome) {
        self.game.end(outcome);
        self.settled = true;
        self.pending = None;
    }

    /// Agreement and resignation are possible until the game has been decided by a cycle or by
    /// them; a count may still be replaced by what the players agree on.
    pub(super) fn unsettled(&self) -> Result<(), Refused> {
        let decided = self.game.outcome().is_some_and(|outcome| {
            !matches!(outcome.ground, Ground::Score(_) | Ground::NoScoringPosition(_))
        });
        if self.settled || decided { Err(ended()) } else { Ok(()) }
    }
}
