//! Learning which plays of the owner's are likely to win soon. In states that were won each play is read by itself, and how many states that takes is what
//! the weights are fitted to: a small network of sums, its plays compared within each state, fitted with Adam.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use shinpan_board::{Board, Position};

use super::game::{Layout, Moves, Stones};
use super::odds::{ALL, CASES, Cases, Odds, SUMS, Turn, Weights, slots};
use super::past::Signs;
use super::reader::Reader;
use super::{ANY, Local};
use crate::analysis::{self, set};
use crate::ground::Ground;
use crate::zone::Elsewhere;

/// How many states of a reading are kept, up to twice as many: those that no look decides, and those that one does, which are too easy to tell much.
const MOST: [usize; 2] = [8, 2];
/// The points of the parts that are read around each chain.
const SIZES: [usize; 6] = [14, 20, 26, 34, 44, 56];
/// States in which each play is read at first, how many times more there are in each round, and at most.
const EFFORT: u64 = 128;
const MORE: u64 = 3;
const MOST_EFFORT: u64 = 12_000;
/// A play that takes so many times more than the best one is not read on.
const WORSE: u64 = 6;
/// How often all examples are gone through, how many of them together, and how far the weights are moved at first: in the end a 32nd of that.
const TIMES: usize = 10;
const TOGETHER: usize = 50;
const PACE: f32 = 0.006;
/// How much of the last steps, and of the last squares, goes on.
const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.999;
/// How much of each weight is taken from it each time.
const DECAY: f32 = 1e-4;

/// A state that the owner won.
struct Seen {
    now: Stones,
    last: u8,
    plays: Vec<u8>,
    likely: Option<u8>,
    signs: Vec<Signs>,
}

/// What is kept of a reading: some of the states that were won, all over it.
#[derive(Default)]
pub(super) struct Examples {
    sorts: [Sort; 2],
}

/// States of one sort, of which each so many is kept.
#[derive(Default)]
struct Sort {
    wins: usize,
    doubled: u32,
    kept: Vec<Seen>,
}

impl Examples {
    /// The owner won, and maybe that was seen at once.
    pub(super) fn note(&mut self, turn: &Turn<'_>, at_once: bool) {
        let sort = &mut self.sorts[usize::from(at_once)];
        sort.wins += 1;
        if turn.plays.len() < 3 || !sort.wins.is_multiple_of(1 << sort.doubled) {
            return;
        }
        let &Turn { now: &now, last, likely, .. } = turn;
        let plays = turn.plays.iter().map(|&(point, _)| point).collect();
        sort.kept.push(Seen { now, last, plays, likely, signs: turn.signs.to_vec() });
        if sort.kept.len() >= 2 * MOST[usize::from(at_once)] {
            let mut at = 0;
            sort.kept.retain(|_| {
                at += 1;
                at % 2 == 0
            });
            sort.doubled += 1;
        }
    }
}

/// The plays of a state, and how much of the weight each should have.
struct Example {
    plays: Vec<Cases>,
    wanted: Vec<f32>,
}

impl Seen {
    /// The state as an example; `None` if no play wins.
    fn example(&self, layout: &Layout) -> Option<Example> {
        let &Seen { ref now, last, ref plays, likely, ref signs } = self;
        let scene = layout.scene(now);
        let view = layout.view(now, layout.cluster(now, &scene.bodies));
        let plays = &layout.own_plays(now, &scene, plays.iter().copied());
        let worth: Vec<f32> = efforts(layout, plays)
            .into_iter()
            .map(|effort| effort.map_or(0.0, |states| 1.0 / states.max(1) as f32))
            .collect();
        let all: f32 = worth.iter().sum();
        let turn = Turn { now, scene: &scene, view: &view, last, plays, likely, signs };
        let plays = Odds::new(&layout.patch).cases(layout, &turn).to_vec();
        let wanted = worth.iter().map(|worth| worth / all).collect();
        (all > 0.0).then_some(Example { plays, wanted })
    }
}

/// In how many states each play is found to win, if it is.
fn efforts(layout: &Layout, plays: &Moves) -> Vec<Option<u64>> {
    let mut readers: Vec<Option<Reader>> =
        plays.iter().map(|_| Some(Reader::new(layout.clone()))).collect();
    let (mut looked, mut won) = (vec![0; plays.len()], vec![None; plays.len()]);
    let (mut best, mut most) = (u64::MAX, EFFORT);
    while most <= MOST_EFFORT && most / MORE < best.saturating_mul(WORSE) {
        for (at, (_, next)) in plays.iter().enumerate() {
            let more = most - looked[at].min(most);
            let Some(reader) = &mut readers[at] else { continue };
            if more == 0 || looked[at] >= best.saturating_mul(WORSE) {
                continue;
            }
            let entry = reader.read(next, false, more);
            looked[at] += reader.looked(more);
            if entry.proof == 0 {
                won[at] = Some(looked[at]);
                best = best.min(looked[at]);
            }
            if entry.decided() {
                readers[at] = None;
            }
        }
        most *= MORE;
    }
    won
}

/// What weights are learned from.
#[derive(Default)]
pub struct Learner {
    examples: Vec<Example>,
}

impl Learner {
    /// How many examples there are.
    #[must_use]
    pub fn examples(&self) -> usize {
        self.examples.len()
    }

    /// Reads for each chain of two players in a position on up to 384 points, in parts around it, each in so many states at most, and keeps examples of what
    /// won. All processors are used.
    pub fn read(&mut self, board: &Board, position: &Position, states: u64) {
        let Some(ground) = Ground::<6>::of(board) else { return };
        let chains = analysis::chains(board, position);
        let Some(state) = analysis::state(&ground, &chains) else { return };
        let of_chain = |number: usize| {
            let (goal, owner) = (set(&chains[number].points), chains[number].player.index());
            let parts = Local::growing((&ground, &state, owner), &goal, &Elsewhere::NONE, SIZES);
            let mut found = Vec::new();
            for (_, mut part) in parts {
                part.read(&state, (states, ANY), &|| false);
                let seen = part.reader.examples.sorts.iter().flat_map(|sort| &sort.kept);
                found.extend(seen.filter_map(|seen| seen.example(&part.reader.layout)));
            }
            found
        };
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= chains.len() {
                    return found;
                }
                found.push((number, of_chain(number)));
            }
        };
        let mut found: Vec<(usize, Vec<Example>)> = std::thread::scope(|scope| {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<_>>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().flat_map(join).collect()
        });
        found.sort_by_key(|&(number, _)| number);
        self.examples.extend(found.into_iter().flat_map(|(_, examples)| examples));
    }

    /// The weights that fit.
    fn fit(&self) -> Weights {
        let mut weights = Weights::scattered();
        let mut pace = Pace::new();
        // Neighbours come of one reading: each is taken together with others from all over.
        let many = self.examples.len().div_ceil(TOGETHER).max(1);
        for time in 0..TIMES {
            let slower = 32_f32.powf(-(time as f32) / TIMES as f32);
            for first in 0..many {
                let some = self.examples.iter().skip(first).step_by(many);
                let share = 1.0 / some.len().max(1) as f32;
                let mut change = Weights::none();
                some.for_each(|example| example.change(&weights, share, &mut change));
                pace.step(&mut weights, &change, PACE * slower);
            }
        }
        weights
    }

    /// The weights, as a text: whole numbers, thousandths. First what each sum begins with and what it counts, then a line for each case of each feature.
    #[must_use]
    pub fn weights(&self) -> String {
        let weights = self.fit();
        let mut text = String::from("# sums\n");
        let line = |row: &[f32]| {
            // Nothing has no sign.
            let numbers: Vec<String> = row
                .iter()
                .map(|weight| format!("{:.0}", (weight * 1000.0).round() + 0.0))
                .collect();
            numbers.join(" ") + "\n"
        };
        text += &(line(&weights.first) + &line(&weights.counts));
        let mut rows = weights.cases.iter();
        for many in CASES {
            let _ = writeln!(text, "# {many}");
            rows.by_ref().take(many).for_each(|row| text += &line(row));
        }
        text
    }
}

impl Example {
    /// How likely each play is by some weights.
    fn odds(&self, weights: &Weights) -> Vec<f32> {
        let weighed: Vec<f32> = self.plays.iter().map(|cases| weights.weigh(cases).1).collect();
        let most = weighed.iter().copied().fold(f32::MIN, f32::max);
        let odds: Vec<f32> = weighed.iter().map(|weight| (weight - most).exp()).collect();
        let all: f32 = odds.iter().sum();
        odds.iter().map(|odds| odds / all).collect()
    }

    /// By how much the weights should be less, with a share of the example.
    fn change(&self, weights: &Weights, share: f32, change: &mut Weights) {
        for ((cases, odds), wanted) in self.plays.iter().zip(self.odds(weights)).zip(&self.wanted) {
            let (sums, _) = weights.weigh(cases);
            let more = (odds - wanted) * share;
            let mut adds = [more; SUMS + 1];
            for at in 0..SUMS {
                let counted = sums[at] > 0.0;
                adds[at] = if counted { more * weights.counts[at] } else { 0.0 };
                change.first[at] += adds[at];
                change.counts[at] += more * sums[at].max(0.0);
            }
            for slot in slots(cases) {
                change.cases[slot].iter_mut().zip(adds).for_each(|(change, add)| *change += add);
            }
        }
    }
}

impl Weights {
    fn none() -> Weights {
        Weights { cases: vec![[0.0; SUMS + 1]; ALL], first: [0.0; SUMS], counts: [0.0; SUMS] }
    }

    /// Small weights of both signs for the sums, to begin with.
    fn scattered() -> Weights {
        let mut weights = Weights::none();
        let mut at = 0.0_f32;
        let mut next = |most: f32| {
            at = (at + 0.618_034).fract();
            (2.0 * at - 1.0) * most
        };
        weights.counts = weights.counts.map(|_| next(0.3));
        for adds in &mut weights.cases {
            adds[..SUMS].iter_mut().for_each(|add| *add = next(0.1));
        }
        weights
    }

    /// All numbers, one after the other.
    fn all(&self) -> impl Iterator<Item = f32> {
        let cases = self.cases.iter().flatten();
        self.first.iter().chain(&self.counts).chain(cases).copied()
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let cases = self.cases.iter_mut().flatten();
        self.first.iter_mut().chain(&mut self.counts).chain(cases)
    }
}

/// The way that weights are moved: further where they have been moved the same way.
struct Pace {
    steps: Weights,
    squares: Weights,
    step: f32,
    square: f32,
}

impl Pace {
    fn new() -> Pace {
        Pace { steps: Weights::none(), squares: Weights::none(), step: 1.0, square: 1.0 }
    }

    fn step(&mut self, weights: &mut Weights, change: &Weights, pace: f32) {
        (self.step, self.square) = (self.step * MOMENTUM, self.square * SQUARES);
        let moved = self.steps.all_mut().zip(self.squares.all_mut());
        for ((weight, change), (step, square)) in weights.all_mut().zip(change.all()).zip(moved) {
            let change = change + DECAY * *weight;
            *step = MOMENTUM * *step + (1.0 - MOMENTUM) * change;
            *square = SQUARES * *square + (1.0 - SQUARES) * change * change;
            let size = (*square / (1.0 - self.square)).sqrt() + 1e-8;
            *weight -= pace * *step / (1.0 - self.step) / size;
        }
    }
}

#[cfg(test)]
mod tests;
