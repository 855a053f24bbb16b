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
use crate::loopy::LoopyRules;
use crate::strategy::{Claim, Draws, Plan, Strategy};
use crate::superko::{self, Looks, SuperkoRules};
use crate::value::{End, Limit, Method, Solution, Value};
use at::At;
use exit::Exit;
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
        if rules.stages.life {
            return beyond("here stones count as they stand");
        }
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
    with_sets!(game.board().len(), M => solve_on::<M>(game, &rules, limits))
}

fn solve_on<M: Mask>(game: &Game, rules: &Rules, limits: &Limits<'_>) -> Result<Solution, Limit> {
    let field = Field::<M>::of(game.board())?;
    let at = At::of(game, &field)?;
    let mut search = search(&field, rules, limits).after(at.before.clone());
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

/// Half of the memory is for what follows.
fn search<'a, M: Mask>(
    field: &'a Field<M>,
    rules: &'a Rules,
    limits: &Limits<'a>,
) -> Search<'a, M> {
    let limits = Limits { memory: limits.memory / 2, ..*limits };
    let exit = Exit::of(field, rules, &limits);
    Search::new(field, &rules.stages, exit, Budget::new(&limits))
}

/// Writes down how a player gets a margin that he can get.
///
/// # Errors
/// Why the game is beyond this method, what stopped the search, or that he cannot get it.
pub(crate) fn strategy(game: &Game, claim: &Claim, limits: &Limits<'_>) -> Result<Strategy, Limit> {
    let rules = Rules::of(game)?;
    if let Some(looks) = rules.last(game) {
        return superko::strategy_last(game, looks, claim, limits);
    }
    with_sets!(game.board().len(), M => strategy_on::<M>(game, &rules, claim, limits))
}

fn strategy_on<M: Mask>(
    game: &Game,
    rules: &Rules,
    claim: &Claim,
    limits: &Limits<'_>,
) -> Result<Strategy, Limit> {
    let field = Field::<M>::of(game.board())?;
    let at = At::of(game, &field)?;
    let mut search = search(&field, rules, limits).after(at.before.clone());
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
}

#[cfg(test)]
mod tests;
