//! The referee is held to the case book: everything a case states, and nothing else.

use std::collections::BTreeSet;

use shinpan_casebook as book;
use shinpan_casebook::{Act, Engine, Snapshot, Unable};
use shinpan_referee::{Applied, Prover, Refused, Sitting};
use shinpan_rules::{ChainStatus, Ground, Outcome, Refusal, Verdict, builtin};

struct Table {
    sitting: Sitting,
    applied: Applied,
    refused: Option<Refused>,
}

impl Engine for Table {
    fn start(setup: &book::Setup) -> Result<Table, Unable> {
        let sitting = book::sit_down(setup).map_err(Unable::Fault)?;
        Ok(Table { sitting, applied: Applied::default(), refused: None })
    }

    fn snapshot(&self) -> Snapshot {
        let game = self.sitting.game();
        Snapshot {
            phase: game.phase().to_owned(),
            to_move: game.to_move(),
            prisoners: game.prisoners().iter().map(|(_, &count)| count).collect(),
            position: game.position().codes().to_vec(),
            legal: game.legal(),
            banned: game
                .banned()
                .iter()
                .map(|ban| book::Ban { point: ban.point, refusal: refusal(&ban.refusal) })
                .collect(),
            button: game.button(),
            captured: self.applied.removed.iter().map(|&(point, _)| point).collect(),
            refused: self.refused.as_ref().map(|refused| match &refused.refusal {
                Some(told) => refusal(told),
                None => book::Refusal {
                    reason: refused.reason.to_string(),
                    clause: Some(refused.clause.to_string()),
                    repeats: None,
                },
            }),
            ended_by: self.applied.ended_by.as_ref().map(ToString::to_string),
            result: game.outcome().map(result),
            analysis: None,
        }
    }

    fn act(&mut self, act: &Act) -> Result<Snapshot, Unable> {
        match self.sitting.act(&book::action(act)) {
            Ok(applied) => {
                self.applied = applied;
                self.refused = None;
            }
            Err(refused) => {
                self.applied = Applied::default();
                self.refused = Some(refused);
            }
        }
        Ok(self.snapshot())
    }

    fn analyse(&mut self) -> Result<Snapshot, Unable> {
        self.sitting.analyse(&Prover::default());
        let analysis = self
            .sitting
            .analysis()
            .ok_or_else(|| Unable::Fault("an Analysis is stated where none is due".to_owned()))?;
        Ok(Snapshot {
            result: analysis.outcome.as_ref().map(result),
            analysis: Some(book::Analysis {
                chains: analysis.chains.iter().map(chain).collect(),
                removed: analysis.certain.removed,
                territory: analysis
                    .certain
                    .territory
                    .iter()
                    .map(|(_, points)| points.clone())
                    .collect(),
            }),
            ..self.snapshot()
        })
    }
}

fn chain(chain: &ChainStatus) -> book::Chain {
    book::Chain {
        points: chain.points.clone(),
        status: chain.status.to_string(),
        precedent: chain.precedent.map(|precedent| precedent.to_string()),
    }
}

fn refusal(refusal: &Refusal) -> book::Refusal {
    book::Refusal {
        reason: refusal.reason.to_string(),
        clause: Some(refusal.clause.to_string()),
        repeats: refusal.repeats(),
    }
}

fn result(outcome: &Outcome) -> book::GameResult {
    let (ground, cycle, scoring_positions) = match &outcome.ground {
        Ground::Score(tally) => ("score", None, tally.scoring_positions.clone()),
        Ground::NoScoringPosition(_) => ("no-scoring-position", None, Vec::new()),
        Ground::LongCycle(cycle) => ("long-cycle", Some(cycle), Vec::new()),
        Ground::ProofGames => ("proof-games", None, Vec::new()),
        Ground::Agreement(_) => ("agreement", None, Vec::new()),
        Ground::Resignation(_) => ("resignation", None, Vec::new()),
        Ground::Time(_) => ("time", None, Vec::new()),
        Ground::Forfeit(_) => ("forfeit", None, Vec::new()),
    };
    book::GameResult {
        outcome: match &outcome.verdict {
            Verdict::Win(player) => book::Outcome::Win(*player),
            Verdict::Draw => book::Outcome::Draw,
            Verdict::NoResult => book::Outcome::NoResult,
            Verdict::Ranking(places) => book::Outcome::Ranking(Some(places.clone())),
        },
        clause: Some(outcome.clause.to_string()),
        ground: ground.to_owned(),
        margin: outcome.margin(),
        scores: outcome.scores().map(|scores| scores.iter().map(|(_, &score)| score).collect()),
        cycle: cycle.map(|cycle| book::Cycle {
            from: cycle.from,
            to: cycle.to,
            passes: cycle.passes.iter().map(|(_, &count)| count).collect(),
        }),
        scoring_positions,
    }
}

#[test]
fn the_referee_says_what_the_case_book_says() {
    let mut differences = Vec::new();
    let mut skipped = Vec::new();
    for case in book::cases() {
        let run = book::run::<Table>(case);
        differences.extend(run.differences.iter().map(ToString::to_string));
        skipped.extend(run.skipped.map(|why| format!("{}: {why}", case.name)));
    }
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences.join("\n")
    );
    assert!(skipped.is_empty(), "{skipped:?}");
}

#[test]
fn every_clause_has_a_case_that_shows_it() {
    let mut missing = Vec::new();
    for page in shinpan_rules::clause_pages() {
        if book::find(&page.case).is_none() {
            missing.push(format!("{} names the case {}", page.id, page.case));
        }
    }
    let used: BTreeSet<&str> = book::cases().iter().flat_map(book::clauses).collect();
    for clause in builtin().iter().flat_map(|ruleset| {
        ruleset.clauses().into_iter().map(|clause| clause.as_str().to_owned()).collect::<Vec<_>>()
    }) {
        let page = shinpan_rules::Clause::new(&clause).page().map(|page| page.case.as_str());
        let shown = used.contains(clause.as_str()) || page.and_then(book::find).is_some();
        if !shown {
            missing.push(format!("{clause} stands in no case"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
