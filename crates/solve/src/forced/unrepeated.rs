//! Strategies that never bring a position back: what can be forced with them can be forced under superko too.
//!
//! A search by depth says which states Black can win from, whatever stood before, and every play that basic ko allows White
//! is answered. Superko takes plays from White, but from Black too: those that bring back a position of the line.
//! Here a strategy is written down state by state, with a move for each that leads to no such position on any line
//! (docs/findings/proofs.md, "Forced under superko").

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::deepening::Deepening;
use super::question::Question;
use super::slots::Found;
use super::steps::{Numbered, Steps};
use super::written::{MOST_MOVES, Place, Written};
use crate::compact::{BLACK, Mask, Stones, Symmetry, WHITE};
use crate::loopy::State;
use crate::value::Limit;

/// The longest line that is followed.
const LONGEST: usize = 20_000;

/// Nodes for each other move, where those that are known to win lead back; then for each of them again.
const OTHERS: [u64; 2] = [1 << 9, 1 << 12];

/// A strategy of Black's, as far as it is written down.
pub(super) struct Unrepeated<'s, 'a, M> {
    search: &'s mut Deepening<'a, M>,
    /// What stood before the first state, with all images: states that symmetries lead to each other are one here.
    past: Vec<Stones<M>>,
    /// By the numbers of their questions.
    states: Written,
    /// Bytes that the states may take.
    memory: u64,
    /// How many moves the line has that is looked at.
    deep: usize,
}

/// A move, and what it leads to.
pub(super) type Step<M> = (usize, Numbered<M>);

impl<'s, 'a, M: Mask> Unrepeated<'s, 'a, M> {
    /// Nothing is written down yet; it may take so many bytes.
    pub(super) fn new(
        search: &'s mut Deepening<'a, M>,
        past: &[Stones<M>],
        memory: u64,
    ) -> Unrepeated<'s, 'a, M> {
        let symmetries = &search.play.field.symmetries;
        let images =
            |&stones: &Stones<M>| symmetries.iter().map(move |symmetry| symmetry.position(stones));
        let past = past.iter().flat_map(images).collect();
        let states = Written::new(search.numbers);
        Unrepeated { search, past, states, memory, deep: 0 }
    }

    /// Whether there is a strategy from here that is found.
    ///
    /// # Errors
    /// What stopped it.
    pub(super) fn find(&mut self, question: &Question<M>) -> Result<bool, Limit> {
        let at = self.numbered(question);
        Ok(self.visit(&at)?.is_some())
    }

    /// What a question is, with the number under which it is found.
    pub(super) fn numbered(&self, question: &Question<M>) -> Numbered<M> {
        Numbered::new(&self.search.play, self.search.numbers, *question)
    }

    /// How many states have been written down.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        self.states.size()
    }

    /// In how many moves a state is won, and Black's move there.
    pub(super) fn won(&self, at: &Numbered<M>) -> Option<(u16, usize)> {
        match self.states.get(at.number) {
            Some(Place::Won(moves, made)) => {
                Some((moves, self.search.turned_back(usize::from(made), at.turn)))
            }
            _ => None,
        }
    }

    /// Moves of the strategy against what holds out longest, to the end of the game.
    pub(super) fn line(&self, question: &Question<M>) -> Vec<usize> {
        let mut line = Vec::new();
        let mut past = self.past.clone();
        let play = self.search.play;
        let mut at = self.numbered(question);
        while let Some((_, made)) = self.won(&at) {
            let allowed = |step: &Step<M>| {
                step.0 == play.field.points || !past.contains(&step.1.question.state.stones)
            };
            let holds_out = |step: &Step<M>| self.won(&step.1).map_or(0, |(moves, _)| moves);
            let mut steps = self.steps(&at);
            steps.retain(|step| allowed(step));
            let next = match at.question.state.to_move {
                BLACK => steps.into_iter().find(|(step, _)| *step == made),
                _ => steps.into_iter().max_by_key(holds_out),
            };
            let Some((made, next)) = next else { break };
            line.push(made);
            past.push(next.question.state.stones);
            at = next;
        }
        line.extend(self.ended(&at));
        line
    }

    /// The end of a line where Black's chains are safe: White passes, and Black takes what stands among them.
    fn ended(&self, at: &Numbered<M>) -> Vec<usize> {
        let play = self.search.play;
        let mut line = Vec::new();
        let mut at = at.question;
        loop {
            let [_, white] = at.state.stones.0;
            let liberties = play.field.widen(white) & !at.state.stones.taken();
            let taking = liberties.points().filter(|_| at.state.to_move == BLACK);
            let made = taking.filter_map(|made| Some((made, play.play(&at, made)?))).next();
            let pass = || Some((play.field.points, play.pass(&at)?));
            let Some((made, next)) = made.or_else(pass) else {
                // The second pass.
                line.push(play.field.points);
                return line;
            };
            line.push(made);
            at = next;
        }
    }

    /// In how many moves a state is won at most; none if no way is found that does not come back.
    fn visit(&mut self, at: &Numbered<M>) -> Result<Option<u16>, Limit> {
        let Question { state, .. } = at.question;
        let play = self.search.play;
        match self.states.get(at.number) {
            Some(Place::Open) => return Ok(None),
            Some(Place::Won(moves, _)) => return Ok(Some(moves)),
            None => {}
        }
        let over = state.to_move == BLACK && play.counted(&at.question) == Some(true);
        if over || play.clear_for(&at.question, BLACK) {
            return Ok(Some(0));
        }
        self.search.budget.spend()?;
        if self.states.bytes() > self.memory {
            let needed = self.states.bytes() + self.states.bytes() / 4;
            return Err(Limit::Memory { needed, allowed: self.memory });
        }
        if self.deep == LONGEST {
            return Err(Limit::Beyond(format!("a line has more than {LONGEST} moves")));
        }
        self.states.set(at.number, Place::Open);
        self.deep += 1;
        let steps = self.steps(at);
        let moves = match state.to_move {
            BLACK => self.win(at, &steps)?,
            _ => self.win_against_all(at, &steps)?,
        };
        self.deep -= 1;
        if moves.is_none() {
            self.states.remove(at.number);
        }
        Ok(moves)
    }

    /// The moves of a state, and what they lead to.
    pub(super) fn steps(&self, at: &Numbered<M>) -> Vec<Step<M>> {
        let Deepening { play, numbers, .. } = &*self.search;
        let steps = Steps::new(play, numbers, &at.question);
        let empty = play.field.all & !at.question.state.stones.taken();
        let plays = empty.points().filter_map(|made| Some((made, steps.play(made)?)));
        plays.chain(steps.pass().map(|next| (play.field.points, next))).collect()
    }

    /// Black needs one move that wins and does not come back.
    fn win(&mut self, at: &Numbered<M>, steps: &[Step<M>]) -> Result<Option<u16>, Limit> {
        let mut tried = Vec::new();
        while let Some((made, next)) = self.choose(at, steps, &tried)? {
            if let Some(moves) = self.visit(&next)?
                && self.keep(at, moves, made)?
            {
                return Ok(Some(moves + 1));
            }
            tried.push(made);
        }
        Ok(None)
    }

    /// Black has to win after all moves of White's, and not come back.
    fn win_against_all(
        &mut self,
        at: &Numbered<M>,
        steps: &[Step<M>],
    ) -> Result<Option<u16>, Limit> {
        let play = self.search.play;
        if play.counted(&at.question) == Some(false) {
            // White passes.
            return Ok(None);
        }
        let mut most = 0;
        for (_, next) in steps {
            let Some(moves) = self.visit(next)? else { return Ok(None) };
            most = most.max(moves);
        }
        Ok(self.keep(at, most, play.field.points)?.then_some(most + 1))
    }

    /// Writes down that a state is won by a move after which it is won in so many, unless that comes back to its position.
    fn keep(&mut self, at: &Numbered<M>, moves: u16, made: usize) -> Result<bool, Limit> {
        let made = self.search.turned(made, at.turn) as u8;
        let moves = moves + 1;
        if moves > MOST_MOVES {
            return Err(Limit::Beyond(format!("a line has more than {MOST_MOVES} moves")));
        }
        self.states.set(at.number, Place::Won(moves, made));
        let back = self.comes_back(at, moves)?;
        if back {
            self.states.set(at.number, Place::Open);
        }
        Ok(!back)
    }

    /// A move of Black's that wins, as far as is known, and that has not been tried.
    fn choose(
        &mut self,
        at: &Numbered<M>,
        steps: &[Step<M>],
        tried: &[usize],
    ) -> Result<Option<Step<M>>, Limit> {
        let player = at.question.state.stones.0[BLACK];
        let left = steps.iter().filter(|(made, next)| {
            let stones = next.question.state.stones;
            let passes = stones.0[BLACK] == player;
            let open = self.states.get(next.number) == Some(Place::Open);
            !open && !tried.contains(made) && (passes || !self.past.contains(&stones))
        });
        let left: SmallVec<[&Step<M>; 32]> = left.collect();
        let clear = |step: &&&Step<M>| self.search.play.clear_for(&step.1.question, BLACK);
        if let Some(&step) = left.iter().find(clear) {
            return Ok(Some(*step));
        }
        // What is written down already makes the strategy no larger.
        let won = left.iter().filter_map(|step| match self.states.get(step.1.number) {
            Some(Place::Won(moves, _)) => Some((moves, step)),
            _ => None,
        });
        if let Some((_, &&step)) = won.min_by_key(|(moves, _)| *moves) {
            return Ok(Some(step));
        }
        for asks in [true, false] {
            let known = self.search.known(at).filter(|(found, _)| *found == Found::Yes);
            let known = known.and_then(|(_, best)| left.iter().find(|(made, _)| *made == best));
            let wins = |step: &&&Step<M>| {
                self.search.known(&step.1).is_some_and(|(found, _)| found == Found::Yes)
            };
            // The move that leaves least to write down.
            let winning = known.into_iter().chain(left.iter().filter(wins));
            if let Some(&&step) = winning.min_by_key(|step| self.unwritten(&step.1)) {
                return Ok(Some(step));
            }
            if asks && tried.is_empty() && !self.search.ask(&at.question)? {
                return Ok(None);
            }
        }
        self.choose_another(&left)
    }

    /// To how many states that are not written down a state leads.
    fn unwritten(&self, at: &Numbered<M>) -> usize {
        let written = |next: &Numbered<M>| {
            matches!(self.states.get(next.number), Some(Place::Won(..)))
                || self.search.play.clear_for(&next.question, BLACK)
        };
        self.steps(at).iter().filter(|(_, next)| !written(next)).count()
    }

    /// A move that a short search finds to win.
    fn choose_another(&mut self, left: &[&Step<M>]) -> Result<Option<Step<M>>, Limit> {
        let all = self.search.budget.limits.nodes;
        for nodes in OTHERS {
            for &step in left {
                let budget = &mut self.search.budget;
                budget.limits.nodes = all.min(budget.nodes + nodes);
                let answer = self.search.ask(&step.1.question);
                self.search.budget.limits.nodes = all;
                match answer {
                    Ok(true) => return Ok(Some(*step)),
                    Ok(false) | Err(Limit::Beyond(_)) => {}
                    Err(Limit::Nodes(_)) if self.search.budget.nodes < all => {}
                    Err(limit) => return Err(limit),
                }
            }
        }
        Ok(None)
    }

    /// The numbers of all questions with White to move in a position: without a ban, and with each that there can be.
    fn numbers_for_white(&self, like: &Question<M>) -> SmallVec<[u64; 4]> {
        let Deepening { play, numbers, .. } = &*self.search;
        let stones = like.state.stones;
        let codes = numbers.codes(stones);
        let bans = stones.bannable(play.field, WHITE).points().map(Some);
        let number = |ban| {
            let state = State { stones, to_move: WHITE, passed: false, ban };
            numbers.number(play, &Question { state, ..*like }, &codes).0
        };
        bans.chain([None]).map(number).collect()
    }

    /// Whether a line of the strategy from a state that is won in so many moves leads to its position again by a play of
    /// Black's.
    fn comes_back(&mut self, at: &Numbered<M>, moves: u16) -> Result<bool, Limit> {
        let state = at.question.state;
        if state.to_move == BLACK
            && state.ban.is_none()
            && self.search.play.too_little(&at.question)
        {
            // White's pass leads here from wherever the position stands with him to move.
            return Ok(false);
        }
        let for_white = self.numbers_for_white(&at.question);
        let others = for_white.into_iter().filter(|&number| number != at.number);
        let least = others.filter_map(|number| match self.states.get(number) {
            Some(Place::Won(after, _)) if after < moves => Some(after),
            _ => None,
        });
        match least.min() {
            Some(least) => self.leads_to(&at.question, state.stones, least),
            None => Ok(false),
        }
    }

    /// The images of a move in the symmetries that leave a state as it is.
    fn images_of(&self, made: usize, state: &State<M>) -> SmallVec<[usize; 8]> {
        let field = self.search.play.field;
        if made == field.points {
            return SmallVec::from_elem(made, 1);
        }
        let stays = |symmetry: &&Symmetry<M>| state.image(symmetry) == *state;
        field.symmetries.iter().filter(stays).map(|symmetry| symmetry.point(made)).collect()
    }

    /// Whether the strategy leads by a play of Black's to a position that is won in no fewer moves than this.
    fn leads_to(
        &mut self,
        from: &Question<M>,
        stones: Stones<M>,
        least: u16,
    ) -> Result<bool, Limit> {
        let points = self.search.play.field.points;
        let mut seen = FxHashSet::default();
        let mut left = vec![*from];
        while let Some(question) = left.pop() {
            self.search.budget.spend()?;
            let at = self.numbered(&question);
            let Some((moves, made)) = self.won(&at) else { continue };
            // States that a symmetry leads to each other have one number.
            if moves <= least || !seen.insert((at.number, at.turn)) {
                continue;
            }
            let black = question.state.to_move == BLACK;
            // Where the state is its own image lines from an image of the first one may go on by an image of the move.
            let made = if black { self.images_of(made, &question.state) } else { SmallVec::new() };
            for (step, next) in self.steps(&at) {
                if black && !made.contains(&step) {
                    continue;
                }
                if black && step < points && next.question.state.stones == stones {
                    return Ok(true);
                }
                left.push(next.question);
            }
        }
        Ok(false)
    }
}
