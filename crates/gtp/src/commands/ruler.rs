//! GoGui's family of a program that is the rules: the board, the moves and the end are ours.

use shinpan_board::Player;
use shinpan_rules::Status;

use super::{Row, none, result_in_words};
use crate::session::{Session, Told};

pub(super) const COMMANDS: &[Row] = &[
    ("gogui-rules_game_id", game_id),
    ("gogui-rules_board", board),
    ("gogui-rules_board_size", board_size),
    ("gogui-rules_legal_moves", legal_moves),
    ("gogui-rules_side_to_move", |session, arguments| {
        none(arguments).map(|()| session.sitting.game().to_move().to_string())
    }),
    ("gogui-rules_captured_count", captured_count),
    ("gogui-rules_final_result", |session, arguments| {
        none(arguments).map(|()| result_in_words(session.analysed()))
    }),
    ("gogui-rules_board_gfx", |session, arguments| {
        none(arguments)?;
        super::analysis::graphics(session)
    }),
];

/// GoGui plays what is called `Go` by rules of its own; a game with another name by ours.
fn game_id(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments).map(|()| format!("Go ({})", session.options.ruleset.id))
}

fn board(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let game = session.sitting.game();
    let rows = game.position().diagram(game.board());
    let spaced = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    Ok(rows.iter().map(spaced).collect::<Vec<_>>().join("\n"))
}

/// One number for a square, as GoGui reads it; columns and rows otherwise.
fn board_size(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let (columns, rows) = session.board().shape().grid().unwrap_or_default();
    Ok(if columns == rows { columns.to_string() } else { format!("{columns} {rows}") })
}

/// None once the play is over: then the game has ended.
fn legal_moves(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let game = session.sitting.game();
    let mut moves: Vec<String> =
        game.legal().into_iter().map(|point| game.board().name(point)).collect();
    if *game.status() == Status::InPlay {
        moves.push("pass".to_owned());
    }
    Ok(moves.join(" "))
}

/// The stones captured by Black, then those captured by White.
fn captured_count(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let prisoners = session.sitting.game().prisoners();
    Ok(format!("{} {}", prisoners[Player::WHITE], prisoners[Player::BLACK]))
}
