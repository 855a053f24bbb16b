//! What can be wrong with a board, a diagram or a set-up position.

use thiserror::Error;

use crate::player::Player;

/// The first of a list for a message, and how many more there are.
#[must_use]
pub fn listed<T: ToString>(all: &[T], between: &str) -> String {
    const MOST: usize = 20;
    let mut text = all.iter().take(MOST).map(ToString::to_string).collect::<Vec<_>>().join(between);
    if all.len() > MOST {
        text.push_str(&format!("{between}and {} more", all.len() - MOST));
    }
    text
}

/// Why a board could not be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// The text names no kind of board.
    #[error("expected a board like `19x19`, `line 5` or `torus 5x5`, found `{0}`")]
    Unreadable(String),
    /// A side of a grid is out of range.
    #[error("a board of {columns}x{rows} points: each side must be 1 to {max}", max = crate::MAX_SIDE)]
    Side {
        /// The number of columns asked for.
        columns: u64,
        /// The number of rows asked for.
        rows: u64,
    },
    /// The number of points of a graph is out of range.
    #[error("a graph of {0} points: it must have 1 to {max}", max = crate::MAX_POINTS)]
    PointCount(usize),
    /// There are too many edges.
    #[error("a graph of {0} edges: at most {max} are allowed", max = crate::MAX_EDGES)]
    EdgeCount(usize),
    /// A point's name cannot be used.
    #[error("point {number} is named `{name}`: {fault}")]
    Name {
        /// The point's place in the list, from 1.
        number: usize,
        /// The name found.
        name: String,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// Two points have one name (case is ignored).
    #[error("points {first} and {second} are both named `{name}`")]
    DuplicateName {
        /// The earlier of the two, from 1.
        first: usize,
        /// The later of the two, from 1.
        second: usize,
        /// The name.
        name: String,
    },
    /// An edge names a point that is not in the list.
    #[error("edge {number} names the point `{name}`, which is not among the points")]
    UnknownPoint {
        /// The edge's place in the list, from 1.
        number: usize,
        /// The name found.
        name: String,
    },
    /// An edge joins a point to itself.
    #[error("edge {number} joins `{name}` to itself")]
    Loop {
        /// The edge's place in the list, from 1.
        number: usize,
        /// The point.
        name: String,
    },
    /// An edge is given twice.
    #[error("edge {number} joins `{from}` and `{to}`, as edge {earlier} does")]
    DuplicateEdge {
        /// The edge's place in the list, from 1.
        number: usize,
        /// The place of the edge that says the same, from 1.
        earlier: usize,
        /// One end.
        from: String,
        /// The other end.
        to: String,
    },
    /// Several faults, all of them.
    #[error("{}", listed(.0, "; "))]
    Several(Vec<BoardError>),
}

/// Why a text diagram could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DiagramError {
    /// The diagram has another number of rows than the board.
    #[error("rows in the position: {found}, on the board: {expected}")]
    Rows {
        /// Rows found.
        found: usize,
        /// Rows of the board.
        expected: usize,
    },
    /// A row has another number of points than the board.
    #[error("row {row} of the position has {found} points, the board {expected}")]
    Columns {
        /// The row, from 1 at the top.
        row: usize,
        /// Points found.
        found: usize,
        /// Columns of the board.
        expected: usize,
    },
    /// A sign that means nothing.
    #[error(
        "row {row} of the position has `{found}` at point {column}: expected `.`, `X`, `O` or a \
         player's number"
    )]
    Sign {
        /// The row, from 1 at the top.
        row: usize,
        /// The point in the row, from 1.
        column: usize,
        /// The sign found.
        found: char,
    },
    /// The board is no grid: it has no rows.
    #[error("a position in rows needs a grid; on a graph give a table of points and players")]
    NoGrid,
}

/// Why a position cannot be played from.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupFault {
    /// A chain stands on the board without liberties.
    #[error("the {player} chain at {} has no liberty", listed(.points, " "))]
    NoLiberty {
        /// Whose chain.
        player: Player,
        /// Its points, by name.
        points: Vec<String>,
    },
    /// A stone of somebody who does not take part.
    #[error("a stone of {player} stands at {point}, but there are {players} players")]
    NoSuchPlayer {
        /// Whose stone.
        player: Player,
        /// Where it stands.
        point: String,
        /// How many players there are.
        players: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_cut_and_says_how_much_is_left_out() {
        let numbers: Vec<usize> = (1..=22).collect();
        assert_eq!(listed(&numbers[..3], "; "), "1; 2; 3");
        assert!(listed(&numbers[..20], " ").ends_with(" 19 20"));
        assert!(listed(&numbers, ", ").ends_with(", 20, and 2 more"));
    }
}
