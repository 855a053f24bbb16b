//! Games whose cycles are ruled on, on boards too large for a table of all states: ends that a player can
//! force, so that it does not matter what a cycle is worth.

mod answers;
mod ask;
mod asker;
mod both;
mod deepening;
mod outlook;
mod question;
mod search;
mod slots;
mod steps;
mod table;
#[cfg(test)]
mod tests;
mod threats;
mod under_superko;
mod unrepeated;
mod written;

use num_rational::Ratio;
use shinpan_board::Point;
use shinpan_rules::{Game, Move, Status};

use crate::compact::{BLACK, Field, Mask, WHITE, with_sets};
use crate::limits::Limits;
use crate::loopy::{LoopyRules, State, offset, with_draws};
use crate::superko::SuperkoRules;
use crate::value::{End, Limit, Method, Solution, Value};
pub(crate) use answers::{shows_all, strategies};
pub(crate) use ask::ask;
use asker::Asker;
pub(crate) use asker::Kept;
use both::Both;
use question::{Bans, Play, Question};
pub(crate) use under_superko::{all_under_superko, is_all, may_ask_for_all};

/// Solves a game by what each player can force. What is known already, without draws, narrows the questions. What the search by depth
/// found is kept: asked again it goes on.
///
/// # Errors
/// Why the ruleset or the game is beyond this method.
pub(crate) fn solve(
    game: &Game,
    known: Option<&Solution>,
    limits: &Limits<'_>,
    threads: usize,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    let rules = rules_of(game)?;
    with_sets!(game.board().len(), M => solve_on::<M>(game, &rules, known, limits, threads, kept))
}

/// What was kept, as bytes, of games of a ruleset on a board; none if it cannot be of these.
pub(crate) fn kept_of(game: &Game, bytes: &[u8]) -> Option<Kept> {
    if bytes.is_empty() {
        return Some(Kept::default());
    }
    let (loopy, superko) = (LoopyRules::of(game.ruleset()), SuperkoRules::of(game.ruleset()));
    let area = LoopyRules::area();
    let (rules, bans, sure) = match (&loopy, &superko) {
        (Ok(rules), _) => (rules, Bans::BasicKo, true),
        (_, Ok(rules)) => (&area, Bans::Superko(rules.suicide), false),
        _ => return None,
    };
    with_sets!(game.board().len(), M => {
        let field = Field::<M>::of(game.board()).ok()?;
        Kept::of_bytes(&Play { field: &field, rules, bans, sure }, bytes)
    })
}

/// The rules of a game that this method is for.
fn rules_of(game: &Game) -> Result<LoopyRules, Limit> {
    let rules = LoopyRules::of(game.ruleset())?;
    if rules.life {
        return Err(Limit::Beyond("which chains live is not decided by play".to_owned()));
    }
    if game.players() != 2 || matches!(game.status(), Status::Over(_)) {
        return Err(Limit::Beyond("this search is for two players who are playing".to_owned()));
    }
    if game.moves_in_phase() > 0 {
        return Err(Limit::Beyond("moves of this phase could be part of a cycle".to_owned()));
    }
    Ok(rules)
}

/// An end that is counted, from Black's points and what is added to twice of them.
fn end(points: i16, paid: i64) -> End {
    End::Margin(Ratio::new(2 * i64::from(points) + paid, 2))
}

fn solve_on<M: Mask>(
    game: &Game,
    rules: &LoopyRules,
    known: Option<&Solution>,
    limits: &Limits<'_>,
    threads: usize,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    let field = Field::<M>::of(game.board())?;
    let state = State::of(game);
    let root = Question { state, stage: LoopyRules::stage_of(game), bound: 0 };
    let draws = rules.draws();
    let shared = Both::shared(&field, rules, limits);
    let mut both = Both::new(&field, rules, &shared, threads, std::mem::take(kept));
    let mut forced = Forced::new(field.points, offset(game));
    let limit = forced.find(&mut both, root).err();
    let [low_sure, low_most, high_least, high_sure] = forced.ends();
    let (low, high) = match draws {
        true => (with_draws(low_sure, high_least), with_draws(low_most, high_sure)),
        // Between these a draw is as good as any end.
        false => (low_sure, high_sure),
    };
    let mut solution = Solution::of(Value::Exact(low), Method::Forced);
    if low_sure == high_sure || draws && low_sure == low_most && high_least == high_sure {
        solution.without_draws = Some((low_sure, high_sure));
    }
    if low_sure == high_sure {
        solution.line = line(&mut both.sure, rules, root, forced.can[BLACK]);
    }
    solution.nodes = both.nodes();
    *kept = both.sure.kept();
    if low < high {
        let limit = limit.unwrap_or_else(|| {
            Limit::Beyond("more cannot be forced without coming back to a state".to_owned())
        });
        let unknown = (End::Lost, End::Won);
        let (known_low, known_high) = known.map_or(unknown, |found| found.value.bounds());
        solution.value = Value::between(low.max(known_low), high.min(known_high), limit);
    }
    Ok(solution)
}

/// The longest line that is shown.
const LONGEST: usize = 100;

/// Nodes that each search is given for a question of the line, at most.
const LINE_NODES: u64 = 1 << 20;

/// Moves with which both keep a margin that both can force, as far as the limits let them be found
/// again.
fn line<M: Mask>(
    asker: &mut Asker<'_, M>,
    rules: &LoopyRules,
    root: Question<M>,
    margin: i16,
) -> Vec<Move> {
    let mut line = Vec::new();
    let mut seen = Vec::new();
    // A ban or a pass does not make a state a new one here: no cycle is shown as best play.
    let place = |at: &Question<M>| (at.stage, at.state.stones, at.state.to_move);
    let mut at = Question { bound: margin, ..root };
    while line.len() < LONGEST {
        seen.push(place(&at));
        let counted = at.state.passed && at.stage + 1 == rules.stages.len();
        if counted && asker.play.counts(&at) == at.bound {
            line.push(Move::Pass);
            break;
        }
        // What the rules allow.
        let play = Play { sure: false, ..asker.play };
        let mut next = Vec::new();
        play.next(&at, &mut next);
        let best = asker.best(&at).map(|best| best.state);
        next.sort_by_key(|next| Some(next.state) != best);
        next.retain(|next| !seen.contains(&place(next)));
        let Some(next) = kept(asker, &at, &next) else { break };
        let placed = next.state.stones.0[at.state.to_move] & !at.state.stones.taken();
        line.push(match placed.any() {
            true => Move::Play(Point::new(placed.first() as u16)),
            false => Move::Pass,
        });
        at = next;
    }
    line
}

/// The first of some moves that is found to keep what the player to move can force.
fn kept<M: Mask>(
    asker: &mut Asker<'_, M>,
    at: &Question<M>,
    next: &[Question<M>],
) -> Option<Question<M>> {
    let least = -(asker.play.field.points as i16);
    let mut nodes = FIRST_NODES;
    while nodes <= LINE_NODES {
        for next in next {
            // White's questions are Black's with the colours exchanged.
            let asked = match at.state.to_move {
                BLACK => *next,
                _ => Question { state: next.state.exchanged(), bound: -next.bound, ..*next },
            };
            let keeps = asked.bound <= least
                || asker.prove(asked, nodes).ok()? == Some(true)
                || asker.deepen(&asked, nodes).ok()? == Some(true);
            if keeps {
                return Some(*next);
            }
        }
        nodes *= 4;
    }
    None
}

/// Nodes that proof numbers are given for a question, before searches by depth have half as many; twice as many when
/// there is no answer.
const FIRST_NODES: u64 = 1 << 14;

/// To be sure of an answer takes no more than so many times the nodes of the search that need not be.
const MORE: u64 = 2;

/// What is known of the margins that can be forced, in points before what was paid.
struct Forced {
    points: i16,
    paid: i64,
    /// What each can force, for himself, and more than which he cannot, draws being bad for him.
    can: [i16; 2],
    most: [i16; 2],
}

impl Forced {
    fn new(points: usize, paid: i64) -> Forced {
        let points = points as i16;
        // Who always passes pays nothing, and the other's plays come to an end.
        Forced { points, paid, can: [-points; 2], most: [points; 2] }
    }

    /// What Black can force at least and at most if draws are his losses, and if they are his wins.
    fn ends(&self) -> [End; 4] {
        let Forced { can: [black, white], most: [most_black, most_white], paid, .. } = *self;
        let ends = [black, most_black.min(-white), black.max(-most_white), -white];
        ends.map(|points| end(points, paid))
    }

    /// What Black can force, then what White can.
    fn find<M: Mask>(&mut self, both: &mut Both<'_, M>, root: Question<M>) -> Result<(), Limit> {
        let mut nodes = FIRST_NODES;
        for player in [BLACK, WHITE] {
            let state = if player == BLACK { root.state } else { root.state.exchanged() };
            // The most that is not refuted: together they cannot have more than there is.
            let mut most = self.points.min(-self.can[1 - player]);
            // The second answer is most likely that there is nothing between the two.
            let mut next = if player == BLACK { (self.can[player] + most + 1) / 2 } else { most };
            let mut stride = 1;
            let mut last = None;
            while self.can[player] < most {
                let bound = next.clamp(self.can[player] + 1, most);
                let question = Question { state, bound, ..root };
                let proved = both.prove(question, nodes)?;
                let Both { sure, unsure } = &mut *both;
                if proved == Some(false) {
                    self.most[player] = self.most[player].min(bound - 1);
                }
                let answer = match (proved, &unsure) {
                    (Some(true), Some(unsure)) => {
                        let most = unsure.nodes().saturating_mul(MORE).max(4 * nodes);
                        Some((bound, sure.answer(&question, nodes, most)? == Some(true)))
                    }
                    (Some(yes), _) => Some((bound, yes)),
                    (None, _) => {
                        let mut found = sure.deepen(&question, nodes / 2)?.map(|yes| (bound, yes));
                        // All there is may be easier to have than a part of it.
                        if found.is_none() && bound < most {
                            let all = Question { bound: most, ..question };
                            found = sure.deepen(&all, nodes / 2)?.map(|yes| (most, yes));
                        }
                        found.filter(|&(_, yes)| yes || unsure.is_none())
                    }
                };
                let Some((bound, yes)) = answer else {
                    nodes *= 2;
                    continue;
                };
                if yes {
                    self.can[player] = bound;
                    let [low, .., high] = self.ends();
                    both.tell(low, high);
                } else {
                    most = bound - 1;
                }
                // In growing strides until an answer differs, then by halving.
                stride = if last.is_none_or(|last| last == yes) { 2 * stride } else { 0 };
                last = Some(yes);
                next = match (stride, yes) {
                    (0, _) => (self.can[player] + most + 1) / 2,
                    (_, true) => bound + stride,
                    (_, false) => bound - stride,
                };
            }
        }
        Ok(())
    }
}
