//! The board: an immutable graph of points (Kee Rules II.1: intersections, each adjacent to some
//! of the others in a way fixed beforehand).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::coordinates::{column_letters, parse_grid_point};
use crate::error::BoardError;
use crate::links::Links;
use crate::player::{MAX_PLAYERS, Player};
use crate::point::Point;
use crate::shape::Shape;
use crate::zobrist;

/// The longest side of a grid.
pub const MAX_SIDE: usize = 52;
/// The most points of a graph.
pub const MAX_POINTS: usize = 10_000;
/// The most edges of a graph.
pub const MAX_EDGES: usize = 100_000;

/// An immutable finite graph with names for its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    shape: Shape,
    links: Links,
    /// The names of a graph's points; empty on grids, whose names are computed.
    names: Box<[Box<str>]>,
    /// Where each name of a graph stands, in lower case. Names come from anybody: the standard map
    /// cannot be slowed down by a choice of them.
    places: HashMap<String, u16>,
    /// Hash keys: those of the first player for all points, then those of the second, ...
    keys: Box<[u64]>,
}

impl Board {
    /// A rectangle of `columns` by `rows` points. One row is a line.
    ///
    /// # Errors
    /// If a side is not 1 to [`MAX_SIDE`].
    pub fn rectangle(columns: usize, rows: usize) -> Result<Board, BoardError> {
        let (c, r) = sides(columns, rows)?;
        Ok(Board::grid(Shape::Rectangle { columns: c, rows: r }, |column, row| {
            let mut near: SmallVec<[_; 4]> = SmallVec::new();
            near.extend((row > 0).then(|| (column, row - 1)));
            near.extend((column > 0).then(|| (column - 1, row)));
            near.extend((column + 1 < columns).then_some((column + 1, row)));
            near.extend((row + 1 < rows).then_some((column, row + 1)));
            near
        }))
    }

    /// A rectangle whose left side is joined to the right and the top to the bottom. Where a side
    /// is 1 or 2 long, the edges that would be loops or doubles are left out.
    ///
    /// # Errors
    /// If a side is not 1 to [`MAX_SIDE`].
    pub fn torus(columns: usize, rows: usize) -> Result<Board, BoardError> {
        let (c, r) = sides(columns, rows)?;
        Ok(Board::grid(Shape::Torus { columns: c, rows: r }, |column, row| {
            SmallVec::from_buf([
                (column, (row + rows - 1) % rows),
                ((column + columns - 1) % columns, row),
                ((column + 1) % columns, row),
                (column, (row + 1) % rows),
            ])
        }))
    }

    /// A graph of named points. Names are compared without regard to case; an edge joins two
    /// different points and is given once.
    ///
    /// # Errors
    /// All faults at once: names that cannot be used or stand twice, edges with unknown points,
    /// loops and doubles, too many of either.
    pub fn graph<N: AsRef<str>>(names: &[N], edges: &[(N, N)]) -> Result<Board, BoardError> {
        if names.is_empty() || names.len() > MAX_POINTS {
            return Err(BoardError::PointCount(names.len()));
        }
        if edges.len() > MAX_EDGES {
            return Err(BoardError::EdgeCount(edges.len()));
        }
        let mut faults = Vec::new();
        let mut places: HashMap<String, u16> = HashMap::new();
        for (index, name) in names.iter().enumerate() {
            let name = name.as_ref();
            if let Some(fault) = name_fault(name) {
                faults.push(BoardError::Name { number: index + 1, name: short(name), fault });
            }
            match places.entry(name.to_lowercase()) {
                Entry::Occupied(earlier) => faults.push(BoardError::DuplicateName {
                    first: usize::from(*earlier.get()) + 1,
                    second: index + 1,
                    name: short(name),
                }),
                Entry::Vacant(place) => {
                    place.insert(index as u16);
                }
            }
        }
        let mut near: Vec<Vec<u16>> = vec![Vec::new(); names.len()];
        let mut seen: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        for (index, (from, to)) in edges.iter().enumerate() {
            let number = index + 1;
            let mut end = |name: &str| {
                let place = places.get(&name.to_lowercase()).map(|&place| usize::from(place));
                if place.is_none() {
                    faults.push(BoardError::UnknownPoint { number, name: short(name) });
                }
                place
            };
            let (Some(a), Some(b)) = (end(from.as_ref()), end(to.as_ref())) else { continue };
            if a == b {
                faults.push(BoardError::Loop { number, name: short(from.as_ref()) });
            } else if let Some(&earlier) = seen.get(&(a.min(b), a.max(b))) {
                let (from, to) = (short(from.as_ref()), short(to.as_ref()));
                faults.push(BoardError::DuplicateEdge { number, earlier: earlier + 1, from, to });
            } else {
                seen.insert((a.min(b), a.max(b)), index);
                near[a].push(b as u16);
                near[b].push(a as u16);
            }
        }
        if faults.len() > 1 {
            return Err(BoardError::Several(faults));
        }
        if let Some(fault) = faults.pop() {
            return Err(fault);
        }
        for list in &mut near {
            list.sort_unstable();
        }
        let names = names.iter().map(|name| name.as_ref().into()).collect();
        Ok(Board { places, ..Board::from_lists(Shape::Graph, &near, names) })
    }

    /// Reads `19x19`, `9 x 7` (columns x rows), `line 5` or `torus 5x5`.
    ///
    /// # Errors
    /// If the text says no board, or one with a side out of range.
    pub fn parse(text: &str) -> Result<Board, BoardError> {
        let unreadable = || BoardError::Unreadable(text.chars().take(60).collect());
        let number = |text: &str| -> Result<u64, BoardError> {
            let text = text.trim();
            if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
                return Err(unreadable());
            }
            Ok(text.parse().unwrap_or(u64::MAX))
        };
        let lower = text.trim().to_ascii_lowercase();
        let (kind, size) = match lower.split_once(char::is_whitespace) {
            Some((kind @ ("torus" | "line" | "rectangle"), size)) => (kind, size),
            _ => ("rectangle", lower.as_str()),
        };
        let (columns, rows) = match size.split_once(['x', '×']) {
            Some((columns, rows)) if kind != "line" => (number(columns)?, number(rows)?),
            None if kind == "line" => (number(size)?, 1),
            _ => return Err(unreadable()),
        };
        let (Ok(c), Ok(r)) = (usize::try_from(columns), usize::try_from(rows)) else {
            return Err(BoardError::Side { columns, rows });
        };
        if kind == "torus" { Board::torus(c, r) } else { Board::rectangle(c, r) }
    }

    /// How many points there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.links.points()
    }

    /// Never: a board has at least one point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All points in the order of the board: top row first, left to right; on a graph the order in
    /// which they were given.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + Clone {
        (0..self.len() as u16).map(Point::new)
    }

    /// The points adjacent to a point. Empty for a point the board does not have.
    pub fn neighbours(&self, point: Point) -> impl ExactSizeIterator<Item = Point> + Clone {
        self.links.of(point).iter().map(|&near| Point::new(near))
    }

    /// Every two adjacent points once, the earlier first, in the order of the points.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points().flat_map(|point| {
            let later = self.neighbours(point).filter(move |near| *near > point);
            later.map(move |near| (point, near))
        })
    }

    /// The point with this index, if the board has it.
    #[must_use]
    pub fn point(&self, index: usize) -> Option<Point> {
        (index < self.len()).then(|| Point::new(index as u16))
    }

    /// The point at a column (from 0 at the left) and row (from 0 at the top) of a grid.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<Point> {
        let (columns, rows) = self.shape.grid()?;
        (column < columns && row < rows).then(|| Point::new((row * columns + column) as u16))
    }

    /// The column (from 0 at the left) and row (from 0 at the top) of a point of a grid.
    #[must_use]
    pub fn column_and_row(&self, point: Point) -> Option<(usize, usize)> {
        let (columns, _) = self.shape.grid()?;
        (point.index() < self.len()).then(|| (point.index() % columns, point.index() / columns))
    }

    /// The name of a point: `A1` at the bottom left of a grid, its own name on a graph. `?` for a
    /// point the board does not have.
    #[must_use]
    pub fn name(&self, point: Point) -> String {
        if let Some(name) = self.names.get(point.index()) {
            return name.to_string();
        }
        match (self.column_and_row(point), self.shape.grid()) {
            (Some((column, row)), Some((_, rows))) => {
                format!("{}{}", column_letters(column), rows - row)
            }
            _ => "?".to_owned(),
        }
    }

    /// The point with this name, in either case.
    #[must_use]
    pub fn parse_point(&self, name: &str) -> Option<Point> {
        let name = name.trim();
        match self.shape.grid() {
            Some((columns, rows)) => {
                let (column, row) = parse_grid_point(name, columns, rows)?;
                self.at(column, row)
            }
            None => {
                let place = self.places.get(&name.to_lowercase())?;
                self.point(usize::from(*place))
            }
        }
    }

    /// What to call the board: `19x19`, `torus 5x5`, or `graph of 6 points`.
    #[must_use]
    pub fn describe(&self) -> String {
        match self.shape {
            Shape::Rectangle { columns, rows } => format!("{columns}x{rows}"),
            Shape::Torus { columns, rows } => format!("torus {columns}x{rows}"),
            Shape::Graph => format!("graph of {} points", self.len()),
        }
    }

    /// The same in a sentence, after "the": `19x19 board`, `torus 5x5 board`, or `graph of 6 points`.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.shape {
            Shape::Graph if self.len() == 1 => "graph of 1 point".to_owned(),
            Shape::Graph => self.describe(),
            Shape::Rectangle { .. } | Shape::Torus { .. } => format!("{} board", self.describe()),
        }
    }

    #[inline]
    pub(crate) fn links(&self) -> &Links {
        &self.links
    }

    /// The hash key of a player's stone on a point; some number for a point the board does not have.
    pub(crate) fn key(&self, point: Point, player: Player) -> u64 {
        self.keys.get(player.index() * self.len() + point.index()).copied().unwrap_or_default()
    }

    fn grid(shape: Shape, near: impl Fn(usize, usize) -> SmallVec<[(usize, usize); 4]>) -> Board {
        let (columns, rows) = shape.grid().unwrap_or((0, 0));
        let lists: Vec<Vec<u16>> = (0..columns * rows)
            .map(|index| {
                let points = near(index % columns, index / columns);
                let mut list: Vec<u16> = points
                    .into_iter()
                    .map(|(column, row)| (row * columns + column) as u16)
                    .filter(|&other| usize::from(other) != index)
                    .collect();
                list.sort_unstable();
                list.dedup();
                list
            })
            .collect();
        Board::from_lists(shape, &lists, Box::default())
    }

    fn from_lists(shape: Shape, near: &[Vec<u16>], names: Box<[Box<str>]>) -> Board {
        let points = near.len() as u16;
        let keys = (0..MAX_PLAYERS as u8)
            .flat_map(|player| (0..points).map(move |point| zobrist::key(point, player)))
            .collect();
        Board { shape, links: Links::new(near), names, places: HashMap::new(), keys }
    }
}

/// A name for a message, not too long.
fn short(name: &str) -> String {
    name.chars().take(40).collect()
}

fn sides(columns: usize, rows: usize) -> Result<(u8, u8), BoardError> {
    let fits = 1..=MAX_SIDE;
    if fits.contains(&columns) && fits.contains(&rows) {
        Ok((columns as u8, rows as u8))
    } else {
        Err(BoardError::Side { columns: columns as u64, rows: rows as u64 })
    }
}

/// Names of points go into move lists (`B name`), comma lists and diagrams: no blanks, no commas,
/// nothing invisible, and not `pass`.
fn name_fault(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("a name must not be empty")
    } else if name.chars().count() > 40 {
        Some("a name must not be longer than 40 characters")
    } else if name.starts_with('@') {
        Some("a name must not begin with `@`")
    } else if name.chars().any(|c| c.is_whitespace() || c.is_control() || c == ',') {
        Some("a name must not contain blanks, commas or control characters")
    } else if name.eq_ignore_ascii_case("pass") {
        Some("`pass` is a move, not a point")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn degrees(board: &Board) -> Vec<usize> {
        board.points().map(|point| board.neighbours(point).len()).collect()
    }

    #[test]
    fn grids_have_the_neighbours_they_should() {
        assert_eq!(degrees(&Board::parse("3x2").unwrap()), [2, 3, 2, 2, 3, 2]);
        assert_eq!(degrees(&Board::parse("line 4").unwrap()), [1, 2, 2, 1]);
        assert_eq!(degrees(&Board::parse("1x1").unwrap()), [0]);
        assert_eq!(degrees(&Board::parse("torus 3x3").unwrap()), [4; 9]);
        assert_eq!(degrees(&Board::parse("torus 2x2").unwrap()), [2; 4]);
        assert_eq!(degrees(&Board::parse("torus 1x3").unwrap()), [2; 3]);
        assert_eq!(degrees(&Board::parse("torus 1x1").unwrap()), [0]);
    }

    #[test]
    fn names_are_unique_and_read_back() {
        for spec in ["52x52", "torus 7x3", "line 30"] {
            let board = Board::parse(spec).unwrap();
            for point in board.points() {
                assert_eq!(board.parse_point(&board.name(point)), Some(point));
            }
        }
        let board = Board::parse("2x3").unwrap();
        let names: Vec<_> = board.points().map(|point| board.name(point)).collect();
        assert_eq!(names, ["A3", "B3", "A2", "B2", "A1", "B1"]);
    }

    #[test]
    fn boards_out_of_range_are_told() {
        let told = |spec: &str| Board::parse(spec).unwrap_err().to_string();
        assert_eq!(told("53x53"), "a board of 53x53 points: each side must be 1 to 52");
        assert_eq!(told("0x0"), "a board of 0x0 points: each side must be 1 to 52");
        assert_eq!(
            told("99999999999999999999x1"),
            "a board of 18446744073709551615x1 points: each side must be 1 to 52"
        );
        let readable = "expected a board like `19x19`, `line 5` or `torus 5x5`, found";
        for spec in ["", "5", "x", "5x", "-1x5", "line 5x5", "cube 3x3", "5x5x5"] {
            assert_eq!(told(spec), format!("{readable} `{spec}`"));
        }
    }

    #[test]
    fn a_graph_tells_all_its_faults_at_once() {
        let names = ["a", "b c", "A", "pass"];
        let edges = [("a", "q"), ("a", "a"), ("a", "pass"), ("pass", "a")];
        assert_eq!(
            Board::graph(&names, &edges).unwrap_err().to_string(),
            "point 2 is named `b c`: a name must not contain blanks, commas or control \
             characters; points 1 and 3 are both named `A`; point 4 is named `pass`: `pass` is a \
             move, not a point; edge 1 names the point `q`, which is not among the points; edge 2 \
             joins `a` to itself; edge 4 joins `pass` and `a`, as edge 3 does"
        );
        assert_eq!(
            Board::graph::<&str>(&[], &[]).unwrap_err().to_string(),
            "a graph of 0 points: it must have 1 to 10000"
        );
    }

    #[test]
    fn a_graph_keeps_its_order_and_finds_names_in_either_case() {
        let board = Board::graph(&["hub", "x1", "X2"], &[("hub", "x1"), ("X2", "hub")]).unwrap();
        assert_eq!(degrees(&board), [2, 1, 1]);
        assert_eq!(board.parse_point("x2"), board.point(2));
        assert_eq!(board.parse_point("HUB"), board.point(0));
        assert_eq!(board.parse_point("x3"), None);
        assert_eq!(board.describe(), "graph of 3 points");
        assert_eq!(board.in_words(), "graph of 3 points");
        let one = Board::graph(&["a"], &[]).unwrap();
        assert_eq!(
            (one.in_words(), one.describe()),
            ("graph of 1 point".into(), "graph of 1 points".into())
        );
    }

    #[test]
    fn grids_join_the_points_they_should() {
        let near = |spec: &str, name: &str| -> String {
            let board = Board::parse(spec).unwrap();
            let near = board.neighbours(board.parse_point(name).unwrap());
            near.map(|point| board.name(point)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(near("4x3", "b2"), "B3 A2 C2 B1");
        assert_eq!(near("4x3", "a3"), "B3 A2");
        assert_eq!(near("4x3", "d1"), "D2 C1");
        assert_eq!(near("torus 4x3", "b2"), "B3 A2 C2 B1");
        assert_eq!(near("torus 4x3", "a3"), "B3 D3 A2 A1");
        assert_eq!(near("torus 4x3", "d1"), "D3 D2 A1 C1");
    }

    #[test]
    fn sizes_are_read_in_every_form() {
        for (spec, name) in [
            ("9x7", "9x7"),
            (" 9 X 7 ", "9x7"),
            ("9\u{d7}7", "9x7"),
            ("rectangle 2x3", "2x3"),
            ("line 5", "5x1"),
            ("Torus 5x4", "torus 5x4"),
        ] {
            let board = Board::parse(spec).unwrap();
            assert_eq!(board.describe(), name, "{spec}");
            assert_eq!(board.in_words(), format!("{name} board"), "{spec}");
        }
        assert!(Board::rectangle(52, 1).is_ok() && Board::torus(1, 52).is_ok());
        for (columns, rows) in [(53, 1), (1, 53), (0, 1), (1, 0)] {
            let side = BoardError::Side { columns, rows };
            let (columns, rows) = (columns as usize, rows as usize);
            assert_eq!(Board::rectangle(columns, rows), Err(side.clone()));
            assert_eq!(Board::torus(columns, rows), Err(side));
        }
    }

    #[test]
    fn points_of_other_boards_are_nothing() {
        let board = Board::parse("3x2").unwrap();
        let foreign = Point::new(6);
        assert_eq!((board.len(), board.points().len(), board.is_empty()), (6, 6, false));
        assert_eq!((board.point(5), board.point(6)), (Some(Point::new(5)), None));
        assert_eq!((board.at(2, 1), board.at(1, 0)), (Some(Point::new(5)), Some(Point::new(1))));
        assert_eq!((board.at(3, 1), board.at(2, 2)), (None, None));
        assert_eq!(board.column_and_row(Point::new(4)), Some((1, 1)));
        assert_eq!(board.column_and_row(foreign), None);
        assert_eq!((board.name(foreign).as_str(), board.neighbours(foreign).len()), ("?", 0));
        assert_eq!((board.parse_point("d1"), board.parse_point("a3")), (None, None));
        assert_eq!(board.shape(), Shape::Rectangle { columns: 3, rows: 2 });
        let graph = Board::graph(&["a", "b"], &[]).unwrap();
        assert_eq!((graph.shape(), graph.at(0, 0)), (Shape::Graph, None));
        assert_eq!(
            (graph.column_and_row(Point::new(0)), graph.name(Point::new(1))),
            (None, "b".into())
        );
    }

    #[test]
    fn a_graph_has_bounds() {
        let names: Vec<String> = (0..=MAX_POINTS).map(|index| index.to_string()).collect();
        assert!(Board::graph(&names[..MAX_POINTS], &[]).is_ok());
        assert_eq!(Board::graph(&names, &[]), Err(BoardError::PointCount(10_001)));
        let edges = vec![("a", "a"); MAX_EDGES + 1];
        assert_eq!(Board::graph(&["a"], &edges), Err(BoardError::EdgeCount(100_001)));
        let Err(BoardError::Several(loops)) = Board::graph(&["a"], &edges[1..]) else {
            panic!("each of the edges is a loop")
        };
        assert_eq!(loops.len(), MAX_EDGES);
        let told = |name: &str| Board::graph(&[name], &[]).map_err(|fault| fault.to_string());
        let long = "n".repeat(40);
        assert!(told(&long).is_ok());
        assert_eq!(
            told(&format!("{long}n")).unwrap_err(),
            format!("point 1 is named `{long}`: a name must not be longer than 40 characters")
        );
        for name in ["a b", "a,b", "a\u{7}"] {
            assert!(told(name).unwrap_err().contains("must not contain blanks, commas"));
        }
        assert!(told("").unwrap_err().ends_with("a name must not be empty"));
        assert_eq!(
            Board::graph(&["a", "b"], &[("a", "b"), ("b", "c")]).unwrap_err().to_string(),
            "edge 2 names the point `c`, which is not among the points"
        );
        // One fault is told as itself, several as a list.
        assert_eq!(
            Board::graph(&["a", "b"], &[("b", "B")]),
            Err(BoardError::Loop { number: 1, name: "b".to_owned() })
        );
    }
}
