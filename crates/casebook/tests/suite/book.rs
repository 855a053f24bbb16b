//! The pages: complete, readable, covering every clause, and agreed to by the twin.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use shinpan_casebook::{
    Case, Expectation, PAGES, Statement, cases, cases_about, clauses, faults, find, names, parse,
    run,
};

use crate::twin::Twin;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../casebook")
}

/// The Markdown files of the folder as `kee/pass.md`, in order.
fn files(of: &Path, within: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(of).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{within}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else if name.ends_with(".md") {
            found.push(name);
        }
    }
}

/// The text of `index.rs` for these files.
fn index(files: &[String]) -> String {
    let mut text = String::from(
        "//! The pages of the case book, compiled in. A test compares the list with the folder and \
         rewrites\n//! it when `UPDATE_CASEBOOK_INDEX` is set.\n\n\
         /// A page with its file name.\nmacro_rules! page {\n    ($file:literal) => {\n        \
         (concat!(\"casebook/\", $file), include_str!(concat!(\"../../../casebook/\", $file)))\n    \
         };\n}\n\n/// Every page: its file, and its text.\n\
         pub const PAGES: &[(&str, &str)] = &[\n",
    );
    for file in files {
        writeln!(text, "    page!(\"{file}\"),").unwrap();
    }
    text + "];\n"
}

#[test]
fn the_index_names_every_page() {
    let mut files_found = Vec::new();
    files(&folder(), "", &mut files_found);
    files_found.sort();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/index.rs");
    let expected = index(&files_found);
    if std::env::var_os("UPDATE_CASEBOOK_INDEX").is_some() {
        std::fs::write(path, expected).unwrap();
        return;
    }
    let listed: Vec<String> =
        PAGES.iter().map(|(file, _)| file.strip_prefix("casebook/").unwrap().to_owned()).collect();
    assert_eq!(
        listed, files_found,
        "run `UPDATE_CASEBOOK_INDEX=1 cargo test -p shinpan-casebook` and commit src/index.rs"
    );
}

#[test]
fn every_page_can_be_read() {
    let faults: Vec<String> = faults().iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for (file, text) in PAGES {
        assert!(!parse(file, text).unwrap().is_empty(), "{file} has no case");
    }
}

#[test]
fn names_are_unique_and_cases_are_found_by_them() {
    let mut seen = BTreeSet::new();
    for name in names() {
        assert!(seen.insert(name), "two cases are named {name}");
        assert_eq!(find(name).unwrap().name, name);
    }
    assert_eq!(find("no-such-case"), None);
}

#[test]
fn the_twin_agrees_with_every_case() {
    let mut differences = Vec::new();
    let mut skipped: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut whole = 0;
    for case in cases() {
        let run = run::<Twin>(case);
        differences.extend(run.differences.iter().map(ToString::to_string));
        match run.skipped {
            Some(why) => skipped.entry(why).or_default().push(&case.name),
            None => whole += 1,
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    // The twin knows no acts and not all options: those cases are for the real engines alone.
    for (why, names) in &skipped {
        println!("{} skipped, {why}: {}", names.len(), names.join(" "));
    }
    println!("{whole} of {} cases played to the end", cases().len());
    assert!(whole * 4 > cases().len() * 3, "the twin plays too few cases: {whole}");
}

#[derive(Deserialize)]
struct Clauses {
    clause: Vec<Page>,
}

#[derive(Deserialize)]
struct Page {
    id: String,
    case: String,
}

fn pages() -> Vec<Page> {
    let text = include_str!("../../../rules/clauses.toml");
    toml::from_str::<Clauses>(text).unwrap().clause
}

#[test]
fn every_clause_has_a_case() {
    let mut missing = Vec::new();
    for page in pages() {
        match find(&page.case) {
            None => missing.push(format!("{}: there is no case {}", page.id, page.case)),
            Some(case) if !clauses(case).contains(page.id.as_str()) => {
                missing.push(format!("{}: the case {} does not show it", page.id, page.case));
            }
            Some(_) => {}
        }
        if cases_about(&page.id).next().is_none() {
            missing.push(format!("{}: no case shows it", page.id));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn cases_name_only_clauses_there_are() {
    let known: BTreeSet<String> = pages().into_iter().map(|page| page.id).collect();
    for case in cases() {
        for clause in clauses(case) {
            assert!(known.contains(clause), "{}:{}: {clause}", case.file, case.line);
        }
    }
}

#[test]
fn every_reason_and_every_ground_has_a_case() {
    let mut reasons = BTreeSet::new();
    let mut grounds = BTreeSet::new();
    for case in cases() {
        for stated in &case.statements {
            match &stated.statement {
                Statement::Act(_, expected) => {
                    reasons.extend(
                        expected.refused.as_ref().and_then(|refused| refused.reason.clone()),
                    );
                }
                Statement::Expect(Expectation::Ground(ground)) => {
                    grounds.insert(ground.as_str());
                }
                Statement::Expect(_) => {}
            }
        }
    }
    let expected = ["cyclic", "ended", "ko", "occupied", "suicide", "superko", "turn"];
    assert!(reasons.iter().eq(expected), "{reasons:?}");
    let expected = [
        "agreement",
        "forfeit",
        "long-cycle",
        "no-scoring-position",
        "proof-games",
        "resignation",
        "score",
        "time",
    ];
    assert!(grounds.iter().eq(&expected), "{grounds:?}");
}

#[test]
fn every_page_names_its_source() {
    for case in cases() {
        let (_, source) = case.prose.split_once('(').unwrap_or_default();
        assert!(source.to_lowercase().contains("rules"), "{}:{}", case.file, case.line);
    }
}

#[test]
fn a_case_is_a_page_of_its_own() {
    for case in cases() {
        let again = parse(&case.file, &case.markdown()).unwrap();
        let [again] = again.as_slice() else { panic!("{}", case.name) };
        let texts = |case: &Case| {
            let lines = case.statements.iter();
            lines.map(|stated| stated.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!((&again.name, texts(again)), (&case.name, texts(case)));
        assert_eq!(again.block, case.block);
        assert_eq!(again.prose, case.prose);
    }
}
