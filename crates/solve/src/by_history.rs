//! Games whose cycles are ruled on, searched with all that came up: exact under RULES, whatever the ends of their stages hang on.
//!
//! A state that comes back ends the game, so nothing in the search comes back, and every answer says what it rests on
//! (docs/findings/proofs.md, "Cycles with all that stood").

mod at;
mod exit;
mod line;
mod rests;
mod search;
mod written;

use shinpan_board::Player;
use shinpan_rules::{Game, Notice, Status};

use crate::compact::{Field, Mask, with_sets};
use crate::limits::{Budget, Limits};
use crate::loopy::{Living, LoopyRules, small_field};
use crate::strategy::{Claim, Draws, Plan, Strategy};
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

/// Solves such a game.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this search.
pub(crate) fn solve(game: &Game, limits: &Limits<'_>) -> Result<Solution, Limit> {
    let rules = Rules::of(game)?;
    if let Status::Over(outcome) = game.status() {
        return Ok(Solution::of(Value::Exact(End::of(outcome)), Method::ProofNumbers));
    }
    if let Some(looks) = rules.last(game) {
        return superko::solve_last(game, looks, limits);
    }
    let mut budget = Budget::new(&half(limits));
    if rules.stages.life {
        let field = small_field(game.board())?;
        let living = Living::of(&field, &mut budget)?;
        let count = |stones| i32::from(living.margin(stones));
        return solve_on(game, &rules, &field, &count, budget);
    }
    with_sets!(game.board().len(), M => {
        let field = Field::<M>::of(game.board())?;
        solve_on(game, &rules, &field, &|stones| stones.margin(&field), budget)
    })
}

/// Half of the memory is for what follows the stages.
fn half<'a>(limits: &Limits<'a>) -> Limits<'a> {
    Limits { memory: limits.memory / 2, ..*limits }
}

fn solve_on<'a, M: Mask>(
    game: &Game,
    rules: &'a Rules,
    field: &'a Field<M>,
    count: Count<'a, M>,
    budget: Budget<'a>,
) -> Result<Solution, Limit> {
    let at = At::of(game, field, rules.stages.ko_stands)?;
    let exit = Exit::of(field, rules, count, &budget.limits);
    let mut search = Search::new(field, &rules.stages, exit, budget).after(at.before.clone());
    let mut found = at.nothing();
    let limit = at.find(&mut search, &mut found).err();
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::ProofNumbers);
    let [lost, won] = found.map(|bounds| bounds.map(|bound| at.end(bound)));
    if lost[0] == lost[1] && won[0] == won[1] {
        solution.without_draws = Some((lost[0], won[0]));
    }
    let [low, high] = at.ends(&found);
    solution.value = Value::between(low, high, limit.unwrap_or(Limit::Asked));
    if let Some(value) = solution.value.exact() {
        let kept = [at.no_less(value, Draws::Even), at.more(value, Draws::Even)];
        solution.line = written::line(&mut search, kept);
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
    let mut budget = Budget::new(&half(limits));
    if rules.stages.life {
        let field = small_field(game.board())?;
        let living = Living::of(&field, &mut budget)?;
        let count = |stones| i32::from(living.margin(stones));
        return strategies_on(game, &rules, &field, &count, claims, budget);
    }
    with_sets!(game.board().len(), M => {
        let field = Field::<M>::of(game.board())?;
        strategies_on(game, &rules, &field, &|stones| stones.margin(&field), claims, budget)
    })
}

fn strategies_on<'a, M: Mask>(
    game: &Game,
    rules: &'a Rules,
    field: &'a Field<M>,
    count: Count<'a, M>,
    claims: &[Claim],
    budget: Budget<'a>,
) -> Result<Vec<Strategy>, Limit> {
    let at = At::of(game, field, rules.stages.ko_stands)?;
    let exit = Exit::of(field, rules, count, &budget.limits);
    let mut search = Search::new(field, &rules.stages, exit, budget).after(at.before.clone());
    // What is done behind safe chains has to be written down, too.
    search.settles = false;
    let written = |claim: &Claim| {
        let Claim { player, margin, draws } = *claim;
        // White shows that no more can be had.
        let black = player == Player::BLACK;
        let question = if black { at.no_less(margin, draws) } else { at.more(margin, draws) };
        let mut moves = Vec::new();
        if !matches!(game.status(), Status::Over(_)) {
            if search.ask(question)? != black {
                return Err(Limit::Beyond(format!("{player} cannot get this")));
            }
            written::tree(&mut search, &question, player.index(), 0, &mut moves)?;
        }
        Ok(Strategy { claim: *claim, plan: Plan::Moves(moves) })
    };
    claims.iter().map(written).collect()
}

#[cfg(test)]
mod tests;
