//! Games whose cycles are ruled on, searched with all that came up: exact under RULES, whatever the ends of their stages hang on.
//!
//! A state that comes back ends the game, so nothing in the search comes back, and every answer says what it rests on
//! (docs/findings/proofs.md, "Cycles with all that stood").

mod at;
mod exit;
mod kept;
mod line;
mod place;
mod question;
mod rests;
mod search;
mod written;

use shinpan_board::Player;
use shinpan_rules::{Game, Notice, Status};

use crate::compact::{Field, Mask, Stones, with_sets};
use crate::endgame::ends_by_walls;
use crate::limits::{Budget, Limits};
use crate::loopy::{Living, LoopyRules, small_field};
use crate::proofs::Proofs;
use crate::strategy::{Claim, Plan, Strategy, Tree};
use crate::superko::{self, Looks, SuperkoRules};
use crate::value::{End, Limit, Method, Solution, Value};
use at::At;
use exit::{Count, Exit};
use search::Search;

/// What the search has to know of a ruleset.
struct Rules {
    /// The stages whose cycles are ruled on.
    stages: LoopyRules,
    /// The one behind them that is under superko, and whether that remembers what stood before it.
    superko: Option<(SuperkoRules, bool)>,
}

impl Rules {
    /// Reads them.
    ///
    /// # Errors
    /// Why this search is not for the game.
    fn of(game: &Game) -> Result<Rules, Limit> {
        let beyond = |why: &str| Err(Limit::Beyond(why.to_owned()));
        let ruleset = game.ruleset();
        if game.players() != 2 {
            return beyond("this search is for two players");
        }
        let rules = match LoopyRules::of(ruleset) {
            Ok(stages) => Rules { stages, superko: None },
            Err(_) => {
                let (stages, superko, remembers) = LoopyRules::before_superko(ruleset)?;
                Rules { stages, superko: Some((superko, remembers)) }
            }
        };
        let at_once = |notice: Notice| match notice {
            Notice::Automatic => true,
            Notice::Repetitions(times) => times <= 2,
            Notice::Claim => false,
        };
        let mut cycles = ruleset.stages.iter().filter_map(|stage| stage.cycle_rule());
        if !cycles.all(|(_, how)| at_once(how.notice)) {
            return beyond("cycles are not ruled on when they are complete");
        }
        Ok(rules)
    }

    /// The stage under superko, if a game has come to it.
    fn last(&self, game: &Game) -> Option<Looks<'_>> {
        let (rules, back) = self.superko.as_ref()?;
        let begun = LoopyRules::stage_of(game) >= self.stages.stages.len();
        begun.then_some(Looks { rules, back: *back })
    }
}

/// Does work with a search of a game and where that stands, with counts as the rules have them.
macro_rules! with_search {
    ($game:expr, $rules:expr, $limits:expr, $at:ident, $search:ident => $work:expr) => {{
        let rules: &Rules = $rules;
        // Half of the memory is for what follows the stages, if it is searched.
        let parts = 1 + u64::from(rules.superko.is_some());
        let limits = Limits { memory: $limits.memory / parts, ..*$limits };
        let mut budget = Budget::new(&limits);
        if rules.stages.life {
            let field = small_field($game.board())?;
            let living = Living::of(&field, &mut budget)?;
            let count = |stones| i32::from(living.margin(stones));
            let ($at, mut $search) = begin($game, rules, &field, &count, budget)?;
            $work
        } else {
            with_sets!($game.board().len(), M => {
                let field = Field::<M>::of($game.board())?;
                let count = |stones: Stones<M>| stones.margin(&field);
                let ($at, mut $search) = begin($game, rules, &field, &count, budget)?;
                $work
            })
        }
    }};
}

fn begin<'a, M: Mask>(
    game: &Game,
    rules: &'a Rules,
    field: &'a Field<M>,
    count: Count<'a, M>,
    budget: Budget<'a>,
) -> Result<(At<M>, Search<'a, M>), Limit> {
    let at = At::of(game, field, rules.stages.ko_stands)?;
    let exit = Exit::of(field, rules, count, &budget.limits);
    let search = Search::new(field, &rules.stages, exit, budget).after(at.before.clone());
    Ok((at, search))
}

/// Solves such a game. Proofs that are kept are used, and those that are found take their place.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this search.
pub(crate) fn solve(
    game: &Game,
    limits: &Limits<'_>,
    mut proofs: Option<&mut Proofs>,
) -> Result<Solution, Limit> {
    let rules = Rules::of(game)?;
    if let Status::Over(outcome) = game.status() {
        return Ok(Solution::of(Value::Exact(End::of(outcome)), Method::ProofNumbers));
    }
    if let Some(looks) = rules.last(game) {
        return superko::solve_last(game, looks, limits, proofs.map(|proofs| &mut proofs.superko));
    }
    let mut found = with_search!(game, &rules, limits, at, search => {
        if let Some(proofs) = &proofs {
            search.learn(proofs)?;
        }
        let found = value(&at, &mut search);
        if let Some(proofs) = &mut proofs {
            search.keep(proofs);
        }
        found
    })?;
    // What was made before could be part of a cycle, or banned.
    if game.moves_made() == game.first_move()
        && let Value::Between(_, _, limit) | Value::Unknown(limit) = &found.value
    {
        let ([low, high], bounds) = (ends_by_walls(game), found.value.bounds());
        found.value = Value::between(bounds.0.max(low), bounds.1.min(high), limit.clone());
    }
    Ok(found)
}

/// So many nodes may always be spent on a line of best play.
const LINE_NODES: u64 = 100_000;

fn value<M: Mask>(at: &At<M>, search: &mut Search<'_, M>) -> Result<Solution, Limit> {
    let mut found = at.nothing();
    let limit = at.find(search, &mut found).err();
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::ProofNumbers);
    at.proven(&found, limit).tell(&mut solution);
    if let Some(value) = solution.value.exact() {
        // With a small table what a line needs may have to be found again.
        let nodes = search.budget.nodes;
        search.stop_at(nodes + nodes / 2 + LINE_NODES);
        let kept = [Player::BLACK, Player::WHITE].map(|player| Claim::new(player, value));
        solution.line = written::line(search, kept.map(|claim| at.question(&claim)));
    }
    solution.nodes = search.budget.nodes;
    Ok(solution)
}

/// Writes down how players get what is claimed.
///
/// # Errors
/// Why the game is beyond this method, what stopped the search, or that a player cannot get it.
pub(crate) fn strategies(
    game: &Game,
    claims: &[Claim],
    limits: &Limits<'_>,
) -> Result<Vec<Strategy>, Limit> {
    let rules = Rules::of(game)?;
    if let Some(looks) = rules.last(game) {
        let strategy = |claim| superko::strategy_last(game, looks, claim, limits);
        return claims.iter().map(strategy).collect();
    }
    with_search!(game, &rules, limits, at, search => {
        // What is done behind safe chains has to be written down, too.
        search.settles = false;
        claims.iter().map(|claim| strategy(game, &at, &mut search, claim)).collect()
    })
}

fn strategy<M: Mask>(
    game: &Game,
    at: &At<M>,
    search: &mut Search<'_, M>,
    claim: &Claim,
) -> Result<Strategy, Limit> {
    let mut tree = Tree::default();
    if !matches!(game.status(), Status::Over(_)) {
        let question = at.question(claim);
        if search.ask(question)? != (claim.player == Player::BLACK) {
            return Err(Limit::Beyond(format!("{} cannot get this", claim.player)));
        }
        written::write_down(search, &question, claim.player.index(), 0, &mut tree)?;
    }
    Ok(Strategy { claim: *claim, plan: Plan::Moves(tree.0) })
}

#[cfg(test)]
mod tests;
