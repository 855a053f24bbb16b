//! Reading never panics.

use proptest::prelude::*;
use shinpan_casebook::{PAGES, parse};

/// Words that mean something, and some that do not.
const WORDS: [&str; 48] = [
    "rules",
    "kee",
    "board",
    "line",
    "torus",
    "5x5",
    "graph",
    "a-b",
    "b-c",
    "players",
    "3",
    "to-move",
    "komi",
    "1/0",
    "0.",
    "prisoners",
    "black",
    "white",
    "position",
    "moves",
    "B",
    "W",
    "all",
    "dead",
    "@1",
    "pass",
    "resign",
    "captures",
    "refused",
    "K-13",
    "ends",
    "phase",
    "expect",
    "legal",
    "banned",
    "none",
    "result",
    "draw",
    "ranking",
    ">",
    "=",
    "scoring",
    ";",
    "a1",
    "-",
    "#",
    "99999999999999999999",
    "é",
];

proptest! {
    #[test]
    fn any_text(text in ".{0,400}") {
        let _ = parse("x.md", &text);
        let _ = parse("x.md", &format!("# Page\n```case x\nrules kee\nboard 3x3\n{text}\n```"));
    }

    #[test]
    fn any_words(words in proptest::collection::vec((0..WORDS.len(), any::<bool>()), 0..60)) {
        let mut text = String::new();
        for (word, ends) in words {
            text.push_str(WORDS[word]);
            text.push(if ends { '\n' } else { ' ' });
        }
        let _ = parse("x.md", &format!("# Page\n```case x\n{text}\n```"));
        let _ = parse("x.md", &format!("# Page\n```case x\nrules kee\nboard 3x3\n{text}\n```"));
        let _ = parse("x.md", &format!("# Page\n```case x\nrules kee\ngraph a-b\n{text}\n```"));
    }

    #[test]
    fn any_page_with_a_change(page in 0..PAGES.len(), at in any::<prop::sample::Index>(), with in any::<char>()) {
        let mut text: Vec<char> = PAGES[page].1.chars().collect();
        let at = at.index(text.len());
        text[at] = with;
        let text: String = text.into_iter().collect();
        let _ = parse("x.md", &text);
    }
}
