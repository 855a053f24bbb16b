//! Records and the board as text: GTP 2, sections 6.3.5 and 6.3.6.

use shinpan_referee::{Action, Record, Shows, Sitting, What, picture, write_sgf};
use shinpan_render::{TextOptions, to_text};
use shinpan_rules::Move;

use super::{Row, none};
use crate::session::{Session, Told, told};

pub(super) const COMMANDS: &[Row] =
    &[("loadsgf", loadsgf), ("printsgf", printsgf), ("showboard", showboard)];

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// A file, and the move before which to stop.
fn loadsgf(session: &mut Session, arguments: &[&str]) -> Told {
    let (file, before) = match arguments {
        [file] => (file, None),
        [file, number] => {
            let number: usize = number.parse().map_err(|_| "syntax error".to_owned())?;
            (file, Some(number))
        }
        _ => return Err("syntax error".to_owned()),
    };
    let fault = |what: String| format!("cannot load file: {what}");
    let length = std::fs::metadata(file).map_err(|error| fault(error.to_string()))?;
    if !length.is_file() || length.len() > LARGEST {
        return Err(fault(format!("no file of at most {} MiB", LARGEST >> 20)));
    }
    let bytes = std::fs::read(file).map_err(|error| fault(error.to_string()))?;
    let record = Record::read(&bytes, 1, &[]).map_err(|error| fault(error.to_string()))?;
    if record.players != 2
        || record
            .board
            .column_and_row(
                record.board.points().next().ok_or_else(|| fault("no board".to_owned()))?,
            )
            .is_none()
    {
        return Err(fault("not a game of two players on a rectangle".to_owned()));
    }
    let read = record.rules.clone();
    let ruleset =
        read.as_ref().map_or_else(|| session.options.ruleset.clone(), |read| read.ruleset.clone());
    let komi = record.komi.or(read.and_then(|read| read.komi)).unwrap_or(session.options.komi);
    let mut sitting = Sitting::new(std::sync::Arc::new(ruleset.clone()), &record.setup(komi))
        .map_err(|error| fault(error.to_string()))?;
    for entry in &record.entries {
        let number = sitting.game().moves_made() + 1;
        let refused = match &entry.what {
            What::Act(Action::Move(..)) if before.is_some_and(|before| number >= before) => break,
            What::Act(action @ Action::Move(player, made)) => {
                let over = *sitting.game().status() != shinpan_rules::Status::InPlay;
                match sitting.act(action) {
                    Ok(_) => continue,
                    // A habit of the form.
                    Err(_) if over && *made == Move::Pass && record.tolerates_extra_passes => {
                        continue;
                    }
                    Err(refused) if *player == sitting.game().to_move() => refused,
                    Err(_) => {
                        let _ =
                            sitting.edit(&[], *player).map_err(|error| fault(error.to_string()))?;
                        match sitting.act(action) {
                            Ok(_) => continue,
                            Err(refused) => refused,
                        }
                    }
                }
            }
            What::Act(action) => match sitting.act(action) {
                Ok(_) => continue,
                Err(refused) => refused,
            },
            What::Edit(changes) => {
                let to_move = sitting.game().to_move();
                sitting.edit(changes, to_move).map_err(|error| fault(error.to_string()))?;
                continue;
            }
            What::ToMove(player) => {
                sitting.edit(&[], *player).map_err(|error| fault(error.to_string()))?;
                continue;
            }
            What::Unreadable { found, why, .. } => {
                return Err(fault(format!("{}: `{found}`: {why}", entry.place)));
            }
        };
        return Err(fault(format!("{}: move {number}: {}", entry.place, told(&refused))));
    }
    session.sitting = sitting;
    session.options.ruleset = ruleset;
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
