//! Splits a file into parentheses, semicolons, words and values.
//!
//! It works on bytes whose structural characters are ASCII, so that the encoding scan can run it
//! over a file which is not decoded yet.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Open,
    Close,
    Semicolon,
    /// A run of characters outside values: an identifier, or rubbish.
    Word,
    /// A value; the lexeme's range leaves the brackets out.
    Value {
        closed: bool,
    },
    /// A `]` that closes nothing.
    StrayBracket,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Structure,
    Word,
}

const CLASS: [Class; 256] = {
    let mut class = [Class::Word; 256];
    let mut byte = 0;
    while byte <= 0x20 {
        class[byte] = Class::Blank;
        byte += 1;
    }
    class[b'(' as usize] = Class::Structure;
    class[b')' as usize] = Class::Structure;
    class[b'[' as usize] = Class::Structure;
    class[b']' as usize] = Class::Structure;
    class[b';' as usize] = Class::Structure;
    class
};

/// Whether a byte separates words: control characters count, as files padded with NUL exist.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte <= 0x20
}

pub(crate) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(bytes: &'a [u8], at: usize) -> Self {
        Lexer { bytes, at }
    }

    fn value(&mut self, start: usize) -> Lexeme {
        let mut at = start;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b']' => {
                    self.at = at + 1;
                    return Lexeme { token: Token::Value { closed: true }, start, end: at };
                }
                b'\\' if at + 1 == self.bytes.len() => break,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.at = self.bytes.len();
        Lexeme { token: Token::Value { closed: false }, start, end: at }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Lexeme;

    #[inline]
    fn next(&mut self) -> Option<Lexeme> {
        while is_blank(*self.bytes.get(self.at)?) {
            self.at += 1;
        }
        let start = self.at;
        let token = match self.bytes[start] {
            b'[' => return Some(self.value(start + 1)),
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Semicolon,
            b']' => Token::StrayBracket,
            _ => Token::Word,
        };
        self.at += 1;
        if token == Token::Word {
            while self.bytes.get(self.at).is_some_and(|&b| CLASS[b as usize] == Class::Word) {
                self.at += 1;
            }
        }
        Some(Lexeme { token, start, end: self.at })
    }
}

/// The first `(` at or after `from` that a `;` follows, perhaps after blanks.
pub(crate) fn find_game(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let open = at + bytes.get(at..)?.iter().position(|&b| b == b'(')?;
        let next = open + 1 + bytes[open + 1..].iter().position(|&b| !is_blank(b))?;
        if bytes[next] == b';' {
            return Some(open);
        }
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token, &str)> {
        Lexer::new(text.as_bytes(), 0).map(|l| (l.token, &text[l.start..l.end])).collect()
    }

    #[test]
    fn values_end_at_the_first_bracket_that_is_not_escaped() {
        let closed = Token::Value { closed: true };
        assert_eq!(
            tokens("A1 [a\\]b\\\\]\n[]"),
            [(Token::Word, "A1"), (closed, "a\\]b\\\\"), (closed, "")]
        );
    }

    #[test]
    fn a_value_cut_after_a_backslash_loses_the_backslash() {
        let open = Token::Value { closed: false };
        assert_eq!(tokens("[ab\\"), [(open, "ab")]);
        assert_eq!(tokens("[ab\\\\"), [(open, "ab\\\\")]);
        assert_eq!(tokens("[ab\\]"), [(open, "ab\\]")]);
        assert_eq!(tokens("["), [(open, "")]);
    }

    #[test]
    fn the_game_starts_at_the_parenthesis_before_a_semicolon() {
        assert_eq!(find_game(b"a (b) ( \n;)", 0), Some(6));
        assert_eq!(find_game(b"((;", 0), Some(1));
        assert_eq!(find_game(b"( ( ", 0), None);
        assert_eq!(find_game(b"(;", 1), None);
        assert_eq!(find_game(b"(;", 7), None);
    }
}
