//! GTP round trips per second of two programs for the same stream of commands.
//!
//! `cargo build --release -p shinpan-gtp --example engine`, then
//! `cargo run --release -p shinpan-arbiter --example round_trips -- target/release/examples/engine "gnugo --mode gtp"`
//!
//! The stream is a random legal game on 19x19, told as `play`, with `undo` and `play` again, and
//! questions that both know. Each command waits for its answer. The programs take turns, and of
//! several runs each the median is printed.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use shinpan_arbiter::{Engine, Fault};
use shinpan_board::Board;
use shinpan_gtp::vertex;
use shinpan_rules::{Game, Move, Ruleset, Setup};

const RUNS: usize = 7;

/// The commands, each of which every program has to accept.
fn stream() -> Result<Vec<String>, String> {
    let rules = Ruleset::read("chinese-ogs").map_err(|fault| fault.to_string())?.ruleset;
    let board = Arc::new(Board::rectangle(19, 19).map_err(|fault| fault.to_string())?);
    let setup = Setup::empty(Arc::clone(&board), 2);
    let mut game = Game::new(Arc::new(rules), &setup).map_err(|fault| fault.to_string())?;
    let mut commands: Vec<String> =
        ["boardsize 19", "clear_board", "komi 7.5"].map(str::to_owned).into();
    let mut number: u64 = 1;
    for _ in 0..250 {
        let legal = game.legal();
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let Some(&point) = legal.get((number >> 33) as usize % legal.len().max(1)) else { break };
        let colour = if game.to_move().index() == 0 { "b" } else { "w" };
        let play = format!("play {colour} {}", vertex(&board, Move::Play(point)));
        commands.extend([
            play.clone(),
            "undo".to_owned(),
            play,
            "known_command genmove".to_owned(),
        ]);
        game.play(Move::Play(point)).map_err(|refusal| format!("{refusal:?}"))?;
    }
    Ok(commands)
}

fn time(command: &str, stream: &[String]) -> Result<Duration, Fault> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut engine = Engine::start(command, &stop)?;
    let patience = Duration::from_secs(60);
    engine.ask("name", patience)?;
    let begun = Instant::now();
    for line in stream {
        engine.ask(line, patience)?;
    }
    Ok(begun.elapsed())
}

fn main() -> ExitCode {
    let commands: Vec<String> = std::env::args().skip(1).collect();
    let told = || -> Result<(), String> {
        let stream = stream()?;
        let mut times: Vec<Vec<Duration>> = vec![Vec::new(); commands.len()];
        for _ in 0..RUNS {
            for (command, times) in commands.iter().zip(&mut times) {
                times.push(time(command, &stream).map_err(|fault| fault.to_string())?);
            }
        }
        for (command, times) in commands.iter().zip(&mut times) {
            times.sort();
            let per_second =
                |time: Duration| stream.len() as u128 * 1_000_000 / time.as_micros().max(1);
            println!(
                "{command}: {} commands, {} a second (slowest {}, fastest {})",
                stream.len(),
                per_second(times[RUNS / 2]),
                per_second(times[RUNS - 1]),
                per_second(times[0])
            );
        }
        Ok(())
    };
    match told() {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
