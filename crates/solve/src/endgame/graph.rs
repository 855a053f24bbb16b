//! The states that can be reached among the points that are left.

use rustc_hash::FxHashMap;

use super::State;
use super::rest::Rest;
use crate::compact::{BLACK, Mask, WHITE};
use crate::limits::Budget;
use crate::loopy::Moves;
use crate::value::Limit;

/// The states and the moves between them, the same for all stages.
pub(crate) struct Reached {
    pub(crate) states: Vec<State>,
    numbers: FxHashMap<State, u32>,
    /// For each state the two with its position, nobody having passed and nothing banned: Black to
    /// move and White to move.
    fresh: Vec<[u32; 2]>,
    starts: Vec<u32>,
    /// What the moves lead to, with what is to be known of each besides.
    moves: Vec<u32>,
    ends: Vec<u32>,
    from: Vec<u32>,
    /// All states, the ones with more stones first.
    pub(crate) order: Vec<u32>,
}

/// A play that takes a wall's last open liberty.
const BREAKS: u32 = 1 << 31;
/// A pass; one of White's, which is another one for a Black who is to be sure; what that one is; one of White's where Black has just passed,
/// which does not end the stage then.
const PASS: u32 = 1 << 30;
const UNSURE: u32 = 1 << 29;
const SURE: u32 = 1 << 28;
const AGAIN: u32 = 1 << 27;
const NUMBER: u32 = AGAIN - 1;

/// A move: what it leads to and what else is known of it.
#[derive(Clone, Copy)]
pub(crate) struct Edge(u32);

impl Edge {
    fn to(self) -> usize {
        (self.0 & NUMBER) as usize
    }

    fn is(self, kind: u32) -> bool {
        self.0 & kind != 0
    }
}

/// About how many bytes a state takes with its levels, and a move in both directions.
const STATE: u64 = 200;
const MOVE: u64 = 12;

impl Reached {
    /// All states that can be reached.
    pub(crate) fn of(
        rest: &Rest<u64>,
        root: State,
        ko_stands: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Reached, Limit> {
        let mut reached = Reached {
            states: Vec::new(),
            numbers: FxHashMap::default(),
            fresh: Vec::new(),
            starts: Vec::new(),
            moves: Vec::new(),
            ends: Vec::new(),
            from: Vec::new(),
            order: Vec::new(),
        };
        reached.add(root);
        while let Some(&state) = reached.states.get(reached.starts.len()) {
            budget.spend()?;
            budget.hold(reached.bytes())?;
            // A state leads to fewer new ones than that.
            if reached.states.len() > (NUMBER / 2) as usize {
                return Err(Limit::Beyond("there are more states than can be numbered".to_owned()));
            }
            reached.starts.push(reached.moves.len() as u32);
            let plain = State { passed: false, ban: None, ..state };
            let fresh = [0, 1].map(|to_move| reached.add(State { to_move, ..plain }));
            reached.fresh.push(fresh);
            match state.pass() {
                Some(next) => {
                    let sure = next.after_a_ban(WHITE);
                    let other = sure != next;
                    let next = reached.add(next) | PASS | if other { UNSURE } else { 0 };
                    reached.moves.push(next);
                    if other {
                        let sure = reached.add(sure) | PASS | SURE;
                        reached.moves.push(sure);
                    }
                }
                None => {
                    reached.add(state.next_stage(ko_stands));
                }
            }
            if let Some(next) = state.pass_again().filter(|_| state.to_move == WHITE) {
                let next = reached.add(next) | PASS | AGAIN;
                reached.moves.push(next);
            }
            for point in (rest.open & !state.stones.taken()).points() {
                let Some(next) = state.play(&rest.field, point) else { continue };
                let breaks = state.to_move == BLACK && rest.breaks(state.stones, next.stones);
                let number = reached.add(next);
                reached.moves.push(number | if breaks { BREAKS } else { 0 });
            }
        }
        reached.starts.push(reached.moves.len() as u32);
        reached.turn_round();
        reached.order = (0..reached.states.len() as u32).collect();
        reached.order.sort_by_key(|&number| {
            let state = &reached.states[number as usize];
            (std::cmp::Reverse(state.stones.size()), !state.passed)
        });
        Ok(reached)
    }

    /// About how many bytes these take.
    pub(crate) fn bytes(&self) -> u64 {
        self.states.len() as u64 * STATE + self.moves.len() as u64 * MOVE
    }

    fn add(&mut self, state: State) -> u32 {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(state).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    fn turn_round(&mut self) {
        let count = self.states.len();
        let mut ends = vec![0_u32; count + 1];
        for &to in &self.moves {
            ends[Edge(to).to() + 1] += 1;
        }
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        let mut from = vec![0; self.moves.len()];
        let mut next = ends.clone();
        for state in 0..count {
            for place in self.starts[state]..self.starts[state + 1] {
                let to = Edge(self.moves[place as usize]).to();
                from[next[to] as usize] = state as u32;
                next[to] += 1;
            }
        }
        (self.ends, self.from) = (ends, from);
    }

    /// The number of a state, if it can be reached.
    pub(crate) fn number(&self, state: State) -> Option<usize> {
        self.numbers.get(&state).map(|&number| number as usize)
    }

    /// The state with the same position, a player to move, nobody having passed and nothing banned.
    pub(crate) fn fresh(&self, state: usize, to_move: usize) -> usize {
        self.fresh[state][to_move] as usize
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn before(&self, state: usize) -> &[u32] {
        &self.from[self.ends[state] as usize..self.ends[state + 1] as usize]
    }

    /// What the moves of a state lead to, and whether they break walls.
    pub(crate) fn next(&self, state: usize) -> impl Iterator<Item = (usize, bool)> {
        let edges = self.edges(state).filter(|edge| !edge.is(SURE | AGAIN));
        edges.map(|edge| (edge.to(), edge.is(BREAKS)))
    }

    /// The moves of a state, those that are only made up among them.
    fn edges(&self, state: usize) -> impl Iterator<Item = Edge> {
        let edges = &self.moves[self.starts[state] as usize..self.starts[state + 1] as usize];
        edges.iter().map(|&edge| Edge(edge))
    }
}

/// The moves of a layer: what Black keeps to in it.
pub(crate) struct Layer<'a> {
    pub(crate) reached: &'a Reached,
    /// Black gets less, so that he can have it without coming back to a state of RULES (docs/findings/proofs.md, "Without
    /// coming back").
    pub(crate) sure: bool,
    /// Whether the game ends with this stage.
    pub(crate) last: bool,
    /// Black does not take a wall's last open liberty.
    pub(crate) careful: bool,
    /// Black does not pass, for White has stones in his territory.
    pub(crate) unclean: bool,
    /// States that stood before: a cycle would be complete there, and its moves are not known here.
    pub(crate) past: &'a [bool],
}

impl Layer<'_> {
    fn kept_from_passing(&self, state: usize) -> bool {
        self.unclean && self.reached.states[state].to_move == BLACK
    }

    fn stood(&self, state: usize) -> bool {
        self.past.get(state) == Some(&true)
    }
}

impl Moves for Layer<'_> {
    fn len(&self) -> usize {
        self.reached.len()
    }

    fn to_move(&self, state: usize) -> usize {
        self.reached.states[state].to_move
    }

    fn ends(&self, state: usize) -> bool {
        self.reached.states[state].passed && !self.kept_from_passing(state) && !self.stood(state)
    }

    fn next(&self, state: usize) -> impl Iterator<Item = (usize, bool)> {
        let kept = self.kept_from_passing(state);
        let stood = self.stood(state);
        self.reached.edges(state).filter_map(move |edge| {
            let other = edge.is(if self.sure { UNSURE } else { SURE | AGAIN })
                || edge.is(AGAIN) && self.last;
            let left_out = other || edge.is(PASS) && kept || edge.is(BREAKS) && self.careful;
            (!stood && !left_out).then_some((edge.to(), edge.is(PASS)))
        })
    }

    fn before(&self, state: usize) -> &[u32] {
        self.reached.before(state)
    }

    fn order(&self) -> Vec<u32> {
        self.reached.order.clone()
    }
}
