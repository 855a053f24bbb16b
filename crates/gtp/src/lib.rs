//! The Go Text Protocol, version 2, over a sitting.
//!
//! A [`Session`] answers one line at a time and holds no rules: what is allowed, the referee says.
//! [`serve`] runs a session over a pair of streams. [`Player`] is a simple honest player: strength is
//! not its aim, finishing games correctly under every ruleset is.
//!
//! ```
//! let mut session = shinpan_gtp::Session::new(shinpan_gtp::Options::default())?;
//! let mut say = |line: &str| session.answer(line).map(|answer| answer.text);
//! assert_eq!(say("1 boardsize 9").as_deref(), Some("=1\n\n"));
//! assert_eq!(say("play b e5").as_deref(), Some("=\n\n"));
//! assert_eq!(
//!     say("2 play w e5").as_deref(),
//!     Some("?2 illegal move: a stone of black stands there [G-1]\n\n")
//! );
//! assert_eq!(say("# nothing to answer"), None);
//! # Ok::<(), String>(())
//! ```

mod codec;
mod commands;
mod player;
mod serve;
mod session;

pub use codec::{Command, Response, parse_command, parse_response, vertex};
pub use commands::setup::star_points;
pub use player::{Advice, Player};
pub use serve::serve;
pub use session::{Answer, Options, Session};
