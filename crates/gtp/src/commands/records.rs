//! Records and the board as text: GTP 2, sections 6.3.5 and 6.3.6.

use shinpan_board::Shape;
use shinpan_referee::{Options, Record, Shows, judge, picture, write_sgf};
use shinpan_render::{TextOptions, to_text};
use shinpan_rules::ReadRuleset;

use super::{Row, none};
use crate::session::{Session, Told, told};

pub(super) const COMMANDS: &[Row] =
    &[("loadsgf", loadsgf), ("printsgf", printsgf), ("showboard", showboard)];

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// A file, and the move before which to stop. A record's ruleset and komi become the session's; what it does not name is as the
/// client has set it.
fn loadsgf(session: &mut Session, arguments: &[&str]) -> Told {
    let (file, before) = match arguments {
        [file] => (file, None),
        [file, number] => {
            let number: usize = number.parse().map_err(|_| "syntax error".to_owned())?;
            (file, Some(number.saturating_sub(1)))
        }
        _ => return Err("syntax error".to_owned()),
    };
    let fault = |what: &dyn std::fmt::Display| format!("cannot load file: {what}");
    let about = std::fs::metadata(file).map_err(|error| fault(&error))?;
    if !about.is_file() {
        return Err(fault(&format!("`{file}` is no file")));
    }
    if about.len() > LARGEST {
        let (found, most) = (about.len(), LARGEST >> 20);
        return Err(fault(&format!("expected at most {most} MiB, found {found} bytes")));
    }
    let bytes = std::fs::read(file).map_err(|error| fault(&error))?;
    let record = Record::read(&bytes, 1, &[]).map_err(|error| fault(&error))?;
    if record.players != 2 || !matches!(record.board.shape(), Shape::Rectangle { .. }) {
        return Err(fault(&"not a game of two players on a rectangle"));
    }
    let (ruleset, komi) = &session.own;
    let read = record.rules.clone().unwrap_or_else(|| ReadRuleset::from(ruleset.clone()));
    let komi = record.komi.or(read.komi).unwrap_or(*komi);
    let options = Options {
        rules: Some(read.clone()),
        komi: Some(komi),
        at: before.map(|before| before.min(record.moves())),
        ..Options::default()
    };
    let judged = judge(&record, &options).map_err(|error| fault(&error))?;
    if let Some((entry, refused)) = &judged.refused {
        let number = judged.sitting.game().moves_made() + 1;
        return Err(fault(&format!("{}: move {number}: {}", entry.place, told(refused))));
    }
    session.sitting = judged.sitting;
    session.options.ruleset = read.ruleset;
    session.options.komi = komi;
    Ok(String::new())
}

/// To a file, or as the answer.
fn printsgf(session: &mut Session, arguments: &[&str]) -> Told {
    let text = write_sgf(&session.sitting.record())
        .map_err(|fault| format!("cannot write SGF: {fault}"))?;
    match arguments {
        [] | ["-"] => Ok(text),
        [file] => match std::fs::write(file, text) {
            Ok(()) => Ok(String::new()),
            Err(error) => Err(format!("cannot write file: {error}")),
        },
        _ => Err("syntax error".to_owned()),
    }
}

fn showboard(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let shows = Shows { banned: true, territory: true, numbers_from: None };
    let scene = picture(&session.sitting, shows).map_err(|fault| fault.to_string())?;
    let options = TextOptions { colour: false, coordinates: true, unicode: false };
    let text = to_text(&scene, options).map_err(|fault| fault.to_string())?;
    let game = session.sitting.game();
    let prisoners: Vec<String> =
        game.prisoners().iter().map(|(player, count)| format!("{player} {count}")).collect();
    Ok(format!(
        "\n{}\n{}: {} moves, phase {}, {} to move; prisoners: {}",
        text.trim_end(),
        game.ruleset().id,
        game.moves_made(),
        game.phase(),
        game.to_move(),
        prisoners.join(", ")
    ))
}
