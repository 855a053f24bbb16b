//! What is asked, and what needs no search to answer.

use shinpan_rules::Suicide;

use crate::compact::{BLACK, Field, Mask, WHITE, owned, safe};
use crate::loopy::{LoopyRules, State};

/// A question: can Black reach this margin, in points, from here on?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<M> {
    pub(crate) state: State<M>,
    pub(crate) stage: usize,
    pub(crate) bound: i16,
}

/// The game that is asked about.
#[derive(Clone, Copy)]
pub(crate) struct Play<'a, M> {
    pub(crate) field: &'a Field<M>,
    pub(crate) rules: &'a LoopyRules,
    pub(crate) bans: Bans,
    /// Whether Black gets less, so that what he can force he can force without coming back to a state of RULES
    /// (docs/findings/proofs.md, "Without coming back").
    pub(crate) sure: bool,
}

/// What a player may not play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bans {
    /// To take back a ko at once.
    BasicKo,
    /// To bring a position back; here White may do all that basic ko allows, and this.
    Superko(Suicide),
}

impl<M: Mask> Play<'_, M> {
    /// The state of a question without a ban that no longer matters.
    pub(crate) fn without_old_ban(&self, question: &Question<M>) -> State<M> {
        let state = question.state;
        // Once a pass has lifted a ban it matters only if it stands again.
        let last = question.stage + 1 == self.rules.stages.len();
        let old = state.passed && (last || !self.rules.ko_stands);
        // Black may as well go on from where he is as from a pass of White's, if a second pass gives him too little:
        // he has the same plays, and his pass is answered by one.
        let passed = state.passed && !(state.to_move == BLACK && self.too_little(question));
        State { ban: state.ban.filter(|_| !old), passed, ..state }
    }

    /// Whether a pass of Black's loses at once, because the board would be counted.
    pub(crate) fn too_little(&self, question: &Question<M>) -> bool {
        question.stage + 1 == self.rules.stages.len() && self.counts(question) < question.bound
    }

    /// What stays the same under symmetries, with what no longer matters left out.
    pub(crate) fn standard(&self, question: &Question<M>) -> State<M> {
        let state = self.without_old_ban(question);
        let (stones, turn) = self.field.standard(state.stones);
        let ban = state.ban.map(|point| self.field.symmetries[turn].point(point));
        State { stones, ban, ..state }
    }

    /// The answer, if what the players can keep gives it.
    pub(crate) fn clear(&self, question: &Question<M>) -> Option<bool> {
        let answers = |player| self.clear_for(question, player);
        if answers(BLACK) { Some(true) } else { answers(WHITE).then_some(false) }
    }

    /// Whether what a player can keep answers the question for him.
    pub(crate) fn clear_for(&self, question: &Question<M>, player: usize) -> bool {
        let bound = i32::from(question.bound);
        let points = self.field.points as i32;
        let Question { state, stage, .. } = question;
        let own = state.stones.0[player];
        // A point further away is not his, but for at most two in a region of four.
        let beside = self.field.widen(own).size() as i32;
        let most = beside + (points - own.size() as i32) / 2;
        let enough = |held: i32| match player {
            BLACK => 2 * held - points >= bound,
            _ => points - 2 * held < bound,
        };
        if !enough(most) {
            return false;
        }
        let counts = state.passed && stage + 1 == self.rules.stages.len();
        let stones = state.stones;
        let taken_back =
            |held: M| counts && state.to_move != player && held.meets(stones.0[1 - player]);
        let kept = |held: M| enough(held.size() as i32) && !taken_back(held);
        let suicide = !matches!(self.bans, Bans::BasicKo | Bans::Superko(Suicide::Forbidden));
        let safe = safe(self.field, stones, player, suicide);
        safe.stones.any()
            && (kept(safe.stones | safe.regions)
                || self.bans == Bans::BasicKo && kept(owned(self.field, stones, player)))
    }

    /// The moves; a pass that ends the game is none.
    pub(crate) fn next(&self, question: &Question<M>, children: &mut Vec<Question<M>>) {
        let empty = self.field.all & !question.state.stones.taken();
        children.extend(empty.points().filter_map(|point| self.play(question, point)));
        children.extend(self.pass(question));
        children.extend(self.pass_again(question));
    }

    /// What a play leads to, if it is allowed; suicides, which only `Steps` has, are not.
    pub(crate) fn play(&self, question: &Question<M>, point: usize) -> Option<Question<M>> {
        let Question { state, stage, bound } = *question;
        let cost = self.rules.stages[stage].cost as i16;
        let cost = if state.to_move == BLACK { cost } else { -cost };
        state.play(self.field, point).map(|state| Question { state, stage, bound: bound + cost })
    }

    /// What a pass leads to, if it does not end the game.
    pub(crate) fn pass(&self, question: &Question<M>) -> Option<Question<M>> {
        let Question { state, stage, bound } = *question;
        if let Some(next) = state.pass() {
            let state = if self.sure { next.after_a_ban(WHITE) } else { next };
            return Some(Question { state, stage, bound });
        }
        let state = state.next_stage(self.rules.ko_stands);
        (stage + 1 < self.rules.stages.len()).then_some(Question { state, stage: stage + 1, bound })
    }

    /// What another pass of White's leads to if it does not end the stage: he may do that where Black is to be sure, but for the
    /// last stage.
    pub(crate) fn pass_again(&self, question: &Question<M>) -> Option<Question<M>> {
        let last = question.stage + 1 == self.rules.stages.len();
        let again = self.sure && !last && question.state.to_move == WHITE;
        Some(Question { state: question.state.pass_again().filter(|_| again)?, ..*question })
    }

    /// Black's margin as the board stands.
    pub(crate) fn counts(&self, question: &Question<M>) -> i16 {
        question.state.stones.margin(self.field) as i16
    }

    /// The answer if a pass ends the game.
    pub(crate) fn counted(&self, question: &Question<M>) -> Option<bool> {
        let ends = question.state.passed && question.stage + 1 == self.rules.stages.len();
        ends.then(|| self.counts(question) >= question.bound)
    }
}
