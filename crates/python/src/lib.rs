//! The extension module of the Python package `shinpan`.
//!
//! Everything here is a thin translation: the classes hold values of the other crates, names of points and players
//! are read and written, and errors become exceptions. What Python can do by itself (reading a ruling's
//! JSON into data classes, making data frames) is in `python/shinpan`. Long work runs on a thread of its own
//! (`work.rs`), so that other Python threads go on and Ctrl-C is heard.

mod asked;
mod board;
mod errors;
mod game;
mod judge;
mod kept;
mod picture;
mod piece;
mod position;
mod proof;
mod record;
mod ruleset;
mod solve;
mod table;
mod work;

use pyo3::prelude::*;

/// The compiled half of the package; import `shinpan`.
#[pymodule]
mod _shinpan {
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::game::{Applied, Game};
    #[pymodule_export]
    use crate::judge::{analyse, compare, judge};
    #[pymodule_export]
    use crate::piece::{Piece, Pieces, find_files, holds_records, read_pieces};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::proof::check_proof;
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::ruleset::Ruleset;
    #[pymodule_export]
    use crate::solve::solve;
    #[pymodule_export]
    use crate::table::{Table, batch, table, table_of};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
