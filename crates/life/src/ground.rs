//! The board as the prover sees it: for every point the set of its neighbours.

use shinpan_board::{Board, Shape};
use smallvec::SmallVec;

use crate::bits::Bits;

/// The graph of a board with at most `64 * W` points.
pub(crate) struct Ground<const W: usize> {
    /// Every point.
    pub(crate) all: Bits<W>,
    near: Vec<Bits<W>>,
    list: Vec<SmallVec<[u16; 4]>>,
    keys: Vec<[u64; 2]>,
    /// On a rectangle: its columns, and all points but the first and but the last column.
    rows: Option<(u32, Bits<W>, Bits<W>)>,
}

impl<const W: usize> Ground<W> {
    /// The ground of a board; `None` if it has more points than fit.
    pub(crate) fn of(board: &Board) -> Option<Ground<W>> {
        if board.len() > 64 * W {
            return None;
        }
        let list = board
            .points()
            .map(|point| board.neighbours(point).map(|near| near.index() as u16).collect())
            .collect();
        let rows = match board.shape() {
            Shape::Rectangle { columns, .. } if columns > 1 && columns < 64 => {
                let columns = columns as u16;
                let of = |skip: u16| {
                    (0..board.len() as u16).filter(|point| point % columns != skip).collect()
                };
                Some((u32::from(columns), of(0), of(columns - 1)))
            }
            _ => None,
        };
        Some(Ground { rows, ..Ground::of_lists(list) })
    }

    /// The ground with these neighbours of each point; at most `64 * W` points.
    pub(crate) fn of_lists(list: Vec<SmallVec<[u16; 4]>>) -> Ground<W> {
        let near = list.iter().map(|list| list.iter().copied().collect()).collect();
        let all = (0..list.len() as u16).collect();
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut key = || {
            // SplitMix64: any fixed numbers do, equality decides.
            seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = seed;
            word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            word ^ word >> 31
        };
        let keys = list.iter().map(|_| [key(), key()]).collect();
        Ground { all, near, list, keys, rows: None }
    }

    /// How many points there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The neighbours of a point, as a set.
    #[inline]
    pub(crate) fn near(&self, point: u16) -> &Bits<W> {
        &self.near[usize::from(point)]
    }

    /// The neighbours of a point, one by one.
    #[inline]
    pub(crate) fn neighbours(&self, point: u16) -> &[u16] {
        &self.list[usize::from(point)]
    }

    /// The hash key of a stone.
    #[inline]
    pub(crate) fn key(&self, point: u16, side: usize) -> u64 {
        self.keys[usize::from(point)][side]
    }

    /// Every point next to one of the set, which may itself be of the set.
    #[inline]
    pub(crate) fn beside(&self, set: &Bits<W>) -> Bits<W> {
        if let Some((columns, not_first, not_last)) = &self.rows {
            let sideways = (*set & *not_last).up(1) | (*set & *not_first).down(1);
            (sideways | set.up(*columns) | set.down(*columns)) & self.all
        } else {
            let mut beside = Bits::NONE;
            for point in set.iter() {
                beside |= *self.near(point);
            }
            beside
        }
    }

    /// Every point next to two of the set or more, which may itself be of the set.
    pub(crate) fn beside_two(&self, set: &Bits<W>) -> Bits<W> {
        if let Some((columns, not_first, not_last)) = &self.rows {
            let (right, left) = ((*set & *not_last).up(1), (*set & *not_first).down(1));
            let (below, above) = (set.up(*columns), set.down(*columns));
            (right & left | below & above | (right | left) & (below | above)) & self.all
        } else {
            let two = |&point: &u16| (*self.near(point) & *set).count() > 1;
            self.beside(set).iter().filter(two).collect()
        }
    }

    /// Every point next to one of the set, the set itself left out.
    #[inline]
    pub(crate) fn around(&self, set: &Bits<W>) -> Bits<W> {
        self.beside(set).without(set)
    }

    /// The connected part of `space` that holds `from`.
    pub(crate) fn component(&self, from: u16, space: &Bits<W>) -> Bits<W> {
        self.spread(&Bits::of(from), space)
    }

    /// The stones of `from`, with every stone connected to one of them by `stones`.
    pub(crate) fn stones(&self, from: &Bits<W>, stones: &Bits<W>) -> Bits<W> {
        self.spread(&(*from & *stones), stones)
    }

    /// The set with everything connected to it by `space`.
    pub(crate) fn spread(&self, from: &Bits<W>, space: &Bits<W>) -> Bits<W> {
        let mut found = *from;
        let mut front = *from;
        loop {
            let next = (self.beside(&front) & *space).without(&found);
            if next.is_empty() {
                return found;
            }
            found |= next;
            front = next;
        }
    }
}
