//! The words of `shinpan solve` and `perft`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::{Format, RulingArgs};

#[derive(Args)]
#[command(after_help = "Example:
  shinpan perft --board 2x2 --rules kee --depth 6 --format json")]
pub(crate) struct PerftArgs {
    /// The board: 2x2, line 3, torus 2x2
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: String,
    /// The ruleset
    #[arg(long, value_name = "NAME|FILE", default_value = "lasker-maas")]
    pub(crate) rules: String,
    /// How many moves deep
    #[arg(long, value_name = "N")]
    pub(crate) depth: usize,
    /// How many play
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) players: usize,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = "Examples:
  shinpan solve --board 3x3
  shinpan solve --board 2x3 --rules kee --format json
  shinpan solve --board 1x4 --rules kee --players 3
  shinpan solve --board 3x2 --position XX./... --to-move white --rules lasker-maas
  shinpan solve game.toml --at 20 --max-seconds 60
  shinpan solve --board 4x4 --rules tromp-taylor --threads 2 --table 4x4.proofs
  shinpan solve --board 2x2 --rules aga --save strategies.txt
  shinpan solve --board 2x2 --rules aga --check strategies.txt
  shinpan solve --board 5x4 --rules chinese --at-least 20

`value` is Black's margin, komi included; a draw by a cycle counts as 0; a win or loss without a count
is `inf` or `-inf`.")]
pub(crate) struct SolveArgs {
    /// A record (SGF or TOML) to solve from where it ends; `-` reads standard input
    #[arg(value_name = "FILE", required_unless_present = "board", conflicts_with = "board")]
    pub(crate) file: Option<PathBuf>,
    /// The board: 3x3, line 5, torus 2x2
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// What stands on the board: rows from the top, joined by `/`
    #[arg(long, value_name = "ROWS", requires = "board")]
    pub(crate) position: Option<String>,
    /// Who is to move
    #[arg(long, value_name = "PLAYER", requires = "board")]
    pub(crate) to_move: Option<String>,
    /// How many play. With more than two (under Kee Rules) it is told what each can get against all the others
    /// together
    #[arg(long, value_name = "N", requires = "board", value_parser = clap::value_parser!(u8).range(2..=8))]
    pub(crate) players: Option<u8>,
    #[command(flatten)]
    pub(crate) ruling: RulingArgs,
    /// Ask only whether Black gets this margin, komi included: it may take much less than the value
    #[arg(long, value_name = "MARGIN", allow_hyphen_values = true, conflicts_with_all = ["plain", "check"])]
    pub(crate) at_least: Option<String>,
    /// Stop after so many nodes
    #[arg(long, value_name = "N")]
    pub(crate) max_nodes: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub(crate) max_seconds: Option<f64>,
    /// Memory for tables, in MiB
    #[arg(long, value_name = "MIB", default_value_t = shinpan_solve::Limits::MEMORY >> 20)]
    pub(crate) memory: u64,
    /// Search on so many threads. Under superko two find the two proofs a value needs side by side,
    /// and where cycles are ruled on a search by depth uses all of them; other searches gain nothing
    #[arg(long, value_name = "N", value_parser = super::threads, default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    /// Go on from what is in this file, if it is there, and leave what was found in it, also when the search was stopped. A file is
    /// for one board and ruleset. It tells at once what was proven of the same start. A search goes on from proofs (under superko, with
    /// all that stood where cycles are ruled on), from what the search by depth found, from credits under Kee Rules, and from
    /// questions that were answered before proof games; a table of all states begins anew. It may be as large as `--memory`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plain", "check"])]
    pub(crate) table: Option<PathBuf>,
    /// Search every sequence of moves: slow, and what the other methods are tested against
    #[arg(long)]
    pub(crate) plain: bool,
    /// Write down how Black gets the value at least, and White at most, and the same where draws count otherwise
    /// (rulesets with superko; where cycles are ruled on boards to 16 points, and larger ones between walls with small eyes;
    /// area without walls where a player gets all there is; Kee Rules for two)
    #[arg(long, value_name = "FILE", conflicts_with = "check", value_parser = super::written)]
    pub(crate) save: Option<PathBuf>,
    /// Check strategies that were written down, with the rules alone and without any search; the file may be as large as `--memory`
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
