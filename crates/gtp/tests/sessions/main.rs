//! The protocol, from the outside.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod families;
mod games;
mod random;
mod regress;
mod streams;

use shinpan_gtp::{Effort, Options, Session};
use shinpan_rules::{Komi, Ruleset};

/// A session under a ruleset, on a board of this size, with few playouts.
pub(crate) fn session(rules: &str, size: (usize, usize), seed: u64) -> Session {
    Session::new(Options {
        ruleset: Ruleset::read(rules).unwrap().ruleset,
        komi: Komi::default(),
        size,
        seed,
        effort: Effort { playouts: 60, nodes: 2_000 },
        estimate: false,
    })
    .unwrap()
}

/// The text of an answer; an error begins with `?`.
pub(crate) fn say(session: &mut Session, line: &str) -> String {
    let text = session.answer(line).unwrap_or_else(|| panic!("no answer to {line}")).text;
    assert!(text.ends_with("\n\n") && !text.trim_end().contains("\n\n"), "{line}: {text:?}");
    match text.strip_prefix('=') {
        Some(told) => told.trim().to_owned(),
        None => text.trim_end().to_owned(),
    }
}

/// What is said to each line in turn, written as a transcript.
pub(crate) fn transcript(session: &mut Session, lines: &str) -> String {
    lines.lines().map(|line| format!("{line} -> {}\n", say(session, line.trim()))).collect()
}
