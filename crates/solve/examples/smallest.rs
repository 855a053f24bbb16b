//! A smallest board on which the values of two rulesets differ, for each pair of rulesets.
//!
//! `cargo run --release -p shinpan-solve --example smallest -- 6 1000000`
//!
//! Looks at all boards of so many points, the smaller ones first, and on each at the empty board, then at all other legal positions
//! with each player to move. Stones set up are not counted against their owner. What is not solved within so
//! many nodes is left out. Button Go's half point and komi-like differences that are the same everywhere show on 1x1.

mod starts;

use std::sync::Arc;

use shinpan_board::{Board, Player};
use shinpan_rules::{Ruleset, Setup};
use starts::{drawn, positions, value};

type Fault = Box<dyn std::error::Error>;

const RULESETS: [&str; 12] = [
    "tromp-taylor",
    "aga",
    "new-zealand",
    "lasker-maas",
    "lasker-maas-situational",
    "lasker-maas-adjusted",
    "button",
    "long-cycle-1",
    "long-cycle-2",
    "chinese",
    "japanese-1989",
    "kee",
];

fn main() -> Result<(), Fault> {
    let words: Vec<u64> =
        std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let [most, nodes] = words.as_slice() else {
        return Err("expected the most points of a board and the most nodes of a search".into());
    };
    let rulesets: Option<Vec<Arc<Ruleset>>> =
        RULESETS.iter().map(|name| Ruleset::builtin(name).map(Arc::new)).collect();
    let rulesets = rulesets.ok_or("no such ruleset")?;
    let count = rulesets.len();
    // Of each pair: where they differ first on an empty board, and from any start.
    let mut first: [Vec<Option<String>>; 2] =
        [vec![None; count * count], vec![None; count * count]];
    let mut unsolved = vec![0_u32; count];
    for (columns, rows) in boards(*most) {
        let board = Arc::new(Board::parse(&format!("{columns}x{rows}"))?);
        for stones in positions(&board) {
            let empty = stones.iter().all(|stone| stone.code() == 0);
            for to_move in [Player::BLACK, Player::WHITE] {
                let mut setup = Setup::empty(Arc::clone(&board), 2);
                setup.stones.clone_from(&stones);
                setup.to_move = to_move;
                let mut values = Vec::with_capacity(count);
                for (index, rules) in rulesets.iter().enumerate() {
                    let open = (0..count).any(|other| {
                        first[1][index.min(other) * count + index.max(other)].is_none() || empty
                    });
                    let value = if open { value(rules, &setup, (*nodes, 64 << 20))? } else { None };
                    unsolved[index] += u32::from(open && value.is_none());
                    values.push(value);
                }
                for one in 0..count {
                    for other in one + 1..count {
                        let (Some(a), Some(b)) = (values[one], values[other]) else { continue };
                        if a == b {
                            continue;
                        }
                        let told = || {
                            format!(
                                "{rows}x{columns} {} {to_move}: {a} and {b}",
                                drawn(&board, &stones)
                            )
                        };
                        let pair = one * count + other;
                        if empty && to_move == Player::BLACK && first[0][pair].is_none() {
                            first[0][pair] = Some(told());
                        }
                        if first[1][pair].is_none() {
                            first[1][pair] = Some(told());
                        }
                    }
                }
            }
        }
    }
    for one in 0..count {
        for other in one + 1..count {
            let [empty, start] = [0, 1].map(|kind| {
                first[kind][one * count + other].as_deref().unwrap_or("nowhere looked at")
            });
            println!("{} | {} | {empty} | {start}", RULESETS[one], RULESETS[other]);
        }
    }
    for (name, unsolved) in RULESETS.iter().zip(unsolved).filter(|&(_, unsolved)| unsolved > 0) {
        eprintln!("{name}: {unsolved} starts were not solved");
    }
    Ok(())
}

/// Boards by their points, as columns and rows.
fn boards(most: u64) -> Vec<(u64, u64)> {
    let mut boards: Vec<(u64, u64)> = (1..=most)
        .flat_map(|rows| (rows..=most).map(move |columns| (columns, rows)))
        .filter(|(columns, rows)| columns * rows <= most)
        .collect();
    boards.sort_by_key(|(columns, rows)| (columns * rows, *columns));
    boards
}
