//! A bounded number of threads for work that takes long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use shinpan_referee::Prover;
use tokio::sync::Semaphore;

use crate::config::Limits;
use crate::error::{ApiError, Code};

/// How long work may take to notice that its time is over.
const GRACE: Duration = Duration::from_secs(2);

/// Work that takes long is done here, so that everything else goes on.
#[derive(Clone, Debug)]
pub(crate) struct Workers {
    seats: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
    longest: Duration,
    memory: u64,
}

/// When work has to stop, and what it may take.
#[derive(Clone, Debug)]
pub(crate) struct Deadline {
    at: Instant,
    /// MiB for the tables of a ruling.
    memory: u64,
    /// Set when nobody waits for the work any more.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Deadline {
    /// Whether it has passed, or nobody waits any more.
    pub(crate) fn passed(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= self.at
    }

    /// One for the first half of the time that is left.
    pub(crate) fn halved(&self) -> Deadline {
        let now = Instant::now();
        Deadline { at: now + self.at.saturating_duration_since(now) / 2, ..self.clone() }
    }

    /// A prover of life that stops in time.
    pub(crate) fn prover(&self) -> Prover {
        let deadline = self.clone();
        Prover {
            states: Prover::states_in(self.memory),
            stop: Arc::new(move || deadline.passed()),
            ..Prover::default()
        }
    }

    /// Bytes for the tables of a solution: a quarter of what a ruling has.
    pub(crate) fn solver_memory(&self) -> u64 {
        self.memory.saturating_mul(1 << 18)
    }
}

/// Tells the work that nobody waits for it when it is dropped.
struct Waits(Arc<AtomicBool>);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// One that waits, for as long as it does.
struct Queued<'a>(&'a AtomicUsize);

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Workers {
    pub(crate) fn new(limits: &Limits) -> Workers {
        Workers {
            seats: Arc::new(Semaphore::new(limits.workers.max(1))),
            waiting: Arc::default(),
            most_waiting: limits.waiting,
            longest: limits.ruling,
            memory: limits.memory,
        }
    }

    /// The longest that one piece of work may take.
    pub(crate) fn longest(&self) -> Duration {
        self.longest
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Does the work on a thread of its own within a time, once a worker is free. The work has to
    /// look at its deadline; an answer that comes late is not waited for, but the worker is taken
    /// until the work has ended.
    ///
    /// # Errors
    /// `busy` if too many wait, `timeout` if it takes too long, `internal` if it panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        within: Duration,
        work: impl FnOnce(Deadline) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let within = within.min(self.longest);
        let seat = {
            let before = self.waiting.fetch_add(1, Ordering::Relaxed);
            let _queued = Queued(&self.waiting);
            if before >= self.most_waiting {
                return Err(busy(format!("{before} requests wait for a worker already")));
            }
            let seat = Arc::clone(&self.seats).acquire_owned();
            match tokio::time::timeout(self.longest, seat).await {
                Ok(Ok(seat)) => seat,
                _ => return Err(busy("no worker has become free".to_owned())),
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        let waits = Waits(Arc::clone(&stop));
        let deadline = Deadline { at: Instant::now() + within, memory: self.memory, stop };
        let mut done = tokio::task::spawn_blocking(move || {
            let _seat = seat;
            work(deadline)
        });
        let in_time = tokio::time::timeout(within, &mut done).await;
        drop(waits);
        // Work that heeds its deadline answers soon after it.
        let done = match in_time {
            Ok(done) => Ok(done),
            Err(_) => tokio::time::timeout(GRACE, done).await,
        };
        match done {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(panic)) => {
                tracing::error!(%panic, "a ruling panicked");
                Err(ApiError::new(Code::Internal, "a defect of the program stopped this ruling"))
            }
            Err(_) => {
                let seconds = within.as_secs_f64();
                Err(ApiError::new(Code::Timeout, format!("no answer was found in {seconds} s")))
            }
        }
    }
}

fn busy(why: String) -> ApiError {
    ApiError { retry_after: Some(2), ..ApiError::new(Code::Busy, why) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_bounded_in_number_and_time() {
        let ruling = Duration::from_millis(200);
        let workers = Workers::new(&Limits { workers: 1, waiting: 1, ruling, ..Limits::default() });
        let spin = |deadline: Deadline| {
            while !deadline.passed() {
                std::thread::sleep(Duration::from_millis(5));
            }
            "stopped"
        };
        let at_work = tokio::spawn({
            let workers = workers.clone();
            async move { workers.run(Duration::from_secs(9), spin).await }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        let waits = tokio::spawn({
            let workers = workers.clone();
            async move { workers.run(Duration::from_secs(9), |_| "done").await }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        let refused = workers.run(Duration::from_secs(9), |_| "done").await.unwrap_err();
        assert_eq!((refused.code, refused.retry_after), (Code::Busy, Some(2)));
        assert_eq!(at_work.await.unwrap(), Ok("stopped"));
        assert_eq!(waits.await.unwrap(), Ok("done"));
        let panicked = workers.run(Duration::from_secs(1), |_| -> () { panic!("a test") }).await;
        assert_eq!(panicked.unwrap_err().code, Code::Internal);
        assert_eq!(workers.run(Duration::from_secs(1), |_| 7).await, Ok(7));
        assert_eq!(workers.waiting(), 0);
    }

    #[tokio::test]
    async fn work_is_told_how_much_memory_it_may_take() {
        let workers = Workers::new(&Limits { memory: 20, ..Limits::default() });
        let asked = |deadline: Deadline| (deadline.prover().states, deadline.solver_memory());
        let told = workers.run(Duration::from_secs(9), asked).await;
        assert_eq!(told, Ok((Prover::states_in(20), 5 << 20)));
    }
}
