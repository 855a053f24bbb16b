//! What the moves of a state lead to, with the numbers under which it is found in a table.
//!
//! A search by depth looks at every move of almost every state. What they have in common is found once: which of
//! the opponent's chains are in atari, which of one's own are, and the position's code under each symmetry, which
//! a play changes at a few points only.

use shinpan_rules::Suicide;
use smallvec::SmallVec;

use super::question::{Bans, Play, Question};
use super::slots::{Codes, Numbers};
use crate::compact::{BLACK, Mask, Stones, WHITE};
use crate::loopy::State;

/// A question with its number in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered<M> {
    pub(super) question: Question<M>,
    pub(super) number: u64,
    /// The place of the symmetry that leads to the position that stands for it.
    pub(super) turn: usize,
}

impl<M: Mask> Numbered<M> {
    pub(super) fn new(play: &Play<'_, M>, numbers: &Numbers, question: Question<M>) -> Numbered<M> {
        let codes = numbers.codes(question.state.stones);
        let (number, turn) = numbers.number(play, &question, &codes);
        Numbered { question, number, turn }
    }
}

/// What the plays of a state have in common.
pub(super) struct Steps<'a, M> {
    play: &'a Play<'a, M>,
    numbers: &'a Numbers,
    question: &'a Question<M>,
    codes: Codes,
    empty: M,
    /// The opponent's chains in atari, each with its last liberty.
    targets: SmallVec<[(M, M); 8]>,
    /// Own stones in atari.
    weak: M,
}

impl<'a, M: Mask> Steps<'a, M> {
    pub(super) fn new(
        play: &'a Play<'a, M>,
        numbers: &'a Numbers,
        question: &'a Question<M>,
    ) -> Steps<'a, M> {
        let field = play.field;
        let State { stones, to_move, .. } = question.state;
        let empty = field.all & !stones.taken();
        let in_atari = |of: usize| {
            let mut left = stones.0[of];
            std::iter::from_fn(move || {
                while left.any() {
                    let chain = field.flood(left.lowest(), left);
                    left &= !chain;
                    let liberties = field.widen(chain) & empty;
                    if liberties == liberties.lowest() {
                        return Some((liberties, chain));
                    }
                }
                None
            })
        };
        let weak = in_atari(to_move).fold(M::none(), |weak, (_, chain)| weak | chain);
        let targets = in_atari(1 - to_move).collect();
        let codes = numbers.codes(stones);
        Steps { play, numbers, question, codes, empty, targets, weak }
    }

    /// What a play leads to, if it is allowed: the same as [`Play::play`], and White's suicides where they are.
    pub(super) fn play(&self, point: usize) -> Option<Numbered<M>> {
        let Question { state, stage, bound } = *self.question;
        let stone = M::one(point);
        if state.ban == Some(point) && !state.passed {
            return None;
        }
        let (field, player) = (self.play.field, state.to_move);
        let (own, other) = (state.stones.0[player], state.stones.0[1 - player]);
        let near = field.near(point);
        let takes = self.targets.iter().filter(|(last, _)| *last == stone);
        let taken = takes.fold(M::none(), |taken, &(_, chain)| taken | chain);
        let free = near.meets(self.empty);
        if !free && !taken.any() && !near.meets(own & !self.weak) {
            return self.suicide(point);
        }
        let mut stones = Stones([own | stone; 2]);
        stones.0[1 - player] = other & !taken;
        // A lone stone that took one, with no other liberty.
        let ko = !free && !near.meets(own) && taken.any() && taken == taken.lowest();
        let ban = ko.then(|| taken.first());
        let cost = self.play.rules.stages[stage].cost as i16;
        let bound = bound + if player == BLACK { cost } else { -cost };
        let state = State { stones, to_move: 1 - player, passed: false, ban };
        let codes = self.numbers.with(&self.codes, player, point);
        let codes = self.numbers.without(&codes, 1 - player, taken);
        Some(self.numbered(Question { state, stage, bound }, &codes))
    }

    /// Black does not kill himself: nothing in what he looks for needs it.
    fn suicide(&self, point: usize) -> Option<Numbered<M>> {
        let Question { state, .. } = *self.question;
        let Bans::Superko(suicide) = self.play.bans else { return None };
        let own = state.stones.0[WHITE];
        let lost = self.play.field.flood(M::one(point), own | M::one(point)) & own;
        let allowed = match suicide {
            Suicide::Forbidden => false,
            Suicide::MultiStone => lost.any(),
            Suicide::Allowed => true,
        };
        if state.to_move == BLACK || !allowed {
            return None;
        }
        let stones = Stones([state.stones.0[BLACK], own & !lost]);
        let state = State { stones, to_move: BLACK, passed: false, ban: None };
        let codes = self.numbers.without(&self.codes, WHITE, lost);
        Some(self.numbered(Question { state, ..*self.question }, &codes))
    }

    /// What a pass leads to, if it does not end the game.
    pub(super) fn pass(&self) -> Option<Numbered<M>> {
        self.play.pass(self.question).map(|next| self.numbered(next, &self.codes))
    }

    /// What another pass of White's leads to that does not end the stage, where he may do that.
    pub(super) fn pass_again(&self) -> Option<Numbered<M>> {
        self.play.pass_again(self.question).map(|next| self.numbered(next, &self.codes))
    }

    fn numbered(&self, question: Question<M>, codes: &Codes) -> Numbered<M> {
        let (number, turn) = self.numbers.number(self.play, &question, codes);
        Numbered { question, number, turn }
    }
}
