//! Prints games of random players for statistics, one line of JSON a game: `sgf`, `size`, `seed`.
//!
//! ```sh
//! cargo run --release -p shinpan-testkit --example random_games > random.ndjson
//! ```
//!
//! The players choose uniformly among the plays that basic ko allows and that fill no eye of their own
//! (an empty point all of whose neighbours are theirs), and pass when there is none. A game ends with two
//! passes, or after four moves a point, when both pass. Two more passes follow, so that rulesets with a
//! second phase reach its end. Cycles end nothing here: what they mean is the rulesets' affair. Sizes and
//! seeds give the same games. docs/findings/rulesets-in-practice.md is about them.

use std::io::Write;
use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Position};
use shinpan_rules::{Game, Move, Setup};
use shinpan_testkit::{Dice, ruleset};

/// How many games on each size. The seeds are 1, 2, 3, ...
const GAMES: [(usize, usize); 6] =
    [(3, 1500), (4, 1500), (5, 3000), (6, 1500), (7, 1500), (9, 1000)];

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (size, count) in GAMES {
        for seed in 1..=count {
            let sgf = game(size, (size * 1_000_000 + seed) as u64);
            writeln!(out, r#"{{"sgf": "{sgf}", "size": {size}, "seed": {seed}}}"#)?;
        }
    }
    out.flush()
}

fn is_own_eye(board: &Board, position: &Position, point: Point, player: Player) -> bool {
    board.neighbours(point).all(|near| position.stone(near) == player.stone())
}

/// A game as SGF.
///
/// # Panics
/// Never: boards and rules are within bounds.
fn game(size: usize, seed: u64) -> String {
    let board = Arc::new(Board::rectangle(size, size).expect("within bounds"));
    let rules = Arc::new(ruleset("long-cycle-1", &[("cycles", "claim")]));
    let mut game = Game::new(rules, &Setup::empty(Arc::clone(&board), 2)).expect("within bounds");
    let mut dice = Dice::new(seed);
    let mut sgf = format!("(;GM[1]FF[4]SZ[{size}]KM[0]");
    let (mut made, mut passes) = (0, 0);
    while passes < 2 && made < 4 * size * size {
        let mover = game.to_move();
        let mut empty: Vec<Point> = board
            .points()
            .filter(|&point| game.position().stone(point).player().is_none())
            .collect();
        let mut chosen = None;
        while !empty.is_empty() && chosen.is_none() {
            let point = empty.swap_remove(dice.roll(empty.len()));
            let fills = is_own_eye(&board, game.position(), point, mover);
            chosen = (!fills && game.is_legal(point)).then_some(point);
        }
        write(&mut sgf, &board, mover, chosen);
        game.play(chosen.map_or(Move::Pass, Move::Play)).expect("it is legal");
        passes = if chosen.is_some() { 0 } else { passes + 1 };
        made += 1;
    }
    let mut mover = game.to_move();
    for _ in passes..4 {
        write(&mut sgf, &board, mover, None);
        mover = mover.next(2);
    }
    sgf.push(')');
    sgf
}

fn write(sgf: &mut String, board: &Board, mover: Player, point: Option<Point>) {
    let letter = |index: usize| char::from(b'a' + index as u8);
    sgf.push_str(if mover == Player::BLACK { ";B[" } else { ";W[" });
    if let Some((column, row)) = point.and_then(|point| board.column_and_row(point)) {
        sgf.push(letter(column));
        sgf.push(letter(row));
    }
    sgf.push(']');
}
