//! What a play would do, found without playing it.

use smallvec::SmallVec;

use crate::board::Board;
use crate::links::Near;
use crate::player::Player;
use crate::point::Point;
use crate::position::{Position, RIM};

/// What a play would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consequence {
    /// One stone of every opposing chain that would be removed.
    pub captures: SmallVec<[Point; 4]>,
    /// How many stones the mover's own chain would lose, the new one included, for being left
    /// without liberties (suicide); 0 if it would not be.
    pub lost: usize,
    /// The hash of the position that would arise (after removal of a suicide's stones).
    pub hash: u64,
}

impl Position {
    /// What a play on an empty point would do. On an occupied point the answer means nothing.
    #[must_use]
    pub fn consequence(&self, board: &Board, point: Point, player: Player) -> Consequence {
        let key = board.key(point, player);
        match board.links().near(point) {
            Near::Row(near) => self.consequence_among(&near, key, player.stone().code()),
            Near::List(near) => self.consequence_among(near, key, player.stone().code()),
        }
    }

    #[inline(always)]
    fn consequence_among(&self, near: &[u16], key: u64, own: u8) -> Consequence {
        let around = near.iter().filter(|&&other| self.stones[usize::from(other)] != 0).count();
        let mut breathes = around < near.len();
        // A chain with more liberties than there are stones around has one elsewhere. Of the others
        // the edges are counted: those of one chain stand side by side.
        let mut narrow: SmallVec<[u16; 8]> = SmallVec::new();
        for &other in near {
            let stone = self.stones[usize::from(other)];
            if stone == 0 || stone == RIM {
                continue;
            }
            let head = self.heads[usize::from(other)];
            if self.chains[usize::from(head)].liberties as usize <= around {
                narrow.push(head);
            } else {
                breathes |= stone == own;
            }
        }
        narrow.sort_unstable();
        let mut told = Consequence { captures: SmallVec::new(), lost: 0, hash: self.hash ^ key };
        for edges in narrow.chunk_by(|one, other| one == other) {
            let chain = &self.chains[usize::from(edges[0])];
            let stays = chain.liberties as usize > edges.len();
            if self.stones[usize::from(edges[0])] == own {
                breathes |= stays;
            } else if !stays {
                told.captures.push(Point::new(edges[0]));
                told.hash ^= chain.hash;
            }
        }
        if !breathes && told.captures.is_empty() {
            told.lost = 1;
            told.hash ^= key;
            narrow.dedup();
            // None of the mover's chains has a liberty elsewhere, so all of them are among these.
            for &head in narrow.iter().filter(|&&head| self.stones[usize::from(head)] == own) {
                told.lost += self.chains[usize::from(head)].size as usize;
                told.hash ^= self.chains[usize::from(head)].hash;
            }
        }
        told
    }

    /// Whether a play on an empty point would leave the mover's own chain without liberties.
    #[must_use]
    #[inline]
    pub fn is_suicide(&self, board: &Board, point: Point, player: Player) -> bool {
        let (Near::Row(near), Some(around)) =
            (board.links().near(point), self.around.get(point.index()))
        else {
            return self.consequence(board, point, player).lost > 0;
        };
        if !around.is_full() {
            return false;
        }
        let own = player.stone().code();
        let heads = near.map(|other| self.heads[usize::from(other)]);
        let liberties = heads.map(|head| self.chains[usize::from(head)].liberties);
        // With more than four each, all chains around have liberties elsewhere.
        if liberties.iter().fold(true, |wide, &liberties| wide & (liberties > 4)) {
            return around.has_none(own);
        }
        near.iter().zip(heads).zip(liberties).all(|((&other, head), liberties)| {
            let stone = self.stones[usize::from(other)];
            let edges: u32 = heads.iter().map(|&near| u32::from(near == head)).sum();
            stone == RIM || (stone == own) != (liberties > edges)
        })
    }

    /// Whether a player's stones stand on all the neighbours of a point, as they do around an eye of
    /// one point, false or not.
    #[must_use]
    #[inline]
    pub fn is_enclosed(&self, board: &Board, point: Point, player: Player) -> bool {
        match self.around.get(point.index()) {
            Some(around) => around.is_all(player.stone().code()),
            None => board.neighbours(point).all(|near| self.stone(near) == player.stone()),
        }
    }
}
