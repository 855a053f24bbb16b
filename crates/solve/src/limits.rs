//! Limits a caller sets: the solvers read no clock themselves.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::value::{End, Limit};

/// When to stop, how much memory to use, and whom to tell how it goes.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most nodes; `u64::MAX` for no limit.
    pub nodes: u64,
    /// About how many bytes of tables may be held.
    pub memory: u64,
    /// Set by the caller to stop the search.
    pub stop: &'a AtomicBool,
    /// Told whenever a bound improves and now and then in between.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl Limits<'_> {
    /// The bytes of tables of a search if nothing else is asked.
    pub const MEMORY: u64 = 1 << 30;
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Nodes so far.
    pub nodes: u64,
    /// Moves of the line that is looked at; 0 where there are no lines.
    pub depth: usize,
    /// The value is at least this.
    pub low: End,
    /// The value is at most this.
    pub high: End,
}

/// Counts nodes and looks at the flag from time to time.
pub(crate) struct Budget<'a> {
    pub(crate) limits: Limits<'a>,
    pub(crate) nodes: u64,
    pub(crate) depth: usize,
    bounds: (End, End),
    /// Set when what is looked for has become pointless.
    cancel: Option<&'a AtomicBool>,
    /// Where the nodes of several threads are added up, and how many of these are there.
    total: Option<(&'a AtomicU64, u64)>,
}

/// Nodes between two looks at the flag.
const LOOK: u64 = 1 << 12;
/// Nodes between two words on how it goes.
const WORD: u64 = 1 << 18;

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &Limits<'a>) -> Budget<'a> {
        let bounds = (End::Lost, End::Won);
        Budget { limits: *limits, nodes: 0, depth: 0, bounds, cancel: None, total: None }
    }

    /// The budget of one of several threads, which another flag stops too.
    pub(crate) fn of_thread(
        limits: &Limits<'a>,
        cancel: &'a AtomicBool,
        total: &'a AtomicU64,
    ) -> Budget<'a> {
        Budget { cancel: Some(cancel), total: Some((total, 0)), ..Budget::new(limits) }
    }

    /// Counts a node.
    pub(crate) fn spend(&mut self) -> Result<(), Limit> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Limit::Nodes(self.limits.nodes));
        }
        if self.nodes.is_multiple_of(LOOK) {
            let set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
            if set(self.limits.stop) || self.cancel.is_some_and(set) {
                return Err(Limit::Stopped);
            }
            if self.nodes.is_multiple_of(WORD) {
                self.word();
            }
        }
        Ok(())
    }

    /// The nodes counted since there were so many, as tables keep them.
    pub(crate) fn work_since(&self, before: u64) -> u32 {
        (self.nodes - before).min(u64::from(u32::MAX)) as u32
    }

    /// That so many bytes may be held.
    pub(crate) fn hold(&self, needed: u64) -> Result<(), Limit> {
        let allowed = self.limits.memory;
        if needed > allowed { Err(Limit::Memory { needed, allowed }) } else { Ok(()) }
    }

    /// The bounds are these now.
    pub(crate) fn tell(&mut self, low: End, high: End) {
        self.bounds = (low, high);
        self.word();
    }

    fn word(&mut self) {
        let (low, high) = self.bounds;
        let mut nodes = self.nodes;
        if let Some((total, added)) = &mut self.total {
            let new = nodes - std::mem::replace(added, nodes);
            nodes = total.fetch_add(new, Ordering::Relaxed) + new;
        }
        (self.limits.progress)(Progress { nodes, depth: self.depth, low, high });
    }
}
