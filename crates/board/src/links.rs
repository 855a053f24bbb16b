//! Which points are adjacent, kept so that a position finds it quickly.

use crate::point::Point;

/// The neighbours of every point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Links {
    /// Where the neighbours of each point begin in `lists`; one entry more than there are points.
    offsets: Box<[u32]>,
    lists: Box<[u16]>,
    /// The same once more where nobody has more than four, as on every grid: a row for each point,
    /// filled up with the rim. Four places known beforehand are looked at faster than a list.
    rows: Box<[[u16; 4]]>,
}

/// The neighbours of one point.
#[derive(Clone, Copy)]
pub(crate) enum Near<'a> {
    /// At most four; the others are the rim, the index behind the last point.
    Row([u16; 4]),
    /// Any number.
    List(&'a [u16]),
}

impl Links {
    pub(crate) fn new(near: &[Vec<u16>]) -> Links {
        let mut offsets = Vec::with_capacity(near.len() + 1);
        let mut lists = Vec::new();
        for list in near {
            offsets.push(lists.len() as u32);
            lists.extend_from_slice(list);
        }
        offsets.push(lists.len() as u32);
        let rim = near.len() as u16;
        let row = |list: &Vec<u16>| {
            let filled = |at: usize| list.get(at).copied().unwrap_or(rim);
            (list.len() <= 4).then(|| [filled(0), filled(1), filled(2), filled(3)])
        };
        let rows: Option<Vec<[u16; 4]>> = near.iter().map(row).collect();
        Links {
            offsets: offsets.into(),
            lists: lists.into(),
            rows: rows.unwrap_or_default().into(),
        }
    }

    pub(crate) fn points(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether no point has more than four neighbours.
    pub(crate) fn in_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// The neighbours of a point in the board's order; none of a point the board does not have.
    pub(crate) fn of(&self, point: Point) -> &[u16] {
        match self.offsets.get(point.index()..point.index() + 2) {
            Some(&[from, to]) => &self.lists[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The same in the form that is fastest on this board.
    #[inline]
    pub(crate) fn near(&self, point: Point) -> Near<'_> {
        match self.rows.get(point.index()) {
            Some(&row) => Near::Row(row),
            None => Near::List(self.of(point)),
        }
    }
}
