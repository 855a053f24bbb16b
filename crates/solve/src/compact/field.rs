//! A board as sets of points: neighbours, connected parts, symmetries.

use shinpan_board::{Board, Point, Shape};
use smallvec::SmallVec;

use super::mask::Mask;
use super::stones::{Placed, Stones};
use crate::value::Limit;

/// A board whose points fit into a mask.
pub(crate) struct Field<M> {
    pub(crate) points: usize,
    pub(crate) all: M,
    near: Vec<M>,
    rows: Option<Rows<M>>,
    /// Each symmetry of the board with the one that undoes it; the first is the identity.
    pub(crate) symmetries: Vec<Symmetry<M>>,
    /// Whether no point has more than two neighbours: such a board has few positions for what can be played on it, and each comes up
    /// after very many histories.
    pub(crate) line: bool,
}

/// A rectangle's points lie in rows: neighbours are shifts.
struct Rows<M> {
    columns: u32,
    /// All points but those of the first column, and of the last.
    not_first: M,
    not_last: M,
}

/// A symmetry as tables by byte.
pub(crate) struct Symmetry<M> {
    tables: Vec<[M; 256]>,
    /// The image of each point.
    places: Vec<M>,
    /// The symmetry that undoes this one.
    pub(crate) inverse: usize,
}

/// What all symmetries but the identity lead a position to.
pub(crate) type Images<M> = SmallVec<[Stones<M>; 7]>;

impl<M: Mask> Symmetry<M> {
    pub(crate) fn image(&self, set: M) -> M {
        let mut image = M::none();
        for (index, table) in self.tables.iter().enumerate() {
            image |= table[set.byte(index)];
        }
        image
    }

    /// The image of a position.
    pub(crate) fn position(&self, stones: Stones<M>) -> Stones<M> {
        Stones(stones.0.map(|set| self.image(set)))
    }

    /// The image of a point.
    pub(crate) fn point(&self, point: usize) -> usize {
        self.image(M::one(point)).first()
    }
}

/// Whether no point has more than two neighbours, by how many each has.
pub(crate) fn is_line(mut neighbours: impl Iterator<Item = usize>) -> bool {
    neighbours.all(|count| count <= 2)
}

impl<M: Mask> Field<M> {
    /// The board of a search.
    ///
    /// # Errors
    /// It has more points than the mask.
    pub(crate) fn of(board: &Board) -> Result<Field<M>, Limit> {
        let beyond = || Limit::Beyond(format!("this search is for up to {} points", M::POINTS));
        Field::new(board).ok_or_else(beyond)
    }

    /// `None` if the board has more points than the mask.
    pub(crate) fn new(board: &Board) -> Option<Field<M>> {
        let points = board.len();
        if points > M::POINTS {
            return None;
        }
        let near: Vec<M> = board
            .points()
            .map(|point| {
                board.neighbours(point).fold(M::none(), |set, near| set | M::one(near.index()))
            })
            .collect();
        let all = (0..points).fold(M::none(), |set, point| set | M::one(point));
        let rows = match board.shape() {
            Shape::Rectangle { columns, .. } => {
                let columns = u32::from(columns);
                let column = |wanted: u32| {
                    (0..points)
                        .filter(|&point| point as u32 % columns == wanted)
                        .fold(M::none(), |set, point| set | M::one(point))
                };
                let (first, last) = (column(0), column(columns - 1));
                Some(Rows { columns, not_first: all & !first, not_last: all & !last })
            }
            Shape::Torus { .. } | Shape::Graph => None,
        };
        let symmetries = symmetries(board);
        let line = is_line(near.iter().map(|near| near.size() as usize));
        Some(Field { points, all, near, rows, symmetries, line })
    }

    /// A graph of so many points by the neighbours of each. Its symmetries are not looked for.
    pub(crate) fn of_neighbours(near: Vec<M>) -> Option<Field<M>> {
        let points = near.len();
        if points > M::POINTS {
            return None;
        }
        let all = (0..points).fold(M::none(), |set, point| set | M::one(point));
        let symmetries = tables(&[(0..points).collect()]);
        let line = is_line(near.iter().map(|near| near.size() as usize));
        Some(Field { points, all, near, rows: None, symmetries, line })
    }

    /// A set and all its neighbours.
    #[inline]
    pub(crate) fn widen(&self, set: M) -> M {
        match &self.rows {
            Some(rows) => {
                let sideways = ((set & rows.not_last) << 1) | ((set & rows.not_first) >> 1) | set;
                if rows.columns as usize >= M::POINTS {
                    return sideways;
                }
                sideways | ((set << rows.columns) & self.all) | (set >> rows.columns)
            }
            None => set.points().fold(set, |wide, point| wide | self.near[point]),
        }
    }

    /// The neighbours of a point.
    #[inline]
    pub(crate) fn near(&self, point: usize) -> M {
        self.near[point]
    }

    /// The standard form of a position, the same for all that symmetries lead to, and the place of the
    /// symmetry that leads to it.
    pub(crate) fn standard(&self, stones: Stones<M>) -> (Stones<M>, usize) {
        let mut best = (stones, 0);
        for (index, symmetry) in self.symmetries.iter().enumerate().skip(1) {
            let image = symmetry.position(stones);
            if image < best.0 {
                best = (image, index);
            }
        }
        best
    }

    /// What the symmetries lead a position to.
    pub(crate) fn images(&self, stones: Stones<M>) -> Images<M> {
        let others = self.symmetries.iter().skip(1);
        others.map(|symmetry| symmetry.position(stones)).collect()
    }

    /// The standard form of what a play leads to, from the images of the position before it.
    pub(crate) fn standard_after(
        &self,
        images: &Images<M>,
        placed: &Placed<M>,
        point: usize,
        player: usize,
    ) -> (Stones<M>, usize) {
        if placed.taken.any() || placed.lost.any() {
            return self.standard(placed.stones);
        }
        let mut best = (placed.stones, 0);
        for (index, (image, symmetry)) in images.iter().zip(&self.symmetries[1..]).enumerate() {
            let mut image = *image;
            image.0[player] |= symmetry.places[point];
            if image < best.0 {
                best = (image, index + 1);
            }
        }
        debug_assert_eq!(best, self.standard(placed.stones));
        best
    }

    /// The place of the symmetry that undoes one.
    pub(crate) fn back(&self, symmetry: usize) -> usize {
        self.symmetries[symmetry].inverse
    }

    /// What a symmetry leads to a set.
    pub(crate) fn turned_back(&self, set: M, symmetry: usize) -> M {
        self.symmetries[self.back(symmetry)].image(set)
    }

    /// What can be reached from a set without leaving another.
    #[inline]
    pub(crate) fn flood(&self, from: M, within: M) -> M {
        let mut reached = from & within;
        loop {
            let wider = self.widen(reached) & within;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }
}

/// The symmetries of a board: of a rectangle the reflections and turns that keep it, of other boards
/// only the identity.
fn symmetries<M: Mask>(board: &Board) -> Vec<Symmetry<M>> {
    let points = board.len();
    let identity: Vec<usize> = (0..points).collect();
    let mut maps = vec![identity];
    if let Shape::Rectangle { columns, rows } = board.shape() {
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        let place = |column: usize, row: usize| row * columns + column;
        for swap in [false, true] {
            for (flip_column, flip_row) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                if swap && columns != rows {
                    continue;
                }
                let map: Vec<usize> = board
                    .points()
                    .map(|point: Point| {
                        let (mut column, mut row) = board.column_and_row(point).unwrap_or((0, 0));
                        if flip_column {
                            column = columns - 1 - column;
                        }
                        if flip_row {
                            row = rows - 1 - row;
                        }
                        if swap { place(row, column) } else { place(column, row) }
                    })
                    .collect();
                if !maps.contains(&map) {
                    maps.push(map);
                }
            }
        }
    }
    tables(&maps)
}

/// Maps of the points as tables.
fn tables<M: Mask>(maps: &[Vec<usize>]) -> Vec<Symmetry<M>> {
    let points = maps.first().map_or(0, Vec::len);
    let inverse = |map: &[usize]| {
        let undoes = |other: &&Vec<usize>| (0..points).all(|point| other[map[point]] == point);
        let found = maps.iter().find(undoes);
        maps.iter().position(|other| Some(other) == found).unwrap_or(0)
    };
    maps.iter()
        .map(|map| {
            let tables = (0..points.div_ceil(8))
                .map(|byte| {
                    std::array::from_fn(|bits| {
                        (0..8)
                            .filter(|bit| bits >> bit & 1 == 1 && byte * 8 + bit < points)
                            .fold(M::none(), |set, bit| set | M::one(map[byte * 8 + bit]))
                    })
                })
                .collect();
            let places = map.iter().map(|&place| M::one(place)).collect();
            Symmetry { tables, places, inverse: inverse(map) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_and_lists_agree_and_symmetries_are_undone() {
        for spec in ["1x1", "5x1", "1x5", "3x2", "4x4", "5x5", "torus 3x4", "7x3"] {
            let board = Board::parse(spec).unwrap();
            let field = Field::<u32>::new(&board).unwrap();
            for point in 0..field.points {
                let one = u32::one(point);
                assert_eq!(field.widen(one), one | field.near(point), "{spec} {point}");
                for symmetry in &field.symmetries {
                    let there = symmetry.image(one);
                    assert_eq!(there.size(), 1);
                    assert_eq!(field.symmetries[symmetry.inverse].image(there), one);
                }
            }
            let expected = match spec {
                "1x1" => 1,
                "5x1" | "1x5" => 2,
                "4x4" | "5x5" => 8,
                "torus 3x4" => 1,
                _ => 4,
            };
            assert_eq!(field.symmetries.len(), expected, "{spec}");
        }
        assert!(Field::<u32>::new(&Board::parse("6x6").unwrap()).is_none());
    }
}
