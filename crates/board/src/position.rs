//! What stands on every point, with the chains, liberties and hash that follow from it.

use smallvec::SmallVec;

use crate::around::Around;
use crate::board::Board;
use crate::error::SetupFault;
use crate::links::Near;
use crate::player::{Player, Stone};
use crate::point::Point;

/// What is kept for each chain, at the index of one of its stones (its head).
#[derive(Clone, Copy, Default)]
pub(crate) struct Chain {
    /// The hash keys of its stones, combined.
    pub(crate) hash: u64,
    /// Its liberties, each counted once for every stone of the chain that touches it: zero exactly
    /// when the chain has none, and cheap to keep.
    pub(crate) liberties: u32,
    /// How many stones it has.
    pub(crate) size: u32,
}

/// What "stands" on the rim: no player's stone and not empty.
pub(crate) const RIM: u8 = u8::MAX;

/// A colouring of a board's points together with its chains.
///
/// Two positions are equal when the same stones stand on the same points; nothing else (turns,
/// prisoners, bans) is part of a position. Every method takes the board the position was made for.
#[derive(Clone)]
pub struct Position {
    /// What stands on each point, and behind the last one the rim, which pads the neighbours.
    pub(crate) stones: Box<[u8]>,
    /// The head of the chain each stone belongs to; meaningless on empty points. The rim's is itself.
    pub(crate) heads: Box<[u16]>,
    /// The next stone of the same chain, in a ring.
    pub(crate) ring: Box<[u16]>,
    pub(crate) chains: Box<[Chain]>,
    /// How many neighbours of each point carry what; empty where one can have more than four.
    pub(crate) around: Box<[Around]>,
    pub(crate) hash: u64,
    removed: Vec<(Point, Player)>,
}

/// What a play did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Placed {
    /// Opposing stones removed.
    pub captured: usize,
    /// Own stones removed because their chain was left without liberties (suicide).
    pub lost: usize,
}

impl Position {
    /// The empty board.
    #[must_use]
    pub fn empty(board: &Board) -> Position {
        let points = board.len();
        let mut stones = vec![0; points + 1];
        stones[points] = RIM;
        let mut chains = vec![Chain::default(); points + 1];
        chains[points].liberties = u32::MAX;
        let mut heads = vec![0; points + 1];
        heads[points] = points as u16;
        Position {
            stones: stones.into(),
            heads: heads.into(),
            ring: vec![0; points].into(),
            chains: chains.into(),
            around: Around::of_empty(board),
            hash: 0,
            removed: Vec::new(),
        }
    }

    /// A position set up for play: one stone (or none) for each point, in the board's order.
    /// Missing entries are empty, surplus ones are ignored.
    ///
    /// # Errors
    /// All faults at once: chains without liberties, stones of players who do not take part.
    pub fn from_stones(
        board: &Board,
        players: usize,
        stones: &[Stone],
    ) -> Result<Position, Vec<SetupFault>> {
        let mut position = Position::empty(board);
        let mut faults = Vec::new();
        for (point, stone) in board.points().zip(stones) {
            position.stones[point.index()] = stone.code();
            if let Some(player) = stone.player().filter(|player| player.index() >= players) {
                let point = board.name(point);
                faults.push(SetupFault::NoSuchPlayer { player, point, players });
            }
        }
        position.rebuild(board);
        for point in board.points() {
            let Some(player) = position.stone(point).player() else { continue };
            if position.heads[point.index()] == point.raw()
                && position.chains[point.index()].liberties == 0
            {
                let mut points: Vec<Point> = position.chain(point).collect();
                points.sort_unstable();
                let points = points.into_iter().map(|point| board.name(point)).collect();
                faults.push(SetupFault::NoLiberty { player, points });
            }
        }
        if faults.is_empty() { Ok(position) } else { Err(faults) }
    }

    /// What stands on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Stone {
        self.codes().get(point.index()).map_or(Stone::EMPTY, |&code| Stone::of_code(code))
    }

    /// What stands on each point, in the board's order.
    pub fn stones(&self) -> impl ExactSizeIterator<Item = Stone> + Clone {
        self.codes().iter().map(|&code| Stone::of_code(code))
    }

    /// The same as codes ([`Stone::code`]), as one slice that can be compared and copied.
    #[must_use]
    pub fn codes(&self) -> &[u8] {
        &self.stones[..self.stones.len() - 1]
    }

    /// A hash of the position: equal positions have equal hashes. Different positions may too, so
    /// it finds candidates and decides nothing.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The stones of the chain at a point, from that point on; nothing on an empty point.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let start = (!self.stone(point).is_empty()).then_some(point);
        std::iter::successors(start, move |&at| {
            let next = Point::new(self.ring[at.index()]);
            (next != point).then_some(next)
        })
    }

    /// How many stones the chain at a point has; 0 on an empty point.
    #[must_use]
    pub fn chain_size(&self, point: Point) -> usize {
        if self.stone(point).is_empty() {
            return 0;
        }
        self.chains[usize::from(self.heads[point.index()])].size as usize
    }

    /// Whether two points carry stones of one chain.
    #[must_use]
    pub fn same_chain(&self, one: Point, other: Point) -> bool {
        !self.stone(one).is_empty()
            && !self.stone(other).is_empty()
            && self.heads[one.index()] == self.heads[other.index()]
    }

    /// The liberties of the chain at a point, in the board's order.
    #[must_use]
    pub fn liberties(&self, board: &Board, point: Point) -> Vec<Point> {
        let mut liberties: Vec<Point> = self
            .chain(point)
            .flat_map(|stone| board.neighbours(stone))
            .filter(|&near| self.stone(near).is_empty())
            .collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    /// Every chain, as its points in the board's order; chains in the order of their first points.
    #[must_use]
    pub fn chains(&self, board: &Board) -> Vec<Vec<Point>> {
        let mut seen = vec![false; board.len()];
        let mut chains = Vec::new();
        for point in board.points() {
            if self.stone(point).is_empty() || seen[point.index()] {
                continue;
            }
            let mut chain: Vec<Point> = self.chain(point).collect();
            chain.sort_unstable();
            for stone in &chain {
                seen[stone.index()] = true;
            }
            chains.push(chain);
        }
        chains
    }

    /// The codes of the position a play on an empty point would lead to, for exact comparison.
    #[must_use]
    pub fn codes_after(&self, board: &Board, point: Point, player: Player) -> Vec<u8> {
        let mut after = self.clone();
        after.place(board, point, player);
        after.codes().to_vec()
    }

    /// Puts a stone on an empty point, removes opposing chains left without liberties, then the
    /// mover's own chain if it has none. Whether that is allowed is for the rules to say. On an
    /// occupied point, or one the board does not have, nothing happens.
    pub fn place(&mut self, board: &Board, point: Point, player: Player) -> Placed {
        self.removed.clear();
        if self.stones.get(point.index()) != Some(&0) {
            return Placed::default();
        }
        match board.links().near(point) {
            Near::Row(near) => self.place_among(board, point, player, &near),
            Near::List(near) => self.place_among(board, point, player, near),
        }
    }

    #[inline(always)]
    fn place_among(&mut self, board: &Board, point: Point, player: Player, near: &[u16]) -> Placed {
        let code = player.stone().code();
        let (index, raw) = (point.index(), point.raw());
        let key = board.key(point, player);
        self.stones[index] = code;
        self.heads[index] = raw;
        self.ring[index] = raw;
        self.hash ^= key;
        let (mut liberties, mut joins) = (0, false);
        // All of them at once: with three players one chain's removal may free another.
        let mut breathless: SmallVec<[u16; 4]> = SmallVec::new();
        for &other in near {
            let stone = self.stones[usize::from(other)];
            if let Some(around) = self.around.get_mut(usize::from(other)) {
                around.fill(code);
            }
            if stone == 0 {
                liberties += 1;
                continue;
            }
            if stone == RIM {
                break;
            }
            let head = self.heads[usize::from(other)];
            let chain = &mut self.chains[usize::from(head)];
            chain.liberties -= 1;
            if stone == code {
                joins = true;
            } else if chain.liberties == 0 {
                breathless.push(head);
            }
        }
        self.chains[index] = Chain { hash: key, liberties, size: 1 };
        if joins {
            for &other in near {
                if self.stones[usize::from(other)] == code {
                    self.join(self.heads[index], self.heads[usize::from(other)]);
                }
            }
        }
        for head in breathless {
            self.remove_chain(board, head);
        }
        let captured = self.removed.len();
        let head = self.heads[index];
        if self.chains[usize::from(head)].liberties == 0 {
            self.remove_chain(board, head);
        }
        Placed { captured, lost: self.removed.len() - captured }
    }

    /// The stones the last [`Position::place`] removed, with their owners.
    #[must_use]
    pub fn removed(&self) -> &[(Point, Player)] {
        &self.removed
    }

    /// After [`Position::place`] put a stone on `point` and took one opposing stone: the point where
    /// that stone's owner would retake the new stone, alone, and so bring the position back.
    #[must_use]
    pub fn retake(&self, board: &Board, point: Point) -> Option<Point> {
        let &[(taken, owner)] = self.removed.as_slice() else { return None };
        if self.chain_size(point) != 1 || self.stone(point).player() == Some(owner) {
            return None;
        }
        let captures = self.consequence(board, taken, owner).captures;
        (captures.as_slice() == [point]).then_some(taken)
    }

    /// Takes stones off the board (agreed dead stones, a set-up edit) or puts them on without
    /// capture: afterwards each listed point carries what is listed.
    pub fn edit(&mut self, board: &Board, changes: &[(Point, Stone)]) {
        for &(point, stone) in changes {
            if point.index() < board.len() {
                self.stones[point.index()] = stone.code();
            }
        }
        self.rebuild(board);
    }

    /// Joins two chains; the smaller is renamed.
    fn join(&mut self, one: u16, other: u16) {
        if one == other {
            return;
        }
        let (mut keep, mut fold) = (usize::from(one), usize::from(other));
        if self.chains[keep].size < self.chains[fold].size {
            std::mem::swap(&mut keep, &mut fold);
        }
        let folded = self.chains[fold];
        let mut at = fold;
        loop {
            self.heads[at] = keep as u16;
            at = usize::from(self.ring[at]);
            if at == fold {
                break;
            }
        }
        self.ring.swap(keep, fold);
        let kept = &mut self.chains[keep];
        kept.size += folded.size;
        kept.liberties += folded.liberties;
        kept.hash ^= folded.hash;
    }

    fn remove_chain(&mut self, board: &Board, head: u16) {
        let code = self.stones[usize::from(head)];
        let Some(owner) = Stone::of_code(code).player() else { return };
        self.hash ^= self.chains[usize::from(head)].hash;
        let first = self.removed.len();
        let mut at = usize::from(head);
        loop {
            self.removed.push((Point::new(at as u16), owner));
            self.stones[at] = 0;
            at = usize::from(self.ring[at]);
            if at == usize::from(head) {
                break;
            }
        }
        for &(point, _) in &self.removed[first..] {
            for &near in board.links().of(point) {
                if let Some(around) = self.around.get_mut(usize::from(near)) {
                    around.clear(code);
                }
                if self.stones[usize::from(near)] != 0 {
                    self.chains[usize::from(self.heads[usize::from(near)])].liberties += 1;
                }
            }
        }
    }

    /// Finds chains, liberties and hash from the stones alone.
    pub(crate) fn rebuild(&mut self, board: &Board) {
        self.hash = 0;
        self.around = Around::of_empty(board);
        let mut seen = vec![false; board.len()];
        for start in board.points() {
            let Some(player) = self.stone(start).player() else { continue };
            if seen[start.index()] {
                continue;
            }
            let mut chain = Chain::default();
            let mut members = vec![start];
            seen[start.index()] = true;
            let mut next = 0;
            while let Some(&stone) = members.get(next) {
                next += 1;
                chain.size += 1;
                chain.hash ^= board.key(stone, player);
                for near in board.neighbours(stone) {
                    if let Some(around) = self.around.get_mut(near.index()) {
                        around.fill(player.stone().code());
                    }
                    let code = self.stones[near.index()];
                    if code == 0 {
                        chain.liberties += 1;
                    } else if code == player.stone().code() && !seen[near.index()] {
                        seen[near.index()] = true;
                        members.push(near);
                    }
                }
            }
            for (place, stone) in members.iter().enumerate() {
                self.heads[stone.index()] = start.raw();
                self.ring[stone.index()] = members[(place + 1) % members.len()].raw();
            }
            self.hash ^= chain.hash;
            self.chains[start.index()] = chain;
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.stones == other.stones
    }
}

impl Eq for Position {}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Position").field(&self.codes()).finish()
    }
}
