//! The words of `shinpan judge`, `compare` and `explain`.

use std::path::PathBuf;

use clap::Args;

use super::{AnalysisArgs, Format, RulingArgs};

#[derive(Args)]
#[command(
    after_help = "Exit status: 0 a ruling was given, 1 the record breaks the rules, 2 it could not be read.

Examples:
  shinpan judge game.sgf
  shinpan judge game.sgf --rules japanese-1989 --dead D4,Q16
  shinpan judge game.toml --at 12 --format json
  shinpan judge *.sgf --format json      one object a line
  shinpan judge game.toml --settle       what a dispute about the stones would come to
  shinpan judge game.sgf --dead D4 --assume-alive staying    ... if what stays lives"
)]
pub(crate) struct JudgeArgs {
    /// Records (SGF or TOML); `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) ruling: RulingArgs,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
    /// Where play decides which stones live: what best play in `resolution` (or the play resumed) comes
    /// to, as far as it is proven; Ctrl-C leaves what is proven so far
    #[arg(long)]
    pub(crate) settle: bool,
    /// What follows if the chains at these points live, of which it is not proven: of the others, and for the score; `staying`
    /// for those that the players let stay (--dead, or territory marked in the record). Takes as much time again
    #[arg(long, value_name = "A1,B2|staying")]
    pub(crate) assume_alive: Option<String>,
    /// With --settle: stop after so many nodes
    #[arg(long, value_name = "N", default_value_t = shinpan_solve::Settled::NODES, requires = "settle")]
    pub(crate) settle_nodes: u64,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = "Examples:
  shinpan compare game.sgf
  shinpan compare game.sgf --dead D4 --format json")]
pub(crate) struct CompareArgs {
    /// A record (SGF or TOML); `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) ruling: RulingArgs,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = "Examples:
  shinpan explain K-13
  shinpan explain            all clauses, a line each
  shinpan explain game.sgf D4 --sgf d4.sgf --picture d4.svg
  shinpan explain game.sgf D4 --save d4.json
  shinpan explain problem.sgf A1 --assume-alive C4,D2
  shinpan explain --check d4.json")]
pub(crate) struct ExplainArgs {
    /// The clause, e.g. LM-4; or a record (SGF or TOML, `-` reads standard input)
    #[arg(value_name = "CLAUSE|FILE")]
    pub(crate) what: Option<String>,
    /// With a record: a point of the chain whose life is explained
    #[arg(value_name = "POINT")]
    pub(crate) point: Option<String>,
    /// With a point: write the explanation as SGF
    #[arg(long, value_name = "FILE", requires = "point", value_parser = super::written)]
    pub(crate) sgf: Option<PathBuf>,
    /// With a point: write the proof of the status as JSON, for --check
    #[arg(long, value_name = "FILE", requires = "point", value_parser = super::written)]
    pub(crate) save: Option<PathBuf>,
    /// Check a proof that was written down, with a checker that shares no code with the prover
    #[arg(long, value_name = "FILE", conflicts_with = "what")]
    pub(crate) check: Option<PathBuf>,
    /// With a point: as if the chains at these points lived, without a proof (the walls of a problem)
    #[arg(long, value_name = "A1,B2", requires = "point")]
    pub(crate) assume_alive: Option<String>,
    /// With a point: draw the board, as SVG, PNG, JSON or text by the file's ending
    #[arg(long, value_name = "FILE", requires = "point", value_parser = super::written)]
    pub(crate) picture: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) ruling: RulingArgs,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
