//! Settled boards: walls with eyes, and a few points between them.

use std::sync::Arc;

use shinpan_board::{Board, Player, Position, Stone};
use shinpan_rules::Setup;

use crate::dice::Dice;

/// A settled board of 5x5 or 6x5: a wall of each player's to the left and right, with two eyes of one or two points, and points between
/// them with stones by dice. `None` if a chain has no liberty.
///
/// # Panics
/// Never: the numbers are within bounds.
pub fn settled(dice: &mut Dice) -> Option<Setup> {
    let columns = 5 + dice.roll(2);
    let between = columns - 4;
    let open_rows = 2 + dice.roll(if between == 1 { 4 } else { 2 });
    let eyes = [[(0, 4), (0, 2)], [(0, 0), (0, 4)], [(0, 1), (0, 3)]][dice.roll(3)];
    let large = [dice.chance(3), dice.chance(3)];
    let mut code = |column: usize, row: usize| -> usize {
        let black = 2 * column < columns;
        let across = if black { column } else { columns - 1 - column };
        let player = usize::from(!black);
        let wide = eyes[0].1 == 0 && large[player] && (across, row) == (0, 1);
        if wide || eyes.contains(&(across, row)) {
            0
        } else if (2..2 + between).contains(&column) && row < open_rows {
            [0, 0, 0, 1, 2][dice.roll(5)]
        } else {
            player + 1
        }
    };
    let codes = (0..5 * columns).map(|point| code(point % columns, point / columns));
    let stones: Vec<Stone> =
        codes.map(|code| Stone::from_code(code as u8).expect("within bounds")).collect();
    let board = Arc::new(Board::parse(&format!("{columns}x5")).expect("within bounds"));
    Position::from_stones(&board, 2, &stones).ok()?;
    let mut setup = Setup::empty(board, 2);
    setup.stones = stones;
    setup.to_move = Player::new(dice.roll(2)).expect("within bounds");
    Some(setup)
}
