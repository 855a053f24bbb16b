//! The Analysis of a room's game (Japanese 1989).

use std::sync::Arc;
use std::time::Duration;

use shinpan_board::Position;
use shinpan_referee::Proven;
use shinpan_rules::{Life, Status};

use super::{Room, state};
use crate::error::{ApiError, Code};
use crate::room::ask::Ask;
use crate::wire::ToClient;
use crate::workers::Deadline;

/// How long it waits before it asks again where all workers are taken, if they do not say.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where the Analysis of a game is.
#[derive(Debug, Default)]
pub(super) enum Analysing {
    /// There is nothing to analyse.
    #[default]
    Nothing,
    /// The chains of this position are worked on.
    Now(Position),
    /// They have been.
    Done(Position),
}

impl Analysing {
    /// Whether the chains are worked on.
    pub(super) fn is_now(&self) -> bool {
        matches!(self, Analysing::Now(_))
    }

    /// The position whose chains are worked on, or have been.
    fn position(&self) -> Option<&Position> {
        match self {
            Analysing::Nothing => None,
            Analysing::Now(position) | Analysing::Done(position) => Some(position),
        }
    }
}

impl Room {
    /// J-5: once the play is over the chains are analysed, elsewhere, and once for a position. Answers whether they begin to be.
    pub(super) fn analyse(&mut self) -> bool {
        let game = self.sitting.game();
        let Life::IndependentlyAlive { hypothetical_ko, .. } = game.ruleset().life else {
            return false;
        };
        if *game.status() != Status::Stopped {
            self.analysing = Analysing::Nothing;
            return false;
        }
        if self.analysing.position() == Some(game.position()) {
            return false;
        }
        let (board, position) = (Arc::clone(game.board()), game.position().clone());
        self.analysing = Analysing::Now(position.clone());
        let (workers, queue) = (self.shared.workers.clone(), self.queue.clone());
        tokio::spawn(async move {
            let proven = loop {
                let (board, chains) = (Arc::clone(&board), position.clone());
                let prove = move |deadline: Deadline| {
                    Box::new(deadline.prover().prove(&board, &chains, hypothetical_ko))
                };
                match workers.run(workers.longest(), prove).await {
                    // A game waits for a worker as long as it is there.
                    Err(ApiError { code: Code::Busy, retry_after, .. }) => {
                        if queue.upgrade().is_none() {
                            return;
                        }
                        let pause = retry_after.map_or(PATIENCE, Duration::from_secs);
                        tokio::time::sleep(pause).await;
                    }
                    done => break done,
                }
            };
            // The room may have gone in the meantime.
            if let Some(queue) = queue.upgrade() {
                let _ = queue.send(Ask::Analysed { position: Box::new(position), proven }).await;
            }
        });
        true
    }

    /// Takes over what was found of a position.
    pub(super) fn analysed(&mut self, position: &Position, proven: Result<Box<Proven>, ApiError>) {
        // Things may have happened since: then it was for nothing.
        match &self.analysing {
            Analysing::Now(now) if now == position => {}
            _ => return,
        }
        self.analysing = Analysing::Done(position.clone());
        match proven {
            Ok(proven) => self.sitting.analyse(&*proven),
            Err(fault) => tracing::warn!(message = fault.message, "no Analysis"),
        }
        self.state = state(&self.sitting, self.events.len(), &self.analysing);
        self.tell(&ToClient::State { state: &self.state });
    }
}
