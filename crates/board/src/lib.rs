//! Go boards as finite graphs: what stands where, which chains it forms, what a play captures.
//!
//! This crate knows stones, not rules: it has no turns, no ko, no score. A [`Board`] is an
//! immutable graph of [`Point`]s; a [`Position`] says what stands on each of them and keeps
//! chains, liberties and a hash up to date while stones are played and captured.
//!
//! ```
//! use shinpan_board::{Board, Player, Position};
//!
//! let board = Board::rectangle(2, 1)?;
//! let mut position = Position::empty(&board);
//! let (a1, b1) = (board.parse_point("a1").unwrap(), board.parse_point("B1").unwrap());
//! position.place(&board, a1, Player::BLACK);
//! let captured = position.place(&board, b1, Player::WHITE).captured;
//! assert_eq!(captured, 1);
//! assert_eq!(position.diagram(&board), [".O"]);
//! # Ok::<(), shinpan_board::BoardError>(())
//! ```
//!
//! Nothing here does input or output, reads a clock, uses randomness, or panics on input.

mod around;
mod board;
mod consequence;
mod coordinates;
mod diagram;
mod error;
mod links;
mod player;
mod point;
mod position;
mod region;
mod shape;
mod validate;
mod zobrist;

pub use board::{Board, MAX_EDGES, MAX_POINTS, MAX_SIDE};
pub use consequence::Consequence;
pub use coordinates::{column_letters, parse_grid_point};
pub use diagram::{parse_rows, symbol};
pub use error::{BoardError, DiagramError, SetupFault, listed};
pub use player::{ByPlayer, MAX_PLAYERS, Player, Stone};
pub use point::Point;
pub use position::{Placed, Position};
pub use region::{Region, regions};
pub use shape::Shape;
