//! Strategies of certificates, written down: a tree for each segment that can come up.

use rustc_hash::FxHashSet;
use shinpan_board::{Player, Point};
use shinpan_rules::{Game, Move, Status};

use super::certify::Arena;
use super::segment::PassNode;
use super::{ALLOWED, CAPS, check, without_passes};
use crate::checker;
use crate::compact::{BLACK, Field, Mask, Stones, WHITE};
use crate::limits::{Budget, Limits};
use crate::strategy::{Claim, Passed, Plan, Segment, Strategy};
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
    let margin = margin + game.komi().score();
    // The player of the claim is Black to the search.
    let stands = |stones: &Stones<u32>| if black { *stones } else { stones.exchanged() };
    let history: Vec<Stones<u32>> = history.iter().map(stands).collect();
    let margin = if black { margin } else { -margin };
    let to_move = if black { game.to_move().index() } else { 1 - game.to_move().index() };
    for round in 0.. {
        let doubled = (round / 3).min(CAPS);
        let nodes = ALLOWED.saturating_mul(4_u64.saturating_pow(round));
        let most = budget.limits.nodes;
        budget.limits.nodes = most.min(budget.nodes.saturating_add(nodes));
        let arena = Arena::new(field, margin, claim.kept_by_draw(), doubled, budget.limits.memory);
        let written = Writer::of(arena, !black).all(&history, to_move, budget);
        budget.limits.nodes = most;
        let segments = match written {
            Ok(segments) => segments,
            Err(Limit::Nodes(_)) if budget.nodes <= most => continue,
            Err(limit) => return Err(limit),
        };
        if let Some(segments) = segments {
            let strategy = Strategy { claim: *claim, plan: Plan::Segments(segments) };
            if checker::check(game, &strategy, None).is_ok() {
                return Ok(strategy);
            }
        }
        if doubled == CAPS {
            break;
        }
    }
    Err(none())
}

/// The positions and passers that can still come up are written one after the other.
struct Writer<'a> {
    arena: Arena<'a>,
    /// Whether Black is White in the search.
    exchanged: bool,
    /// The moves of the segment that is written, and how many there are before it.
    moves: Vec<(usize, Move)>,
    written: usize,
    /// The pass nodes it leads to.
    ends: Vec<PassNode>,
}

impl<'a> Writer<'a> {
    fn of(arena: Arena<'a>, exchanged: bool) -> Writer<'a> {
        Writer { arena, exchanged, moves: Vec::new(), written: 0, ends: Vec::new() }
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
            if self.arena.settle(history, to_move, budget)?.is_none() {
                return Ok(None);
            }
            let credit = self.arena.credits.cap;
            let Some(moves) = self.segment(history, to_move, false, credit, budget)? else {
                return Ok(None);
            };
            let mut segments = vec![Segment { after: None, moves }];
            let mut seen: FxHashSet<PassNode> = FxHashSet::default();
            let mut open = std::mem::take(&mut self.ends);
            while let Some(node) = open.pop() {
                if !seen.insert(node) {
                    continue;
                }
                let end = self.arena.credits.end(node, false);
                let number = end.node();
                if !self.arena.credits.is_safe(end) && self.arena.look(number, budget)? {
                    self.written = 0;
                    continue 'again;
                }
                let Some(credit) = self.arena.credits.credit(number) else { return Ok(None) };
                let to_move = 1 - node.passer;
                let found = self.segment(&[node.stones], to_move, true, credit, budget)?;
                let Some(moves) = found else { return Ok(None) };
                segments.push(Segment { after: Some(self.passed(node)), moves });
                open.append(&mut self.ends);
            }
            return Ok(Some(segments));
        }
    }

    /// The moves of a segment. `None` if they are not found again.
    fn segment(
        &mut self,
        history: &[Stones<u32>],
        to_move: usize,
        answers: bool,
        credit: i32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<(usize, Move)>>, Limit> {
        self.arena.segments.begin(history, credit);
        let stones = history.last().copied().unwrap_or_default();
        let whole = self.tree(stones, to_move, answers, 0, budget)?;
        let moves = std::mem::take(&mut self.moves);
        self.written += moves.len();
        Ok(whole.then_some(moves))
    }

    /// The moves from a place on. Whether all were found.
    fn tree(
        &mut self,
        stones: Stones<u32>,
        to_move: usize,
        answers: bool,
        depth: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let moves = if to_move == BLACK {
            let Arena { credits, segments, .. } = &mut self.arena;
            match segments.choice(stones, answers, credits, budget)? {
                Some(made) => vec![made],
                None => return Ok(false),
            }
        } else {
            let plays = self.arena.segments.plays(stones, WHITE);
            plays.into_iter().map(Some).chain([None]).collect()
        };
        for made in moves {
            self.note(depth, made.map(|(point, _)| point), budget)?;
            let Some((_, next)) = made else {
                self.ends.push(PassNode { stones, passer: to_move });
                continue;
            };
            self.arena.segments.go(next);
            let whole = self.tree(next, 1 - to_move, false, depth + 1, budget)?;
            self.arena.segments.go_back();
            if !whole {
                return Ok(false);
            }
        }
        Ok(true)
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
        let (needed, allowed) = (count as u64 * EACH, budget.limits.memory);
        if needed > allowed {
            return Err(Limit::Memory { needed, allowed });
        }
        let made = point.map_or(Move::Pass, |point| Move::Play(Point::new(point as u16)));
        self.moves.push((depth, made));
        Ok(())
    }

    fn passed(&self, node: PassNode) -> Passed {
        let (stones, passer) = match self.exchanged {
            true => (node.stones.exchanged(), 1 - node.passer),
            false => (node.stones, node.passer),
        };
        let points = self.arena.segments.field.points;
        let code = |at: usize| {
            let stands = |&player: &usize| stones.0[player].meets(u32::one(at));
            (0..2).find(stands).map_or(0, |player| player as u8 + 1)
        };
        let by = if passer == BLACK { Player::BLACK } else { Player::WHITE };
        Passed { codes: (0..points).map(code).collect(), by }
    }
}
