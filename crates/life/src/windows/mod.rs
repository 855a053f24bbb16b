//! Windows: small parts of the board in which a side ties its chains together or makes eyes, whatever lies around.
//!
//! What makes life of them is proved in `docs/life.md`, "Windows". Which windows are looked at is a matter of taste:
//! points close to each other, the smaller the better, and earlier ones give way if that ties more.

mod game;
mod places;
#[cfg(test)]
pub(crate) mod tests;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bits::Bits;
use crate::ground::Ground;
use crate::patch::Patch;
use crate::proof::Window;
use crate::state::State;
use game::{Game, Layout, MOST_POINTS};

/// States of the game in one window.
const STATES: u32 = 5000;
/// Liberties that are added to a window for chains that have too few in it.
const MORE_LIBERTIES: usize = 3;
/// The largest opposing chain a window takes up.
const MOST_INSIDE: usize = 4;
/// The most groups that are tied at once.
const MOST_GROUPS: usize = 8;
/// Windows that are remembered.
const MOST_KNOWN: usize = 1 << 18;
/// How often everything is gone through.
const PASSES: usize = 4;

const NONE: u16 = u16::MAX;

/// Chains that live by windows.
pub(crate) struct Tied<const W: usize> {
    /// The stones of the chains.
    pub(crate) stones: Bits<W>,
    /// The windows, in the order in which they tie.
    pub(crate) windows: Vec<Window>,
    /// Those of the chains that proofs of their own keep, by the number of the proof.
    pub(crate) proofs: Vec<usize>,
}

/// A proof that keeps chains: its zone, and the stones of the chains.
pub(crate) struct Keeper<const W: usize> {
    pub(crate) zone: Bits<W>,
    pub(crate) kept: Bits<W>,
}

/// One side's chains, and what else stands.
pub(crate) struct Windows<'a, const W: usize> {
    ground: &'a Ground<W>,
    own: Bits<W>,
    others: Bits<W>,
    /// Empty points that no proof of a kept chain needs.
    free: Bits<W>,
    /// The points that such a proof needs.
    closed: Bits<W>,
    chains: Vec<Bits<W>>,
    /// The chain of each point.
    home: Vec<u16>,
    /// Whether a proof keeps a chain, and which.
    keeper: Vec<Option<usize>>,
    known: &'a mut Memory,
    /// The most points of a window, before liberties are added.
    largest: usize,
    /// Which order the points have.
    turn: u16,
    stop: &'a (dyn Fn() -> bool + Sync),
}

/// Which windows of a side in a position were looked at, and whether its owner gets there.
#[derive(Default)]
pub(crate) struct Memory(FxHashMap<Asked, bool>);

/// A question about a window: its points, the chains next to it by groups, the groups' eyes elsewhere, the eyes wanted.
type Asked = (Vec<u16>, Vec<(u8, Vec<u16>)>, u8);

/// A window that may be used: its points, a chain of each group, and its eyes.
#[derive(Clone)]
struct Choice {
    points: Vec<u16>,
    chains: SmallVec<[u16; MOST_GROUPS]>,
    eyes: u8,
}

/// What some windows tie.
#[derive(Clone)]
struct Clusters {
    /// The first chain of each chain's cluster.
    of: Vec<u16>,
    /// The eyes of a cluster, by its first chain.
    eyes: Vec<u8>,
    /// The windows that hold, in the order in which they tie.
    order: Vec<usize>,
    score: i64,
}

impl<'a, const W: usize> Windows<'a, W> {
    /// The chains of a side. Of the keepers no two zones may share an empty point.
    pub(crate) fn new(
        ground: &'a Ground<W>,
        state: &State<W>,
        side: usize,
        keepers: &[Keeper<W>],
        (largest, turn): (usize, u16),
        known: &'a mut Memory,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Windows<'a, W> {
        let (own, others) = (state.stones[side], state.stones[side ^ 1]);
        let (mut chains, mut home, mut keeper) = (Vec::new(), vec![NONE; ground.len()], Vec::new());
        let mut rest = own;
        while let Some(stone) = rest.first() {
            let chain = ground.component(stone, &own);
            rest = rest.without(&chain);
            for stone in chain.iter() {
                home[usize::from(stone)] = chains.len() as u16;
            }
            keeper.push(keepers.iter().position(|keeper| keeper.kept.meets(&chain)));
            chains.push(chain);
        }
        let closed = keepers.iter().fold(Bits::NONE, |closed, keeper| closed | keeper.zone);
        let free = state.empty(ground).without(&closed);
        Windows {
            ground,
            own,
            others,
            free,
            closed,
            chains,
            home,
            keeper,
            known,
            stop,
            largest: largest.min(MOST_POINTS),
            turn,
        }
    }

    /// Without some empty points.
    pub(crate) fn without(mut self, points: &Bits<W>) -> Windows<'a, W> {
        self.free = self.free.without(points);
        self.closed |= *points;
        self
    }

    /// The chains that live, not counting those that a proof keeps anyway.
    pub(crate) fn find(mut self) -> Vec<Tied<W>> {
        let mut choices: Vec<Choice> = Vec::new();
        let mut now = self.clusters(&choices);
        'passes: for _ in 0..PASSES {
            let before = now.score;
            for instead in [false, true] {
                for size in 1..=self.largest {
                    for point in self.order() {
                        if (self.stop)() {
                            break 'passes;
                        }
                        self.improve(&mut choices, &mut now, point, size, instead);
                    }
                }
            }
            if now.score == before {
                break;
            }
        }
        self.living(&choices, &now)
    }

    /// The free points, in another order each turn.
    fn order(&self) -> Vec<u16> {
        let mut order: Vec<u16> = self.free.iter().collect();
        order.sort_by_key(|&point| self.rank(point));
        order
    }

    /// What lives by the windows chosen.
    fn living(&self, choices: &[Choice], now: &Clusters) -> Vec<Tied<W>> {
        let firsts = (0..self.chains.len() as u16).filter(|&first| {
            let members = || self.members(now, first);
            now.eyes[usize::from(first)] >= 2
                && now.of[usize::from(first)] == first
                && members().any(|chain| self.keeper[usize::from(chain)].is_none())
        });
        firsts
            .map(|first| {
                let mut proofs: Vec<usize> = self
                    .members(now, first)
                    .filter_map(|chain| self.keeper[usize::from(chain)])
                    .collect();
                proofs.sort_unstable();
                proofs.dedup();
                let stones = self
                    .members(now, first)
                    .fold(Bits::NONE, |stones, chain| stones | self.chains[usize::from(chain)]);
                let of_it = |&&at: &&usize| {
                    let chain = choices[at].chains.first();
                    chain.is_some_and(|&chain| now.of[usize::from(chain)] == first)
                };
                let windows = now.order.iter().filter(of_it).map(|&at| self.written(&choices[at]));
                Tied { stones, windows: windows.collect(), proofs }
            })
            .collect()
    }

    fn members<'s>(&'s self, now: &'s Clusters, first: u16) -> impl Iterator<Item = u16> + 's {
        (0..self.chains.len() as u16).filter(move |&chain| now.of[usize::from(chain)] == first)
    }

    fn written(&self, choice: &Choice) -> Window {
        let stone = |&chain: &u16| self.chains[usize::from(chain)].first();
        let mut points = choice.points.clone();
        points.sort_unstable();
        Window {
            points,
            groups: choice.chains.iter().filter_map(stone).collect(),
            eyes: choice.eyes,
        }
    }

    /// Looks for a window of so many points around one that ties more, beside the windows there are or instead of
    /// those it meets.
    fn improve(
        &mut self,
        choices: &mut Vec<Choice>,
        now: &mut Clusters,
        point: u16,
        size: usize,
        instead: bool,
    ) {
        let used: Bits<W> =
            choices.iter().flat_map(|choice| choice.points.iter().copied()).collect();
        let free = if instead { self.free } else { self.free.without(&used) };
        if !free.has(point) {
            return;
        }
        let points = self.around(point, size, &free);
        let meets = |choice: &Choice| choice.points.iter().any(|point| points.contains(point));
        if points.len() != size || instead != choices.iter().any(meets) {
            return;
        }
        let rest: Vec<Choice> = choices.iter().filter(|choice| !meets(choice)).cloned().collect();
        if rest.len() + 4 < choices.len() {
            return;
        }
        let base = if instead { self.clusters(&rest) } else { now.clone() };
        let used: Bits<W> = rest.iter().flat_map(|choice| choice.points.iter().copied()).collect();
        for groups in self.candidates(&points, &base) {
            let have: u8 = groups.iter().map(|&group| base.eyes[usize::from(group)]).sum();
            for eyes in (0..=2).rev() {
                let enough = groups.len() + usize::from(eyes) < 2 || eyes > 0 && have + eyes > 2;
                if enough || self.at_best(&base, &groups, have + eyes) <= now.score {
                    continue;
                }
                let unused = self.free.without(&used);
                let Some(points) = self.won(&points, &groups, eyes, &base, &unused) else {
                    continue;
                };
                let (found, clusters) =
                    self.smaller(&rest, Choice { points, chains: groups.clone(), eyes }, &base);
                if clusters.score > now.score {
                    *choices = rest.into_iter().chain([found]).collect();
                    // What no longer holds goes.
                    let mut at = 0;
                    choices.retain(|_| {
                        at += 1;
                        clusters.order.contains(&(at - 1))
                    });
                    *now = self.clusters(choices);
                    return;
                }
            }
        }
    }

    /// The score if these groups were tied and had so many eyes.
    fn at_best(&self, base: &Clusters, groups: &[u16], eyes: u8) -> i64 {
        let mut next = base.clone();
        unite(&mut next, groups, eyes);
        self.score(&next)
    }

    /// The points of a window in which the owner ties the groups and makes the eyes, perhaps with more
    /// liberties for them.
    fn won(
        &mut self,
        points: &[u16],
        groups: &[u16],
        eyes: u8,
        base: &Clusters,
        unused: &Bits<W>,
    ) -> Option<Vec<u16>> {
        let mut points = points.to_vec();
        if self.is_won(&points, groups, eyes, base) {
            return Some(points);
        }
        // Is it the liberties?
        let mut easier = base.clone();
        easier.eyes.iter_mut().for_each(|eyes| *eyes = (*eyes).max(1));
        if !self.is_won(&points, groups, eyes, &easier) {
            return None;
        }
        for _ in 0..MORE_LIBERTIES {
            let more = self.liberty(&points, groups, base, unused)?;
            points.push(more);
            if points.len() > MOST_POINTS {
                return None;
            }
            if self.is_won(&points, groups, eyes, base) {
                return Some(points);
            }
        }
        None
    }

    /// Leaves out points of a window as long as that is better.
    fn smaller(&mut self, rest: &[Choice], choice: Choice, base: &Clusters) -> (Choice, Clusters) {
        let with =
            |choice: &Choice| rest.iter().cloned().chain([choice.clone()]).collect::<Vec<_>>();
        let mut clusters = self.clusters(&with(&choice));
        let mut best = choice;
        for at in (0..best.points.len()).rev() {
            if self.others.has(best.points[at]) || best.points.len() == 1 {
                continue;
            }
            let mut less = best.clone();
            less.points.remove(at);
            let inside = |&&point: &&u16| self.others.has(point);
            let whole = less.points.iter().filter(inside).all(|&point| {
                let near = self.ground.neighbours(point);
                near.iter().all(|&near| !self.free.has(near) || less.points.contains(&near))
            });
            if whole && self.is_won(&less.points, &less.chains, less.eyes, base) {
                let next = self.clusters(&with(&less));
                if next.score > clusters.score {
                    (best, clusters) = (less, next);
                }
            }
        }
        (best, clusters)
    }

    /// What windows tie, each in its turn.
    fn clusters(&mut self, choices: &[Choice]) -> Clusters {
        let eyes = self.keeper.iter().map(|keeper| if keeper.is_some() { 2 } else { 0 }).collect();
        let of = (0..self.chains.len() as u16).collect();
        let mut now = Clusters { of, eyes, order: Vec::new(), score: 0 };
        loop {
            let before = now.order.len();
            for (at, choice) in choices.iter().enumerate() {
                if now.order.contains(&at) {
                    continue;
                }
                let mut groups: SmallVec<[u16; MOST_GROUPS]> =
                    choice.chains.iter().map(|&chain| now.of[usize::from(chain)]).collect();
                groups.sort_unstable();
                groups.dedup();
                if groups.len() + usize::from(choice.eyes) >= 2
                    && groups.len() == choice.chains.len()
                    && self.is_won(&choice.points, &groups, choice.eyes, &now)
                {
                    let have: u8 = groups.iter().map(|&group| now.eyes[usize::from(group)]).sum();
                    unite(&mut now, &groups, have + choice.eyes);
                    now.order.push(at);
                }
            }
            if now.order.len() == before {
                break;
            }
        }
        let points: usize = now.order.iter().map(|&at| choices[at].points.len()).sum();
        now.score = self.score(&now) - points as i64;
        now
    }

    /// Living chains count most, then eyes and ties.
    fn score(&self, now: &Clusters) -> i64 {
        let mut size = vec![0_i64; now.of.len()];
        now.of.iter().for_each(|&first| size[usize::from(first)] += 1);
        let worth = |(&size, &eyes): (&i64, &u8)| match (size, eyes) {
            (0, _) => 0,
            (_, 0 | 1) => 10 * i64::from(eyes) - 10,
            _ => 10 + 60 * size,
        };
        1000 * size.iter().zip(&now.eyes).map(worth).sum::<i64>()
    }

    fn is_won(&mut self, points: &[u16], groups: &[u16], eyes: u8, base: &Clusters) -> bool {
        let mut sorted = points.to_vec();
        sorted.sort_unstable();
        let mut beside = Vec::new();
        for &group in groups {
            let mut chains: Vec<u16> = Vec::new();
            for &near in points.iter().flat_map(|&point| self.ground.neighbours(point)) {
                let chain = self.home[usize::from(near)];
                if chain != NONE && base.of[usize::from(chain)] == group && !chains.contains(&chain)
                {
                    chains.push(chain);
                }
            }
            if chains.is_empty() {
                return false;
            }
            chains.sort_unstable();
            beside.push((base.eyes[usize::from(group)].min(2), chains));
        }
        let asked = (sorted, beside, eyes);
        if let Some(&won) = self.known.0.get(&asked) {
            return won;
        }
        let layout = self.layout(points, groups, eyes, base);
        let won = Game::is_won(&layout, STATES);
        if self.known.0.len() >= MOST_KNOWN {
            self.known.0.clear();
        }
        self.known.0.insert(asked, won);
        won
    }

    fn layout(&self, points: &[u16], groups: &[u16], eyes: u8, base: &Clusters) -> Layout {
        let group = |near: u16| {
            let chain = self.home[usize::from(near)];
            let of = (chain != NONE).then(|| base.of[usize::from(chain)])?;
            groups.iter().position(|&group| group == of)
        };
        let patch = Patch::of(self.ground, points, groups.len(), group);
        let have = groups.iter().map(|&group| base.eyes[usize::from(group)].min(2)).collect();
        let places = points.iter().enumerate();
        let others = places.filter(|&(_, &point)| self.others.has(point));
        let others = others.fold(0, |others, (at, _)| others | 1 << at);
        Layout { patch, have, others, eyes }
    }
}

/// Makes one cluster of some, with so many eyes.
fn unite(now: &mut Clusters, groups: &[u16], eyes: u8) {
    let Some(&first) = groups.iter().min() else { return };
    for of in &mut now.of {
        if groups.contains(of) {
            *of = first;
        }
    }
    now.eyes[usize::from(first)] = eyes.min(2);
}
