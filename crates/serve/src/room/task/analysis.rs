//! The Analysis of a room's game (Japanese 1989).

use std::sync::Arc;

use shinpan_board::Position;
use shinpan_referee::Proven;
use shinpan_rules::{Life, Status};

use super::{Room, state};
use crate::room::ask::Ask;
use crate::wire::ToClient;
use crate::workers::Deadline;

impl Room {
    /// J-5: once the play is over the chains are analysed, elsewhere, and once for a position.
    pub(super) fn analyse(&mut self) {
        let game = self.sitting.game();
        let Life::IndependentlyAlive { hypothetical_ko, .. } = game.ruleset().life else { return };
        if *game.status() != Status::Stopped {
            self.analysing = None;
            return;
        }
        if self.analysing.as_ref() == Some(game.position()) {
            return;
        }
        let (board, position) = (Arc::clone(game.board()), game.position().clone());
        self.analysing = Some(position.clone());
        let (workers, queue) = (self.shared.workers.clone(), self.queue.clone());
        tokio::spawn(async move {
            let prove = move |deadline: Deadline| {
                let proven = deadline.prover().prove(&board, &position, hypothetical_ko);
                (Box::new(position), Box::new(proven))
            };
            let done = workers.run(workers.longest(), prove).await;
            match (done, queue.upgrade()) {
                (Ok((position, proven)), Some(queue)) => {
                    // The room may have gone in the meantime.
                    let _ = queue.send(Ask::Analysed { position, proven }).await;
                }
                (Err(fault), _) => tracing::warn!(message = fault.message, "no Analysis"),
                (Ok(_), None) => {}
            }
        });
    }

    pub(super) fn analysed(&mut self, position: &Position, proven: &Proven) {
        let game = self.sitting.game();
        // Things may have happened since: then it was for nothing.
        if *game.status() != Status::Stopped || game.position() != position {
            return;
        }
        self.sitting.analyse(proven);
        self.state = state(&self.sitting, self.events.len());
        self.tell(&ToClient::State { state: &self.state });
    }
}
