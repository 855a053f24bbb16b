//! The prover of independent life at the service of the rules.

use std::fmt;
use std::sync::Arc;

use shinpan_board::{Board, Position};
use shinpan_life::{Chain, Limits, Reading, Status, analyse};
use shinpan_rules::{Analyst, ChainStatus, HypotheticalKo, LifeStatus};

/// Decides who lives by proof, within a budget. What the budget leaves undecided is unproven.
#[derive(Clone)]
pub struct Prover {
    /// States that may be looked at for one chain.
    pub nodes: u64,
    /// States of a small board that may be written down to decide its chains exactly.
    pub states: usize,
    /// Asked now and then; `true` ends the work.
    pub stop: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Hears of each chain as soon as it is decided: how many are, how many there are, the chain.
    pub tell: Arc<dyn Fn(usize, usize, &ChainStatus) + Send + Sync>,
}

impl Prover {
    /// The number of states looked at for one chain if nothing else is asked.
    pub const NODES: u64 = 20_000;
    /// The number of states written down for a small board if nothing else is asked.
    pub const STATES: usize = 2_000_000;
}

impl Default for Prover {
    fn default() -> Prover {
        Prover {
            nodes: Prover::NODES,
            states: Prover::STATES,
            stop: Arc::new(|| false),
            tell: Arc::new(|_, _, _| {}),
        }
    }
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl Analyst for Prover {
    fn statuses(
        &self,
        board: &Board,
        position: &Position,
        hypothetical_ko: HypotheticalKo,
    ) -> Vec<ChainStatus> {
        let reading = match hypothetical_ko {
            HypotheticalKo::Basic => Reading::Basic,
            HypotheticalKo::KoPass => Reading::KoPass,
        };
        let limits = Limits { nodes: self.nodes, states: self.states, stop: &*self.stop };
        let all = position.chains(board).len();
        let mut decided = 0;
        let mut tell = |chain: &Chain| {
            decided += 1;
            (self.tell)(decided, all, &status(chain));
        };
        let chains = analyse(board, position, reading, &limits, &mut tell);
        chains.iter().map(status).collect()
    }
}

fn status(chain: &Chain) -> ChainStatus {
    ChainStatus {
        status: match chain.status {
            Status::Alive => LifeStatus::Alive,
            Status::NotAlive => LifeStatus::NotAlive,
            Status::Unproven => LifeStatus::Unproven,
        },
        nodes: chain.nodes,
        ..ChainStatus::unproven(chain.player, chain.points.clone())
    }
}
