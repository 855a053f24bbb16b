//! Games whose cycles are ruled on: the long-cycle rule in every stage, area with basic ko, Japanese.

pub(crate) mod answers;
mod fixpoint;
mod graph;
mod life;
mod returns;
mod rules;
mod table;
mod then_proofs;
mod way;

pub(crate) use answers::strategies;
pub(crate) use fixpoint::{Contrary, Levels, Moves, Weights};
#[cfg(test)]
pub(crate) use graph::Positions;
pub(crate) use graph::{Graph, State, small_field};
pub(crate) use life::{Living, counted, formed, stopped};
pub(crate) use rules::LoopyRules;
pub(crate) use table::{
    Basis, Cycles, ENDLESS, Exits, FURTHEST, Level, Stage, by_sums, by_sums_from, by_thresholds,
    contrary,
};
#[cfg(test)]
pub(crate) use then_proofs::Asked;

use num_rational::Ratio;
use shinpan_board::{Player, Point};
use shinpan_rules::{Count, Game, Move, Status};

use crate::compact::{BLACK, Field, Mask, WHITE};
use crate::limits::{Budget, Limits};
use crate::value::{End, Limit, Method, Solution, Value};
use returns::{after, shown};
use table::Values;
pub(crate) use then_proofs::{
    ended, solve as solve_before_proofs, strategies as strategies_before_proofs,
};

/// Solves a game whose cycles are ruled on, by a table of all states of its board.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn solve(game: &Game, limits: &Limits<'_>) -> Result<Solution, Limit> {
    let rules = LoopyRules::of(game.ruleset())?;
    if game.players() != 2 {
        return Err(Limit::Beyond("this search is for two players".to_owned()));
    }
    let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::Fixpoint);
    if let Status::Over(outcome) = game.status() {
        solution.value = Value::Exact(End::of(outcome));
        return Ok(solution);
    }
    if game.moves_in_phase() > 0 {
        return Err(Limit::Beyond(
            "moves of this phase could be part of a cycle: the table is for fresh phases"
                .to_owned(),
        ));
    }
    let field = small_field(game.board())?;
    let mut budget = Budget::new(limits);
    let found = Values::of(&field, &rules, &mut budget);
    solution.nodes = budget.nodes;
    let values = match found {
        Ok(values) => values,
        Err(limit) => {
            solution.value = Value::Unknown(limit);
            return Ok(solution);
        }
    };
    let at = At::of(game);
    let proven = Proven::of_table(&values, &rules, &at, &mut budget);
    solution.nodes = budget.nodes;
    if proven.tell(&mut solution) {
        solution.line = line(&values, &rules, at);
    }
    Ok(solution)
}

/// What is proven of what Black can force: at least and at most, draws being his losses, and draws being his wins.
pub(crate) struct Proven {
    pub(crate) lost: [End; 2],
    pub(crate) won: [End; 2],
    /// What stopped it.
    pub(crate) limit: Option<Limit>,
}

/// Nothing.
impl Default for Proven {
    fn default() -> Proven {
        let ends = [End::Lost, End::Won];
        Proven { lost: ends, won: ends, limit: None }
    }
}

impl Proven {
    /// What a table says, as far as it holds under RULES. What was found before a limit is kept.
    fn of_table(
        values: &Values<'_>,
        rules: &LoopyRules,
        at: &At<u32>,
        budget: &mut Budget<'_>,
    ) -> Proven {
        let after = after(values, rules);
        let mut proven = Proven::default();
        let points = values.graph.field().points;
        let found = proven.find(points, at, |player, state| {
            let found = shown(values, rules, &after, player, (at.stage, state), budget)?;
            Ok(found.map(|found| found.level))
        });
        proven.limit = found.err();
        proven
    }

    /// By what a player gets from a state: as Black in the table, who forces, or as White, who keeps.
    fn find(
        &mut self,
        points: usize,
        at: &At<u32>,
        mut gets: impl FnMut(usize, State) -> Result<Option<Level>, Limit>,
    ) -> Result<(), Limit> {
        let mut gets = |player: usize, exchanged: bool| -> Result<Option<End>, Limit> {
            let state = if exchanged { at.state.exchanged() } else { at.state };
            // Who always passes pays nothing, so no count is further off than all of the board. Another level was cut off.
            let found = gets(player, state)?.map(|level| if exchanged { -level } else { level });
            let sure = |&level: &Level| {
                usize::from(level.unsigned_abs()) <= points || level.abs() >= ENDLESS
            };
            Ok(found.filter(sure).map(|level| end(level, at.paid)))
        };
        // Who can force something if draws are bad for him has it if they are good, too.
        let low = gets(BLACK, false)?.unwrap_or(End::Lost);
        (self.lost[0], self.won[0]) = (low, low);
        let high = gets(BLACK, true)?.unwrap_or(End::Won);
        (self.lost[1], self.won[1]) = (high, high);
        if low < high {
            self.lost[1] = gets(WHITE, false)?.unwrap_or(End::Won).min(high);
            self.won[0] = gets(WHITE, true)?.unwrap_or(End::Lost).max(low);
        }
        Ok(())
    }

    /// Between which ends the value lies.
    pub(crate) fn ends(&self) -> (End, End) {
        (with_draws(self.lost[0], self.won[0]), with_draws(self.lost[1], self.won[1]))
    }

    /// Tells it; whether it is exact.
    pub(crate) fn tell(self, solution: &mut Solution) -> bool {
        let (low, high) = self.ends();
        let Proven { lost: [lost_low, lost_high], won: [won_low, won_high], limit } = self;
        if lost_low == lost_high && won_low == won_high {
            solution.without_draws = Some((lost_low, won_low));
        }
        let why =
            || Limit::Beyond("no more is proven where states of the rules come back".to_owned());
        solution.value = Value::between(low, high, limit.unwrap_or_else(why));
        low == high
    }
}

/// What Black gets, by what he can force if draws are his losses and if they are his wins.
pub(crate) fn with_draws(lost: End, won: End) -> End {
    lost.max(won.min(End::DRAW))
}

/// Where a line has come to: what is added to the margin so far is in half points.
#[derive(Clone, Copy)]
pub(crate) struct At<M> {
    pub(crate) stage: usize,
    pub(crate) state: State<M>,
    pub(crate) paid: i64,
}

impl At<u32> {
    /// Where a game stands.
    pub(crate) fn of(game: &Game) -> At<u32> {
        At { stage: LoopyRules::stage_of(game), state: State::of(game), paid: offset(game) }
    }
}

/// What is known of all states, for a line of best play.
pub(crate) trait Known<M: Mask> {
    fn field(&self) -> &Field<M>;
    /// Where plays are looked at, and what point a place is.
    fn open(&self) -> M;
    fn point(&self, place: usize) -> Point;
    /// What Black can force, cycles being bad for him, and when it was found; or what White can, from
    /// the state with the colours exchanged.
    fn level(&self, stage: usize, state: State<M>, exchanged: bool) -> Option<(Level, u32)>;
    /// Black's margin where the last stage ends in a state.
    fn counted(&self, state: State<M>) -> Option<Level>;
}

impl Known<u32> for Values<'_> {
    fn field(&self) -> &Field<u32> {
        self.graph.field()
    }

    fn open(&self) -> u32 {
        self.graph.field().all
    }

    fn point(&self, place: usize) -> Point {
        Point::new(place as u16)
    }

    fn level(&self, stage: usize, state: State, _: bool) -> Option<(Level, u32)> {
        let (stage, number) = (&self.stages[stage], self.graph.number(state));
        Some((stage.values[number], stage.when[number]))
    }

    fn counted(&self, state: State) -> Option<Level> {
        Some(self.end(self.graph.number(state)))
    }
}

/// What Black can force if draws are his losses, and if they are his wins, from here on.
fn levels<M: Mask>(values: &impl Known<M>, at: &At<M>) -> Option<[Level; 2]> {
    // From the other side: what White cannot prevent is what Black can force there.
    let [own, other] = [(at.state, false), (at.state.exchanged(), true)]
        .map(|(state, exchanged)| values.level(at.stage, state, exchanged));
    Some([own?.0, -other?.0])
}

/// The same with all that was paid before.
fn bounds<M: Mask>(values: &impl Known<M>, at: &At<M>) -> Option<(End, End)> {
    let [low, high] = levels(values, at)?;
    Some((end(low, at.paid), end(high, at.paid)))
}

pub(crate) fn end(level: Level, paid: i64) -> End {
    match level {
        ENDLESS.. => End::Won,
        level if level <= -ENDLESS => End::Lost,
        level => End::Margin(Ratio::new(2 * i64::from(level) + paid, 2)),
    }
}

/// Compensation, and what plays and prisoners before count, in half points.
pub(crate) fn offset(game: &Game) -> i64 {
    let mut halves = -(game.compensation() * 2).to_integer();
    if game.ruleset().count == Count::Territory {
        let prisoners = game.prisoners();
        let of = |player: Player| {
            let standing = game.position().stones().filter(|s| s.player() == Some(player)).count();
            standing as i64 + i64::from(prisoners[player])
        };
        halves += 2 * (of(Player::WHITE) - of(Player::BLACK));
    }
    halves
}

/// The longest line that is shown.
const LONGEST: usize = 100;

/// A move: how near it is to the end, whether it leaves the stage first; what it leads to.
type Offer<M> = ((bool, u32), Option<At<M>>, Move);

/// Moves of best play. Who can win makes moves that come nearer to it; the other keeps the value. A
/// draw ends where a state comes back.
pub(crate) fn line<M: Mask>(
    values: &impl Known<M>,
    rules: &LoopyRules,
    mut at: At<M>,
) -> Vec<Move> {
    let field = values.field();
    let mut line = Vec::new();
    let mut seen = Vec::new();
    while line.len() < LONGEST && !seen.contains(&(at.stage, at.state)) {
        seen.push((at.stage, at.state));
        let Some((low, high)) = bounds(values, &at) else { break };
        let black = at.state.to_move == BLACK;
        let mut best: Option<Offer<M>> = None;
        let mut offer = |next: Option<At<M>>, made: Move, low_after: End, high_after: End| {
            let keeps = match (black, low > End::DRAW, high < End::DRAW) {
                (_, true, _) => low_after == low,
                (_, _, true) => high_after == high,
                (true, ..) => high_after >= End::DRAW,
                (false, ..) => low_after <= End::DRAW,
            };
            // Nearer: what was found earlier.
            let when = next.and_then(|next| {
                let other_side = high < End::DRAW;
                let state = if other_side { next.state.exchanged() } else { next.state };
                Some(values.level(next.stage, state, other_side)?.1)
            });
            let rank = (next.is_some_and(|next| next.stage == at.stage), when.unwrap_or(0));
            if keeps && best.as_ref().is_none_or(|(so_far, ..)| rank < *so_far) {
                best = Some((rank, next, made));
            }
        };
        let after = |next: At<M>| Some((Some(next), bounds(values, &next)?));
        let passed = match at.state.pass() {
            Some(state) => after(At { state, ..at }),
            None if at.stage + 1 < rules.stages.len() => {
                let state = at.state.next_stage(rules.ko_stands);
                after(At { stage: at.stage + 1, state, ..at })
            }
            None => values.counted(at.state).map(|counted| {
                let end = end(counted, at.paid);
                (None, (end, end))
            }),
        };
        if let Some((next, (low, high))) = passed {
            offer(next, Move::Pass, low, high);
        }
        let cost = 2 * i64::from(rules.stages[at.stage].cost);
        let paid = at.paid + if black { -cost } else { cost };
        for point in (values.open() & !at.state.stones.taken()).points() {
            let played = at.state.play(field, point).map(|state| At { state, paid, ..at });
            if let Some((next, (low, high))) = played.and_then(after) {
                offer(next, Move::Play(values.point(point)), low, high);
            }
        }
        let Some((_, next, made)) = best else { break };
        line.push(made);
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    line
}

/// The table of a board, for tests that look at many of its positions.
#[cfg(test)]
pub(crate) struct Solved<'a>(Values<'a>);

#[cfg(test)]
impl<'a> Solved<'a> {
    pub(crate) fn of(
        field: &'a Field<u32>,
        rules: &LoopyRules,
        limits: &Limits<'a>,
    ) -> Result<Solved<'a>, Limit> {
        Values::of(field, rules, &mut Budget::new(limits)).map(Solved)
    }

    pub(crate) fn positions(&self) -> impl Iterator<Item = crate::compact::Stones<u32>> {
        self.0.graph.positions.stones.iter().copied()
    }

    /// What Black can force from the beginning of a game if draws are his losses, and if they are his
    /// wins.
    pub(crate) fn bounds(&self, game: &Game) -> (End, End) {
        bounds(&self.0, &At::of(game)).unwrap()
    }

    /// What is proven of the beginning of a game: at least and at most.
    pub(crate) fn proven(
        &self,
        rules: &LoopyRules,
        game: &Game,
        limits: &Limits<'_>,
    ) -> (End, End) {
        let at = At::of(game);
        let mut solution = Solution::of(Value::Unknown(Limit::Stopped), Method::Fixpoint);
        Proven::of_table(&self.0, rules, &at, &mut Budget::new(limits)).tell(&mut solution);
        solution.value.bounds()
    }
}
