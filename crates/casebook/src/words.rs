//! A line of a case, word by word.

/// The words of a line.
#[derive(Clone)]
pub(crate) struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a str) -> Words<'a> {
        Words { words: text.split_whitespace().collect(), next: 0 }
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    pub(crate) fn second(&self) -> Option<&'a str> {
        self.words.get(self.next + 1).copied()
    }

    pub(crate) fn take(&mut self) -> Option<&'a str> {
        let word = self.peek();
        self.next += usize::from(word.is_some());
        word
    }

    /// Takes the word if it is this one.
    pub(crate) fn skip(&mut self, word: &str) -> bool {
        let is = self.peek() == Some(word);
        self.next += usize::from(is);
        is
    }

    pub(crate) fn expect(&mut self, what: &str) -> Result<&'a str, String> {
        self.take().ok_or_else(|| format!("expected {what}, found the end of the line"))
    }

    pub(crate) fn number(&mut self, what: &str) -> Result<usize, String> {
        let word = self.expect(what)?;
        word.parse().map_err(|_| format!("expected {what}, found `{word}`"))
    }

    pub(crate) fn word(&mut self, word: &str) -> Result<(), String> {
        let found = self.expect(&format!("`{word}`"))?;
        if found == word { Ok(()) } else { Err(format!("expected `{word}`, found `{found}`")) }
    }

    pub(crate) fn end(&self) -> Result<(), String> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(format!("expected the end of the line, found `{word}`")),
        }
    }

    pub(crate) fn rest(&mut self) -> String {
        let rest = self.words.get(self.next..).unwrap_or_default().join(" ");
        self.next = self.words.len();
        rest
    }
}
