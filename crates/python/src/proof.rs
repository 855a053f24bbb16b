//! Why a chain lives or not, and proofs that are kept.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use serde::Serialize;
use shinpan_board::Point;
use shinpan_referee::{Explanation, ProofFault, SavedProof, Sitting};

use crate::errors::{ProofError, fault_at, to_json};
use crate::judge::Budget;
use crate::picture;
use crate::position::Position;
use crate::record::Content;
use crate::work::released;

/// What `shinpan.explanation` reads.
#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    explanation: Explanation,
    svg: String,
    sgf: Option<String>,
    proof: Option<String>,
}

/// A `shinpan.Explanation` of the chain at a point, by what a prover finds within the budget.
pub(crate) fn explain<'py>(
    py: Python<'py>,
    mut sitting: Sitting,
    point: Point,
    budget: &Budget,
) -> PyResult<Bound<'py, PyAny>> {
    static EXPLANATION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let told = released(py, None, |stop| {
        let proven = budget.prover(stop).asked(point).prove_due(sitting.game());
        sitting.analyse(&proven);
        let explanation =
            shinpan_referee::explain(&sitting, point, proven.proof(point), proven.with_eyes())?;
        let scene = shinpan_referee::explained_picture(&sitting, point)?;
        let sgf = shinpan_referee::explained_sgf(
            &sitting,
            point,
            proven.proof(point),
            proven.with_eyes(),
        )
        .ok();
        let proof = SavedProof::of(sitting.game().board(), &proven, point);
        Ok::<_, String>((explanation, scene, sgf, proof))
    })?;
    let (explanation, scene, sgf, proof) = told.map_err(|why| fault_at("point", why))?;
    let proof = proof.map(|proof| proof.to_json()).transpose().map_err(|why| fault(&why))?;
    let svg = picture::drawn(Ok(scene))?;
    let json = to_json(&Explained { explanation, svg, sgf, proof })?;
    EXPLANATION.import(py, "shinpan.explanation", "Explanation")?.call_method1("of_json", (json,))
}

fn fault(fault: &ProofFault) -> PyErr {
    ProofError::new_err(fault.to_string())
}

/// Goes through a proof that was kept (`Explanation.proof`, or the file of `shinpan explain --save`), with a checker that
/// shares no code with the prover. What it accepts is a `CheckedProof`; else it raises `ProofError`, which says why.
///
/// >>> check_proof("{}")
/// Traceback (most recent call last):
///     ...
/// shinpan.errors.ProofError: expected a proof: missing field `board` at line 1 column 2
#[pyfunction]
pub(crate) fn check_proof<'py>(py: Python<'py>, proof: Content) -> PyResult<Bound<'py, PyAny>> {
    static CHECKED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let text = proof.bytes();
    let checked = released(py, None, |_| SavedProof::check(&text))?.map_err(|why| fault(&why))?;
    let report = to_json(&checked.report())?;
    let position =
        Position { board: Arc::clone(&checked.board), position: checked.position, players: 2 };
    let class = CHECKED.import(py, "shinpan.explanation", "CheckedProof")?;
    class.call_method1("of_json", (report, position))
}
