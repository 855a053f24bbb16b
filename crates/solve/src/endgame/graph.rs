//! The states that can be reached among the points that are left.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::State;
use super::rest::Rest;
use crate::compact::{BLACK, Mask, Stones, WHITE};
use crate::limits::Budget;
use crate::loopy::Moves;
use crate::value::Limit;

/// The states and the moves between them, the same for all stages and for both players.
#[derive(Default)]
pub(crate) struct States {
    /// The positions, and the number of each.
    positions: Vec<Stones<u64>>,
    numbers: FxHashMap<Stones<u64>, u32>,
    /// For each position its first state: Black to move, nobody having passed and nothing banned. The next one is White's of that kind.
    firsts: Vec<u32>,
    /// For each position the last of its states that was found, for each state the one found before it.
    lasts: Vec<u32>,
    earlier: Vec<u32>,
    /// For each state its position and what else is known of it.
    of: Vec<u32>,
    kinds: Vec<Kind>,
    starts: Vec<u32>,
    /// What the moves lead to, with what is to be known of each besides.
    moves: Vec<u32>,
    ends: Vec<u32>,
    from: Vec<u32>,
    /// All states, the ones with more stones first.
    order: Vec<u32>,
}

/// What is known of a state besides its position: who is to move, whether the other has passed, and the place that is banned.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind(u16);

impl Kind {
    fn of(state: &State) -> Kind {
        let ban = state.ban.map_or(0, |place| place as u16 + 1);
        Kind(ban << 2 | u16::from(state.passed) << 1 | state.to_move as u16)
    }

    fn to_move(self) -> usize {
        usize::from(self.0 & 1)
    }

    fn passed(self) -> bool {
        self.0 & 2 > 0
    }

    fn ban(self) -> Option<usize> {
        usize::from(self.0 >> 2).checked_sub(1)
    }
}

/// No state comes before.
const NONE: u32 = u32::MAX;

/// A play that takes the last open liberty of a wall of the other's.
const BREAKS: u32 = 1 << 31;
/// A pass; one that is another one for an opponent who is to be sure; what that one is; one where the opponent has just passed,
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

/// About how many bytes a position takes, a state with its levels, and a move in both directions.
const POSITION: u64 = 80;
const STATE: u64 = 80;
const MOVE: u64 = 8;

impl States {
    /// All states that can be reached, from Black's side; what is left is given from both players'.
    pub(crate) fn of(
        rests: &[Rc<Rest<u64>>; 2],
        root: State,
        ko_stands: bool,
        budget: &mut Budget<'_>,
    ) -> Result<States, Limit> {
        let mut reached = States::default();
        let rest = &*rests[BLACK];
        reached.add(root);
        while reached.starts.len() < reached.len() {
            let state = reached.state(reached.starts.len());
            budget.spend()?;
            budget.hold(reached.bytes())?;
            // A state leads to fewer new ones than that.
            if reached.len() > (NUMBER / 2) as usize {
                return Err(Limit::Beyond("there are more states than can be numbered".to_owned()));
            }
            reached.starts.push(reached.moves.len() as u32);
            match state.pass() {
                Some(next) => {
                    let sure = next.after_a_ban(state.to_move);
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
            if let Some(next) = state.pass_again() {
                let next = reached.add(next) | PASS | AGAIN;
                reached.moves.push(next);
            }
            for point in (rest.open & !state.stones.taken()).points() {
                let Some(next) = state.play(&rest.field, point) else { continue };
                let breaks = match state.to_move {
                    BLACK => rest.breaks(state.stones, next.stones),
                    _ => rests[WHITE].breaks(state.stones.exchanged(), next.stones.exchanged()),
                };
                let number = reached.add(next);
                reached.moves.push(number | if breaks { BREAKS } else { 0 });
            }
        }
        reached.starts.push(reached.moves.len() as u32);
        reached.turn_round();
        let mut order: Vec<u32> = (0..reached.len() as u32).collect();
        order.sort_by_key(|&number| {
            let number = number as usize;
            (std::cmp::Reverse(reached.stones(number).size()), !reached.passed(number))
        });
        reached.order = order;
        Ok(reached)
    }

    fn state(&self, number: usize) -> State {
        let kind = self.kinds[number];
        let (to_move, passed, ban) = (kind.to_move(), kind.passed(), kind.ban());
        State { stones: self.stones(number), to_move, passed, ban }
    }

    /// About how many bytes it takes, with what is found of the states.
    pub(crate) fn bytes(&self) -> u64 {
        let counts = [self.positions.len(), self.len(), self.moves.len()].map(|count| count as u64);
        counts[0] * POSITION + counts[1] * STATE + counts[2] * MOVE
    }

    fn add(&mut self, state: State) -> u32 {
        let next = self.positions.len() as u32;
        let position = *self.numbers.entry(state.stones).or_insert(next);
        if position == next {
            self.positions.push(state.stones);
            self.firsts.push(self.len() as u32);
            self.lasts.push(NONE);
            self.add_kind(position, Kind(BLACK as u16));
            self.add_kind(position, Kind(WHITE as u16));
        }
        let kind = Kind::of(&state);
        self.find(position, kind).unwrap_or_else(|| self.add_kind(position, kind))
    }

    fn add_kind(&mut self, position: u32, kind: Kind) -> u32 {
        let number = self.len() as u32;
        self.of.push(position);
        self.kinds.push(kind);
        self.earlier.push(std::mem::replace(&mut self.lasts[position as usize], number));
        number
    }

    fn find(&self, position: u32, kind: Kind) -> Option<u32> {
        let mut states = self.of_position(position);
        states.find(|&number| self.kinds[number as usize] == kind)
    }

    /// All states of a position.
    fn of_position(&self, position: u32) -> impl Iterator<Item = u32> {
        let last = self.lasts[position as usize];
        std::iter::successors(Some(last), |&number| {
            Some(self.earlier[number as usize]).filter(|&earlier| earlier != NONE)
        })
    }

    fn turn_round(&mut self) {
        let count = self.len();
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

    /// The number of a position's first state with a player to move.
    fn first(&self, position: usize, to_move: usize) -> u32 {
        self.firsts[position] + to_move as u32
    }

    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    fn stones(&self, state: usize) -> Stones<u64> {
        self.positions[self.of[state] as usize]
    }

    fn passed(&self, state: usize) -> bool {
        self.kinds[state].passed()
    }
}

/// The states as one player sees them: he is Black there.
#[derive(Clone)]
pub(crate) struct Reached {
    states: Rc<States>,
    side: usize,
}

impl Reached {
    pub(crate) fn of(states: Rc<States>, side: usize) -> Reached {
        Reached { states, side }
    }

    /// The number of a state, if it can be reached.
    pub(crate) fn number(&self, state: State) -> Option<usize> {
        let state = if self.side == BLACK { state } else { state.exchanged() };
        let position = *self.states.numbers.get(&state.stones)?;
        self.states.find(position, Kind::of(&state)).map(|number| number as usize)
    }

    /// The state of a number.
    pub(crate) fn state(&self, number: usize) -> State {
        let state = self.states.state(number);
        if self.side == BLACK { state } else { state.exchanged() }
    }

    pub(crate) fn stones(&self, state: usize) -> Stones<u64> {
        self.seen(self.states.stones(state))
    }

    fn seen(&self, stones: Stones<u64>) -> Stones<u64> {
        if self.side == BLACK { stones } else { stones.exchanged() }
    }

    pub(crate) fn to_move(&self, state: usize) -> usize {
        self.states.kinds[state].to_move() ^ self.side
    }

    pub(crate) fn passed(&self, state: usize) -> bool {
        self.states.passed(state)
    }

    /// The number of a state's position.
    pub(crate) fn position(&self, state: usize) -> usize {
        self.states.of[state] as usize
    }

    /// The positions, by their numbers.
    pub(crate) fn positions(&self) -> impl ExactSizeIterator<Item = Stones<u64>> {
        self.states.positions.iter().map(|&stones| self.seen(stones))
    }

    /// The state of a position with a player to move, nobody having passed and nothing banned.
    pub(crate) fn first(&self, position: usize, to_move: usize) -> usize {
        self.states.first(position, to_move ^ self.side) as usize
    }

    /// The same of a state's position.
    pub(crate) fn fresh(&self, state: usize, to_move: usize) -> usize {
        self.first(self.position(state), to_move)
    }

    /// The states with the position of a state.
    pub(crate) fn siblings(&self, state: usize) -> impl Iterator<Item = u32> {
        self.states.of_position(self.states.of[state])
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// All states, the ones with more stones first.
    pub(crate) fn order(&self) -> &[u32] {
        &self.states.order
    }

    pub(crate) fn before(&self, state: usize) -> &[u32] {
        let ends = &self.states.ends;
        &self.states.from[ends[state] as usize..ends[state + 1] as usize]
    }

    /// What the plays of a state lead to, and whether they break walls.
    pub(crate) fn plays(&self, state: usize) -> impl Iterator<Item = (usize, bool)> {
        let plays = self.edges(state).filter(|edge| !edge.is(PASS));
        plays.map(|edge| (edge.to(), edge.is(BREAKS)))
    }

    /// The moves of a state, those that are only made up among them.
    fn edges(&self, state: usize) -> impl Iterator<Item = Edge> {
        let States { starts, moves, .. } = &*self.states;
        let edges = &moves[starts[state] as usize..starts[state + 1] as usize];
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
        self.unclean && self.reached.to_move(state) == BLACK
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
        self.reached.to_move(state)
    }

    fn ends(&self, state: usize) -> bool {
        self.reached.passed(state) && !self.kept_from_passing(state) && !self.stood(state)
    }

    fn next(&self, state: usize) -> impl Iterator<Item = (usize, bool)> {
        let kept = self.kept_from_passing(state);
        let stood = self.stood(state);
        let own = self.reached.to_move(state) == BLACK;
        let made_up = if self.sure && !own { UNSURE } else { SURE | AGAIN };
        let made_up = if self.last { made_up | AGAIN } else { made_up };
        let breaking = if self.careful && own { BREAKS } else { 0 };
        let passing = if kept { PASS } else { 0 };
        let left_out = made_up | breaking | passing;
        self.reached.edges(state).filter_map(move |edge| {
            (!stood && !edge.is(left_out)).then_some((edge.to(), edge.is(PASS)))
        })
    }

    fn before(&self, state: usize) -> &[u32] {
        self.reached.before(state)
    }

    fn order(&self) -> Vec<u32> {
        self.reached.order().to_vec()
    }
}
