//! Depth-first proof numbers on questions "can Black come to an end that gives him at least t?", where play
//! without end gives him nothing.
//!
//! A state that comes back in a line answers "no" there. "Yes" never rests on what came before; "no" may rest
//! on a state of the line that leads here, and is kept with it (docs/findings/proofs.md, "Ends that can be
//! forced").

use super::question::{Play, Question};
use super::table::{Key, Table};
use crate::compact::{BLACK, Mask};
use crate::limits::Budget;
use crate::proof_numbers::{NEVER, Turn, turn};
use crate::value::Limit;

/// Places in the line that a "no" rests on: the first and the last. None if the first is [`NOWHERE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rests {
    first: u32,
    last: u32,
}

const NOWHERE: u32 = u32::MAX;

impl Rests {
    const NOT: Rests = Rests { first: NOWHERE, last: 0 };

    fn at(place: u32) -> Rests {
        Rests { first: place, last: place }
    }

    fn join(self, other: Rests) -> Rests {
        Rests { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// Without what rests on this place and later ones: the "no" is about the state there.
    fn before(self, place: u32) -> Rests {
        if self.first >= place {
            Rests::NOT
        } else {
            // What else it rests on may be any place before this one.
            Rests { first: self.first, last: self.last.min(place - 1) }
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Found {
    Open { yes: u32, no: u32 },
    Yes,
    No(Rests),
}

struct Child<M> {
    question: Question<M>,
    key: Key<M>,
    yes: u32,
    no: u32,
}

/// A search from one state.
pub(crate) struct Search<'a, M> {
    pub(crate) play: Play<'a, M>,
    pub(crate) budget: Budget<'a>,
    table: Table<M>,
    /// The states of the line that is looked at.
    line: Vec<Key<M>>,
}

/// A line longer than this is given up.
const DEEPEST: usize = 4_000;

impl<'a, M: Mask> Search<'a, M> {
    pub(crate) fn new(play: Play<'a, M>, budget: Budget<'a>) -> Search<'a, M> {
        let table = Table::new(budget.limits.memory);
        Search { play, budget, table, line: Vec::new() }
    }

    /// Whether Black can reach the margin.
    pub(crate) fn ask(&mut self, question: Question<M>) -> Result<bool, Limit> {
        self.line.clear();
        let key = self.key(&question);
        let mut found = self.at_once(&question, &key);
        while let Found::Open { .. } = found {
            found = self.search(&question, key, NEVER, NEVER)?;
        }
        Ok(matches!(found, Found::Yes))
    }

    fn key(&self, question: &Question<M>) -> Key<M> {
        Key::new(&self.play.standard(question), question.stage)
    }

    /// What is clear without search, or how hard it looks.
    fn at_once(&self, question: &Question<M>, key: &Key<M>) -> Found {
        // The state is in the line already.
        if let Some(place) = self.line.iter().position(|past| past == key) {
            return Found::No(Rests::at(place as u32));
        }
        let known = self.table.find(key, question.bound);
        match known.map(|entry| (entry.yes, entry.no, entry.needs)) {
            Some((0, _, _)) => return Found::Yes,
            Some((_, 0, None)) => return Found::No(Rests::NOT),
            Some((_, 0, Some(needs))) => {
                if let Some(place) = self.line.iter().position(|past| *past == needs) {
                    return Found::No(Rests::at(place as u32));
                }
            }
            Some((yes, no, _)) => return Found::Open { yes, no },
            None => {
                if let Some(yes) = self.play.clear(question) {
                    return if yes { Found::Yes } else { Found::No(Rests::NOT) };
                }
            }
        }
        let (yes, no) = self.guess(question);
        Found::Open { yes, no }
    }

    /// A first guess at the proof numbers.
    fn guess(&self, question: &Question<M>) -> (u32, u32) {
        let field = self.play.field;
        let [black, white] = question.state.stones.0;
        let empty = field.all & !(black | white);
        let reach = |own: M, other: M| {
            let near = field.widen(own) & empty;
            (near & !field.widen(other)).size() as i32
        };
        let margin = (black.size() as i32 - white.size() as i32)
            + (reach(black, white) - reach(white, black));
        let lead = margin - i32::from(question.bound);
        if lead >= 0 { (1, 1 + lead as u32) } else { (1 + lead.unsigned_abs(), 1) }
    }

    /// Looks at a question until a number reaches its limit.
    fn search(
        &mut self,
        question: &Question<M>,
        key: Key<M>,
        most_yes: u32,
        most_no: u32,
    ) -> Result<Found, Limit> {
        let place = self.line.len();
        if place >= DEEPEST {
            return Err(Limit::Beyond(format!("a line of {DEEPEST} moves has not ended")));
        }
        self.budget.depth = place;
        let before = self.budget.nodes;
        self.line.push(key);
        let found = self.improve(question, most_yes, most_no);
        self.line.truncate(place);
        let work = self.budget.work_since(before);
        let found = match found? {
            Found::No(rests) => Found::No(rests.before(place as u32)),
            found => found,
        };
        let (numbers, needs) = match found {
            Found::Open { yes, no } => ((yes, no), None),
            Found::Yes => ((0, NEVER), None),
            Found::No(Rests::NOT) => ((NEVER, 0), None),
            // What rests on several states is not kept.
            Found::No(rests) if rests.first < rests.last => return Ok(found),
            Found::No(rests) => ((NEVER, 0), Some(self.line[rests.first as usize])),
        };
        self.table.keep(key, question.bound, numbers, needs, work);
        Ok(found)
    }

    /// Searches the most promising moves in turn.
    fn improve(
        &mut self,
        question: &Question<M>,
        most_yes: u32,
        most_no: u32,
    ) -> Result<Found, Limit> {
        let black = question.state.to_move == BLACK;
        if self.play.counted(question) == Some(black) {
            return Ok(if black { Found::Yes } else { Found::No(Rests::NOT) });
        }
        let mut rests = Rests::NOT;
        let mut next = Vec::new();
        self.play.next(question, &mut next);
        let mut children: Vec<Child<M>> = Vec::with_capacity(next.len());
        let mut refuted = None;
        for question in next {
            self.budget.spend()?;
            let key = self.key(&question);
            match self.at_once(&question, &key) {
                Found::Yes if black => return Ok(Found::Yes),
                Found::Yes => {}
                Found::No(places) if black => rests = rests.join(places),
                Found::No(Rests::NOT) => return Ok(Found::No(Rests::NOT)),
                // Another move may answer without resting on anything.
                Found::No(places) => {
                    refuted = Some(refuted.map_or(places, |so_far: Rests| better(so_far, places)));
                }
                Found::Open { yes, no } => children.push(Child { question, key, yes, no }),
            }
        }
        if let Some(places) = refuted {
            return Ok(Found::No(places));
        }
        // From the side of the player to move: how hard it is to win and to lose.
        let ours =
            |child: &Child<M>| if black { (child.yes, child.no) } else { (child.no, child.yes) };
        let (most_win, most_lose) = if black { (most_yes, most_no) } else { (most_no, most_yes) };
        loop {
            // The opponent is to move behind it.
            let behind = children.iter().map(|child| {
                let (win, lose) = ours(child);
                (lose, win)
            });
            let (best, (child_lose, child_win)) = match turn(behind, (most_win, most_lose), 1) {
                None => return Ok(if black { Found::No(rests) } else { Found::Yes }),
                Some(Turn::Leave((win, lose))) => {
                    let (yes, no) = if black { (win, lose) } else { (lose, win) };
                    return Ok(Found::Open { yes, no });
                }
                Some(Turn::Look(best, behind)) => (best, behind),
            };
            let (child_yes, child_no) =
                if black { (child_win, child_lose) } else { (child_lose, child_win) };
            let child = &children[best];
            let (next, key) = (child.question, child.key);
            match self.search(&next, key, child_yes, child_no)? {
                Found::Open { yes, no } => {
                    children[best].yes = yes;
                    children[best].no = no;
                }
                Found::Yes if black => return Ok(Found::Yes),
                Found::No(places) if !black => return Ok(Found::No(places)),
                Found::Yes => {
                    children.swap_remove(best);
                }
                Found::No(places) => {
                    rests = rests.join(places);
                    children.swap_remove(best);
                }
            }
        }
    }
}

/// Which of two answers rests on less.
fn better(one: Rests, other: Rests) -> Rests {
    if other.first > one.first { other } else { one }
}
