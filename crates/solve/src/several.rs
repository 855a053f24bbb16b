//! Kee Rules for more than two: what each player can get against all the others together.
//!
//! For one player it is a game of two sides, so it has a value, whatever the others mean to do (*paranoid*
//! best play). What counts is his own average; a draw without a scoring position has none, and counts once as
//! less than any average and once as more (docs/decisions/0096). A value is accepted only with a certificate for each side, as for two
//! players (docs/findings/proofs.md, "Kee Rules for more than two").

mod arena;
mod certificate;
mod levels;
mod segment;

use num_rational::Ratio;
use shinpan_board::Player;
use shinpan_rules::{Game, Score, Status};

use crate::kee::{check, without_passes};
use crate::limits::{Budget, Limits};
use crate::value::Limit;
use arena::Arena;
use levels::{Side, Wanted};

/// What a player can get on his own, whatever the others do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// Who.
    pub player: Player,
    /// If a draw without a scoring position is less than any average.
    pub draws_lost: Proven,
    /// If it is more than any.
    pub draws_won: Proven,
}

/// What is proven: he can get the one, and no more than the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// At least.
    pub least: Gain,
    /// At most.
    pub most: Gain,
    /// What stopped the search, if they differ.
    pub limit: Option<Limit>,
}

/// What a game under Kee Rules is to one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gain {
    /// A draw: no scoring position.
    Draw,
    /// His average over the scoring positions, komi included.
    Average(Score),
}

/// `draw`, or the average as a rational.
impl std::fmt::Display for Gain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Gain::Draw => f.pad("draw"),
            Gain::Average(average) => f.pad(&average.to_string()),
        }
    }
}

/// What each player can get in a game under Kee Rules, from the beginning or after plays.
///
/// # Errors
/// Why the ruleset, the board or the history is beyond this method.
pub(crate) fn shares(game: &Game, limits: &Limits<'_>) -> Result<(Vec<Share>, u64), Limit> {
    check(game.ruleset())?;
    let beyond = |why: &str| Err(Limit::Beyond(why.to_owned()));
    if *game.status() != Status::InPlay {
        return beyond("the game is over");
    }
    let numbers = without_passes(game)?;
    let arena = Arena::of(game, limits.memory)?;
    let history: Option<Vec<u32>> =
        numbers.map(|number| arena.number(&game.position_after(number)?)).collect();
    let Some(history) = history else { return beyond("what stood before is not known") };
    let mut budget = Budget::new(limits);
    let mut found = Vec::new();
    // What is left of the nodes is shared out among the questions that are left.
    let mut questions = 2 * game.players() as u64;
    for player in Player::all(game.players()) {
        let komi = if player == Player::WHITE { game.compensation() } else { Score::from(0) };
        let mut proven = |draws: bool| {
            let left = limits.nodes.saturating_sub(budget.nodes) / questions;
            budget.limits.nodes = budget.nodes.saturating_add(left);
            questions -= 1;
            let mut search = Search {
                arena: &arena,
                history: &history,
                to_move: game.to_move().index(),
                player: player.index(),
                draws,
                low: Score::from(0),
                high: Score::from(0),
            };
            let mut proven = search.proven(komi, &mut budget);
            // What stopped it is told as the caller knows it, not as a share.
            if let Some(Limit::Nodes(nodes)) = &mut proven.limit {
                *nodes = limits.nodes;
            }
            proven
        };
        found.push(Share { player, draws_lost: proven(false), draws_won: proven(true) });
    }
    Ok((found, budget.nodes))
}

/// Averages with at most this denominator are tried.
const DENOMINATORS: i64 = 6;
/// How often finer levels and higher caps are tried before a certificate is given up.
const TRIES: u32 = 5;

/// What is proven for one player.
struct Search<'a> {
    arena: &'a Arena,
    history: &'a [u32],
    to_move: usize,
    player: usize,
    /// Whether a draw is more than any average, or less than any.
    draws: bool,
    low: Score,
    high: Score,
}

impl Search<'_> {
    fn proven(&mut self, komi: Score, budget: &mut Budget<'_>) -> Proven {
        // A draw is written as the number next beyond all averages.
        let points = self.arena.points() as i64;
        let draw = Score::from(if self.draws { points + 1 } else { -1 });
        (self.low, self.high) =
            if self.draws { (Score::from(0), draw) } else { (draw, Score::from(points)) };
        let limit = self.narrow(budget).err();
        let gain = |level: Score| match level == draw {
            true => Gain::Draw,
            false => Gain::Average(level + komi),
        };
        let (least, most) = (gain(self.low), gain(self.high));
        let limit = limit.filter(|_| least != most);
        Proven { least, most, limit }
    }

    /// Narrows the bounds as far as certificates are found: whole averages by halving, then fractions.
    fn narrow(&mut self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        let points = self.arena.points() as i64;
        for fine in 0..TRIES {
            self.try_at(self.high, fine, budget)?;
            self.try_at(self.low, fine, budget)?;
            let (mut least, mut most) = (self.low.floor(), self.high.ceil());
            while self.low < self.high && most - least > Ratio::from_integer(1) {
                let at = ((least + most) / 2).floor();
                self.try_at(at, fine, budget)?;
                if self.low >= at {
                    least = at;
                } else if self.high <= at {
                    most = at;
                } else {
                    break;
                }
            }
            for denominator in 1..=DENOMINATORS {
                let (first, last) = (self.low.floor().to_integer(), self.high.ceil().to_integer());
                for numerator in first * denominator..=last * denominator {
                    let at = Ratio::new(numerator, denominator);
                    let possible = at >= Score::from(0) && at <= Score::from(points);
                    if *at.denom() == denominator && possible && self.low < self.high {
                        self.try_at(at, fine, budget)?;
                    }
                }
            }
            if self.low >= self.high {
                return Ok(());
            }
        }
        Err(Limit::Beyond("no certificate was found".to_owned()))
    }

    /// Looks for certificates of both sides at one average.
    fn try_at(&mut self, at: Score, fine: u32, budget: &mut Budget<'_>) -> Result<(), Limit> {
        if at > self.low && at <= self.high && self.holds(Side::Player, at, fine, budget)? {
            self.low = at;
        }
        if at < self.high && at >= self.low && self.holds(Side::Others, at, fine, budget)? {
            self.high = at;
        }
        Ok(())
    }

    fn holds(
        &mut self,
        side: Side,
        at: Score,
        fine: u32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let draws = (side == Side::Player) == self.draws;
        let wanted = Wanted { player: self.player, side, at, draws };
        levels::holds(self.arena, &wanted, self.history, self.to_move, fine, budget)
    }
}
