//! Learning which plays of the owner's are likely to win, from readings of positions: by how much the weights of the play that won should have been
//! more, and those of the others less (a conditional logit, fitted with Adam).

use std::fmt::Write as _;

use shinpan_board::{Board, Position};

use super::game::Layout;
use super::odds::{CASES, Cases, Odds, Turn, WEIGHTS, slots};
use super::{ANY, Local};
use crate::analysis::{self, set};
use crate::ground::Ground;
use crate::zone::Elsewhere;

/// Of so many wins one is kept, and so many of a reading at most.
const ONE_OF: usize = 4;
const MOST: usize = 1200;
/// The points of the parts that are read around each chain.
const SIZES: [usize; 6] = [14, 20, 26, 34, 44, 56];
/// How often all examples are gone through, how many of them together, and how far the weights are moved at first: half as far each time.
const TIMES: usize = 5;
const TOGETHER: usize = 2000;
const PACE: f32 = 0.05;
/// How much of the last steps, and of the last squares, goes on.
const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.999;
/// The numbers in a line of the text.
const IN_A_LINE: usize = 25;

/// A state that was won by a play: the cases of all plays.
struct Example {
    plays: Vec<Cases>,
    /// Which of them had won where the same stood around, if any.
    likely: Option<usize>,
    won: usize,
}

/// Examples of one reading.
#[derive(Default)]
pub(super) struct Examples {
    wins: usize,
    kept: Vec<Example>,
}

impl Examples {
    /// A play won in a state in which it was not seen at once.
    pub(super) fn note(
        &mut self,
        layout: &Layout,
        odds: &Odds,
        turn: &Turn<'_>,
        (likely, won): (Option<u8>, u8),
    ) {
        if turn.guesses.contains(&0) || turn.plays.len() < 3 || self.kept.len() >= MOST {
            return;
        }
        self.wins += 1;
        if !self.wins.is_multiple_of(ONE_OF) {
            return;
        }
        let place = |point: u8| turn.plays.iter().position(|&(play, _)| play == point);
        let Some(won) = place(won) else { return };
        let plays = odds.cases(layout, turn).to_vec();
        self.kept.push(Example { plays, likely: likely.and_then(place), won });
    }
}

impl Example {
    /// The weights that a play counts by.
    fn slots(&self, play: usize) -> impl Iterator<Item = usize> {
        let likely = (self.likely == Some(play)).then_some(WEIGHTS - 1);
        self.plays.get(play).into_iter().flat_map(slots).chain(likely)
    }

    /// How likely each play is by some weights.
    fn odds(&self, weights: &[f32]) -> Vec<f32> {
        let sum = |play| self.slots(play).filter_map(|at| weights.get(at)).sum::<f32>();
        let sums: Vec<f32> = (0..self.plays.len()).map(sum).collect();
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let odds: Vec<f32> = sums.iter().map(|sum| (sum - most).exp()).collect();
        let all: f32 = odds.iter().sum();
        odds.iter().map(|odds| odds / all).collect()
    }
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

    /// Reads for each chain of two players in a position on up to 384 points, in parts around it, each in so many states at most, and keeps examples of what won.
    pub fn read(&mut self, board: &Board, position: &Position, states: u64) {
        let Some(ground) = Ground::<6>::of(board) else { return };
        let chains = analysis::chains(board, position);
        let Some(state) = analysis::state(&ground, &chains) else { return };
        for chain in &chains {
            let (goal, at) = (set(&chain.points), (&ground, &state, chain.player.index()));
            for (_, mut part) in Local::growing(at, &goal, &Elsewhere::NONE, SIZES) {
                part.read(&state, (states, ANY), &|| false);
                self.examples.append(&mut part.reader.examples.kept);
            }
        }
    }

    /// The weights that fit.
    fn fit(&self) -> Vec<f32> {
        let mut weights = vec![0.0_f32; WEIGHTS];
        let (mut steps, mut squares) = (vec![0.0_f32; WEIGHTS], vec![0.0_f32; WEIGHTS]);
        let (mut step, mut square) = (1.0, 1.0);
        // Neighbours come of one reading: each is taken together with others from all over.
        let many = self.examples.len().div_ceil(TOGETHER).max(1);
        for time in 0..TIMES {
            let pace = PACE * 0.5_f32.powi(time as i32);
            for first in 0..many {
                let some = self.examples.iter().skip(first).step_by(many);
                let mut change = vec![0.0_f32; WEIGHTS];
                for example in some.clone() {
                    for (play, odds) in example.odds(&weights).into_iter().enumerate() {
                        let wanted = f32::from(u8::from(play == example.won));
                        example.slots(play).for_each(|at| change[at] += odds - wanted);
                    }
                }
                let count = some.count().max(1) as f32;
                (step, square) = (step * MOMENTUM, square * SQUARES);
                for at in 0..WEIGHTS {
                    let change = change[at] / count;
                    steps[at] = MOMENTUM * steps[at] + (1.0 - MOMENTUM) * change;
                    squares[at] = SQUARES * squares[at] + (1.0 - SQUARES) * change * change;
                    let size = (squares[at] / (1.0 - square)).sqrt() + 1e-8;
                    weights[at] -= pace * steps[at] / (1.0 - step) / size;
                }
            }
        }
        weights
    }

    /// The weights, as a text: whole numbers, hundredths, a block for each feature.
    #[must_use]
    pub fn weights(&self) -> String {
        let weights = self.fit();
        let (mut text, mut first) = (String::new(), 0);
        for many in CASES.into_iter().chain([1]) {
            let _ = writeln!(text, "# {many}");
            for line in weights[first..first + many].chunks(IN_A_LINE) {
                let numbers: Vec<String> =
                    line.iter().map(|weight| format!("{:.0}", weight * 100.0)).collect();
                let _ = writeln!(text, "{}", numbers.join(" "));
            }
            first += many;
        }
        text
    }
}

#[cfg(test)]
mod tests;
