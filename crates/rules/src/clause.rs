//! Clauses: every rule that can decide something has a name and a page.

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

/// The name of a clause: `LM-4`, `K-13`, ...
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Clause(Arc<str>);

impl Clause {
    /// The clause with this name. Whether it has a page, [`Clause::page`] says.
    #[must_use]
    pub fn new(id: &str) -> Clause {
        Clause(id.into())
    }

    /// Its name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its page, if it has one.
    #[must_use]
    pub fn page(&self) -> Option<&'static ClausePage> {
        clause_pages().iter().find(|page| page.id.eq_ignore_ascii_case(&self.0))
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What there is to say about a clause.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClausePage {
    /// Its name.
    pub id: String,
    /// A few words that name its subject.
    pub title: String,
    /// What it says, in our words.
    pub says: String,
    /// Where it comes from: the title of the text and the place in it.
    pub source: String,
    /// What the program does about it.
    pub program: String,
    /// The reading that was chosen where the text leaves room, and how to choose another.
    #[serde(default)]
    pub reading: Option<String>,
    /// The case of the case book that shows it.
    pub case: String,
}

#[derive(Deserialize)]
struct Pages {
    clause: Vec<ClausePage>,
}

/// The pages of all clauses, in the order of the book.
#[must_use]
pub fn clause_pages() -> &'static [ClausePage] {
    static PAGES: LazyLock<Vec<ClausePage>> = LazyLock::new(|| {
        // The file is part of the program; a test reads it.
        toml::from_str(include_str!("../clauses.toml"))
            .map(|pages: Pages| pages.clause)
            .unwrap_or_default()
    });
    &PAGES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_can_be_read_and_has_a_name_of_its_own() {
        let pages: Pages = toml::from_str(include_str!("../clauses.toml")).unwrap();
        let mut ids: Vec<_> = pages.clause.iter().map(|page| &page.id).collect();
        assert!(ids.len() > 30);
        ids.sort();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }

    #[test]
    fn a_page_is_found_in_either_case() {
        assert_eq!(Clause::new("lm-4").page().map(|page| &*page.id), Some("LM-4"));
        assert_eq!(Clause::new("LM-99").page(), None);
        assert_eq!(format!("{:>6}", Clause::new("LM-4")), "  LM-4");
        assert_eq!(clause_pages().first().map(|page| page.case.is_empty()), Some(false));
    }
}
