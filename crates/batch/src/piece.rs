//! A piece of the input.

use std::sync::Arc;

use crate::bounds::Bounds;
use crate::table::{record_of_cell, record_of_line};

/// One file, member of an archive, or row of a table: most often one record, or a collection of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its number among all the pieces of the inputs, from 0.
    pub number: u64,
    /// The file it is from, as it was named or found.
    pub source: Arc<str>,
    /// Where in that file: the path in an archive, `row 17` or `line 17` of a table.
    pub member: Option<String>,
    /// The number of its first record among those of the file or member, from 1.
    pub first_game: u32,
    /// What it holds, or why that cannot be read.
    pub content: Result<Vec<u8>, String>,
}

impl Piece {
    /// The piece that a line of an NDJSON file is, counted from 1, as [`Pieces`](crate::Pieces) gives it but for its
    /// number; none if the line is blank.
    #[must_use]
    pub fn of_line(
        source: Arc<str>,
        line: u64,
        text: &[u8],
        column: Option<&str>,
        bounds: Bounds,
    ) -> Option<Piece> {
        let content = record_of_line(text, column, bounds);
        let (number, member) = (line, Some(format!("line {line}")));
        let blank = text.trim_ascii().is_empty();
        (!blank).then_some(Piece { number, source, member, first_game: 1, content })
    }

    /// The piece that a row of a Parquet file is, counted from 1, by the cell that holds its record.
    #[must_use]
    pub fn of_row(source: Arc<str>, row: u64, cell: Option<Vec<u8>>, bounds: Bounds) -> Piece {
        let (number, member) = (row, Some(format!("row {row}")));
        Piece { number, source, member, first_game: 1, content: record_of_cell(cell, bounds) }
    }
}
