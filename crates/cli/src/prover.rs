//! The prover with what only a program can give it: a clock, a terminal, and Ctrl-C.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use shinpan_gtp::TimedProver;
use shinpan_referee::Prover;
use shinpan_rules::Analyst;

use crate::args::AnalysisArgs;
use crate::interrupt::ctrl_c_sets;
use crate::progress::Progress;

/// Whether Ctrl-C was pressed since there is work that heeds it.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A prover for one of so many records, within the budget asked for. Its time begins with its work. Ctrl-C ends
/// the work, and what is proven so far is reported; pressed again it ends the program.
pub(crate) fn of(args: &AnalysisArgs, records: usize) -> Result<Arc<Prover>> {
    let limit = patience(args)?;
    let begun = OnceLock::new();
    let stop = move || {
        begun.get_or_init(|| {
            heed_interrupts();
            Instant::now()
        });
        let spent = begun.get().is_some_and(|begun| begun.elapsed() > limit);
        spent || INTERRUPTED.load(Ordering::Relaxed)
    };
    let progress: Mutex<Option<Progress>> = Mutex::new(None);
    let tell = move |decided: usize, all: usize, _: &_| {
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.get_or_insert_with(|| Progress::of(all as u64, "chains")).step();
        if decided == all {
            *progress = None;
        }
    };
    Ok(Arc::new(Prover {
        threads: NonZeroUsize::new(args.threads.get() / records.max(1))
            .unwrap_or(NonZeroUsize::MIN),
        stop: Arc::new(stop),
        tell: Arc::new(tell),
        ..within(args)
    }))
}

/// A prover with the budget asked for, but for its time.
fn within(args: &AnalysisArgs) -> Prover {
    Prover {
        nodes: args.max_nodes,
        states: Prover::states_in(args.memory),
        check_proofs: args.check_proofs,
        threads: args.threads,
        ..Prover::default()
    }
}

/// A prover for a table, where there may be many positions: each has the whole budget. `interrupt` ends
/// its work.
pub(crate) fn at_table(
    args: &AnalysisArgs,
    interrupt: &Arc<AtomicBool>,
) -> Result<Arc<dyn Analyst>> {
    Ok(Arc::new(TimedProver {
        prover: within(args),
        patience: patience(args)?,
        interrupt: Arc::clone(interrupt),
    }))
}

fn patience(args: &AnalysisArgs) -> Result<Duration> {
    match Duration::try_from_secs_f64(args.max_seconds) {
        Ok(limit) => Ok(limit),
        Err(_) => bail!("--max-seconds: expected a number from 0, found {}", args.max_seconds),
    }
}

/// Whether Ctrl-C ended some work.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// A flag that Ctrl-C sets from now on; pressed again it ends the program.
pub(crate) fn interrupt() -> &'static AtomicBool {
    heed_interrupts();
    &INTERRUPTED
}

fn heed_interrupts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler Ctrl-C ends the program, as it does without us.
        drop(ctrl_c_sets(&INTERRUPTED));
    });
}
