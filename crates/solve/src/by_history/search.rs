//! Depth-first proof numbers on questions "is Black's margin at least t?", what comes back being ruled on.

use smallvec::SmallVec;

use super::exit::Exit;
use super::line::{Cycle, Line, named};
use super::place::{Key, Place};
use super::question::{Question, Step, Wanted};
use super::rests::Rests;
use crate::compact::{BLACK, Field, Mask, Safes, WHITE};
use crate::limits::Budget;
use crate::loopy::{LoopyRules, State};
use crate::proof_numbers::{NEVER, Numbers, Turn, turn};
use crate::superko::{DEEPEST, Positions};
use crate::table::{Proved, Table, Tags};
use crate::value::Limit;

/// Who gets what he wants, and what that rests on.
type Won<M> = (usize, Rests<M>);

/// How a search left a question.
enum Found<M> {
    Open(Numbers),
    Won(Won<M>),
}

/// A move that is open.
struct Child<M> {
    question: Question<M>,
    place: Place<M>,
    lead: i16,
    /// For the player to move after it.
    numbers: Numbers,
}

/// What is known of questions.
type Answers<M> = Table<Key<M>, Wanted, Rests<M>>;

/// The search.
pub(super) struct Search<'a, M> {
    pub(super) field: &'a Field<M>,
    pub(super) budget: Budget<'a>,
    pub(super) exit: Exit<'a, M>,
    pub(super) line: Line<M>,
    pub(super) rules: &'a LoopyRules,
    /// Whether safe chains end a line.
    pub(super) settles: bool,
    /// What came up in this phase before what is asked about: each state with how many plays more Black made by the move from it.
    before: Vec<(State<M>, i16)>,
    pub(super) table: Answers<M>,
    /// Answers where the last stage ends by a pass in the state of a question, which take a search of the next.
    pub(super) ends: Answers<M>,
    safes: Safes<M>,
}

impl<'a, M: Mask> Search<'a, M> {
    pub(super) fn new(
        field: &'a Field<M>,
        rules: &'a LoopyRules,
        exit: Exit<'a, M>,
        budget: Budget<'a>,
    ) -> Search<'a, M> {
        let line = Line::new(rules.stages.iter().map(|stage| stage.favours).collect());
        let safes = Safes::new(false);
        let (table, ends) = match &exit {
            Exit::Count(_) => (budget.limits.memory, 0),
            Exit::Superko(_) => (budget.limits.memory / 4 * 3, budget.limits.memory / 4),
        };
        let beside = 2 * Positions::beside_on(field);
        let (table, ends) = (Table::new(table, beside), Table::new(ends, beside));
        // What safe chains are worth by area is not what they are under independent life.
        let (settles, before) = (!rules.life, Vec::new());
        Search { field, budget, exit, line, rules, settles, before, table, ends, safes }
    }

    /// What came up before in this phase, each state with how many plays more Black made by the move from it.
    pub(super) fn after(self, before: Vec<(State<M>, i16)>) -> Search<'a, M> {
        Search { before, ..self }
    }

    /// Whether Black gets what is asked about.
    pub(super) fn ask(&mut self, question: Question<M>) -> Result<bool, Limit> {
        self.begin(&question);
        self.decide(&question, &self.place(&question))
    }

    /// Ends by so many nodes, if the limits are not less.
    pub(super) fn stop_at(&mut self, nodes: u64) {
        let limit = |budget: &mut Budget<'_>| {
            budget.limits.nodes = budget.limits.nodes.min(nodes);
        };
        limit(&mut self.budget);
        if let Exit::Superko(later) = &mut self.exit {
            limit(&mut later.search.budget);
        }
    }

    /// Begins a line.
    pub(super) fn begin(&mut self, question: &Question<M>) {
        // A limit may have left it anywhere.
        self.line.clear();
        let mut lead = 0;
        for (state, next) in self.before.clone() {
            let question = Question { state, ..*question };
            self.line.enter(&question, &self.place(&question), lead);
            lead = next;
        }
        self.line.enter(question, &self.place(question), lead);
    }

    /// Where the table has a question.
    fn place(&self, question: &Question<M>) -> Place<M> {
        Place::new(self.field, question, self.field.standard(question.state.stones))
    }

    /// Whether Black gets what is asked about where the line has come to.
    fn decide(&mut self, question: &Question<M>, place: &Place<M>) -> Result<bool, Limit> {
        let tags = self.table.tags(&place.key);
        if let Some((winner, _)) = self.told(question, place, tags, 0) {
            return Ok(winner == BLACK);
        }
        loop {
            if let Found::Won((winner, _)) = self.look(question, place, (NEVER, NEVER))? {
                return Ok(winner == BLACK);
            }
        }
    }

    /// The moves, the pass first.
    pub(super) fn moves(&self, question: &Question<M>) -> SmallVec<[Step<M>; 18]> {
        let Question { stage, state, wanted } = *question;
        let next_stage = || {
            let more = usize::from(stage) + 1 < self.rules.stages.len();
            let state = state.next_stage(self.rules.ko_stands);
            more.then_some(Question { stage: stage + 1, state, wanted })
        };
        let passed = state.pass().map(|state| Question { stage, state, wanted });
        let next = passed.or_else(next_stage).map(|next| (next, self.place(&next)));
        let pass = Step { point: None, next, lead: 0 };
        let lead = if state.to_move == BLACK { 1 } else { -1 };
        let bound = wanted.bound + lead * self.rules.stages[usize::from(stage)].cost as i16;
        let images = self.field.images(state.stones);
        let plays = (self.field.all & !state.stones.taken()).points().filter_map(|point| {
            let (next, placed) = state.placed(self.field, point)?;
            let standard = self.field.standard_after(&images, &placed, point, state.to_move);
            let next = Question { stage, state: next, wanted: Wanted { bound, ..wanted } };
            let place = Place::new(self.field, &next, standard);
            Some(Step { point: Some(point), next: Some((next, place)), lead })
        });
        std::iter::once(pass).chain(plays).collect()
    }

    /// Who is known to win by a move of a question, and what that rests on: by what comes back, by safe chains, or by an answer that stands after the
    /// line.
    pub(super) fn known(&mut self, question: &Question<M>, step: &Step<M>) -> Option<Won<M>> {
        let tags = step.next.map(|(_, place)| self.table.tags(&place.key));
        self.known_by(question, step, tags.unwrap_or_default())
    }

    fn known_by(&mut self, question: &Question<M>, step: &Step<M>, tags: Tags) -> Option<Won<M>> {
        let Some((next, place)) = &step.next else {
            if matches!(self.exit, Exit::Superko(_)) {
                let place = self.place(question);
                let tags = self.ends.tags(&place.key);
                if let Some(won) = self.answered(&self.ends, question, &place, tags, 0) {
                    return Some(won);
                }
            }
            let (winner, proof) = self.exit.knows(question, &self.line.stood)?;
            return Some((winner, Rests::of(proof)));
        };
        let home = named(next);
        if let Some(cycle) = self.line.closes(&home, BLACK, step.lead) {
            let winner = winner_of(cycle, next.wanted.draws);
            return Some((winner, Rests::closing(home, cycle)));
        }
        let (winner, rests) = self.told(next, place, tags, step.lead)?;
        Some((winner, rests.behind(self.field, next, place)))
    }

    /// Who gets what he wants by safe chains or by an answer that stands after the line and a move by which Black makes so many plays more.
    fn told(
        &self,
        question: &Question<M>,
        place: &Place<M>,
        tags: Tags,
        lead: i16,
    ) -> Option<Won<M>> {
        let draws = question.wanted.draws;
        let settled = self.settled(question).and_then(|(winner, rests)| {
            Some((winner, rests.after(&self.line, lead, (winner, draws))?))
        });
        settled.or_else(|| self.answered(&self.table, question, place, tags, lead))
    }

    /// The same by an answer of a table alone.
    fn answered(
        &self,
        answers: &Answers<M>,
        question: &Question<M>,
        place: &Place<M>,
        tags: Tags,
        lead: i16,
    ) -> Option<Won<M>> {
        let wanted = question.wanted;
        let back = self.field.back(place.turn);
        answers.proofs(&place.key, wanted, tags).find_map(|(winner, rests)| {
            let rests = rests.turned(self.field, back);
            Some((winner, rests.after(&self.line, lead, (winner, wanted.draws))?))
        })
    }

    /// Who wins by coming back to a question's state; nothing if it has not come up.
    fn returned(&self, question: &Question<M>, lead: i16) -> Option<usize> {
        let cycle = self.line.closes(&named(question), BLACK, lead)?;
        Some(winner_of(cycle, question.wanted.draws))
    }

    /// Looks at a question until a number reaches its limit.
    fn look(
        &mut self,
        question: &Question<M>,
        place: &Place<M>,
        most: Numbers,
    ) -> Result<Found<M>, Limit> {
        let before = self.budget.nodes;
        self.budget.spend()?;
        self.budget.depth = self.line.stood.len();
        if self.budget.depth > DEEPEST {
            return Err(Limit::Beyond(format!("a line of {DEEPEST} moves has not ended")));
        }
        let mover = question.state.to_move;
        let mut lost = Rests::nothing();
        let mut children = Vec::new();
        let found = match self.children(question, &mut lost, &mut children)? {
            Some(rests) => Ok((mover, rests)),
            None => self.improve(mover, &mut children, lost, most)?,
        };
        let work = self.budget.work_since(before);
        Ok(match found {
            Err(numbers) => {
                self.table.leave(&place.key, question.wanted, 0, numbers, work);
                Found::Open(numbers)
            }
            Ok((winner, mut rests)) => {
                rests.at_home(&named(question));
                self.table.prove(self.proved(question, place, (winner, &rests), work));
                Found::Won((winner, rests))
            }
        })
    }

    /// An answer as a table has it.
    fn proved(
        &self,
        question: &Question<M>,
        place: &Place<M>,
        (winner, rests): (usize, &Rests<M>),
        work: u32,
    ) -> Proved<Key<M>, Wanted, Rests<M>> {
        let mut asked = question.wanted;
        if !rests.drawn {
            // It serves as well where draws are not his wins.
            asked.draws = winner == WHITE;
        }
        let proof = rests.turned(self.field, place.turn);
        Proved { key: place.key, asked, winner: winner as u8, work, proof }
    }

    /// Lists the moves. What a proof rests on, if one of them wins at once; what they lose by is joined in `lost`.
    fn children(
        &mut self,
        question: &Question<M>,
        lost: &mut Rests<M>,
        children: &mut Vec<Child<M>>,
    ) -> Result<Option<Rests<M>>, Limit> {
        let mover = question.state.to_move;
        let steps = self.moves(question);
        // The memory is asked for all of them before the first is needed.
        let tags = |step: &Step<M>| step.next.map(|(_, place)| self.table.tags(&place.key));
        let tags: SmallVec<[Tags; 18]> =
            steps.iter().map(|step| tags(step).unwrap_or_default()).collect();
        for (step, tags) in steps.into_iter().zip(tags) {
            self.budget.spend()?;
            let known = match (self.known_by(question, &step, tags), step.next) {
                (Some(known), _) => known,
                (None, None) => self.decide_end(question)?,
                (None, Some((question, place))) => {
                    let left = self.table.numbers(&place.key, question.wanted, 0, tags);
                    let numbers = left.unwrap_or_else(|| self.guess(&question));
                    children.push(Child { question, place, lead: step.lead, numbers });
                    continue;
                }
            };
            let (winner, rests) = known;
            let lead = if winner == BLACK { step.lead } else { -step.lead };
            if winner == mover {
                let mut won = Rests::nothing();
                won.join(&rests, lead);
                return Ok(Some(won));
            }
            lost.join(&rests, lead);
        }
        Ok(None)
    }

    /// Who wins by a move of a question, and whether the game is over then.
    pub(super) fn wins(
        &mut self,
        question: &Question<M>,
        step: &Step<M>,
    ) -> Result<(usize, bool), Limit> {
        let Some((next, place)) = &step.next else {
            let known = self.known(question, step);
            let (winner, _) = known.map_or_else(|| self.decide_end(question), Ok)?;
            return Ok((winner, matches!(self.exit, Exit::Count(_))));
        };
        if let Some(winner) = self.returned(next, step.lead) {
            return Ok((winner, true));
        }
        self.line.enter(next, place, step.lead);
        let black = self.decide(next, place)?;
        self.line.leave(next, step.lead);
        Ok((if black { BLACK } else { WHITE }, false))
    }

    /// Finds who gets what he wants if a pass ends the last stage in a question's state.
    fn decide_end(&mut self, question: &Question<M>) -> Result<Won<M>, Limit> {
        let before = self.budget.nodes;
        let (winner, proof) = self.exit.decide(question, &self.line.stood, &mut self.budget)?;
        let rests = Rests::of(proof);
        if matches!(self.exit, Exit::Superko(_)) {
            let work = self.budget.work_since(before);
            let place = self.place(question);
            self.ends.prove(self.proved(question, &place, (winner, &rests), work));
        }
        Ok((winner, rests))
    }

    /// Who gets what he wants by safe chains, whatever is played, if nothing that came up before comes back.
    fn settled(&self, question: &Question<M>) -> Option<Won<M>> {
        if !self.settles {
            return None;
        }
        let Question { stage, state, wanted: Wanted { bound, .. } } = *question;
        let points = self.field.points as i32;
        let last = usize::from(stage) + 1 == self.rules.stages.len();
        let counts = last && state.passed && matches!(self.exit, Exit::Count(_));
        [BLACK, WHITE].into_iter().find_map(|player| {
            let enough = |held: u32| match player {
                BLACK => 2 * held as i32 - points >= i32::from(bound),
                _ => points - 2 * (held as i32) < i32::from(bound),
            };
            let own = state.stones.0[player];
            if !own.any() || !enough(self.field.points as u32) {
                return None;
            }
            let safe = self.safes.of(self.field, state.stones, player);
            let held = (safe.stones | safe.regions).size();
            if !safe.stones.any() || !enough(held) {
                return None;
            }
            let inside = safe.regions.meets(state.stones.0[1 - player]);
            // The opponent could pass, and his stones would count where they stand.
            if inside && counts && state.to_move != player {
                return None;
            }
            let lead = i16::from(inside && state.to_move == player);
            Some((player, Rests::keeping(safe, stage, lead)))
        })
    }

    /// How hard it seems to be, by what stands.
    fn guess(&self, question: &Question<M>) -> Numbers {
        let Question { state, wanted: Wanted { bound, .. }, .. } = question;
        let sign = if state.to_move == BLACK { 1 } else { -1 };
        // Half a point for the move.
        let ahead = sign * 2 * (state.stones.margin(self.field) - i32::from(*bound)) + 1;
        let hard = |short: i32| 1 + short.max(0) as u32;
        (hard(-ahead), hard(ahead))
    }

    /// Searches the most promising moves in turn.
    fn improve(
        &mut self,
        mover: usize,
        children: &mut Vec<Child<M>>,
        mut lost: Rests<M>,
        most: Numbers,
    ) -> Result<Result<(usize, Rests<M>), Numbers>, Limit> {
        loop {
            let numbers = children.iter().map(|child| child.numbers);
            let (best, behind) = match turn(numbers, most, 3) {
                None => return Ok(Ok((1 - mover, lost))),
                Some(Turn::Leave(numbers)) => return Ok(Err(numbers)),
                Some(Turn::Look(best, behind)) => (best, behind),
            };
            let &Child { question, place, lead, .. } = &children[best];
            self.line.enter(&question, &place, lead);
            let found = self.look(&question, &place, behind)?;
            self.line.leave(&question, lead);
            match found {
                Found::Open(numbers) => children[best].numbers = numbers,
                Found::Won((winner, rests)) => {
                    let lead = if winner == BLACK { lead } else { -lead };
                    let rests = rests.behind(self.field, &question, &place);
                    if winner == mover {
                        let mut won = Rests::nothing();
                        won.join(&rests, lead);
                        return Ok(Ok((winner, won)));
                    }
                    lost.join(&rests, lead);
                    children.swap_remove(best);
                }
            }
        }
    }
}

/// Who gets what he wants by a cycle that is this for Black.
fn winner_of(cycle: Cycle, draws: bool) -> usize {
    if cycle == Cycle::Won || (cycle == Cycle::Drawn && draws) { BLACK } else { WHITE }
}
