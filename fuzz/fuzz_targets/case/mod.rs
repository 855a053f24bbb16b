//! Any ruleset with any options, any small board, any setup, and what is done there.

use std::sync::Arc;

use arbitrary::{Arbitrary, Unstructured};
use shinpan_board::{Board, ByPlayer, Player, Stone};
use shinpan_rules::{Komi, OPTIONS, Ruleset, Setup, builtin, set_option};

/// The most moves of a case: enough for several phases on such boards. Longer games say little more
/// and take the time of many short ones.
const MOVES: usize = 160;

/// A game to be played.
#[derive(Debug)]
pub struct Case {
    pub ruleset: Ruleset,
    pub setup: Setup,
    /// What is done, to be read against what is allowed at the time.
    pub moves: Vec<u8>,
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Case> {
        let mut ruleset = u.choose(&builtin())?.clone();
        for _ in 0..u.int_in_range(0..=3)? {
            let (key, values, _) = u.choose(&OPTIONS)?;
            let values: Vec<&str> = values.split(" | ").collect();
            let value = *u.choose(&values)?;
            let number = u.int_in_range(1..=5)?.to_string();
            let value = if value.starts_with("a number") { &number } else { value };
            let before = ruleset.clone();
            if set_option(&mut ruleset, key, value).is_err() || ruleset.check().is_err() {
                ruleset = before;
            }
        }
        let players = u.int_in_range(ruleset.players.least..=ruleset.players.most.min(4))?.into();
        let board = board(u)?;
        let stones = if u.ratio(1, 2)? {
            (0..board.len())
                .map(|_| {
                    let code = u.int_in_range(0..=players as u8 + 2)?;
                    Ok(Stone::from_code(code % (players as u8 + 1)).unwrap_or_default())
                })
                .collect::<arbitrary::Result<_>>()?
        } else {
            Vec::new()
        };
        let to_move = Player::new(u.int_in_range(0..=players - 1)?).unwrap_or(Player::BLACK);
        let mut prisoners = ByPlayer::new(players, |_| 0);
        for (_, count) in prisoners.iter_mut() {
            *count = u.int_in_range(0..=3)?;
        }
        let komi = Komi::from_halves(u.int_in_range(-5..=15)?).unwrap_or_default();
        let setup = Setup {
            board: Arc::new(board),
            players,
            stones,
            to_move,
            prisoners,
            komi,
            handicap: u.int_in_range(0..=3)?,
            moves_before: u.int_in_range(0..=2)?,
        };
        let moves = u.bytes(u.len().min(MOVES))?.to_vec();
        Ok(Case { ruleset, setup, moves })
    }
}

fn board(u: &mut Unstructured<'_>) -> arbitrary::Result<Board> {
    let (columns, rows) = (u.int_in_range(1..=5)?, u.int_in_range(1..=5)?);
    let board = match u.int_in_range(0..=3)? {
        0 => Board::torus(columns, rows),
        1 => Board::rectangle(columns, rows),
        2 => Board::rectangle(columns * 2, 1),
        _ => {
            let names: Vec<String> = (0..columns + rows).map(|n| format!("p{n}")).collect();
            let mut edges = Vec::new();
            for to in 0..names.len() {
                for from in 0..to {
                    if u.ratio(1, 2)? {
                        edges.push((names[from].clone(), names[to].clone()));
                    }
                }
            }
            Board::graph(&names, &edges)
        }
    };
    board.map_err(|_| arbitrary::Error::IncorrectFormat)
}
