//! Another program on the same boards in the same run.
//!
//! The program is given one word, a board as `3x4`, and solves the empty board: by area, without suicide, with basic ko, two passes end the
//! game. It writes one line,
//!
//! ```text
//! LOW HIGH SECONDS STATES
//! ```
//!
//! Black's margin if play without end is his loss, and if it is his win, in whole points; how many seconds of the processor solving took; how
//! many states it has looked at or has kept. Margins other than ours are told; where those differ the two have not done the same work, and
//! times are not compared.

use std::process::Command;
use std::sync::Arc;

use cpu_time::ProcessTime;
use shinpan_board::Board;
use shinpan_rules::{Game, Ruleset, Setup};
use shinpan_solve::{End, Limits, solve};

/// Boards of which both can have a table of all states.
const BOARDS: [&str; 12] =
    ["1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "1x9", "2x3", "2x4", "3x3", "2x5", "3x4"];

/// Larger ones, with `--long`.
const LONG: [&str; 1] = ["2x6"];

/// How often each is solved, in turns. Figures are medians.
const ROUNDS: usize = 5;

/// What a program says of a board.
struct Answer {
    bounds: [End; 2],
    seconds: f64,
    states: u64,
}

/// Solves the boards with both programs in turns, and tells how long each took.
pub(crate) fn compare(
    program: &str,
    limits: &Limits<'_>,
    (json, long): (bool, bool),
) -> Result<(), Box<dyn std::error::Error>> {
    let mut objects = Vec::new();
    let longer: &[&str] = if long { &LONG } else { &[] };
    for spec in BOARDS.iter().chain(longer) {
        let mut answers: [Vec<Answer>; 2] = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            answers[0].push(ours(spec, limits)?);
            answers[1].push(theirs(program, spec)?);
        }
        let told = |answers: &[Answer]| {
            let mut seconds: Vec<f64> = answers.iter().map(|answer| answer.seconds).collect();
            seconds.sort_by(f64::total_cmp);
            let [low, high] = answers[0].bounds;
            (seconds[seconds.len() / 2], seconds[0], answers[0].states, format!("{low} to {high}"))
        };
        let [(own, own_best, own_states, own_bounds), (peer, peer_best, peer_states, peer_bounds)] =
            answers.map(|answers| told(&answers));
        let same = own_bounds == peer_bounds;
        let ratio = if same { format!("{:.2}", peer / own) } else { "null".to_owned() };
        if json {
            objects.push(format!(
                "{{\"board\":\"{spec}\",\"bounds\":[\"{own_bounds}\",\"{peer_bounds}\"],\
                 \"processor\":[{own},{peer}],\"best\":[{own_best},{peer_best}],\
                 \"states\":[{own_states},{peer_states}],\"ratio\":{ratio}}}"
            ));
        } else {
            println!(
                "{spec}  {own_bounds:>8}  {own:8.4} s (best {own_best:8.4}), {own_states:>9} nodes; \
                 peer {peer_bounds:>8}  {peer:8.4} s (best {peer_best:8.4}), {peer_states:>9} states; ratio {ratio}"
            );
        }
    }
    if json {
        println!("[{}]", objects.join(",\n "));
    }
    Ok(())
}

fn ours(spec: &str, limits: &Limits<'_>) -> Result<Answer, Box<dyn std::error::Error>> {
    let board = Arc::new(Board::parse(spec)?);
    let ruleset = Arc::new(Ruleset::builtin("chinese").ok_or("no such ruleset")?);
    let game = Game::new(ruleset, &Setup::empty(board, 2))?;
    let worked = ProcessTime::try_now()?;
    let found = solve(&game, limits);
    let seconds = worked.try_elapsed()?.as_secs_f64();
    let (low, high) = found.without_draws.ok_or("not solved")?;
    Ok(Answer { bounds: [low, high], seconds, states: found.nodes })
}

fn theirs(program: &str, spec: &str) -> Result<Answer, Box<dyn std::error::Error>> {
    let output = Command::new(program).arg(spec).output()?;
    let text = String::from_utf8(output.stdout)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let [low, high, seconds, states] = words[..] else {
        return Err(format!("{program} {spec}: expected four numbers, found {text:?}").into());
    };
    let margin = |word: &str| word.parse::<i64>().map(|points| End::Margin(points.into()));
    let bounds = [margin(low)?, margin(high)?];
    Ok(Answer { bounds, seconds: seconds.parse()?, states: states.parse()? })
}
