//! What a player can keep under basic ko, whatever the opponent does: safe chains, their eyes, and
//! regions among them with too little room for two eyes of the opponent.
//!
//! The argument is in docs/findings/proofs.md, "Regions without room".

use super::field::Field;
use super::mask::Mask;
use super::safety::safe;
use super::stones::Stones;

/// Points that a player can make his, answering each play of the opponent. None if he has just passed,
/// a second pass would count the board, and the opponent still has stones there.
pub(crate) fn owned<M: Mask>(field: &Field<M>, stones: Stones<M>, player: usize) -> M {
    // Eyes all of whose points are next to one chain: these are not filled.
    let safe = safe(field, stones, player, true);
    if !safe.stones.any() {
        return M::none();
    }
    let mut owned = safe.stones | safe.regions;
    let beside = field.widen(safe.stones);
    let mut left = field.all & !owned;
    while left.any() {
        let region = field.flood(left.lowest(), left);
        left &= !region;
        let inside = region & !beside;
        let room = match inside.size() {
            0 => false,
            1 | 2 => {
                let joined = inside.within(field.widen(inside.lowest()));
                !joined || (region & beside).size() < 2
            }
            _ => true,
        };
        if !room {
            owned |= region;
        }
    }
    owned
}
