//! Whether Black gets a margin, where cycles are ruled on: one question, or one to each player.

use num_rational::Ratio;
use shinpan_rules::{Game, Score};

use super::asker::Kept;
use super::both::Both;
use super::question::Question;
use super::{FIRST_NODES, end, rules_of};
use crate::compact::{BLACK, Field, Mask, WHITE, with_sets};
use crate::limits::Limits;
use crate::loopy::{LoopyRules, State, offset};
use crate::value::{End, Limit, Method, Solution, Value};

/// The searches by proof numbers, which have one thread, get this part of the nodes that each thread of the search by depth has.
const BY_PROOF: u64 = 64;

/// Bounds that say whether Black gets at least a margin, komi included; unknown, and what stopped it, if none are found. What the search by
/// depth found is kept: asked again it goes on.
///
/// # Errors
/// Why the ruleset or the game is beyond this method.
pub(crate) fn ask(
    game: &Game,
    margin: Score,
    limits: &Limits<'_>,
    threads: usize,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    let rules = rules_of(game)?;
    with_sets!(game.board().len(), M => ask_on::<M>(game, &rules, margin, limits, threads, kept))
}

fn ask_on<M: Mask>(
    game: &Game,
    rules: &LoopyRules,
    margin: Score,
    limits: &Limits<'_>,
    threads: usize,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    let field = Field::<M>::of(game.board())?;
    let draws = rules.draws();
    let shared = Both::shared(&field, rules, limits);
    let mut both = Both::new(&field, rules, &shared, threads, std::mem::take(kept));
    let paid = offset(game);
    let points = field.points as i16;
    // The least count that is enough.
    let least = (margin - Ratio::new(paid, 2)).ceil().to_integer();
    let least = least.clamp(-i64::from(points), i64::from(points) + 1) as i16;
    // A draw is enough for what is no more than 0.
    let more_than_a_draw = margin > Score::from(0);
    // Who always passes pays nothing, and the other's plays come to an end.
    let answered = match least {
        least if least > points => Ok(false),
        least if least == -points => Ok(true),
        _ => {
            let (state, stage) = (State::of(game), LoopyRules::stage_of(game));
            let black = Question { state, stage, bound: least };
            let white = Question { state: state.exchanged(), stage, bound: 1 - least };
            let asked = match (draws, more_than_a_draw) {
                (true, true) => [Some(black), None],
                (true, false) => [None, Some(white)],
                (false, _) => [Some(black), Some(white)],
            };
            answer(&mut both, asked)
        }
    };
    *kept = both.sure.kept();
    let (worst, best) = (end(-points, paid), end(points, paid));
    let value = match answered {
        Ok(true) => {
            let low = end(least, paid);
            let drawn = draws && !more_than_a_draw && least > -points;
            Value::between(if drawn { low.min(End::DRAW) } else { low }, best, Limit::Asked)
        }
        Ok(false) => {
            let high = end(least - 1, paid);
            let drawn = draws && more_than_a_draw && least <= points;
            Value::between(worst, if drawn { high.max(End::DRAW) } else { high }, Limit::Asked)
        }
        Err(limit) => Value::Unknown(limit),
    };
    Ok(Solution { nodes: both.nodes(), ..Solution::of(value, Method::Forced) })
}

/// Asks whether Black can force enough, and whether White can prevent it, as far as that is asked: whether Black has enough. Where
/// there is a search that need not be sure, its "no" to one is a "yes" to the other.
fn answer<M: Mask>(
    both: &mut Both<'_, M>,
    mut asked: [Option<Question<M>>; 2],
) -> Result<bool, Limit> {
    let mut nodes = FIRST_NODES;
    while asked.iter().any(Option::is_some) {
        for player in [BLACK, WHITE] {
            let Some(question) = asked[player] else { continue };
            let sure = both.sure.prove_or_deepen(&question, nodes / BY_PROOF, nodes)?;
            if sure == Some(true) {
                return Ok(player == BLACK);
            }
            let possible = match both.unsure {
                Some(_) => both.prove(question, nodes / BY_PROOF)?,
                None => None,
            };
            if possible == Some(false) {
                return Ok(player != BLACK);
            }
            if sure == Some(false) && (both.unsure.is_none() || possible == Some(true)) {
                asked[player] = None;
            }
        }
        nodes = nodes.saturating_mul(4);
    }
    Err(Limit::Beyond("neither can force it without coming back to a state".to_owned()))
}
