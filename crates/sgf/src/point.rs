//! Points of the board in SGF's letters.

use std::fmt;
use std::str::FromStr;

/// The largest board side that two letters can name.
pub const MAX_SIDE: u8 = 52;

/// A point, counted from 0 at the top left.
///
/// ```
/// use shinpan_sgf::Point;
/// let point: Point = "cA".parse()?;
/// assert_eq!((point.col, point.row), (2, 26));
/// assert_eq!(point.to_string(), "cA");
/// # Ok::<(), shinpan_sgf::PointError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The column, from the left.
    pub col: u8,
    /// The row, from the top.
    pub row: u8,
}

/// What is not a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two letters from a to z or A to Z")]
pub struct PointError;

impl Point {
    /// A point of the largest board; `None` beyond it.
    pub fn new(col: u8, row: u8) -> Option<Point> {
        (col < MAX_SIDE && row < MAX_SIDE).then_some(Point { col, row })
    }

    fn from_bytes(bytes: &[u8]) -> Option<Point> {
        let &[col, row] = bytes else { return None };
        Some(Point { col: coordinate(col)?, row: coordinate(row)? })
    }
}

fn coordinate(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

fn letter(coordinate: u8) -> char {
    match coordinate {
        0..26 => (b'a' + coordinate).into(),
        26..52 => (b'A' + coordinate - 26).into(),
        _ => '?',
    }
}

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Point, PointError> {
        Point::from_bytes(text.as_bytes()).ok_or(PointError)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.col), letter(self.row))
    }
}

/// The two sides of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Columns, 1 to 52.
    pub cols: u8,
    /// Rows, 1 to 52.
    pub rows: u8,
}

impl Size {
    /// The board that is meant when `SZ` is missing.
    pub const NINETEEN: Size = Size { cols: 19, rows: 19 };

    /// A board of 1 to 52 columns and rows.
    pub fn new(cols: u8, rows: u8) -> Option<Size> {
        let sides = 1..=MAX_SIDE;
        (sides.contains(&cols) && sides.contains(&rows)).then_some(Size { cols, rows })
    }

    /// Whether the point is on the board.
    pub fn contains(self, point: Point) -> bool {
        point.col < self.cols && point.row < self.rows
    }

    /// Reads the value of a move: `` and, on boards up to 19x19, `tt` are passes.
    ///
    /// ```
    /// use shinpan_sgf::{Size, Where};
    /// assert_eq!(Size::NINETEEN.read_move("tt"), Some(Where::Pass));
    /// assert_eq!(Size { cols: 9, rows: 9 }.read_move("jj"), None);
    /// ```
    pub fn read_move(self, value: &str) -> Option<Where> {
        if value.is_empty() || value == "tt" && self.cols <= 19 && self.rows <= 19 {
            return Some(Where::Pass);
        }
        let point = value.parse().ok()?;
        self.contains(point).then_some(Where::Point(point))
    }

    /// Reads a point or a rectangle `aa:cc` of the board.
    pub fn read_area(self, value: &str) -> Option<Area> {
        let (one, other) = match value.split_once(':') {
            Some((one, other)) => (one.trim().parse().ok()?, other.trim().parse().ok()?),
            None => (value.parse().ok()?, value.parse().ok()?),
        };
        (self.contains(one) && self.contains(other)).then(|| Area::between(one, other))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)
    }
}

/// What a move names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Where {
    /// No point: the player passes.
    Pass,
    /// A point.
    Point(Point),
}

/// The value as it is written: a pass is empty, never `tt`.
impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Where::Pass => Ok(()),
            Where::Point(point) => point.fmt(f),
        }
    }
}

/// A rectangle of points, its corners in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The corner at the top left.
    pub top_left: Point,
    /// The corner at the bottom right.
    pub bottom_right: Point,
}

impl Area {
    /// The rectangle with two opposite corners.
    pub fn between(one: Point, other: Point) -> Area {
        Area {
            top_left: Point { col: one.col.min(other.col), row: one.row.min(other.row) },
            bottom_right: Point { col: one.col.max(other.col), row: one.row.max(other.row) },
        }
    }

    /// Whether there is more than one point in it.
    pub fn is_large(self) -> bool {
        self.top_left != self.bottom_right
    }

    /// The points, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let Area { top_left, bottom_right } = self;
        (top_left.row..=bottom_right.row).flat_map(move |row| {
            (top_left.col..=bottom_right.col).map(move |col| Point { col, row })
        })
    }
}

/// As it is written: one point, or two corners.
impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.top_left.fmt(f)?;
        if self.is_large() {
            write!(f, ":{}", self.bottom_right)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_the_largest_board_comes_back() {
        for col in 0..MAX_SIDE {
            for row in 0..MAX_SIDE {
                let point = Point { col, row };
                assert_eq!(point.to_string().parse(), Ok(point));
            }
        }
        assert_eq!(Point::new(51, 51).map(|p| p.to_string()), Some("ZZ".to_owned()));
        assert_eq!(Point::new(52, 0), None);
        for text in ["", "a", "aaa", "a1", "é", "a "] {
            assert_eq!(text.parse::<Point>(), Err(PointError), "{text}");
        }
    }

    #[test]
    fn tt_is_a_pass_only_on_boards_up_to_nineteen() {
        let tt = Point { col: 19, row: 19 };
        let read = |cols, rows| Size { cols, rows }.read_move("tt");
        assert_eq!(read(19, 19), Some(Where::Pass));
        assert_eq!(read(9, 9), Some(Where::Pass));
        assert_eq!(read(20, 20), Some(Where::Point(tt)));
        assert_eq!(read(25, 19), None, "off this board, and 25 columns make it no pass");
    }

    #[test]
    fn rectangles_take_their_corners_in_any_order() {
        let area = Size::NINETEEN.read_area("cb:ac").expect("an area");
        let points: Vec<_> = area.points().map(|p| p.to_string()).collect();
        assert_eq!(points, ["ab", "bb", "cb", "ac", "bc", "cc"]);
        assert_eq!(area.to_string(), "ab:cc");
        assert_eq!(Size::NINETEEN.read_area("dd").map(|a| a.to_string()), Some("dd".to_owned()));
        for bad in ["", "aa:", ":", "tt", "aa:tt", "aa:bb:cc"] {
            assert_eq!(Size::NINETEEN.read_area(bad), None, "{bad}");
        }
    }

    #[test]
    fn sizes_go_from_one_to_fifty_two() {
        assert_eq!(Size::new(1, 52).map(|s| s.to_string()), Some("1x52".to_owned()));
        assert_eq!(Size::new(0, 9), None);
        assert_eq!(Size::new(9, 53), None);
    }
}
