//! Answers for all situations of a settled board that can come up, written down.
//!
//! Unlike the tables, which know one state for all that may stand in settled territory, a strategy has an answer for each position of the
//! whole board. So this is for boards whose eyes have few points (`eyes.rs`).

use std::collections::HashSet;

use shinpan_board::{Player, Point};
use shinpan_rules::{Game, Move, Notice, Status};

use super::eyes::Eyes;
use super::layers::{Setting, Table};
use super::{Settled, Side, State, has_walls, sign};
use crate::compact::{BLACK, Field, Mask, Stones, WHITE, walls, with_sets};
use crate::limits::{Budget, Limits};
use crate::loopy::answers::{EACH, begins, has_room, none_found};
use crate::loopy::{Basis, Level, LoopyRules, end};
use crate::strategy::{Answer, Claim, Plan, Situation, Strategy};
use crate::value::Limit;

/// Writes down how players get what they claim.
///
/// # Errors
/// Why the game is beyond this method, what stopped it, or that one of them cannot get it.
pub(crate) fn strategies(
    game: &Game,
    claims: &[Claim],
    limits: &Limits<'_>,
) -> Result<Vec<Strategy>, Limit> {
    let rules = LoopyRules::of(game.ruleset())?;
    begins(game)?;
    if !has_walls(game) {
        let why = "on so many points answers are for what is left between walls";
        return Err(Limit::Beyond(why.to_owned()));
    }
    let mut budget = Budget::new(limits);
    let written = |claim: &Claim| {
        let plan = with_sets!(game.board().len(), M => one::<M>(game, claim, &rules, &mut budget))?;
        Ok(Strategy { claim: *claim, plan })
    };
    claims.iter().map(written).collect()
}

fn one<W: Mask>(
    game: &Game,
    claim: &Claim,
    rules: &LoopyRules,
    budget: &mut Budget<'_>,
) -> Result<Plan, Limit> {
    let whole = Field::<W>::of(game.board())?;
    let stones = Stones::of_codes(game.position().codes());
    let player = if claim.player == Player::BLACK { BLACK } else { WHITE };
    let own = walls(&whole, stones, player);
    let eyes = Eyes::of(&whole, &own).ok_or_else(|| {
        let why = "it does not tell what was answered in an eye of";
        Limit::Beyond(format!("what stands is not enough: {why} {}", claim.player))
    })?;
    let settled = Settled::of(game, rules, budget)?;
    let side = Side::of(&settled, game, rules, player, budget)?;
    // Who forces it needs no draw.
    for keeps in [false, true] {
        if keeps && !claim.kept_by_draw() {
            break;
        }
        let table = match keeps {
            false => None,
            true => {
                Some(Setting { endless_won: true, ..side.ground.setting(rules) }.solve(budget)?)
            }
        };
        let table = table.as_ref().unwrap_or(&side.table);
        let Some(number) = side.ground.reached.number(side.ground.start.state) else { continue };
        let (level, _) = table.value(0, number);
        if claim.kept(end(sign(player) as Level * level, side.ground.start.paid)) {
            let other = walls(&whole, stones, 1 - player).territory;
            let writer =
                Writer { game, claim, rules, eyes: &eyes, other, side: &side, table, keeps };
            return writer.write(player, budget).map(Plan::Answers);
        }
    }
    Err(none_found(claim))
}

/// What answers are looked up in.
struct Writer<'a, W: Mask> {
    game: &'a Game,
    claim: &'a Claim,
    rules: &'a LoopyRules,
    /// The player's eyes, and the territory of the other's.
    eyes: &'a Eyes<W>,
    other: W,
    side: &'a Side,
    table: &'a Table,
    /// Whether a draw is enough, so that he need not come nearer to anything.
    keeps: bool,
}

impl<W: Mask> Writer<'_, W> {
    /// All answers, from where the game is.
    fn write(&self, player: usize, budget: &mut Budget<'_>) -> Result<Vec<Answer>, Limit> {
        let mut answers = Vec::new();
        let mut seen: HashSet<(u16, Player, Situation)> = HashSet::new();
        // No cycle ends the game here.
        let mut open = vec![self.game.clone().with_notice(Notice::Claim)];
        let each = EACH + 3 * self.game.board().len() as u64;
        while let Some(game) = open.pop() {
            let at = Situation::of(&game);
            if !seen.insert((game.phase_number(), game.to_move(), at.clone())) {
                continue;
            }
            budget.spend()?;
            budget.hold(seen.len() as u64 * each)?;
            has_room(&answers)?;
            let moves = if game.to_move() == self.claim.player {
                let none = || Limit::Beyond("a situation has no answer".to_owned());
                let made = self.answer(&game, player).ok_or_else(none)?;
                answers.push(Answer { at, made });
                vec![made]
            } else {
                game.legal().into_iter().map(Move::Play).chain([Move::Pass]).collect()
            };
            for made in moves {
                let mut after = game.clone();
                if after.play(made).is_err() {
                    return Err(Limit::Beyond("an answer is refused".to_owned()));
                }
                if *after.status() == Status::InPlay {
                    open.push(after);
                }
            }
        }
        Ok(answers)
    }

    /// The player's answer: in an eye of his, or what the table says.
    fn answer(&self, game: &Game, player: usize) -> Option<Move> {
        let stones = Stones::<W>::of_codes(game.position().codes());
        let play = |point: usize| Move::Play(Point::new(point as u16));
        if let Some(point) = self.eyes.to_answer(stones, player) {
            return Some(play(point));
        }
        let fills = (stones.0[1 - player] & self.other).size();
        let rest = &self.side.ground.rest;
        let state = State {
            stones: rest.seen(game.position().codes(), player),
            to_move: game.to_move().index() ^ player,
            passed: game.passes_in_row() > 0,
            ban: game.ko_point_before_passes().and_then(|point| rest.place(point.index())),
        };
        let stage = LoopyRules::stage_of(game).checked_sub(self.side.ground.start.stage)?;
        let taking = self.eyes.to_take_off(stones, player);
        let taking = taking.filter(|_| rest.outside.cleaning).map(play);
        self.best(stage, state.after_a_ban(WHITE), fills, taking)
    }

    /// The move that the table has in a state, so many points of the other's territory being filled; `taking` is one that takes off what
    /// stands in the player's, if something does that he may have to take off.
    fn best(&self, stage: usize, state: State, fills: u32, taking: Option<Move>) -> Option<Move> {
        let (rest, reached) = (&self.side.ground.rest, &self.side.ground.reached);
        let number = reached.number(state)?;
        let breaking = if rest.outside.fills > 0 { rest.outside.breaking } else { 0 };
        let fills = fills.min(breaking);
        let careful = rest.outside.fills > 0 && fills == breaking;
        let unclean = taking.is_some();
        let found = self.table.stage(stage, fills, unclean);
        let last = self.side.ground.start.stage + stage + 1 == self.rules.stages.len();
        let rules = self.rules.stages[self.side.ground.start.stage + stage];
        let (of, when) = match &found.basis {
            Basis::None => (&found.values, &found.when),
            Basis::Sums(sums) => (sums, &found.when),
            Basis::Trees(trees) => {
                let forced = &trees[BLACK];
                // What cycles win is not written down here.
                if forced.of[number] < found.values[number] {
                    return None;
                }
                (&forced.of, &forced.when)
            }
        };
        let rank = |next: State, cost: i32| {
            let to = reached.number(next)?;
            let nearer = if self.keeps { 0 } else { -i64::from(when[to]) };
            Some((i32::from(of[to]) - cost, nearer))
        };
        let mut best: Option<((i32, i64), Move)> = None;
        let mut offer = |rank: Option<(i32, i64)>, made: Move| {
            let Some(rank) = rank else { return };
            if best.as_ref().is_none_or(|(so_far, _)| rank > *so_far) {
                best = Some((rank, made));
            }
        };
        // Before the board is counted as it stands.
        let kept = last && !self.rules.life;
        if let Some(made) = taking.filter(|_| kept) {
            let fresh = reached.fresh(number, WHITE);
            let value = |unclean| self.table.stage(stage, fills, unclean).values[fresh];
            offer(Some((i32::from(value(false).min(value(true))), 0)), made);
        }
        match state.pass() {
            _ if unclean && kept => {}
            Some(next) => offer(rank(next, 0), Move::Pass),
            None if last => {
                offer(
                    Some((i32::from(self.side.ground.margins[reached.position(number)]), 0)),
                    Move::Pass,
                );
            }
            None => {
                let next = reached.number(state.next_stage(self.rules.ko_stands))?;
                let value = self.table.stage(stage + 1, fills, unclean).values[next];
                offer(Some((i32::from(value), 0)), Move::Pass);
            }
        }
        for place in (rest.open & !state.stones.taken()).points() {
            let Some(next) = state.play(&rest.field, place) else { continue };
            if !(careful && rest.breaks(state.stones, next.stones)) {
                offer(rank(next, rules.cost), Move::Play(rest.points[place]));
            }
        }
        best.map(|(_, made)| made)
    }
}
