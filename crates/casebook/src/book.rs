//! The case book as a whole.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::case::{Case, Expectation, Statement};
use crate::index::PAGES;
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
