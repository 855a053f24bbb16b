//! Several questions at the same time: each thread asks its own, with its own table.
//!
//! A value needs two proofs, that it can be reached and that no more can. They need nothing of each
//! other, so two threads find them side by side; before that, each answer narrows what is worth asking.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Bounds;
use super::question::Question;
use super::search::Search;
use crate::compact::Mask;
use crate::solve::STACK;
use crate::value::Limit;

/// What the threads know together.
struct Common {
    bounds: Bounds,
    /// What each is asking.
    asked: Vec<Option<i16>>,
    /// Who answered last that so much can be reached, and that no more can.
    answered: [usize; 2],
    limit: Option<Limit>,
}

impl Common {
    /// A question for a thread that no other one is asking.
    fn question(&mut self, thread: usize) -> Option<i16> {
        let first = self.bounds.next()?;
        let free = |bound: &i16| !self.asked.contains(&Some(*bound));
        let beside = [0, 1, -1, 2, -2, 3, -3].into_iter();
        let bound = beside
            .map(|steps| first + (steps * self.bounds.step) as i16)
            .filter(|&bound| self.bounds.is_open(bound))
            .find(free)?;
        self.asked[thread] = Some(bound);
        Some(bound)
    }
}

/// What was found out together.
pub(super) struct Answers {
    pub(super) bounds: Bounds,
    /// Whose table has the proofs for the lower bound, and for the upper.
    pub(super) answered: [usize; 2],
    pub(super) limit: Option<Limit>,
}

/// Asks until the bounds meet or a limit stops all threads. Each search is stopped by its own flag too.
pub(super) fn ask_together<M: Mask>(
    searches: &mut [Search<'_, M>],
    root: Question<M>,
    bounds: Bounds,
    cancels: &[AtomicBool],
) -> Answers {
    let asked = vec![None; searches.len()];
    let common = Mutex::new(Common { bounds, asked, answered: [0; 2], limit: None });
    std::thread::scope(|scope| {
        let Some((first, others)) = searches.split_first_mut() else { return };
        let nodes = first.budget.limits.nodes;
        for (before, search) in others.iter_mut().enumerate() {
            let common = &common;
            let work = move || answer(search, before + 1, root, common, cancels);
            let builder = std::thread::Builder::new().stack_size(STACK);
            if builder.spawn_scoped(scope, work).is_err() {
                // There is no room for another stack: the caller's thread does its work.
                let without = cancels.len() - 1 - before;
                first.budget.limits.nodes = nodes.saturating_mul(1 + without as u64);
                break;
            }
        }
        answer(first, 0, root, &common, cancels);
    });
    let common = common.into_inner().unwrap_or_else(PoisonError::into_inner);
    Answers { bounds: common.bounds, answered: common.answered, limit: common.limit }
}

fn lock(common: &Mutex<Common>) -> MutexGuard<'_, Common> {
    common.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks one question after the other.
fn answer<M: Mask>(
    search: &mut Search<'_, M>,
    thread: usize,
    root: Question<M>,
    common: &Mutex<Common>,
    cancels: &[AtomicBool],
) {
    loop {
        let bound = {
            let mut common = lock(common);
            let Some(bound) = common.question(thread) else { return };
            cancels[thread].store(false, Ordering::Relaxed);
            common.bounds.tell(&mut search.budget);
            bound
        };
        let answer = search.ask(Question { bound, ..root });
        let mut common = lock(common);
        common.asked[thread] = None;
        match answer {
            Ok(yes) => {
                common.bounds.learn(bound, yes);
                common.answered[usize::from(!yes)] = thread;
                common.bounds.tell(&mut search.budget);
                // What others ask may be answered by this.
                for (other, cancel) in cancels.iter().enumerate() {
                    if common.asked[other].is_some_and(|asked| !common.bounds.is_open(asked)) {
                        cancel.store(true, Ordering::Relaxed);
                    }
                }
            }
            Err(_) if !common.bounds.is_open(bound) => {}
            Err(limit) => {
                common.limit = Some(limit);
                return;
            }
        }
    }
}
