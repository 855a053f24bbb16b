//! A place where a stone can stand.

/// A point (intersection) of a board: an index into it. Which letters and numbers name it is the
/// board's business ([`crate::Board::name`]).
///
/// On grids the indices run along the rows from the top left; on other graphs they follow the
/// order in which the points were given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The point with this index. Whether a board has it is checked by whoever uses it there.
    #[must_use]
    pub const fn new(index: u16) -> Point {
        Point(index)
    }

    /// The index, for looking into slices that have one entry per point.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn raw(self) -> u16 {
        self.0
    }
}
