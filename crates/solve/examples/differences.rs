//! Where the values of two rulesets differ: all positions of a board, each player to move, as starts of
//! a game.
//!
//! `cargo run --release -p shinpan-solve --example differences -- 3x2 lasker-maas lasker-maas-adjusted`
//!
//! Stones set up are not counted against their owner. A number behind the rulesets is what the second value is expected to be more. Of positions that symmetries of
//! the board lead to each other one is looked at.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::{Board, Player, Position, Stone};
use shinpan_rules::{Count, Game, Ruleset, Score, Setup};
use shinpan_solve::{End, Limits, solve};

type Fault = Box<dyn std::error::Error>;

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
            let [a, b] = [value(&one, &setup)?, value(&other, &setup)?];
            starts += 1;
            let (End::Margin(a), End::Margin(b)) = (a, b) else {
                println!("{} {to_move}: {a} and {b}", rows(&board, &stones));
                continue;
            };
            if a + more != b {
                let zero = Score::from_integer(0);
                let same = a.cmp(&zero) == (b - more).cmp(&zero);
                let winner = if same { "" } else { ", another result" };
                println!("{} {to_move}: {a} and {b}{winner}", rows(&board, &stones));
                *tally.entry((b - more - a).to_string()).or_default() += 1;
            }
        }
    }
    println!("{starts} starts; differences {tally:?}");
    Ok(())
}

fn value(ruleset: &Arc<Ruleset>, setup: &Setup) -> Result<End, Fault> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let game = Game::new(Arc::clone(ruleset), setup)?;
    // Where captured stones count, stones set up count as plays do.
    let standing = |player| setup.stones.iter().filter(|s| s.player() == Some(player)).count();
    let set_up = match ruleset.count {
        Count::Territory => standing(Player::BLACK) as i64 - standing(Player::WHITE) as i64,
        Count::Area => 0,
    };
    let limits = Limits { nodes: u64::MAX, memory: 256 << 20, stop: &STOP, progress: &|_| {} };
    match solve(&game, &limits).value.exact() {
        Some(End::Margin(margin)) => Ok(End::Margin(margin + set_up)),
        Some(end) => Ok(end),
        None => Err("a start was not solved".into()),
    }
}

fn positions(board: &Board) -> impl Iterator<Item = Vec<Stone>> + use<'_> {
    let all = 3_u64.pow(board.len() as u32);
    (0..all).filter_map(move |number| {
        let digit = |place: u32| (number / 3_u64.pow(place) % 3) as u8;
        let stones: Option<Vec<Stone>> =
            (0..board.len() as u32).map(|place| Stone::from_code(digit(place))).collect();
        stones.filter(|stones| Position::from_stones(board, 2, stones).is_ok())
    })
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

fn rows(board: &Board, stones: &[Stone]) -> String {
    let columns = board.shape().grid().map_or(stones.len(), |(columns, _)| columns);
    let sign = |stone: &Stone| match stone.code() {
        0 => '.',
        1 => 'X',
        _ => 'O',
    };
    stones
        .chunks(columns)
        .map(|row| row.iter().map(sign).collect())
        .collect::<Vec<String>>()
        .join("/")
}
