//! What the protocol has no words for: phases, bans with reasons, acts, events, rulings.

use std::fmt::Write as _;

use shinpan_referee::{Action, Report, Written, initial};
use shinpan_rules::{Clause, Ground, Move, Notice, Status};

use super::{Row, exactly, none, result_in_words};
use crate::session::{Session, Told, told};

pub(super) const COMMANDS: &[Row] = &[
    ("shinpan-phase", |session, arguments| {
        none(arguments).map(|()| session.sitting.game().phase().to_owned())
    }),
    ("shinpan-legal", legal),
    ("shinpan-banned", banned),
    ("shinpan-why", why),
    ("shinpan-act", act),
    ("shinpan-acts", acts),
    ("shinpan-pending", pending),
    ("shinpan-events", events),
    ("shinpan-explain", explain),
    ("shinpan-ruling", |session, arguments| {
        none(arguments)?;
        serde_json::to_string(&Report::of(&session.sitting)).map_err(|fault| fault.to_string())
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
    let game = session.sitting.game();
    let board = game.board();
    if arguments.is_empty() {
        let mut text = result_in_words(&session.sitting);
        let undisputed = game.undisputed();
        for step in undisputed.as_ref().or(game.outcome()).into_iter().flat_map(|o| &o.because) {
            let _ = write!(text, "\n{} [{}]", step.fact, step.clause);
        }
        return Ok(text);
    }
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

/// Anything that can be done at a table, as records write it; answered with its event.
fn act(session: &mut Session, arguments: &[&str]) -> Told {
    let text = arguments.join(" ");
    let board = std::sync::Arc::clone(session.board());
    let action =
        Action::parse(&text, &board, 2).map_err(|fault| format!("syntax error: {fault}"))?;
    match session.sitting.enact(&action) {
        Ok(event) => serde_json::to_string(&event).map_err(|fault| fault.to_string()),
        Err(refused) => Err(format!("refused: {} [{}]", refused.why, refused.clause)),
    }
}

/// What can be done now, beside moves, each as `shinpan-act` takes it.
fn acts(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let sitting = &session.sitting;
    let game = sitting.game();
    let mover = initial(game.to_move());
    let mut lines = Vec::new();
    if let Some(pending) = sitting.pending() {
        let others = shinpan_board::Player::all(2).filter(|p| !pending.accepted.contains(p));
        for player in others.map(initial) {
            lines.push(format!("{player} accept"));
            lines.push(format!("{player} decline"));
        }
    }
    if game.claimable().is_some() {
        if game.stage().cycle_rule().is_some_and(|(_, how)| how.notice == Notice::Claim) {
            lines.extend(["B claim".to_owned(), "W claim".to_owned()]);
        }
        lines.push("referee rule".to_owned());
    }
    let open = game.outcome().is_none_or(|outcome| matches!(outcome.ground, Ground::Score(_)));
    if open && game.without_dead(&[Vec::new()]).is_ok() {
        lines.push(format!("{mover} dead POINTS"));
        lines.push("all dead POINTS".to_owned());
    }
    let mut asked = sitting.clone();
    if asked.act(&Action::Request(game.to_move())).is_ok() {
        lines.push(format!("{mover} request"));
    }
    if open {
        lines.push(format!("{mover} resign"));
        lines.push(format!("{mover} result B+3.5"));
        lines.push("all result draw".to_owned());
    }
    if game.moves_made() > 0 {
        lines.push(format!("{mover} undo"));
    }
    if *game.status() == Status::InPlay {
        lines.push(format!("{mover} pass"));
    }
    Ok(lines.join("\n"))
}

fn pending(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let board = session.board();
    Ok(session
        .sitting
        .pending()
        .map_or_else(String::new, |pending| Written(&pending.act(), board).to_string()))
}

/// All events from a number on, the opening being 0, one JSON object a line.
fn events(session: &mut Session, arguments: &[&str]) -> Told {
    let from: usize = match arguments {
        [] => 0,
        [number] => number.parse().map_err(|_| "syntax error".to_owned())?,
        _ => return Err("syntax error".to_owned()),
    };
    let setup = session.sitting.setup();
    let ruleset = std::sync::Arc::clone(session.sitting.ruleset());
    let mut again =
        shinpan_referee::Sitting::new(ruleset, setup).map_err(|fault| fault.to_string())?;
    let mut lines = Vec::new();
    if from == 0 {
        lines.push(again.opening().map_err(|fault| fault.to_string())?.to_string());
    }
    for action in session.sitting.log() {
        let event = again.enact(action).map_err(|refused| told(&refused))?;
        if event.event >= from {
            lines.push(serde_json::to_string(&event).map_err(|fault| fault.to_string())?);
        }
    }
    Ok(lines.join("\n"))
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
