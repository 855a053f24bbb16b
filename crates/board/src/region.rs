//! Regions: maximal connected sets of empty points, and whose stones they touch.

use crate::board::Board;
use crate::player::{MAX_PLAYERS, Player, Stone};
use crate::point::Point;

/// A maximal connected set of empty points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its points in the board's order.
    pub points: Vec<Point>,
    /// Whose stones it touches, in the order of turns.
    pub touches: Vec<Player>,
}

impl Region {
    /// The one player whose stones the region touches, if there is exactly one.
    #[must_use]
    pub fn owner(&self) -> Option<Player> {
        match self.touches.as_slice() {
            &[player] => Some(player),
            _ => None,
        }
    }
}

/// The regions of a colouring given as codes ([`Stone::code`]), in the order of their first points.
#[must_use]
pub fn regions(board: &Board, codes: &[u8]) -> Vec<Region> {
    let code = |point: Point| codes.get(point.index()).copied().unwrap_or(0);
    let mut seen = vec![false; board.len()];
    let mut found = Vec::new();
    for start in board.points() {
        if code(start) != 0 || seen[start.index()] {
            continue;
        }
        let mut touched = [false; MAX_PLAYERS + 1];
        let mut points = vec![start];
        seen[start.index()] = true;
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for near in board.neighbours(point) {
                match code(near) {
                    0 if seen[near.index()] => {}
                    0 => {
                        seen[near.index()] = true;
                        points.push(near);
                    }
                    code => touched[usize::from(code).min(MAX_PLAYERS)] = true,
                }
            }
        }
        points.sort_unstable();
        let touches = (1..=MAX_PLAYERS as u8)
            .filter(|&code| touched[usize::from(code)])
            .filter_map(|code| Stone::from_code(code)?.player())
            .collect();
        found.push(Region { points, touches });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::parse_rows;

    #[test]
    fn regions_know_whom_they_touch() {
        let board = Board::parse("5x2").unwrap();
        let stones = parse_rows(&board, ".XOO.\n.X..O").unwrap();
        let codes: Vec<u8> = stones.iter().map(|stone| stone.code()).collect();
        let regions = regions(&board, &codes);
        let owners: Vec<_> = regions.iter().map(Region::owner).collect();
        assert_eq!(owners, [Some(Player::BLACK), Some(Player::WHITE), None]);
        assert_eq!(regions[2].touches, [Player::BLACK, Player::WHITE]);
        assert_eq!(regions[0].points.len(), 2);
    }

    #[test]
    fn an_empty_board_touches_nobody() {
        let board = Board::parse("2x2").unwrap();
        assert_eq!(regions(&board, &[0; 4])[0].owner(), None);
    }
}
