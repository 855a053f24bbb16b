//! Answers for all states that can come up before proof games and in them, written down.

use shinpan_board::Player;
use shinpan_rules::{Game, StageName};

use super::Judged;
use crate::compact::{BLACK, WHITE};
use crate::limits::{Budget, Limits};
use crate::loopy::answers::{Writer, begins, names, none_found};
use crate::loopy::graph::{State, small_field};
use crate::loopy::returns::{after, shown, shown_from_all};
use crate::loopy::rules::LoopyRules;
use crate::loopy::table::Level;
use crate::loopy::{end, offset};
use crate::strategy::{Claim, Plan, Strategy};
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

/// Whose states a table tells: his who is Black in it, or, with the colours exchanged, his who is White.
fn seen(player: usize, state: State) -> State {
    if player == BLACK { state } else { state.exchanged() }
}

impl Judged<'_> {
    fn plan(&self, game: &Game, claim: &Claim, budget: &mut Budget<'_>) -> Result<Plan, Limit> {
        let black = claim.player == Player::BLACK;
        let stage = LoopyRules::stage_of(game);
        // The player of the claim as Black.
        let own = seen(if black { BLACK } else { WHITE }, State::of(game));
        let paid = if black { offset(game) } else { -offset(game) };
        let kept = |found: End| claim.kept(if black { found } else { found.contrary() });
        for player in [BLACK, WHITE] {
            if player == WHITE && !claim.kept_by_draw() {
                break;
            }
            // Who forces is Black in the table, who keeps is White: there Black wants to break the claim.
            let forces = player == BLACK;
            let (asked, wants): (i64, &dyn Fn(End) -> bool) =
                if forces { (paid, &kept) } else { (-paid, &|found| !kept(found.contrary())) };
            let question = self.question(asked, claim.margin, wants)?;
            let greatest = question.ends.clone();
            let edge = i64::from(question.edge);
            let values = question.values(self, &self.rules, budget)?;
            let after = after(&values, &self.rules);
            let start = (stage, seen(player, own));
            let found = shown(&values, &self.rules, &after, player, start, budget)?;
            let Some(shown) = found.filter(|found| (found.level >= 0) == forces) else { continue };
            let mut writer = Writer { ko_stands: self.rules.ko_stands, answers: Vec::new() };
            let mut way = shown.way;
            let exchanged = black != forces;
            let ends = writer.write(&mut way, &names(game), exchanged, vec![start], budget)?;
            let mut starts = [Vec::new(), Vec::new()];
            for end in ends {
                // The worst with which the claim is kept there.
                let level = i64::from(greatest[self.graph.number(end)]);
                let balance = match forces {
                    true => level.min(edge),
                    false => -(level + 1).max(-edge),
                };
                let at = seen(player, end);
                let needed = self.needed(at, paid - 2 * balance, kept);
                for (needed, starts) in needed.into_iter().zip(&mut starts) {
                    if needed {
                        starts.push(at.next_stage(self.rules.ko_stands));
                    }
                }
            }
            let [own, other] = starts;
            if self.write_proofs(&mut writer, (black, true), own, budget)?
                && self.write_proofs(&mut writer, (black, false), other, budget)?
            {
                return Ok(Plan::Answers(writer.answers));
            }
        }
        Err(none_found(claim))
    }

    /// Whether a player, Black, needs to achieve his goal in his own proof game after an end, and to prevent his opponent from
    /// achieving his.
    fn needed(&self, at: State, paid: i64, kept: impl Fn(End) -> bool) -> [bool; 2] {
        let other = end(self.tried(at)[1], paid);
        let by_count = kept(end(at.stones.margin(self.graph.field()) as Level, paid));
        match (by_count, other >= End::DRAW) {
            (true, true) => [false, true],
            (true, false) => [true, false],
            (false, _) => [true, true],
        }
    }

    /// Writes down how a player goes on in proof games, his own or his opponent's, that begin in these states. He is Black in them.
    /// Whether such answers were found.
    fn write_proofs(
        &self,
        writer: &mut Writer,
        (black, own): (bool, bool),
        starts: Vec<State>,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let [second, first] = &self.proofs;
        let names = match black == own {
            true => [StageName::ProofBlack1, StageName::ProofBlack2],
            false => [StageName::ProofWhite1, StageName::ProofWhite2],
        };
        // In his own he needs no more than a balanced cycle in the first phase, in the other no more than that in the second.
        let players = if own { [WHITE, BLACK] } else { [BLACK, WHITE] };
        let mut starts = starts;
        for ((values, name), player) in [first, second].into_iter().zip(names).zip(players) {
            let open: Vec<State> = starts.iter().map(|&state| seen(player, state)).collect();
            let found = shown_from_all(values, &self.phase, player, &open, budget)?;
            let Some(mut way) = found else { return Ok(false) };
            let open = open.into_iter().map(|state| (0, state)).collect();
            let exchanged = black != (player == BLACK);
            let ends = writer.write(&mut way, &[name], exchanged, open, budget)?;
            let next = |end: State| seen(player, end).next_stage(self.rules.ko_stands);
            starts = ends.into_iter().map(next).collect();
        }
        Ok(true)
    }
}
