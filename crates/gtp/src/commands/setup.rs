//! Commands that set up a game: GTP 2, section 6.3.2, KataGo's and GoGui's.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Stone};
use shinpan_referee::{Action, Edit};
use shinpan_rules::Komi;

use super::{Row, exactly, none};
use crate::codec::parse_colour;
use crate::session::{Session, Told, told};

pub(super) const COMMANDS: &[Row] = &[
    ("boardsize", boardsize),
    ("rectangular_boardsize", rectangular_boardsize),
    ("clear_board", clear_board),
    ("komi", komi),
    ("get_komi", |session, arguments| none(arguments).map(|()| session.options.komi.to_string())),
    ("fixed_handicap", fixed_handicap),
    ("place_free_handicap", place_free_handicap),
    ("set_free_handicap", set_free_handicap),
    ("set_position", set_position),
    ("gogui-setup", gogui_setup),
    ("gogui-setup_player", gogui_setup_player),
];

fn boardsize(session: &mut Session, arguments: &[&str]) -> Told {
    let [side] = exactly(arguments)?;
    let side: usize = side.parse().map_err(|_| "syntax error".to_owned())?;
    resize(session, side, side)
}

fn rectangular_boardsize(session: &mut Session, arguments: &[&str]) -> Told {
    let [columns, rows] = exactly(arguments)?;
    let number = |text: &str| text.parse().map_err(|_| "syntax error".to_owned());
    resize(session, number(columns)?, number(rows)?)
}

fn resize(session: &mut Session, columns: usize, rows: usize) -> Told {
    let board =
        Board::rectangle(columns, rows).map_err(|fault| format!("unacceptable size: {fault}"))?;
    session.restart(&Arc::new(board))?;
    Ok(String::new())
}

fn clear_board(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let board = Arc::clone(session.board());
    session.restart(&board)?;
    Ok(String::new())
}

fn komi(session: &mut Session, arguments: &[&str]) -> Told {
    let [text] = exactly(arguments)?;
    let komi: Komi = text.parse().map_err(|fault| format!("syntax error: {fault}"))?;
    let ruleset = session.options.ruleset.clone();
    session.reseat(&ruleset, komi)?;
    session.own.1 = komi;
    Ok(String::new())
}

/// The points of fixed handicap stones, as many as a board has: GTP 2, section 4.1.1. None where the
/// board has none for so many.
#[must_use]
pub fn star_points(board: &Board, stones: usize) -> Option<Vec<Point>> {
    let (columns, rows) = board.shape().grid()?;
    let smaller = columns.min(rows);
    let odd = columns % 2 == 1 && rows % 2 == 1;
    let most = match smaller {
        0..=6 => 0,
        7 | 8 => 4,
        _ if odd => 9,
        _ => 4,
    };
    if stones < 2 || stones > most {
        return None;
    }
    let edge = if smaller < 13 { 2 } else { 3 };
    let (left, right, middle) = (edge, columns - 1 - edge, columns / 2);
    // Rows are counted from the top here.
    let (top, bottom, centre) = (edge, rows - 1 - edge, rows / 2);
    let mut at = vec![(left, bottom), (right, top), (left, top), (right, bottom)];
    match stones {
        0..=4 => at.truncate(stones),
        _ => {
            let sides = [(left, centre), (right, centre), (middle, top), (middle, bottom)];
            at.extend(
                &sides[..if stones < 6 {
                    0
                } else if stones < 8 {
                    2
                } else {
                    4
                }],
            );
            if stones % 2 == 1 {
                at.push((middle, centre));
            }
        }
    }
    at.into_iter().map(|(column, row)| board.at(column, row)).collect()
}

fn handicap(session: &mut Session, points: &[Point]) -> Told {
    if session.sitting.game().moves_made() > 0 || !bare(session) {
        return Err("board not empty".to_owned());
    }
    let board = Arc::clone(session.board());
    let mut stones = vec![Stone::EMPTY; board.len()];
    for point in points {
        stones[point.index()] = Player::BLACK.stone();
    }
    session.set_up(stones, Player::WHITE, points.len() as u32)?;
    Ok(points.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join(" "))
}

fn bare(session: &Session) -> bool {
    session.sitting.game().position().codes().iter().all(|&code| code == 0)
}

fn fixed_handicap(session: &mut Session, arguments: &[&str]) -> Told {
    let [number] = exactly(arguments)?;
    let number: usize = number.parse().map_err(|_| "syntax error".to_owned())?;
    let points = star_points(session.board(), number)
        .ok_or_else(|| "invalid number of stones".to_owned())?;
    handicap(session, &points)
}

/// The star points there are; where they do not suffice, fewer, as the protocol allows.
fn place_free_handicap(session: &mut Session, arguments: &[&str]) -> Told {
    let [number] = exactly(arguments)?;
    let number: usize = number.parse().map_err(|_| "syntax error".to_owned())?;
    let board = Arc::clone(session.board());
    let points = (2..=number.min(9)).rev().find_map(|number| star_points(&board, number));
    handicap(session, &points.ok_or_else(|| "invalid number of stones".to_owned())?)
}

fn set_free_handicap(session: &mut Session, arguments: &[&str]) -> Told {
    let board = Arc::clone(session.board());
    let mut points = Vec::new();
    for text in arguments {
        let point = board.parse_point(text).ok_or_else(|| "bad vertex list".to_owned())?;
        if points.contains(&point) {
            return Err("bad vertex list: a vertex is repeated".to_owned());
        }
        points.push(point);
    }
    if points.len() < 2 || points.len() >= board.len() {
        return Err("bad vertex list: too few stones or too many".to_owned());
    }
    handicap(session, &points)?;
    Ok(String::new())
}

/// `C V C V ...`
fn stones(session: &Session, arguments: &[&str]) -> Result<Vec<Stone>, String> {
    let board = session.board();
    let mut stones = vec![Stone::EMPTY; board.len()];
    for pair in arguments.chunks(2) {
        let [colour, point] = exactly(pair)?;
        let player = parse_colour(colour).ok_or_else(|| "syntax error".to_owned())?;
        let point = board.parse_point(point).ok_or_else(|| "syntax error".to_owned())?;
        if stones[point.index()] != Stone::EMPTY {
            return Err("bad vertex list: a vertex is repeated".to_owned());
        }
        stones[point.index()] = player.stone();
    }
    Ok(stones)
}

fn set_position(session: &mut Session, arguments: &[&str]) -> Told {
    let stones = stones(session, arguments)?;
    session.set_up(stones, Player::BLACK, 0)
}

fn gogui_setup(session: &mut Session, arguments: &[&str]) -> Told {
    if !bare(session) {
        return Err("board not empty".to_owned());
    }
    let stones = stones(session, arguments)?;
    session.set_up(stones, Player::BLACK, 0)
}

fn gogui_setup_player(session: &mut Session, arguments: &[&str]) -> Told {
    let [colour] = exactly(arguments)?;
    let to_move = parse_colour(colour).ok_or_else(|| "syntax error".to_owned())?;
    if session.sitting.log().is_empty() {
        let setup = session.sitting.setup();
        let (stones, handicap) = (setup.stones.clone(), setup.handicap);
        return session.set_up(stones, to_move, handicap);
    }
    if to_move != session.sitting.game().to_move() {
        let edit = Edit { changes: Vec::new(), to_move };
        session.sitting.act(&Action::Edit(edit)).map_err(|refused| told(&refused))?;
    }
    Ok(String::new())
}
