//! Rulings as rows.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use shinpan_referee::{Judged, Options, Prover, Record, judge};
use shinpan_rules::{Komi, LifeStatus, ReadRuleset, Ruleset, builtin};

use crate::error::BatchError;
use crate::piece::Piece;
use crate::row::Row;

/// A ruleset to rule by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// As it was asked for: what the column `rules` says.
    pub name: String,
    /// The ruleset; `None` for each record's own.
    pub ruleset: Option<ReadRuleset>,
}

/// What a list of rulesets is made of: `kee, scoring=territory, aga` are two, since an option belongs to the
/// ruleset before it.
#[must_use]
pub fn split_rules(list: &str) -> Vec<String> {
    if list.trim_start().starts_with('{') {
        return vec![list.trim().to_owned()];
    }
    let mut rules: Vec<String> = Vec::new();
    for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match rules.last_mut() {
            Some(last) if part.contains('=') => {
                last.push_str(", ");
                last.push_str(part);
            }
            _ => rules.push(part.to_owned()),
        }
    }
    rules
}

impl Rules {
    /// Each record's own ruleset.
    #[must_use]
    pub fn of_record() -> Rules {
        Rules { name: "record".to_owned(), ruleset: None }
    }

    /// Reads a list of rulesets: names as [`Ruleset::read`] takes them, `record` for the record's own,
    /// `all` for the built-in ones.
    ///
    /// # Errors
    /// If one is unknown or named twice.
    pub fn read(list: &str) -> Result<Vec<Rules>, BatchError> {
        let mut rules = Vec::new();
        for name in split_rules(list) {
            match name.as_str() {
                "record" => rules.push(Rules::of_record()),
                "all" => rules.extend(builtin().into_iter().map(|ruleset| Rules {
                    name: ruleset.id.clone(),
                    ruleset: Some(ruleset.into()),
                })),
                _ => {
                    let read = Ruleset::read(&name)
                        .map_err(|fault| BatchError::Rules(fault.to_string()))?;
                    rules.push(Rules { name, ruleset: Some(read) });
                }
            }
        }
        Rules::check(&rules)?;
        Ok(rules)
    }

    /// Whether a list can be ruled by.
    ///
    /// # Errors
    /// If it is empty or names a ruleset twice.
    pub fn check(rules: &[Rules]) -> Result<(), BatchError> {
        let twice = rules
            .iter()
            .enumerate()
            .find(|(at, one)| rules[..*at].iter().any(|other| other.name == one.name));
        match twice {
            _ if rules.is_empty() => {
                Err(BatchError::Rules("expected a ruleset, found none".to_owned()))
            }
            Some((_, twice)) => Err(BatchError::Rules(format!("`{}` is named twice", twice.name))),
            None => Ok(()),
        }
    }
}

/// How records are ruled on.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The rulesets, each of which gets a row for each record.
    pub rules: Vec<Rules>,
    /// The komi, instead of the records'.
    pub komi: Option<Komi>,
    /// The passes that end the play are added where a record stops before them.
    pub passes: bool,
    /// States that may be looked at to decide one chain (Japanese 1989); 0 decides none.
    pub nodes: u64,
    /// How long one Analysis may take. The rows may then depend on the speed of the machine.
    pub limit: Option<Duration>,
    /// Whether rows say how long they took.
    pub timed: bool,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge {
            rules: vec![Rules::of_record()],
            komi: None,
            passes: false,
            nodes: Judge::NODES,
            limit: None,
            timed: true,
        }
    }
}

impl Judge {
    /// States looked at for one chain if nothing else is asked. Less than for a single record: an archive
    /// has many.
    pub const NODES: u64 = 1000;

    /// The rows of a piece: for each record in it, and for each ruleset, one. What cannot be read has
    /// rows too. If the flag is set meanwhile, what is given is of no use.
    #[must_use]
    pub fn rows(&self, piece: &Piece, stop: &Arc<AtomicBool>) -> Vec<Row> {
        let content = match &piece.content {
            Ok(content) => content,
            Err(why) => return self.faults(piece, piece.first_game, why),
        };
        let records = match guarded(|| Record::read_all(content)) {
            Ok(Ok(records)) => records,
            Ok(Err(fault)) => return self.faults(piece, piece.first_game, &fault.to_string()),
            Err(why) => return self.faults(piece, piece.first_game, &why),
        };
        let mut rows = Vec::new();
        for (game, record) in (piece.first_game..).zip(records) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match record {
                Err(fault) => rows.extend(self.faults(piece, game, &fault.to_string())),
                Ok(record) => rows.extend(
                    self.rules.iter().map(|rules| self.row(piece, game, &record, rules, stop)),
                ),
            }
        }
        rows
    }

    fn faults(&self, piece: &Piece, game: u32, why: &str) -> Vec<Row> {
        let fault = |rules| Row {
            status: "error".to_owned(),
            error: Some(why.to_owned()),
            ..head(piece, game, rules)
        };
        self.rules.iter().map(fault).collect()
    }

    fn row(
        &self,
        piece: &Piece,
        game: u32,
        record: &Record,
        rules: &Rules,
        stop: &Arc<AtomicBool>,
    ) -> Row {
        let begun = Instant::now();
        let options = Options {
            rules: rules.ruleset.clone(),
            komi: self.komi,
            passes: self.passes,
            analyst: (self.nodes > 0).then(|| Arc::new(self.prover(stop)) as _),
            ..Options::default()
        };
        let judged = guarded(|| judge(record, &options))
            .and_then(|judged| judged.map_err(|fault| fault.to_string()));
        let mut row = head(piece, game, rules);
        match judged {
            Ok(judged) => fill(&mut row, &judged),
            Err(why) => {
                row.status = "error".to_owned();
                row.error = Some(why);
                row.board = Some(record.board.describe());
                row.players = count(record.players);
            }
        }
        row.seconds = self.timed.then(|| begun.elapsed().as_secs_f64());
        row
    }

    fn prover(&self, stop: &Arc<AtomicBool>) -> Prover {
        let (limit, stop, begun) = (self.limit, Arc::clone(stop), Instant::now());
        let ended = move || {
            stop.load(Ordering::Relaxed) || limit.is_some_and(|limit| begun.elapsed() > limit)
        };
        Prover { nodes: self.nodes, stop: Arc::new(ended), ..Prover::default() }
    }
}

/// A fault of the program itself is told in the row: one record must not stop a million others.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| "the program itself failed on this record: please report it".to_owned())
}

fn head(piece: &Piece, game: u32, rules: &Rules) -> Row {
    Row {
        source: piece.source.to_string(),
        member: piece.member.clone(),
        game,
        rules: rules.name.clone(),
        ..Row::default()
    }
}

fn count(number: usize) -> Option<u32> {
    u32::try_from(number).ok()
}

fn fill(row: &mut Row, judged: &Judged) {
    let (report, game) = (&judged.report, judged.sitting.game());
    row.status = if report.refused.is_some() { "refused" } else { "ruled" }.to_owned();
    row.ruleset = Some(report.rules.clone());
    row.board = Some(game.board().describe());
    row.players = count(game.players());
    row.komi = Some(game.komi().to_string());
    row.moves = count(report.moves);
    row.phase = Some(report.phase.clone());
    if let Some(result) = &report.result {
        row.outcome = Some(result.outcome.clone());
        row.winner.clone_from(&result.winner);
        row.ground = Some(result.ground.clone());
        row.clause = Some(result.clause.clone());
        row.result.clone_from(&result.sgf);
        row.margin.clone_from(&result.margin);
        if let Some(cycle) = &result.cycle {
            row.cycle_from = count(cycle.from);
            row.cycle_to = count(cycle.to);
            let mut passes = cycle.passes.iter().map(|(_, passes)| *passes);
            row.cycle_passes_black = passes.next();
            row.cycle_passes_white = passes.next();
        }
        row.scoring_positions = result.scoring_positions.as_ref().and_then(|all| count(all.len()));
        if let Some(scores) = &result.scores {
            row.score_black = scores.get("black").cloned();
            row.score_white = scores.get("white").cloned();
            let all: Vec<String> =
                scores.iter().map(|(player, score)| format!("{player}={score}")).collect();
            row.scores = Some(all.join(" "));
            if let Some([lead]) = row.leads().as_deref() {
                row.lead = Some(*lead.numer() as f64 / *lead.denom() as f64);
            }
        }
    }
    if let Some(refused) = &report.refused {
        row.refused_move = count(refused.number);
        row.refused_point = Some(refused.point.clone());
        row.refused_reason = Some(refused.reason.clone());
        row.refused_clause = Some(refused.clause.clone());
        row.refused_repeats = refused.repeats.and_then(count);
    }
    let repetitions = judged.sitting.repetitions();
    row.repetitions = count(repetitions.len());
    if !repetitions.is_empty() {
        let events: Vec<String> =
            repetitions.iter().take(20).map(|(at, before)| format!("{at}={before}")).collect();
        row.repetition_events = Some(events.join(" "));
    }
    if let Some(chains) = &report.chains {
        let with = |status: LifeStatus| {
            let status = status.to_string();
            count(chains.iter().filter(|chain| chain.status == status).count())
        };
        row.chains = count(chains.len());
        row.chains_alive = with(LifeStatus::Alive);
        row.chains_not_alive = with(LifeStatus::NotAlive);
        row.chains_unproven = with(LifeStatus::Unproven);
        let decided = chains.len() as u32 - row.chains_unproven.unwrap_or_default();
        row.proven_share = (!chains.is_empty()).then(|| f64::from(decided) / chains.len() as f64);
    }
    if let Some([low, high]) = report.bounds.as_ref().and_then(|bounds| bounds.get("black")) {
        row.bound_low = Some(low.clone());
        row.bound_high = Some(high.clone());
    }
    if let Some(recorded) = &report.recorded {
        row.recorded = Some(recorded.text.clone());
        row.agrees = recorded.agrees;
    }
    if !report.notes.is_empty() {
        let notes: Vec<String> = report.notes.iter().map(ToString::to_string).collect();
        row.notes = Some(notes.join("\n"));
    }
}
