//! The prover of independent life at a table: a clock of its own for each Analysis.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use shinpan_board::{Board, Position};
use shinpan_referee::Prover;
use shinpan_rules::{Analyst, ChainStatus, HypotheticalKo};

/// A prover that may take so long for each position. What is not decided then is unproven.
#[derive(Clone)]
pub struct TimedProver {
    /// What it may do beside the time.
    pub prover: Prover,
    /// How long it may take.
    pub patience: Duration,
    /// Ends its work when set.
    pub interrupt: Arc<AtomicBool>,
}

impl fmt::Debug for TimedProver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TimedProver")
            .field("prover", &self.prover)
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}

impl Analyst for TimedProver {
    fn statuses(
        &self,
        board: &Board,
        position: &Position,
        hypothetical_ko: HypotheticalKo,
    ) -> Vec<ChainStatus> {
        let (begun, patience) = (Instant::now(), self.patience);
        let interrupt = Arc::clone(&self.interrupt);
        let stop = move || begun.elapsed() > patience || interrupt.load(Ordering::Relaxed);
        let prover = Prover { stop: Arc::new(stop), ..self.prover.clone() };
        prover.statuses(board, position, hypothetical_ko)
    }
}
