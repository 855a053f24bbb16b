//! What the referee would accept from whom, before anybody has done it.

use shinpan_board::Player;
use shinpan_rules::{Move, Notice, Sequel, Status};

use super::{Proposal, Sitting};
use crate::action::Dead;

impl Sitting {
    /// The kinds of acts that would be accepted from a player now: `move` (a pass at least),
    /// `resign`, `claim`, `accept`, `decline`, `dead` (that no stones are), `result`, `request`,
    /// `undo` (of the latest move).
    #[must_use]
    pub fn possible(&self, player: Player) -> Vec<&'static str> {
        let two = self.game.players() == 2;
        let latest = self.game.moves_made();
        let pending = self.pending.as_ref();
        let list = [
            ("move", self.game.ruling_for(player, Move::Pass).is_ok()),
            ("resign", two && self.unsettled().is_ok()),
            ("claim", self.may_claim()),
            ("accept", pending.is_some_and(|pending| !pending.accepted.contains(&player))),
            ("decline", pending.is_some_and(|p| p.by != player || p.what != Proposal::Cycle)),
            ("dead", self.without_dead(&Dead::default()).is_ok()),
            ("result", self.unsettled().is_ok()),
            ("request", self.may_request()),
            ("undo", latest > self.setup().moves_before),
        ];
        list.into_iter().filter(|(_, accepted)| *accepted).map(|(kind, _)| kind).collect()
    }

    /// The kinds of acts that would be accepted from the referee now: `rule`, `time`, `forfeit`,
    /// `edit` (of the player to move).
    #[must_use]
    pub fn possible_for_referee(&self) -> Vec<&'static str> {
        let decides = self.game.players() == 2 && self.unsettled().is_ok();
        let rules = self.cycle_rule().is_ok() && self.game.claimable().is_some();
        let list = [
            ("rule", rules),
            ("time", decides),
            ("forfeit", decides),
            ("edit", *self.game.status() == Status::InPlay),
        ];
        list.into_iter().filter(|(_, accepted)| *accepted).map(|(kind, _)| kind).collect()
    }

    fn may_claim(&self) -> bool {
        self.cycle_rule().is_ok_and(|(_, notice)| notice == Notice::Claim)
            && self.game.claimable().is_some()
    }

    fn may_request(&self) -> bool {
        match self.game.ruleset().sequel {
            Sequel::None => false,
            Sequel::ProofGames { .. } => self.may_follow(),
            Sequel::Resolutions { .. } | Sequel::Resumption { .. } => {
                !self.settled && self.game.may_resume().is_ok()
            }
        }
    }
}
