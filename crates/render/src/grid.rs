//! The rectangle behind a scene: where its points are, and what kind of line joins two of them.

use serde::{Deserialize, Serialize};

use crate::{MAX_POINTS, Scene};

/// Says that the points of a scene lie on the crossings of a rectangle, so that star points and
/// coordinates make sense. Crossings may be missing; lines are still those of the scene's edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Columns, from left to right; a point's `x` is its column counted from 0.
    pub cols: usize,
    /// Rows, from top to bottom; a point's `y` is its row counted from 0 at the top.
    pub rows: usize,
}

impl Grid {
    /// How many crossings there are, if it is a number this crate will draw.
    pub(crate) fn crossings(self) -> Option<usize> {
        self.cols.checked_mul(self.rows).filter(|&all| all > 0 && all <= MAX_POINTS)
    }

    /// The column and row of a place, if it is a crossing.
    pub(crate) fn crossing(self, x: f64, y: f64) -> Option<(usize, usize)> {
        Some((whole(x, self.cols)?, whole(y, self.rows)?))
    }

    /// The star points, as columns and rows: the fourth line from 13 on, the third below, the
    /// centre where there is one, the middles of the sides from 15 on.
    #[must_use]
    pub fn stars(self) -> Vec<(usize, usize)> {
        let middle = |n: usize| (n % 2 == 1 && n >= 5).then_some(n / 2);
        let corners = |n: usize| match n {
            0..9 => None,
            9..13 => Some((2, n - 3)),
            _ => Some((3, n - 4)),
        };
        let mut stars = Vec::new();
        if let (Some((left, right)), Some((top, bottom))) = (corners(self.cols), corners(self.rows))
        {
            stars.extend([(left, top), (right, top), (left, bottom), (right, bottom)]);
            if let Some(x) = middle(self.cols).filter(|_| self.cols >= 15) {
                stars.extend([(x, top), (x, bottom)]);
            }
            if let Some(y) = middle(self.rows).filter(|_| self.rows >= 15) {
                stars.extend([(left, y), (right, y)]);
            }
        }
        if let (Some(x), Some(y)) = (middle(self.cols), middle(self.rows)) {
            stars.push((x, y));
        }
        stars.sort_by_key(|&(x, y)| (y, x));
        stars
    }
}

/// `value` as a whole number below `limit`, if it is one.
fn whole(value: f64, limit: usize) -> Option<usize> {
    (value >= 0.0 && value.fract() == 0.0 && value < limit as f64).then_some(value as usize)
}

/// How an edge is drawn on a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// To the right neighbour of this crossing.
    Right(usize, usize),
    /// To the lower neighbour of this crossing.
    Down(usize, usize),
    /// Around the board, in this row, from the right border to the left one.
    AroundRow(usize),
    /// Around the board, in this column, from the bottom to the top.
    AroundColumn(usize),
    /// Any other edge, by its points.
    Other(usize, usize),
}

/// A checked scene's crossings and lines.
pub(crate) struct Crossings {
    pub(crate) grid: Grid,
    points: Vec<Option<usize>>,
    right: Vec<bool>,
    down: Vec<bool>,
    /// The rows in which a line goes around.
    pub(crate) around_rows: Vec<usize>,
    /// The columns in which a line goes around.
    pub(crate) around_columns: Vec<usize>,
    /// All other edges, each once, by their points.
    pub(crate) others: Vec<(usize, usize)>,
}

impl Crossings {
    /// Sorts the edges of a scene that has passed its check. `None` if it has no grid.
    pub(crate) fn of(scene: &Scene) -> Option<Self> {
        let grid = scene.grid?;
        let all = grid.crossings()?;
        let mut crossings = Self {
            grid,
            points: vec![None; all],
            right: vec![false; all],
            down: vec![false; all],
            around_rows: Vec::new(),
            around_columns: Vec::new(),
            others: Vec::new(),
        };
        for (index, point) in scene.points.iter().enumerate() {
            if let Some((x, y)) = grid.crossing(point.x, point.y) {
                crossings.points[y * grid.cols + x] = Some(index);
            }
        }
        for (a, b) in scene.distinct_edges() {
            match line(scene, grid, a, b) {
                Line::Right(x, y) => crossings.right[y * grid.cols + x] = true,
                Line::Down(x, y) => crossings.down[y * grid.cols + x] = true,
                Line::AroundRow(y) => crossings.around_rows.push(y),
                Line::AroundColumn(x) => crossings.around_columns.push(x),
                Line::Other(a, b) => crossings.others.push((a, b)),
            }
        }
        crossings.around_rows.sort_unstable();
        crossings.around_columns.sort_unstable();
        Some(crossings)
    }

    /// The point on a crossing of the grid.
    pub(crate) fn point(&self, x: usize, y: usize) -> Option<usize> {
        self.points[y * self.grid.cols + x]
    }

    /// Whether a line leads from a crossing to its right neighbour.
    pub(crate) fn right(&self, x: usize, y: usize) -> bool {
        self.right[y * self.grid.cols + x]
    }

    /// Whether a line leads from a crossing to its lower neighbour.
    pub(crate) fn down(&self, x: usize, y: usize) -> bool {
        self.down[y * self.grid.cols + x]
    }

    /// Neighbouring crossings that both have points but no line between them.
    pub(crate) fn gaps(&self) -> Vec<(usize, usize)> {
        let mut gaps = Vec::new();
        for y in 0..self.grid.rows {
            for x in 0..self.grid.cols {
                let Some(here) = self.point(x, y) else { continue };
                if x + 1 < self.grid.cols
                    && !self.right(x, y)
                    && let Some(right) = self.point(x + 1, y)
                {
                    gaps.push((here, right));
                }
                if y + 1 < self.grid.rows
                    && !self.down(x, y)
                    && let Some(below) = self.point(x, y + 1)
                {
                    gaps.push((here, below));
                }
            }
        }
        gaps
    }
}

fn line(scene: &Scene, grid: Grid, a: usize, b: usize) -> Line {
    let place = |point: usize| {
        let point = &scene.points[point];
        grid.crossing(point.x, point.y)
    };
    let (Some((ax, ay)), Some((bx, by))) = (place(a), place(b)) else { return Line::Other(a, b) };
    match (ax.abs_diff(bx), ay.abs_diff(by)) {
        (1, 0) => Line::Right(ax.min(bx), ay),
        (0, 1) => Line::Down(ax, ay.min(by)),
        (width, 0) if width > 1 && width == grid.cols - 1 => Line::AroundRow(ay),
        (0, height) if height > 1 && height == grid.rows - 1 => Line::AroundColumn(ax),
        _ => Line::Other(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_points_are_the_usual_ones() {
        let stars = |cols, rows| Grid { cols, rows }.stars();
        assert_eq!(stars(9, 9), [(2, 2), (6, 2), (4, 4), (2, 6), (6, 6)]);
        assert_eq!(stars(13, 13), [(3, 3), (9, 3), (6, 6), (3, 9), (9, 9)]);
        assert_eq!(stars(19, 19).len(), 9);
        assert!(stars(19, 19).contains(&(9, 15)));
        assert_eq!(stars(5, 5), [(2, 2)]);
        assert_eq!(stars(7, 7), [(3, 3)]);
        assert_eq!(stars(9, 2), []);
        assert_eq!(stars(1, 1), []);
        assert_eq!(stars(10, 10).len(), 4);
    }

    #[test]
    fn edges_of_a_torus_are_sorted_into_lines_and_ways_around() {
        let scene = Scene::torus(4, 3).unwrap();
        let crossings = Crossings::of(&scene).unwrap();
        assert_eq!(crossings.around_rows, [0, 1, 2]);
        assert_eq!(crossings.around_columns, [0, 1, 2, 3]);
        assert!(crossings.others.is_empty());
        assert!(crossings.gaps().is_empty());
    }
}
