//! `shinpan solve`: exact values.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use shinpan_board::{Board, Player, parse_rows};
use shinpan_referee::{Prover, RefusedMove, judge};
use shinpan_rules::{Game, Score, Setup, as_decimal, readable};
use shinpan_solve::{
    AskedError, Claim, End, Limits, Progress, Proofs, Solution, SolutionReport, Strategy, Value,
    at_least, check, line, read_margin, shares, solve_on_threads, solve_plain, strategies,
};

use crate::args::{Format, SolveArgs};
use crate::input;
use crate::interrupt::on_ctrl_c;
use crate::progress::Words;

/// Set by the clock and by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(args: &SolveArgs) -> Result<ExitCode> {
    let game = match start(args)? {
        Start::Game(game) => *game,
        Start::Refused(game, refused) => return refuse(args, &game, &refused),
    };
    if let Some(path) = &args.check {
        return check_strategies(args, &game, path);
    }
    if args.table.is_some() && game.players() > 2 {
        bail!("--table: what more than two players can get is not kept");
    }
    let mut proofs = args.table.as_deref().map(|path| read_proofs(&game, path)).transpose()?;
    let begun = Instant::now();
    watch(args.max_seconds)?;
    let words = Words::new();
    let progress = |so_far: Progress| {
        let rate = so_far.nodes as f64 / begun.elapsed().as_secs_f64() / 1e6;
        let depth = match so_far.depth {
            0 => String::new(),
            depth => format!(", depth {depth}"),
        };
        words.say(&format!(
            "between {} and {}, {} nodes{depth}, {rate:.1} M a second",
            people(so_far.low),
            people(so_far.high),
            so_far.nodes
        ));
    };
    let limits = Limits {
        nodes: args.max_nodes.unwrap_or(u64::MAX),
        memory: args.memory.saturating_mul(1 << 20),
        stop: &STOP,
        progress: &progress,
    };
    let asked = args.at_least.as_deref().map(read_margin).transpose();
    let asked = asked.map_err(|fault| anyhow!("--at-least: {fault}"))?;
    if game.players() > 2 && !args.plain {
        if asked.is_some() {
            bail!("--at-least: {}", AskedError::Players);
        }
        return each_against_all(args, &game, &limits, begun);
    }
    let threads = args.threads.get();
    let found = match asked {
        Some(margin) => at_least(&game, margin, &limits, threads, proofs.as_mut()),
        None if args.plain => solve_plain(&game, &limits),
        None => solve_on_threads(&game, &limits, threads, proofs.as_mut()),
    };
    let seconds = begun.elapsed().as_secs_f64();
    if let (Some(path), Some(proofs)) = (&args.table, &proofs) {
        write_proofs(proofs, path)?;
    }
    // Nothing is told any more.
    let Limits { nodes, memory, .. } = limits;
    let limits = Limits { nodes, memory, stop: &STOP, progress: &|_| {} };
    drop(words);
    match args.format {
        Format::Json => {
            let report = SolutionReport::of(&game, &found, seconds);
            super::print_json(&match asked {
                Some(margin) => report.asked(margin, &found.value),
                None => report,
            })?;
        }
        Format::Text => {
            let answer = asked.map(|margin| answer(margin, &found.value)).unwrap_or_default();
            super::print(&(answer + &text(&game, &found, seconds)?))?;
        }
    }
    if let Some(path) = &args.save {
        let claims = match asked {
            Some(margin) => Claim::of_answer(&found, margin),
            None => Claim::of(&found),
        };
        save_strategies(&game, &claims, &limits, path)?;
    }
    Ok(ExitCode::SUCCESS)
}

enum Start {
    Game(Box<Game>),
    /// The record breaks the rules: how far it went, and what is refused.
    Refused(Box<Game>, Box<RefusedMove>),
}

/// The game to solve from: a record's, or a board's.
fn start(args: &SolveArgs) -> Result<Start> {
    if args.ruling.dead.is_some() {
        bail!("--dead: agreement is no play; `judge --dead` rules on it");
    }
    let Some(file) = &args.file else {
        if let Some(option) = args.ruling.of_a_record() {
            bail!("{option}: a board has no moves; only with a record");
        }
        return Ok(Start::Game(Box::new(board(args)?)));
    };
    let record = input::record(file, &args.ruling.variation, args.ruling.game)?;
    let options = input::options(&args.ruling, None, &record)?;
    let judged = judge(&record, &options).map_err(|fault| input::placed(file, &fault))?;
    let game = Box::new(judged.sitting.game().clone());
    Ok(match judged.report.refused {
        Some(refused) => Start::Refused(game, Box::new(refused)),
        None => Start::Game(game),
    })
}

fn board(args: &SolveArgs) -> Result<Game> {
    let spec = args.board.as_deref().unwrap_or_default();
    let board = Board::parse(spec).map_err(|fault| anyhow!("--board: {fault}"))?;
    let name = args.ruling.asked.rules.as_deref().unwrap_or("lasker-maas");
    let mut ruleset = input::ruleset("--rules", name, &args.ruling.asked.options)?.ruleset;
    if let Some(cycles) = &args.ruling.cycles {
        let notice = shinpan_rules::notice(cycles).ok_or_else(|| {
            anyhow!("--cycles: expected automatic, claim or a number from 2, found `{cycles}`")
        })?;
        ruleset.set_notice(notice);
    }
    let players = usize::from(args.players.unwrap_or(2));
    let mut setup = Setup::empty(Arc::new(board), players);
    if let Some(komi) = &args.ruling.asked.komi {
        setup.komi = komi.parse().map_err(|fault| anyhow!("--komi: {fault}"))?;
    }
    if let Some(rows) = &args.position {
        let rows = rows.replace('/', "\n");
        setup.stones =
            parse_rows(&setup.board, &rows).map_err(|fault| anyhow!("--position: {fault}"))?;
    }
    if let Some(player) = &args.to_move {
        setup.to_move =
            Player::parse(player).filter(|player| player.index() < players).ok_or_else(|| {
                let names: Vec<_> = Player::all(players).map(Player::name).collect();
                anyhow!("--to-move: expected {}, found `{player}`", names.join(" or "))
            })?;
    }
    Game::new(Arc::new(ruleset), &setup).map_err(|fault| anyhow!("{fault}"))
}

/// Whether Black gets a margin.
fn answer(margin: Score, found: &Value) -> String {
    let answer = match found.reaches(margin) {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not known",
    };
    format!("at least {} for black: {answer}\n", readable(margin))
}

/// A bound of the margin as people write it.
fn people(bound: End) -> String {
    as_decimal(&bound.to_string())
}

/// Sets the flag after so many seconds, and when Ctrl-C is pressed.
fn watch(seconds: Option<f64>) -> Result<()> {
    on_ctrl_c(|| STOP.store(true, Ordering::Relaxed))?;
    if let Some(seconds) = seconds {
        let after = Duration::try_from_secs_f64(seconds).map_err(|_| {
            anyhow!("--max-seconds: expected a number of seconds, found `{seconds}`")
        })?;
        std::thread::spawn(move || {
            std::thread::sleep(after);
            STOP.store(true, Ordering::Relaxed);
        });
    }
    Ok(())
}

/// The proofs in a file; none if there is no such file yet.
fn read_proofs(game: &Game, path: &Path) -> Result<Proofs> {
    let name = input::name(path);
    let proofs = match std::fs::read(path) {
        Ok(bytes) => Proofs::read(&bytes, game),
        Err(fault) if fault.kind() == ErrorKind::NotFound => Ok(Proofs::none(game)),
        Err(fault) => return Err(fault).context(name),
    };
    proofs.map_err(|fault| anyhow!("--table: {name}: {fault}"))
}

/// Leaves proofs in a file: all of them, or the file as it was.
fn write_proofs(proofs: &Proofs, path: &Path) -> Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = Path::new(&beside);
    let write = || {
        let mut file = std::fs::File::create(beside)?;
        proofs.parts().try_for_each(|part| file.write_all(&part))
    };
    write().with_context(|| input::name(beside))?;
    std::fs::rename(beside, path).with_context(|| input::name(path))
}

/// Tells what each of several players can get against all the others together.
fn each_against_all(
    args: &SolveArgs,
    game: &Game,
    limits: &Limits<'_>,
    begun: Instant,
) -> Result<ExitCode> {
    if args.save.is_some() {
        bail!("--save: strategies are for two players");
    }
    let found = shares(game, limits);
    let report = SolutionReport::of_shares(game, &found, begun.elapsed().as_secs_f64());
    match args.format {
        Format::Json => super::print_json(&report)?,
        Format::Text => {
            let (board, rules) = (game.board().describe(), &report.rules);
            let mut text = format!("{board}, {rules}, {} to move: ", game.to_move());
            writeln!(text, "what each can get against all others together")?;
            for share in report.players.iter().flatten() {
                let [lost, won] = [&share.draws_lost, &share.draws_won].map(|[least, most]| {
                    if least == most { least.clone() } else { format!("{least} to {most}") }
                });
                let player = &share.player;
                writeln!(text, "{player}: {lost} if a draw is nothing, {won} if it is all")?;
            }
            if let Some(limit) = &report.limit {
                writeln!(text, "not all is proven: {limit}")?;
            }
            let SolutionReport { nodes, seconds, method, .. } = &report;
            writeln!(text, "{nodes} nodes in {seconds:.2} s, method {method}")?;
            super::print(&text)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes down strategies that show what was found: for each player that he gets the value, and where draws matter
/// what he gets if a draw is not enough for Black, and if it is; of bounds, the answer to what was asked.
fn save_strategies(game: &Game, claims: &[Claim], limits: &Limits, path: &Path) -> Result<()> {
    if claims.is_empty() {
        bail!("--save: there is no value to show a strategy for");
    }
    let strategies = strategies(game, claims, limits)
        .map_err(|limit| anyhow!("--save: no strategy is written down: {limit}"))?;
    let mut text = String::new();
    for strategy in &strategies {
        check(game, strategy, Some(&Prover::default())).map_err(|flaw| {
            anyhow!("--save: the strategy of {} does not hold: {flaw}", strategy.claim.player)
        })?;
        text.push_str(&strategy.to_text(game.board()));
    }
    super::write_file(path, text)
}

/// Plays out strategies that were written down. Exit status 1 if one does not keep its claim.
fn check_strategies(args: &SolveArgs, game: &Game, path: &Path) -> Result<ExitCode> {
    let name = input::name(path);
    let most = args.memory.saturating_mul(1 << 20);
    let text = String::from_utf8(input::bytes_to(path, most)?)
        .map_err(|_| anyhow!("{name}: strategies are UTF-8 text"))?;
    let strategies = Strategy::read(&text, game.board()).map_err(|f| anyhow!("{name}: {f}"))?;
    if strategies.is_empty() {
        bail!("{name}: expected strategies, found none");
    }
    let mut kept = true;
    let mut told = Vec::new();
    let mut lines = String::new();
    for strategy in &strategies {
        let claim = &strategy.claim;
        let player = claim.player;
        let checked = check(game, strategy, Some(&Prover::default()));
        kept &= checked.is_ok();
        match &checked {
            Ok(moves) => writeln!(lines, "{player}: {claim}, kept in {moves} moves")?,
            Err(flaw) => writeln!(lines, "{player}: {claim}, not shown: {flaw}")?,
        }
        told.push(json!({
            "player": player.to_string(),
            "claim": claim.to_string(),
            "margin": claim.margin.to_string(),
            "kept": checked.is_ok(),
            "moves": strategy.plan.len(),
            "flaw": checked.err().map(|flaw| flaw.to_string()),
        }));
    }
    match args.format {
        Format::Json => super::print_json(&json!({ "kept": kept, "strategies": told }))?,
        Format::Text => super::print(&lines)?,
    }
    Ok(ExitCode::from(u8::from(!kept)))
}

fn refuse(args: &SolveArgs, game: &Game, refused: &RefusedMove) -> Result<ExitCode> {
    match args.format {
        Format::Json => {
            let mut told = serde_json::to_value(SolutionReport::nothing(game))?;
            told["refused"] = serde_json::to_value(refused)?;
            super::print_json(&told)?;
        }
        Format::Text => {
            let RefusedMove { point, number, why, clause, .. } = refused;
            let why = crate::show::plain(why);
            super::print(&format!("refused: {point} at move {number}: {why} [{clause}]\n"))?;
        }
    }
    Ok(ExitCode::from(1))
}

fn limit(value: &Value) -> Option<String> {
    match value {
        Value::Exact(_) => None,
        Value::Between(_, _, limit) | Value::Unknown(limit) => Some(limit.to_string()),
    }
}

fn text(game: &Game, found: &Solution, seconds: f64) -> Result<String> {
    let mut text = String::new();
    let rules = &game.ruleset().id;
    let board = game.board().describe();
    let to_move = game.to_move();
    write!(text, "{board}, {rules}, {to_move} to move: ")?;
    let (low, high) = found.value.bounds();
    match (&found.value, found.value.verdict()) {
        (Value::Exact(end), Some(verdict)) => {
            let verdict = verdict.as_str();
            match end.margin() {
                Some(margin) => {
                    writeln!(text, "black's margin is {} ({verdict})", readable(margin))?;
                }
                None => writeln!(text, "a {verdict} for black without a count")?,
            }
        }
        (Value::Unknown(limit), _) => writeln!(text, "unknown: {limit}")?,
        (_, verdict) => {
            let verdict = verdict.map(|v| format!(" ({})", v.as_str())).unwrap_or_default();
            let limit = limit(&found.value).unwrap_or_default();
            let [low, high] = [people(low), people(high)];
            writeln!(text, "black's margin is between {low} and {high}{verdict}: {limit}")?;
        }
    }
    if let Some((low, high)) = found.without_draws.filter(|(low, high)| low != high) {
        writeln!(
            text,
            "with draws by cycles as losses for black: {}; as wins: {}",
            people(low),
            people(high)
        )?;
    }
    if !found.line.is_empty() {
        writeln!(text, "line: {}", line(game, &found.line).join(", "))?;
    }
    writeln!(text, "{} nodes in {seconds:.2} s, method {}", found.nodes, found.method.as_str())?;
    Ok(text)
}
