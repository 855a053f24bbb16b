//! The case book as a whole.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::case::{Case, Expectation, Statement};
use crate::index::PAGES;
use crate::markdown::page;
use crate::parse::{Fault, parse};

struct Book {
    cases: Vec<Case>,
    faults: Vec<Fault>,
}

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let mut book = Book { cases: Vec::new(), faults: Vec::new() };
    for (file, text) in PAGES {
        match parse(file, text) {
            Ok(cases) => book.cases.extend(cases),
            Err(faults) => book.faults.extend(faults.0),
        }
    }
    book
});

/// All cases, in the order of the pages.
#[must_use]
pub fn cases() -> &'static [Case] {
    &BOOK.cases
}

/// What could not be read in the pages compiled in; a test keeps it empty.
#[must_use]
pub fn faults() -> &'static [Fault] {
    &BOOK.faults
}

/// The names of all cases.
pub fn names() -> impl Iterator<Item = &'static str> {
    cases().iter().map(|case| case.name.as_str())
}

/// A page of the book.
#[derive(Clone, Debug)]
pub struct BookPage {
    /// Its name: the folder and the file, `kee/simple-ko`.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What follows.
    pub parts: Vec<Part>,
}

/// A part of a page.
#[derive(Clone, Debug)]
pub enum Part {
    /// Text, in Markdown.
    Text(String),
    /// A case.
    Case(&'static Case),
}

/// All pages, in their order.
pub fn pages() -> impl Iterator<Item = BookPage> {
    PAGES.iter().map(|(file, text)| {
        let read = page(text);
        let mut parts = Vec::new();
        for block in read.blocks {
            parts.push(Part::Text(block.prose));
            parts.extend(find(block.name).map(Part::Case));
        }
        parts.push(Part::Text(read.rest));
        parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
        let name = file.trim_start_matches("casebook/").trim_end_matches(".md");
        BookPage { name, title: read.title, parts }
    })
}

/// The case with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Case> {
    cases().iter().find(|case| case.name.eq_ignore_ascii_case(name))
}

/// The cases in which a clause is at work.
pub fn cases_about(clause: &str) -> impl Iterator<Item = &'static Case> {
    cases()
        .iter()
        .filter(move |case| clauses(case).iter().any(|id| id.eq_ignore_ascii_case(clause)))
}

/// The clauses that a case names in its statements or says it shows.
#[must_use]
pub fn clauses(case: &Case) -> BTreeSet<&str> {
    let mut found: BTreeSet<&str> = case.shows.iter().map(String::as_str).collect();
    for stated in &case.statements {
        match &stated.statement {
            Statement::Act(_, expected) => {
                found.extend(expected.ends.as_deref());
                found.extend(expected.refused.as_ref().map(|refused| refused.clause.as_str()));
            }
            Statement::Expect(Expectation::Banned(bans)) => {
                found.extend(bans.iter().map(|ban| ban.refusal.clause.as_str()));
            }
            Statement::Expect(Expectation::Result { clause, .. }) => {
                found.insert(clause);
            }
            Statement::Expect(_) => {}
        }
    }
    found
}
