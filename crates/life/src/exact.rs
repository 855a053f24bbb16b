//! The exact decision in a small closed space: every state that can arise is written down, and the
//! states from which the owner forces a two-eye-formation are found by going backwards from it.
//!
//! The space is a whole small board, or a part of a board that stones of the opponent close off which
//! are never taken. `docs/life.md`, "Exact decision", has the proofs.

use rustc_hash::FxHashMap;

use crate::analysis::{Chain, Reading, Status};
use crate::ground::Ground;
use crate::state::State;

/// The most points a space may have: a state must fit a word.
pub(crate) const MOST_POINTS: usize = 15;

/// A small space.
pub(crate) struct Field {
    /// The neighbours of each point.
    pub(crate) near: Vec<u16>,
    /// For each opposing chain around the space, the points of the space next to it. Its stones are
    /// never taken.
    pub(crate) walls: Vec<u16>,
}

/// What the two sides may do besides playing by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tempi {
    /// The owner always plays in the space, and never on the last liberty that a chain of the wall has
    /// in it. What he forces so he forces wherever the space is part of a board.
    None,
    /// The owner may also make a move elsewhere. What he cannot force so he cannot force.
    Any,
    /// The same, and no ko binds him: a move elsewhere may have to be answered there.
    AnyAndKo,
}

/// The owner's and the opponent's stones, and what is banned for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Moment {
    /// The stones of the owner and of his opponent.
    pub(crate) stones: [u16; 2],
    /// The points where the owner and his opponent may not retake.
    pub(crate) bans: [u16; 2],
    /// Who is to move: 0 is the owner.
    pub(crate) mover: usize,
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

    fn walled(&self) -> u16 {
        self.walls.iter().fold(0, |all, wall| all | wall)
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
        let held = |side: usize, chain: u16| {
            self.beside(chain) & empty != 0 || side == 1 && chain & self.walled() != 0
        };
        let mut taken = 0;
        for near in points(self.near[point] & stones[side ^ 1]) {
            if taken >> near & 1 == 0 {
                let chain = self.component(1 << near, stones[side ^ 1]);
                if !held(side ^ 1, chain) {
                    taken |= chain;
                }
            }
        }
        next[side ^ 1] &= !taken;
        if taken == 0 && !held(side, self.component(1 << point, next[side])) {
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
                    && self.put(stones, point, side).is_some_and(|(after, taken)| {
                        self.ko(stones, after, taken, side) != 0
                    })
            })
            .fold(0, |bans, point| bans | 1 << point)
    }

    /// The owner's stones that pre-formations cover: two empty points with only his stones around
    /// them, each of these chains next to both.
    pub(crate) fn covered(&self, stones: [u16; 2]) -> u16 {
        let empty = self.all() & !stones[0] & !stones[1] & !self.walled();
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

    /// Whether a play of the owner leaves every chain of the wall a liberty in the space.
    fn spares_walls(&self, stones: [u16; 2], point: usize) -> bool {
        let empty = self.all() & !stones[0] & !stones[1] & !(1 << point);
        self.walls.iter().all(|&wall| {
            let joined = points(wall & stones[1])
                .fold(0, |set, stone| set | self.component(1 << stone, stones[1]));
            let near = wall | self.beside(joined);
            near >> point & 1 == 0 || near & empty != 0
        })
    }

    /// Every move of a moment: the point, or `None` for a pass or a move elsewhere.
    pub(crate) fn moves(
        &self,
        moment: Moment,
        reading: Reading,
        tempi: Tempi,
        mut tell: impl FnMut(Option<usize>, Moment),
    ) {
        let Moment { stones, bans, mover } = moment;
        if mover == 1 || tempi != Tempi::None {
            let mut next = Moment { mover: mover ^ 1, ..moment };
            next.bans[mover] = 0;
            if reading == Reading::Basic {
                next.bans = [0; 2];
            }
            tell(None, next);
        }
        let banned = if mover == 0 && tempi == Tempi::AnyAndKo { 0 } else { bans[mover] };
        for point in points(self.all() & !stones[0] & !stones[1] & !banned) {
            if mover == 0 && tempi == Tempi::None && !self.spares_walls(stones, point) {
                continue;
            }
            let Some((after, taken)) = self.put(stones, point, mover) else { continue };
            let mut next = Moment { stones: after, bans: [0; 2], mover: mover ^ 1 };
            if reading == Reading::KoPass {
                for (side, ban) in next.bans.iter_mut().enumerate() {
                    *ban = self.still_kos(after, bans[side], side);
                }
            }
            next.bans[mover ^ 1] |= self.ko(stones, after, taken, mover);
            tell(Some(point), next);
        }
    }
}

/// All states that can arise from some.
pub(crate) struct Table {
    keys: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
    covered: Vec<u16>,
    /// Where the moves of each state begin.
    first: Vec<u32>,
    next: Vec<u32>,
}

/// A state from which the owner does not force his goal.
pub(crate) const NEVER: u32 = u32::MAX;

impl Table {
    /// The states that can arise from these; nothing follows one where the owner has all of `goal`
    /// covered. `None` if there are more than `most`.
    pub(crate) fn of(
        field: &Field,
        reading: Reading,
        tempi: Tempi,
        starts: impl Iterator<Item = Moment>,
        goal: Option<u16>,
        most: usize,
    ) -> Option<Table> {
        let mut table = Table {
            keys: Vec::new(),
            numbers: FxHashMap::default(),
            covered: Vec::new(),
            first: vec![0],
            next: Vec::new(),
        };
        for start in starts {
            table.number(field, start);
        }
        let mut at = 0;
        while at < table.keys.len() {
            if table.keys.len() > most {
                return None;
            }
            if !goal.is_some_and(|goal| table.covered[at] & goal != 0) {
                let moment = Moment::of_key(table.keys[at]);
                field.moves(moment, reading, tempi, |_, next| {
                    let number = table.number(field, next);
                    table.next.push(number);
                });
            }
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
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The number of a state, if it can arise.
    pub(crate) fn find(&self, moment: Moment) -> Option<usize> {
        self.numbers.get(&moment.key()).map(|&number| number as usize)
    }

    /// For each state how many moves the owner is from a goal point covered, at best play; [`NEVER`] if
    /// he does not force it.
    pub(crate) fn solve(&self, goal: u16) -> Vec<u32> {
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
        let mut open: Vec<u32> =
            (0..states).map(|state| self.after(state).len() as u32).collect();
        let mut rank = vec![NEVER; states];
        let mut queue: Vec<u32> = Vec::new();
        for (state, &covered) in self.covered.iter().enumerate() {
            if covered & goal != 0 {
                rank[state] = 0;
                queue.push(state as u32);
            }
        }
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            at += 1;
            let state = state as usize;
            for &earlier in &before[start[state] as usize..start[state + 1] as usize] {
                let earlier = earlier as usize;
                if rank[earlier] != NEVER {
                    continue;
                }
                open[earlier] -= 1;
                if self.keys[earlier] >> 15 & 1 == 0 || open[earlier] == 0 {
                    rank[earlier] = rank[state] + 1;
                    queue.push(earlier as u32);
                }
            }
        }
        rank
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
    let field = Field { near, walls: Vec::new() };
    let mut decided = Vec::new();
    for owner in 0..2 {
        let mut own = chains.iter().enumerate().filter(|(_, chain)| chain.player.index() == owner);
        if own.clone().next().is_none() {
            continue;
        }
        let side = |side: usize| state.stones[side].iter().fold(0, |set, point| set | 1 << point);
        let start =
            Moment { stones: [side(owner), side(owner ^ 1)], bans: [0; 2], mover: 1 };
        let starts = std::iter::once(start);
        let Some(table) = Table::of(&field, reading, Tempi::None, starts, None, most) else {
            return false;
        };
        decided.extend(own.by_ref().map(|(index, chain)| {
            let goal = chain.points.iter().fold(0, |set, point| set | 1 << point.index());
            (index, table.solve(goal)[0] != NEVER, table.len() as u64)
        }));
    }
    for (index, alive, states) in decided {
        chains[index].status = if alive { Status::Alive } else { Status::NotAlive };
        chains[index].nodes = states;
    }
    true
}
