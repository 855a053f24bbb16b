//! Rulings on records, and on who lives.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use shinpan_board::Player;
use shinpan_referee::{Action, Assumed, Judged, Options, Prover, Report, Sitting, assume};
use shinpan_rules::{Analyst, Move, Setup};

use crate::asked::{self, Rules, one_of, seconds};
use crate::errors::{fault_at, record_error, to_json};
use crate::game::Game;
use crate::position::Position;
use crate::record::Record;
use crate::ruleset::Ruleset;
use crate::work::released;

// What the signatures show.
const _: () = assert!(Prover::NODES == 20_000 && Prover::SECONDS == 10.0 && Prover::MEMORY == 512);

/// What a prover may cost.
pub(crate) struct Budget {
    nodes: u64,
    states: usize,
    limit: Option<Duration>,
    check_proofs: bool,
}

impl Budget {
    /// So many states a chain and seconds, and so many MiB for what is decided exactly.
    pub(crate) fn new(
        nodes: u64,
        limit: Option<f64>,
        memory: u64,
        check_proofs: bool,
    ) -> PyResult<Budget> {
        let limit = seconds(limit)?;
        Ok(Budget { nodes, states: Prover::states_in(memory), limit, check_proofs })
    }

    /// A prover whose time begins with its work.
    pub(crate) fn prover(&self, stop: &Arc<AtomicBool>) -> Prover {
        let (limit, stop, begun) = (self.limit, Arc::clone(stop), OnceLock::new());
        let ended = move || {
            let begun: &Instant = begun.get_or_init(Instant::now);
            stop.load(Ordering::Relaxed) || limit.is_some_and(|limit| begun.elapsed() > limit)
        };
        let Budget { nodes, states, check_proofs, .. } = *self;
        Prover { nodes, states, check_proofs, stop: Arc::new(ended), ..Prover::default() }
    }
}

/// A `shinpan.Ruling` from a report's JSON and the game as it stands.
pub(crate) fn ruling<'py>(
    py: Python<'py>,
    json: String,
    game: Game,
) -> PyResult<Bound<'py, PyAny>> {
    static RULING: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    RULING.import(py, "shinpan.ruling", "Ruling")?.call_method1("of_json", (json, game))
}

fn told<'py>(py: Python<'py>, judged: Judged) -> PyResult<Bound<'py, PyAny>> {
    ruling(py, to_json(&judged.report)?, Game::from(judged.sitting))
}

one_of! {
    /// A record, or the name of its file.
    Judgeable<'py>, "a Record, the name of a file, or bytes":
        Record(PyRef<'py, Record>), Bytes(PyBackedBytes), Path(PathBuf)
}

one_of! {
    /// Points of stones, or under Kee Rules `@N` before those in the scoring position N.
    DeadStones, "a list of points, like ['A1', 'C3']": Points(Vec<String>)
}

one_of! {
    /// Points of chains, or `staying`.
    AssumedAlive, "a list of points, like ['A1', 'C3'], or 'staying'": Text(String), Points(Vec<String>)
}

impl DeadStones {
    fn names(self) -> Vec<String> {
        let DeadStones::Points(names) = self;
        names
    }
}

impl Judgeable<'_> {
    fn read(self) -> PyResult<shinpan_referee::Record> {
        match self {
            Judgeable::Record(record) => Ok(record.record.clone()),
            Judgeable::Path(path) => Ok(Record::open(path, 1, None)?.record),
            Judgeable::Bytes(content) => shinpan_referee::Record::read(&content, 1, &[])
                .map_err(|fault| record_error(&fault)),
        }
    }
}

/// The ruling on a record: a `Record`, the name of its file, or its content as `bytes`.
///
/// `rules` and `komi` stand instead of the record's; `dead` names the stones the players agree are dead (under Kee Rules
/// points after `"@N"` in the scoring position N); `at` rules on
/// the state after so many moves; `passes` adds the passes that end the play, where the record has none; `cycles` says when cycles are ruled on. Under `japanese-1989` life is proved within
/// the budget; `max_memory`, in MiB, is for closed parts of the board that are decided exactly, as far as `max_nodes` goes.
/// `assume_alive` asks what follows if the chains at these points live of which it is not proven, or with `"staying"` all that the players
/// let stay: `Ruling.assuming`, by as large a budget again.
///
/// >>> ruling = judge(Record.read("(;SZ[3]RU[Chinese];B[bb];W[];B[])"))
/// >>> ruling.result.sgf, ruling.result.scores
/// ('B+9', {'black': Fraction(9, 1), 'white': Fraction(0, 1)})
#[pyfunction]
#[pyo3(signature = (record, rules=None, *, komi=None, dead=None, at=None, passes=false, cycles=None, max_nodes=20_000,
    max_seconds=10.0, max_memory=512, check_proofs=false, assume_alive=None))]
#[allow(clippy::too_many_arguments, reason = "keywords of a Python function")]
pub(crate) fn judge<'py>(
    py: Python<'py>,
    record: Judgeable<'_>,
    rules: Option<Rules<'_>>,
    komi: Option<Bound<'_, PyAny>>,
    dead: Option<DeadStones>,
    #[pyo3(from_py_with = asked::at)] at: Option<usize>,
    passes: bool,
    cycles: Option<&str>,
    #[pyo3(from_py_with = asked::max_nodes)] max_nodes: u64,
    max_seconds: Option<f64>,
    #[pyo3(from_py_with = asked::max_memory)] max_memory: u64,
    check_proofs: bool,
    assume_alive: Option<AssumedAlive>,
) -> PyResult<Bound<'py, PyAny>> {
    let record = record.read()?;
    let assumed = assume_alive.map(|assumed| match assumed {
        AssumedAlive::Text(text) => Assumed::read(&text),
        AssumedAlive::Points(names) => Assumed::At(names),
    });
    let options = Options {
        rules: rules.map(|rules| rules.read()).transpose()?,
        komi: asked::komi(komi.as_ref())?,
        dead: dead.map(DeadStones::names),
        at,
        passes,
        cycles: asked::notice(cycles)?,
        analyst: None,
    };
    let budget = Budget::new(max_nodes, max_seconds, max_memory, check_proofs)?;
    let judged = released(py, None, |stop| {
        let analyst: Option<Arc<dyn Analyst>> = Some(Arc::new(budget.prover(stop)));
        let options = Options { analyst, ..options };
        let mut judged = shinpan_referee::judge(&record, &options)?;
        if let (Some(assumed), None) = (&assumed, &judged.refused) {
            let prover = budget.prover(stop);
            let found = assume(&record, &options, &judged, assumed, &prover)?;
            judged.report.assuming = Some(found);
        }
        Ok(judged)
    })?;
    told(py, judged.map_err(|fault| record_error(&fault))?)
}

/// The rulings on a record under every built-in ruleset that takes as many players, in the order of
/// `Ruleset.names()`.
///
/// >>> rulings = compare(Record.read("(;SZ[3];B[bb];W[];B[];W[];B[])"))
/// >>> {ruling.rules: ruling.result.sgf for ruling in rulings if ruling.rules in ("button", "kee", "lasker-maas")}
/// {'lasker-maas': 'B+8', 'button': 'B+8.5', 'kee': 'B+9'}
#[pyfunction]
#[pyo3(signature = (record, *, komi=None, dead=None, at=None, passes=false, max_nodes=20_000, max_seconds=10.0, max_memory=512))]
#[allow(clippy::too_many_arguments, reason = "keywords of a Python function")]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    record: Judgeable<'_>,
    komi: Option<Bound<'_, PyAny>>,
    dead: Option<DeadStones>,
    #[pyo3(from_py_with = asked::at)] at: Option<usize>,
    passes: bool,
    #[pyo3(from_py_with = asked::max_nodes)] max_nodes: u64,
    max_seconds: Option<f64>,
    #[pyo3(from_py_with = asked::max_memory)] max_memory: u64,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let record = record.read()?;
    let komi = asked::komi(komi.as_ref())?;
    let budget = Budget::new(max_nodes, max_seconds, max_memory, false)?;
    let dead = dead.map(DeadStones::names);
    let rulings = released(py, None, |stop| {
        let analyst: Option<Arc<dyn Analyst>> = Some(Arc::new(budget.prover(stop)));
        let options = Options { rules: None, komi, dead, at, passes, cycles: None, analyst };
        shinpan_referee::compare(&record, &options)
    })?;
    let rulings = rulings.map_err(|fault| record_error(&fault))?;
    rulings.into_iter().map(|judged| told(py, judged)).collect()
}

/// Who lives in a position, by proof (Japanese 1989): the ruling as if both had just passed, with `chains`, `removed`,
/// `territory`, and `bounds` of Black's margin where a status is open.
///
/// >>> ruling = analyse(Position("5x2", "XX.XX/.XXX."))
/// >>> [(chain.player, chain.status) for chain in ruling.chains]
/// [('black', 'alive')]
/// >>> ruling.territory["black"]
/// ('C2', 'A1', 'E1')
#[pyfunction]
#[pyo3(signature = (position, *, rules=None, komi=None, prisoners=None, max_nodes=20_000, max_seconds=10.0,
    max_memory=512, check_proofs=false))]
#[allow(clippy::too_many_arguments, reason = "keywords of a Python function")]
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    position: PyRef<'_, Position>,
    rules: Option<Rules<'_>>,
    komi: Option<Bound<'_, PyAny>>,
    prisoners: Option<BTreeMap<String, Bound<'_, PyAny>>>,
    #[pyo3(from_py_with = asked::max_nodes)] max_nodes: u64,
    max_seconds: Option<f64>,
    #[pyo3(from_py_with = asked::max_memory)] max_memory: u64,
    check_proofs: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = match rules {
        Some(rules) => rules.read()?,
        None => Rules::Text("japanese-1989".to_owned()).read()?,
    };
    let setup = Setup {
        stones: position.position.stones().collect(),
        komi: asked::komi(komi.as_ref())?.unwrap_or_default(),
        prisoners: asked::prisoners_of(prisoners, position.players)?,
        ..Setup::empty(Arc::clone(&position.board), position.players)
    };
    let ruleset = Ruleset { read: rules };
    let mut sitting = Sitting::new(Arc::new(ruleset.read.ruleset), &setup)
        .map_err(|fault| fault_at("position", fault))?;
    for player in [Player::BLACK, Player::WHITE] {
        sitting
            .act(&Action::Move(player, Move::Pass))
            .map_err(|refused| fault_at("position", refused.why))?;
    }
    if sitting.analysis().is_none() {
        let id = &sitting.ruleset().id;
        return Err(fault_at("rules", format!("under `{id}` nobody asks which chains live")));
    }
    let budget = Budget::new(max_nodes, max_seconds, max_memory, check_proofs)?;
    let sitting = released(py, None, |stop| {
        sitting.analyse(&budget.prover(stop));
        sitting
    })?;
    ruling(py, to_json(&Report::of(&sitting))?, Game::from(sitting))
}
