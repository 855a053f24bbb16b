//! All states of a board under basic ko, and the moves between them.

use crate::compact::{Field, Mask, Stones};
use crate::value::Limit;

/// Every legal position of a board, numbered.
pub(crate) struct Positions {
    /// The number of a position, by its code in base 3; `NONE` for illegal ones.
    numbers: Vec<u32>,
    pub(crate) stones: Vec<Stones<u32>>,
    powers: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Positions {
    pub(crate) fn of(field: &Field<u32>) -> Positions {
        let powers: Vec<u32> = (0..field.points as u32).map(|point| 3_u32.pow(point)).collect();
        let all = 3_usize.pow(field.points as u32);
        let mut numbers = vec![NONE; all];
        let mut stones = Vec::new();
        let mut digits = vec![0_u8; field.points];
        for number in &mut numbers {
            let position = Stones::of_codes(&digits);
            if legal(field, position) {
                *number = stones.len() as u32;
                stones.push(position);
            }
            for digit in &mut digits {
                *digit = (*digit + 1) % 3;
                if *digit != 0 {
                    break;
                }
            }
        }
        Positions { numbers, stones, powers }
    }

    pub(crate) fn number(&self, stones: Stones<u32>) -> usize {
        let sum = |set: u32| set.points().map(|point| self.powers[point]).sum::<u32>();
        self.numbers[(sum(stones.0[0]) + 2 * sum(stones.0[1])) as usize] as usize
    }
}

/// Whether every chain has a liberty.
fn legal(field: &Field<u32>, stones: Stones<u32>) -> bool {
    let empty = field.all & !stones.taken();
    stones.0.into_iter().all(|own| own.within(field.flood(field.widen(empty) & own, own)))
}

/// A state: what a player to move has before him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) position: usize,
    pub(crate) to_move: usize,
    /// The opponent has just passed.
    pub(crate) passed: bool,
    /// The point he may not retake; after a pass the point that the passer could not.
    pub(crate) ban: Option<usize>,
}

/// The states of a board and the moves between them. The same for every stage.
pub(crate) struct Graph {
    pub(crate) positions: Positions,
    /// For each position and player to move: the points that a ban can be about, and his first state.
    bans: Vec<u32>,
    first: Vec<u32>,
    /// Where the moves of each state begin in `moves`.
    starts: Vec<u32>,
    /// The states that the moves lead to; a pass, if it does not end the stage, first.
    moves: Vec<u32>,
    /// The same the other way round.
    ends: Vec<u32>,
    from: Vec<u32>,
    /// Who is to move (bit 0), whether the opponent has passed (bit 1).
    flags: Vec<u8>,
}

/// Bytes for each state, about.
const EACH: u64 = 2 * (4 + 4 * 6) + 1;

impl Graph {
    pub(crate) fn new(field: &Field<u32>, memory: u64) -> Result<Graph, Limit> {
        let codes = 3_u64.saturating_pow(field.points as u32);
        let needed = codes.saturating_mul(4 + 2 * EACH);
        if needed > memory || codes > 1 << 31 {
            return Err(Limit::Memory { needed, allowed: memory });
        }
        let positions = Positions::of(field);
        let mut bans = Vec::with_capacity(2 * positions.stones.len());
        for &stones in &positions.stones {
            bans.extend([0, 1].map(|player| bannable(field, stones, player)));
        }
        let mut first = Vec::with_capacity(bans.len());
        let mut states = 0_u32;
        for (index, set) in bans.iter().enumerate() {
            first.push(states);
            states += 2 + set.size() + bans[index ^ 1].size();
        }
        let mut graph = Graph {
            positions,
            bans,
            first,
            starts: Vec::new(),
            moves: Vec::new(),
            ends: Vec::new(),
            from: Vec::new(),
            flags: Vec::new(),
        };
        graph.fill(field);
        graph.turn_round();
        Ok(graph)
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.flags.len()
    }

    pub(crate) fn to_move(&self, state: usize) -> usize {
        usize::from(self.flags[state] & 1)
    }

    /// Whether a pass ends the stage.
    pub(crate) fn passed(&self, state: usize) -> bool {
        self.flags[state] & 2 != 0
    }

    /// The states that the moves lead to.
    pub(crate) fn next(&self, state: usize) -> &[u32] {
        &self.moves[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// The states whose moves lead to this one.
    pub(crate) fn before(&self, state: usize) -> &[u32] {
        &self.from[self.ends[state] as usize..self.ends[state + 1] as usize]
    }

    /// The number of a state. A ban nobody could have made is no ban.
    pub(crate) fn number(&self, state: State) -> usize {
        let index = 2 * state.position + state.to_move;
        let first = self.first[index] as usize;
        let place = |set: u32, point: usize| {
            (set >> point & 1 == 1).then(|| (set & ((1 << point) - 1)).count_ones() as usize)
        };
        let own = self.bans[index];
        let other = self.bans[index ^ 1];
        match (state.passed, state.ban) {
            (false, Some(point)) => place(own, point).map_or(first, |place| first + 2 + place),
            (true, Some(point)) => place(other, point)
                .map_or(first + 1, |place| first + 2 + own.count_ones() as usize + place),
            (passed, None) => first + usize::from(passed),
        }
    }

    /// The position of a state.
    pub(crate) fn position(&self, number: usize) -> usize {
        (self.first.partition_point(|&first| first as usize <= number) - 1) / 2
    }

    /// What a state's number means.
    pub(crate) fn state(&self, number: usize) -> State {
        let index = self.first.partition_point(|&first| first as usize <= number) - 1;
        let place = number - self.first[index] as usize;
        let own = self.bans[index];
        let nth = |set: u32, place: usize| set.points().nth(place);
        let (passed, ban) = match place {
            0 => (false, None),
            1 => (true, None),
            _ if place < 2 + own.size() as usize => (false, nth(own, place - 2)),
            _ => (true, nth(self.bans[index ^ 1], place - 2 - own.size() as usize)),
        };
        State { position: index / 2, to_move: index % 2, passed, ban }
    }

    /// The play or pass that leads from one state to another; `None` is a pass.
    pub(crate) fn made(&self, from: usize, to: usize) -> Option<usize> {
        let (one, other) = (self.state(from), self.state(to));
        let before = self.positions.stones[one.position].0[one.to_move];
        let after = self.positions.stones[other.position].0[one.to_move];
        (after & !before).points().next()
    }

    fn fill(&mut self, field: &Field<u32>) {
        for position in 0..self.positions.stones.len() {
            let stones = self.positions.stones[position];
            for to_move in [0, 1] {
                let plays: Vec<(usize, u32)> = (field.all & !stones.taken())
                    .points()
                    .filter_map(|point| {
                        Some((point, self.after_play(field, stones, to_move, point)?))
                    })
                    .collect();
                let own: Vec<usize> = self.bans[2 * position + to_move].points().collect();
                let other: Vec<usize> = self.bans[2 * position + 1 - to_move].points().collect();
                let pass = |ban| State { position, to_move: 1 - to_move, passed: true, ban };
                let without_pass = std::iter::once(None).chain(own.iter().map(|&ban| Some(ban)));
                let states = without_pass.clone().take(1).map(|ban| (false, ban));
                let states = states
                    .chain([(true, None)])
                    .chain(without_pass.skip(1).map(|ban| (false, ban)))
                    .chain(other.iter().map(|&ban| (true, Some(ban))));
                for (passed, ban) in states {
                    self.starts.push(self.moves.len() as u32);
                    self.flags.push(to_move as u8 | u8::from(passed) << 1);
                    if !passed {
                        self.moves.push(self.number(pass(ban)) as u32);
                    }
                    let banned = ban.filter(|_| !passed);
                    let allowed = plays.iter().filter(|(point, _)| Some(*point) != banned);
                    self.moves.extend(allowed.map(|&(_, next)| next));
                }
            }
        }
        self.starts.push(self.moves.len() as u32);
    }

    /// The state after a play, if it is allowed.
    fn after_play(
        &self,
        field: &Field<u32>,
        stones: Stones<u32>,
        player: usize,
        point: usize,
    ) -> Option<u32> {
        let placed = stones.place(field, point, player);
        if placed.lost.any() {
            return None;
        }
        let ban = (placed.taken.size() == 1).then(|| placed.taken.first()).filter(|&taken| {
            let alone = !field.near(point).meets(stones.0[player]);
            let back = placed.stones.place(field, taken, 1 - player);
            alone && back.taken == u32::one(point)
        });
        let position = self.positions.number(placed.stones);
        Some(self.number(State { position, to_move: 1 - player, passed: false, ban }) as u32)
    }

    fn turn_round(&mut self) {
        let mut ends = vec![0_u32; self.len() + 1];
        for &to in &self.moves {
            ends[to as usize + 1] += 1;
        }
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        let mut free = ends.clone();
        let mut from = vec![0; self.moves.len()];
        for state in 0..self.len() {
            for place in self.starts[state]..self.starts[state + 1] {
                let to = self.moves[place as usize] as usize;
                from[free[to] as usize] = state as u32;
                free[to] += 1;
            }
        }
        self.ends = ends;
        self.from = from;
    }
}

/// Points that a player may be kept from retaking: he would take a single stone there, and all around
/// it are opposing stones.
fn bannable(field: &Field<u32>, stones: Stones<u32>, player: usize) -> u32 {
    let empty = field.all & !stones.taken();
    let other = stones.0[1 - player];
    empty
        .points()
        .filter(|&point| {
            let near = field.near(point);
            near.any() && near.within(other) && stones.place(field, point, player).taken.size() == 1
        })
        .fold(0, |set, point| set | u32::one(point))
}
