//! A piece of the input.

use std::sync::Arc;

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
