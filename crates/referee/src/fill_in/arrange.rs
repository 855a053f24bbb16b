//! Territories made easy to count: rectangles, tens first.
//!
//! Let *T* be a player's territory, and *Z* the points of *T* together with those of his stones
//! whose neighbours are all his stones or in *T*. No point of *Z* has a neighbour outside *Z* that
//! is not a stone of his. So any part of *Z* with as many points as *T* has may be left empty
//! instead of *T*, the rest of *Z* being filled with his stones: the number of empty points is the
//! same, as many stones stand as before, and whatever is empty still touches nothing but his stones.
//! This module only chooses which part.

use shinpan_board::{Board, Point};

/// No side of a rectangle is longer than this.
const LONGEST: usize = 10;
/// A point that a stone must first be moved from is worth so much less.
const COST_OF_MOVING: i64 = 2;
/// What is counted by.
const TEN: usize = 10;
/// Blocks up to this size are not left alone beside another one.
const SHRED: usize = 3;

/// Points counted together, in the order of the board.
pub(super) type Block = Vec<Point>;

/// The part of `zone` that is to be empty, `wanted` points of it, as blocks; points of `empty` are
/// those that need no stone moved away. `None` on a graph without rows and columns.
pub(super) fn rectangles(
    board: &Board,
    zone: &[bool],
    empty: &[bool],
    wanted: usize,
) -> Option<Vec<Block>> {
    let (columns, rows) = board.shape().grid()?;
    let mut grid = Grid { columns, rows, zone: zone.to_vec(), empty: empty.to_vec() };
    let mut blocks = Vec::new();
    let mut left = wanted;
    while left > 0 {
        let found = grid.best(left)?;
        let block: Block = found.points(columns).filter_map(|index| board.point(index)).collect();
        for point in &block {
            grid.zone[point.index()] = false;
        }
        left = left.checked_sub(block.len())?;
        blocks.push(block);
    }
    join(board, &mut blocks);
    Some(blocks)
}

/// Shreds join what they touch, and any two blocks that touch and make ten.
fn join(board: &Board, blocks: &mut Vec<Block>) {
    let pair = |blocks: &[Block], wanted: &dyn Fn(usize, usize) -> bool| {
        (0..blocks.len()).flat_map(|one| (one + 1..blocks.len()).map(move |two| (one, two))).find(
            |&(one, two)| {
                wanted(blocks[one].len(), blocks[two].len())
                    && touch(board, &blocks[one], &blocks[two])
            },
        )
    };
    while let Some((one, two)) = pair(blocks, &|a, b| a + b == TEN)
        .or_else(|| pair(blocks, &|a, b| a + b < TEN && a.min(b) <= SHRED))
    {
        let other = blocks.remove(two);
        blocks[one].extend(other);
        blocks[one].sort_unstable();
    }
}

fn touch(board: &Board, one: &[Point], other: &[Point]) -> bool {
    one.iter().any(|&point| board.neighbours(point).any(|near| other.contains(&near)))
}

#[derive(Clone, Copy)]
struct Rectangle {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

impl Rectangle {
    fn points(self, columns: usize) -> impl Iterator<Item = usize> {
        let row = move |y: usize| (self.x..self.x + self.width).map(move |x| y * columns + x);
        (self.y..self.y + self.height).flat_map(row)
    }
}

struct Grid {
    columns: usize,
    rows: usize,
    zone: Vec<bool>,
    empty: Vec<bool>,
}

impl Grid {
    /// The best rectangle of at most `most` points within the zone: tens before all else, then
    /// large with few stones to move, then square, then the first. `None` if the zone is used up.
    fn best(&self, most: usize) -> Option<Rectangle> {
        let mut best: Option<((bool, i64, i64), Rectangle)> = None;
        for y in 0..self.rows {
            for x in 0..self.columns {
                let mut room = LONGEST.min(self.columns - x);
                // Stones to be moved away, by the width of the rectangle.
                let mut stones = [0; LONGEST];
                for height in 1..=LONGEST.min(self.rows - y) {
                    let row = (y + height - 1) * self.columns + x;
                    room = (0..room).find(|dx| !self.zone[row + dx]).unwrap_or(room);
                    let mut in_row = 0;
                    for width in 1..=room.min(most / height) {
                        in_row += i64::from(!self.empty[row + width - 1]);
                        stones[width - 1] += in_row;
                        let area = (width * height) as i64;
                        let value = area - COST_OF_MOVING * stones[width - 1];
                        let key = (
                            area % TEN as i64 == 0 && value > 0,
                            value,
                            -(width.abs_diff(height) as i64),
                        );
                        if best.as_ref().is_none_or(|(other, _)| key > *other) {
                            best = Some((key, Rectangle { x, y, width, height }));
                        }
                    }
                }
            }
        }
        best.map(|(_, found)| found)
    }
}
