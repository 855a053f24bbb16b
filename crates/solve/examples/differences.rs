//! Where the values of two rulesets differ: all positions of a board, each player to move, as starts of
//! a game.
//!
//! `cargo run --release -p shinpan-solve --example differences -- 3x2 lasker-maas lasker-maas-adjusted`
//!
//! Stones set up are not counted against their owner. A number behind the rulesets is what the second value is expected to be more. Of positions that symmetries of
//! the board lead to each other one is looked at.

mod starts;

use std::collections::BTreeMap;
use std::sync::Arc;

use shinpan_board::{Board, Player, Stone};
use shinpan_rules::{Ruleset, Score, Setup};
use shinpan_solve::End;
use starts::{drawn, positions, value};

type Fault = Box<dyn std::error::Error>;

/// Nodes and bytes for each start.
const LIMITS: (u64, u64) = (u64::MAX, 256 << 20);

fn main() -> Result<(), Fault> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [spec, one, other, rest @ ..] = words.as_slice() else {
        return Err("expected a board and two rulesets".into());
    };
    let more = match rest.first() {
        Some(number) => number.parse::<Score>()?,
        None => Score::from_integer(0),
    };
    let board = Arc::new(Board::parse(spec)?);
    let rulesets = [one, other].map(|name| Ruleset::builtin(name).map(Arc::new));
    let [Some(one), Some(other)] = rulesets else { return Err("no such ruleset".into()) };
    let mut tally: BTreeMap<String, u32> = BTreeMap::new();
    let mut starts = 0;
    for stones in positions(&board) {
        if !first_of_its_kind(&board, &stones) {
            continue;
        }
        for to_move in [Player::BLACK, Player::WHITE] {
            let mut setup = Setup::empty(Arc::clone(&board), 2);
            setup.stones.clone_from(&stones);
            setup.to_move = to_move;
            let values = [value(&one, &setup, LIMITS)?, value(&other, &setup, LIMITS)?];
            let [Some(a), Some(b)] = values else { return Err("a start was not solved".into()) };
            starts += 1;
            let (End::Margin(a), End::Margin(b)) = (a, b) else {
                println!("{} {to_move}: {a} and {b}", drawn(&board, &stones));
                continue;
            };
            if a + more != b {
                let zero = Score::from_integer(0);
                let same = a.cmp(&zero) == (b - more).cmp(&zero);
                let winner = if same { "" } else { ", another result" };
                println!("{} {to_move}: {a} and {b}{winner}", drawn(&board, &stones));
                *tally.entry((b - more - a).to_string()).or_default() += 1;
            }
        }
    }
    println!("{starts} starts; differences {tally:?}");
    Ok(())
}

/// Whether no symmetry of a rectangle leads to a position that comes before it.
fn first_of_its_kind(board: &Board, stones: &[Stone]) -> bool {
    let Some((columns, rows)) = board.shape().grid() else { return true };
    let codes = |image: &dyn Fn(usize, usize) -> (usize, usize)| -> Vec<u8> {
        let place = |index: usize| {
            let (column, row) = image(index % columns, index / columns);
            stones[row * columns + column].code()
        };
        (0..stones.len()).map(place).collect()
    };
    let own = codes(&|c, r| (c, r));
    let mut images = vec![
        codes(&|c, r| (columns - 1 - c, r)),
        codes(&|c, r| (c, rows - 1 - r)),
        codes(&|c, r| (columns - 1 - c, rows - 1 - r)),
    ];
    if columns == rows {
        images.push(codes(&|c, r| (r, c)));
        images.push(codes(&|c, r| (columns - 1 - r, c)));
        images.push(codes(&|c, r| (r, rows - 1 - c)));
        images.push(codes(&|c, r| (columns - 1 - r, rows - 1 - c)));
    }
    images.iter().all(|image| own <= *image)
}
