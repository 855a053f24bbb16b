//! A scene for a terminal, or for any other place where only letters can go.

mod cell;
mod legend;
mod table;

use crate::grid::Crossings;
use crate::overlay::Overlay;
use crate::{Error, Scene, label};
use cell::Cell;

/// How a scene is written. Everything is off by default: a plain ASCII diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextOptions {
    /// Whether to colour stones, areas and marks, by ANSI escape sequences.
    pub colour: bool,
    /// Whether to write letters and numbers on all four sides of a grid.
    pub coordinates: bool,
    /// Whether to draw with `●`, `○` and `·` rather than `X`, `O` and `.`.
    pub unicode: bool,
}

/// Writes a scene as text: the title, the board, a legend of the signs on it, the caption.
///
/// | sign | meaning |
/// | --- | --- |
/// | `X` `O` `3` ... `8` | a stone of player 0, 1, 2 ... 7 |
/// | `.` | an empty point |
/// | `x` `o` `c` ... `h` | an empty point that counts for player 0, 1, 2 ... 7 |
/// | `X'` | a dead stone |
/// | `Xo` | a stone, dead as a rule, on a point that counts for someone else |
/// | `X12` `3:12` | a stone with its label |
/// | `(X)` | the last play |
/// | `!` | a play here is banned |
/// | `^` `#` `@` `*` | triangle, square, circle, cross |
///
/// Signs that belong to a stone follow it: `X!`. On a board without a grid there is a table of points
/// instead, with their neighbours. Control characters in names and captions are replaced.
///
/// # Errors
///
/// [`Error::Scene`] if the scene does not pass [`Scene::check`].
pub fn to_text(scene: &Scene, options: TextOptions) -> Result<String, Error> {
    scene.check()?;
    let overlay = Overlay::of(scene);
    let cells: Vec<Cell> =
        (0..scene.points.len()).map(|point| Cell::of(&overlay, point, options)).collect();

    let mut blocks = Vec::new();
    if !scene.title.is_empty() {
        blocks.push(vec![plain(&scene.title)]);
    }
    let mut notes = legend::lines(scene, &overlay, &cells, options);
    match Crossings::of(scene) {
        Some(crossings) => {
            blocks.push(diagram(&crossings, &cells, options));
            notes.extend(legend::irregularities(scene, &crossings));
        }
        None => blocks.push(table::lines(scene, &cells, options)),
    }
    blocks.push(notes);
    blocks.push(scene.caption.iter().map(|line| plain(line)).collect());

    let blocks: Vec<String> =
        blocks.iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n")).collect();
    Ok(blocks.join("\n\n") + "\n")
}

/// The board as rows and columns.
fn diagram(crossings: &Crossings, cells: &[Cell], options: TextOptions) -> Vec<String> {
    let (cols, rows) = (crossings.grid.cols, crossings.grid.rows);
    let letters: Vec<String> = (0..cols).map(label::column).collect();
    let widest = letters.iter().map(String::len).max().filter(|_| options.coordinates);
    let width = cells.iter().map(Cell::width).chain(widest).max().unwrap_or(1);
    let margin = if options.coordinates { rows.to_string().len() } else { 0 };

    let rank = |y: usize| {
        if options.coordinates { label::row(rows, y).to_string() } else { String::new() }
    };
    let mut lines = Vec::new();
    for y in 0..rows {
        let row: Vec<Option<&Cell>> =
            (0..cols).map(|x| crossings.point(x, y).map(|point| &cells[point])).collect();
        let line = format!("{:>margin$}{}{}", rank(y), squares(&row, width, options), rank(y));
        lines.push(line.trim_end().to_owned());
    }
    if options.coordinates {
        let header: String = letters.iter().map(|letter| format!(" {letter:>width$}")).collect();
        let header = format!("{:margin$}{header}", "");
        lines.insert(0, header.clone());
        lines.push(header);
    } else if lines.iter().all(|line| line.is_empty() || line.starts_with(' ')) {
        for line in &mut lines {
            *line = line.get(1..).unwrap_or_default().to_owned();
        }
    }
    lines
}

/// One row of cells, with a space or a bracket before each of them and after the last.
fn squares(row: &[Option<&Cell>], width: usize, options: TextOptions) -> String {
    let mut line = String::new();
    let mut closing = false;
    for cell in row {
        let (text_width, last) = cell.map_or((0, false), |cell| (cell.width(), cell.last));
        let mut space: Vec<char> = vec![' '; width + 1 - text_width];
        if closing {
            space[0] = ')';
        }
        if last && let Some(before) = space.last_mut() {
            *before = if *before == ')' { '|' } else { '(' };
        }
        line.extend(space);
        if let Some(cell) = cell {
            line.push_str(&cell.painted(options));
        }
        closing = last;
    }
    line.push(if closing { ')' } else { ' ' });
    line
}

/// Text from outside without anything that could move the cursor.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            // Marks that turn the direction of writing could make a line read as another one.
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                '\u{fffd}'
            }
            c if c.is_control() => '\u{fffd}',
            c => c,
        })
        .collect()
}
