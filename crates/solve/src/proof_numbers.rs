//! Depth-first proof numbers: which move of a state is looked at next, and how long.

/// How hard it is for the player to move to win, and to lose.
pub(crate) type Numbers = (u32, u32);

/// A proof number that means "never".
pub(crate) const NEVER: u32 = u32::MAX / 4;

/// What to do in a state.
pub(crate) enum Turn {
    /// To leave it, this hard.
    Leave(Numbers),
    /// To look at the move of this place until one of the numbers behind it reaches its limit.
    Look(usize, Numbers),
}

/// What to do in a state with these moves open, each with the numbers behind it, until one of its own numbers reaches its limit; nothing if there
/// is no move. A move is looked at until it is as many quarters harder than the second best: coming back to another one costs something.
#[inline]
pub(crate) fn turn(
    moves: impl ExactSizeIterator<Item = Numbers>,
    (most_win, most_lose): Numbers,
    quarters: u32,
) -> Option<Turn> {
    let others = moves.len().checked_sub(1)? as u32;
    let (mut best, mut second, mut hardest) = ((0, (NEVER, NEVER)), NEVER, 0);
    for (place, (win, lose)) in moves.enumerate() {
        hardest = hardest.max(win);
        // Who wins behind it loses here.
        if place == 0 || (lose, win) < best.1 {
            if place > 0 {
                second = second.min(best.1.0);
            }
            best = (place, (lose, win));
        } else {
            second = second.min(lose);
        }
    }
    let (place, (best_lose, best_win)) = best;
    let (win, lose) = (best_lose, (hardest + others).min(NEVER));
    if win >= most_win || lose >= most_lose {
        return Some(Turn::Leave((win, lose)));
    }
    let behind = (
        (most_lose - others).max(best_win + 1),
        most_win.min(second + quarters * second / 4 + 1).max(best_lose + 1),
    );
    Some(Turn::Look(place, behind))
}
