//! The command line's words.

mod batch;
mod game;
mod judge;
mod picture;
mod serve;
mod solve;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use batch::BatchArgs;
pub(crate) use game::{GameArgs, GtpArgs, MatchArgs, PlayArgs};
pub(crate) use judge::{CompareArgs, ExplainArgs, JudgeArgs};
pub(crate) use picture::{ConvertArgs, Form, Picture, RenderArgs};
pub(crate) use serve::{LogFormat, ServeArgs};
pub(crate) use solve::{PerftArgs, SolveArgs};

/// The most threads that are asked for.
const THREADS: usize = 256;

/// Reads a number of threads.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let read = text.parse().ok().filter(|read: &NonZeroUsize| read.get() <= THREADS);
    read.ok_or_else(|| format!("expected 1 to {THREADS}"))
}

/// Reads the name of a file that is to be written. What is reported goes to standard output, so `-` is none.
fn written(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => Err("expected the name of a file (`./-` is one)".to_owned()),
        _ => Ok(PathBuf::from(text)),
    }
}

/// The referee of Go: what is the ruling, and why?
#[derive(Parser)]
#[command(name = "shinpan", version, about, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Examples:
  shinpan judge game.sgf                         the ruling on a game, by its own ruleset
  shinpan judge game.sgf --rules lasker-maas     ... by another
  shinpan compare game.sgf                       ... by every ruleset, side by side
  shinpan explain K-13                           a clause, its source and an example")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Rule on a record: what was legal, what is forbidden, how it ended and why
    Judge(JudgeArgs),
    /// Rule on a record under every ruleset, side by side
    Compare(CompareArgs),
    /// Rule on many records under several rulesets: archives and tables in, one table out
    Batch(BatchArgs),
    /// List the rulesets, or print one as TOML
    Rules(RulesArgs),
    /// Explain a clause, or why a chain lives or not
    Explain(ExplainArgs),
    /// Count all sequences of moves on a small board
    Perft(PerftArgs),
    /// Solve a small board or an endgame: the exact outcome of best play, with a line of it
    Solve(SolveArgs),
    /// Draw the state of a record as text, SVG or PNG
    Render(RenderArgs),
    /// Write a record in the other form (SGF or TOML), or tidied in its own
    Convert(ConvertArgs),
    /// Speak the Go Text Protocol on standard input and output: player, rules and referee
    Gtp(GtpArgs),
    /// Play a game at the terminal: people, GTP programs, any ruleset
    Play(PlayArgs),
    /// Play games between two GTP programs, with the ruleset's referee between them
    Match(MatchArgs),
    /// Open the site: play, watch and settle games in the browser; rulings over HTTP
    Serve(ServeArgs),
    /// Print a shell's completion script
    Completions(CompletionsArgs),
    /// Print the manual page
    Man(ManArgs),
}

/// How a command reports.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON object on standard output, nothing else
    Json,
}

/// A record and how to rule on it.
#[derive(Args, Clone)]
pub(crate) struct RulingArgs {
    #[command(flatten)]
    pub(crate) asked: GameArgs,
    /// The stones the players agree are dead: one point of each chain ("" for none; under Kee Rules
    /// `@1,A1,@2,B2` in each scoring position)
    #[arg(long, value_name = "A1,B2")]
    pub(crate) dead: Option<String>,
    /// Rule on the state after move N
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
    /// Add the passes that end the play, where the record has none
    #[arg(long)]
    pub(crate) passes: bool,
    /// When cycles are ruled on: at once, when claimed, or at the N-th occurrence of a state
    #[arg(long, value_name = "automatic|claim|N")]
    pub(crate) cycles: Option<String>,
    /// A line of the SGF tree: the number of the child at each branching, e.g. 2,1
    #[arg(long, value_name = "K,K,...", value_delimiter = ',')]
    pub(crate) variation: Vec<usize>,
    /// A game of an SGF collection, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) game: usize,
}

impl RulingArgs {
    /// The first of these options that is given and says something about a record, and no rules.
    pub(crate) fn of_a_record(&self) -> Option<&'static str> {
        let given = [
            ("--dead", self.dead.is_some()),
            ("--at", self.at.is_some()),
            ("--passes", self.passes),
            ("--variation", !self.variation.is_empty()),
            ("--game", self.game != 1),
        ];
        given.into_iter().find_map(|(name, given)| given.then_some(name))
    }

    /// The first of these options that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--rules", self.asked.rules.is_some()),
            ("--option", !self.asked.options.is_empty()),
            ("--komi", self.asked.komi.is_some()),
            ("--cycles", self.cycles.is_some()),
        ];
        let given = given.into_iter().find_map(|(name, given)| given.then_some(name));
        given.or_else(|| self.of_a_record())
    }
}

/// What an Analysis may cost. What a budget leaves undecided is `unproven`.
#[derive(Args, Clone)]
pub(crate) struct AnalysisArgs {
    /// States that a search for a proof may look at for one chain; readings that guide it and parts of the board that
    /// are decided exactly have some hundred times as many, and small boards are decided with none
    #[arg(long, value_name = "N", default_value_t = shinpan_referee::Prover::NODES)]
    pub(crate) max_nodes: u64,
    /// Seconds that the Analysis of a record may take
    #[arg(long, value_name = "S", allow_hyphen_values = true, default_value_t = shinpan_referee::Prover::SECONDS)]
    pub(crate) max_seconds: f64,
    /// Memory for small boards and closed parts of the board that are decided exactly, in MiB, about; it is used as far as
    /// `--max-nodes` goes
    #[arg(long, value_name = "MIB", default_value_t = shinpan_referee::Prover::MEMORY)]
    pub(crate) memory: u64,
    /// Have every proof gone through by a checker that shares no code with the prover
    #[arg(long)]
    pub(crate) check_proofs: bool,
    /// Threads at work: one or two on a record, and several records at the same time where there are several
    #[arg(long, value_name = "N", value_parser = threads, default_value = "1")]
    pub(crate) threads: NonZeroUsize,
}

#[derive(Args)]
#[command(after_help = "Examples:
  shinpan rules
  shinpan rules kee > mine.toml
  shinpan rules \"lasker-maas, superko=situational\"
  shinpan rules --options")]
pub(crate) struct RulesArgs {
    /// The ruleset to print as the TOML it can be loaded from
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// List the options and the values they take
    #[arg(long)]
    pub(crate) options: bool,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct ManArgs {}
