//! The Analysis of positions in text files: how much is proved, and how long it takes.
//!
//! `survey NODES SHOW FILE...`: each file one diagram, top row first.

use std::time::Instant;

use shinpan_board::{Board, Player, Position, parse_rows};
use shinpan_life::{Limits, Reading, Status, analyse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, nodes, show, files @ ..] = arguments.as_slice() else {
        return Err("survey NODES SHOW FILE...".into());
    };
    let limits = Limits {
        nodes: nodes.parse()?,
        states: 0,
        asked: None,
        whole: 0,
        threads: 1,
        stop: &|| false,
    };
    let (mut open, mut total, mut whole) = (0, 0, 0);
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let rows: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let columns =
            rows.first().map_or(0, |row| row.chars().filter(|c| !c.is_whitespace()).count());
        let board = Board::rectangle(columns, rows.len())?;
        let stones = parse_rows(&board, &text)?;
        let position =
            Position::from_stones(&board, 2, &stones).map_err(|faults| format!("{faults:?}"))?;
        let start = Instant::now();
        let chains = analyse(&board, &position, Reading::Basic, &limits, &mut |_| {});
        let unproven = chains.iter().filter(|chain| chain.status == Status::Unproven).count();
        let nodes: u64 = chains.iter().map(|chain| chain.nodes).sum();
        println!(
            "{file}: {unproven} of {} unproven, {nodes} nodes, {:.2?}",
            chains.len(),
            start.elapsed()
        );
        if show == "1" {
            let mut letters: Vec<char> = vec!['.'; board.len()];
            for chain in &chains {
                let letter = match (chain.player == Player::BLACK, chain.status) {
                    (true, Status::Alive) => 'X',
                    (true, Status::NotAlive) => 'x',
                    (true, Status::Unproven) => '#',
                    (false, Status::Alive) => 'O',
                    (false, Status::NotAlive) => 'o',
                    (false, Status::Unproven) => '@',
                };
                for point in &chain.points {
                    letters[point.index()] = letter;
                }
            }
            for row in letters.chunks(columns) {
                println!("{}", row.iter().collect::<String>());
            }
        }
        open += unproven;
        total += chains.len();
        whole += usize::from(unproven == 0);
    }
    println!("{open} of {total} unproven; {whole} of {} whole", files.len());
    Ok(())
}
