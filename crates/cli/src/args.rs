//! The command line's words.

mod batch;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use batch::BatchArgs;

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
    /// A built-in name (with options: "kee, scoring=territory"), a TOML file, KataGo rules
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) rules: Option<String>,
    /// Set an option of the ruleset, e.g. superko=situational (see `shinpan rules --options`)
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Points for White: any multiple of 1/2
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub(crate) komi: Option<String>,
    /// The stones the players agree are dead: one point of each chain ("" for none)
    #[arg(long, value_name = "A1,B2")]
    pub(crate) dead: Option<String>,
    /// Rule on the state after move N
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
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

/// What an Analysis may cost. What a budget leaves undecided is `unproven`.
#[derive(Args, Clone)]
pub(crate) struct AnalysisArgs {
    /// States that may be looked at for one chain
    #[arg(long, value_name = "N", default_value_t = shinpan_referee::Prover::NODES)]
    pub(crate) max_nodes: u64,
    /// Seconds that the Analysis of a record may take
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    pub(crate) max_seconds: f64,
    /// Have every proof gone through by a checker that shares no code with the prover
    #[arg(long)]
    pub(crate) check_proofs: bool,
}

#[derive(Args)]
#[command(
    after_help = "Exit status: 0 a ruling was given, 1 the record breaks the rules, 2 it could not be read.

Examples:
  shinpan judge game.sgf
  shinpan judge game.sgf --rules japanese-1989 --dead D4,Q16
  shinpan judge game.toml --at 12 --format json
  shinpan judge *.sgf --format json      one object a line"
)]
pub(crate) struct JudgeArgs {
    /// Records (SGF or TOML); `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) ruling: RulingArgs,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
    /// Records ruled on at the same time; the chains of one record are decided on one thread
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) threads: NonZeroUsize,
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
#[command(after_help = "Examples:
  shinpan explain K-13
  shinpan explain            all clauses, a line each
  shinpan explain game.sgf D4 --sgf d4.sgf --picture d4.svg")]
pub(crate) struct ExplainArgs {
    /// The clause, e.g. LM-4; or a record (SGF or TOML, `-` reads standard input)
    #[arg(value_name = "CLAUSE|FILE")]
    pub(crate) what: Option<String>,
    /// With a record: a point of the chain whose life is explained
    #[arg(value_name = "POINT")]
    pub(crate) point: Option<String>,
    /// With a point: write the explanation as SGF
    #[arg(long, value_name = "FILE", requires = "point")]
    pub(crate) sgf: Option<PathBuf>,
    /// With a point: draw the board, as SVG, PNG, JSON or text by the file's ending
    #[arg(long, value_name = "FILE", requires = "point")]
    pub(crate) picture: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) ruling: RulingArgs,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

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
  shinpan solve --board 3x2 --position XX./... --to-move white --rules lasker-maas
  shinpan solve game.toml --at 20 --max-seconds 60
  shinpan solve --board 2x2 --rules aga --save strategies.txt
  shinpan solve --board 2x2 --rules aga --check strategies.txt

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
    #[command(flatten)]
    pub(crate) ruling: RulingArgs,
    /// Stop after so many nodes
    #[arg(long, value_name = "N")]
    pub(crate) max_nodes: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "S")]
    pub(crate) max_seconds: Option<f64>,
    /// Memory for tables, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub(crate) memory: u64,
    /// Search every sequence of moves: slow, and what the other methods are tested against
    #[arg(long)]
    pub(crate) plain: bool,
    /// Write down how Black gets the value at least, and White at most (superko rulesets)
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    pub(crate) save: Option<PathBuf>,
    /// Check strategies that were written down, move by move, without any search
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

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
    #[arg(long, short, value_name = "FILE")]
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

/// The game that is played: rules, komi, board.
#[derive(Args, Clone)]
pub(crate) struct GameArgs {
    /// A built-in name (with options: "kee, scoring=territory"), a TOML file, KataGo rules
    #[arg(long, value_name = "NAME|FILE", default_value = "chinese")]
    pub(crate) rules: String,
    /// Set an option of the ruleset, e.g. superko=situational (see `shinpan rules --options`)
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Points for White: any multiple of 1/2
    #[arg(long, value_name = "K", default_value = "7.5", allow_hyphen_values = true)]
    pub(crate) komi: String,
}

#[derive(Args)]
#[command(after_help = "Examples:
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
games are in FOLDER/games.jsonl. The same command goes on with a match that was stopped.

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
The same command with the same journal goes on with the game.

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
    /// The board: 9x9, line 5, torus 5x5
    #[arg(long, value_name = "BOARD", default_value = "19x19")]
    pub(crate) board: String,
    /// How many play
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) players: usize,
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

/// How logs are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object a line
    Json,
}

#[derive(Args)]
#[command(
    after_help = "The first line on standard output says where it listens; logs go to standard error (SHINPAN_LOG=debug
says more). GET /healthz and /readyz are for whoever watches over it, /metrics for Prometheus. TERM and
Ctrl-C stop it in good order; nothing that was acknowledged is ever lost.

Behind a proxy that speaks HTTPS: let it pass on the Host and X-Forwarded-For headers and WebSocket
upgrades, name it with --trusted-proxy so that limits go by visitor, and name the site with --origin:

  shinpan serve --port 8080 --origin https://go.example --trusted-proxy 127.0.0.1 \\
      --database postgres://shinpan@localhost/shinpan --log json

  Caddy:  go.example { reverse_proxy 127.0.0.1:8080 }
  nginx:  location / { proxy_pass http://127.0.0.1:8080; proxy_http_version 1.1;
            proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade; }

Keep /metrics from the public there. One server at a time uses a database.

Examples:
  shinpan serve
  shinpan serve --port 9000 --database games.sqlite
  shinpan serve --engine 'gnugo=gnugo --mode gtp --level 8' --engine 'simple=shinpan gtp'"
)]
pub(crate) struct ServeArgs {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8080)]
    pub(crate) port: u16,
    /// The address to listen on; 0.0.0.0 for all of this machine's
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Where games are kept: sqlite:FILE (or just FILE) or postgres://USER@HOST/NAME
    #[arg(
        long,
        value_name = "DATABASE",
        default_value = "sqlite:shinpan.sqlite",
        env = "SHINPAN_DATABASE",
        hide_env_values = true
    )]
    pub(crate) database: String,
    /// An origin whose pages may use the server [default: the host that is asked]
    #[arg(long = "origin", value_name = "URL")]
    pub(crate) origins: Vec<String>,
    /// A proxy whose X-Forwarded-For is believed
    #[arg(long = "trusted-proxy", value_name = "ADDRESS")]
    pub(crate) proxies: Vec<std::net::IpAddr>,
    /// A GTP program that can take a seat [default: gnugo, where it is installed]
    #[arg(long = "engine", value_name = "NAME=COMMAND")]
    pub(crate) engines: Vec<String>,
    /// No engines, not even gnugo
    #[arg(long, conflicts_with = "engines")]
    pub(crate) no_engines: bool,
    /// Rooms in which engines run at the same time
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) engine_rooms: usize,
    /// How long an engine's move may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) engine_seconds: u64,
    /// Rulings made at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) workers: Option<usize>,
    /// Requests a second from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) requests: u32,
    /// Rulings and new rooms a minute from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub(crate) rulings: u32,
    /// Messages a second on one socket; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) messages: u32,
    /// Open sockets
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) sockets: usize,
    /// Open sockets of one address
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) sockets_each: usize,
    /// How logs are written
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log: LogFormat,
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct ManArgs {}
