//! The slow twin of everything [`Position`] keeps: found anew and compared.

use crate::board::Board;
use crate::position::Position;

impl Position {
    /// The hash found from the stones alone.
    #[must_use]
    pub fn hash_from_scratch(&self, board: &Board) -> u64 {
        board
            .points()
            .filter_map(|point| Some(board.key(point, self.stone(point).player()?)))
            .fold(0, |hash, key| hash ^ key)
    }

    /// Compares what is kept (chains, liberties, hash) with what the stones say.
    ///
    /// # Errors
    /// The first difference, in words. There is never one, unless this crate has a fault.
    pub fn validate(&self, board: &Board) -> Result<(), String> {
        let mut fresh = Position::empty(board);
        fresh.stones.copy_from_slice(&self.stones);
        fresh.rebuild(board);
        if self.hash != self.hash_from_scratch(board) {
            return Err("the hash is not that of the stones".to_owned());
        }
        if self.around != fresh.around {
            return Err("the neighbours are counted wrong".to_owned());
        }
        for point in board.points() {
            if self.stone(point).is_empty() {
                continue;
            }
            let mut kept: Vec<_> = self.chain(point).collect();
            let mut found: Vec<_> = fresh.chain(point).collect();
            kept.sort_unstable();
            found.sort_unstable();
            let name = board.name(point);
            if kept != found {
                return Err(format!("the chain at {name} is kept as {kept:?}, but is {found:?}"));
            }
            let kept = &self.chains[usize::from(self.heads[point.index()])];
            let found = &fresh.chains[usize::from(fresh.heads[point.index()])];
            if (kept.liberties, kept.size, kept.hash) != (found.liberties, found.size, found.hash) {
                return Err(format!("the chain at {name} has wrong liberties, size or hash"));
            }
            if kept.liberties == 0 {
                return Err(format!("the chain at {name} has no liberty"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::parse_rows;
    use crate::player::Player;

    /// What is told of a position after something kept in it has been spoilt.
    fn told(spoil: impl FnOnce(&Board, &mut Position)) -> Result<(), String> {
        let board = Board::parse("4x2").unwrap();
        let stones = parse_rows(&board, "XX.O\n.X.O").unwrap();
        let mut position = Position::from_stones(&board, 2, &stones).unwrap();
        spoil(&board, &mut position);
        position.validate(&board)
    }

    #[test]
    fn whatever_is_kept_wrong_is_found() {
        let wrong = Err("the chain at A2 has wrong liberties, size or hash".to_owned());
        assert_eq!(told(|_, _| {}), Ok(()));
        let hash = told(|_, position| position.hash ^= 1);
        assert_eq!(hash, Err("the hash is not that of the stones".to_owned()));
        assert_eq!(told(|_, position| position.chains[0].liberties += 1), wrong);
        assert_eq!(told(|_, position| position.chains[0].size += 1), wrong);
        assert_eq!(told(|_, position| position.chains[0].hash ^= 1), wrong);
        let around = told(|_, position| position.around[3].fill(1));
        assert_eq!(around, Err("the neighbours are counted wrong".to_owned()));
        let ring = told(|_, position| position.ring[0] = 0).unwrap_err();
        assert!(ring.starts_with("the chain at A2 is kept as [Point(0)], but is [Point(0), "));
        let smothered = told(|board, position| {
            for index in [2, 4, 6] {
                let point = board.point(index).unwrap();
                position.stones[index] = Player::WHITE.stone().code();
                position.hash ^= board.key(point, Player::WHITE);
            }
            position.rebuild(board);
        });
        assert_eq!(smothered, Err("the chain at A2 has no liberty".to_owned()));
    }

    #[test]
    fn the_hash_is_that_of_the_stones() {
        let board = Board::parse("3x1").unwrap();
        let stones = parse_rows(&board, "X.O").unwrap();
        let position = Position::from_stones(&board, 2, &stones).unwrap();
        let [first, _, third] = [0, 1, 2].map(|index| board.point(index).unwrap());
        let expected = board.key(first, Player::BLACK) ^ board.key(third, Player::WHITE);
        assert_eq!(position.hash_from_scratch(&board), expected);
        assert_eq!(position.hash(), expected);
    }
}
