//! Text in a picture: escaping, an estimate of its width, breaking it into lines.

use std::fmt;

/// Text made harmless inside an XML element or attribute. Characters that XML cannot hold are
/// replaced.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\r' | '\t' => f.write_char(' ')?,
                '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                c if c.is_control() => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// About how wide a text is in DejaVu Sans, a little too wide rather than too narrow.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.3,
        ' ' | '.' | ',' | ':' | ';' | 'I' | '-' | '/' => 0.36,
        '(' | ')' | '[' | ']' | 'f' | 't' | 'r' => 0.42,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.98,
        '0'..='9' | 'a'..='z' => 0.63,
        'A'..='Z' => 0.74,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' => 1.02,
        '\u{ff00}'..='\u{ff60}' | '\u{1f000}'..='\u{3ffff}' => 1.02,
        _ => 0.72,
    }
}

/// At most so many characters, with dots where something is cut.
pub(super) fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// The largest size up to `size` at which a text is no wider than `room`.
pub(super) fn fit(text: &str, size: f64, room: f64) -> f64 {
    let needed = width(text, size);
    if needed > room { size * room / needed } else { size }
}

/// Lines no wider than `room`, broken between words, or within words that are too long.
pub(super) fn wrap(paragraphs: &[String], size: f64, room: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in paragraphs {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && width(&line, size) + width(word, size) + 0.36 * size > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            let mut used = width(&line, size);
            for c in word.chars() {
                used += advance(c) * size;
                if used > room && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                    used = advance(c) * size;
                }
                line.push(c);
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(
            Escaped("<a href=\"x\">&'\u{0}\u{1b}\n\u{ffff}囲").to_string(),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\u{fffd}\u{fffd} \u{fffd}囲"
        );
    }

    #[test]
    fn lines_are_broken_between_words_and_within_long_ones() {
        let text = ["one two three".to_owned(), String::new(), "aaaaaaaaaaaa".to_owned()];
        assert_eq!(wrap(&text, 1.0, 5.0), ["one two", "three", "aaaaaaa", "aaaaa"]);
        assert_eq!(wrap(&text[2..], 1.0, 0.1).len(), 12);
    }

    #[test]
    fn long_texts_are_clipped_or_shrunk() {
        assert_eq!(clip("superko", 7), "superko");
        assert_eq!(clip("superko!", 7), "superk…");
        assert_eq!(clip("x", 0), "…");
        assert!(fit("superko", 1.0, 1.0) < 0.3);
    }
}
