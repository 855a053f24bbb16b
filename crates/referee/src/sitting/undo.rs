//! Taking back (G-9).

use shinpan_board::Player;
use shinpan_rules::{Because, Clause, Fact};

use super::{Applied, Proposal, Refused, Sitting, not_now};
use crate::action::Action;

impl Sitting {
    /// Taking back the move with a number, or the latest, proposed or agreed on.
    pub(super) fn undo(
        &mut self,
        by: Option<Player>,
        from: Option<usize>,
    ) -> Result<Applied, Refused> {
        let latest = self.game.moves_made();
        let from = from.unwrap_or(latest);
        let first = self.start.setup.moves_before + 1;
        if latest < first {
            return Err(not_now(&Clause::new("G-9"), "no move has been made"));
        }
        if !(first..=latest).contains(&from) {
            let why = format!(
                "there is no move {from} to take back: moves {first} to {latest} were made"
            );
            return Err(not_now(&Clause::new("G-9"), why));
        }
        match by {
            Some(player) => Ok(self.propose(player, Proposal::Undo(from))),
            None => self.take_back(from),
        }
    }

    /// Everything from this move on is as if it had not been done.
    pub(super) fn take_back(&mut self, from: usize) -> Result<Applied, Refused> {
        let clause = Clause::new("G-9");
        let mut again = self.anew().map_err(|fault| not_now(&clause, fault.to_string()))?;
        let mut number = self.start.setup.moves_before;
        for action in self.line() {
            number += usize::from(matches!(action, Action::Move(..)));
            if number >= from {
                break;
            }
            again.act(action)?;
        }
        self.game = again.game;
        self.trials = again.trials;
        self.pending = again.pending;
        self.analysis = again.analysis;
        self.settled = again.settled;
        let fact = Fact::TakenBack { number: from };
        let because = vec![Because::new(&clause, fact)];
        Ok(Applied { because, taken_back: Some(from), ..Applied::default() })
    }

    /// Marks what was taken back just now, up to the latest entry of the log.
    pub(super) fn close_gap(&mut self, from: usize) {
        let mut number = self.start.setup.moves_before;
        let gone = |at: &usize| self.gone.iter().any(|range| range.contains(at));
        let begin = (0..self.log.len()).filter(|at| !gone(at)).find(|&at| {
            number += usize::from(matches!(self.log[at], Action::Move(..)));
            number == from
        });
        let Some(begin) = begin else { return };
        self.gone.retain(|range| range.start < begin);
        self.gone.push(begin..self.log.len());
    }
}
