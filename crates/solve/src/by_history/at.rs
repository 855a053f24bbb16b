//! Where a game stands, and what is asked about it.

use num_rational::Ratio;
use shinpan_board::Player;
use shinpan_rules::{Game, Move};

use super::question::{Question, Wanted};
use super::search::Search;
use crate::compact::{Field, Mask, Stones};
use crate::loopy::{self, LoopyRules, Proven, State};
use crate::strategy::Claim;
use crate::strides::Strides;
use crate::value::{End, Limit};

/// Where a game stands, in a stage whose cycles are ruled on.
pub(super) struct At<M> {
    stage: u8,
    pub(super) state: State<M>,
    /// What came up before in this phase, each state with how many plays more Black made by the move from it.
    pub(super) before: Vec<(State<M>, i16)>,
    /// What is added to the margin, in half points.
    paid: i64,
    points: i16,
}

/// For draws that are Black's losses and for those that are his wins: the least and the greatest margin that he may get, in points. Less than
/// the least count is a loss by a cycle, more than the greatest a win by one.
pub(super) type Bounds = [[i16; 2]; 2];

impl<M: Mask> At<M> {
    /// Reads it.
    ///
    /// # Errors
    /// That what came up in this phase is not known.
    pub(super) fn of(game: &Game, field: &Field<M>, ko_stands: bool) -> Result<At<M>, Limit> {
        let unknown = || Limit::Beyond("it is not known what came up in this phase".to_owned());
        let (begun, made) = (game.first_move(), game.moves_made());
        let mut before = Vec::new();
        let mut state = State::of(game);
        let stage = LoopyRules::stage_of(game);
        if game.moves_in_phase() > 0 {
            // From the beginning, where no ban stands.
            let stones = Stones::of_codes(&game.position_after(begun).ok_or_else(unknown)?);
            let (player, _) = game.move_at(begun + 1).ok_or_else(unknown)?;
            state = State { stones, to_move: player.index(), passed: false, ban: None };
            let mut stages = 0;
            for number in begun + 1..=made {
                let (player, made) = game.move_at(number).ok_or_else(unknown)?;
                let lead = if player == Player::BLACK { 1 } else { -1 };
                let (next, lead) = match made {
                    Move::Play(point) => (state.play(field, point.index()), lead),
                    Move::Pass => (state.pass(), 0),
                };
                if made == Move::Pass && next.is_none() {
                    stages += 1;
                    before.clear();
                    state = state.next_stage(ko_stands);
                } else {
                    before.push((state, lead));
                    state = next.ok_or_else(unknown)?;
                }
            }
            let now = State::of(game);
            let ban = state.ban.filter(|_| !state.passed);
            let same = (state.stones, state.to_move, ban) == (now.stones, now.to_move, now.ban);
            let in_phase = before.len() == game.moves_in_phase();
            if !same || !in_phase || stages != stage || stages != usize::from(game.phase_number()) {
                return Err(unknown());
            }
        }
        let (paid, points) = (loopy::offset(game), field.points as i16);
        Ok(At { stage: stage as u8, state, before, paid, points })
    }

    /// What is known before anything is looked at: who always passes pays nothing, so no count is further off than all of the
    /// board.
    pub(super) fn nothing(&self) -> Bounds {
        [[-self.points - 1, self.points + 1]; 2]
    }

    /// What a bound is for the game.
    fn end(&self, bound: i16) -> End {
        match bound {
            bound if bound > self.points => End::Won,
            bound if bound < -self.points => End::Lost,
            bound => End::Margin(Ratio::new(2 * i64::from(bound) + self.paid, 2)),
        }
    }

    /// What bounds say.
    pub(super) fn proven(&self, found: &Bounds, limit: Option<Limit>) -> Proven {
        let [lost, won] = found.map(|bounds| bounds.map(|bound| self.end(bound)));
        Proven { lost, won, limit }
    }

    fn asked(&self, wanted: Wanted) -> Question<M> {
        Question { stage: self.stage, state: self.state, wanted }
    }

    /// The question that a player answers for himself if he keeps a claim: White shows that Black can get no more.
    pub(super) fn question(&self, claim: &Claim) -> Question<M> {
        let black = claim.player == Player::BLACK;
        let asked = |end: End| claim.kept(end) == black;
        let most = self.points + 1;
        let bound = (-most..=most).find(|&bound| asked(self.end(bound))).unwrap_or(most + 1);
        let draws = claim.kept_by_draw() == black;
        self.asked(Wanted { bound, draws })
    }

    /// Finds what Black gets if draws by cycles are his losses, and if they are his wins.
    pub(super) fn find(&self, search: &mut Search<'_, M>, found: &mut Bounds) -> Result<(), Limit> {
        let mut likely = self.state.stones.margin(search.field) as i16;
        for draws in [false, true] {
            let mut strides = Strides::new();
            loop {
                let [low, high] = found[usize::from(draws)];
                if low >= high {
                    likely = low + 1;
                    break;
                }
                let bound = low + strides.place((high - low).into(), (likely - low).into()) as i16;
                let yes = search.ask(self.asked(Wanted { bound, draws }))?;
                strides.learn(yes);
                if yes {
                    // Who gets it if draws are his losses gets it if they are his wins.
                    found[usize::from(draws)..].iter_mut().for_each(|open| open[0] = bound);
                } else {
                    found[usize::from(draws)][1] = bound - 1;
                }
                let (low, high) = self.proven(found, None).ends();
                search.budget.tell(low, high);
            }
        }
        Ok(())
    }
}
