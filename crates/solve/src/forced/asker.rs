//! Two searches that answer the same questions, in turns.
//!
//! Proof numbers find what is decided by few moves, and what cannot be forced because of a cycle; the search by depth
//! finds what many moves lead to. Each has its table and goes on where it stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::deepening::Deepening;
use super::question::{Play, Question};
use super::search::Search;
use super::slots::{Numbers, Slots};
use super::threats::Threats;
use super::unrepeated::Unrepeated;
use crate::compact::{Mask, Stones};
use crate::limits::{Budget, Limits};
use crate::value::{End, Limit};

/// Bytes of the table at the beginning.
const FIRST: u64 = 1 << 20;

/// What the searches by depth of a question have found, for when they go on with it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Kept(Option<Arc<Slots>>);

impl Kept {
    /// The bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.as_ref().map_or(0, |slots| slots.bytes())
    }

    /// What can be read again, in parts.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Vec<u8>> {
        self.0.iter().flat_map(|slots| slots.parts())
    }

    /// What was kept as these bytes of questions of a game; none if they cannot be of such questions.
    pub(super) fn of_bytes<M: Mask>(play: &Play<'_, M>, bytes: &[u8]) -> Option<Kept> {
        let slots = Slots::of_bytes(&Numbers::new(play)?, bytes)?;
        Some(Kept(Some(Arc::new(slots))))
    }
}

/// What threads share.
pub(super) struct Shared<'a> {
    limits: Limits<'a>,
    /// Bytes for searches by depth.
    by_depth: u64,
    nodes: AtomicU64,
    /// Set when one of several threads has an answer.
    answered: AtomicBool,
    /// How questions are written as numbers, if the board is small enough.
    numbers: Option<Numbers>,
    threats: Option<Threats>,
}

impl<'a> Shared<'a> {
    /// Searches by depth may have so many bytes of the memory; with none there are none.
    pub(super) fn new<M: Mask>(
        play: &Play<'_, M>,
        limits: &Limits<'a>,
        by_depth: u64,
    ) -> Shared<'a> {
        let numbers = Numbers::new(play).filter(|_| by_depth > 0);
        let threats = numbers.as_ref().and_then(|_| Threats::new(play, by_depth / 16));
        let (nodes, answered) = (AtomicU64::new(0), AtomicBool::new(false));
        Shared { limits: *limits, by_depth, nodes, answered, numbers, threats }
    }
}

/// Answers questions.
pub(super) struct Asker<'a, M> {
    pub(super) play: Play<'a, M>,
    shared: &'a Shared<'a>,
    /// Nodes that were spent on other questions.
    elsewhere: u64,
    by_proof: Search<'a, M>,
    /// One for each thread.
    by_depth: Vec<Deepening<'a, M>>,
}

impl<'a, M: Mask> Asker<'a, M> {
    pub(super) fn new(play: Play<'a, M>, shared: &'a Shared<'a>, threads: usize) -> Asker<'a, M> {
        Asker::going_on(play, shared, threads, Kept::default())
    }

    /// The same with what was found before of the same questions.
    pub(super) fn going_on(
        play: Play<'a, M>,
        shared: &'a Shared<'a>,
        threads: usize,
        kept: Kept,
    ) -> Asker<'a, M> {
        let first = |numbers| Slots::new(numbers, FIRST.min(shared.by_depth)).map(Arc::new);
        let known = shared.numbers.as_ref();
        let slots = known.and_then(|numbers| {
            let kept = kept.0.map(|slots| match slots.cut(numbers, shared.by_depth) {
                Some(fewer) => Arc::new(fewer),
                None => slots,
            });
            Some((numbers, kept.or_else(|| first(numbers))?))
        });
        let others = if slots.is_some() { shared.by_depth } else { 0 };
        let memory = shared.limits.memory.saturating_sub(others);
        let limits = Limits { memory, ..shared.limits };
        let budget = || Budget::of_thread(&limits, &shared.answered, &shared.nodes);
        let by_depth = slots.iter().flat_map(|(numbers, slots)| {
            let threats = shared.threats.as_ref();
            let search =
                |ahead| Deepening::new(play, numbers, Arc::clone(slots), threats, budget(), ahead);
            (0..threads as u32).map(search).collect::<Vec<_>>()
        });
        let (by_proof, by_depth) = (Search::new(play, budget()), by_depth.collect());
        Asker { play, shared, elsewhere: 0, by_proof, by_depth }
    }

    /// What the move leads to that looks best, if one is known.
    pub(super) fn best(&self, question: &Question<M>) -> Option<Question<M>> {
        self.by_depth.first().and_then(|search| search.best(question))
    }

    /// The answer, if it is found within so many nodes at most; each search is given so many at first.
    pub(super) fn answer(
        &mut self,
        question: &Question<M>,
        mut nodes: u64,
        most: u64,
    ) -> Result<Option<bool>, Limit> {
        let begun = self.nodes();
        while self.nodes() - begun < most {
            let answer = self.prove_or_deepen(question, nodes, nodes / 2)?;
            if answer.is_some() {
                return Ok(answer);
            }
            nodes *= 2;
        }
        Ok(None)
    }

    /// The answer, if proof numbers find it within so many nodes, or then the searches by depth within so many each.
    pub(super) fn prove_or_deepen(
        &mut self,
        question: &Question<M>,
        by_proof: u64,
        by_depth: u64,
    ) -> Result<Option<bool>, Limit> {
        match self.prove(*question, by_proof)? {
            None => self.deepen(question, by_depth),
            answer => Ok(answer),
        }
    }

    /// What the searches by depth have found.
    pub(super) fn kept(&self) -> Kept {
        Kept(self.by_depth.first().map(|search| Arc::clone(&search.slots)))
    }

    /// Nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        let by_depth: u64 = self.by_depth.iter().map(|search| search.budget.nodes).sum();
        self.by_proof.budget.nodes + by_depth
    }

    /// The bounds are these now.
    pub(super) fn tell(&mut self, low: End, high: End) {
        let by_depth = self.by_depth.iter_mut().map(|search| &mut search.budget);
        by_depth.chain([&mut self.by_proof.budget]).for_each(|budget| budget.tell(low, high));
    }

    /// So many nodes have been spent on other questions.
    pub(super) fn allow_for(&mut self, nodes: u64) {
        self.elsewhere = nodes;
        self.shared.nodes.fetch_max(nodes + self.nodes(), Ordering::Relaxed);
    }

    /// What is left of the nodes, shared out, and at most so many.
    fn share(&self, nodes: u64, among: u64) -> Result<u64, Limit> {
        let spent = self.nodes() + self.elsewhere;
        let left = self.shared.limits.nodes.saturating_sub(spent) / among;
        if left == 0 { Err(Limit::Nodes(self.shared.limits.nodes)) } else { Ok(left.min(nodes)) }
    }

    /// The answer, if proof numbers find it within so many nodes.
    pub(super) fn prove(
        &mut self,
        question: Question<M>,
        nodes: u64,
    ) -> Result<Option<bool>, Limit> {
        let share = self.share(nodes, 1)?;
        self.shared.answered.store(false, Ordering::Relaxed);
        let budget = &mut self.by_proof.budget;
        budget.limits.nodes = budget.nodes + share;
        let found = match self.by_proof.ask(question) {
            Err(limit @ Limit::Beyond(_)) => return Err(limit),
            found => found.ok(),
        };
        self.unless_stopped(found)
    }

    /// The answer, if the searches by depth find it within so many nodes each.
    pub(super) fn deepen(
        &mut self,
        question: &Question<M>,
        nodes: u64,
    ) -> Result<Option<bool>, Limit> {
        if self.by_depth.is_empty() {
            return Ok(None);
        }
        let share = self.share(nodes, self.by_depth.len() as u64)?;
        self.grow(share);
        let answered = &self.shared.answered;
        answered.store(false, Ordering::Relaxed);
        for search in &mut self.by_depth {
            search.budget.limits.nodes = search.budget.nodes + share;
        }
        let Some((first, others)) = self.by_depth.split_first_mut() else { return Ok(None) };
        let found = std::thread::scope(|scope| {
            let mut threads = Vec::new();
            for search in others {
                let work = move || {
                    let found = search.ask(question).ok();
                    answered.fetch_or(found.is_some(), Ordering::Relaxed);
                    found
                };
                // If there are no more threads, those that there are do the work.
                threads.extend(std::thread::Builder::new().spawn_scoped(scope, work).ok());
            }
            let found = first.ask(question).ok();
            answered.store(true, Ordering::Relaxed);
            let joined = threads.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            joined.fold(found, Option::or)
        });
        self.unless_stopped(found)
    }

    /// Whether the board is small enough for a search by depth.
    pub(super) fn goes_by_depth(&self) -> bool {
        !self.by_depth.is_empty()
    }

    /// Whether the searches by depth have used up the nodes of their last question.
    pub(super) fn is_spent(&self) -> bool {
        self.by_depth.first().is_some_and(|first| first.budget.nodes >= first.budget.limits.nodes)
    }

    /// A strategy for a question that was answered with yes: nothing is written down yet. It may take so many bytes.
    pub(super) fn write_down<'s>(
        &'s mut self,
        past: &[Stones<M>],
        memory: u64,
    ) -> Result<Unrepeated<'s, 'a, M>, Limit> {
        let left = self.share(u64::MAX, 1)?;
        self.shared.answered.store(false, Ordering::Relaxed);
        let Some(search) = self.by_depth.first_mut() else {
            return Err(Limit::Beyond("the board is too large for this search".to_owned()));
        };
        search.budget.limits.nodes = search.budget.nodes.saturating_add(left);
        Ok(Unrepeated::new(search, past, memory))
    }

    /// Makes the table large enough for so many nodes of each thread, if it may be.
    fn grow(&mut self, nodes: u64) {
        let Some(numbers) = &self.shared.numbers else { return };
        let Some(first) = self.by_depth.first() else { return };
        let wanted = nodes.saturating_mul(16 * self.by_depth.len() as u64);
        if let Some(grown) = first.slots.grown(numbers, wanted.min(self.shared.by_depth)) {
            let grown = Arc::new(grown);
            self.by_depth.iter_mut().for_each(|search| search.slots = Arc::clone(&grown));
        }
    }

    fn unless_stopped(&self, found: Option<bool>) -> Result<Option<bool>, Limit> {
        let stopped = found.is_none() && self.shared.limits.stop.load(Ordering::Relaxed);
        if stopped { Err(Limit::Stopped) } else { Ok(found) }
    }
}
