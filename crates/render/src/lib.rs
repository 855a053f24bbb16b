//! Draws Go boards: as SVG, as PNG, and as text for a terminal.
//!
//! One value, [`Scene`], says what is to be seen: points, lines, stones, marks, areas, words. It
//! knows no rules, and it has a JSON form, so that the same picture can be drawn here, in a browser,
//! or kept in a test. Boards are graphs; the rectangle is a graph whose scene also has a [`Grid`],
//! which brings star points and coordinates.
//!
//! ```
//! use shinpan_render::{Scene, Stone, TextOptions, Theme, to_svg, to_text};
//!
//! let mut scene = Scene::grid(3, 2)?;
//! scene.stones.push(Stone::new(1, 0));
//! scene.stones.push(Stone::new(3, 1));
//!
//! let text = to_text(&scene, TextOptions { coordinates: true, ..TextOptions::default() })?;
//! let expected = [
//!     "  A B C",
//!     "2 . X . 2",
//!     "1 O . . 1",
//!     "  A B C",
//!     "",
//!     "X Black   O White",
//! ];
//! assert_eq!(text.lines().collect::<Vec<_>>(), expected);
//!
//! let svg = to_svg(&scene, &Theme::wood())?;
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), shinpan_render::Error>(())
//! ```
//!
//! Floating point is used here and nowhere else in the project: a picture decides nothing.

mod error;
mod film;
mod grid;
pub mod label;
pub mod layout;
mod overlay;
#[cfg(feature = "png")]
mod png;
mod scene;
mod svg;
mod text;
mod theme;

pub use error::{Error, Fault};
pub use film::{Film, Flight, MAX_SHOTS, Shot, Spot};
pub use grid::Grid;
#[cfg(feature = "png")]
pub use png::{Extent, MAX_PIXELS, MAX_SIDE, Picture, Warning, to_png};
pub use scene::{
    Area, Block, MAX_COORDINATE, MAX_EDGES, MAX_PLAYERS, MAX_POINTS, Mark, MarkKind, Meaning, Pile,
    Point, Scene, Stone,
};
pub use svg::film::{to_animation, to_html, to_sheet};
pub use svg::to_svg;
pub use text::{TextOptions, to_text};
pub use theme::{Colour, Theme};
