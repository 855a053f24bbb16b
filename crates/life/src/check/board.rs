//! The checker's own board: lists of neighbours, and captures done the plain way.

use shinpan_board::Board;

/// Which points are next to which.
pub(super) struct Ground {
    near: Vec<Vec<u16>>,
}

/// What a play leads to.
pub(super) struct Played {
    pub(super) stones: Vec<u8>,
    pub(super) taken: Vec<u16>,
    /// Where the opponent may not retake.
    pub(super) ban: Option<u16>,
}

/// A set of points.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Set(Vec<bool>);

impl Set {
    pub(super) fn has(&self, point: u16) -> bool {
        self.0.get(usize::from(point)).copied().unwrap_or(false)
    }

    pub(super) fn add(&mut self, point: u16) {
        if let Some(place) = self.0.get_mut(usize::from(point)) {
            *place = true;
        }
    }

    pub(super) fn points(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.0.len() as u16).filter(|&point| self.has(point))
    }

    pub(super) fn has_all(&self, points: &[u16]) -> bool {
        points.iter().all(|&point| self.has(point))
    }
}

impl Ground {
    pub(super) fn of(board: &Board) -> Ground {
        let near = |point| board.neighbours(point).map(|near| near.index() as u16).collect();
        Ground { near: board.points().map(near).collect() }
    }

    pub(super) fn of_lists(near: Vec<Vec<u16>>) -> Ground {
        Ground { near }
    }

    pub(super) fn len(&self) -> usize {
        self.near.len()
    }

    pub(super) fn near(&self, point: u16) -> &[u16] {
        self.near.get(usize::from(point)).map_or(&[], Vec::as_slice)
    }

    pub(super) fn set<'a>(&self, points: impl IntoIterator<Item = &'a u16>) -> Set {
        let mut set = Set(vec![false; self.len()]);
        points.into_iter().for_each(|&point| set.add(point));
        set
    }

    /// Every point connected to one by points of a kind.
    pub(super) fn connected(&self, from: u16, is: impl Fn(u16) -> bool) -> Vec<u16> {
        let mut found = vec![from];
        let mut seen = self.set(&found);
        let mut at = 0;
        while let Some(&point) = found.get(at) {
            at += 1;
            for &near in self.near(point) {
                if !seen.has(near) && is(near) {
                    seen.add(near);
                    found.push(near);
                }
            }
        }
        found
    }

    pub(super) fn chain(&self, stones: &[u8], point: u16) -> Vec<u16> {
        let own = stones[usize::from(point)];
        self.connected(point, |near| stones[usize::from(near)] == own)
    }

    pub(super) fn around(&self, points: &[u16]) -> Vec<u16> {
        let inside = self.set(points);
        let all = points.iter().flat_map(|&point| self.near(point).iter().copied());
        let mut around: Vec<u16> = all.filter(|&near| !inside.has(near)).collect();
        around.sort_unstable();
        around.dedup();
        around
    }

    pub(super) fn liberties(&self, stones: &[u8], chain: &[u16]) -> Vec<u16> {
        let mut liberties = self.around(chain);
        liberties.retain(|&point| stones[usize::from(point)] == 0);
        liberties
    }

    /// A play of a side (1 or 2); `None` if the point is taken or the play is suicide.
    pub(super) fn play(&self, stones: &[u8], point: u16, code: u8) -> Option<Played> {
        let (next, taken) = self.put(stones, point, code)?;
        let mut ban = None;
        if let &[one] = taken.as_slice()
            && let Some((back, _)) = self.put(&next, one, 3 - code)
            && back == stones
        {
            ban = Some(one);
        }
        Some(Played { stones: next, taken, ban })
    }

    fn put(&self, stones: &[u8], point: u16, code: u8) -> Option<(Vec<u8>, Vec<u16>)> {
        let mut next = stones.to_vec();
        let place = next.get_mut(usize::from(point))?;
        if *place != 0 {
            return None;
        }
        *place = code;
        let mut taken = Vec::new();
        for &near in self.near(point) {
            if next[usize::from(near)] == 3 - code {
                let chain = self.chain(&next, near);
                if self.liberties(&next, &chain).is_empty() {
                    for stone in chain {
                        next[usize::from(stone)] = 0;
                        taken.push(stone);
                    }
                }
            }
        }
        let alive = !self.liberties(&next, &self.chain(&next, point)).is_empty();
        alive.then_some((next, taken))
    }
}
