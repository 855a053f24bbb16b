//! A sign of life on the terminal for whatever takes longer than two seconds.

use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use shinpan_batch::{Counters, Progress as Told};

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

/// How far a job is, how fast it goes and how long it will take: on a terminal a line that changes, else a
/// line every ten seconds.
pub(crate) struct Rate {
    words: Option<ProgressBar>,
    begun: Instant,
    told: Cell<Instant>,
    /// Bytes passed over for an earlier job's records, and when the first new record was done.
    first: Cell<Option<(u64, Instant)>>,
}

impl Rate {
    pub(crate) fn new() -> Rate {
        let words = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        let begun = Instant::now();
        Rate { words, begun, told: Cell::new(begun), first: Cell::new(None) }
    }

    fn line(&self, counters: &Counters) -> String {
        let Counters { records, broken, earlier, read, size, merging } = *counters;
        if merging {
            return format!("{earlier} records are ruled on; writing the table");
        }
        let seconds = self.begun.elapsed().as_secs_f64().max(0.001);
        let mut line = format!("{records} records, {:.0} a second", records as f64 / seconds);
        if broken > 0 {
            line.push_str(&format!(", {broken} broken"));
        }
        if earlier > 0 {
            line.push_str(&format!(", {earlier} done before"));
        }
        line.push_str(&format!(", {:.0} %", 100.0 * read as f64 / size.max(1) as f64));
        if let Some((passed, since)) = self.first.get()
            && read > passed
        {
            let pace = since.elapsed().as_secs_f64() / (read - passed) as f64;
            let left = Duration::from_secs_f64(pace * size.saturating_sub(read) as f64);
            line.push_str(&format!(", {} left", HumanDuration(left)));
        }
        line
    }
}

impl Told for Rate {
    fn tell(&self, counters: &Counters) {
        if self.first.get().is_none() && counters.records > 0 {
            let passed = if counters.earlier > 0 { counters.read } else { 0 };
            let since = if counters.earlier > 0 { Instant::now() } else { self.begun };
            self.first.set(Some((passed, since)));
        }
        let every = Duration::from_millis(if self.words.is_some() { 200 } else { 10_000 });
        if self.told.get().elapsed() < every {
            return;
        }
        self.told.set(Instant::now());
        match &self.words {
            Some(bar) => {
                bar.set_message(self.line(counters));
                bar.tick();
            }
            None => crate::commands::tell(&self.line(counters)),
        }
    }
}

impl Drop for Rate {
    fn drop(&mut self) {
        if let Some(bar) = &self.words {
            bar.finish_and_clear();
        }
    }
}
