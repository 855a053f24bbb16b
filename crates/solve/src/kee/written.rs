//! Strategies of certificates, written down: a tree for each segment that can come up.

use rustc_hash::FxHashSet;
use shinpan_board::Player;
use shinpan_rules::{Game, Move, Score, Status};

use super::certify::Arena;
use super::ground::Ground;
use super::held::{ALLOWED, CAPS, MOST_POINTS};
use super::reach::{Reach, Way, start};
use super::segment::{Chosen, PassNode};
use super::{check, without_passes};
use crate::checker;
use crate::compact::{BLACK, Field, Stones, WHITE};
use crate::limits::{Budget, Limits};
use crate::loopy::State;
use crate::strategy::{Claim, Passed, Plan, Segment, Strategy, as_move};
use crate::value::{End, Limit};

/// The longest strategy that is written down.
const MOST_MOVES: usize = 2_000_000;
/// About how many bytes a move takes while it is written down.
const EACH: u64 = 24;

/// Writes down how players get what they claim under Kee Rules.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method, what stopped it, or that nothing was found.
pub(crate) fn strategies(
    game: &Game,
    claims: &[Claim],
    limits: &Limits<'_>,
) -> Result<Vec<Strategy>, Limit> {
    check(game.ruleset())?;
    let beyond = |why: &str| Limit::Beyond(why.to_owned());
    if game.players() != 2 || *game.status() != Status::InPlay {
        return Err(beyond("segments are for a game of two players that goes on"));
    }
    let field = Field::<u32>::new(game.board());
    let field = field.ok_or_else(|| beyond("Kee Rules are searched on up to 32 points"))?;
    let history: Vec<Stones<u32>> = without_passes(game)?
        .filter_map(|number| Some(Stones::of_codes(&game.position_after(number)?)))
        .collect();
    let mut budget = Budget::new(limits);
    claims.iter().map(|claim| one(game, &field, &history, claim, &mut budget)).collect()
}

/// A strategy that the checker accepts, with more and more effort.
fn one(
    game: &Game,
    field: &Field<u32>,
    history: &[Stones<u32>],
    claim: &Claim,
    budget: &mut Budget<'_>,
) -> Result<Strategy, Limit> {
    let none = || Limit::Beyond(format!("no moves were found by which {} gets this", claim.player));
    let End::Margin(margin) = claim.margin else { return Err(none()) };
    let black = claim.player == Player::BLACK;
    let margin = margin + game.compensation();
    // The player of the claim is Black to the search.
    let stands = |stones: &Stones<u32>| if black { *stones } else { stones.exchanged() };
    let history: Vec<Stones<u32>> = history.iter().map(stands).collect();
    let margin = if black { margin } else { -margin };
    let to_move = if black { game.to_move().index() } else { 1 - game.to_move().index() };
    let accepted = |segments: Vec<Segment>| {
        let strategy = Strategy { claim: *claim, plan: Plan::Segments(segments) };
        checker::check(game, &strategy, None).is_ok().then_some(strategy)
    };
    let arena = |doubled: u32, memory: u64| {
        Arena::new(Ground::whole(field), margin, claim.kept_by_draw(), doubled, memory)
    };
    let memory = budget.limits.memory;
    if let Some(way) = way(field, &history, to_move, margin, budget)? {
        let writer = Writer::of(arena(0, memory), !black, Some(way));
        let segments = match writer.all(&history, to_move, budget) {
            // What credits are enough for may be shorter.
            Err(Limit::Beyond(_) | Limit::Memory { .. }) => None,
            segments => segments?,
        };
        if let Some(strategy) = segments.and_then(accepted) {
            return Ok(strategy);
        }
    }
    for round in 0.. {
        let doubled = (round / 3).min(CAPS);
        let nodes = ALLOWED.saturating_mul(4_u64.saturating_pow(round));
        let most = budget.limits.nodes;
        budget.limits.nodes = most.min(budget.nodes.saturating_add(nodes));
        let writer = Writer::of(arena(doubled, memory), !black, None);
        let written = writer.all(&history, to_move, budget);
        budget.limits.nodes = most;
        let segments = match written {
            Ok(segments) => segments,
            Err(Limit::Nodes(_)) if budget.nodes <= most => continue,
            Err(limit) => return Err(limit),
        };
        if let Some(strategy) = segments.and_then(accepted) {
            return Ok(strategy);
        }
        if doubled == CAPS {
            break;
        }
    }
    Err(none())
}

/// A way to safe chains that hold a margin, if there is one.
fn way(
    field: &Field<u32>,
    history: &[Stones<u32>],
    to_move: usize,
    margin: Score,
    budget: &mut Budget<'_>,
) -> Result<Option<Way>, Limit> {
    let wanted = margin.ceil().to_integer().clamp(-i64::from(i8::MAX), i64::from(i8::MAX)) as i8;
    if field.points > MOST_POINTS {
        return Ok(None);
    }
    let Ok(reach) = Reach::of(field, budget.limits.memory) else { return Ok(None) };
    Ok(reach.best(history, to_move, wanted, budget)?.map(|(_, way)| way))
}

/// The positions and passers that can still come up are written one after the other.
struct Writer<'a> {
    arena: Arena<'a>,
    /// Whether Black is White in the search.
    exchanged: bool,
    /// What he plays before safe chains hold what he wants; if there is none, what his credits are enough for.
    way: Option<Way>,
    /// The moves of the segment that is written, and how many there are before it.
    moves: Vec<(usize, Move)>,
    written: usize,
    /// The pass nodes it leads to, and the states behind them.
    ends: Vec<(PassNode, State)>,
}

impl<'a> Writer<'a> {
    fn of(arena: Arena<'a>, exchanged: bool, way: Option<Way>) -> Writer<'a> {
        Writer { arena, exchanged, way, moves: Vec::new(), written: 0, ends: Vec::new() }
    }

    /// All segments. `None` if the player needs too much, or his moves are not found again.
    fn all(
        mut self,
        history: &[Stones<u32>],
        to_move: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Segment>>, Limit> {
        // Where a node that other moves had not led to needs more, moves that lead there are others.
        'again: loop {
            if self.way.is_none() && self.arena.settle(history, to_move, budget)?.is_none() {
                return Ok(None);
            }
            let cap = self.arena.credits.cap;
            let Some(start) = start(history, to_move) else { return Ok(None) };
            let Some(moves) = self.segment(history, start, cap, budget)? else {
                return Ok(None);
            };
            let mut segments = vec![Segment { after: None, moves }];
            let mut seen: FxHashSet<PassNode> = FxHashSet::default();
            let mut open = std::mem::take(&mut self.ends);
            while let Some((node, state)) = open.pop() {
                if !seen.insert(node) {
                    continue;
                }
                let end = self.arena.credits.end(node, false);
                let asked = self.way.is_none() && !self.arena.credits.is_safe(end);
                if asked && self.arena.look(end.node(), budget)? {
                    self.written = 0;
                    continue 'again;
                }
                let Some(credit) = self.arena.credits.credit(end.node()) else { return Ok(None) };
                let found = self.segment(&[node.stones], state, credit, budget)?;
                let Some(moves) = found else { return Ok(None) };
                segments.push(Segment { after: Some(self.passed(node)), moves });
                open.append(&mut self.ends);
            }
            return Ok(Some(segments));
        }
    }

    /// The moves of a segment that begins in a state. `None` if they are not found again.
    fn segment(
        &mut self,
        history: &[Stones<u32>],
        state: State,
        credit: i32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<(usize, Move)>>, Limit> {
        self.arena.segments.begin(history, credit);
        let whole = self.tree(state, 0, budget)?;
        let moves = std::mem::take(&mut self.moves);
        self.written += moves.len();
        Ok(whole.then_some(moves))
    }

    /// The moves from a state on. Whether all were found.
    fn tree(&mut self, state: State, depth: usize, budget: &mut Budget<'_>) -> Result<bool, Limit> {
        let moves = if state.to_move == BLACK {
            match self.choice(state, budget)? {
                Some(made) => vec![made],
                None => return Ok(false),
            }
        } else {
            let plays = self.arena.segments.plays(state.stones, WHITE, 0);
            plays.into_iter().map(Some).chain([None]).collect()
        };
        for made in moves {
            self.note(depth, made.map(|(point, _)| point), budget)?;
            let Some((point, stones)) = made else {
                let node = PassNode { stones: state.stones, passer: state.to_move, fills: 0 };
                let next = State { to_move: 1 - state.to_move, passed: true, ..state };
                self.ends.push((node, next));
                continue;
            };
            let to_move = 1 - state.to_move;
            let plain = State { stones, to_move, passed: false, ban: None };
            let next = state.play(self.arena.segments.ground.field, point).unwrap_or(plain);
            self.arena.segments.go(stones);
            let whole = self.tree(next, depth + 1, budget)?;
            self.arena.segments.go_back();
            if !whole {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The player's move in a state; `None` if it is not found again.
    fn choice(&mut self, state: State, budget: &mut Budget<'_>) -> Result<Option<Chosen>, Limit> {
        let Arena { credits, segments, .. } = &mut self.arena;
        let Some(way) = &self.way else {
            return segments.choice(state.stones, state.passed, 0, credits, budget);
        };
        budget.spend()?;
        let filling = segments.filling(state.stones, 0, credits);
        Ok(filling.or_else(|| {
            let next = way.get(&state)?.first()?.stones;
            let mut plays = segments.plays(state.stones, BLACK, 0).into_iter();
            plays.find(|&(_, stones)| stones == next).map(Some)
        }))
    }

    fn note(
        &mut self,
        depth: usize,
        point: Option<usize>,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let count = self.written + self.moves.len();
        if count >= MOST_MOVES {
            return Err(Limit::Beyond(format!("a strategy has more than {MOST_MOVES} moves")));
        }
        budget.hold(count as u64 * EACH)?;
        let made = as_move(point);
        self.moves.push((depth, made));
        Ok(())
    }

    fn passed(&self, node: PassNode) -> Passed {
        let (stones, passer) = match self.exchanged {
            true => (node.stones.exchanged(), 1 - node.passer),
            false => (node.stones, node.passer),
        };
        let points = self.arena.segments.ground.field.points;
        let by = if passer == BLACK { Player::BLACK } else { Player::WHITE };
        Passed { codes: stones.codes(points), by }
    }
}
