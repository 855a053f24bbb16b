//! Proof games behind the ends of a game (LC-7, LC-8): whoever gains by them asks for them, and who alone achieves his goal wins.
//!
//! A player's answers go on in both. Where he has none he gives that proof game up. docs/findings/proofs.md, "Checking
//! proof games", says why that is enough.

use shinpan_board::Player;
use shinpan_rules::{Game, Ground, Sequel, StageName, Status};

use super::answers::{Last, Played};
use super::{Flaw, Reached, plus};
use crate::strategy::Claim;
use crate::value::End;

/// The proof games that may be asked for at an end.
pub(super) struct Tried {
    /// Prisoners' part of the margin there, on the way it was come to first.
    pub(super) paid: i64,
    /// Where they begin: the player's own, and his opponent's.
    pub(super) starts: [usize; 2],
}

/// Whose proof game a stage belongs to, and whether it is its first phase.
pub(super) fn proof_of(stage: StageName) -> Option<(Player, bool)> {
    match stage {
        StageName::Main | StageName::Resolution | StageName::Competition => None,
        StageName::ProofBlack1 => Some((Player::BLACK, true)),
        StageName::ProofBlack2 => Some((Player::BLACK, false)),
        StageName::ProofWhite1 => Some((Player::WHITE, true)),
        StageName::ProofWhite2 => Some((Player::WHITE, false)),
    }
}

/// Whether a balanced cycle in a stage is as good as claimed: it achieves the goal of a proof game in the first phase, and
/// fails it in the second.
pub(super) fn draw_is_enough(claim: &Claim, stage: StageName) -> bool {
    match proof_of(stage) {
        None => claim.kept_by_draw(),
        Some((prover, first)) => (prover == claim.player) == first,
    }
}

/// A player's proof game and his opponent's, if they may be asked for: where a game is over by a count.
pub(super) fn proof_games(base: &Game, player: Player) -> Option<[Game; 2]> {
    let Status::Over(outcome) = base.status() else { return None };
    let (Sequel::ProofGames { .. }, Ground::Score(_)) = (&base.ruleset().sequel, &outcome.ground)
    else {
        return None;
    };
    let of = |prover: Player| Game::proof_game(base, prover, base.moves_made());
    Some([of(player)?, of(player.next(2))?])
}

impl Played<'_> {
    /// For each node of a proof game the least that is added to what was paid on the way there, for the player: nothing that can
    /// be counted if he gives the game up, [`End::Won`] if it is ended by cycles alone.
    pub(super) fn worst_of_proofs(&self) -> Result<Vec<End>, Flaw> {
        let sign = self.sign();
        let start = |given_up: bool| if given_up { End::Lost } else { End::Won };
        let mut worst: Vec<End> = self.nodes.iter().map(|node| start(node.given_up)).collect();
        for Last { from, end, .. } in &self.tried {
            let found = own(self.claim, *end);
            worst[*from] = worst[*from].min(plus(found, -sign * self.nodes[*from].paid));
        }
        // Later nodes are nearer to the ends.
        for _ in 0..=self.nodes.len() {
            let mut changed = false;
            for edge in self.edges.iter().rev() {
                let there = plus(worst[edge.to], sign * edge.paid);
                if there < worst[edge.from] {
                    worst[edge.from] = there;
                    changed = true;
                }
            }
            if !changed {
                return Ok(worst);
            }
        }
        Err(Flaw::Beyond("the margin falls in a cycle of a proof game"))
    }
}

/// An end as the player of a claim sees it: his margin. Draws without a count come from no proof game that is played to its end.
fn own(claim: &Claim, end: Reached) -> End {
    match (end, claim.player) {
        (Reached::End(ends), Player::BLACK) => ends[0],
        (Reached::End(ends), _) => match ends[1] {
            End::Lost => End::Won,
            End::Margin(margin) => End::Margin(-margin),
            End::Won => End::Lost,
        },
        (Reached::Draw, _) => End::Lost,
    }
}

impl Tried {
    /// What is wrong with an end before these, to which so much more was paid for Black than on the way it was come to first.
    pub(super) fn flaw(
        &self,
        claim: &Claim,
        counted: Reached,
        more: i64,
        worst: &[End],
        line: impl FnOnce() -> String,
    ) -> Result<(), Flaw> {
        let sign = if claim.player == Player::BLACK { 1 } else { -1 };
        let [own, other] = self.starts.map(|start| plus(worst[start], sign * (self.paid + more)));
        let (achieved, prevented) = (own > End::DRAW, other >= End::DRAW);
        let by_count = counted.flaw(claim, String::new);
        let kept = match &by_count {
            // The opponent must not be the only one to achieve his goal.
            Ok(()) => achieved || prevented,
            Err(_) => achieved && prevented,
        };
        if kept {
            return Ok(());
        }
        let told = |shown: bool| if shown { "shown" } else { "not shown" };
        let opponent = claim.player.next(2);
        let Reached::End(ends) = counted else { return by_count };
        let margin = if claim.player == Player::BLACK { ends[0] } else { ends[1] };
        let found = format!(
            "margin {margin}; that {} achieves the goal of his proof game is {}, that {opponent} does not is {}",
            claim.player,
            told(achieved),
            told(prevented),
        );
        Err(Flaw::Result { line: line(), found })
    }
}
