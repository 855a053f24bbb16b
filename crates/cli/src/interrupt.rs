//! Ctrl-C.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Signals that come sooner after the last one than this are the same: some programs signal the one that they started, and then the group that it is in.
const SAME: Duration = Duration::from_millis(300);

/// Has a flag set when Ctrl-C is pressed, and the program ended when it is pressed again.
///
/// # Errors
/// As those of [`on_ctrl_c`].
pub(crate) fn ctrl_c_sets(
    flag: impl Deref<Target = AtomicBool> + Send + 'static,
) -> Result<(), ctrlc::Error> {
    on_ctrl_c(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
}

/// Has a function called whenever Ctrl-C is pressed.
///
/// # Errors
/// If the system does not let signals be heeded, or some are already.
pub(crate) fn on_ctrl_c(mut pressed: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    let mut last: Option<Instant> = None;
    ctrlc::set_handler(move || {
        if last.is_none_or(|last| last.elapsed() >= SAME) {
            last = Some(Instant::now());
            pressed();
        }
    })
}
