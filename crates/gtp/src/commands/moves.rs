//! Moves: GTP 2, sections 6.3.3 and 6.3.5, and GoGui's sequences.

use shinpan_referee::Action;
use shinpan_rules::Move;

use super::{Row, exactly, none};
use crate::codec::{parse_colour, parse_vertex, vertex};
use crate::session::{Session, Told, told};

pub(super) const COMMANDS: &[Row] = &[
    ("play", play),
    ("gogui-play_sequence", play_sequence),
    ("genmove", |session, arguments| generate(session, arguments, true)),
    ("reg_genmove", |session, arguments| generate(session, arguments, false)),
    ("undo", undo),
];

fn play(session: &mut Session, arguments: &[&str]) -> Told {
    let [colour, at] = exactly(arguments)?;
    let player = parse_colour(colour).ok_or_else(|| "syntax error".to_owned())?;
    let made = parse_vertex(at, session.board()).ok_or_else(|| match at.is_ascii() {
        true if at.chars().any(|c| c.is_ascii_digit()) => format!("illegal move: no point {at}"),
        _ => "syntax error".to_owned(),
    })?;
    session.play(player, made)?;
    Ok(String::new())
}

/// All of the moves, or none of them.
fn play_sequence(session: &mut Session, arguments: &[&str]) -> Told {
    let before = session.sitting.clone();
    for (index, pair) in arguments.chunks(2).enumerate() {
        if let Err(fault) = play(session, pair) {
            session.sitting = before;
            return Err(format!("move {}: {fault}", index + 1));
        }
    }
    Ok(String::new())
}

fn generate(session: &mut Session, arguments: &[&str], plays: bool) -> Told {
    let [colour] = exactly(arguments)?;
    let player = parse_colour(colour).ok_or_else(|| "syntax error".to_owned())?;
    let made: Move = session.advice(player)?.made;
    if plays {
        session.play(player, made)?;
    }
    Ok(vertex(session.board(), made))
}

fn undo(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let done = session.sitting.act(&Action::Undo(None, None));
    done.map_err(|refused| format!("cannot undo: {}", told(&refused)))?;
    Ok(String::new())
}
