//! The exact decision on a small board: every state that can arise is written down, and the states from
//! which the owner forces a two-eye-formation are found by going backwards from it.
//!
//! `docs/life.md`, "Small boards", says why a state needs no more than is written down here.

use rustc_hash::FxHashMap;

use crate::analysis::{Chain, Reading, Status};
use crate::ground::Ground;
use crate::state::State;

/// The most points a board may have: a state must fit a word.
const MOST_POINTS: usize = 15;

/// A small board.
struct Field {
    /// The neighbours of each point.
    near: Vec<u16>,
}

/// The owner's and the opponent's stones, and what is banned for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Moment {
    /// The stones of the owner and of his opponent.
    stones: [u16; 2],
    /// The points where the owner and his opponent may not retake.
    bans: [u16; 2],
    /// Who is to move: 0 is the owner.
    mover: usize,
}

impl Moment {
    fn key(self) -> u64 {
        u64::from(self.stones[0])
            | u64::from(self.stones[1]) << 16
            | u64::from(self.bans[0]) << 32
            | u64::from(self.bans[1]) << 48
            | (self.mover as u64) << 15
    }

    fn of_key(key: u64) -> Moment {
        Moment {
            stones: [key as u16 & 0x7FFF, (key >> 16) as u16],
            bans: [(key >> 32) as u16, (key >> 48) as u16],
            mover: (key >> 15 & 1) as usize,
        }
    }
}

/// The points of a set, lowest first.
fn points(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let point = set.trailing_zeros() as usize;
            set &= set - 1;
            point
        })
    })
}

impl Field {
    /// Every point.
    fn all(&self) -> u16 {
        ((1_u32 << self.near.len()) - 1) as u16
    }

    fn beside(&self, set: u16) -> u16 {
        points(set).fold(0, |near, point| near | self.near[point])
    }

    fn component(&self, from: u16, space: u16) -> u16 {
        let mut found = from;
        loop {
            let next = found | self.beside(found) & space;
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// A stone put on an empty point, with what it takes, no ban asked; `None` for suicide.
    fn put(&self, stones: [u16; 2], point: usize, side: usize) -> Option<([u16; 2], u16)> {
        let mut next = stones;
        next[side] |= 1 << point;
        let empty = self.all() & !next[0] & !next[1];
        let held = |chain: u16| self.beside(chain) & empty != 0;
        let mut taken = 0;
        for near in points(self.near[point] & stones[side ^ 1]) {
            if taken >> near & 1 == 0 {
                let chain = self.component(1 << near, stones[side ^ 1]);
                if !held(chain) {
                    taken |= chain;
                }
            }
        }
        next[side ^ 1] &= !taken;
        if taken == 0 && !held(self.component(1 << point, next[side])) {
            return None;
        }
        Some((next, taken))
    }

    /// The point where a play just made can be undone by retaking: the ko, if it is one.
    fn ko(&self, before: [u16; 2], after: [u16; 2], taken: u16, side: usize) -> u16 {
        if taken.count_ones() == 1
            && let Some((back, _)) = self.put(after, taken.trailing_zeros() as usize, side ^ 1)
            && back == before
        {
            return taken;
        }
        0
    }

    /// The bans of a side that are still on retaking a ko.
    fn still_kos(&self, stones: [u16; 2], bans: u16, side: usize) -> u16 {
        points(bans)
            .filter(|&point| {
                (stones[0] | stones[1]) >> point & 1 == 0
                    && self
                        .put(stones, point, side)
                        .is_some_and(|(after, taken)| self.ko(stones, after, taken, side) != 0)
            })
            .fold(0, |bans, point| bans | 1 << point)
    }

    /// The owner's stones that pre-formations cover: two empty points with only his stones around
    /// them, each of these chains next to both.
    fn covered(&self, stones: [u16; 2]) -> u16 {
        let empty = self.all() & !stones[0] & !stones[1];
        let eyes: Vec<usize> =
            points(empty).filter(|&point| self.near[point] & !stones[0] == 0).collect();
        let mut covered = 0;
        for (index, &one) in eyes.iter().enumerate() {
            for &other in &eyes[index + 1..] {
                let around = self.near[one] | self.near[other];
                if around & covered == around {
                    continue;
                }
                let mut rest = around;
                let mut all = 0;
                while rest != 0 {
                    let chain = self.component(rest & rest.wrapping_neg(), stones[0]);
                    if chain & self.near[one] == 0 || chain & self.near[other] == 0 {
                        all = 0;
                        break;
                    }
                    all |= chain;
                    rest &= !chain;
                }
                covered |= all;
            }
        }
        covered
    }

    /// What each move of a moment leads to. The owner does not pass but for a ko: it would lose.
    fn moves(&self, moment: Moment, reading: Reading, mut tell: impl FnMut(Moment)) {
        let Moment { stones, bans, mover } = moment;
        if mover == 1 || reading == Reading::KoPass && bans[0] != 0 {
            tell(Moment { mover: mover ^ 1, bans: [0; 2], ..moment });
        }
        let banned = bans[mover];
        for point in points(self.all() & !stones[0] & !stones[1] & !banned) {
            let Some((after, taken)) = self.put(stones, point, mover) else { continue };
            let mut next = Moment { stones: after, bans: [0; 2], mover: mover ^ 1 };
            if reading == Reading::KoPass {
                for (side, ban) in next.bans.iter_mut().enumerate() {
                    *ban = self.still_kos(after, bans[side], side);
                }
            }
            next.bans[mover ^ 1] |= self.ko(stones, after, taken, mover);
            tell(next);
        }
    }
}

/// All states that can arise from some.
struct Table {
    keys: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
    covered: Vec<u16>,
    /// Where the moves of each state begin.
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Table {
    /// The states that can arise from one; `None` if there are more than `most`.
    fn of(field: &Field, reading: Reading, start: Moment, most: usize) -> Option<Table> {
        let mut table = Table {
            keys: Vec::new(),
            numbers: FxHashMap::default(),
            covered: Vec::new(),
            first: vec![0],
            next: Vec::new(),
        };
        table.number(field, start);
        let mut at = 0;
        while at < table.keys.len() {
            if table.keys.len() > most {
                return None;
            }
            field.moves(Moment::of_key(table.keys[at]), reading, |next| {
                let number = table.number(field, next);
                table.next.push(number);
            });
            table.first.push(table.next.len() as u32);
            at += 1;
        }
        Some(table)
    }

    fn number(&mut self, field: &Field, moment: Moment) -> u32 {
        let fresh = self.keys.len() as u32;
        match self.numbers.entry(moment.key()) {
            std::collections::hash_map::Entry::Occupied(known) => *known.get(),
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(fresh);
                self.keys.push(moment.key());
                self.covered.push(field.covered(moment.stones));
                fresh
            }
        }
    }

    /// How many states there are.
    fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether the owner forces, from the state the table was made from, that a point of `goal` is
    /// covered.
    fn forced(&self, goal: u16) -> bool {
        let states = self.len();
        // Who leads to a state: counted, then filed.
        let mut start = vec![0_u32; states + 1];
        for &next in &self.next {
            start[next as usize + 1] += 1;
        }
        for state in 0..states {
            start[state + 1] += start[state];
        }
        let mut place = start.clone();
        let mut before = vec![0_u32; self.next.len()];
        for state in 0..states {
            for &next in self.after(state) {
                before[place[next as usize] as usize] = state as u32;
                place[next as usize] += 1;
            }
        }
        let mut open: Vec<u32> = (0..states).map(|state| self.after(state).len() as u32).collect();
        let mut won = vec![false; states];
        let mut queue: Vec<u32> = Vec::new();
        for (state, &covered) in self.covered.iter().enumerate() {
            if covered & goal != 0 {
                won[state] = true;
                queue.push(state as u32);
            }
        }
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            at += 1;
            let state = state as usize;
            for &earlier in &before[start[state] as usize..start[state + 1] as usize] {
                let earlier = earlier as usize;
                if won[earlier] {
                    continue;
                }
                open[earlier] -= 1;
                if self.keys[earlier] >> 15 & 1 == 0 || open[earlier] == 0 {
                    won[earlier] = true;
                    queue.push(earlier as u32);
                }
            }
        }
        won[0]
    }

    fn after(&self, state: usize) -> &[u32] {
        &self.next[self.first[state] as usize..self.first[state + 1] as usize]
    }
}

/// Decides every chain of a small board, if its states are not too many.
pub(crate) fn whole_board<const W: usize>(
    ground: &Ground<W>,
    state: &State<W>,
    reading: Reading,
    most: usize,
    chains: &mut [Chain],
) -> bool {
    if ground.len() > MOST_POINTS || most == 0 {
        return false;
    }
    let set = |near: &[u16]| near.iter().fold(0_u16, |set, &point| set | 1 << point);
    let near = (0..ground.len() as u16).map(|point| set(ground.neighbours(point))).collect();
    let field = Field { near };
    let mut decided = Vec::new();
    for owner in 0..2 {
        let mut own = chains.iter().enumerate().filter(|(_, chain)| chain.player.index() == owner);
        if own.clone().next().is_none() {
            continue;
        }
        let side = |side: usize| state.stones[side].iter().fold(0, |set, point| set | 1 << point);
        let start = Moment { stones: [side(owner), side(owner ^ 1)], bans: [0; 2], mover: 1 };
        let Some(table) = Table::of(&field, reading, start, most) else {
            return false;
        };
        decided.extend(own.by_ref().map(|(index, chain)| {
            let goal = chain.points.iter().fold(0, |set, point| set | 1 << point.index());
            (index, table.forced(goal), table.len() as u64)
        }));
    }
    for (index, alive, states) in decided {
        chains[index].status = if alive { Status::Alive } else { Status::NotAlive };
        chains[index].nodes = states;
    }
    true
}
