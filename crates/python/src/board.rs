//! `Board`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shinpan_board::BoardError as Fault;

use crate::asked;
use crate::errors::BoardError;

/// A board: a rectangle, a torus, or any graph of named points. It never changes.
///
/// >>> board = Board("9x9")
/// >>> len(board), board.neighbours("A1")
/// (81, ['A2', 'B1'])
/// >>> "T19" in board
/// False
/// >>> star = Board.graph(["hub", "a", "b", "c"], [("hub", "a"), ("hub", "b"), ("hub", "c")])
/// >>> star
/// Board('graph of 4 points')
/// >>> star.neighbours("hub")
/// ['a', 'b', 'c']
#[pyclass(frozen, eq, hash, module = "shinpan")]
#[derive(Clone, PartialEq)]
pub(crate) struct Board {
    pub(crate) board: Arc<shinpan_board::Board>,
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.describe().hash(state);
    }
}

fn made(board: Result<shinpan_board::Board, Fault>) -> PyResult<Board> {
    let board = board.map_err(|fault| BoardError::new_err(fault.to_string()))?;
    Ok(Board { board: Arc::new(board) })
}

#[pymethods]
impl Board {
    /// A board by what it is called: `19x19` (columns by rows), `line 5`, `torus 5x5`.
    #[new]
    fn new(text: &str) -> PyResult<Board> {
        made(shinpan_board::Board::parse(text))
    }

    /// A rectangle of points.
    ///
    /// >>> Board.rectangle(3, 2).points
    /// ['A2', 'B2', 'C2', 'A1', 'B1', 'C1']
    #[staticmethod]
    pub(crate) fn rectangle(
        #[pyo3(from_py_with = asked::columns)] columns: usize,
        #[pyo3(from_py_with = asked::rows)] rows: usize,
    ) -> PyResult<Board> {
        made(shinpan_board::Board::rectangle(columns, rows))
    }

    /// A rectangle whose sides are joined.
    ///
    /// >>> Board.torus(4, 4).neighbours("A1")
    /// ['A4', 'B1', 'D1', 'A2']
    #[staticmethod]
    fn torus(
        #[pyo3(from_py_with = asked::columns)] columns: usize,
        #[pyo3(from_py_with = asked::rows)] rows: usize,
    ) -> PyResult<Board> {
        made(shinpan_board::Board::torus(columns, rows))
    }

    /// A graph: the names of its points, and which of them are neighbours.
    ///
    /// >>> Board.graph(["a", "b"], [("a", "c")])
    /// Traceback (most recent call last):
    ///     ...
    /// shinpan.errors.BoardError: edge 1 names the point `c`, which is not among the points
    #[staticmethod]
    fn graph(points: Vec<String>, edges: Vec<(String, String)>) -> PyResult<Board> {
        made(shinpan_board::Board::graph(&points, &edges))
    }

    /// The names of all points: top row first, left to right; on a graph in the order given.
    #[getter]
    fn points(&self) -> Vec<String> {
        self.board.points().map(|point| self.board.name(point)).collect()
    }

    /// All pairs of neighbours, each once.
    #[getter]
    fn edges(&self) -> Vec<(String, String)> {
        let board = &self.board;
        board.edges().map(|(one, near)| (board.name(one), board.name(near))).collect()
    }

    /// Columns and rows of a rectangle or torus; `None` on a graph.
    #[getter]
    fn shape(&self) -> Option<(usize, usize)> {
        self.board.shape().grid()
    }

    /// The neighbours of a point.
    fn neighbours(&self, point: &str) -> PyResult<Vec<String>> {
        let point = asked::point(&self.board, point)?;
        Ok(self.board.neighbours(point).map(|near| self.board.name(near)).collect())
    }

    /// The place of a point in `points`, as arrays use it.
    fn index(&self, point: &str) -> PyResult<usize> {
        Ok(asked::point(&self.board, point)?.index())
    }

    fn __len__(&self) -> usize {
        self.board.len()
    }

    fn __contains__(&self, point: &str) -> bool {
        self.board.parse_point(point).is_some()
    }

    fn __str__(&self) -> String {
        self.board.describe()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.board.describe())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Board>();
        if self.board.shape().grid().is_some() {
            let text = PyTuple::new(py, [self.board.describe()])?;
            return Ok((class.into_any(), text));
        }
        Ok((class.getattr("graph")?, (self.points(), self.edges()).into_pyobject(py)?))
    }
}

/// A hash of anything that has one.
pub(crate) fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
