//! Depth-first proof numbers on questions "is Black's margin at least t?", what comes back being ruled on.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::exit::Exit;
use super::line::Line;
use super::rests::Rests;
use crate::compact::{BLACK, Field, Mask, WHITE, safe};
use crate::limits::Budget;
use crate::loopy::{LoopyRules, State};
use crate::proof_numbers::{NEVER, Numbers, Turn, turn};
use crate::superko::DEEPEST;
use crate::value::Limit;

/// Can Black get this margin, in points, from here on?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Question<M> {
    pub(super) stage: u8,
    pub(super) state: State<M>,
    pub(super) bound: i16,
    /// Whether a draw by a cycle is as good.
    pub(super) draws: bool,
}

/// A move.
#[derive(Clone, Copy)]
pub(super) struct Step<M> {
    /// The play; none for a pass.
    pub(super) point: Option<usize>,
    /// What it leads to; none if the last stage ends.
    pub(super) next: Option<Question<M>>,
    /// How many plays more Black has made by it.
    pub(super) lead: i16,
}

/// Who gets what he wants, and what that rests on.
type Won<M> = (usize, Rc<Rests<M>>);

/// How a search left a question.
enum Found<M> {
    Open(Numbers),
    Won(Won<M>),
}

/// What is known of a question.
struct Entry<M> {
    /// How it was left.
    numbers: Option<Numbers>,
    /// Answers after some histories.
    answers: SmallVec<[Won<M>; 1]>,
}

/// A move that is open.
struct Child<M> {
    question: Question<M>,
    /// The state of RULES it leads to.
    number: u32,
    lead: i16,
    /// For the player to move after it.
    numbers: Numbers,
}

/// The search.
pub(super) struct Search<'a, M> {
    pub(super) field: &'a Field<M>,
    pub(super) budget: Budget<'a>,
    pub(super) exit: Exit<'a, M>,
    pub(super) line: Line<M>,
    rules: &'a LoopyRules,
    /// Whether safe chains end a line.
    pub(super) settles: bool,
    /// What came up in this phase before what is asked about: each state with how many plays more Black made by the move from it.
    before: Vec<(State<M>, i16)>,
    table: FxHashMap<Question<M>, Entry<M>>,
    /// Answers where the last stage ends by a pass in the state of a question.
    ends: FxHashMap<Question<M>, Vec<Won<M>>>,
    /// About how many bytes the tables have.
    held: u64,
}

/// About how many bytes a question takes in a table.
const EACH: u64 = 300;

impl<'a, M: Mask> Search<'a, M> {
    pub(super) fn new(
        field: &'a Field<M>,
        rules: &'a LoopyRules,
        exit: Exit<'a, M>,
        budget: Budget<'a>,
    ) -> Search<'a, M> {
        let line = Line::new(rules.stages.iter().map(|stage| stage.favours).collect());
        let (table, ends) = (FxHashMap::default(), FxHashMap::default());
        // What safe chains are worth by area is not what they are under independent life.
        let (settles, before) = (!rules.life, Vec::new());
        Search { field, budget, exit, line, rules, settles, before, table, ends, held: 0 }
    }

    /// What came up before in this phase, each state with how many plays more Black made by the move from it.
    pub(super) fn after(self, before: Vec<(State<M>, i16)>) -> Search<'a, M> {
        Search { before, ..self }
    }

    /// Whether Black gets what is asked about.
    pub(super) fn ask(&mut self, question: Question<M>) -> Result<bool, Limit> {
        self.begin(&question);
        self.decide(question)
    }

    /// Begins a line.
    pub(super) fn begin(&mut self, question: &Question<M>) {
        // A limit may have left it anywhere.
        self.line.clear();
        let mut lead = 0;
        for (state, next) in self.before.clone() {
            self.enter(&Question { state, ..*question }, lead);
            lead = next;
        }
        self.enter(question, lead);
    }

    /// Goes on to a question.
    pub(super) fn enter(&mut self, question: &Question<M>, lead: i16) {
        let number = self.line.number(question.stage, &question.state);
        let past = self.exit.past(question.state.stones);
        self.line.enter(number, past, lead);
    }

    /// Goes back from it.
    pub(super) fn leave(&mut self, question: &Question<M>, lead: i16) {
        let number = self.line.number(question.stage, &question.state);
        self.line.leave(number, lead);
    }

    /// Whether Black gets what is asked about where the line has come to.
    pub(super) fn decide(&mut self, question: Question<M>) -> Result<bool, Limit> {
        let number = self.line.number(question.stage, &question.state);
        loop {
            if let Found::Won((winner, _)) = self.look(question, number, (NEVER, NEVER))? {
                return Ok(winner == BLACK);
            }
        }
    }

    /// The moves, the pass first.
    pub(super) fn moves(&self, question: &Question<M>) -> SmallVec<[Step<M>; 18]> {
        let Question { stage, state, bound, draws } = *question;
        let next_stage = || {
            let more = usize::from(stage) + 1 < self.rules.stages.len();
            let state = state.next_stage(self.rules.ko_stands);
            more.then_some(Question { stage: stage + 1, state, bound, draws })
        };
        let passed = state.pass().map(|state| Question { stage, state, bound, draws });
        let pass = Step { point: None, next: passed.or_else(next_stage), lead: 0 };
        let lead = if state.to_move == BLACK { 1 } else { -1 };
        let bound = bound + lead * self.rules.stages[usize::from(stage)].cost as i16;
        let plays = (self.field.all & !state.stones.taken()).points().filter_map(|point| {
            let state = state.play(self.field, point)?;
            Some(Step {
                point: Some(point),
                next: Some(Question { stage, state, bound, draws }),
                lead,
            })
        });
        std::iter::once(pass).chain(plays).collect()
    }

    /// Who is known to win by a move of a question, and what that rests on: by what comes back, by safe chains, or by an answer that stands after the
    /// line.
    pub(super) fn known(&mut self, question: &Question<M>, step: &Step<M>) -> Option<Won<M>> {
        let draws = question.draws;
        let Some(next) = &step.next else {
            let mut answers = self.ends.get(question).into_iter().flatten();
            return answers
                .find(|(winner, rests)| rests.stands(&self.line, (*winner, draws)))
                .cloned();
        };
        let number = self.line.number(next.stage, &next.state);
        if let Some(winner) = self.line.closes_for(number, draws, step.lead) {
            return Some((winner, Rc::new(Rests::closing(number))));
        }
        let settled = self.settled(next);
        let answers = self.table.get(next).map_or(&[][..], |entry| &entry.answers);
        let all = settled.iter().chain(answers.iter().rev());
        let (winner, rests) = self.line.leading(step.lead, |line| {
            { all }.find(|(winner, rests)| rests.stands(line, (*winner, draws)))
        })?;
        Some((*winner, Rc::new(rests.behind(number))))
    }

    /// Who wins by coming back to a question's state; nothing if it has not come up.
    pub(super) fn returned(&mut self, question: &Question<M>, lead: i16) -> Option<usize> {
        let number = self.line.number(question.stage, &question.state);
        self.line.closes_for(number, question.draws, lead)
    }

    /// Looks at a question until a number reaches its limit.
    fn look(
        &mut self,
        question: Question<M>,
        number: u32,
        most: Numbers,
    ) -> Result<Found<M>, Limit> {
        self.budget.spend()?;
        self.budget.depth = self.line.stood.len();
        if self.budget.depth > DEEPEST {
            return Err(Limit::Beyond(format!("a line of {DEEPEST} moves has not ended")));
        }
        self.budget.hold(self.held)?;
        let mover = question.state.to_move;
        let mut lost = Rests::nothing();
        let mut children = Vec::new();
        let found = match self.children(&question, &mut lost, &mut children)? {
            Some(rests) => Ok((mover, rests)),
            None => self.improve(mover, &mut children, lost, most)?,
        };
        let found = found.map(|(winner, mut rests)| {
            rests.at_home(&self.line, number);
            (winner, Rc::new(rests))
        });
        let entry = self.table.entry(question).or_insert_with(|| {
            self.held += EACH;
            Entry { numbers: None, answers: SmallVec::new() }
        });
        Ok(match found {
            Err(numbers) => {
                entry.numbers = Some(numbers);
                Found::Open(numbers)
            }
            Ok(won) => {
                self.held += won.1.bytes();
                entry.answers.push(won.clone());
                Found::Won(won)
            }
        })
    }

    /// Lists the moves. What a proof rests on, if one of them wins at once; what they lose by is joined in `lost`.
    fn children(
        &mut self,
        question: &Question<M>,
        lost: &mut Rests<M>,
        children: &mut Vec<Child<M>>,
    ) -> Result<Option<Rests<M>>, Limit> {
        let mover = question.state.to_move;
        for step in self.moves(question) {
            self.budget.spend()?;
            let known = match (self.known(question, &step), step.next) {
                (Some(known), _) => known,
                (None, None) => self.decide_end(question)?,
                (None, Some(question)) => {
                    let number = self.line.number(question.stage, &question.state);
                    let left = self.table.get(&question).and_then(|entry| entry.numbers);
                    let numbers = left.unwrap_or_else(|| self.guess(&question));
                    children.push(Child { question, number, lead: step.lead, numbers });
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
        let Some(next) = &step.next else {
            let known = self.known(question, step);
            let (winner, _) = known.map_or_else(|| self.decide_end(question), Ok)?;
            return Ok((winner, matches!(self.exit, Exit::Count(_))));
        };
        if let Some(winner) = self.returned(next, step.lead) {
            return Ok((winner, true));
        }
        self.enter(next, step.lead);
        let black = self.decide(*next)?;
        self.leave(next, step.lead);
        Ok((if black { BLACK } else { WHITE }, false))
    }

    /// Finds who gets what he wants if a pass ends the last stage in a question's state.
    fn decide_end(&mut self, question: &Question<M>) -> Result<Won<M>, Limit> {
        let Question { state, bound, .. } = question;
        let stood = &self.line.stood;
        let (winner, proof) =
            self.exit.decide(self.field, state, *bound, stood, &mut self.budget)?;
        let won = (winner, Rc::new(Rests::of(proof)));
        if matches!(self.exit, Exit::Superko(_)) {
            self.held += won.1.bytes() + EACH;
            self.ends.entry(*question).or_default().push(won.clone());
        }
        Ok(won)
    }

    /// Who gets what he wants by safe chains, whatever is played, if nothing that came up before comes back.
    fn settled(&self, question: &Question<M>) -> Option<Won<M>> {
        if !self.settles {
            return None;
        }
        let Question { stage, state, bound, .. } = *question;
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
            let safe = safe(self.field, state.stones, player, false);
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
            Some((player, Rc::new(Rests::keeping(safe, stage, lead))))
        })
    }

    /// How hard it seems to be, by what stands.
    fn guess(&self, question: &Question<M>) -> Numbers {
        let Question { state, bound, .. } = question;
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
            let &Child { question, number, lead, .. } = &children[best];
            self.enter(&question, lead);
            let found = self.look(question, number, behind)?;
            self.line.leave(number, lead);
            match found {
                Found::Open(numbers) => children[best].numbers = numbers,
                Found::Won((winner, rests)) => {
                    let lead = if winner == BLACK { lead } else { -lead };
                    let rests = rests.behind(number);
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
