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
