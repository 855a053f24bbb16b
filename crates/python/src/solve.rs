//! Exact values.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use shinpan_solve::{AskedError, Limits, Settled, SolutionReport};

use crate::asked::{self, margin, seconds};
use crate::errors::{NothingToSettle, fault_at, to_json};
use crate::game::Game;
use crate::work::released;

// What the signatures show.
const _: () = assert!(Limits::MEMORY == 1024 << 20);

/// What best play leads to from where a game stands: a `Solution`, whose value is exact, between proven bounds, or
/// unknown where a budget ended the search. With `at_least` it is asked only whether Black gets that margin, komi included: `reached`
/// says it, which may take much less than the value. With more than two players `players` says what each can get against all the others
/// together. `max_memory` is in MiB.
///
/// >>> solution = solve(Game("tromp-taylor", "2x2"))
/// >>> solution.value, solution.outcome, solution.exact
/// (Fraction(1, 1), 'win', True)
/// >>> solve(Game("tromp-taylor", "4x4"), max_nodes=100).limit
/// 'stopped after 100 nodes'
/// >>> solve(Game("tromp-taylor", "3x3"), at_least=9).reached
/// True
/// >>> [share.draws_won for share in solve(Game("kee", "1x3", players=3)).players]
/// [(Fraction(3, 1), Fraction(3, 1)), (Fraction(0, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(0, 1))]
#[pyfunction]
#[pyo3(signature = (game, *, at_least=None, max_nodes=None, max_seconds=None, max_memory=1024))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    game: PyRef<'_, Game>,
    at_least: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = asked::max_nodes_or_none)] max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    #[pyo3(from_py_with = asked::max_memory)] max_memory: u64,
) -> PyResult<Bound<'py, PyAny>> {
    static SOLUTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let limit = seconds(max_seconds)?;
    let asked = margin(at_least)?;
    let game = game.sitting().game().clone();
    let report = released(py, limit, |stop| {
        let limits = Limits {
            nodes: max_nodes.unwrap_or(u64::MAX),
            memory: max_memory.saturating_mul(1 << 20),
            stop,
            progress: &|_| {},
        };
        let begun = Instant::now();
        let mut report = shinpan_solve::report(&game, asked, &limits, 1)?;
        report.seconds = begun.elapsed().as_secs_f64();
        Ok::<SolutionReport, AskedError>(report)
    })?;
    let report = report.map_err(|fault| fault_at("at_least", fault))?;
    SOLUTION
        .import(py, "shinpan.solution", "Solution")?
        .call_method1("of_json", (to_json(&report)?,))
}

/// A `shinpan.Settlement`: what best play in the phase that decides which stones live comes to.
pub(crate) fn settle<'py>(
    py: Python<'py>,
    game: &shinpan_rules::Game,
    nodes: u64,
    limit: Option<Duration>,
    max_memory: u64,
) -> PyResult<Bound<'py, PyAny>> {
    static SETTLEMENT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let settled = released(py, limit, |stop| {
        let memory = max_memory.saturating_mul(1 << 20);
        let begun = Instant::now();
        let limits = Limits { nodes, memory, stop, progress: &|_| {} };
        let (mut settled, _) = shinpan_solve::settle(game, &limits)?;
        settled.solution.seconds = begun.elapsed().as_secs_f64();
        Ok::<Settled, String>(settled)
    })?;
    let settled = settled.map_err(NothingToSettle::new_err)?;
    SETTLEMENT
        .import(py, "shinpan.solution", "Settlement")?
        .call_method1("of_json", (to_json(&settled)?,))
}
