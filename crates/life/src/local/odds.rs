//! How likely a play of the owner's is to win, by what stands around it: the less likely it is, the dearer its proof counts.
//!
//! The weights were learned from readings (decision 0175, `learn.rs`). They steer a reading and decide nothing.

use std::sync::LazyLock;

use smallvec::SmallVec;

use super::game::{Layout, Moves, PASS, Scene, Stones};
use super::pairs::Cluster;
use crate::bits::places;
use crate::patch::Patch;

/// How many cases each feature tells apart.
pub(super) const CASES: [usize; 12] = [250, 54, 16, 16, 150, 64, 24, 48, 16, 192, 120, 180];
/// All of them, and one for the play that won last where the same stood around.
pub(super) const WEIGHTS: usize = 1131;
/// How much dearer a play gets for each unit that its weights are less than the best ones, in the exponent; and the most.
const STEEP: f32 = 0.12;
const DEAREST: f32 = 8.0;
/// So many guesses as to how a move is related to the one before it.
const RELATIONS: u32 = 6;

/// The case of each feature of a play.
pub(super) type Cases = [u16; CASES.len()];

/// The weights, features one after another.
static LEARNED: LazyLock<Vec<f32>> = LazyLock::new(|| read(include_str!("odds/weights.txt")));

/// Weights from a text: whole numbers, hundredths, with comments after `#`.
pub(super) fn read(text: &str) -> Vec<f32> {
    let lines = text.lines().filter_map(|line| line.split('#').next());
    let numbers = lines.flat_map(str::split_whitespace);
    numbers.filter_map(|number| number.parse::<f32>().ok()).map(|number| number / 100.0).collect()
}

/// The state in which the owner is to move, as it is gone into.
pub(super) struct Turn<'t> {
    pub(super) now: &'t Stones,
    pub(super) scene: &'t Scene,
    pub(super) cluster: &'t Cluster,
    /// The move before.
    pub(super) last: u8,
    /// His plays, those first that did well before.
    pub(super) plays: &'t Moves,
    /// The first proof number of each.
    pub(super) guesses: &'t [u32],
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

    /// How much dearer each play is than the one that is most likely to win; `likely` won last where the same stood around.
    pub(super) fn prices(
        &self,
        layout: &Layout,
        turn: &Turn<'_>,
        likely: Option<u8>,
    ) -> SmallVec<[f32; 24]> {
        let weight = |at: usize| LEARNED.get(at).copied().unwrap_or_default();
        let mut prices: SmallVec<[f32; 24]> = SmallVec::new();
        for (cases, &(point, _)) in self.cases(layout, turn).iter().zip(turn.plays) {
            let sum: f32 = slots(cases).map(weight).sum();
            prices.push(sum + if likely == Some(point) { weight(WEIGHTS - 1) } else { 0.0 });
        }
        let best = prices.iter().copied().fold(f32::MIN, f32::max);
        prices.iter_mut().for_each(|it| *it = ((best - *it) * STEEP).exp().min(DEAREST));
        prices
    }

    /// The cases of each play.
    pub(super) fn cases(&self, layout: &Layout, turn: &Turn<'_>) -> SmallVec<[Cases; 24]> {
        let &Turn { now, scene, cluster, last, plays, guesses } = turn;
        let (patch, empty) = (&layout.patch, layout.empty(now));
        let others = others(layout, now, scene);
        let bodies: SmallVec<[(u64, u32); 16]> = scene
            .bodies
            .iter()
            .map(|body| (body.reach, (body.reach & empty).count_ones()))
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
        let cheapest = guesses.iter().copied().min().unwrap_or(1).max(1);
        let paired = cluster.paired();
        let mut all = SmallVec::new();
        for (order, (&(point, next), &guess)) in plays.iter().zip(guesses).enumerate() {
            let (at, place) = (usize::from(point), 1_u64 << point);
            let (near, across) = (patch.near[at], self.diagonal[at]);
            let count = |set: u64| (near & set).count_ones();
            let groups = (patch.touches[at] & !now.lost).count_ones();
            let (own, other) = ((count(now.own) + groups).min(4), count(now.others).min(4));
            let free = count(empty).min(4);
            let open = bit(scene.hostile, at);
            let relation = match place {
                _ if last == PASS => 5,
                _ if adjacent & place != 0 => 0,
                _ if diagonal & place != 0 => 1,
                _ if beyond & place != 0 => 2,
                _ if further & place != 0 => 3,
                _ => 4,
            };
            let (mut joined, mut both, mut fewest, mut reach) = (0, 0, 5, near);
            for &(around, liberties) in bodies.iter().filter(|body| body.0 & place != 0) {
                joined += 1;
                both += u32::from(around & before != 0);
                fewest = fewest.min(liberties.min(4));
                reach |= around;
            }
            let (joined, both) = (joined.min(3), both.min(2));
            let (mut atari, mut safety) = (false, 5);
            for chain in others.iter().filter(|chain| chain.liberties & place != 0) {
                atari |= chain.safety == 2;
                safety = safety.min(chain.safety);
            }
            let follows = attacker.is_some_and(|chain| chain.liberties & place != 0);
            let saves = fewest == 1;
            let few = bodies.iter().any(|body| body.1 == 2 && body.0 & place != 0);
            let cheaper = guesses.iter().filter(|&&other| other < guess).count();
            let ties = count(cluster.reach & empty).min(2);
            let liberties = (reach & empty & !place).count_ones().min(4);
            let flanks = (across & now.own).count_ones().min(3);
            let taken = (now.others & !next.others).count_ones().min(3);
            let near_home = bit(cluster.reach, at);
            let urgent = [atari, saves, few, follows];
            let urgent = urgent.iter().rev().fold(0, |set, &case| 2 * set + u32::from(case));
            let cases = [
                // What is next to it.
                ((own * 5 + other) * 5 + free) * 2 + open,
                // Where the move before was, and what it joins that this move was next to.
                (relation * 3 + both) * 3 + joined.min(2),
                // Stones taken and chains joined.
                taken * 4 + joined,
                // Chains in danger.
                urgent,
                (relation * 5 + own) * 5 + free,
                // What the guess says, and what did well before.
                price(guess, cheapest) * 8 + rank(cheaper),
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
            ];
            all.push(cases.map(|case| case as u16));
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

fn bit(set: u64, at: usize) -> u32 {
    (set >> at & 1) as u32
}

/// How a first number compares with the least one.
fn price(guess: u32, least: u32) -> u32 {
    let percent = u64::from(guess) * 100 / u64::from(least);
    let bounds = [100, 110, 125, 150, 200, 300];
    1 + bounds.iter().filter(|&&bound| percent > bound).count() as u32
}

/// How many others have less.
fn rank(cheaper: usize) -> u32 {
    [0, 1, 2, 4, 7, 12].iter().filter(|&&most| cheaper > most).count() as u32
}

#[cfg(test)]
mod tests;
