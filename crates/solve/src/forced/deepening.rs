//! Alpha-beta to a growing depth, for questions "can Black come to an end that gives him at least t?".
//!
//! A depth is what a line may cost: a move costs 1, and a move of Black's that looks worse costs more. So the lines that
//! Black is most likely to win by are searched far before the others are, and so are those on which he seems near to what he
//! wants: the points he seems to be short take their part of the depth. "Yes" is a finite tree of
//! moves, whatever it cost and whatever stood before; "not within this depth" says nothing about the game;
//! "never" is White's finite tree (docs/findings/proofs.md, "Ends that can be forced").

use std::sync::Arc;

use super::outlook::outlook;
use super::question::{Play, Question};
use super::slots::{DEEPEST, Found, NONE, Numbers, Slots};
use super::steps::{Numbered, Steps};
use super::threats::Threats;
use crate::compact::{BLACK, Mask, WHITE};
use crate::limits::Budget;
use crate::value::Limit;

/// A search of one thread; others may share its table.
pub(super) struct Deepening<'a, M> {
    pub(super) play: Play<'a, M>,
    pub(super) numbers: &'a Numbers,
    pub(super) slots: Arc<Slots>,
    /// Where threats may be looked for.
    threats: Option<&'a Threats>,
    pub(super) budget: Budget<'a>,
    /// For each player how often a move answered the question, by the move before; all together in the last row.
    good: [Vec<u32>; 2],
    /// The moves that did so last, by the number of moves before.
    last_good: Vec<[usize; 2]>,
    /// How many points are within two steps of a point.
    near: Vec<u32>,
    /// The moves of the states of the line, kept for their room.
    room: Vec<Vec<Offer<M>>>,
    /// This search is so many steps ahead of the others.
    ahead: u32,
}

/// A move, and what it leads to.
struct Offer<M> {
    /// The larger, the earlier it is tried; none once it has been.
    rank: Option<u32>,
    /// A point, or as many as there are points for a pass.
    made: usize,
    next: After<M>,
}

/// A line is no longer than this.
const LONGEST: usize = DEEPEST as usize + 1;
/// Numbers of good moves are halved at this.
const MANY: u32 = 1 << 23;

/// What it takes of the depth that Black seems to be so many points short, for each of them; no more points are
/// counted than the board has.
const SHORT: u32 = 2;

/// What Black's n-th move costs, beginning with 0, beyond the 1 of every move: always even, so that his is the last move of a line.
fn extra(tried: usize) -> u32 {
    match tried {
        0..=1 => 0,
        2..=9 => 2,
        _ => 4,
    }
}

impl<'a, M: Mask> Deepening<'a, M> {
    pub(super) fn new(
        play: Play<'a, M>,
        numbers: &'a Numbers,
        slots: Arc<Slots>,
        threats: Option<&'a Threats>,
        budget: Budget<'a>,
        ahead: u32,
    ) -> Deepening<'a, M> {
        let moves = play.field.points + 1;
        let steps = |point| play.field.widen(play.field.widen(M::one(point))).size();
        Deepening {
            play,
            numbers,
            slots,
            threats,
            budget,
            good: [(); 2].map(|()| vec![0; moves * (moves + 1)]),
            last_good: vec![[NONE; 2]; LONGEST],
            near: (0..play.field.points).map(steps).collect(),
            room: std::iter::repeat_with(Vec::new).take(LONGEST).collect(),
            ahead,
        }
    }

    /// Whether Black can force it; a question that needs a deeper search than [`DEEPEST`] is given up.
    pub(super) fn ask(&mut self, question: &Question<M>) -> Result<bool, Limit> {
        let root = Numbered::new(&self.play, self.numbers, *question);
        // The last move of a line is Black's.
        let first = if question.state.to_move == BLACK { 1 } else { 2 } + 2 * self.ahead;
        for depth in (first..DEEPEST).step_by(2) {
            self.budget.depth = depth as usize;
            match self.search(&root, depth, 0, self.play.field.points)? {
                Found::Yes => return Ok(true),
                Found::Never => return Ok(false),
                Found::NotWithin(_) => {}
            }
        }
        Err(Limit::Beyond(format!("nothing is forced within a depth of {DEEPEST}")))
    }

    /// The answer where what is known or what can be kept gives it; otherwise a good move, if one is known.
    fn at_once(&self, at: &Numbered<M>, depth: u32) -> Result<Found, usize> {
        let question = &at.question;
        match self.slots.find(at.number) {
            Some((found @ (Found::Yes | Found::Never), _)) => Ok(found),
            Some((found @ Found::NotWithin(far), _)) if far >= depth => Ok(found),
            Some((_, made)) => Err(self.turned_back(made, at.turn)),
            None if self.play.clear_for(question, BLACK) => Ok(Found::Yes),
            None if question.state.to_move == BLACK && self.play.clear_for(question, WHITE) => {
                Ok(Found::Never)
            }
            None => Err(NONE),
        }
    }

    /// What the move leads to that answered a question, or was hardest to answer.
    pub(super) fn best(&self, question: &Question<M>) -> Option<Question<M>> {
        let at = Numbered::new(&self.play, self.numbers, *question);
        match self.known(&at)?.1 {
            NONE => None,
            made if made == self.play.field.points => self.play.pass(question),
            made => self.play.play(question, made),
        }
    }

    /// What has been found, and the move that answered the question or was hardest to answer, if there is one.
    pub(super) fn known(&self, at: &Numbered<M>) -> Option<(Found, usize)> {
        let (found, made) = self.slots.find(at.number)?;
        Some((found, self.turned_back(made, at.turn)))
    }

    /// A move as it is in the standard position.
    pub(super) fn turned(&self, made: usize, turn: usize) -> usize {
        let field = self.play.field;
        if made >= field.points {
            return made;
        }
        field.symmetries[turn].point(made)
    }

    /// A move of the standard position as it is here.
    pub(super) fn turned_back(&self, made: usize, turn: usize) -> usize {
        if made >= self.play.field.points {
            made
        } else {
            self.play.field.turned_back(M::one(made), turn).first()
        }
    }

    fn search(
        &mut self,
        at: &Numbered<M>,
        depth: u32,
        ply: usize,
        before: usize,
    ) -> Result<Found, Limit> {
        self.budget.spend()?;
        if depth == 0 {
            let clear = self.play.clear_for(&at.question, BLACK);
            return Ok(if clear { Found::Yes } else { Found::NotWithin(0) });
        }
        let known = match self.at_once(at, depth) {
            Ok(found) => return Ok(found),
            Err(made) => made,
        };
        let left = self.left(&at.question);
        if !left.any() {
            return Ok(Found::Yes);
        }
        if self.seems_far(&at.question, depth) {
            return Ok(Found::NotWithin(depth));
        }
        let mut offers = std::mem::take(&mut self.room[ply]);
        self.offer(at, left, ply, before, known, &mut offers);
        let found = match self.look_up(&offers, at, depth) {
            Some((found, made)) => {
                if found == Found::Yes {
                    self.slots.keep(at.number, found, self.turned(made, at.turn));
                }
                Ok(found)
            }
            None => self.try_all(at, depth, ply, before, &mut offers),
        };
        self.room[ply] = offers;
        found
    }

    /// Where the player to move has to look for plays because of what Black threatens: nowhere, if Black has what he wants by
    /// that, everywhere and at a pass, too, if nothing is known.
    fn left(&self, question: &Question<M>) -> M {
        let all = self.play.field.all;
        let Question { state, .. } = question;
        match self.threats {
            Some(threats) if state.to_move == BLACK => {
                if threats.end(&self.play, question) {
                    M::none()
                } else {
                    all
                }
            }
            Some(threats) if !state.passed => threats.left(&self.play, question).unwrap_or(all),
            _ => all,
        }
    }

    /// Tries the moves until one answers the question.
    fn try_all(
        &mut self,
        at: &Numbered<M>,
        depth: u32,
        ply: usize,
        before: usize,
        offers: &mut [Offer<M>],
    ) -> Result<Found, Limit> {
        let player = at.question.state.to_move;
        let black = player == BLACK;
        let (mut found, mut good) = (if black { Found::Never } else { Found::Yes }, NONE);
        let mut most_work = 0;
        for tried in 0..offers.len() {
            let Some(Offer { rank, made, next }) = offers.iter_mut().max_by_key(|o| o.rank) else {
                break;
            };
            *rank = None;
            let cost = 1 + if black { extra(tried) } else { 0 };
            let begun = self.budget.nodes;
            let answer = match next {
                After::Over(true) => Found::Yes,
                After::Over(false) => Found::Never,
                After::Next(_) if cost > depth => Found::NotWithin(0),
                After::Next(next) => self.search(next, depth - cost, ply + 1, *made)?,
            };
            if (answer == Found::Yes) == black {
                found = match answer {
                    Found::NotWithin(far) => Found::NotWithin(far + 1),
                    Found::Yes | Found::Never => answer,
                };
                good = *made;
                self.praise(player, good, ply, before, depth);
                break;
            }
            if let Found::NotWithin(_) = answer {
                found = Found::NotWithin(depth);
            }
            // The move that was hardest to answer is looked at first next time.
            let work = self.budget.nodes - begun;
            if work > most_work {
                (most_work, good) = (work, *made);
            }
        }
        self.slots.keep(at.number, found, self.turned(good, at.turn));
        Ok(found)
    }

    /// Whether Black seems too far from what he wants for this depth.
    fn seems_far(&self, question: &Question<M>, depth: u32) -> bool {
        let Question { state, bound, .. } = *question;
        if state.to_move == BLACK {
            return false;
        }
        let points = self.play.field.points as i32;
        let short = i32::from(bound) - outlook(self.play.field, state.stones);
        SHORT * short.clamp(0, points) as u32 > depth
    }

    /// The moves that are allowed and have to be looked at.
    fn offer(
        &self,
        at: &Numbered<M>,
        left: M,
        ply: usize,
        before: usize,
        known: usize,
        offers: &mut Vec<Offer<M>>,
    ) {
        let field = self.play.field;
        let state = at.question.state;
        let points = field.points;
        let row = |of: usize| &self.good[state.to_move][of * (points + 1)..][..=points];
        let (after, always) = (row(before), row(points + 1));
        let own = state.stones.0[state.to_move];
        let rank = |made: usize| {
            if made == known {
                return u32::MAX;
            }
            let mut rank = 4 * after[made] + always[made];
            if made < points {
                // Nobody is in a hurry to fill his own eye.
                let near = field.near(made);
                if near.within(own) && near.within(field.flood(near.lowest(), own)) {
                    return 0;
                }
                rank = 16 * rank + self.near[made];
            }
            if self.last_good[ply].contains(&made) { rank | 1 << 31 } else { rank }
        };
        let steps = Steps::new(&self.play, self.numbers, &at.question);
        offers.clear();
        for made in (left & !state.stones.taken()).points() {
            if let Some(next) = steps.play(made) {
                offers.push(Offer { rank: Some(rank(made)), made, next: After::Next(next) });
            }
        }
        if left != field.all || state.to_move == BLACK && self.play.too_little(&at.question) {
            return;
        }
        let next = match steps.pass() {
            Some(next) => After::Next(next),
            None => After::Over(self.play.counts(&at.question) >= at.question.bound),
        };
        offers.push(Offer { rank: Some(rank(points)), made: points, next });
        if let Some(next) = steps.pass_again() {
            let next = After::Next(next);
            offers.push(Offer { rank: Some(rank(points)), made: points, next });
        }
    }

    /// An answer that a move leads to at once, and the move.
    fn look_up(&self, offers: &[Offer<M>], at: &Numbered<M>, depth: u32) -> Option<(Found, usize)> {
        let black = at.question.state.to_move == BLACK;
        if black {
            let has = |next: &Numbered<M>| !self.left(&next.question).any();
            let has = |offer: &&Offer<M>| matches!(&offer.next, After::Next(next) if has(next));
            if let Some(offer) = offers.iter().find(has) {
                return Some((Found::Yes, offer.made));
            }
        }
        let known = offers.iter().filter_map(|offer| match &offer.next {
            After::Next(next) => Some((self.slots.find(next.number)?.0, offer.made)),
            After::Over(_) => None,
        });
        known.into_iter().find_map(|(found, made)| match found {
            Found::Yes if black => Some((found, made)),
            Found::Never if !black => Some((found, made)),
            Found::NotWithin(far) if !black && far + 1 >= depth => {
                Some((Found::NotWithin(far + 1), made))
            }
            _ => None,
        })
    }

    /// Remembers a move that answered a question.
    fn praise(&mut self, player: usize, made: usize, ply: usize, before: usize, depth: u32) {
        let moves = self.play.field.points + 1;
        for row in [before, moves] {
            let good = &mut self.good[player][row * moves + made];
            *good += depth * depth;
            if *good > MANY {
                self.good.iter_mut().flatten().for_each(|good| *good /= 2);
            }
        }
        let last = &mut self.last_good[ply];
        if last[0] != made {
            *last = [made, last[0]];
        }
    }
}

enum After<M> {
    /// Two passes: whether Black has what he wants.
    Over(bool),
    Next(Numbered<M>),
}
