//! What was mended or supposed while a record was read: codes with values, and the sentences in English.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use shinpan_rules::{Named, coded};
use shinpan_sgf::{Repair, RepairKind};

/// Something that was mended or supposed. As text it is a sentence in English, whose wording is free; as JSON it is
/// `place`, `code` and `with`, an object of its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Note {
    /// Where in the record, as `line:column`.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(flatten)]
    what: What,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
enum What {
    Supposed(Supposed),
    Sgf {
        code: &'static str,
        with: BTreeMap<&'static str, String>,
        #[serde(skip)]
        text: String,
    },
}

coded! {
/// What had to be supposed about a record, beside what was mended in its text.
pub enum Supposed {
    "no-rules" NoRules {} "the record names no ruleset; japanese-1989 is supposed";
    "no-size" NoSize {} "the record gives no size; 19x19 is supposed";
    "no-first-player" NoFirstPlayer {} "the record does not say who moves first; white is supposed";
    "one-of-games" OneOfGames { count: usize, number: usize } "the file holds {count} games; this is game {number}";
    "rules-and-more" RulesAndMore { found: String, name: String, rest: String }
        "RU[{found}] is read as {name}; `{rest}` is not about the rules";
    "komi-in-hundredths" KomiInHundredths { found: String, komi: String }
        "KM[{found}] is read as hundredths of a point: komi {komi}";
    "komi-in-hundredths-of-stones" KomiInHundredthsOfStones { found: String, komi: String }
        "KM[{found}] is read as hundredths of a stone: komi {komi}";
    "komi-in-stones" KomiInStones { found: String, komi: String }
        "KM[{found}] is read as stones, half of the points: komi {komi}";
    "komi-respelled" KomiRespelled { found: String, komi: String } "KM[{found}] is read as {komi}";
    "handicap-without-stones" HandicapWithoutStones { number: u32 }
        "HA[{number}], but no handicap stones are set up";
    "handicap-other-stones" HandicapOtherStones { number: u32, stones: usize }
        "HA[{number}], but the number of black stones set up is {stones}";
    "handicap-too-many" HandicapTooMany { number: u32, most: usize }
        "HA[{number}] on a board of {most} points, it is left out";
    "handicap-unreadable" HandicapUnreadable { found: String } "HA[{found}] is no number of stones, it is left out";
    "mark-unreadable" MarkUnreadable { name: String, found: String }
        "{name}[{found}] marks no point of the board, it is left out";
    "marked-for-both" MarkedForBoth { points: String }
        "marked as territory of both players, and so of neither: {points}";
    "moves-share-a-node" MovesShareANode {} "moves share a node with other moves or the root; taken in order";
    "player-set" PlayerSet { player: Named, moves: usize } "{player} is set to move after move {moves}";
    "position-edited" PositionEdited { moves: usize }
        "the position is edited, and what stood before bans nothing any more, after move {moves}";
    "edit-after-the-end" EditAfterTheEnd { moves: usize }
        "an edit of the position is left out: the game is over after move {moves}";
    "pass-after-the-end" PassAfterTheEnd {} "a pass after the end of the game was left out";
    "passes-after-the-end" PassesAfterTheEnd { count: usize } "{count} passes after the end of the game were left out";
    "passes-added" PassesAdded { count: usize } "the passes that end the play were added: {count}";
    "dead-not-used" DeadNotUsed { why: String } "the dead stones were not used: {why}";
    "final-position" FinalPosition {}
        "a move of the record is not legal under this ruleset; ruled on the final position";
    "over-before" OverBefore {}
        "under this ruleset the game is over before a move of the record; ruled on its end";
    "cycles-not-ruled-on" CyclesNotRuledOn { rules: String }
        "under `{rules}` no cycle is ruled on or claimed: when that would be changes nothing";
    "line-not-whole" LineNotWhole { bytes: usize } "the last line is not whole; {bytes} bytes are left out";
    "not-held" NotHeld { names: String } "left out, a TOML record does not hold them: {names}";
    "not-usable" NotUsable { fault: String } "left out: {fault}";
    "and-more" AndMore { count: usize } "and {count} more";
}
}

impl Note {
    /// Something supposed, at a place of the record.
    pub(crate) fn at(place: impl Into<String>, what: Supposed) -> Note {
        Note { place: Some(place.into()), what: What::Supposed(what) }
    }

    /// Every code with the names of its values.
    pub fn codes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        let supposed = Supposed::CODES.iter().map(|&(code, values, _)| (code, values));
        supposed.chain(RepairKind::CODES.iter().copied())
    }
}

impl From<Supposed> for Note {
    fn from(what: Supposed) -> Note {
        Note { place: None, what: What::Supposed(what) }
    }
}

impl From<&Repair> for Note {
    fn from(repair: &Repair) -> Note {
        let Repair { at, what } = repair;
        let (code, text) = (what.code(), what.to_string());
        let with = what.values().into_iter().collect();
        Note { place: at.map(|at| at.to_string()), what: What::Sgf { code, with, text } }
    }
}

/// The first notes of many, and how many more there are: a file of a million faults takes no room for a million notes.
#[derive(Clone, Default)]
pub(crate) struct Notes {
    first: Vec<Note>,
    more: usize,
}

impl Notes {
    const MOST: usize = 100;

    /// One more, or those more that it tells of.
    pub(crate) fn push(&mut self, note: Note) {
        match note.what {
            What::Supposed(Supposed::AndMore { count }) => self.more += count,
            _ if self.first.len() < Notes::MOST => self.first.push(note),
            _ => self.more += 1,
        }
    }

    /// All there is to say.
    pub(crate) fn told(self) -> Vec<Note> {
        let Notes { mut first, more } = self;
        if more > 0 {
            first.push(Supposed::AndMore { count: more }.into());
        }
        first
    }
}

impl Extend<Note> for Notes {
    fn extend<I: IntoIterator<Item = Note>>(&mut self, notes: I) {
        notes.into_iter().for_each(|note| self.push(note));
    }
}

impl FromIterator<Note> for Notes {
    fn from_iter<I: IntoIterator<Item = Note>>(from: I) -> Notes {
        let mut notes = Notes::default();
        notes.extend(from);
        notes
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        match &self.what {
            What::Supposed(what) => what.fmt(f),
            What::Sgf { text, .. } => f.write_str(text),
        }
    }
}

/// The form of a [`Note`], for descriptions of JSON.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "it is only described, never made")]
#[schema(as = Note)]
pub(crate) struct NoteForm {
    /// Where in the record, as `line:column`.
    place: Option<String>,
    /// What kind of note it is.
    code: String,
    /// Its values: texts and numbers.
    with: BTreeMap<String, serde_json::Value>,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_of_both_lists_differ() {
        let codes: Vec<_> = Note::codes().map(|(code, _)| code).collect();
        assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len());
    }

    #[test]
    fn a_note_is_a_sentence_and_a_code_with_values() {
        let record = crate::Record::read(b"(;FF[4]b[aa];W[aa] [])", 1, &[]).unwrap();
        let told = |note: &Note| (note.to_string(), serde_json::to_value(note).unwrap());
        let (text, json) = told(&record.notes[0]);
        assert_eq!(
            text,
            "1:8: expected an identifier of capital letters, found `b`, kept but not read"
        );
        let expected = serde_json::json!({ "place": "1:8", "code": "odd-identifier", "with": { "found": "b" } });
        assert_eq!(json, expected);
        let (text, json) = told(&Supposed::OneOfGames { count: 3, number: 2 }.into());
        assert_eq!(text, "the file holds 3 games; this is game 2");
        let expected =
            serde_json::json!({ "code": "one-of-games", "with": { "count": 3, "number": 2 } });
        assert_eq!(json, expected);
    }
}
