//! All there is, under superko: what one player can force so that superko never stands in his way.
//!
//! Where a player gets every point, what is forced under basic ko is nearly enough, and its states do not remember what stood
//! before. So this reaches boards that a search which does remember does not.

use shinpan_board::Point;
use shinpan_rules::{Game, Move, Score, Status, Suicide};

use super::asker::{Asker, Kept, Shared};
use super::outlook::outlook;
use super::question::{Bans, Play, Question};
use super::unrepeated::Unrepeated;
use crate::compact::{BLACK, Field, Mask, Stones, WHITE, with_sets};
use crate::limits::Limits;
use crate::loopy::{LoopyRules, State, offset};
use crate::superko::SuperkoRules;
use crate::value::{End, Limit, Method, Solution, Value};

/// The rules of a game that can be asked about.
///
/// # Errors
/// Why the ruleset or the game is beyond this method.
pub(super) fn rules_of(game: &Game) -> Result<SuperkoRules, Limit> {
    let beyond = |why: &str| Err(Limit::Beyond(why.to_owned()));
    let rules = SuperkoRules::of(game.ruleset())?;
    let [stage] = rules.stages.as_slice() else { return beyond("there is more than one stage") };
    if stage.passes != 2 || stage.cost != 0 || rules.button {
        return beyond("this search is for area, and a stage that ends by two passes");
    }
    if game.players() != 2 || matches!(game.status(), Status::Over(_)) {
        return beyond("this search is for two players who are playing");
    }
    if game.passes_in_row() > 0 {
        return beyond("a pass has been made");
    }
    Ok(rules)
}

/// Whether it can be asked who gets all there is.
pub(crate) fn may_ask_for_all(game: &Game) -> bool {
    rules_of(game).is_ok()
}

/// Whether a margin, in half points, is had with all that Black can get and with no less.
pub(crate) fn is_all(game: &Game, margin: Score) -> bool {
    let all = 2 * game.board().len() as i64 + offset(game);
    margin * 2 <= Score::from(all) && margin * 2 > Score::from(all - 2)
}

/// Whether Black gets all there is, or the player who seems to be ahead; the value if he does. The nodes are added to those
/// spent, whatever comes of it. The search may take so many nodes, and what it found is kept: asked again it goes on. A strategy may
/// take all there are.
///
/// # Errors
/// Why the ruleset or the game is beyond this method, what stopped it, or that it found nothing.
pub(crate) fn all_under_superko(
    game: &Game,
    black: bool,
    limits: &Limits<'_>,
    nodes: u64,
    threads: usize,
    spent: &mut u64,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    let rules = rules_of(game)?;
    let bound = game.board().len() as i16;
    with_sets!(game.board().len(), M => {
        let player = if black { BLACK } else { ahead::<M>(game)? };
        let asked = Asked { suicide: rules.suicide, remembers: true, player, bound, nodes };
        all_on::<M>(game, &asked, limits, threads, spent, kept)
    })
}

/// Who seems to be ahead.
fn ahead<M: Mask>(game: &Game) -> Result<usize, Limit> {
    let state = State::<M>::of(game);
    Ok(match outlook(&Field::of(game.board())?, state.stones) {
        0 => state.to_move,
        margin => usize::from(margin < 0),
    })
}

fn all_on<M: Mask>(
    game: &Game,
    asked: &Asked,
    limits: &Limits<'_>,
    threads: usize,
    spent: &mut u64,
    kept: &mut Kept,
) -> Result<Solution, Limit> {
    let points = asked.bound;
    let before = *spent;
    let line =
        asked.found(game, limits, threads, spent, kept, |strategy: &Unrepeated<'_, '_, M>, at| {
            Ok(strategy.line(at))
        });
    let made = |point: usize| match point < game.board().len() {
        true => Move::Play(Point::new(point as u16)),
        false => Move::Pass,
    };
    let margin = i64::from(if asked.player == BLACK { points } else { -points });
    let value = End::Margin(num_rational::Ratio::new(2 * margin + offset(game), 2));
    let line = line?.into_iter().map(made).collect();
    let nodes = *spent - before;
    Ok(Solution { line, nodes, ..Solution::of(Value::Exact(value), Method::Forced) })
}

/// What is asked of a game: whether a player gets a margin, in points for him, so that nothing comes back.
pub(super) struct Asked {
    pub(super) suicide: Suicide,
    /// Whether what stood before the start may not come back.
    pub(super) remembers: bool,
    pub(super) player: usize,
    pub(super) bound: i16,
    /// Nodes of the search by depth; a strategy may take all there are.
    pub(super) nodes: u64,
}

impl Asked {
    /// What is told of a strategy, if one is found, and of the state it begins with. The nodes are added to those spent, whatever comes of it,
    /// and what the search by depth found is kept.
    pub(super) fn found<M: Mask, T>(
        &self,
        game: &Game,
        limits: &Limits<'_>,
        threads: usize,
        spent: &mut u64,
        kept: &mut Kept,
        tell: impl FnOnce(&Unrepeated<'_, '_, M>, &Question<M>) -> Result<T, Limit>,
    ) -> Result<T, Limit> {
        let field = Field::<M>::of(game.board())?;
        let loopy = LoopyRules::area();
        let bans = Bans::Superko(self.suicide);
        let play = Play { field: &field, rules: &loopy, bans, sure: false };
        // White's questions are Black's with the colours exchanged.
        let black = self.player == BLACK;
        let turned = |stones: Stones<M>| if black { stones } else { stones.exchanged() };
        let state = State { ban: None, ..State::of(game) };
        let state = if black { state } else { state.exchanged() };
        let past = if self.remembers { game.past() } else { Vec::new() };
        let past: Vec<Stones<M>> =
            past.iter().map(|(codes, _)| turned(Stones::of_codes(codes))).collect();
        let question = Question { state, stage: 0, bound: self.bound };
        let had_it = |stones: &Stones<M>| {
            let state = State { stones: *stones, to_move: WHITE, passed: false, ban: None };
            play.clear_for(&Question { state, ..question }, BLACK)
        };
        if past.split_last().is_some_and(|(_, before)| before.iter().any(had_it)) {
            let why = "all there is was there before, and might be again";
            return Err(Limit::Beyond(why.to_owned()));
        }
        // Half is for the table of the search by depth, the other half for the strategy.
        let half = limits.memory / 2;
        let shared = Shared::new(&play, limits, half);
        let mut asker = Asker::going_on(play, &shared, threads, std::mem::take(kept));
        let each = self.nodes / threads.max(1) as u64;
        let told = strategy(&mut asker, &question, &past, (each, half))
            .and_then(|strategy| tell(&strategy, &question));
        *spent += asker.nodes();
        *kept = asker.kept();
        // What the strategy needs is half of what is needed.
        told.map_err(|limit| match limit {
            Limit::Memory { needed, .. } => {
                Limit::Memory { needed: 2 * needed, allowed: limits.memory }
            }
            limit => limit,
        })
    }
}

/// A strategy for a question: each thread may take so many nodes to find one, and what is written down so many bytes.
fn strategy<'s, 'a, M: Mask>(
    asker: &'s mut Asker<'a, M>,
    question: &Question<M>,
    past: &[Stones<M>],
    (nodes, memory): (u64, u64),
) -> Result<Unrepeated<'s, 'a, M>, Limit> {
    let beyond = |why: &str| Err(Limit::Beyond(why.to_owned()));
    if !asker.goes_by_depth() {
        return beyond("the board is too large for this search");
    }
    match asker.deepen(question, nodes)? {
        Some(true) => {}
        Some(false) => return beyond("all there is cannot be forced"),
        None if asker.is_spent() => return Err(Limit::Nodes(asker.nodes())),
        None => return beyond("nothing is forced within the depth of this search"),
    }
    let mut strategy = asker.write_down(past, memory)?;
    if !strategy.find(question)? {
        return beyond("superko may stand in the way of all there is");
    }
    Ok(strategy)
}
