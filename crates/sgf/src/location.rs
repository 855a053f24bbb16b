//! Where in the input something was found.

use std::fmt;
use std::sync::OnceLock;

/// A place in the input, as an editor and as a program would name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Bytes of the input before the place, a byte-order mark included.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// How places in the decoded text belong to places in the input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steps {
    /// Bytes of the input before the text.
    pub(crate) skipped: usize,
    /// Bytes of the input for each character of the text; empty when the text is the input.
    pub(crate) lengths: Vec<u8>,
}

/// A record asks for the place of every move: the way from the nearest mark has to be short.
const STRIDE: usize = 64;

/// A place in the text from which others near it are counted.
#[derive(Clone, Copy, Debug)]
struct Mark {
    text: usize,
    character: usize,
    location: Location,
}

/// Finds lines, columns and input offsets of places in the text.
///
/// The marks are made when the first place is asked for: most files have nothing to report.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub(crate) steps: Steps,
    pub(crate) length: usize,
    marks: OnceLock<Vec<Mark>>,
}

impl Places {
    pub(crate) fn new(steps: Steps, length: usize) -> Self {
        Places { steps, length, marks: OnceLock::new() }
    }

    /// The location of a byte of `text`, whose first `self.length` bytes came from the input.
    pub(crate) fn locate(&self, text: &str, at: usize) -> Option<Location> {
        if at > self.length {
            return None;
        }
        let source = &text.as_bytes()[..self.length];
        let marks = self.marks.get_or_init(|| self.mark(source));
        let nearest = marks.partition_point(|mark| mark.text <= at).checked_sub(1)?;
        let mut mark = marks[nearest];
        while mark.text < at {
            self.step(&mut mark, source);
        }
        Some(mark.location)
    }

    fn mark(&self, source: &[u8]) -> Vec<Mark> {
        let location = Location { offset: self.steps.skipped, line: 1, column: 1 };
        let mut at = Mark { text: 0, character: 0, location };
        let mut marks = vec![at];
        let mut next = STRIDE;
        while at.text < source.len() {
            self.step(&mut at, source);
            if at.text >= next {
                marks.push(at);
                next = at.text + STRIDE;
            }
        }
        marks
    }

    /// Goes on by one character.
    fn step(&self, mark: &mut Mark, source: &[u8]) {
        let first = source[mark.text];
        let width = match first {
            0..0x80 => 1,
            0x80..0xe0 => 2,
            0xe0..0xf0 => 3,
            0xf0.. => 4,
        };
        mark.location.offset += match self.steps.lengths.get(mark.character) {
            Some(&length) => usize::from(length),
            None => width,
        };
        mark.text += width;
        mark.character += 1;
        mark.location.column += 1;
        if first == b'\n' || first == b'\r' && source.get(mark.text) != Some(&b'\n') {
            mark.location.line += 1;
            mark.location.column = 1;
        }
    }

    /// The byte of the text that came from byte `offset` of the input.
    pub(crate) fn text_at(&self, text: &str, offset: usize) -> usize {
        if self.steps.lengths.is_empty() {
            return offset.saturating_sub(self.steps.skipped).min(self.length);
        }
        let mut input = self.steps.skipped;
        for ((at, _), &length) in text.char_indices().zip(&self.steps.lengths) {
            if input >= offset {
                return at;
            }
            input += usize::from(length);
        }
        self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, at: usize) -> String {
        let location = Places::new(Steps::default(), text.len()).locate(text, at);
        location.map_or("nowhere".to_owned(), |l| format!("{l} +{}", l.offset))
    }

    #[test]
    fn lines_end_with_any_of_three_line_breaks() {
        assert_eq!(at("a\nb\r\nc\rd", 0), "1:1 +0");
        assert_eq!(at("a\nb\r\nc\rd", 2), "2:1 +2");
        assert_eq!(at("a\nb\r\nc\rd", 5), "3:1 +5");
        assert_eq!(at("a\nb\r\nc\rd", 7), "4:1 +7");
        assert_eq!(at("a\nb\r\nc\rd", 8), "4:2 +8");
        assert_eq!(at("a\nb\r\nc\rd", 9), "nowhere");
        assert_eq!(at("", 0), "1:1 +0");
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(at("碁é🂡x", 9), "1:4 +9");
    }

    #[test]
    fn far_places_are_counted_from_a_mark() {
        let line = "é".repeat(3000);
        let text = format!("{line}\n{line}\n");
        for (i, (byte, _)) in text.char_indices().enumerate().step_by(97) {
            let (line, column) = (i / 3001 + 1, i % 3001 + 1);
            assert_eq!(at(&text, byte), format!("{line}:{column} +{byte}"), "{i}");
        }
        assert_eq!(at(&text, 6001 + 4200), "2:2101 +10201");
    }

    #[test]
    fn input_offsets_follow_the_lengths() {
        let steps = Steps { skipped: 3, lengths: vec![1, 2, 2, 1] };
        let places = Places::new(steps, 8);
        let text = "a碁盤b";
        assert_eq!(places.locate(text, 7).map(|l| l.offset), Some(8));
        assert_eq!(places.locate(text, 8).map(|l| l.offset), Some(9));
        assert_eq!(places.text_at(text, 8), 7);
    }
}
