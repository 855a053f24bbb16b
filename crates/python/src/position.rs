//! `Position`.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use shinpan_board::{Player, Stone};

use crate::asked::{self, BoardLike, Stones};
use crate::board::{Board, hash_of};
use crate::errors::PositionError;
use crate::picture;

/// What stands on a board. It has no turns and no rules, and it never changes: `play` gives another one.
///
/// >>> position = Position("3x3", """
/// ...     . X O
/// ...     X O .
/// ...     . . .
/// ... """)
/// >>> position["b3"], position["C1"]
/// ('black', None)
/// >>> position.liberties("C3")
/// ['C2']
/// >>> after = position.play("black", "C2")
/// >>> print(after)
/// .X.
/// XOX
/// ...
/// >>> after.stones == {"B3": "black", "A2": "black", "B2": "white", "C2": "black"}
/// True
///
/// On a graph a position is given as a dictionary. NumPy takes a position as it is:
///
/// >>> import numpy
/// >>> numpy.asarray(position)
/// array([[0, 1, 2],
///        [1, 2, 0],
///        [0, 0, 0]], dtype=uint8)
#[pyclass(frozen, eq, module = "shinpan")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) board: Arc<shinpan_board::Board>,
    pub(crate) position: shinpan_board::Position,
    pub(crate) players: usize,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.position.codes() == other.position.codes() && self.board == other.board
    }
}

impl Position {
    /// The position of these stones.
    pub(crate) fn of(
        board: Arc<shinpan_board::Board>,
        players: usize,
        stones: &[Stone],
    ) -> PyResult<Position> {
        match shinpan_board::Position::from_stones(&board, players, stones) {
            Ok(position) => Ok(Position { board, position, players }),
            Err(faults) => Err(PositionError::new_err(shinpan_board::listed(&faults, "; "))),
        }
    }

    /// The position of these codes, from within.
    pub(crate) fn of_codes(
        board: &Arc<shinpan_board::Board>,
        players: usize,
        codes: &[u8],
    ) -> PyResult<Position> {
        let stones: Vec<Stone> =
            codes.iter().map(|&code| Stone::from_code(code).unwrap_or_default()).collect();
        Position::of(Arc::clone(board), players, &stones)
    }

    fn names(&self, points: impl IntoIterator<Item = shinpan_board::Point>) -> Vec<String> {
        points.into_iter().map(|point| self.board.name(point)).collect()
    }
}

#[pymethods]
impl Position {
    /// A position: on a rectangle or torus from the rows of a diagram (`.`, `X`, `O`, `3`, ...; on lines or parted by
    /// `/`, blanks do not matter), on any board from a dictionary of points. Without either the board is empty.
    #[new]
    #[pyo3(signature = (board, stones=None, *, players=None))]
    fn new(
        board: BoardLike<'_>,
        stones: Option<Stones<'_>>,
        #[pyo3(from_py_with = asked::players)] players: Option<i128>,
    ) -> PyResult<Position> {
        let (board, players) = (board.read()?, asked::players_of(players)?);
        let stones = stones.map(|stones| stones.read(&board)).transpose()?.unwrap_or_default();
        Position::of(board, players, &stones)
    }

    /// A position from an array: 0 for an empty point, 1 for Black, 2 for White, ..., rows from the top. On a
    /// graph one number for each point, in the order of the board. Floats will do if they are whole numbers.
    ///
    /// >>> import numpy
    /// >>> print(Position.from_array(numpy.array([[0, 1], [2, 0]])))
    /// .X
    /// O.
    #[staticmethod]
    #[pyo3(signature = (array, board=None, *, players=None))]
    fn from_array(
        py: Python<'_>,
        array: &Bound<'_, PyAny>,
        board: Option<BoardLike<'_>>,
        #[pyo3(from_py_with = asked::players)] players: Option<i128>,
    ) -> PyResult<Position> {
        let array = py.import("numpy")?.call_method1("asarray", (array,))?;
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        let board = match (board, shape.as_slice()) {
            (Some(board), _) => board.read()?,
            (None, &[rows, columns]) => Board::rectangle(columns, rows)?.board,
            (None, _) => {
                let why = "expected an array of rows and columns, or a board";
                return Err(PositionError::new_err(format!("{why}, found shape {shape:?}")));
            }
        };
        let fits = match (board.shape().grid(), shape.as_slice()) {
            (Some((columns, rows)), &[r, c]) => (r, c) == (rows, columns),
            (_, &[length]) => length == board.len(),
            _ => false,
        };
        if !fits {
            let board = board.in_words();
            let told = format!("expected an array for the {board}, found shape {shape:?}");
            return Err(PositionError::new_err(told));
        }
        let numbers: Vec<Bound<'_, PyAny>> =
            array.call_method0("ravel")?.call_method0("tolist")?.extract()?;
        let stones = numbers.iter().map(|number| {
            // `numpy.zeros` gives floats.
            let exact = |number: f64| (number == f64::from(number as u8)).then_some(number as u8);
            let code = number.extract::<u8>().ok();
            let code = code.or_else(|| number.extract::<f64>().ok().and_then(exact));
            code.and_then(Stone::from_code).ok_or_else(|| {
                let told = format!(
                    "expected whole numbers, 0 (empty), 1 (Black), 2 (White), ..., found {number}"
                );
                PositionError::new_err(told)
            })
        });
        let stones: Vec<Stone> = stones.collect::<PyResult<_>>()?;
        Position::of(board, asked::players_of(players)?, &stones)
    }

    /// For `numpy.asarray`: 0 for an empty point, 1 for Black, 2 for White, ....
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            let told = "a position can only be copied to an array";
            return Err(pyo3::exceptions::PyValueError::new_err(told));
        }
        let codes = PyBytes::new(py, self.position.codes());
        let numpy = py.import("numpy")?;
        let flat = numpy.call_method1("frombuffer", (codes, numpy.getattr("uint8")?))?;
        let shaped = match self.board.shape().grid() {
            Some((columns, rows)) => flat.call_method1("reshape", (rows, columns))?,
            None => flat,
        };
        match dtype {
            Some(dtype) => shaped.call_method1("astype", (dtype,)),
            None => shaped.call_method0("copy"),
        }
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board { board: Arc::clone(&self.board) }
    }

    /// How many players there are.
    #[getter]
    fn players(&self) -> usize {
        self.players
    }

    /// Whose stone stands on each occupied point.
    #[getter]
    fn stones(&self) -> BTreeMap<String, &'static str> {
        let points = self.board.points().zip(self.position.stones());
        points
            .filter_map(|(point, stone)| Some((self.board.name(point), stone.player()?.name())))
            .collect()
    }

    /// Every chain, as its points.
    #[getter]
    fn chains(&self) -> Vec<Vec<String>> {
        self.position.chains(&self.board).into_iter().map(|chain| self.names(chain)).collect()
    }

    /// The points of the chain at a point; none if it is empty.
    fn chain(&self, point: &str) -> PyResult<Vec<String>> {
        let mut chain: Vec<_> = self.position.chain(asked::point(&self.board, point)?).collect();
        chain.sort_unstable();
        Ok(self.names(chain))
    }

    /// The liberties of the chain at a point; none if it is empty.
    fn liberties(&self, point: &str) -> PyResult<Vec<String>> {
        Ok(self.names(self.position.liberties(&self.board, asked::point(&self.board, point)?)))
    }

    /// The position after a stone is put on an empty point and what has no liberty is taken: opposing
    /// chains first, then the stone's own. No rule is asked; a `Game` asks them.
    fn play(&self, player: &str, point: &str) -> PyResult<Position> {
        let mut after = self.clone();
        let (player, at) =
            (asked::player(player, self.players)?, asked::point(&self.board, point)?);
        if let Some(owner) = self.position.stone(at).player() {
            let name = self.board.name(at);
            return Err(PositionError::new_err(format!("a stone of {owner} stands on {name}")));
        }
        after.position.place(&self.board, at, player);
        Ok(after)
    }

    /// The picture as SVG. Notebooks show it by themselves.
    fn svg(&self) -> PyResult<String> {
        picture::position(&self.board, self.position.codes())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __getitem__(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let Ok(name) = point.extract::<String>() else {
            return Err(asked::unexpected(point, "the name of a point, like 'A1'"));
        };
        let point = asked::point(&self.board, &name)?;
        Ok(self.position.stone(point).player().map(Player::name))
    }

    /// Not to be gone through: Python would ask for the points 0, 1, 2, ....
    fn __iter__(&self) -> PyResult<Py<PyAny>> {
        let told = "a Position is not iterated: `stones` has its stones, `board.points` its points";
        Err(PyTypeError::new_err(told))
    }

    /// Not to be asked what is in it: that could be its points or its stones.
    fn __contains__(&self, _item: &Bound<'_, PyAny>) -> PyResult<bool> {
        let told = "a Position is not asked with `in`: ask its `stones`, or its `board` for points";
        Err(PyTypeError::new_err(told))
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.position.codes())
    }

    fn __str__(&self) -> String {
        self.position.diagram(&self.board).join("\n")
    }

    fn __repr__(&self) -> String {
        let board = self.board.describe();
        match self.board.shape().grid() {
            Some(_) => format!("Position('{board}', {:?})", self.__str__()),
            None => format!("<Position on {board}: {} stones>", self.stones().len()),
        }
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Position>().getattr("_of")?;
        Ok((class, (self.board(), self.stones(), self.players).into_pyobject(py)?))
    }

    #[staticmethod]
    fn _of(board: BoardLike<'_>, stones: Stones<'_>, players: usize) -> PyResult<Position> {
        Position::new(board, Some(stones), Some(players as i128))
    }
}
