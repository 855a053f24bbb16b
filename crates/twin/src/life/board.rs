//! Small boards, and what stands on them.

use crate::position::chain;

/// A board: which points are adjacent to which.
#[derive(Clone, Debug)]
pub struct Board {
    /// The points adjacent to each point.
    pub neighbours: Vec<Vec<usize>>,
}

impl Board {
    /// A rectangle. The points are numbered row by row, beginning with the top row.
    #[must_use]
    pub fn rectangle(columns: usize, rows: usize) -> Board {
        let mut edges = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let point = row * columns + column;
                if column + 1 < columns {
                    edges.push((point, point + 1));
                }
                if row + 1 < rows {
                    edges.push((point, point + columns));
                }
            }
        }
        Board::graph(columns * rows, &edges)
    }

    /// Any graph of so many points.
    ///
    /// # Panics
    /// If an edge leads to a point that does not exist.
    #[must_use]
    pub fn graph(points: usize, edges: &[(usize, usize)]) -> Board {
        let mut neighbours = vec![Vec::new(); points];
        for &(from, to) in edges {
            neighbours[from].push(to);
            neighbours[to].push(from);
        }
        Board { neighbours }
    }

    /// The number of points.
    #[must_use]
    pub fn points(&self) -> usize {
        self.neighbours.len()
    }

    /// The stones of a diagram, row by row: `X` is Black, `O` is White, `.` is empty; spaces and line
    /// breaks are left out.
    ///
    /// # Panics
    /// If there is another sign in it.
    #[must_use]
    pub fn stones(diagram: &str) -> Vec<u8> {
        diagram
            .chars()
            .filter(|sign| !sign.is_whitespace())
            .map(|sign| match sign {
                '.' => 0,
                'X' => 1,
                'O' => 2,
                other => panic!("no stone is written {other:?}"),
            })
            .collect()
    }

    /// The chains: their points in ascending order, and their owners.
    #[must_use]
    pub fn chains(&self, stones: &[u8]) -> Vec<(Vec<usize>, usize)> {
        let mut chains: Vec<(Vec<usize>, usize)> = Vec::new();
        for point in 0..stones.len() {
            if stones[point] != 0 && !chains.iter().any(|(points, _)| points.contains(&point)) {
                let mut points = chain(&self.neighbours, stones, point);
                points.sort_unstable();
                chains.push((points, usize::from(stones[point]) - 1));
            }
        }
        chains
    }

    /// The liberties of a chain, in ascending order.
    #[must_use]
    pub fn liberties(&self, stones: &[u8], chain: &[usize]) -> Vec<usize> {
        let is_liberty = |&point: &usize| {
            stones[point] == 0 && self.neighbours[point].iter().any(|next| chain.contains(next))
        };
        (0..stones.len()).filter(is_liberty).collect()
    }

    /// Whether there are as many stones as points, and every chain has a liberty.
    #[must_use]
    pub fn is_legal(&self, stones: &[u8]) -> bool {
        stones.len() == self.points()
            && self
                .chains(stones)
                .iter()
                .all(|(points, _)| !self.liberties(stones, points).is_empty())
    }

    /// Every legal position, counted up like a number with three digits.
    #[must_use]
    pub fn positions(&self) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let mut stones = vec![0; self.points()];
        loop {
            if self.is_legal(&stones) {
                found.push(stones.clone());
            }
            let Some(digit) = stones.iter().position(|&stone| stone < 2) else {
                return found;
            };
            stones[digit] += 1;
            stones[..digit].fill(0);
        }
    }
}
