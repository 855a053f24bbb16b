//! Boards and moves as text, for the tests.
#![allow(dead_code, unreachable_pub)]

use shinpan_twin::{Move, Name, Report, Rules, Setup, report};

/// A rectangular board by its rows, top row first; digits are players 3 and up. Black is to move.
pub fn board(name: Name, rows: &[&str]) -> Setup {
    let columns = rows[0].len();
    let points = columns * rows.len();
    let adjacent = |a: usize, b: usize| {
        (a % columns).abs_diff(b % columns) + (a / columns).abs_diff(b / columns) == 1
    };
    let neighbours = (0..points)
        .map(|point| (0..points).filter(|&other| adjacent(point, other)).collect())
        .collect();
    Setup {
        neighbours,
        players: 2,
        start: stones(rows),
        to_move: 0,
        prisoners: vec![0, 0],
        komi_halves: 0,
        rules: Rules::new(name),
    }
}

/// The position that the rows show.
pub fn stones(rows: &[&str]) -> Vec<u8> {
    rows.concat()
        .chars()
        .map(|c| match c {
            '.' => 0,
            'X' => 1,
            'O' => 2,
            digit => digit.to_digit(10).unwrap() as u8,
        })
        .collect()
}

/// The point of that name, on a board with so many columns and rows.
pub fn at(columns: usize, rows: usize, name: &str) -> usize {
    let column = "ABCDEFGHJKLMNOPQRST".find(&name[..1]).unwrap();
    let row: usize = name[1..].parse().unwrap();
    (rows - row) * columns + column
}

/// The moves that a text like `A1 pass B2` names.
pub fn moves(columns: usize, rows: usize, text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|word| match word {
            "pass" => Move::Pass,
            name => Move::Play(at(columns, rows, name)),
        })
        .collect()
}

/// The ruling on a game given as text.
pub fn ruling(name: Name, rows: &[&str], text: &str) -> Report {
    report(&board(name, rows), &moves(rows[0].len(), rows.len(), text))
}

/// Marsaglia's xorshift64.
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// One of the legal moves; a pass about one time in `rarity`, or when there is no legal play.
    pub fn mv(&mut self, report: &Report, rarity: usize) -> Move {
        if report.legal.is_empty() || self.below(rarity) == 0 {
            Move::Pass
        } else {
            Move::Play(report.legal[self.below(report.legal.len())])
        }
    }
}
