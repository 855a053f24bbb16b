//! The words of `shinpan gtp`, `match` and `play`.

use std::path::PathBuf;

use clap::Args;

use super::{AnalysisArgs, Format};

/// The rules and the komi that are asked for.
#[derive(Args, Clone)]
pub(crate) struct GameArgs {
    /// A built-in name (with options: "kee, scoring=territory"), a TOML file, KataGo rules
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) rules: Option<String>,
    /// Set an option of the ruleset, e.g. superko=situational (see `shinpan rules --options`)
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Points for White: any multiple of 1/2
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub(crate) komi: Option<String>,
}

#[derive(Args)]
#[command(after_help = "Without --rules and --komi the game is by `chinese` with komi 7.5.

Examples:
  shinpan gtp --rules lasker-maas
  gogui -program \"shinpan gtp\"
  gogui-twogtp -black \"gnugo --mode gtp\" -white \"shinpan gtp\" -referee \"shinpan gtp --estimate\"")]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Columns and rows until the client says otherwise: 19, or 9x7
    #[arg(long, value_name = "SIZE", default_value = "19")]
    pub(crate) size: String,
    /// The same seed and the same commands give the same answers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many games are played out for each move
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) playouts: u32,
    /// How many nodes the exact solver may look at for a move on a small board; 0: it is not asked
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    pub(crate) solver_nodes: u64,
    /// Let final_score rest on the player's opinion of dead stones where none were agreed
    #[arg(long)]
    pub(crate) estimate: bool,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
}

#[derive(Args)]
#[command(
    after_help = "Each game has a journal, FOLDER/game-0001.journal, and a record beside it; the reports of all \
games are in FOLDER/games.jsonl. The same command goes on with a match that was stopped, and tries \
games again for which a program was not there; FOLDER/match.json says what the match is, and a command \
for another one is refused. --games, --at-once and the budgets of the Analysis may differ. \
Without --rules and --komi the game is by `chinese` with komi 7.5.

Exit status: 0 all games were played, 2 one could not begin or the options are wrong, 130 stopped.

Example:
  shinpan match --black \"gnugo --mode gtp --chinese-rules\" --white \"shinpan gtp\" \\
      --rules chinese --size 9 --games 10 --alternate --at-once 2 --output out"
)]
pub(crate) struct MatchArgs {
    /// The command line of the program that is Black (in the first game)
    #[arg(long, value_name = "COMMAND")]
    pub(crate) black: String,
    /// The command line of the other
    #[arg(long, value_name = "COMMAND")]
    pub(crate) white: String,
    /// A program that follows the games and says their scores
    #[arg(long, value_name = "COMMAND")]
    pub(crate) referee: Option<String>,
    #[command(flatten)]
    pub(crate) rules: GameArgs,
    /// Columns and rows: 9, or 9x7
    #[arg(long, value_name = "SIZE", default_value = "9")]
    pub(crate) size: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) games: usize,
    /// How many of them at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) at_once: usize,
    /// Let the programs change colours after each game
    #[arg(long)]
    pub(crate) alternate: bool,
    /// How long a move may take; then the game is lost on time
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) seconds: u64,
    /// Leave a game unfinished after so many moves
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) max_moves: usize,
    /// The folder for journals, records and reports
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(
    after_help = "Every event is in the journal before it is shown: nothing is lost by a key or a crash. \
The same command with the same journal goes on with the game. \
Without --rules and --komi the game is by `chinese` with komi 7.5.

Examples:
  shinpan play --rules lasker-maas --board 9x9
  shinpan play evening.journal --white \"gnugo --mode gtp\"
  shinpan play --rules kee --players 3 --board \"torus 5x5\""
)]
pub(crate) struct PlayArgs {
    /// The journal: gone on with if it is there (default: the first free shinpan-N.journal)
    #[arg(value_name = "JOURNAL")]
    pub(crate) journal: Option<PathBuf>,
    /// Begin with what is in this record (SGF, TOML or a journal)
    #[arg(long, value_name = "RECORD")]
    pub(crate) from: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: GameArgs,
    /// The board: 9x9, line 5, torus 5x5 [default: 19x19]
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// How many play [default: 2]
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
    /// The command line of a GTP program that is Black
    #[arg(long, value_name = "COMMAND")]
    pub(crate) black: Option<String>,
    /// The command line of a GTP program that is White
    #[arg(long, value_name = "COMMAND")]
    pub(crate) white: Option<String>,
    /// How long a program's move may take
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    pub(crate) seconds: u64,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
    /// Lines instead of a full screen, on a terminal too
    #[arg(long)]
    pub(crate) lines: bool,
    /// How to report: json prints one event or refusal a line, and nothing else
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
