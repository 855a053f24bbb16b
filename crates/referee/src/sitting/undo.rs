//! Taking back (G-9).

use std::sync::Arc;

use shinpan_board::Player;
use shinpan_rules::{Because, Clause, Fact, Game, NotNow};

use super::{Applied, Pending, Proposal, Refused, Sitting, cannot_stand, not_now};
use crate::action::Action;
use crate::trial::Trials;

/// When so many moves were done anew for taking one back, how the table stood `NEAR` moves before it is kept.
const FAR: usize = 16;
const NEAR: usize = 8;

/// How a sitting stood earlier: what is taken back next is done anew from there.
#[derive(Debug)]
pub(super) struct Kept {
    /// The place in the log of the first action after it.
    at: usize,
    /// The moves made, those before the sitting included.
    moves: usize,
    game: Game,
    trials: Option<Trials>,
    pending: Option<Pending>,
    settled: bool,
}

impl Kept {
    fn of(sitting: &Sitting, at: usize, moves: usize) -> Kept {
        let (game, trials) = (sitting.game.clone(), sitting.trials.clone());
        let (pending, settled) = (sitting.pending.clone(), sitting.settled);
        Kept { at, moves, game, trials, pending, settled }
    }
}

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
            return Err(not_now(&Clause::new("G-9"), NotNow::NoMoveMade {}));
        }
        if !(first..=latest).contains(&from) {
            let why = NotNow::NoSuchMove { number: from, first, latest };
            return Err(not_now(&Clause::new("G-9"), why));
        }
        match by {
            Some(player) => self.propose(player, Proposal::Undo(from)),
            None => self.take_back(from),
        }
    }

    /// Everything from this move on is as if it had not been done.
    pub(super) fn take_back(&mut self, from: usize) -> Result<Applied, Refused> {
        let clause = Clause::new("G-9");
        let mut kept = self.kept.take().filter(|kept| kept.moves < from);
        let mut again = self.anew().map_err(|fault| cannot_stand(&clause, &fault))?;
        let (mut at, mut moves) = (0, self.start.setup.moves_before);
        if let Some(kept) = &kept {
            (at, moves) = (kept.at, kept.moves);
            again.game = kept.game.clone();
            (again.trials, again.pending) = (kept.trials.clone(), kept.pending.clone());
            again.settled = kept.settled;
        }
        // What is taken back next is most often nearby.
        let keep = (from - moves > FAR).then(|| from - NEAR);
        for (place, action) in self.standing(at) {
            let number = moves + usize::from(matches!(action, Action::Move(..)));
            if number >= from {
                break;
            }
            if keep == Some(number) && number > moves {
                kept = Some(Arc::new(Kept::of(&again, place, moves)));
            }
            again.act(action)?;
            moves = number;
        }
        self.kept = kept;
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
        let kept = self.kept.as_ref().map(|kept| (kept.at, kept.moves));
        let (at, mut number) = kept.unwrap_or((0, self.start.setup.moves_before));
        let begin = self.standing(at).find(|(_, action)| {
            number += usize::from(matches!(action, Action::Move(..)));
            number == from
        });
        let Some((begin, _)) = begin else { return };
        self.gone.retain(|range| range.start < begin);
        self.gone.push(begin..self.log.len());
    }

    /// Gives up what is kept once it is far behind: most tables take back little.
    pub(super) fn forget(&mut self) {
        let far = |kept: &Arc<Kept>| self.game.moves_made() > kept.moves + 2 * FAR;
        if self.kept.as_ref().is_some_and(far) {
            self.kept = None;
        }
    }
}
