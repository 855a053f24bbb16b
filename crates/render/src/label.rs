//! The names of crossings on a grid: columns in letters without I, rows in numbers from the bottom.

/// The 25 letters of columns: I is left out, lest it be read as 1.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The letters of a column, counted from 0: A to H, J to Z, AA to AH, AJ to AZ, BA and so on.
///
/// ```
/// use shinpan_render::label::column;
/// assert_eq!([0, 7, 8, 24, 25, 33, 50].map(column), ["A", "H", "J", "Z", "AA", "AJ", "BA"]);
/// ```
#[must_use]
pub fn column(column: usize) -> String {
    let mut reversed = Vec::new();
    let mut rest = column;
    loop {
        reversed.push(char::from(LETTERS[rest % LETTERS.len()]));
        if rest < LETTERS.len() {
            return reversed.into_iter().rev().collect();
        }
        rest = rest / LETTERS.len() - 1;
    }
}

/// The number of a row that lies `from_top` rows below the top one, of `rows`.
///
/// ```
/// use shinpan_render::label::row;
/// assert_eq!((row(19, 0), row(19, 18)), (19, 1));
/// ```
#[must_use]
pub fn row(rows: usize, from_top: usize) -> usize {
    rows.saturating_sub(from_top)
}

/// The name of a crossing: `crossing(9, 0, 8)` is `A1`, the lower left corner of a 9x9 board.
#[must_use]
pub fn crossing(rows: usize, from_left: usize, from_top: usize) -> String {
    format!("{}{}", column(from_left), row(rows, from_top))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_never_contain_the_letter_i() {
        let names: Vec<String> = (0..2000).map(column).collect();
        assert!(names.iter().all(|name| !name.contains('I')));
        assert_eq!(names[18], "T");
        assert_eq!(names[51], "BB");
        assert_eq!(names[649], "ZZ");
        assert_eq!(names[650], "AAA");
        let mut sorted = names.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), names.len());
    }

    #[test]
    fn rows_count_from_the_bottom() {
        assert_eq!(crossing(19, 15, 3), "Q16");
        assert_eq!(crossing(1, 0, 0), "A1");
    }
}
