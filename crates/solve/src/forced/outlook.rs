//! How far Black seems to be from a margin. An estimate: it says where to look first, and no answer rests on it.

use crate::compact::{BLACK, Field, Mask, Stones, WHITE};

/// Black's points less White's as it looks with White to move: each point is whose stones are nearest, nobody's if both are as
/// near. Black's chains in atari are taken as gone.
pub(super) fn outlook<M: Mask>(field: &Field<M>, stones: Stones<M>) -> i32 {
    let empty = field.all & !stones.taken();
    let (mut black, mut white) = (M::none(), stones.0[WHITE]);
    let mut left = stones.0[BLACK];
    while left.any() {
        let chain = field.flood(left.lowest(), left);
        left &= !chain;
        if (field.widen(chain) & empty).size() > 1 {
            black |= chain;
        }
    }
    let mut free = field.all & !black & !white;
    loop {
        let (next, other) = (field.widen(black) & free, field.widen(white) & free);
        if !(next | other).any() {
            return black.size() as i32 - white.size() as i32;
        }
        black |= next & !other;
        white |= other & !next;
        free &= !(next | other);
    }
}

#[cfg(test)]
mod tests {
    use shinpan_board::Board;

    use super::*;

    #[test]
    fn points_are_whose_stones_are_nearest() {
        let field = Field::<u32>::new(&Board::parse("5x3").unwrap()).unwrap();
        let look = |rows: &str| {
            let code = |sign| match sign {
                '.' => 0,
                'X' => 1,
                _ => 2,
            };
            let codes: Vec<u8> = rows.chars().filter(|&sign| sign != '/').map(code).collect();
            outlook(&field, Stones::of_codes(&codes))
        };
        assert_eq!(look("...../...../....."), 0);
        assert_eq!(look("...../..X../....."), 15);
        assert_eq!(look("...../.X.O./....."), 0);
        assert_eq!(look("...../X..O./....."), -3);
        // The stone in the corner is in atari.
        assert_eq!(look("XO.../...../....."), -15);
        assert_eq!(look("XX.../.O.../....."), -4);
    }
}
