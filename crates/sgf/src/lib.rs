//! Reads and writes SGF, the format of game records, without losing or hiding anything.
//!
//! A file becomes a [`Collection`]: trees of nodes with their properties as they were found,
//! unknown ones included. What had to be put right on the way is listed, with its place, in
//! [`Collection::repairs`]. Typed views are laid on top: [`Game::info`] for what is said about it,
//! [`Node::events`] for what happens in a node. This crate knows no rules of Go.
//!
//! ```
//! use shinpan_sgf::{Colour, EventKind, Where, parse};
//!
//! let collection = parse(b"(;GM[1]SZ[9]KM[7]RE[B+R];B[ee];W[gc]C[a \\] in a comment];B[])")?;
//! let game = collection.game(0).expect("one game");
//! let info = game.info()?;
//! for node in game.main_line() {
//!     for event in node.events(info.size) {
//!         if let EventKind::Move { colour: Colour::Black, at: Where::Pass } = event.kind {
//!             assert_eq!(event.location().map(|at| at.to_string()), Some("1:58".to_owned()));
//!         }
//!     }
//! }
//! assert!(collection.repairs().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here recurses, does IO or panics on any input, and [`Limits`] bound the memory.

mod edit;
mod encoding;
mod error;
mod event;
mod game;
mod lexer;
mod limits;
mod line;
mod location;
mod parse;
mod point;
mod property;
mod repair;
mod result;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod write;

pub use edit::Content;
pub use encoding::{Encoding, How};
pub use error::{EditError, Error, ErrorKind, Limit};
pub use event::{Event, EventKind, Expected, Setup, ValueFault};
pub use game::{Colour, Game, GameError, GameErrorKind, GameInfo};
pub use limits::Limits;
pub use line::{PathError, PathErrorKind, VariationPath};
pub use location::Location;
pub use parse::{parse, parse_with};
pub use point::{Area, MAX_SIDE, Point, PointError, Size, Where};
pub use property::{Property, Value};
pub use repair::{Repair, RepairKind};
pub use result::{Margin, RecordedResult};
pub use tree::{Collection, Node, NodeId};
