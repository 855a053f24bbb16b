//! Long work: on a thread of its own, while Python goes on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often somebody looks whether Ctrl-C was pressed, or the time is over.
const LOOK: Duration = Duration::from_millis(20);

/// Does work with the interpreter released. The flag it is given is set when Ctrl-C is pressed, whose
/// exception is then raised, and once the time is over.
///
/// # Errors
/// What a signal handler raises.
pub(crate) fn released<T: Send>(
    py: Python<'_>,
    limit: Option<Duration>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let begun = Instant::now();
    let (done, waiting) = channel();
    // Only for waking up early; a lock, since whoever waits has let go of the interpreter.
    let waiting = Mutex::new(waiting);
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = work(&stop);
            let _ = done.send(());
            result
        });
        let mut interrupted = Ok(());
        loop {
            let waited = py.detach(|| {
                waiting.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK)
            });
            if waited != Err(RecvTimeoutError::Timeout) || worker.is_finished() {
                break;
            }
            if interrupted.is_ok() {
                interrupted = py.check_signals();
            }
            if interrupted.is_err() || limit.is_some_and(|limit| begun.elapsed() > limit) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        let result = py.detach(|| worker.join());
        interrupted?;
        Ok(result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
