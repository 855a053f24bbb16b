//! How a board's points lie: what they are called and how they are drawn.

/// The shape of a board. It decides names and drawings, never rules: those ask the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A rectangle of lines; one row is a line.
    Rectangle {
        /// Vertical lines.
        columns: u8,
        /// Horizontal lines.
        rows: u8,
    },
    /// A rectangle whose opposite sides are joined.
    Torus {
        /// Vertical lines.
        columns: u8,
        /// Horizontal lines.
        rows: u8,
    },
    /// Any other graph: its points carry names of their own.
    Graph,
}

impl Shape {
    /// Columns and rows of a grid (rectangle or torus).
    #[must_use]
    pub const fn grid(self) -> Option<(usize, usize)> {
        match self {
            Shape::Rectangle { columns, rows } | Shape::Torus { columns, rows } => {
                Some((columns as usize, rows as usize))
            }
            Shape::Graph => None,
        }
    }
}
