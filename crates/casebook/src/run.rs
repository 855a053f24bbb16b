//! Holding an engine to a case.

use std::fmt;

use shinpan_board::Board;

use crate::case::{
    Act, Case, Expectation, Expected, Outcome, Stated, StatedBan, StatedRefusal, Statement,
};
use crate::engine::{Analysis, Engine, GameResult, Refusal, Snapshot, Unable};
use crate::show;

/// A place where a case and an engine differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The file.
    pub file: String,
    /// The line.
    pub line: usize,
    /// What the case states.
    pub stated: String,
    /// What the engine says.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { file, line, stated, found } = self;
        write!(f, "{file}:{line}: stated `{stated}`, found: {found}")
    }
}

/// What came of running a case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// All differences. Empty: the engine says all that the case states, and nothing else.
    pub differences: Vec<Difference>,
    /// What the engine said nothing about: the line, and what was not compared.
    pub unchecked: Vec<(usize, String)>,
    /// Why the case was not run to its end: the engine does not know something in it.
    pub skipped: Option<String>,
}

/// Plays a case on an engine.
#[must_use]
pub fn run<E: Engine>(case: &Case) -> Run {
    let mut runner = Runner { case, run: Run::default() };
    if let Err(unable) = runner.play::<E>() {
        match unable {
            (_, Unable::Unsupported(what)) => runner.run.skipped = Some(what),
            (line, Unable::Fault(message)) => {
                runner.differs(line, "a game that can be played", message);
            }
        }
    }
    runner.run
}

struct Runner<'a> {
    case: &'a Case,
    run: Run,
}

const ENDED: &str = "ended";
const ANALYSIS: &str = "analysis";

impl Runner<'_> {
    fn play<E: Engine>(&mut self) -> Result<(), (usize, Unable)> {
        let setup = &self.case.setup;
        let mut engine = E::start(setup).map_err(|unable| (setup.line, unable))?;
        let mut now = engine.snapshot();
        let mut stated_result = false;
        let mut analysed = false;
        for stated in &self.case.statements {
            match &stated.statement {
                Statement::Act(act, expected) => {
                    let after = engine.act(act).map_err(|unable| (stated.line, unable))?;
                    self.act(stated, act, expected, &now, &after);
                    stated_result = false;
                    analysed = false;
                    now = after;
                }
                Statement::Expect(expectation) => {
                    let asks = expectation.is_about_result() || expectation.is_about_analysis();
                    if asks && now.phase == ANALYSIS && !analysed {
                        analysed = true;
                        match engine.analyse() {
                            Ok(found) => now = found,
                            Err(Unable::Unsupported(_)) => {}
                            Err(fault) => return Err((stated.line, fault)),
                        }
                    }
                    stated_result |= matches!(expectation, Expectation::Result { .. });
                    self.expectation(stated, expectation, &now);
                }
            }
        }
        let ended = now.phase == ENDED && !stated_result;
        if let Some(result) = now.result.as_ref().filter(|_| ended) {
            let last = self.case.statements.last().map_or(setup.line, |stated| stated.line);
            let found = format!("result {}", show::outcome(&result.outcome));
            self.differs(last, "no result after the last act", found);
        }
        Ok(())
    }

    fn board(&self) -> &Board {
        &self.case.setup.board
    }

    fn differs(&mut self, line: usize, stated: impl Into<String>, found: impl Into<String>) {
        let (stated, found) = (stated.into(), found.into());
        self.run.differences.push(Difference { file: self.case.file.clone(), line, stated, found });
    }

    fn unchecked(&mut self, line: usize, what: impl Into<String>) {
        self.run.unchecked.push((line, what.into()));
    }

    /// Compares a clause, if the engine names one.
    fn clause(&mut self, line: usize, what: &str, stated: &str, found: Option<&str>) {
        match found {
            None => self.unchecked(line, format!("the clause of the {what}, {stated}")),
            Some(found) if found == stated => {}
            Some(found) => self.differs(line, format!("{what} by {stated}"), format!("by {found}")),
        }
    }

    fn act(
        &mut self,
        stated: &Stated,
        act: &Act,
        expected: &Expected,
        before: &Snapshot,
        after: &Snapshot,
    ) {
        let line = stated.line;
        match (&expected.refused, &after.refused) {
            (None, None) => {}
            (None, Some(found)) => {
                self.differs(line, &stated.text, format!("refused {}", show::refusal(found)));
            }
            (Some(_), None) => self.differs(line, &stated.text, "it is not refused"),
            (Some(refusal), Some(found)) => self.refusal(line, &stated.text, refusal, found),
        }
        if after.refused.is_some() {
            let state = |of: &Snapshot| {
                (of.phase.clone(), of.to_move, of.prisoners.clone(), of.position.clone())
            };
            if state(before) != state(after) {
                self.differs(line, &stated.text, "what was refused changed the game");
            }
            return;
        }
        if matches!(act, Act::Move(..)) {
            let mut captured = after.captured.clone();
            captured.sort_unstable();
            if captured != expected.captures {
                let found = format!("captures {}", show::points(self.board(), &captured));
                self.differs(line, &stated.text, found);
            }
        }
        let ends = before.phase != ENDED && after.phase == ENDED;
        match (&expected.ends, ends) {
            (None, false) => {}
            (None, true) => {
                let clause = after.ended_by.as_deref().unwrap_or("?");
                self.differs(line, &stated.text, format!("ends {clause}"));
            }
            (Some(_), false) => self.differs(line, &stated.text, "the game does not end"),
            (Some(clause), true) => self.clause(line, "end", clause, after.ended_by.as_deref()),
        }
        let changed = (before.phase != after.phase && !ends).then_some(&after.phase);
        if expected.phase.as_ref() != changed {
            let phase = &after.phase;
            let found = match changed {
                Some(_) => format!("phase {phase}"),
                None => format!("the phase is still {phase}"),
            };
            self.differs(line, &stated.text, found);
        }
    }

    fn refusal(&mut self, line: usize, text: &str, stated: &StatedRefusal, found: &Refusal) {
        let reason = stated.reason.as_ref().is_none_or(|reason| *reason == found.reason);
        if !reason || stated.repeats != found.repeats {
            self.differs(line, text, format!("refused {}", show::refusal(found)));
        }
        self.clause(line, "refusal", &stated.clause, found.clause.as_deref());
    }

    /// Compares two values that are shown in the same way.
    fn same<T: PartialEq>(&mut self, stated: &Stated, expected: &T, found: &T, shown: String) {
        if expected != found {
            self.differs(stated.line, &stated.text, shown);
        }
    }

    fn expectation(&mut self, stated: &Stated, expectation: &Expectation, now: &Snapshot) {
        match expectation {
            Expectation::Phase(phase) => {
                self.same(stated, phase, &now.phase, format!("phase {}", now.phase));
            }
            Expectation::ToMove(player) => {
                self.same(stated, player, &now.to_move, format!("to-move {}", now.to_move));
            }
            Expectation::Prisoners(prisoners) => {
                self.same(stated, prisoners, &now.prisoners, show::per_player(&now.prisoners));
            }
            Expectation::Legal(legal) => {
                let mut found = now.legal.clone();
                found.sort_unstable();
                let shown = format!("legal {}", show::points(self.board(), &found));
                self.same(stated, legal, &found, shown);
            }
            Expectation::Banned(bans) => self.bans(stated, bans, now),
            Expectation::Position(position) => {
                let shown = show::position(self.board(), &now.position);
                self.same(stated, position, &now.position, shown);
            }
            Expectation::Button(button) => {
                let found = now.button.map_or("none", |player| player.name());
                self.same(stated, button, &now.button, format!("button {found}"));
            }
            Expectation::Chain { .. } | Expectation::Removed(_) | Expectation::Territory(_) => {
                match &now.analysis {
                    None => self.unchecked(stated.line, &stated.text),
                    Some(analysis) => self.analysis(stated, expectation, analysis),
                }
            }
            Expectation::Result { .. }
            | Expectation::Ground(_)
            | Expectation::Margin(_)
            | Expectation::Scores(_)
            | Expectation::Cycle { .. }
            | Expectation::Scoring(_) => match &now.result {
                Some(result) => self.result(stated, expectation, result),
                None if now.phase == ANALYSIS && now.analysis.is_none() => {
                    self.unchecked(stated.line, &stated.text);
                }
                None => self.differs(stated.line, &stated.text, "the game has no result"),
            },
        }
    }

    fn bans(&mut self, stated: &Stated, bans: &[StatedBan], now: &Snapshot) {
        for ban in bans {
            let text = format!("expect banned {}", self.board().name(ban.point));
            match now.banned.iter().find(|found| found.point == ban.point) {
                Some(found) => self.refusal(ban.line, &text, &ban.refusal, &found.refusal),
                None => self.differs(ban.line, text, "it is not banned"),
            }
        }
        for found in &now.banned {
            if bans.iter().all(|ban| ban.point != found.point) {
                let shown = format!("banned {}", show::ban(self.board(), found));
                self.differs(stated.line, "no other bans", shown);
            }
        }
    }

    fn analysis(&mut self, stated: &Stated, expectation: &Expectation, found: &Analysis) {
        match expectation {
            Expectation::Chain { point, status, precedent } => {
                match found.chains.iter().find(|chain| chain.points.contains(point)) {
                    None => self.differs(stated.line, &stated.text, "no chain stands there"),
                    Some(chain) => {
                        let named = chain.precedent.clone().unwrap_or_default();
                        let shown = format!("{} {named}", chain.status);
                        let same = precedent.as_ref().is_none_or(|stated| *stated == named);
                        self.same(stated, &(status, true), &(&chain.status, same), shown);
                    }
                }
            }
            Expectation::Removed(removed) => {
                let shown = format!("removed {}", show::points(self.board(), &found.removed));
                self.same(stated, removed, &sorted(&found.removed), shown);
            }
            Expectation::Territory(territory) => {
                let found: Vec<_> = found.territory.iter().map(|points| sorted(points)).collect();
                let shown = found.iter().map(|points| show::points(self.board(), points));
                let shown = show::per_player(&shown.collect::<Vec<_>>());
                self.same(stated, territory, &found, shown);
            }
            _ => {}
        }
    }

    fn result(&mut self, stated: &Stated, expectation: &Expectation, found: &GameResult) {
        match expectation {
            Expectation::Result { outcome, clause } => {
                let same = match (outcome, &found.outcome) {
                    (Outcome::Ranking(None), Outcome::Ranking(_)) => true,
                    (stated, found) => stated == found,
                };
                if !same {
                    let shown = format!("result {}", show::outcome(&found.outcome));
                    self.differs(stated.line, &stated.text, shown);
                }
                self.clause(stated.line, "result", clause, found.clause.as_deref());
            }
            Expectation::Ground(ground) => {
                self.same(stated, ground, &found.ground, format!("ground {}", found.ground));
            }
            Expectation::Margin(margin) => {
                let shown = found.margin.map_or("no margin".to_owned(), |found| found.to_string());
                self.same(stated, &Some(*margin), &found.margin, shown);
            }
            Expectation::Scores(scores) => {
                let shown = show::scores(found.scores.as_deref());
                self.same(stated, &Some(scores), &found.scores.as_ref(), shown);
            }
            Expectation::Cycle { from, to, passes } => {
                let shown = show::cycle(found.cycle.as_ref());
                let cycle =
                    found.cycle.as_ref().map(|cycle| (&cycle.from, &cycle.to, &cycle.passes));
                self.same(stated, &Some((from, to, passes)), &cycle, shown);
            }
            Expectation::Scoring(positions) => {
                let mut found = found.scoring_positions.clone();
                found.sort_unstable();
                let board = self.board();
                let shown: Vec<_> =
                    found.iter().map(|position| show::position(board, position)).collect();
                self.same(stated, positions, &found, shown.join(" ; "));
            }
            _ => {}
        }
    }
}

fn sorted(points: &[shinpan_board::Point]) -> Vec<shinpan_board::Point> {
    let mut points = points.to_vec();
    points.sort_unstable();
    points
}
