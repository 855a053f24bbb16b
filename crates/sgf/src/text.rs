//! Escapes, line breaks and blanks inside values.

use std::borrow::Cow;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Line breaks stay, as `\n`.
    Text,
    /// Line breaks become spaces.
    SimpleText,
}

/// Takes the escapes out of a raw value.
pub(crate) fn unescape(raw: &str, kind: Kind) -> Cow<'_, str> {
    let special = |b: u8| match b {
        b'\\' | b'\t' | 0x0b | 0x0c | b'\r' => true,
        b'\n' => kind == Kind::SimpleText,
        _ => false,
    };
    let Some(first) = raw.bytes().position(special) else { return Cow::Borrowed(raw) };
    // A line break may be `\n\r`, and begin before the first special byte.
    let first = if raw[..first].ends_with('\n') { first - 1 } else { first };
    let mut out = String::with_capacity(raw.len());
    out.push_str(&raw[..first]);
    let mut characters = raw[first..].chars().peekable();
    let mut escaped = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '\n' | '\r' => {
                let pair = if character == '\n' { '\r' } else { '\n' };
                characters.next_if_eq(&pair);
                if !escaped {
                    out.push(if kind == Kind::Text { '\n' } else { ' ' });
                }
            }
            '\t' | '\x0b' | '\x0c' => out.push(' '),
            _ => out.push(character),
        }
        escaped = false;
    }
    Cow::Owned(out)
}

/// Adds the escapes that make `text` a value, or half of a composed one.
pub(crate) fn escape(text: &str, composed: bool, out: &mut String) {
    for character in text.chars() {
        if matches!(character, ']' | '\\') || composed && character == ':' {
            out.push('\\');
        }
        out.push(character);
    }
}

/// The two halves of a composed value, still raw.
pub(crate) fn split_composed(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, byte) in raw.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b':' => return Some((&raw[..at], &raw[at + 1..])),
            _ => {}
        }
    }
    None
}

/// Whether a raw value can stand between brackets.
pub(crate) fn is_closed(raw: &str) -> bool {
    let mut escaped = false;
    for byte in raw.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b']' => return false,
            _ => {}
        }
    }
    !escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_keeps_line_breaks_and_drops_soft_ones() {
        let text = |raw| unescape(raw, Kind::Text);
        assert_eq!(text("a\\]b\\\\c\\:d"), "a]b\\c:d");
        assert_eq!(text("soft\\\nbreak"), "softbreak");
        assert_eq!(text("soft\\\r\nbreak"), "softbreak");
        assert_eq!(text("a\r\nb\n\rc\rd\n\ne"), "a\nb\nc\nd\n\ne");
        assert_eq!(text("a\n\rb"), "a\nb");
        assert_eq!(text("tab\tand\\\ttab"), "tab and tab");
        assert!(matches!(text("plain\ntext"), Cow::Borrowed(_)));
    }

    #[test]
    fn simple_text_is_one_line() {
        let text = |raw| unescape(raw, Kind::SimpleText);
        assert_eq!(text("two\nlines\\\n."), "two lines.");
        assert_eq!(text("two\r\nlines"), "two lines");
    }

    #[test]
    fn composed_values_split_at_the_first_colon_that_is_not_escaped() {
        assert_eq!(split_composed("aa:x\\:y"), Some(("aa", "x\\:y")));
        assert_eq!(split_composed("x\\:y:bb"), Some(("x\\:y", "bb")));
        assert_eq!(split_composed("x\\\\:y"), Some(("x\\\\", "y")));
        assert_eq!(split_composed("x\\:y"), None);
    }

    #[test]
    fn escapes_come_back() {
        for text in ["", "]", "\\", "\\]", "a:b", "\\\\]]:", "碁\\"] {
            for composed in [false, true] {
                let mut raw = String::new();
                escape(text, composed, &mut raw);
                assert!(is_closed(&raw), "{raw}");
                assert_eq!(unescape(&raw, Kind::Text), text);
                assert!(!composed || split_composed(&raw).is_none(), "{raw}");
            }
        }
        assert!(!is_closed("a]"));
        assert!(!is_closed("a\\"));
    }
}
