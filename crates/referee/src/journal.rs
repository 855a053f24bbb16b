//! Journals: a sitting as lines of JSON, the opening and then one line for each event. What was
//! cut off in the middle of a line by a crash is found and left out.

use serde_json::{Map, Value};

use crate::action::Action;
use crate::native::read_opening;
use crate::note::Supposed;
use crate::record::{Entry, Limits, Record, RecordError, What};

/// How a journal begins: with an event of number 0.
const BEGIN: &[u8] = b"{\"event\":0";
/// So many bytes of that are told from other JSON.
const TOLD: usize = 8;

/// Whether a text is a journal: its first line is an event with number 0.
pub(crate) fn looks_like_journal(bytes: &[u8]) -> bool {
    start(bytes).starts_with(BEGIN)
}

/// How much of a journal a file begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JournalStart {
    /// It is something else.
    None,
    /// Nothing, or what a crash left of the first line.
    Torn,
    /// A whole first line.
    Opened,
}

/// How much of a journal a file begins with. A first line without its end is a torn one only if it is no whole JSON.
#[must_use]
pub fn journal_start(bytes: &[u8]) -> JournalStart {
    let start = start(bytes);
    let first = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
    if start.starts_with(BEGIN) && whole_lines(first) > 0 {
        return JournalStart::Opened;
    }
    let begins = start.starts_with(BEGIN) || start.len() >= TOLD && BEGIN.starts_with(&start);
    let cut = || serde_json::from_slice::<Map<String, Value>>(bytes).is_err();
    let torn = start.is_empty()
        || begins && first.len() == bytes.len() && !first.ends_with(b"\n") && cut();
    if torn { JournalStart::Torn } else { JournalStart::None }
}

/// The first bytes that are no space, as many as a journal begins with.
fn start(bytes: &[u8]) -> Vec<u8> {
    let letters = bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
    letters.take(BEGIN.len()).collect()
}

/// How much of a journal is whole: the bytes up to the end of its last whole line.
#[must_use]
pub fn whole_lines(bytes: &[u8]) -> usize {
    let mut end = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let whole = line.last() == Some(&b'\n')
            && serde_json::from_slice::<Map<String, Value>>(line).is_ok();
        if !whole {
            break;
        }
        end += line.len();
    }
    end
}

/// Reads a journal as a record.
pub(crate) fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    let whole = whole_lines(bytes);
    let (kept, rest) = bytes.split_at(whole);
    let mut lines = kept.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let opening = lines.next().ok_or_else(|| {
        RecordError::new("1:1", "expected the opening of a journal, found a part of it")
    })?;
    let mut record = read_opening(opening)?;
    let mut limits = Limits::of(&record.board);
    for (number, line) in lines.enumerate() {
        let place = format!("{}:1", number + 2);
        let fault = |what: String| RecordError::new(place.as_str(), what);
        let event: Map<String, Value> =
            serde_json::from_slice(line).map_err(|error| fault(error.to_string()))?;
        let found = event.get("event").and_then(Value::as_u64);
        if found != Some(number as u64 + 1) {
            return Err(fault(format!("expected the event {}, found another", number + 1)));
        }
        let act = event.get("act").and_then(Value::as_str).unwrap_or_default();
        let action = Action::parse(act, &record.board, record.players).map_err(fault)?;
        let what = What::Act(action);
        limits.count(&what, &place)?;
        record.entries.push(Entry { place, what });
    }
    // A lost line may only be the last: what comes after a whole line was written after it.
    if rest.iter().filter(|&&byte| byte == b'\n').count() > 1 {
        let line = kept.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let why = "the journal is damaged here: expected an event on this line";
        return Err(RecordError::new(format!("{line}:1"), why));
    }
    if !rest.is_empty() {
        record.notes.push(Supposed::LineNotWhole { bytes: rest.len() }.into());
    }
    Ok(record)
}
