//! What can be wrong with a scene, and what can go wrong while it is drawn.

use thiserror::Error;

/// Why a picture could not be made.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The scene contradicts itself; all its faults, or the first twenty of them.
    #[error("this scene cannot be drawn: {}", list(.0))]
    Scene(Vec<Fault>),
    /// The shots of a film do not follow each other.
    #[error("this film cannot be drawn: {0}")]
    Film(String),
    /// The text is not the JSON form of a scene.
    #[error("not a scene in JSON: {0}")]
    Json(String),
    /// There is no theme of this name.
    #[error("no theme is called `{0}`; there are `wood`, `print` and `dark`")]
    Theme(String),
    /// The text is not SVG.
    #[error("not an SVG picture: {0}")]
    Svg(String),
    /// The scale or the width asked for is not a positive number.
    #[error("a picture cannot be drawn at scale {0}")]
    Scale(f64),
    /// The picture would be too big.
    #[error(
        "a picture of {width} by {height} pixels is too big: at most 16384 a side and \
         67108864 in all are drawn"
    )]
    Size {
        /// Its width in pixels.
        width: u64,
        /// Its height in pixels.
        height: u64,
    },
    /// The PNG could not be written.
    #[error("the picture could not be written as PNG: {0}")]
    Encode(String),
}

/// One thing wrong with a scene. Points, edges, stones, marks and areas are counted from 0, as in
/// the JSON form.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A list is longer than this crate will draw.
    #[error("{found} {what}, where at most {most} can be drawn")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A point's place is not a number, or is too far away.
    #[error("point {point} has no place on the page: x and y must be within 10000 of 0")]
    Place {
        /// The point.
        point: usize,
    },
    /// Something stands on a point that does not exist.
    #[error("{what} {index} names point {point}, and there are {points} points")]
    NoSuchPoint {
        /// `edge`, `stone`, `mark`, `area` or `block`.
        what: &'static str,
        /// Which one of them.
        index: usize,
        /// The point it names.
        point: usize,
        /// How many points there are.
        points: usize,
    },
    /// Something belongs to a player that does not exist.
    #[error("{what} {index} belongs to player {player}, and players are 0 to 7")]
    NoSuchPlayer {
        /// `stone`, `area`, `block` or `pile`.
        what: &'static str,
        /// Which one of them.
        index: usize,
        /// The player it names.
        player: u8,
    },
    /// An edge joins a point to itself.
    #[error("edge {edge} joins point {point} to itself")]
    Loop {
        /// The edge.
        edge: usize,
        /// The point.
        point: usize,
    },
    /// A point has two stones, counts for two players, or is in two blocks.
    #[error("point {point} has more than one {what}")]
    Twice {
        /// `stone`, `area` or `block`.
        what: &'static str,
        /// The point.
        point: usize,
    },
    /// The grid has no points, or too many.
    #[error(
        "a grid of {cols} columns and {rows} rows: both must be positive, with at most 65536 points"
    )]
    GridSize {
        /// Columns.
        cols: usize,
        /// Rows.
        rows: usize,
    },
    /// In a scene with a grid, a point is not on a crossing of the grid.
    #[error(
        "point {point} is not on a crossing of the grid: x must be a whole number below {cols}, y one below {rows}"
    )]
    OffGrid {
        /// The point.
        point: usize,
        /// Columns of the grid.
        cols: usize,
        /// Rows of the grid.
        rows: usize,
    },
    /// In a scene with a grid, two points are on one crossing.
    #[error("points {first} and {second} are on the same crossing of the grid")]
    SamePlace {
        /// The earlier point.
        first: usize,
        /// The later point.
        second: usize,
    },
}

fn list(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; ")
}
