//! Segments: plays between two passes, by depth-first proof numbers.
//!
//! Within a segment nothing may come back, so it is a small game under superko, and what is proven after one
//! history is used after others as in `superko` ([`Proof`]). A segment ends with a pass; what that costs
//! Black is told by [`Credits`]. Costs only rise, so White's proofs stand for good, and Black's as
//! long as the ends they lead to cost no more than he has.

mod choice;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::credits::{Credits, End};
use super::ground::Ground;
use crate::compact::{BLACK, Field, Mask, Stones, WHITE};
use crate::limits::Budget;
use crate::proof_numbers::{self, NEVER, Turn};
use crate::superko::{Past, Proof, stands};
use crate::value::Limit;
pub(super) use choice::Chosen;

/// A position with the player who has just passed on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PassNode {
    pub(crate) stones: Stones<u32>,
    pub(crate) passer: usize,
    /// How many points of his own White has filled, as far as it is counted.
    pub(crate) fills: u8,
}

/// How a segment begins.
#[derive(Clone, Copy)]
pub(crate) struct Begin {
    pub(crate) to_move: usize,
    /// Whether a pass now would answer a pass.
    pub(crate) answers: bool,
    pub(crate) fills: u8,
}

/// Who has his way in a segment, and how.
#[derive(Clone)]
pub(crate) struct Shown {
    pub(crate) winner: usize,
    /// White's: what Black needs at least.
    pub(crate) least: i32,
    /// Black's: the ends that White can choose from, in order.
    pub(crate) ends: Rc<[End]>,
    proof: Proof<u32>,
}

impl Shown {
    fn of(winner: usize, proof: Proof<u32>) -> Shown {
        Shown { winner, least: i32::MAX, ends: Rc::from([]), proof }
    }

    /// About how many bytes it takes where it is kept. Ends are counted for each proof that has them.
    fn bytes(&self) -> usize {
        2 * size_of::<Shown>() + self.proof.beside() + self.ends.len() * size_of::<End>()
    }

    /// Both are needed.
    fn join(&mut self, other: &Shown) {
        self.least = self.least.min(other.least);
        self.proof.join(&other.proof);
        if self.ends.is_empty() {
            self.ends = Rc::clone(&other.ends);
        } else if !other.ends.iter().all(|end| self.ends.binary_search(end).is_ok()) {
            let mut ends = [&*self.ends, &*other.ends].concat();
            ends.sort_unstable();
            ends.dedup();
            self.ends = ends.into();
        }
    }
}

/// A place in a segment.
#[derive(Clone, Copy)]
struct Place {
    stones: Stones<u32>,
    to_move: usize,
    /// Whether a pass now would answer a pass.
    answers: bool,
    fills: u8,
}

/// A position in its standard form with the player to move and White's fills.
type Key = (Stones<u32>, (u8, u8));

enum Found {
    Open { win: u32, lose: u32 },
    Won(Shown),
}

struct Child {
    place: Place,
    past: Past<u32>,
    key: Key,
    turn: usize,
    win: u32,
    lose: u32,
}

/// Longer segments are given up.
const LONGEST: usize = 4_000;
/// Proofs kept for one position.
const KEPT: usize = 6;

/// About how many bytes a position takes for which there are proofs, and one for which there are proof numbers, the places a map keeps
/// free included.
const KEY: usize = 2 * (size_of::<Key>() + size_of::<Vec<Shown>>() + 1);
const OPEN: usize = 2 * (size_of::<(Key, i32)>() + size_of::<(u32, u32)>() + 1);

/// Searches of segments with what they have found.
pub(crate) struct Segments<'a> {
    pub(crate) ground: Ground<'a>,
    /// What stood since the last pass.
    history: Vec<Past<u32>>,
    start: usize,
    shown: FxHashMap<Key, Vec<Shown>>,
    /// About how many bytes these take.
    held: usize,
    open: FxHashMap<(Key, i32), (u32, u32)>,
    /// How many bytes of each are kept.
    room: usize,
    /// What Black has.
    credit: i32,
    /// What the play led to by which somebody was last seen to have his way.
    won_by: Stones<u32>,
}

impl<'a> Segments<'a> {
    pub(crate) fn new(ground: Ground<'a>, memory: u64) -> Segments<'a> {
        Segments {
            ground,
            history: Vec::new(),
            start: 0,
            shown: FxHashMap::default(),
            held: 0,
            open: FxHashMap::default(),
            room: (memory as usize / 2).max(1 << 16),
            credit: 0,
            won_by: Stones::default(),
        }
    }

    /// Who has his way in the segment that begins after these positions, if Black has so much.
    pub(crate) fn ask(
        &mut self,
        history: &[Stones<u32>],
        begin: Begin,
        credit: i32,
        credits: &mut Credits<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Shown, Limit> {
        self.begin(history, credit);
        let stones = history.last().copied().unwrap_or_default();
        let Begin { to_move, answers, fills } = begin;
        self.prove(&Place { stones, to_move, answers, fills }, credits, budget)
    }

    /// Begins a segment after these positions, with what Black has.
    pub(crate) fn begin(&mut self, history: &[Stones<u32>], credit: i32) {
        self.history = history.iter().map(|&stones| self.past(stones)).collect();
        self.start = self.history.len();
        self.credit = credit;
    }

    fn past(&self, stones: Stones<u32>) -> Past<u32> {
        Past::new(stones, self.ground.field.standard(stones).0.hash(), 0)
    }

    /// Who has his way from a place, the last one of the history.
    fn prove(
        &mut self,
        place: &Place,
        credits: &mut Credits<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Shown, Limit> {
        let (key, turn) = self.key(place);
        loop {
            let found = self.search(place, key, turn, NEVER, NEVER, credits, budget)?;
            if let Found::Won(shown) = found {
                return Ok(shown);
            }
        }
    }

    fn key(&self, place: &Place) -> (Key, usize) {
        let (stones, turn) = self.ground.field.standard(place.stones);
        ((stones, (place.to_move as u8, place.fills)), turn)
    }

    fn stands(&self, shown: &Shown) -> bool {
        stands(&shown.proof, shown.winner, &self.history, false)
    }

    /// Who has his way, if safe chains or a proof that is known show it.
    fn at_once(
        &self,
        place: &Place,
        key: &Key,
        turn: usize,
        credits: &Credits<'_>,
    ) -> Option<Shown> {
        for winner in [BLACK, WHITE] {
            let sure = self.ground.sure(place.stones, winner, place.to_move, place.fills);
            if credits.held(&sure, winner) {
                let shown = Shown::of(winner, Proof::filling(sure.safe.with(sure.beside)));
                if self.stands(&shown) {
                    return Some(shown);
                }
            }
        }
        let back = self.ground.field.back(turn);
        // What Black has his way by if he spares White's walls does for him where he need not, too.
        let &(stones, (to_move, fills)) = key;
        let sparing = (stones, (to_move, self.ground.breaking));
        let all = self.shown.get(key).into_iter().flatten().rev();
        let others = self.shown.get(&sparing).filter(|_| fills < self.ground.breaking);
        let others = others.into_iter().flatten().rev().filter(|shown| shown.winner == BLACK);
        all.chain(others).find_map(|shown| {
            let answers = match shown.winner {
                BLACK => shown.ends.iter().all(|&end| credits.cost(end) <= self.credit),
                _ => shown.least > self.credit,
            };
            if !answers {
                return None;
            }
            let mut shown = shown.clone();
            shown.proof = shown.proof.turned(self.ground.field, back);
            self.stands(&shown).then_some(shown)
        })
    }

    /// A first guess at the proof numbers for the player to move.
    fn guess(&self, place: &Place, credits: &Credits<'_>) -> (u32, u32) {
        let [black, white] = place.stones.0;
        let empty = self.ground.field.all & !(black | white);
        let reach = |own: u32, other: u32| {
            (self.ground.field.widen(own) & empty & !self.ground.field.widen(other)).size() as i32
        };
        let margin =
            black.size() as i32 - white.size() as i32 + reach(black, white) - reach(white, black);
        let lead = margin - credits.margin.to_integer() as i32;
        let (black, white) = if lead >= 0 { (0, lead) } else { (-lead, 0) };
        let (black, white) = (1 + black as u32, 1 + white as u32);
        if place.to_move == BLACK { (black, white) } else { (white, black) }
    }

    #[allow(clippy::too_many_arguments)]
    fn search(
        &mut self,
        place: &Place,
        key: Key,
        turn: usize,
        most_win: u32,
        most_lose: u32,
        credits: &mut Credits<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Limit> {
        budget.depth = self.history.len() - self.start;
        if budget.depth > LONGEST {
            return Err(Limit::Beyond(format!("a segment of {LONGEST} moves has not ended")));
        }
        let mover = place.to_move;
        let mut lost = Shown::of(1 - mover, Proof::free());
        let mut children = Vec::new();
        let found = match self.children(place, &mut lost, &mut children, credits, budget)? {
            Some(shown) => Found::Won(shown),
            None => {
                self.improve(place, &mut children, lost, most_win, most_lose, credits, budget)?
            }
        };
        match found {
            Found::Open { win, lose } => {
                if self.open.len() * OPEN >= self.room {
                    self.open.clear();
                }
                self.open.insert((key, self.credit), (win, lose));
                Ok(Found::Open { win, lose })
            }
            Found::Won(mut shown) => {
                // The position itself is in every history it is looked at with.
                shown.proof.unban(place.stones);
                if !place.answers {
                    self.keep(key, turn, &shown);
                }
                Ok(Found::Won(shown))
            }
        }
    }

    fn keep(&mut self, key: Key, turn: usize, shown: &Shown) {
        if self.held >= self.room {
            self.shown.clear();
            self.held = 0;
        }
        let mut shown = shown.clone();
        shown.proof = shown.proof.turned(self.ground.field, turn);
        let known = self.shown.entry(key).or_default();
        if known.is_empty() {
            self.held += KEY;
        }
        if known.len() >= KEPT {
            self.held -= known.remove(0).bytes();
        }
        self.held += shown.bytes();
        known.push(shown);
    }

    /// Lists the plays. Who has his way, if that is clear at once; what the player to move loses by is joined in `lost`.
    fn children(
        &mut self,
        place: &Place,
        lost: &mut Shown,
        children: &mut Vec<Child>,
        credits: &mut Credits<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Shown>, Limit> {
        budget.spend()?;
        let mover = place.to_move;
        let Place { stones, fills, .. } = *place;
        let end = credits.end(PassNode { stones, passer: mover, fills }, place.answers);
        let cost = credits.cost(end);
        let winner = if cost <= self.credit { BLACK } else { WHITE };
        let mut passed = Shown::of(winner, Proof::free());
        if winner == WHITE {
            passed.least = cost;
        } else if !credits.is_safe(end) {
            passed.ends = Rc::from([end]);
        }
        if winner == mover {
            return Ok(Some(passed));
        }
        lost.join(&passed);
        if mover == WHITE && fills < self.ground.breaking {
            let end = credits.fill(PassNode { stones, passer: WHITE, fills: fills + 1 });
            let least = credits.cost(end);
            if least > self.credit {
                return Ok(Some(Shown { least, ..Shown::of(WHITE, Proof::free()) }));
            }
            if !credits.is_safe(end) {
                lost.join(&Shown { ends: Rc::from([end]), ..Shown::of(BLACK, Proof::free()) });
            }
        }
        for point in (self.ground.open & !place.stones.taken()).points() {
            let placed = place.stones.place(self.ground.field, point, mover);
            if placed.lost.any() {
                continue;
            }
            let stones = placed.stones;
            if mover == BLACK && !self.ground.allows(fills, place.stones, stones) {
                continue;
            }
            if self.history.iter().any(|past| past.stones == stones) {
                lost.proof.ban(stones);
                continue;
            }
            budget.spend()?;
            let next = Place { stones, to_move: 1 - mover, answers: false, fills };
            let (key, turn) = self.key(&next);
            let past = Past::new(stones, key.0.hash(), 0);
            self.history.push(past);
            let known = self.at_once(&next, &key, turn, credits);
            self.history.pop();
            if let Some(mut shown) = known {
                raise(self.ground.field, &mut shown, mover, &past);
                if shown.winner == mover {
                    self.won_by = stones;
                    return Ok(Some(shown));
                }
                lost.join(&shown);
                continue;
            }
            let (win, lose) = self
                .open
                .get(&(key, self.credit))
                .copied()
                .unwrap_or_else(|| self.guess(&next, credits));
            children.push(Child { place: next, past, key, turn, win, lose });
        }
        Ok(None)
    }

    /// Searches the most promising plays in turn.
    #[allow(clippy::too_many_arguments)]
    fn improve(
        &mut self,
        place: &Place,
        children: &mut Vec<Child>,
        mut lost: Shown,
        most_win: u32,
        most_lose: u32,
        credits: &mut Credits<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Found, Limit> {
        let mover = place.to_move;
        loop {
            let numbers = children.iter().map(|child| (child.win, child.lose));
            let next_turn = proof_numbers::turn(numbers, (most_win, most_lose), 1);
            let (best, (child_win, child_lose)) = match next_turn {
                None => return Ok(Found::Won(lost)),
                Some(Turn::Leave((win, lose))) => return Ok(Found::Open { win, lose }),
                Some(Turn::Look(best, behind)) => (best, behind),
            };
            let child = &children[best];
            let (next, past, key, turn) = (child.place, child.past, child.key, child.turn);
            self.history.push(past);
            let found = self.search(&next, key, turn, child_win, child_lose, credits, budget);
            self.history.pop();
            match found? {
                Found::Open { win, lose } => {
                    children[best].win = win;
                    children[best].lose = lose;
                }
                Found::Won(mut shown) => {
                    raise(self.ground.field, &mut shown, mover, &past);
                    if shown.winner == mover {
                        self.won_by = next.stones;
                        return Ok(Found::Won(shown));
                    }
                    lost.join(&shown);
                    children.swap_remove(best);
                }
            }
        }
    }
}

/// A proof about a child as one about its parent.
fn raise(field: &Field<u32>, shown: &mut Shown, mover: usize, past: &Past<u32>) {
    // What the play adds to the history is there after every history.
    shown.proof.unban(past.stones);
    if shown.winner == mover {
        shown.proof.play(field, past);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use num_rational::Ratio;
    use shinpan_board::Board;

    use super::*;
    use crate::compact::Field;
    use crate::limits::Limits;

    /// What is kept is what is counted, and no more than there is room for, but for one proof.
    #[test]
    fn what_is_kept_is_counted() {
        let field = Field::new(&Board::parse("3x3").unwrap()).unwrap();
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: 200_000, memory: 1 << 17, stop: &stop, progress: &|_| {} };
        let mut budget = Budget::new(&limits);
        let mut segments = Segments::new(Ground::whole(&field), limits.memory);
        let mut credits = Credits::new(Ground::whole(&field), Ratio::from_integer(5), false, 3);
        let mut most = 0;
        let begin = Begin { to_move: BLACK, answers: true, fills: 0 };
        for code in (0..3_u32.pow(9)).step_by(37) {
            let codes: Vec<u8> = (0..9).map(|at| (code / 3_u32.pow(at) % 3) as u8).collect();
            let stones = Stones::<u32>::of_codes(&codes);
            if !stones.breathes(&field) {
                continue;
            }
            let found = segments.ask(&[stones], begin, 0, &mut credits, &mut budget);
            let kept = segments.shown.values();
            let counted = kept.map(|of| KEY + of.iter().map(Shown::bytes).sum::<usize>());
            assert_eq!(segments.held, counted.sum::<usize>());
            most = most.max(segments.held);
            assert!(segments.open.len() * OPEN <= segments.room + OPEN);
            if found.is_err() {
                break;
            }
        }
        assert!(most > segments.room / 4, "{most}");
        assert!(most < segments.room + 4096, "{most}");
    }
}
