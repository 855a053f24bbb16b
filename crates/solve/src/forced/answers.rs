//! Strategies that bring nothing back, written down as answers.

use num_rational::Ratio;
use rustc_hash::FxHashSet;
use shinpan_board::{Player, Point};
use shinpan_rules::{Count, Game, Move, Suicide};

use super::asker::Kept;
use super::question::Question;
use super::under_superko::{self, Asked};
use super::unrepeated::Unrepeated;
use crate::compact::{BLACK, Mask, WHITE, with_sets};
use crate::limits::Limits;
use crate::loopy::answers::begins;
use crate::loopy::{LoopyRules, offset};
use crate::strategy::{Answer, Claim, Plan, Situation, Strategy};
use crate::value::{End, Limit};

/// About how many bytes an answer takes, the points of the board apart.
const EACH: u64 = 120;

/// Whether claims are that a player gets all there is, or what every count gives him, in a game in which such strategies are looked for.
pub(crate) fn shows_all(game: &Game, claims: &[Claim]) -> bool {
    let points = game.board().len() as i64;
    let all = |claim: &Claim| {
        let bound = bound_of(game, claim);
        bound == points || bound <= -points
    };
    suicide_of(game).is_ok() && claims.iter().all(all)
}

/// Writes down how players get what they claim so that nothing comes back.
///
/// # Errors
/// Why the game is beyond this method, what stopped it, or that no such way was found.
pub(crate) fn strategies(
    game: &Game,
    claims: &[Claim],
    limits: &Limits<'_>,
) -> Result<Vec<Strategy>, Limit> {
    let (suicide, remembers) = suicide_of(game)?;
    let points = game.board().len() as i64;
    let written = |claim: &Claim| {
        let player = if claim.player == Player::BLACK { BLACK } else { WHITE };
        let answers = match bound_of(game, claim) {
            bound if bound <= -points => Vec::new(),
            bound => {
                let bound = bound.min(points + 1) as i16;
                let nodes = limits.nodes;
                let asked = Asked { suicide, remembers, player, bound, nodes };
                let (mut spent, mut kept) = (0, Kept::default());
                with_sets!(game.board().len(), M => asked.found(game, limits, 1, &mut spent, &mut kept,
                    |strategy: &Unrepeated<'_, '_, M>, at| answers(game, strategy, at, player, limits)))?
            }
        };
        Ok(Strategy { claim: *claim, plan: Plan::Unrepeated(answers) })
    };
    claims.iter().map(written).collect()
}

/// What suicide is allowed in a game in which such strategies are looked for, and whether what stood before may not come back.
fn suicide_of(game: &Game) -> Result<(Suicide, bool), Limit> {
    if let Ok(rules) = under_superko::rules_of(game) {
        return Ok((rules.suicide, true));
    }
    let rules = LoopyRules::of(game.ruleset())?;
    begins(game)?;
    let by_area = game.ruleset().count == Count::Area && !rules.life && rules.stages.len() == 1;
    if !by_area || game.ko_point().is_some() {
        let why = "such a strategy is for area, one stage and a start without a ban";
        return Err(Limit::Beyond(why.to_owned()));
    }
    Ok((Suicide::Forbidden, false))
}

/// The least count, in points for the player, that is as claimed; more than there are points if none is.
fn bound_of(game: &Game, claim: &Claim) -> i64 {
    let points = game.board().len() as i64;
    let black = claim.player == Player::BLACK;
    match claim.margin {
        End::Margin(margin) => {
            let least = margin - Ratio::new(offset(game), 2);
            if black { least.ceil().to_integer() } else { (-least).ceil().to_integer() }
        }
        End::Lost | End::Won if (claim.margin == End::Lost) == black => -points,
        End::Lost | End::Won => points + 1,
    }
}

/// The answers for all situations that can come up.
fn answers<M: Mask>(
    game: &Game,
    strategy: &Unrepeated<'_, '_, M>,
    start: &Question<M>,
    player: usize,
    limits: &Limits<'_>,
) -> Result<Vec<Answer>, Limit> {
    let points = game.board().len();
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![*start];
    while let Some(question) = open.pop() {
        let at = strategy.numbered(&question);
        let Some((_, made)) = strategy.won(&at).filter(|_| seen.insert(at.number)) else {
            continue;
        };
        let state = question.state;
        let steps = strategy.steps(&at);
        if state.to_move == BLACK {
            let needed = (found.len() as u64 + 1) * (EACH + points as u64);
            if needed > limits.memory {
                return Err(Limit::Memory { needed, allowed: limits.memory });
            }
            let stones = if player == BLACK { state.stones } else { state.stones.exchanged() };
            let ban = state.ban.filter(|_| !state.passed);
            let at = Situation {
                stage: game.stage().name,
                codes: stones.codes(points),
                ko: ban.map(|point| Point::new(point as u16)),
                passed: false,
            };
            let play = (made < points).then(|| Move::Play(Point::new(made as u16)));
            found.push(Answer { at, made: play.unwrap_or(Move::Pass) });
        }
        let followed = |step: &usize| state.to_move == WHITE || *step == made;
        open.extend(steps.iter().filter(|(step, _)| followed(step)).map(|(_, next)| next.question));
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
