//! What the protocol has no words for: phases, bans with reasons, clauses, rulings.

use std::fmt::Write as _;

use shinpan_referee::{Action, Report};
use shinpan_rules::{Clause, Move};

use super::{Row, exactly, none, result_in_words};
use crate::session::{Session, Told, told};

pub(super) const COMMANDS: &[Row] = &[
    ("shinpan-phase", |session, arguments| {
        none(arguments).map(|()| session.sitting.game().phase().to_owned())
    }),
    ("shinpan-legal", legal),
    ("shinpan-banned", banned),
    ("shinpan-why", why),
    ("shinpan-explain", explain),
    ("shinpan-ruling", |session, arguments| {
        none(arguments)?;
        serde_json::to_string(&Report::of(session.analysed())).map_err(|fault| fault.to_string())
    }),
];

fn legal(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let game = session.sitting.game();
    let names: Vec<String> =
        game.legal().into_iter().map(|point| game.board().name(point)).collect();
    Ok(names.join(" "))
}

/// One banned point a line: `A1 K-13 cyclic 7`; the number is that of the moves made when the
/// position that would come back last stood.
fn banned(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let game = session.sitting.game();
    let mut text = String::new();
    for ban in game.banned() {
        let (name, refusal) = (game.board().name(ban.point), &ban.refusal);
        let repeats = refusal.repeats().map(|after| format!(" {after}")).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name} {} {}{repeats}", refusal.clause, refusal.reason);
    }
    Ok(text)
}

/// Why the player to move may not play on a point; without a point, how the game stands and why.
fn why(session: &mut Session, arguments: &[&str]) -> Told {
    if arguments.is_empty() {
        let sitting = session.analysed();
        let mut text = result_in_words(sitting);
        for step in sitting.outcome().iter().flat_map(|outcome| &outcome.because) {
            let _ = write!(text, "\n{} [{}]", step.fact, step.clause);
        }
        return Ok(text);
    }
    let game = session.sitting.game();
    let board = game.board();
    let [name] = exactly(arguments)?;
    let point = board.parse_point(name).ok_or_else(|| format!("no point `{name}`"))?;
    let player = game.to_move();
    let mut trial = session.sitting.clone();
    match trial.act(&Action::Move(player, Move::Play(point))) {
        Ok(_) => Ok(format!("{player} may play {}", board.name(point))),
        Err(refused) => {
            Ok(format!("{player} may not play {}: {}", board.name(point), told(&refused)))
        }
    }
}

fn explain(_: &mut Session, arguments: &[&str]) -> Told {
    let [name] = exactly(arguments)?;
    let clause = Clause::new(name);
    let page = clause.page().ok_or_else(|| format!("there is no clause `{name}`"))?;
    let reading =
        page.reading.as_ref().map(|text| format!("\nReading: {text}")).unwrap_or_default();
    Ok(format!(
        "{}: {}\nSays: {}\nSource: {}\nProgram: {}{reading}",
        page.id, page.title, page.says, page.source, page.program
    ))
}
