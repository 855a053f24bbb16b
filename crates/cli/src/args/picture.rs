//! The words of `shinpan render` and `convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{AnalysisArgs, RulingArgs};

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    /// Signs for a terminal
    Text,
    /// Scalable vector graphics
    Svg,
    /// A bitmap
    Png,
    /// The scene that the others are drawn from; with --fill-in, the steps
    Json,
    /// With --fill-in: an SVG that plays by itself
    Animation,
    /// With --fill-in: a page with buttons
    Html,
}

#[derive(Args)]
#[command(after_help = "Examples:
  shinpan render game.sgf
  shinpan render game.sgf --at 50 --numbers --output game.svg
  shinpan render game.sgf --rules japanese-1989 --dead D4 --territory --output end.png
  shinpan render game.sgf --rules japanese-1989 --dead D4 --fill-in --output count.html")]
pub(crate) struct RenderArgs {
    /// A record (SGF or TOML); `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) ruling: RulingArgs,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
    /// Where to write; the ending (.svg, .png, .json, .txt, .html) says what, unless --as does
    #[arg(long, short, value_name = "FILE", value_parser = super::written)]
    pub(crate) output: Option<PathBuf>,
    /// What to draw
    #[arg(long = "as", visible_alias = "format", value_enum)]
    pub(crate) kind: Option<Picture>,
    /// Show the count by filling in, step by step: prisoners go into their own colour's territory
    #[arg(long, conflicts_with_all = ["numbers", "banned", "territory"])]
    pub(crate) fill_in: bool,
    /// Only step N of the count
    #[arg(long, value_name = "N", requires = "fill_in")]
    pub(crate) step: Option<usize>,
    /// Number the moves on the stones
    #[arg(long)]
    pub(crate) numbers: bool,
    /// Number only the moves from N on
    #[arg(long, value_name = "N", requires = "numbers")]
    pub(crate) numbers_from: Option<usize>,
    /// Mark the points where the player to move may not play
    #[arg(long)]
    pub(crate) banned: bool,
    /// Mark territory or area, and dead stones, once there is a count
    #[arg(long)]
    pub(crate) territory: bool,
    /// Leave the coordinates out
    #[arg(long)]
    pub(crate) no_coordinates: bool,
    /// wood, print or dark
    #[arg(long, value_name = "NAME", default_value = "wood")]
    pub(crate) theme: String,
    /// The width of a PNG in pixels [default: 800, for --fill-in 500 for each picture side by side]
    #[arg(long, value_name = "PIXELS")]
    pub(crate) width: Option<u32>,
}

/// The form of a record.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// SGF, file format 4
    Sgf,
    /// Our own TOML
    Toml,
}

#[derive(Args)]
#[command(after_help = "Examples:
  shinpan convert game.sgf --to toml
  shinpan convert game.toml --to sgf > game.sgf")]
pub(crate) struct ConvertArgs {
    /// A record (SGF or TOML); `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The form to write
    #[arg(long, value_enum)]
    pub(crate) to: Form,
    /// A line of the SGF tree: the number of the child at each branching, e.g. 2,1
    #[arg(long, value_name = "K,K,...", value_delimiter = ',')]
    pub(crate) variation: Vec<usize>,
    /// A game of an SGF collection, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) game: usize,
}
