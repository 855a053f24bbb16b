//! The final positions of records.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use cpu_time::ProcessTime;
use serde_json::{Value, json};
use shinpan_board::Shape;
use shinpan_referee::{
    Assumed, Judged, Judgement, Options, ProposedChain, Prover, Record, assume, judge,
};
use shinpan_rules::Ruleset;
use shinpan_sgf::RecordedResult;

use super::gnugo::{self, Engine, Statuses, Times};
use super::{Fault, after, spread};

/// What was found of the records on boards of one size.
#[derive(Default)]
struct Tally {
    games: usize,
    chains: usize,
    proven: usize,
    whole: usize,
    scored: usize,
    /// Of the games that are scored and record a score: how many there are, and in how many it is ours.
    comparable: usize,
    as_recorded: usize,
    /// In how many of the others the recorded score is not within the bounds.
    beyond_bounds: usize,
    times: Vec<f64>,
    peer: Peer,
}

/// The same positions for GNU Go.
#[derive(Default)]
struct Peer {
    statuses: Statuses,
    settled: usize,
    right: usize,
    /// Of its scores: how many there are where one is recorded, how many are that one, and how many there are beside ours, and are ours.
    comparable: usize,
    as_recorded: usize,
    beside_ours: usize,
    as_ours: usize,
    times: Times,
}

/// The records of a folder, each in so many seconds, by the size of their boards; with what GNU Go says of them if that is asked for.
pub(crate) fn records(folder: &Path, seconds: f64, with_gnugo: bool) -> Result<Value, Fault> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, Fault>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    paths.sort();
    let mut engine = if with_gnugo { Some(Engine::start()?) } else { None };
    let mut sizes: BTreeMap<String, Tally> = BTreeMap::new();
    for path in &paths {
        let Ok(record) = Record::read(&std::fs::read(path)?, 1, &[]) else { continue };
        let size = match record.board.shape() {
            Shape::Rectangle { columns, rows } => format!("{columns}x{rows}"),
            _ => "other".to_owned(),
        };
        let tally = sizes.entry(size).or_default();
        let rules = Some(Ruleset::read("japanese-1989")?);
        let mut options = Options { rules, ..Options::default() };
        let Ok(open) = judge(&record, &options) else { continue };
        let (begun, clock) = (ProcessTime::now(), Instant::now());
        options.analyst = Some(Arc::new(prover(seconds).prove_due(open.sitting.game())));
        let Ok(judged) = judge(&record, &options) else { continue };
        let time = begun.elapsed().as_secs_f64() * 1000.0;
        let took = clock.elapsed().as_secs_f64() * 1000.0;
        if tally.count(&judged, time)
            && let Some(engine) = &mut engine
        {
            tally.peer.times.ours.push(took);
            let dead = engine.dead(path)?;
            tally.peer.count((path, &record), dead, options, &judged, seconds)?;
        }
    }
    let sizes: serde_json::Map<String, Value> = sizes
        .into_iter()
        .filter(|(_, tally)| tally.games > 0)
        .map(|(size, tally)| (size, tally.told(with_gnugo)))
        .collect();
    Ok(json!({ "records": paths.len(), "seconds": seconds, "sizes": sizes }))
}

/// A prover that stops after so many seconds of the processor from now on.
fn prover(seconds: f64) -> Prover {
    Prover { stop: Arc::new(after(seconds)), ..Prover::default() }
}

impl Tally {
    /// Counts a game; whether it has an Analysis.
    fn count(&mut self, judged: &Judged, time: f64) -> bool {
        let Some(chains) = &judged.report.chains else { return false };
        let open = chains.iter().filter(|chain| chain.status == "unproven").count();
        self.games += 1;
        self.times.push(time);
        self.chains += chains.len();
        self.proven += chains.len() - open;
        self.whole += usize::from(open == 0);
        let scored = judged.report.result.is_some();
        let agrees = judged.report.recorded.as_ref().and_then(|recorded| recorded.agrees);
        self.scored += usize::from(scored);
        self.comparable += usize::from(scored && agrees.is_some());
        self.as_recorded += usize::from(agrees == Some(true));
        self.beyond_bounds += usize::from(!scored && agrees == Some(false));
        true
    }

    fn told(self, with_gnugo: bool) -> Value {
        let mut told = json!({
            "games": self.games,
            "chains": self.chains,
            "chains_proven": share(self.proven, self.chains),
            "games_proven": share(self.whole, self.games),
            "games_scored": share(self.scored, self.games),
            "scores_as_recorded": [self.as_recorded, self.comparable],
            "recorded_beyond_bounds": self.beyond_bounds,
            "time": spread(self.times),
        });
        if with_gnugo && let Some(fields) = told.as_object_mut() {
            fields.insert("gnugo".into(), self.peer.told(self.games));
        }
        told
    }
}

impl Peer {
    /// Counts a game that was judged with these options, with the words by which GNU Go names the dead stones.
    fn count(
        &mut self,
        (path, record): (&Path, &Record),
        mut dead: Vec<String>,
        options: Options,
        judged: &Judged,
        seconds: f64,
    ) -> Result<(), Fault> {
        dead.retain(|name| record.board.parse_point(name).is_some());
        let agreed = Options { dead: Some(dead.clone()), ..options };
        if let Ok(proposed) = judge(record, &agreed)
            && let Ok(assumed) =
                assume(record, &agreed, &proposed, &Assumed::Staying, &prover(seconds))
        {
            self.settled += usize::from(assumed.result.is_some());
            let judgement = |chain: &ProposedChain| chain.judgement == Judgement::Right;
            let agreement = assumed.agreement.iter();
            self.right += usize::from(agreement.flat_map(|it| &it.chains).all(judgement));
        }
        let removed = judged.report.removed.clone().unwrap_or_default();
        let chains = judged.report.chains.iter().flatten();
        for chain in chains.filter(|chain| chain.status != "unproven") {
            let Some(first) = chain.points.first() else { continue };
            let (theirs, ours) = (dead.contains(first), removed.contains(first));
            let same = theirs == ours || chain.status == "not-alive" && !ours;
            let name = || format!("{} {first}: {}", path.display(), chain.status);
            self.statuses.count(same, name);
        }
        let (result, time) = gnugo::aftermath(path)?;
        self.times.its.push(time.as_secs_f64() * 1000.0);
        let Some(result) = result else { return Ok(()) };
        let counted = |result: &RecordedResult| {
            matches!(result, RecordedResult::Score { .. } | RecordedResult::Draw)
        };
        let recorded = record.result.as_deref().map(RecordedResult::parse).filter(counted);
        self.comparable += usize::from(recorded.is_some());
        self.as_recorded += usize::from(recorded.as_ref() == Some(&result));
        let ours = judged.report.result.as_ref().and_then(|ours| ours.sgf.as_deref());
        let ours = ours.map(RecordedResult::parse);
        self.beside_ours += usize::from(ours.is_some());
        self.as_ours += usize::from(ours.as_ref() == Some(&result));
        Ok(())
    }

    fn told(self, games: usize) -> Value {
        let Statuses { agree, differ } = self.statuses;
        let aftermath = json!({
            "scores_as_recorded": [self.as_recorded, self.comparable],
            "scores_as_ours": [self.as_ours, self.beside_ours],
        });
        json!({
            "agree": agree,
            "differ": differ,
            "assuming_that_the_others_live": {
                "games_scored": share(self.settled, games),
                "all_right": share(self.right, games),
            },
            "aftermath": self.times.add_to(aftermath),
        })
    }
}

fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}
