//! A sign of life on the terminal for whatever takes longer than two seconds.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar on standard error that shows itself after two seconds, on a terminal only.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    shown: bool,
}

impl Progress {
    /// Work of so many steps.
    pub(crate) fn of(steps: u64, what: &'static str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} ({eta} left)") {
            bar.set_style(style);
        }
        bar.set_message(what);
        Progress { bar, begun: Instant::now(), shown: false }
    }

    /// One step is done.
    pub(crate) fn step(&mut self) {
        self.bar.inc(1);
        if !self.shown && self.begun.elapsed() > Duration::from_secs(2) {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line of words on standard error for work of unknown length, shown after two seconds, on a
/// terminal only.
pub(crate) struct Words {
    bar: ProgressBar,
    begun: Instant,
}

impl Words {
    /// Nothing is shown yet.
    pub(crate) fn new() -> Words {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        Words { bar, begun: Instant::now() }
    }

    /// How it goes.
    pub(crate) fn say(&self, words: &str) {
        if self.bar.is_hidden() && self.begun.elapsed() > Duration::from_secs(2) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(words.to_owned());
        self.bar.tick();
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
