//! The Analysis of a game whose play is over (J-5 to J-8, J-10).

use shinpan_board::{Player, Point};

use super::{Game, Status};
use crate::analysis::{
    Analysis, Analyst, ChainStatus, LifeStatus, Settlement, assumed, both, complete, either, settle,
};
use crate::axes::Life;
use crate::clause::Clause;
use crate::counting::remove;
use crate::fact::{Fact, Named};
use crate::komi::Score;
use crate::ruling::{Because, Outcome};

impl Game {
    /// Has the chains analysed and says what follows. There is something to analyse once the play
    /// is over and before the game is, under a ruleset that asks who is independently alive.
    #[must_use]
    pub fn analyse(&self, analyst: &dyn Analyst) -> Option<Analysis> {
        let Life::IndependentlyAlive { hypothetical_ko, .. } = self.ruleset.life else {
            return None;
        };
        if self.status != Status::Stopped {
            return None;
        }
        self.analysed(analyst.statuses(&self.board, &self.position, hypothetical_ko))
    }

    /// What follows from what is known of the chains; those not named are unproven. There is none
    /// unless an Analysis is due.
    #[must_use]
    pub fn analysed(&self, known: Vec<ChainStatus>) -> Option<Analysis> {
        let (Life::IndependentlyAlive { clause, .. }, Status::Stopped) =
            (&self.ruleset.life, &self.status)
        else {
            return None;
        };
        let chains = complete(&self.board, &self.position, known);
        let [for_black, for_white] = [Player::BLACK, Player::WHITE].map(|favoured| {
            settle(&self.board, self.position.codes(), self.players, &chains, favoured)
        });
        let because = self.found(&chains, clause);
        let [best, worst] =
            [&for_black, &for_white].map(|settled| self.settled_outcome(settled, because.clone()));
        let margin = |outcome: &Outcome| {
            let scores = outcome.scores();
            scores.map_or(Score::from(0), |scores| scores[Player::BLACK] - scores[Player::WHITE])
        };
        let margin = [margin(&worst), margin(&best)];
        // Equal margins mean that removal and territory are the same too.
        let outcome = (margin[0] == margin[1]).then_some(worst);
        let certain = both(&for_black, &for_white);
        let possible = either(&for_black, &for_white);
        Some(Analysis { chains, certain, possible, margin, outcome })
    }

    /// The outcome if these stones are removed and these points are counted: what the players
    /// propose after the play, by marks for instance. None unless an Analysis is due, and as each
    /// point must be empty after the removal.
    #[must_use]
    pub fn proposed(&self, proposal: &Settlement) -> Option<Outcome> {
        let mut codes = self.position.codes().to_vec();
        remove(&mut codes, self.players, &proposal.removed);
        let empty = |point: &Point| codes.get(point.index()) == Some(&0);
        let sound = proposal.territory.iter().all(|(_, points)| points.iter().all(empty));
        (self.status == Status::Stopped && sound)
            .then(|| self.score(proposal.territory.clone(), proposal.removed.clone(), Vec::new()))
    }

    /// The outcome that no Analysis could change.
    #[must_use]
    pub fn undisputed(&self) -> Option<Outcome> {
        self.analysed(Vec::new())?.outcome
    }

    /// J-5, J-10: what was found of the chains.
    fn found(&self, chains: &[ChainStatus], clause: &Clause) -> Vec<Because> {
        let number = |status| chains.iter().filter(|chain| chain.status == status).count();
        let (alive, all) = (number(LifeStatus::Alive), chains.len());
        let fact = match number(LifeStatus::Unproven) {
            0 => Fact::AliveChains { alive, all },
            open => Fact::AliveChainsOpen { alive, all, open },
        };
        let mut because = vec![Because::new(clause, fact)];
        let assumed = assumed(chains);
        if !assumed.is_empty() {
            let fact = Fact::AssumedAlive { points: self.names(&assumed) };
            because.push(Because::new(clause, fact));
        }
        for chain in chains {
            let Some(&first) = chain.points.first() else { continue };
            let (player, point) = (Named(chain.player), self.board.name(first));
            let status = chain.status.as_str();
            if let Some(precedent) = chain.precedent {
                let precedent = precedent.as_str();
                let fact = Fact::ChainByPrecedent { player, point, status, precedent };
                because.push(Because::new(&Clause::new("J-10"), fact));
            } else if chain.readings_differ {
                let fact = Fact::ChainReadingsDiffer { player, point, status };
                because.push(Because::new(&Clause::new("J-10"), fact));
            }
        }
        because
    }

    fn settled_outcome(&self, settled: &Settlement, mut because: Vec<Because>) -> Outcome {
        if !settled.removed.is_empty() {
            let fact = Fact::Removed { points: self.names(&settled.removed) };
            because.push(Because::new(&Clause::new("J-6"), fact));
        }
        self.score(settled.territory.clone(), settled.removed.clone(), because)
    }
}
