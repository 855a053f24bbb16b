//! Errors as the exceptions of `shinpan.errors`.

use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use shinpan_referee::RefusedMove;

use crate::position::Position;

import_exception!(shinpan.errors, BoardError);
import_exception!(shinpan.errors, PositionError);
import_exception!(shinpan.errors, RecordError);
import_exception!(shinpan.errors, RulesetError);
import_exception!(shinpan.errors, BatchError);
import_exception!(shinpan.errors, DrawingError);
import_exception!(shinpan.errors, ProofError);
import_exception!(shinpan.errors, NothingToSettle);

/// A record that cannot be read or ruled on.
pub(crate) fn record_error(fault: &shinpan_referee::RecordError) -> PyErr {
    RecordError::new_err((fault.what.clone(), fault.field()))
}

/// A record made in Python, or an option of a ruling, that cannot be.
pub(crate) fn fault_at(place: &str, what: impl ToString) -> PyErr {
    RecordError::new_err((what.to_string(), place.to_owned()))
}

/// A refused move or act, with the earlier position that would come back, if one would.
pub(crate) fn refused(
    py: Python<'_>,
    refused: &RefusedMove,
    earlier: Option<Position>,
) -> PyResult<PyErr> {
    static REFUSED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let json = to_json(refused)?;
    let error = REFUSED.import(py, "shinpan.errors", "Refused")?;
    Ok(PyErr::from_value(error.call_method1("of_json", (json, earlier))?))
}

/// A report as JSON. That our own reports can be written is tested elsewhere.
pub(crate) fn to_json(report: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(report)
        .map_err(|fault| pyo3::exceptions::PyRuntimeError::new_err(fault.to_string()))
}
