//! Names of points on grids: column letters without I, rows counted from the bottom, as in GTP.

/// The letters of a column counted from 0: A..H, J..Z, then AA, AB, ... (no I in either letter).
#[must_use]
pub fn column_letters(column: usize) -> String {
    const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let mut letters = String::new();
    if let Some(first) = (column / 25).checked_sub(1) {
        letters.push(char::from(LETTERS[first % 25]));
    }
    letters.push(char::from(LETTERS[column % 25]));
    letters
}

/// Reads `A1`, `t19`, `AB52` on a grid: column from 0 at the left, row from 0 at the **top**.
/// `None` if the text is no such name or lies off the grid.
#[must_use]
pub fn parse_grid_point(text: &str, columns: usize, rows: usize) -> Option<(usize, usize)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = text.split_at(digits);
    if letters.is_empty() || letters.len() > 2 || number.starts_with('0') {
        return None;
    }
    let mut column = 0;
    for letter in letters.bytes() {
        let letter = letter.to_ascii_uppercase();
        let place = match letter {
            b'A'..=b'H' => letter - b'A',
            b'J'..=b'Z' => letter - b'A' - 1,
            _ => return None,
        };
        column = column * 25 + usize::from(place) + 1;
    }
    let row: usize = number.parse().ok()?;
    (column <= columns && (1..=rows).contains(&row)).then(|| (column - 1, rows - row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_skip_i_in_both_places() {
        let names: Vec<_> = [0, 7, 8, 24, 25, 26, 33, 49, 50, 51].map(column_letters).into();
        assert_eq!(names, ["A", "H", "J", "Z", "AA", "AB", "AJ", "AZ", "BA", "BB"]);
    }

    #[test]
    fn names_are_read_back() {
        for column in 0..52 {
            for row in [0, 30, 51] {
                let name = format!("{}{}", column_letters(column), 52 - row);
                assert_eq!(parse_grid_point(&name, 52, 52), Some((column, row)), "{name}");
                assert_eq!(parse_grid_point(&name.to_lowercase(), 52, 52), Some((column, row)));
            }
        }
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for text in
            ["", "A", "1", "I1", "A0", "A01", "A20", "U1", "AI3", "A1x", "é1", "A1000", "ABC1"]
        {
            assert_eq!(parse_grid_point(text, 19, 19), None, "{text}");
        }
    }
}
