//! Prints perft counts of every ruleset on the smallest boards: `perft_table DEPTH COLUMNSxROWS...`.

use shinpan_twin::{Name, Rules, Setup, perft};

/// The adjacency lists of a rectangular grid, top row first.
fn grid(columns: usize, rows: usize) -> Vec<Vec<usize>> {
    let adjacent = |a: usize, b: usize| {
        (a % columns).abs_diff(b % columns) + (a / columns).abs_diff(b / columns) == 1
    };
    (0..columns * rows)
        .map(|point| (0..columns * rows).filter(|&other| adjacent(point, other)).collect())
        .collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let depth: usize = arguments.first().and_then(|a| a.parse().ok()).unwrap_or(6);
    for board in arguments.iter().skip(1) {
        let Some((columns, rows)) = board.split_once('x') else { continue };
        let (Ok(columns), Ok(rows)) = (columns.parse::<usize>(), rows.parse::<usize>()) else {
            continue;
        };
        println!("{board}");
        for name in Name::ALL {
            let setup = Setup {
                neighbours: grid(columns, rows),
                players: 2,
                start: vec![0; columns * rows],
                to_move: 0,
                prisoners: vec![0, 0],
                komi_halves: 0,
                rules: Rules::new(name),
            };
            println!("| {name:?} | {:?} |", perft(&setup, depth));
        }
    }
}
