//! What Black can bring about under Kee Rules whatever stands in the history: safe chains, by plays that
//! come nearer to them move by move (docs/findings/proofs.md, "Kee Rules").

use rustc_hash::{FxHashMap, FxHashSet};

use crate::compact::{BLACK, Field, Mask, Stones, safe};
use crate::limits::Budget;
use crate::loopy::{Graph, Level, Levels, Moves, State, Weights};
use crate::value::Limit;

/// All states of a board, with what safe chains hold in them.
pub(crate) struct Reach<'a> {
    field: &'a Field<u32>,
    graph: Graph<'a>,
    /// By position, Black's margin.
    held: Vec<Level>,
}

/// The steps to safe chains that hold a margin: when each state was found to lead there.
struct Steps(Vec<Option<u32>>);

/// The states Black comes through, each with what follows: his play, or White's moves; nothing where safe chains hold what he wants.
pub(super) type Way = FxHashMap<State, Vec<State>>;

/// Strategies of more states than this are not looked through.
const MOST_STATES: usize = 20_000;

/// The margin that safe chains hold for Black.
fn held(field: &Field<u32>, stones: Stones<u32>) -> Level {
    let safe = safe(field, stones, BLACK, false);
    (2 * (safe.stones | safe.regions).size() as i32 - field.points as i32) as Level
}

impl<'a> Reach<'a> {
    pub(crate) fn of(field: &'a Field<u32>, memory: u64) -> Result<Reach<'a>, Limit> {
        let graph = Graph::new(field, memory)?;
        let held = graph.positions.stones.iter().map(|&stones| held(field, stones)).collect();
        Ok(Reach { field, graph, held })
    }

    /// The margin Black can hold after these positions, the last of which stands. `None` if he comes to
    /// no safe chains, or the ways found there could meet a play that is prohibited.
    pub(crate) fn margin(
        &self,
        history: &[Stones<u32>],
        to_move: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Level>, Limit> {
        Ok(self.best(history, to_move, Level::MIN, budget)?.map(|(margin, _)| margin))
    }

    /// The most of these margins, of at least so much, with the way there.
    pub(super) fn best(
        &self,
        history: &[Stones<u32>],
        to_move: usize,
        wanted: Level,
        budget: &mut Budget<'_>,
    ) -> Result<Option<(Level, Way)>, Limit> {
        let Some(start) = start(history, to_move) else { return Ok(None) };
        let least = -(self.field.points as Level);
        let mut margins: Vec<Level> = (wanted.max(least + 1)..=-least).collect();
        margins.retain(|margin| self.held.contains(margin));
        for &margin in margins.iter().rev() {
            let steps = self.steps(margin, budget)?;
            let Some(way) = self.way(start, margin, &steps) else { continue };
            let played = |next: &&State| next.to_move != BLACK && !next.passed;
            let all = way.values().flatten();
            let repeats = all.filter(played).any(|next| history.contains(&next.stones));
            if !repeats && way.keys().all(|&from| comes_not_back(&way, from)) {
                return Ok(Some((margin, way)));
            }
        }
        Ok(None)
    }

    /// The least fixpoint: from where Black comes to safe chains that hold a margin.
    fn steps(&self, margin: Level, budget: &mut Budget<'_>) -> Result<Steps, Limit> {
        let mut levels = Levels::capped(&self.graph, Weights { play: 0, pass: 0 }, 1);
        for number in 0..self.graph.len() {
            let there = self.held[self.graph.position(number)] >= margin;
            if there && self.graph.to_move(number) == BLACK {
                levels.leave(number, 1);
            }
        }
        levels.settle(&self.graph, budget, |_, _, _| {})?;
        let found = levels.of.iter().zip(&levels.when);
        Ok(Steps(found.map(|(&level, &when)| (level > 0).then_some(when)).collect()))
    }

    /// The way from a state.
    fn way(&self, start: State, margin: Level, steps: &Steps) -> Option<Way> {
        let when = |state: &State| steps.0[self.graph.number(*state)];
        when(&start)?;
        let mut way = Way::default();
        let mut queue = vec![start];
        while let Some(state) = queue.pop() {
            if way.contains_key(&state) {
                continue;
            }
            if way.len() > MOST_STATES {
                return None;
            }
            let empty = self.field.all & !state.stones.taken();
            let plays = empty.points().filter_map(|point| state.play(self.field, point));
            let next: Vec<State> = if state.to_move == BLACK {
                if held(self.field, state.stones) >= margin {
                    Vec::new()
                } else {
                    // Nearer: found earlier. So no state comes back.
                    let good = plays.filter_map(|next| Some((when(&next)?, next)));
                    vec![good.min_by_key(|&(when, _)| when)?.1]
                }
            } else {
                let pass = State { to_move: BLACK, passed: true, ..state };
                plays.chain([pass]).collect()
            };
            queue.extend(&next);
            way.insert(state, next);
        }
        Some(way)
    }
}

/// Where ways begin: after these positions, nobody having passed.
pub(super) fn start(history: &[Stones<u32>], to_move: usize) -> Option<State> {
    let &stones = history.last()?;
    Some(State { stones, to_move, passed: false, ban: None })
}

/// Whether no play of Black's brings back the position he has before him here, before somebody
/// passes.
fn comes_not_back(way: &Way, from: State) -> bool {
    if from.to_move != BLACK {
        return true;
    }
    let mut seen: FxHashSet<State> = FxHashSet::default();
    let mut queue = vec![from];
    while let Some(state) = queue.pop() {
        for &next in way.get(&state).into_iter().flatten() {
            if next.passed || !seen.insert(next) {
                continue;
            }
            if next.to_move != BLACK && next.stones == from.stones {
                return false;
            }
            queue.push(next);
        }
    }
    true
}
