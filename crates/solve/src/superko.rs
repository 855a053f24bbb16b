//! Games under superko over the whole game: area, Lasker-Maas and its adjusted form, Button Go.

mod child;
mod kept;
mod key;
mod positions;
mod proof;
mod question;
mod rules;
mod search;
mod together;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use num_rational::Ratio;
use shinpan_board::Player;
use shinpan_rules::{Game, Move, Score, Status};

use crate::compact::{BLACK, Field, Mask, Stones, with_sets};
use crate::limits::{Budget, Limits};
use crate::loopy;
use crate::proofs::Entries;
use crate::strategy::{Claim, Plan, Strategy, Tree, as_move, known_first};
use crate::strides::Strides;
use crate::value::{End, Limit, Method, Solution, Value};
pub(crate) use kept::LEAST_WORK;
pub(crate) use positions::{Past, Positions};
pub(crate) use proof::{Proof, stands};
pub(crate) use question::Question;
use rules::Mode;
pub(crate) use rules::SuperkoRules;
pub(crate) use search::{DEEPEST, MOST_BANS, Search};
use together::{Answers, ask_together};

/// Solves a game under superko, or says whether a margin is reached: with so many nodes for that, and those that the
/// limits allow for the line. Proofs that are kept are used, and those that are found take their place.
///
/// # Errors
/// Why the ruleset or the board is beyond this method.
pub(crate) fn solve(
    game: &Game,
    margin: Option<Score>,
    limits: &Limits<'_>,
    nodes: u64,
    threads: usize,
    proofs: Option<&mut Entries>,
) -> Result<Solution, Limit> {
    let rules = SuperkoRules::of(game.ruleset())?;
    if game.players() != 2 {
        return Err(Limit::Beyond("this search is for two players".to_owned()));
    }
    if let Status::Over(outcome) = game.status() {
        return Ok(Solution::of(Value::Exact(End::of(outcome)), Method::ProofNumbers));
    }
    let past = Looks { rules: &rules, back: true };
    with_sets!(
        game.board().len(),
        M => solve_on::<M>(game, past, margin, limits, nodes, threads, proofs)
    )
}

/// Solves a game that has come to its last stage, which is under superko.
///
/// # Errors
/// What is beyond this method, or a limit.
pub(crate) fn solve_last(
    game: &Game,
    looks: Looks<'_>,
    limits: &Limits<'_>,
    proofs: Option<&mut Entries>,
) -> Result<Solution, Limit> {
    with_sets!(
        game.board().len(),
        M => solve_on::<M>(game, looks, None, limits, limits.nodes, 1, proofs)
    )
}

/// The rules of the last stages of a ruleset, and whether their superko looks back beyond the phase.
#[derive(Clone, Copy)]
pub(crate) struct Looks<'a> {
    pub(crate) rules: &'a SuperkoRules,
    pub(crate) back: bool,
}

fn solve_on<M: Mask>(
    game: &Game,
    looks: Looks<'_>,
    margin: Option<Score>,
    limits: &Limits<'_>,
    nodes: u64,
    threads: usize,
    mut proofs: Option<&mut Entries>,
) -> Result<Solution, Limit> {
    let field = Field::<M>::of(game.board())?;
    let Looks { rules, .. } = looks;
    let history = history_of(game, looks);
    let root = root_of(game, rules);
    let share = threads as u64;
    let each = Limits { nodes: nodes / share, memory: limits.memory / share, ..*limits };
    let cancels: Vec<AtomicBool> = (0..threads).map(|_| AtomicBool::new(false)).collect();
    let total = AtomicU64::new(0);
    let mut searches: Vec<Search<'_, M>> = cancels
        .iter()
        .map(|cancel| {
            let budget = Budget::of_thread(&each, cancel, &total);
            Search::new(&field, rules, budget, &history)
        })
        .collect();
    if let Some(proofs) = &proofs {
        searches.iter_mut().try_for_each(|search| search.learn(proofs))?;
    }
    let mut bounds = Bounds::of(&field, rules, root.mode, offset(game)?);
    bounds.wanted = margin.map(|margin| bounds.least(margin));
    let Answers { mut bounds, answered, limit } =
        ask_together(&mut searches, root, bounds, &cancels);
    if limit.is_some() {
        // What needs no search is said in any case.
        let [low, high] = searches[0].certain(&root);
        bounds.low = low.map_or(bounds.low, |low| low.max(bounds.low));
        bounds.high = high.map_or(bounds.high, |high| high.min(bounds.high));
    }
    // A thread that was stopped while the others found the rest does not matter.
    let limit = limit.filter(|_| bounds.next().is_some()).map(|limit| match limit {
        Limit::Nodes(_) => Limit::Nodes(nodes),
        limit => limit,
    });
    cancels.iter().for_each(|cancel| cancel.store(false, Ordering::Relaxed));
    searches.iter_mut().for_each(|search| search.budget.limits.nodes = limits.nodes / share);
    let line = match limit {
        None if bounds.low == bounds.high => line(&mut searches, answered, root, bounds.low),
        _ => Vec::new(),
    };
    if let Some(proofs) = &mut proofs {
        proofs.clear();
        searches.iter().for_each(|search| search.keep(proofs));
    }
    let (low, high) = bounds.ends();
    let value = Value::between(low, high, limit.unwrap_or(Limit::Asked));
    let nodes = searches.iter().map(|search| search.budget.nodes).sum();
    Ok(Solution { line, nodes, ..Solution::of(value, Method::ProofNumbers) })
}

/// All that stood, and who was to move.
fn history_of<M: Mask>(game: &Game, looks: Looks<'_>) -> Vec<(Stones<M>, usize)> {
    let Looks { rules, back } = looks;
    if !back {
        // Who was to move is nothing to such a stage.
        let made = game.moves_made();
        let positions =
            (made - game.moves_in_phase()..=made).filter_map(|n| game.position_after(n));
        return positions.map(|codes| (Stones::of_codes(&codes), BLACK)).collect();
    }
    let mut history: Vec<(Stones<M>, usize)> = game
        .past()
        .into_iter()
        .map(|(codes, to_move)| (Stones::of_codes(&codes), to_move.index()))
        .collect();
    if rules.situational && game.passes_in_row() > 0 {
        // A situation after a pass is added when a play follows.
        history.pop();
    }
    history
}

fn root_of<M: Mask>(game: &Game, rules: &SuperkoRules) -> Question<M> {
    let stages = &game.ruleset().stages;
    let stage = stages.iter().position(|stage| stage == game.stage()).unwrap_or(0);
    let stage = stage.saturating_sub(stages.len() - rules.stages.len());
    let mode = Mode {
        stage: stage as u8,
        passes: game.passes_in_row(),
        button: rules.start().button && game.button().is_none(),
    };
    let stones = Stones::of_codes(game.position().codes());
    Question { stones, to_move: game.to_move().index(), mode, bound: 0 }
}

/// Writes down how a player gets a margin that he can get.
///
/// # Errors
/// Why the game is beyond this method, what stopped the search, or that he cannot get it.
pub(crate) fn strategy(game: &Game, claim: &Claim, limits: &Limits<'_>) -> Result<Strategy, Limit> {
    let rules = SuperkoRules::of(game.ruleset())?;
    strategy_last(game, Looks { rules: &rules, back: true }, claim, limits)
}

/// The same for a game that has come to its last stage, which is under superko.
///
/// # Errors
/// As [`strategy`].
pub(crate) fn strategy_last(
    game: &Game,
    looks: Looks<'_>,
    claim: &Claim,
    limits: &Limits<'_>,
) -> Result<Strategy, Limit> {
    with_sets!(game.board().len(), M => strategy_on::<M>(game, looks, claim, limits))
}

fn strategy_on<M: Mask>(
    game: &Game,
    looks: Looks<'_>,
    claim: &Claim,
    limits: &Limits<'_>,
) -> Result<Strategy, Limit> {
    let Looks { rules, .. } = looks;
    let Claim { player, margin: End::Margin(margin), .. } = *claim else {
        return Err(Limit::Beyond("nobody wins without a count here".to_owned()));
    };
    let field = Field::<M>::of(game.board())?;
    let history = history_of(game, looks);
    let mut search = Search::new(&field, rules, Budget::new(limits), &history);
    let beyond = || Limit::Beyond(format!("a margin of {margin} is beyond this search"));
    if margin.numer().unsigned_abs() > FURTHEST.unsigned_abs() {
        return Err(beyond());
    }
    // White shows that no more can be had.
    let halves = match player {
        Player::BLACK => (margin * 2).ceil().to_integer(),
        _ => (margin * 2).floor().to_integer() + 1,
    };
    let bound = i16::try_from(halves - i64::from(offset(game)?)).map_err(|_| beyond())?;
    let root = Question { bound, ..root_of(game, rules) };
    let mut tree = Tree::default();
    if !matches!(game.status(), Status::Over(_)) {
        if search.ask(root)? != (player == Player::BLACK) {
            return Err(Limit::Beyond(format!("{player} cannot get this")));
        }
        write_down(&mut search, &root, player.index(), 0, &mut tree)?;
    }
    Ok(Strategy { claim: *claim, plan: Plan::Moves(tree.0) })
}

/// Writes down what a player does from a question on that he is known to win: a tree whose first moves have so many moves before
/// them.
///
/// # Errors
/// That the tree is too long, or what stopped the search.
pub(crate) fn write_down<M: Mask>(
    search: &mut Search<'_, M>,
    at: &Question<M>,
    player: usize,
    depth: usize,
    tree: &mut Tree,
) -> Result<(), Limit> {
    tree.has_room()?;
    let black = player == BLACK;
    let over = search.ends_by_pass(at).map(|margin| margin >= i32::from(at.bound));
    if at.to_move == player && over == Some(black) {
        tree.push(depth, None);
        return Ok(());
    }
    if at.to_move != player && over.is_some() {
        tree.push(depth, None);
    }
    let mut moves = search.moves(at);
    if at.to_move == player {
        known_first(&mut moves, |(made, next)| {
            let length = search.advance(at, made.is_some(), next);
            let known = search.knows(next);
            search.retreat(length);
            known.is_some_and(|(winner, _)| winner == player)
        });
    }
    for (made, next) in moves {
        let length = search.advance(at, made.is_some(), &next);
        let wanted = at.to_move != player || search.ask(next)? == black;
        if wanted {
            tree.push(depth, made);
            write_down(search, &next, player, depth + 1, tree)?;
        }
        search.retreat(length);
        if wanted && at.to_move == player {
            return Ok(());
        }
    }
    Ok(())
}

/// Half points that are too many to be added to a margin.
const FURTHEST: i64 = 1 << 24;

/// What is added to the margin a search speaks of, in half points: what a game without a button adds, and the button.
///
/// # Errors
/// If that is more than margins are counted in.
fn offset(game: &Game) -> Result<i32, Limit> {
    let button = match game.button() {
        Some(Player::BLACK) => 1,
        Some(_) => -1,
        None => 0,
    };
    let halves = loopy::offset(game) + button;
    match i32::try_from(halves) {
        Ok(halves) if i64::from(halves).abs() < FURTHEST => Ok(halves),
        _ => Err(Limit::Beyond("the compensation is too large for this search".to_owned())),
    }
}

/// The half points between which the value lies, and the question to ask next.
struct Bounds {
    low: i32,
    high: i32,
    /// Between two values that are possible.
    step: i32,
    offset: i32,
    /// From the middle.
    strides: Strides,
    /// The only question whose answer is wanted.
    wanted: Option<i32>,
}

impl Bounds {
    fn of<M: Mask>(field: &Field<M>, rules: &SuperkoRules, mode: Mode, offset: i32) -> Bounds {
        let points = 2 * field.points as i32;
        let button = i32::from(rules.button && mode.button);
        Bounds {
            low: -points - button,
            high: points + button,
            step: 2,
            offset,
            strides: Strides::new(),
            wanted: None,
        }
    }

    /// The question for the least value that is a margin or more.
    fn least(&self, margin: Score) -> i32 {
        let steps =
            (margin * 2 - Ratio::from(i64::from(self.offset + self.low))) / i64::from(self.step);
        let most = i64::from((self.high - self.low) / self.step) + 1;
        self.low + self.step * steps.ceil().to_integer().clamp(0, most) as i32
    }

    fn next(&self) -> Option<i16> {
        if self.low >= self.high {
            return None;
        }
        if let Some(wanted) = self.wanted {
            return self.is_open(wanted as i16).then_some(wanted as i16);
        }
        let steps = (self.high - self.low) / self.step;
        let place = self.strides.place(steps, steps / 2 + steps % 2);
        Some((self.low + place * self.step) as i16)
    }

    fn learn(&mut self, bound: i16, yes: bool) {
        self.strides.learn(yes);
        if yes {
            self.low = self.low.max(i32::from(bound));
        } else {
            self.high = self.high.min(i32::from(bound) - self.step);
        }
    }

    /// Whether a question is not answered yet, and may be of use.
    fn is_open(&self, bound: i16) -> bool {
        let open = |bound: i32| (self.low + 1..=self.high).contains(&bound);
        open(bound.into()) && self.wanted.is_none_or(open)
    }

    fn ends(&self) -> (End, End) {
        let end = |halves: i32| End::Margin(Ratio::new(i64::from(halves + self.offset), 2));
        (end(self.low), end(self.high))
    }

    fn tell(&self, budget: &mut Budget<'_>) {
        let (low, high) = self.ends();
        budget.tell(low, high);
    }
}

/// The longest line that is shown.
const LONGEST: usize = 200;

/// Moves of best play, as far as the limits let them be found again. Each player's moves are asked of the
/// search that has the proofs for him.
pub(crate) fn line<M: Mask>(
    searches: &mut [Search<'_, M>],
    answered: [usize; 2],
    root: Question<M>,
    value: i32,
) -> Vec<Move> {
    let mut line = Vec::new();
    let mut at = Question { bound: value as i16, ..root };
    while line.len() < LONGEST {
        let moves = searches[0].moves(&at);
        let over = searches[0].ends_by_pass(&at);
        let mut chosen = None;
        if let Some(margin) = over
            && margin == i32::from(at.bound)
        {
            line.push(Move::Pass);
            break;
        }
        for (made, next) in moves {
            // Black keeps the value by a move after which it is still reached, White by one after
            // which no more is.
            let asked = if at.to_move == BLACK { next.bound } else { next.bound + 1 };
            let advance = |search: &mut Search<'_, M>| search.advance(&at, made.is_some(), &next);
            let lengths: Vec<usize> = searches.iter_mut().map(advance).collect();
            let answer = searches[answered[at.to_move]].ask(Question { bound: asked, ..next });
            match answer {
                Ok(yes) if yes == (at.to_move == BLACK) => {
                    chosen = Some((made, next));
                    break;
                }
                Ok(_) => {
                    for (search, length) in searches.iter_mut().zip(lengths) {
                        search.retreat(length);
                    }
                }
                Err(_) => return line,
            }
        }
        let Some((made, next)) = chosen else { break };
        line.push(as_move(made));
        at = next;
    }
    line
}
