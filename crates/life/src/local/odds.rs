//! How likely a play of the owner's is to win soon, by what stands around it: the less likely it is, the dearer its proof counts.
//!
//! The weights were learned from readings (decision 0176, `learn.rs`). They steer a reading and decide nothing.

use std::sync::LazyLock;

use smallvec::SmallVec;

use super::game::{Layout, Moves, PASS, Scene, Stones};
use super::past::{self, Signs};
use super::room::View;
use crate::bits::places;
use crate::patch::Patch;

/// How many cases each feature of what stands tells apart; the last is whether the play won last where the same stood around.
const STANDING: [usize; 19] =
    [250, 54, 16, 16, 150, 24, 48, 16, 192, 192, 180, 144, 100, 160, 72, 144, 120, 200, 2];
/// How many cases each feature tells apart: of what stands, and of what the play came to before.
pub(super) const CASES: [usize; STANDING.len() + past::CASES.len()] = {
    let mut cases = [0; STANDING.len() + past::CASES.len()];
    let (standing, signs) = cases.split_at_mut(STANDING.len());
    standing.copy_from_slice(&STANDING);
    signs.copy_from_slice(&past::CASES);
    cases
};
/// All of them.
pub(super) const ALL: usize = 2742;
/// What is weighed together for a play before that is weighed: a sum each, of which those below nothing do not count.
pub(super) const SUMS: usize = 8;
/// How much dearer a play gets for each unit that it weighs less than the best one, in the exponent; and the most.
const STEEP: f32 = 0.25;
const DEAREST: f32 = 12.0;
/// So many guesses as to how a move is related to the one before it.
const RELATIONS: u32 = 6;

/// The case of each feature of a play.
pub(super) type Cases = [u16; CASES.len()];

/// What is learned.
pub(super) struct Weights {
    /// For each case what it adds to each sum, and at once to the weight of the play.
    pub(super) cases: Vec<[f32; SUMS + 1]>,
    /// What each sum begins with.
    pub(super) first: [f32; SUMS],
    /// What each sum counts.
    pub(super) counts: [f32; SUMS],
}

static LEARNED: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_str!("odds/weights.txt")));

impl Weights {
    /// Weights from a text: whole numbers, thousandths, with comments after `#`; what is missing is nothing.
    pub(super) fn read(text: &str) -> Weights {
        let lines = text.lines().filter_map(|line| line.split('#').next());
        let numbers = lines.flat_map(str::split_whitespace);
        let numbers = numbers.filter_map(|number| number.parse::<f32>().ok());
        let mut numbers = numbers.map(|number| number / 1000.0);
        let mut next = || numbers.next().unwrap_or_default();
        let first = [(); SUMS].map(|()| next());
        let counts = [(); SUMS].map(|()| next());
        let cases = (0..ALL).map(|_| [(); SUMS + 1].map(|()| next())).collect();
        Weights { cases, first, counts }
    }

    /// The sums of a play, and what it weighs.
    pub(super) fn weigh(&self, cases: &Cases) -> ([f32; SUMS], f32) {
        let (mut sums, mut weight) = (self.first, 0.0);
        for slot in slots(cases) {
            let [adds @ .., at_once] = &self.cases[slot];
            sums.iter_mut().zip(adds).for_each(|(sum, add)| *sum += add);
            weight += at_once;
        }
        let counted = sums.iter().zip(&self.counts).map(|(sum, counts)| sum.max(0.0) * counts);
        (sums, weight + counted.sum::<f32>())
    }
}

/// The state in which the owner is to move, as it is gone into.
pub(super) struct Turn<'t> {
    pub(super) now: &'t Stones,
    pub(super) scene: &'t Scene,
    pub(super) view: &'t View,
    /// The move before.
    pub(super) last: u8,
    /// His plays, those first that did well before.
    pub(super) plays: &'t Moves,
    /// The play that won last where the same stood around.
    pub(super) likely: Option<u8>,
    /// What each play came to before.
    pub(super) signs: &'t [Signs],
}

/// Which points of a part are near each other.
pub(super) struct Odds {
    /// The points that have two neighbours in common with each point.
    diagonal: Vec<u64>,
    /// Those that have one.
    beyond: Vec<u64>,
}

/// A chain of the opponent's.
struct Other {
    stones: u64,
    liberties: u64,
    /// How many liberties, at most 3; 4 if it is never taken.
    safety: u32,
}

/// A region that the owner's stones leave.
struct Region {
    points: u64,
    size: u32,
    /// The opponent's stones in it.
    others: u32,
    /// Whether some of it is next to what is never taken.
    open: u32,
}

impl Odds {
    pub(super) fn new(patch: &Patch) -> Odds {
        let second = |point: usize| patch.around(patch.near[point]) & !patch.near[point];
        let common = |one: usize, other: usize| (patch.near[one] & patch.near[other]).count_ones();
        let with = |wanted: fn(u32) -> bool| -> Vec<u64> {
            let near = |one: usize| {
                let points = places(second(one) & !(1 << one));
                points.filter(|&other| wanted(common(one, other))).fold(0, |set, at| set | 1 << at)
            };
            (0..patch.near.len()).map(near).collect()
        };
        Odds { diagonal: with(|common| common > 1), beyond: with(|common| common == 1) }
    }

    /// How much dearer each play is than the one that is most likely to win.
    pub(super) fn prices(&self, layout: &Layout, turn: &Turn<'_>) -> SmallVec<[f32; 24]> {
        let learned = &*LEARNED;
        let cases = self.cases(layout, turn);
        let mut prices: SmallVec<[f32; 24]> =
            cases.iter().map(|cases| learned.weigh(cases).1).collect();
        let best = prices.iter().copied().fold(f32::MIN, f32::max);
        prices.iter_mut().for_each(|it| *it = ((best - *it) * STEEP).exp().min(DEAREST));
        prices
    }

    /// The cases of each play.
    pub(super) fn cases(&self, layout: &Layout, turn: &Turn<'_>) -> SmallVec<[Cases; 24]> {
        let &Turn { now, scene, view, last, plays, likely, signs } = turn;
        let (patch, empty, cluster) = (&layout.patch, layout.empty(now), &view.cluster);
        let others = others(layout, now, scene);
        let regions = regions(layout, now, scene);
        let bodies: SmallVec<[(u64, u32, u32); 16]> = scene
            .bodies
            .iter()
            .map(|body| {
                (body.reach, (body.reach & empty).count_ones(), body.part.stones.count_ones())
            })
            .collect();
        let (before, [adjacent, diagonal, beyond]) = match usize::from(last) {
            at if at < patch.near.len() => {
                (1 << at, [patch.near[at], self.diagonal[at], self.beyond[at]])
            }
            _ => (0, [0; 3]),
        };
        let further = patch.around(diagonal | beyond);
        let met = bodies.iter().filter(|body| body.0 & before != 0).count().min(3) as u32;
        let attacker = others.iter().find(|chain| chain.stones & before != 0);
        let attacked = attacker.map_or(0, |chain| chain.safety);
        let room = empty & !scene.hostile & !scene.shade;
        let cost = view.costing();
        let paired = cluster.paired();
        let known = patch.groups() & !now.lost;
        let freedom = match last {
            PASS => 5,
            _ => (adjacent & empty).count_ones().min(4),
        };
        let resisted = (adjacent & now.own).count_ones().min(3);
        let breath = (cluster.reach & empty).count_ones().min(9);
        let left = (empty.count_ones() / 4).min(9);
        let mut all = SmallVec::new();
        for (order, &(point, next)) in plays.iter().enumerate() {
            let (at, place) = (usize::from(point), 1_u64 << point);
            let (near, across) = (patch.near[at], self.diagonal[at]);
            let count = |set: u64| (near & set).count_ones();
            let touched = patch.touches[at] & known;
            let groups = touched.count_ones();
            let (own, other) = ((count(now.own) + groups).min(4), count(now.others).min(4));
            let free = count(empty).min(4);
            let hostile = bit(scene.hostile, at);
            let relation = match place {
                _ if last == PASS => 5,
                _ if adjacent & place != 0 => 0,
                _ if diagonal & place != 0 => 1,
                _ if beyond & place != 0 => 2,
                _ if further & place != 0 => 3,
                _ => 4,
            };
            let (mut joined, mut both, mut fewest, mut reach, mut stones) = (0, 0, 5, near, 0);
            let mut few = false;
            for &(around, liberties, size) in bodies.iter().filter(|body| body.0 & place != 0) {
                joined += 1;
                both += u32::from(around & before != 0);
                fewest = fewest.min(liberties.min(4));
                few |= liberties == 2;
                reach |= around;
                stones += size;
            }
            let (joined, both) = (joined.min(3), both.min(2));
            let (mut atari, mut safety) = (false, 5);
            for chain in others.iter().filter(|chain| chain.liberties & place != 0) {
                atari |= chain.safety == 2;
                safety = safety.min(chain.safety);
            }
            let follows = attacker.is_some_and(|chain| chain.liberties & place != 0);
            let saves = fewest == 1;
            let ties = count(cluster.reach & empty).min(2);
            let liberties = (reach & empty & !place).count_ones().min(7);
            let flanks = (across & now.own).count_ones().min(3);
            let taken = (now.others & !next.others).count_ones().min(3);
            let near_home = bit(cluster.reach, at);
            let urgent = [atari, saves, few, follows];
            let urgent = urgent.iter().rev().fold(0, |set, &case| 2 * set + u32::from(case));
            let (mut size, mut inside, mut open) = (0, 0, 0);
            if let Some(region) = regions.iter().find(|region| region.points & place != 0) {
                (size, inside, open) = (region.size.min(15), region.others.min(5), region.open);
            }
            // What eyes take at the points next to it.
            let eyes = near & room;
            let least = cost.iter().position(|set| set & eyes != 0).unwrap_or(5) as u32;
            let takes = cost.iter().position(|set| set & place != 0).unwrap_or(5) as u32;
            let cheap = (eyes & (cost[0] | cost[1])).count_ones();
            let fair = cheap + (eyes & cost[2]).count_ones();
            let at_home = (touched & cluster.part.groups).count_ones().min(2);
            let sides = (near.count_ones() + patch.touches[at].count_ones()).min(4);
            let cases = [
                // What is next to it.
                ((own * 5 + other) * 5 + free) * 2 + hostile,
                // Where the move before was, and what it joins that this move was next to.
                (relation * 3 + both) * 3 + joined.min(2),
                // Stones taken and chains joined.
                taken * 4 + joined,
                // Chains in danger.
                urgent,
                (relation * 5 + own) * 5 + free,
                // What did well before.
                order.min(3) as u32 * RELATIONS + relation,
                // How it is placed to what hangs together.
                ((near_home * 2 + bit(paired, at)) * 3 + ties) * 4 + joined,
                // Chains that the move before is next to, and that it joins.
                met * 4 + joined,
                // The opponent's stones next to it, and the owner's across.
                ((other.min(3) * 4 + flanks) * RELATIONS + relation) * 2 + near_home,
                // Liberties: of what is played, and of the weakest chains there and the one that attacked.
                (liberties * 4 + joined) * RELATIONS + relation,
                (fewest * 6 + safety) * 5 + attacked,
                // What an eye takes there, and at the points next to it.
                (takes * 6 + least) * 4 + fair.min(3),
                // Eyes that are nearly there, and what stands across.
                (cheap.min(3) * 5 + (across & now.others).count_ones().min(4)) * 5
                    + (across & empty).count_ones().min(4),
                // The region, and how it lies in it.
                (size * 5 + count(!now.own).min(4)) * 2 + open,
                // The opponent's stones in the region, and how much it joins.
                (inside * 6 + stones.min(5)) * 2 + bit(scene.bodies.home().reach, at),
                // How the move before stands.
                (freedom * 4 + resisted) * RELATIONS + relation,
                // What lies around the part there.
                ((groups.min(3) * 3 + at_home) * 2 + bit(patch.open, at)) * 5 + sides,
                // How much there is of all.
                (breath * 2 + near_home) * 10 + left,
                u32::from(likely == Some(point)),
            ];
            let mut told = [0; CASES.len()];
            let (standing, before) = told.split_at_mut(STANDING.len());
            standing.copy_from_slice(&cases.map(|case| case as u16));
            before.copy_from_slice(&signs[order]);
            all.push(told);
        }
        all
    }
}

/// The places of the cases among all weights.
pub(super) fn slots(cases: &Cases) -> impl Iterator<Item = usize> {
    let mut first = 0;
    cases.iter().zip(CASES).map(move |(&case, many)| {
        let slot = first + usize::from(case).min(many - 1);
        first += many;
        slot
    })
}

/// The opponent's chains.
fn others(layout: &Layout, now: &Stones, scene: &Scene) -> SmallVec<[Other; 16]> {
    let (mut rest, mut chains) = (now.others, SmallVec::new());
    while let Some(stones) = layout.patch.take_component(now.others, &mut rest) {
        let liberties = layout.patch.around(stones) & layout.empty(now);
        let safety = if stones & scene.firm != 0 { 4 } else { liberties.count_ones().min(3) };
        chains.push(Other { stones, liberties, safety });
    }
    chains
}

/// The regions that the owner's stones leave.
fn regions(layout: &Layout, now: &Stones, scene: &Scene) -> SmallVec<[Region; 8]> {
    let all = layout.patch.all() & !now.own;
    let (mut rest, mut regions) = (all, SmallVec::new());
    while let Some(points) = layout.patch.take_component(all, &mut rest) {
        regions.push(Region {
            points,
            size: points.count_ones(),
            others: (points & now.others).count_ones(),
            open: u32::from(points & scene.hostile != 0),
        });
    }
    regions
}

fn bit(set: u64, at: usize) -> u32 {
    (set >> at & 1) as u32
}

#[cfg(test)]
mod tests;
