//! Safe chains that were found before.
//!
//! Most positions differ from one looked at lately by a stone of one colour. Where suicide is allowed, what is safe of
//! a player is told by his stones alone; otherwise by all stones.

use std::cell::RefCell;

use super::field::Field;
use super::mask::Mask;
use super::safety::{Safe, safe};
use super::stones::{BLACK, Stones};

/// What a player's safe chains hang on, and what they are.
#[derive(Clone, Copy, Default)]
struct Known<M> {
    own: M,
    other: M,
    safe: Safe<M>,
}

/// What was found lately.
pub(crate) struct Safes<M> {
    suicide: bool,
    known: RefCell<Vec<Known<M>>>,
}

/// How much is remembered.
const ENTRIES: usize = 1 << 12;

impl<M: Mask> Safes<M> {
    pub(crate) fn new(suicide: bool) -> Safes<M> {
        Safes { suicide, known: RefCell::new(vec![Known::default(); ENTRIES]) }
    }

    /// The safe chains of a player.
    pub(crate) fn of(&self, field: &Field<M>, stones: Stones<M>, player: usize) -> Safe<M> {
        let own = stones.0[player];
        // Fewer empty points make more eyes: without any this is the most that can be safe.
        let most = self.find(field, own, field.all & !own);
        let found = if self.suicide || !most.stones.any() {
            most
        } else {
            self.find(field, own, stones.0[1 - player])
        };
        debug_assert_eq!(found, safe(field, stones, player, self.suicide));
        found
    }

    fn find(&self, field: &Field<M>, own: M, other: M) -> Safe<M> {
        let place = (own.mixed() ^ other.mixed().rotate_left(7)) as usize % ENTRIES;
        let known = &mut self.known.borrow_mut()[place];
        // Without stones nothing is safe, which is what the entries say at first.
        if known.own != own || known.other != other {
            let safe = safe(field, Stones([own, other]), BLACK, self.suicide);
            *known = Known { own, other, safe };
        }
        known.safe
    }
}
