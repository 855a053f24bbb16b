//! All states of a board under basic ko, and the moves between them.

use shinpan_board::{Board, Point};
use shinpan_rules::Game;
use smallvec::SmallVec;

use super::fixpoint::Moves;
use crate::compact::{Field, Mask, Placed, Stones, Symmetry};
use crate::value::Limit;

/// A board small enough for a table of all states.
///
/// # Errors
/// That it is not.
pub(crate) fn small_field(board: &Board) -> Result<Field<u32>, Limit> {
    let field = Field::new(board).filter(|field| field.points <= MOST_POINTS);
    field.ok_or_else(|| {
        Limit::Beyond(format!("a table of all states is for up to {MOST_POINTS} points"))
    })
}

/// Every legal position of a board, numbered; those that a symmetry of the board leads to each other
/// have one number, and one of them stands for all.
pub(crate) struct Positions {
    /// For each position, by its code in base 3, its number, and from [`TURN`] on the place of the
    /// symmetry that leads to the one that stands for it; `NONE` for illegal ones.
    numbers: Vec<u32>,
    /// The positions that stand for others.
    pub(crate) stones: Vec<Stones<u32>>,
    /// Black's part of the code, by the bytes of the set.
    codes: [[u32; 256]; 2],
}

const NONE: u32 = u32::MAX;
/// Numbers are below this bit, places of symmetries above.
const TURN: u32 = 29;
const NUMBER: u32 = (1 << TURN) - 1;

/// The most points of a board whose positions can be numbered.
const MOST_POINTS: usize = 16;

impl Positions {
    pub(crate) fn of(field: &Field<u32>) -> Positions {
        let power = |point: usize| 3_u32.pow(point as u32);
        let codes = std::array::from_fn(|byte| {
            std::array::from_fn(|bits| {
                (0..8)
                    .filter(|bit| bits >> bit & 1 == 1 && 8 * byte + bit < field.points)
                    .map(|bit| power(8 * byte + bit))
                    .sum()
            })
        });
        let all = 3_usize.pow(field.points as u32);
        let mut found = Positions { numbers: vec![NONE; all], stones: Vec::new(), codes };
        let mut position = Stones([0_u32; 2]);
        for code in 0..all {
            if found.numbers[code] == NONE && position.breathes(field) {
                let number = found.stones.len() as u32;
                found.stones.push(position);
                for symmetry in &field.symmetries {
                    let image = found.code(symmetry.position(position));
                    if found.numbers[image] == NONE {
                        found.numbers[image] = number | (symmetry.inverse as u32) << TURN;
                    }
                }
            }
            position = following(position, field.all);
        }
        found
    }

    fn code(&self, stones: Stones<u32>) -> usize {
        let sum = |set: u32| self.codes[0][set.byte(0)] + self.codes[1][set.byte(1)];
        (sum(stones.0[0]) + 2 * sum(stones.0[1])) as usize
    }

    /// The number of a legal position, and the place of the symmetry that leads to the one that stands
    /// for it.
    pub(crate) fn number(&self, stones: Stones<u32>) -> (usize, usize) {
        let found = self.numbers[self.code(stones)];
        ((found & NUMBER) as usize, (found >> TURN) as usize)
    }
}

/// The position with the next code: the first point that is not White's goes on to the next colour.
fn following(stones: Stones<u32>, all: u32) -> Stones<u32> {
    let [black, white] = stones.0;
    let changed = (all & !white).lowest();
    let below = changed.wrapping_sub(1);
    if black & changed == 0 {
        Stones([black & !below | changed, white & !below])
    } else {
        Stones([black & !below & !changed, white & !below | changed])
    }
}

/// A state: what a player to move has before him.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State<M = u32> {
    pub(crate) stones: Stones<M>,
    pub(crate) to_move: usize,
    /// The opponent has just passed.
    pub(crate) passed: bool,
    /// The point he may not retake; after a pass the point that the passer could not.
    pub(crate) ban: Option<usize>,
}

impl<M: Mask> State<M> {
    /// Where a game stands, no pass having been made.
    pub(crate) fn of(game: &Game) -> State<M> {
        State {
            stones: Stones::of_codes(game.position().codes()),
            to_move: game.to_move().index(),
            passed: false,
            ban: game.ko_point().map(Point::index),
        }
    }

    /// What a pass leads to, if it does not end the stage.
    pub(crate) fn pass(self) -> Option<State<M>> {
        (!self.passed).then_some(State { to_move: 1 - self.to_move, passed: true, ..self })
    }

    /// What the opponent may take a pass of this player's for that came after a ban: no pass at all.
    pub(crate) fn after_a_ban(self, passer: usize) -> State<M> {
        let old = self.passed && self.to_move != passer && self.ban.is_some();
        if old { State { passed: false, ban: None, ..self } } else { self }
    }

    /// What a pass after a pass leads to if it does not end the stage.
    pub(crate) fn pass_again(self) -> Option<State<M>> {
        self.passed.then_some(State { to_move: 1 - self.to_move, ban: None, ..self })
    }

    /// What a play leads to, if it is allowed.
    pub(crate) fn play(self, field: &Field<M>, point: usize) -> Option<State<M>> {
        self.placed(field, point).map(|(next, _)| next)
    }

    /// The same, with what the play did.
    pub(crate) fn placed(self, field: &Field<M>, point: usize) -> Option<(State<M>, Placed<M>)> {
        let player = self.to_move;
        let banned = self.ban == Some(point) && !self.passed;
        let placed = self.stones.place(field, point, player);
        if banned || placed.lost.any() {
            return None;
        }
        let ban = (placed.taken.size() == 1).then(|| placed.taken.first()).filter(|&taken| {
            let alone = !field.near(point).meets(self.stones.0[player]);
            let back = placed.stones.place(field, taken, 1 - player);
            alone && back.taken == M::one(point)
        });
        let next = State { stones: placed.stones, to_move: 1 - player, passed: false, ban };
        Some((next, placed))
    }

    /// The state with which the next stage begins when a pass ends this one: the player who passed
    /// first is to move again.
    pub(crate) fn next_stage(self, ko_stands: bool) -> State<M> {
        let ban = self.ban.filter(|_| ko_stands);
        State { to_move: 1 - self.to_move, passed: false, ban, ..self }
    }

    /// The same with the colours exchanged.
    pub(crate) fn exchanged(self) -> State<M> {
        State { stones: self.stones.exchanged(), to_move: 1 - self.to_move, ..self }
    }

    /// Its image by a symmetry of the board.
    pub(crate) fn image(self, symmetry: &Symmetry<M>) -> State<M> {
        let ban = self.ban.map(|point| symmetry.point(point));
        State { stones: symmetry.position(self.stones), ban, ..self }
    }
}

/// The states of a board, one for all that symmetries lead to each other, and the moves between them.
/// The same for every stage.
pub(crate) struct Graph<'a> {
    field: &'a Field<u32>,
    pub(crate) positions: Positions,
    /// For each position and player to move: the points that a ban can be about, and his first state.
    bans: Vec<u32>,
    first: Vec<u32>,
    /// Where the moves of each state begin in `moves`.
    starts: Vec<u32>,
    /// The states that the moves lead to, a pass, if it does not end the stage, first; with the
    /// symmetry that leads there in the bits from [`TURN`] on.
    moves: Vec<u32>,
    /// The same the other way round, without symmetries.
    ends: Vec<u32>,
    from: Vec<u32>,
    /// Who is to move (bit 0), whether the opponent has passed (bit 1).
    flags: Vec<u8>,
}

/// Bytes for each position that stands for others, about: some four states with some five moves each,
/// and their levels.
const EACH: u64 = 350;

impl<'a> Graph<'a> {
    pub(crate) fn new(field: &'a Field<u32>, memory: u64) -> Result<Graph<'a>, Limit> {
        let codes = 3_u64.saturating_pow(field.points as u32);
        let needed = codes.saturating_mul(4 + EACH / field.symmetries.len() as u64);
        if needed > memory {
            return Err(Limit::Memory { needed, allowed: memory });
        }
        let positions = Positions::of(field);
        let mut bans = Vec::with_capacity(2 * positions.stones.len());
        for &stones in &positions.stones {
            bans.extend([0, 1].map(|player| stones.bannable(field, player)));
        }
        let mut first = Vec::with_capacity(bans.len());
        let mut states = 0_u32;
        for (index, set) in bans.iter().enumerate() {
            first.push(states);
            states += 2 + set.size() + bans[index ^ 1].size();
        }
        let mut graph = Graph {
            field,
            positions,
            bans,
            first,
            starts: Vec::new(),
            moves: Vec::new(),
            ends: Vec::new(),
            from: Vec::new(),
            flags: Vec::new(),
        };
        graph.fill();
        graph.turn_round();
        Ok(graph)
    }

    /// The states that the moves lead to, each with the place of the symmetry between the board as it is seen here and there.
    pub(crate) fn turned_next(&self, state: usize) -> impl Iterator<Item = (usize, usize)> {
        self.edges(state).iter().map(|edge| ((edge & NUMBER) as usize, (edge >> TURN) as usize))
    }

    pub(crate) fn field(&self) -> &Field<u32> {
        self.field
    }

    fn edges(&self, state: usize) -> &[u32] {
        &self.moves[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// The number of a state. A ban nobody could have made is no ban.
    pub(crate) fn number(&self, state: State) -> usize {
        self.turned(state).0
    }

    /// The number of a state, and a set of points as it is seen in the one that stands for it.
    pub(crate) fn seen(&self, state: State, set: u32) -> (usize, u32) {
        let (number, turn) = self.turned(state);
        (number, self.field.symmetries[turn].image(set))
    }

    /// The number of a state and the place of the symmetry that leads to the one that stands for it. Where several do, for the
    /// position is its own image, it is one by which the ban comes to the first point it can.
    fn turned(&self, state: State) -> (usize, usize) {
        let (position, turn) = self.positions.number(state.stones);
        let index = 2 * position + state.to_move;
        let first = self.begin(index);
        let (own, other) = (self.bans[index], self.bans[index ^ 1]);
        let none = (first + usize::from(state.passed), turn);
        let Some(point) = state.ban else { return none };
        let set = if state.passed { other } else { own };
        let before = if state.passed { own.size() as usize } else { 0 };
        let stands = self.positions.stones[position];
        let image = |turn: usize| {
            let symmetry = &self.field.symmetries[turn];
            let here = symmetry.position(state.stones) == stands;
            here.then(|| (symmetry.image(u32::one(point)), turn))
        };
        let least = (0..self.field.symmetries.len()).filter_map(image).min();
        match least.filter(|&(one, _)| set.meets(one)) {
            Some((one, turn)) => (first + 2 + before + (set & (one - 1)).size() as usize, turn),
            None => none,
        }
    }

    /// The position of a state.
    pub(crate) fn position(&self, number: usize) -> usize {
        (self.first.partition_point(|&first| first as usize <= number) - 1) / 2
    }

    /// The number of the first state of a position and player, which are numbered together; behind the last of them how many there are.
    fn begin(&self, index: usize) -> usize {
        self.first.get(index).map_or(self.len(), |&first| first as usize)
    }

    /// The states that are one state of RULES, each with the player to move: for each position and player the one in
    /// which nothing was just done, then those after a pass, that after which no ban could stand again first. The ones with a ban are
    /// states of their own.
    pub(crate) fn kin(&self) -> impl Iterator<Item = (usize, impl Iterator<Item = usize> + Clone)> {
        (0..self.bans.len()).map(|index| {
            let first = self.begin(index);
            let after_bans = first + 2 + self.bans[index].size() as usize;
            (index % 2, [first, first + 1].into_iter().chain(after_bans..self.begin(index + 1)))
        })
    }

    /// What a state's number means: the states in the order of their numbers.
    pub(crate) fn states(&self) -> impl Iterator<Item = State> {
        (0..self.bans.len()).flat_map(move |index| {
            let stones = self.positions.stones[index / 2];
            let (own, other) = (self.bans[index], self.bans[index ^ 1]);
            let none = [(false, None), (true, None)].into_iter();
            let own = own.points().map(|point| (false, Some(point)));
            let other = other.points().map(|point| (true, Some(point)));
            none.chain(own).chain(other).map(move |(passed, ban)| State {
                stones,
                to_move: index % 2,
                passed,
                ban,
            })
        })
    }

    /// The states after which a pass ends the stage, with their numbers.
    pub(crate) fn ending(&self) -> impl Iterator<Item = (usize, State)> {
        self.states().enumerate().filter(|(_, state)| state.passed)
    }

    fn fill(&mut self) {
        let (mut starts, mut moves, mut flags) = (Vec::new(), Vec::new(), Vec::new());
        let edge = |(number, turn): (usize, usize)| number as u32 | (turn as u32) << TURN;
        let mut plays: SmallVec<[(usize, u32); MOST_POINTS]> = SmallVec::new();
        let mut of = None;
        for state in self.states() {
            // The states of a position and player have the same plays, but for the ban.
            if of.replace((state.stones, state.to_move)) != Some((state.stones, state.to_move)) {
                plays.clear();
                let free = State { ban: None, passed: false, ..state };
                for point in (self.field.all & !state.stones.taken()).points() {
                    if let Some(next) = free.play(self.field, point) {
                        plays.push((point, edge(self.turned(next))));
                    }
                }
            }
            starts.push(moves.len() as u32);
            flags.push(state.to_move as u8 | u8::from(state.passed) << 1);
            if let Some(next) = state.pass() {
                moves.push(edge(self.turned(next)));
            }
            let banned = state.ban.filter(|_| !state.passed);
            let allowed = plays.iter().filter(|(point, _)| Some(*point) != banned);
            moves.extend(allowed.map(|&(_, next)| next));
        }
        starts.push(moves.len() as u32);
        (self.starts, self.moves, self.flags) = (starts, moves, flags);
    }

    fn turn_round(&mut self) {
        let mut ends = vec![0_u32; self.len() + 1];
        for &to in &self.moves {
            ends[(to & NUMBER) as usize + 1] += 1;
        }
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        let mut from = vec![0; self.moves.len()];
        // Each list is filled from its beginning; after that it begins where it ended.
        for state in 0..self.len() {
            for place in self.starts[state]..self.starts[state + 1] {
                let to = (self.moves[place as usize] & NUMBER) as usize;
                from[ends[to] as usize] = state as u32;
                ends[to] += 1;
            }
        }
        ends.rotate_right(1);
        ends[0] = 0;
        self.ends = ends;
        self.from = from;
    }
}

impl Moves for Graph<'_> {
    fn len(&self) -> usize {
        self.flags.len()
    }

    fn to_move(&self, state: usize) -> usize {
        usize::from(self.flags[state] & 1)
    }

    fn ends(&self, state: usize) -> bool {
        self.flags[state] & 2 != 0
    }

    fn next(&self, state: usize) -> impl Iterator<Item = (usize, bool)> {
        let pass = !self.ends(state);
        let edges = self.edges(state).iter().enumerate();
        edges.map(move |(place, edge)| ((edge & NUMBER) as usize, pass && place == 0))
    }

    fn before(&self, state: usize) -> &[u32] {
        &self.from[self.ends[state] as usize..self.ends[state + 1] as usize]
    }

    fn order(&self) -> Vec<u32> {
        let mut buckets = vec![Vec::new(); 2 * self.field.points + 2];
        for (number, state) in self.states().enumerate() {
            let empty = self.field.points - state.stones.size() as usize;
            buckets[2 * empty + usize::from(!state.passed)].push(number as u32);
        }
        buckets.concat()
    }
}
