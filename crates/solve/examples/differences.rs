//! Where the values of two rulesets differ: all positions of a board with Black to move, as starts of
//! a game.
//!
//! `cargo run --release -p shinpan-solve --example differences -- 3x2 lasker-maas lasker-maas-adjusted`
//!
//! With White to move it is the same with the colours exchanged. Stones set up are not counted against their
//! owner. A number behind the rulesets is what the second value is expected to be more, `nodes=N` the most nodes
//! of a search, `memory=N` its MiB. Of positions that symmetries of the board lead to each other one is looked at.

mod starts;

use std::collections::BTreeMap;
use std::sync::Arc;

use shinpan_board::{Board, Player, Stone};
use shinpan_rules::{Ruleset, Score, Setup};
use shinpan_solve::End;
use starts::{drawn, positions, value};

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<(), Fault> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [spec, one, other, rest @ ..] = words.as_slice() else {
        return Err("expected a board and two rulesets".into());
    };
    let mut more = Score::from_integer(0);
    let mut limits = (u64::MAX, 256);
    for word in rest {
        match word.split_once('=') {
            Some(("nodes", number)) => limits.0 = number.parse()?,
            Some(("memory", number)) => limits.1 = number.parse()?,
            _ => more = word.parse()?,
        }
    }
    let limits = (limits.0, limits.1 << 20);
    let board = Arc::new(Board::parse(spec)?);
    let rulesets = [one, other].map(|name| Ruleset::builtin(name).map(Arc::new));
    let [Some(one), Some(other)] = rulesets else { return Err("no such ruleset".into()) };
    let mut tally: BTreeMap<String, u32> = BTreeMap::new();
    let (mut starts, mut open) = (0, 0);
    for stones in positions(&board) {
        if !first_of_its_kind(&board, &stones) {
            continue;
        }
        starts += 1;
        let mut setup = Setup::empty(Arc::clone(&board), 2);
        setup.stones.clone_from(&stones);
        setup.to_move = Player::BLACK;
        let [a, b] = [value(&one, &setup, limits)?, value(&other, &setup, limits)?];
        let told = |end: Option<End>| end.map_or("?".to_owned(), |end| end.to_string());
        match (a, b) {
            (Some(End::Margin(a)), Some(End::Margin(b))) if a + more == b => {}
            (Some(End::Margin(a)), Some(End::Margin(b))) => {
                let zero = Score::from_integer(0);
                let same = a.cmp(&zero) == (b - more).cmp(&zero);
                let winner = if same { "" } else { ", another result" };
                println!("{}: {a} and {b}{winner}", drawn(&board, &stones));
                *tally.entry((b - more - a).to_string()).or_default() += 1;
            }
            _ => {
                println!("{}: {} and {}", drawn(&board, &stones), told(a), told(b));
                open += u32::from(a.is_none() || b.is_none());
            }
        }
    }
    println!("{starts} starts, {open} not solved; differences {tally:?}");
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
