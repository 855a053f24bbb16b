//! Answers for all states that can come up before proof games and in them, written down.

use shinpan_board::Player;
use shinpan_rules::{Game, StageName};

use super::Judged;
use super::kept::{Kept, players, seen};
use super::question::{Answered, Question};
use crate::compact::{BLACK, WHITE};
use crate::limits::{Budget, Limits};
use crate::loopy::At;
use crate::loopy::answers::{Writer, begins, names, none_found};
use crate::loopy::graph::{State, small_field};
use crate::loopy::rules::LoopyRules;
use crate::strategy::{Answer, Claim, Plan, Strategy};
use crate::value::{End, Limit};

/// Writes down how players get what they claim.
///
/// # Errors
/// Why the game is beyond this method, what stopped it, or that one of them cannot get it.
pub(crate) fn strategies(
    game: &Game,
    claims: &[Claim],
    limits: &Limits<'_>,
) -> Result<Vec<Strategy>, Limit> {
    let rules = LoopyRules::before_proofs(game.ruleset())?;
    begins(game)?;
    let field = small_field(game.board())?;
    let mut budget = Budget::new(limits);
    let judged = Judged::of(&field, rules, &mut budget)?;
    let written = |claim: &Claim| {
        let plan = judged.plan(game, claim, &mut budget)?;
        Ok(Strategy { claim: *claim, plan })
    };
    claims.iter().map(written).collect()
}

impl Judged<'_> {
    fn plan(&self, game: &Game, claim: &Claim, budget: &mut Budget<'_>) -> Result<Plan, Limit> {
        let black = claim.player == Player::BLACK;
        let At { stage, state, paid } = At::of(game);
        // The player of the claim as Black.
        let own = seen(if black { BLACK } else { WHITE }, state);
        let paid = if black { paid } else { -paid };
        let kept = |found: End| claim.kept(if black { found } else { found.contrary() });
        for player in [BLACK, WHITE] {
            if player == WHITE && !claim.kept_by_draw() {
                break;
            }
            // Who forces is Black in the table, who keeps is White: there Black wants to break the claim.
            let forces = player == BLACK;
            let (paid, wants): (i64, &dyn Fn(End) -> bool) =
                if forces { (paid, &kept) } else { (-paid, &|found| !kept(found.contrary())) };
            let question = Question { stage, paid, margin: claim.margin, wants };
            let asked = question.answered(self, budget)?;
            let start = seen(player, own);
            if let Some(found) = Kept::of(self, &asked, player, start, budget)? {
                let names = &names(game)[stage..];
                let answers = self.answers(found, &asked, black, (names, start), budget)?;
                return Ok(Plan::Answers(answers));
            }
        }
        Err(none_found(claim))
    }

    /// A player's answers from a state before proof games, as the table of the question sees it, and in those he needs, stages having these names.
    fn answers(
        &self,
        found: Kept<'_>,
        asked: &Answered<'_, '_>,
        black: bool,
        (names, start): (&[StageName], State),
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Answer>, Limit> {
        let Kept { player, mut way, proofs } = found;
        let ko_stands = self.rules.ko_stands;
        let mut writer = Writer { ko_stands, answers: Vec::new() };
        let exchanged = black != (player == BLACK);
        let ends = writer.write(&mut way, names, exchanged, vec![(0, start)], budget)?;
        for ((own, ways), which) in [true, false].into_iter().zip(proofs).zip(0..) {
            let names = match black == own {
                true => [StageName::ProofBlack1, StageName::ProofBlack2],
                false => [StageName::ProofWhite1, StageName::ProofWhite2],
            };
            let needed = |&&end: &&State| asked.needed(self, player, end)[which];
            let begins = |as_player: usize, end: State| seen(as_player, end).next_stage(ko_stands);
            let needing = ends.iter().filter(needed);
            let mut starts: Vec<State> = needing.map(|&end| begins(player, end)).collect();
            for ((mut way, name), player) in ways.into_iter().zip(names).zip(players(own)) {
                let open = starts.into_iter().map(|state| (0, seen(player, state))).collect();
                let exchanged = black != (player == BLACK);
                let ends = writer.write(&mut way, &[name], exchanged, open, budget)?;
                starts = ends.into_iter().map(|end| begins(player, end)).collect();
            }
        }
        Ok(writer.answers)
    }
}
