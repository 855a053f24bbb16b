//! The page in a real browser: Chromium, driven by Playwright. `page/scenarios.mjs` says what people do in it.
//!
//! `scripts/install-test-tools.sh browser` installs what is needed. Without it these tests say what is missing and
//! pass; with `SHINPAN_REQUIRE_TOOLS=1` they fail.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use shinpan_referee::Note;
use shinpan_rules::{Fact, NotNow, OPTIONS, builtin, clause_pages};

struct Tools {
    node: PathBuf,
    chromium: PathBuf,
    packages: PathBuf,
}

impl Tools {
    /// The tools, or what is missing.
    fn find() -> Result<Self, String> {
        let packages = workspace().join("target/test-tools");
        let needed = ["playwright-core", "axe-core", "typescript"];
        let missing: Vec<_> = needed
            .into_iter()
            .filter(|name| !packages.join("node_modules").join(name).is_dir())
            .collect();
        if !missing.is_empty() {
            return Err(format!("missing in {}: {}", packages.display(), missing.join(", ")));
        }
        let node = in_path("node").ok_or("missing: node")?;
        let chromium = in_path("chromium").ok_or("missing: chromium")?;
        Ok(Self { node, chromium, packages })
    }

    /// The tools, or `None` with a word about what is missing, or a failure where they are required.
    fn wanted() -> Option<Self> {
        match Self::find() {
            Ok(tools) => Some(tools),
            Err(missing) => {
                let help = "run `scripts/install-test-tools.sh browser`";
                assert!(std::env::var_os("SHINPAN_REQUIRE_TOOLS").is_none(), "{missing}; {help}");
                eprintln!("not tested: {missing}; {help}");
                None
            }
        }
    }
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the workspace is there")
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page")
}

fn in_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn run(command: &mut Command, what: &str) {
    let output = command.output().expect("the program can be started");
    assert!(
        output.status.success(),
        "{what}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn scenario(name: &str) {
    let Some(tools) = Tools::wanted() else { return };
    let mut command = Command::new(&tools.node);
    command
        .arg(scripts().join("scenarios.mjs"))
        .arg(name)
        .env("SHINPAN", env!("CARGO_BIN_EXE_shinpan"))
        .env("CHROMIUM", &tools.chromium)
        .env("TOOLS", &tools.packages);
    run(&mut command, name);
}

#[test]
fn two_browsers_play_to_an_agreed_result() {
    scenario("whole_game");
}

#[test]
fn a_disputed_game_goes_through_its_resolution() {
    scenario("disputed_game");
}

#[test]
fn a_long_cycle_is_claimed_and_another_is_broken() {
    scenario("long_cycle");
}

#[test]
fn proof_games_are_asked_for_and_played() {
    scenario("proof_games");
}

#[test]
fn scoring_positions_are_agreed_on_one_by_one() {
    scenario("dead_by_position");
}

#[test]
fn an_engine_takes_a_seat_and_plays_to_the_end() {
    scenario("engine_seat");
}

#[test]
fn the_host_decides_and_closes_the_room() {
    scenario("host_decides");
}

#[test]
fn three_players_finish_a_game_on_a_graph() {
    scenario("three_players");
}

#[test]
fn a_japanese_game_is_judged_and_its_proof_stepped() {
    scenario("japanese_proof");
}

#[test]
fn the_walls_of_a_problem_are_assumed_to_live_on_the_page() {
    scenario("walls_assumed_alive");
}

#[test]
fn an_sgf_file_is_dropped_and_compared() {
    scenario("sgf_compared");
}

#[test]
fn a_page_comes_back_after_reload_and_a_lost_line() {
    scenario("reload_and_reconnect");
}

#[test]
fn a_link_that_is_replaced_seats_nobody() {
    scenario("replaced_link");
}

#[test]
fn a_dispute_under_area_rules_is_called_so() {
    scenario("dispute_of_area");
}

#[test]
fn a_game_survives_a_restart_of_the_server() {
    scenario("server_restart");
}

#[test]
fn the_japanese_page_has_no_english_left() {
    scenario("japanese_page");
}

#[test]
fn a_phone_is_wide_enough() {
    scenario("phone");
}

#[test]
fn the_keyboard_alone_suffices() {
    scenario("keyboard");
}

#[test]
fn case_book_solver_and_clauses_open() {
    scenario("look_around");
}

#[test]
fn an_audit_has_no_serious_finding() {
    scenario("accessible");
}

/// The scripts' types are held together by their comments.
#[test]
fn the_scripts_pass_the_type_checker() {
    let Some(tools) = Tools::wanted() else { return };
    let mut command = Command::new(&tools.node);
    command
        .arg(tools.packages.join("node_modules/typescript/bin/tsc"))
        .arg("-p")
        .arg(scripts().join("jsconfig.json"));
    run(&mut command, "the type checker");
}

/// Every language has every text, with the same parameters, and every text that is asked for is there. What the server
/// tells in English (findings, notes and refusals as codes, clauses, rulesets, options, the case book) is there in the
/// others with the same values and parts.
#[test]
fn every_language_is_complete() {
    let Some(tools) = Tools::wanted() else { return };
    let mut command = Command::new(&tools.node);
    let facts = Fact::CODES.iter().chain(NotNow::CODES).map(|&(code, values, _)| (code, values));
    let facts: Vec<_> = facts.chain(Note::codes()).collect();
    let clauses: Vec<_> = clause_pages()
        .iter()
        .map(|page| {
            let reading = page.reading.as_ref().map(|_| "reading");
            let parts = ["title", "says", "program", "source"].into_iter().chain(reading);
            json!({ "id": page.id, "parts": parts.collect::<Vec<_>>() })
        })
        .collect();
    let pages: Vec<_> = shinpan_casebook::pages()
        .map(|page| {
            let texts = page.parts.iter().filter_map(|part| match part {
                shinpan_casebook::Part::Text(text) => Some(text),
                shinpan_casebook::Part::Case(_) => None,
            });
            json!({ "page": page.name, "texts": texts.collect::<Vec<_>>() })
        })
        .collect();
    let told = json!({
        "facts": facts,
        "clauses": clauses,
        "rulesets": builtin().iter().map(|ruleset| &ruleset.id).collect::<Vec<_>>(),
        "options": OPTIONS.map(|(option, ..)| option),
        "pages": pages,
        "cases": shinpan_casebook::names().collect::<Vec<_>>(),
        "errors": shinpan_serve::error::Code::ALL.map(|code| code.as_str()),
    });
    command.arg(scripts().join("texts.mjs")).arg(workspace().join("crates/serve/page"));
    command.arg(told.to_string());
    run(&mut command, "the texts");
}
