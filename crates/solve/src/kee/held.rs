//! What each player can hold under Kee Rules: bounds that certificates move until they meet.

use num_rational::Ratio;
use shinpan_rules::{Move, Score};

use super::certify::Arena;
use super::ground::Ground;
use super::kept::Kept;
use super::line::line;
use super::reach::Reach;
use crate::compact::{BLACK, Stones, WHITE};
use crate::limits::Budget;
use crate::value::{End, Limit};

/// All states of larger boards are not looked at.
pub(super) const MOST_POINTS: usize = 12;
/// Averages with at most this denominator are tried.
const DENOMINATORS: i64 = 6;
/// How often the cap of the credits is doubled before a certificate is given up.
pub(super) const CAPS: u32 = 6;
/// Nodes for each certificate that is looked for, at first. Most margins are easy to rule out, and some are much harder
/// than those that matter.
pub(super) const ALLOWED: u64 = 1 << 14;

/// Nodes for a line.
const LINE_NODES: u64 = 2_000_000;

/// What one certificate may cost.
#[derive(Clone, Copy)]
struct Effort {
    nodes: u64,
    /// How often the cap of the credits is doubled.
    doubled: u32,
}

/// A player who wants to hold something: he is Black on his ground.
pub(super) struct Side<'a> {
    pub(super) ground: Ground<'a>,
    /// What the ground is known by among those of the board: nothing if it is all of it.
    pub(super) name: Vec<u8>,
    /// What stood since the last pass, as far as it can come back.
    pub(super) history: Vec<Stones<u32>>,
    pub(super) to_move: usize,
}

/// What has been proven, before komi: what Black can hold, and what White can.
pub(super) struct Held<'a> {
    sides: [Side<'a>; 2],
    komi: Score,
    low: Score,
    high: Score,
    /// What the bounds were found by, if by certificates.
    shown: [Option<Arena<'a>>; 2],
    /// What pass nodes need, if it is to be kept.
    kept: Option<&'a mut Kept>,
}

impl<'a> Held<'a> {
    /// With bounds that are known, and with what pass nodes are known to need if that is to be kept.
    pub(super) fn new(
        sides: [Side<'a>; 2],
        komi: Score,
        [low, high]: [Score; 2],
        kept: Option<&'a mut Kept>,
    ) -> Held<'a> {
        Held { sides, komi, low, high, shown: [None, None], kept }
    }

    /// What is proven to be least and most.
    pub(super) fn bounds(&self) -> [Score; 2] {
        [self.low, self.high]
    }

    /// A line of best play where the bounds meet, with at most so many nodes in all; empty if none was found.
    pub(super) fn line(&mut self, nodes: u64, budget: &mut Budget<'_>) -> Vec<Move> {
        if self.low != self.high {
            return Vec::new();
        }
        budget.limits.nodes = nodes.min(budget.nodes.saturating_add(LINE_NODES));
        for side in [BLACK, WHITE] {
            if self.shown[side].is_none() {
                // Bounds that came from walls, or ways to safe chains.
                let shown = self.holds(side == BLACK, self.low, 0, budget);
                self.shown[side] = shown.unwrap_or_default();
            }
        }
        let [Some(black), Some(white)] = &mut self.shown else { return Vec::new() };
        line(&self.sides, [black, white], budget).unwrap_or_default()
    }

    /// Narrows the bounds as far as it goes. What stopped it before they met.
    pub(super) fn settle(&mut self, budget: &mut Budget<'_>) -> Option<Limit> {
        self.reach(budget).and_then(|()| self.narrow(budget)).err()
    }

    /// The bounds that safe chains give which a player can come to, whatever stood before.
    fn reach(&mut self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        // Where there are too many states of the board nothing is lost but this.
        let [black, white] = &self.sides;
        let field = black.ground.field;
        if field.points > MOST_POINTS || !black.ground.is_whole() || self.low >= self.high {
            return Ok(());
        }
        let Ok(reach) = Reach::of(field, budget.limits.memory) else { return Ok(()) };
        let low = reach.margin(&black.history, black.to_move, budget)?;
        let high = reach.margin(&white.history, white.to_move, budget)?;
        let margin = |level: i8| Ratio::from_integer(i64::from(level));
        self.low = low.map_or(self.low, |level| self.low.max(margin(level)));
        self.high = high.map_or(self.high, |level| self.high.min(-margin(level)));
        self.tell(budget);
        Ok(())
    }

    fn tell(&self, budget: &mut Budget<'_>) {
        let end = |margin: Score| End::Margin(margin - self.komi);
        budget.tell(end(self.low), end(self.high));
    }

    /// Narrows the bounds as far as certificates are found, with more effort for each from round to round.
    fn narrow(&mut self, budget: &mut Budget<'_>) -> Result<(), Limit> {
        for round in 0.. {
            let doubled = (round / 3).min(CAPS);
            let nodes = ALLOWED.saturating_mul(4_u64.saturating_pow(round));
            let effort = Effort { nodes, doubled };
            let mut cut = false;
            for black in [false, true] {
                // Where the value is both are often easier than anything beside it.
                let other = if black { self.high } else { self.low };
                if self.low < self.high {
                    cut |= self.try_at(black, other, effort, budget)?.is_none();
                }
                cut |= self.stride(black, effort, budget)?;
            }
            if self.high - self.low <= Ratio::from_integer(1) {
                cut |= self.fractions(effort, budget)?;
            }
            if self.low >= self.high {
                return Ok(());
            }
            if !cut && doubled == CAPS {
                return Err(Limit::Beyond("no certificate was found".to_owned()));
            }
        }
        Ok(())
    }

    /// Moves a player's bound by whole points, in strides that grow until one fails. Whether more effort could move it on.
    fn stride(
        &mut self,
        black: bool,
        effort: Effort,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Limit> {
        let mut stride = Ratio::from_integer(1);
        let mut growing = true;
        while self.low < self.high {
            let at = if black {
                (self.low + stride).floor().min(self.high)
            } else {
                (self.high - stride).ceil().max(self.low)
            };
            let found = self.try_at(black, at, effort, budget)?;
            if found != Some(true) {
                if stride <= Ratio::from_integer(1) {
                    return Ok(found.is_none());
                }
                growing = false;
            }
            stride = if growing { stride * 2 } else { (stride / 2).ceil() };
        }
        Ok(false)
    }

    /// Tries the averages within a point. Whether more effort could help.
    fn fractions(&mut self, effort: Effort, budget: &mut Budget<'_>) -> Result<bool, Limit> {
        let mut cut = false;
        for denominator in 2..=DENOMINATORS {
            let first = (self.low * denominator).floor().to_integer();
            let last = (self.high * denominator).ceil().to_integer();
            for numerator in first..=last {
                let at = Ratio::new(numerator, denominator);
                for black in [true, false] {
                    let between = self.low <= at && at <= self.high && self.low < self.high;
                    if *at.denom() == denominator && between {
                        cut |= self.try_at(black, at, effort, budget)?.is_none();
                    }
                }
            }
        }
        Ok(cut)
    }

    /// Whether a player is found to hold a margin; `None` if the search for that was cut off.
    fn try_at(
        &mut self,
        black: bool,
        margin: Score,
        effort: Effort,
        budget: &mut Budget<'_>,
    ) -> Result<Option<bool>, Limit> {
        let most = budget.limits.nodes;
        budget.limits.nodes = most.min(budget.nodes.saturating_add(effort.nodes));
        let found = self.holds(black, margin, effort.doubled, budget);
        budget.limits.nodes = most;
        match found {
            Ok(Some(arena)) => {
                let (side, bound) = match black {
                    true => (BLACK, &mut self.low),
                    false => (WHITE, &mut self.high),
                };
                *bound = margin;
                self.shown[side] = Some(arena);
            }
            Ok(None) => return Ok(Some(false)),
            Err(Limit::Nodes(_)) if budget.nodes <= most => return Ok(None),
            Err(Limit::Beyond(_)) => return Ok(None),
            Err(limit) => return Err(limit),
        }
        self.tell(budget);
        Ok(Some(true))
    }

    /// By what a player holds a margin, if it was found. A draw without a scoring position is worth the komi before
    /// komi is counted.
    fn holds(
        &mut self,
        black: bool,
        margin: Score,
        doubled: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Arena<'a>>, Limit> {
        let side = &self.sides[usize::from(!black)];
        let (margin, none) = match black {
            true => (margin, margin <= self.komi),
            false => (-margin, margin >= self.komi),
        };
        // Those by which the bounds were found are kept.
        let memory = budget.limits.memory / 3;
        let mut arena = Arena::new(side.ground, margin, none, doubled, memory);
        let sought = (side.name.clone(), margin, none, doubled);
        if let Some(kept) = &self.kept {
            arena.credits.begin_from(kept.needs(&sought));
        }
        let found = arena.holds(&side.history, side.to_move, budget);
        if let Some(kept) = &mut self.kept {
            kept.learn(sought, arena.credits.needs());
        }
        Ok(found?.then_some(arena))
    }
}
