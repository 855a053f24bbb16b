//! Depth-first proof numbers on questions "is Black's margin at least t?" under superko.
//!
//! A position with its history can never come back, so the search runs on a graph without cycles.
//! Proof numbers guide it; only proofs decide, and each carries what it rests on ([`Proof`]).

mod clear;

use shinpan_rules::Suicide;

use super::child::{Child, Place, Played, Step};
use super::kept::{self, LEAST_WORK};
use super::key::Key;
use super::positions::{Past, Positions};
use super::proof::Proof;
use super::question::Question;
use super::rules::{Mode, Passed, SuperkoRules};
use crate::compact::{BLACK, Field, Mask, Safes, Stones};
use crate::limits::Budget;
use crate::proof_numbers::{NEVER, Turn, turn};
use crate::proofs::Entries;
use crate::table::{Proved, Table, Tags};
use crate::value::Limit;

/// How a search left a question, seen from the player to move: how hard it is for him to win, and
/// to lose.
enum Found<M> {
    Open { win: u32, lose: u32 },
    Won { winner: usize, proof: Proof<M> },
}

/// How the game begins, with what it looks back on.
pub(crate) struct Search<'a, M> {
    pub(crate) field: &'a Field<M>,
    pub(crate) rules: &'a SuperkoRules,
    pub(crate) budget: Budget<'a>,
    table: Table<Key<M>, i16, Proof<M>>,
    safes: Safes<M>,
    /// All that stood, the present position included.
    history: Vec<Past<M>>,
    /// Lists of moves that are not in use, kept for their room.
    spare: Vec<Vec<Child<M>>>,
    /// Moves since the question that was asked.
    depth: usize,
}

/// Proofs that rest on more bans are not kept for other searches.
pub(crate) const MOST_BANS: usize = 255;

/// A line longer than this is given up.
pub(crate) const DEEPEST: usize = 4_000;

impl<'a, M: Mask> Search<'a, M> {
    pub(crate) fn new(
        field: &'a Field<M>,
        rules: &'a SuperkoRules,
        budget: Budget<'a>,
        stood: &[(Stones<M>, usize)],
    ) -> Search<'a, M> {
        let memory = budget.limits.memory;
        let beside = Positions::beside_on(field);
        let table =
            if field.line { Table::of_ways(memory, beside) } else { Table::new(memory, beside) };
        let safes = Safes::new(rules.suicide != Suicide::Forbidden);
        let (history, spare) = (Vec::new(), Vec::new());
        let mut search = Search { field, rules, budget, table, safes, history, spare, depth: 0 };
        search.history =
            stood.iter().map(|&(stones, to_move)| search.past(stones, to_move)).collect();
        search
    }

    /// Puts proofs into the table.
    ///
    /// # Errors
    /// If one cannot be of this board and ruleset.
    pub(crate) fn learn(&mut self, proofs: &Entries) -> Result<(), Limit> {
        let table = &mut self.table;
        kept::each(proofs, self.field, self.rules, |proved| table.prove(proved))
    }

    /// Adds the proofs of the table that took some work.
    pub(crate) fn keep(&self, proofs: &mut Entries) {
        for proved in self.table.all() {
            if proved.work >= LEAST_WORK && proved.proof.bans.len() <= MOST_BANS {
                kept::keep(proofs, proved);
            }
        }
    }

    /// Begins anew with one position, after what stood before. Proofs are kept: each says what it rests on.
    pub(crate) fn begin(
        &mut self,
        stones: Stones<M>,
        to_move: usize,
        before: impl Iterator<Item = Past<M>>,
    ) {
        self.history.clear();
        self.history.extend(before);
        self.history.push(self.past(stones, to_move));
    }

    /// A position that stood before.
    pub(crate) fn past(&self, stones: Stones<M>, to_move: usize) -> Past<M> {
        let (standard, _) = self.field.standard(stones);
        Past::new(stones, standard.hash(), to_move as u8)
    }

    /// Whether Black can.
    pub(crate) fn ask(&mut self, question: Question<M>) -> Result<bool, Limit> {
        let (winner, _) = self.decide(question)?;
        Ok(winner == BLACK)
    }

    /// Who is known to get what he wants, and why.
    pub(crate) fn knows(&self, question: &Question<M>) -> Option<(usize, Proof<M>)> {
        let place = self.place(question);
        self.at_once(question, &place, self.table.tags(&place.key))
    }

    /// Who gets what he wants, and why.
    pub(crate) fn decide(&mut self, question: Question<M>) -> Result<(usize, Proof<M>), Limit> {
        if let Some(known) = self.knows(&question) {
            return Ok(known);
        }
        let place = self.place(&question);
        loop {
            if let Found::Won { winner, proof } = self.search(&question, &place, NEVER, NEVER)? {
                return Ok((winner, proof));
            }
        }
    }

    /// The moves that may be made, with the questions they lead to and what they add to the history.
    pub(crate) fn moves(&self, question: &Question<M>) -> Vec<(Option<usize>, Question<M>)> {
        let mut moves = Vec::new();
        let empty = self.field.all & !question.stones.taken();
        for point in empty.points() {
            if let Ok((next, _)) = self.play(question, point) {
                moves.push((Some(point), next));
            }
        }
        if let Some(next) = self.pass(question) {
            moves.push((None, next));
        }
        moves
    }

    /// Goes on to a question that a move leads to. Returns what [`Search::retreat`] takes.
    pub(crate) fn advance(
        &mut self,
        question: &Question<M>,
        play: bool,
        next: &Question<M>,
    ) -> usize {
        let length = self.history.len();
        let (here, there) = (self.place(question).key.hash, self.place(next).key.hash);
        self.history.extend(self.step(question, here, next, there, play).into_iter().flatten());
        length
    }

    /// Goes back.
    pub(crate) fn retreat(&mut self, length: usize) {
        self.history.truncate(length);
    }

    /// The margin, if a pass ends the game now.
    pub(crate) fn ends_by_pass(&self, question: &Question<M>) -> Option<i32> {
        self.pass(question).is_none().then(|| self.count(question.stones))
    }

    /// What a move adds to the history, by the hashes of both positions' standard forms.
    fn step(
        &self,
        question: &Question<M>,
        here: u64,
        next: &Question<M>,
        there: u64,
        play: bool,
    ) -> Step<M> {
        let led_to = || Past::new(next.stones, there, next.to_move as u8);
        if !self.rules.situational {
            return [None, play.then(led_to)];
        }
        let waits = |mode: Mode| mode.passes > 0;
        let waited = play && waits(question.mode);
        let before = || Past::new(question.stones, here, question.to_move as u8);
        [waited.then(before), (!waits(next.mode)).then(led_to)]
    }

    /// The margin a counted position gives, in half points.
    pub(crate) fn count(&self, stones: Stones<M>) -> i32 {
        2 * stones.margin(self.field)
    }

    /// What follows a pass; `None` if the game is over.
    fn pass(&self, question: &Question<M>) -> Option<Question<M>> {
        match self.rules.after_pass(question.mode) {
            Passed::Over => None,
            Passed::On(mode, gain) => {
                let gain = if question.to_move == BLACK { -gain } else { gain };
                Some(Question {
                    to_move: 1 - question.to_move,
                    mode,
                    bound: question.bound + gain as i16,
                    ..*question
                })
            }
        }
    }

    /// What follows a play.
    ///
    /// # Errors
    /// If it is not allowed: the position that would come back, or none if it is suicide.
    fn play(&self, question: &Question<M>, point: usize) -> Result<Played<M>, Option<Stones<M>>> {
        let mover = question.to_move;
        let placed = question.stones.place(self.field, point, mover);
        if placed.lost.any() && !self.rules.may_lose(placed.lost.size()) {
            return Err(None);
        }
        let stones = placed.stones;
        let to_move = 1 - mover;
        let stood = |past: &Past<M>| {
            past.stones == stones
                && (!self.rules.situational || usize::from(past.to_move) == to_move)
        };
        if self.history.iter().any(stood) {
            return Err(Some(stones));
        }
        let cost = 2 * self.rules.stages[usize::from(question.mode.stage)].cost;
        let cost = if mover == BLACK { cost } else { -cost };
        let mode = Mode { passes: 0, ..question.mode };
        let bound = question.bound + cost as i16;
        Ok((Question { stones, to_move, mode, bound }, placed))
    }

    fn place(&self, question: &Question<M>) -> Place<M> {
        Place::new(question, self.field.standard(question.stones))
    }

    /// A number for all that stood, where the table asks for it.
    fn way(&self) -> u64 {
        if !self.table.keeps_ways() {
            return 0;
        }
        self.history.iter().fold(0, |way, past| way ^ past.number())
    }

    /// Looks at a question until a number reaches its limit.
    fn search(
        &mut self,
        question: &Question<M>,
        place: &Place<M>,
        most_win: u32,
        most_lose: u32,
    ) -> Result<Found<M>, Limit> {
        if self.depth >= DEEPEST {
            return Err(Limit::Beyond(format!("a line of {DEEPEST} moves has not ended")));
        }
        self.budget.depth = self.depth;
        let before = self.budget.nodes;
        let mover = question.to_move;
        let mut lost = Proof::free();
        let mut children = self.spare.pop().unwrap_or_default();
        let found = self.children(question, place, &mut lost, &mut children)?;
        let found = match found {
            Some(proof) => Found::Won { winner: mover, proof },
            None => self.improve(question, &mut children, lost, most_win, most_lose)?,
        };
        children.clear();
        self.spare.push(children);
        let work = self.budget.work_since(before);
        match found {
            Found::Open { win, lose } => {
                let way = self.way();
                self.table.leave(&place.key, question.bound, way, (win, lose), work);
                Ok(Found::Open { win, lose })
            }
            Found::Won { winner, mut proof } => {
                // The position itself is in every history it is looked at with.
                if !self.rules.situational || winner == mover {
                    proof.unban(question.stones);
                }
                let standard = proof.turned(self.field, place.turn);
                let (key, asked) = (place.key, question.bound);
                let proved = Proved { key, asked, winner: winner as u8, work, proof: standard };
                self.table.prove(proved);
                Ok(Found::Won { winner, proof })
            }
        }
    }

    /// Lists the moves. A proof, if one of them wins at once; what they lose by is joined in `lost`.
    fn children(
        &mut self,
        question: &Question<M>,
        place: &Place<M>,
        lost: &mut Proof<M>,
        children: &mut Vec<Child<M>>,
    ) -> Result<Option<Proof<M>>, Limit> {
        if self.pass(question).is_none() {
            self.budget.spend()?;
            let black = self.count(question.stones) >= i32::from(question.bound);
            if black == (question.to_move == BLACK) {
                return Ok(Some(Proof::free()));
            }
        }
        self.list(question, place, lost, children);
        let (length, way) = (self.history.len(), self.way());
        let mut open = 0;
        for index in 0..children.len() {
            self.budget.spend()?;
            let child = &mut children[index];
            self.history.extend(child.past.into_iter().flatten());
            let known = self.at_once(&child.question, &child.place, child.tags);
            self.history.truncate(length);
            if let Some((winner, proof)) = known {
                let proof = self.raised(question, child, winner, proof);
                if winner == question.to_move {
                    return Ok(Some(proof));
                }
                lost.join(&proof);
                continue;
            }
            let way = child.past.iter().flatten().fold(way, |way, past| way ^ past.number());
            let left = self.table.numbers(&child.place.key, child.question.bound, way, child.tags);
            (child.win, child.lose) = left.unwrap_or_else(|| self.guess(&child.question));
            children.swap(open, index);
            open += 1;
        }
        children.truncate(open);
        Ok(None)
    }

    /// Lists what moves lead to, the pass first; what is banned is told in `lost`.
    fn list(
        &mut self,
        question: &Question<M>,
        place: &Place<M>,
        lost: &mut Proof<M>,
        children: &mut Vec<Child<M>>,
    ) {
        let here = place.key.hash;
        let listed = |next, place, play, past| Child {
            question: next,
            play,
            past,
            place,
            tags: Tags::default(),
            win: 0,
            lose: 0,
        };
        if let Some(next) = self.pass(question) {
            let (to_move, mode) = (next.to_move as u8, next.mode);
            let place = Place { key: Key { to_move, mode, ..place.key }, turn: place.turn };
            children.push(listed(
                next,
                place,
                false,
                self.step(question, here, &next, here, false),
            ));
        }
        let images = self.field.images(question.stones);
        let empty = self.field.all & !question.stones.taken();
        for point in empty.points() {
            match self.play(question, point) {
                Ok((next, placed)) => {
                    let player = question.to_move;
                    let standard = self.field.standard_after(&images, &placed, point, player);
                    let place = Place::new(&next, standard);
                    let past = self.step(question, here, &next, place.key.hash, true);
                    children.push(listed(next, place, true, past));
                }
                Err(Some(stones)) => lost.ban(stones),
                Err(None) => {}
            }
        }
        // The memory is asked for all of them before the first is needed.
        for child in children {
            child.tags = self.table.tags(&child.place.key);
        }
    }

    /// A proof about a child as a proof about its parent.
    fn raised(
        &self,
        question: &Question<M>,
        child: &Child<M>,
        winner: usize,
        mut proof: Proof<M>,
    ) -> Proof<M> {
        // What the move adds to the history is there after every history.
        for past in child.past.iter().flatten() {
            if !self.rules.situational || usize::from(past.to_move) == winner {
                proof.unban(past.stones);
            }
        }
        if let (true, Some(past)) = (child.play && winner == question.to_move, &child.past[1]) {
            debug_assert_eq!(past.stones, child.question.stones);
            proof.play(self.field, past);
        }
        proof
    }

    /// Searches the most promising moves in turn.
    fn improve(
        &mut self,
        question: &Question<M>,
        children: &mut Vec<Child<M>>,
        mut lost: Proof<M>,
        most_win: u32,
        most_lose: u32,
    ) -> Result<Found<M>, Limit> {
        let mover = question.to_move;
        loop {
            let numbers = children.iter().map(|child| (child.win, child.lose));
            let (best, (child_win, child_lose)) = match turn(numbers, (most_win, most_lose), 3) {
                None => return Ok(Found::Won { winner: 1 - mover, proof: lost }),
                Some(Turn::Leave((win, lose))) => return Ok(Found::Open { win, lose }),
                Some(Turn::Look(best, behind)) => (best, behind),
            };
            let child = &children[best];
            let (next, place) = (child.question, child.place);
            let length = self.history.len();
            self.history.extend(child.past.into_iter().flatten());
            self.depth += 1;
            let found = self.search(&next, &place, child_win, child_lose);
            self.depth -= 1;
            self.history.truncate(length);
            match found? {
                Found::Open { win, lose } => {
                    children[best].win = win;
                    children[best].lose = lose;
                }
                Found::Won { winner, proof } => {
                    let proof = self.raised(question, &children[best], winner, proof);
                    if winner == mover {
                        return Ok(Found::Won { winner, proof });
                    }
                    lost.join(&proof);
                    children.swap_remove(best);
                }
            }
        }
    }
}
