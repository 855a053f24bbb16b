//! Text diagrams: one row of signs for each row of a grid, the top row first.

use crate::board::Board;
use crate::error::DiagramError;
use crate::player::{MAX_PLAYERS, Stone};
use crate::position::Position;

/// The sign of a stone: `.` empty, `X` Black, `O` White, `3`, `4`, ... the later players.
#[must_use]
pub const fn symbol(stone: Stone) -> char {
    match stone.code() {
        0 => '.',
        1 => 'X',
        2 => 'O',
        code => (b'0' + code) as char,
    }
}

fn stone(sign: char) -> Option<Stone> {
    match sign {
        '.' => Some(Stone::EMPTY),
        'X' | 'x' => Stone::from_code(1),
        'O' | 'o' => Stone::from_code(2),
        '3'..='9' => Stone::from_code(sign as u8 - b'0').filter(|_| MAX_PLAYERS >= 3),
        _ => None,
    }
}

/// Reads the rows of a diagram for a grid: what stands on each point, in the board's order. Blanks
/// inside rows and empty lines at both ends are ignored.
///
/// # Errors
/// If the board is no grid, or the diagram has other rows, columns or signs than it should.
pub fn parse_rows(board: &Board, text: &str) -> Result<Vec<Stone>, DiagramError> {
    let (columns, rows) = board.shape().grid().ok_or(DiagramError::NoGrid)?;
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    if lines.len() != rows || text.trim().is_empty() {
        let found = if text.trim().is_empty() { 0 } else { lines.len() };
        return Err(DiagramError::Rows { found, expected: rows });
    }
    let mut stones = Vec::with_capacity(columns * rows);
    for (row, line) in lines.iter().enumerate() {
        let mut found = 0;
        for sign in line.chars().filter(|sign| !sign.is_whitespace()) {
            found += 1;
            let stone = stone(sign).ok_or(DiagramError::Sign {
                row: row + 1,
                column: found,
                found: sign,
            })?;
            if found <= columns {
                stones.push(stone);
            }
        }
        if found != columns {
            return Err(DiagramError::Columns { row: row + 1, found, expected: columns });
        }
    }
    Ok(stones)
}

impl Position {
    /// The rows of a grid as text, top row first; a graph is one row in the order of its points.
    #[must_use]
    pub fn diagram(&self, board: &Board) -> Vec<String> {
        let columns = board.shape().grid().map_or(board.len(), |(columns, _)| columns);
        let signs: Vec<char> = self.stones().map(symbol).collect();
        signs.chunks(columns.max(1)).map(|row| row.iter().collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_written() {
        let board = Board::parse("3x2").unwrap();
        let stones = parse_rows(&board, "\n . X O\n 3 4 .\n\n").unwrap();
        let position = Position::from_stones(&board, 4, &stones).unwrap();
        assert_eq!(position.diagram(&board), [".XO", "34."]);
    }

    #[test]
    fn faults_say_where() {
        let board = Board::parse("3x2").unwrap();
        let told = |text: &str| parse_rows(&board, text).unwrap_err().to_string();
        assert_eq!(told("..."), "rows in the position: 1, on the board: 2");
        assert_eq!(told(""), "rows in the position: 0, on the board: 2");
        assert_eq!(told("...\n...."), "row 2 of the position has 4 points, the board 3");
        assert_eq!(
            told("...\n.?."),
            "row 2 of the position has `?` at point 2: expected `.`, `X`, `O` or a player's number"
        );
        assert_eq!(
            told("..9\n..."),
            "row 1 of the position has `9` at point 3: expected `.`, `X`, `O` or a player's number"
        );
    }

    #[test]
    fn every_player_has_a_sign() {
        let board = Board::parse("9x1").unwrap();
        let stones = parse_rows(&board, ".xo345678").unwrap();
        let codes: Vec<u8> = stones.iter().map(|stone| stone.code()).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(stones.iter().map(|&stone| symbol(stone)).collect::<String>(), ".XO345678");
        let graph = Board::graph(&["a", "b"], &[("a", "b")]).unwrap();
        assert_eq!(parse_rows(&graph, ".."), Err(DiagramError::NoGrid));
        let position = Position::from_stones(&graph, 2, &[Stone::EMPTY, stones[2]]).unwrap();
        assert_eq!(position.diagram(&graph), [".O"]);
    }
}
