//! Answers for all states that can come up, written down.

use rustc_hash::FxHashSet;
use shinpan_board::{Player, Point};
use shinpan_rules::{Game, Move, StageName, Status};

use super::graph::{State, small_field};
use super::returns::{after, shown};
use super::rules::LoopyRules;
use super::table::Values;
use super::way::Way;
use super::{end, offset};
use crate::compact::{BLACK, WHITE};
use crate::limits::{Budget, Limits};
use crate::strategy::{Answer, Claim, Plan, Situation, Strategy};
use crate::value::Limit;

/// The longest strategy that is written down.
const MOST_ANSWERS: usize = 1_000_000;
/// About how many bytes an answer and what leads to it take while it is written down, the position of a large board apart.
pub(crate) const EACH: u64 = 400;

/// Writes down how players get what they claim.
///
/// # Errors
/// Why the game is beyond this method, what stopped it, or that one of them cannot get it.
pub(crate) fn strategies(
    game: &Game,
    claims: &[Claim],
    limits: &Limits<'_>,
) -> Result<Vec<Strategy>, Limit> {
    let rules = LoopyRules::of(game.ruleset())?;
    begins(game)?;
    let field = small_field(game.board())?;
    let mut budget = Budget::new(limits);
    let values = Values::of(&field, &rules, &mut budget)?;
    let after = after(&values, &rules);
    let written = |claim: &Claim| {
        let plan = one(game, claim, &values, &rules, &after, &mut budget)?;
        Ok(Strategy { claim: *claim, plan })
    };
    claims.iter().map(written).collect()
}

/// That answers may be written down for where a game is.
pub(crate) fn begins(game: &Game) -> Result<(), Limit> {
    if game.players() != 2 || *game.status() != Status::InPlay || game.moves_in_phase() > 0 {
        let why = "answers are for two players where a phase begins";
        return Err(Limit::Beyond(why.to_owned()));
    }
    Ok(())
}

/// That one more answer may be written down.
pub(crate) fn has_room(answers: &[Answer]) -> Result<(), Limit> {
    if answers.len() >= MOST_ANSWERS {
        let why = format!("a strategy has more than {MOST_ANSWERS} answers");
        return Err(Limit::Beyond(why));
    }
    Ok(())
}

/// That nothing was found by which a player gets what is claimed.
pub(crate) fn none_found(claim: &Claim) -> Limit {
    Limit::Beyond(format!("no answers were found by which {} gets this", claim.player))
}

fn one(
    game: &Game,
    claim: &Claim,
    values: &Values<'_>,
    rules: &LoopyRules,
    after: &[u32],
    budget: &mut Budget<'_>,
) -> Result<Plan, Limit> {
    let black = claim.player == Player::BLACK;
    let (stage, state) = (LoopyRules::stage_of(game), State::of(game));
    // Who forces is Black in the table, who keeps is White.
    for player in [BLACK, WHITE] {
        if player == WHITE && !claim.kept_by_draw() {
            break;
        }
        let exchanged = black != (player == BLACK);
        let start = if exchanged { state.exchanged() } else { state };
        let found = shown(values, rules, after, player, (stage, start), budget)?;
        let Some(shown) = found else {
            continue;
        };
        let level = if exchanged { -shown.level } else { shown.level };
        if claim.kept(end(level, offset(game))) {
            let mut writer = Writer { ko_stands: rules.ko_stands, answers: Vec::new() };
            let mut way = shown.way;
            writer.write(&mut way, &names(game), exchanged, vec![(stage, start)], budget)?;
            return Ok(Plan::Answers(writer.answers));
        }
    }
    Err(none_found(claim))
}

/// The names of the stages.
pub(super) fn names(game: &Game) -> Vec<StageName> {
    game.ruleset().stages.iter().map(|stage| stage.name).collect()
}

pub(super) struct Writer {
    pub(super) ko_stands: bool,
    pub(super) answers: Vec<Answer>,
}

impl Writer {
    /// All answers of a player from some starts, in stages of these names; whether he is the other one in the table. Returns the states
    /// in which he, or his opponent, may end the last stage by a pass.
    pub(super) fn write(
        &mut self,
        way: &mut Way<'_>,
        names: &[StageName],
        exchanged: bool,
        mut open: Vec<(usize, State)>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<State>, Limit> {
        let points = way.graph().field().points;
        let mut seen: FxHashSet<(usize, State)> = FxHashSet::default();
        let mut ends = Vec::new();
        while let Some((stage, state)) = open.pop() {
            if !seen.insert((stage, state)) {
                continue;
            }
            budget.spend()?;
            budget.hold((seen.len() + self.answers.len()) as u64 * EACH)?;
            let moves = way.moves(stage, state, budget)?;
            if state.to_move == way.player {
                has_room(&self.answers)?;
                let seen = if exchanged { state.exchanged() } else { state };
                let at = situation(names[stage], points, seen);
                let made = moves[0].0.map_or(Move::Pass, |place| Move::Play(point(place)));
                self.answers.push(Answer { at, made });
            }
            for (_, next) in moves {
                match next {
                    Some(next) => open.push((stage, next)),
                    None if stage + 1 < names.len() => {
                        open.push((stage + 1, state.next_stage(self.ko_stands)));
                    }
                    None => ends.push(state),
                }
            }
        }
        Ok(ends)
    }
}

fn point(place: usize) -> Point {
    Point::new(place as u16)
}

fn situation(stage: StageName, points: usize, state: State) -> Situation {
    let codes = state.stones.codes(points);
    Situation { stage, codes, ko: state.ban.map(point), passed: state.passed }
}
