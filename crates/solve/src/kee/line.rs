//! Lines of best play under Kee Rules: each player does what his certificate says.

use rustc_hash::FxHashSet;
use shinpan_rules::Move;

use super::certify::Arena;
use super::held::Side;
use super::segment::PassNode;
use crate::compact::{BLACK, Stones, WHITE};
use crate::limits::Budget;
use crate::value::Limit;

/// The longest line that is shown.
const LONGEST: usize = 100;

/// A line, as it is played.
struct Line<'l, 'a> {
    sides: &'l [Side<'a>; 2],
    arenas: [&'l mut Arena<'a>; 2],
    /// What stood since the last pass, as each player sees it, and what he has.
    histories: [Vec<Stones<u32>>; 2],
    credits: [i32; 2],
    /// How many points of his own the other has filled, as far as each player cares.
    fills: [u8; 2],
    to_move: usize,
    /// Whether a pass now would answer a pass.
    answers: bool,
}

/// How a line goes on.
enum Step {
    Play(Move),
    /// A pass, with the node it leads to as Black sees it.
    Pass(PassNode),
    /// A node that other moves had not led to needs more, so moves that lead there are others.
    Raised,
    /// A player's move is not found again.
    Lost,
}

/// The moves until the game ends, or the first of them; none if some player's are not found.
pub(super) fn line<'a>(
    sides: &[Side<'a>; 2],
    [black, white]: [&mut Arena<'a>; 2],
    budget: &mut Budget<'_>,
) -> Result<Vec<Move>, Limit> {
    'again: loop {
        let mut line = Line::of(sides, [&mut *black, &mut *white]);
        let mut moves = Vec::new();
        let mut passed: FxHashSet<PassNode> = FxHashSet::default();
        while moves.len() < LONGEST {
            match line.go_on(budget)? {
                Step::Play(made) => moves.push(made),
                Step::Pass(node) => {
                    moves.push(Move::Pass);
                    if !passed.insert(node) {
                        break;
                    }
                }
                Step::Raised => {
                    for (side, arena) in sides.iter().zip([&mut *black, &mut *white]) {
                        if arena.settle(&side.history, side.to_move, budget)?.is_none() {
                            return Ok(Vec::new());
                        }
                    }
                    continue 'again;
                }
                Step::Lost => return Ok(Vec::new()),
            }
        }
        return Ok(moves);
    }
}

impl<'l, 'a> Line<'l, 'a> {
    /// From where the game stands.
    fn of(sides: &'l [Side<'a>; 2], arenas: [&'l mut Arena<'a>; 2]) -> Line<'l, 'a> {
        let credits = [BLACK, WHITE].map(|side| arenas[side].credits.cap);
        let fills = [BLACK, WHITE].map(|side| arenas[side].begins);
        let histories = [BLACK, WHITE].map(|side| sides[side].history.clone());
        let to_move = sides[BLACK].to_move;
        Line { sides, arenas, histories, credits, fills, to_move, answers: false }
    }

    /// Makes a move.
    fn go_on(&mut self, budget: &mut Budget<'_>) -> Result<Step, Limit> {
        let player = self.to_move;
        let Some(&stones) = self.histories[player].last() else { return Ok(Step::Lost) };
        let Arena { credits, segments, .. } = &mut *self.arenas[player];
        segments.begin(&self.histories[player], self.credits[player]);
        let fills = self.fills[player];
        let Some(chosen) = segments.choice(stones, self.answers, fills, credits, budget)? else {
            return Ok(Step::Lost);
        };
        self.to_move = 1 - player;
        self.answers = chosen.is_none();
        if let Some((place, stones)) = chosen {
            self.histories[player].push(stones);
            self.histories[1 - player].push(stones.exchanged());
            return Ok(Step::Play(Move::Play(self.sides[player].ground.point(place))));
        }
        let seen_by = |side: usize| if side == player { stones } else { stones.exchanged() };
        for side in [BLACK, WHITE] {
            let fills = self.fills[side];
            let node = PassNode { stones: seen_by(side), passer: player ^ side, fills };
            let arena = &mut *self.arenas[side];
            let end = arena.credits.end(node, false);
            if !arena.credits.is_safe(end) && arena.look(end.node(), budget)? {
                return Ok(Step::Raised);
            }
            let Some(credit) = arena.credits.credit(end.node()) else { return Ok(Step::Lost) };
            self.credits[side] = credit;
            self.fills[side] = arena.credits.at(end.node()).fills;
            self.histories[side] = vec![node.stones];
        }
        Ok(Step::Pass(PassNode { stones: seen_by(BLACK), passer: player, fills: 0 }))
    }
}
