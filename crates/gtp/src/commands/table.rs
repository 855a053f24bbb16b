//! What is done at a table and is no move: claims, proposals, agreement, disputes, and the events.

use std::sync::Arc;

use shinpan_board::Player;
use shinpan_referee::{Action, Written, initial};
use shinpan_rules::{Ground, Life, Notice, Sequel, Status};

use super::{Row, exactly, none};
use crate::codec::parse_colour;
use crate::session::{Session, Told, told};

pub(super) const COMMANDS: &[Row] = &[
    ("shinpan-claim", |session, arguments| {
        let player = alone(arguments)?;
        done(session, &Action::Claim(player))
    }),
    ("shinpan-propose", propose),
    ("shinpan-agree", agree),
    ("shinpan-dispute", dispute),
    ("shinpan-request", |session, arguments| {
        let player = alone(arguments)?;
        done(session, &Action::Request(player))
    }),
    ("shinpan-resign", |session, arguments| {
        let player = alone(arguments)?;
        done(session, &Action::Resign(player))
    }),
    ("shinpan-rule", |session, arguments| {
        none(arguments)?;
        done(session, &Action::RefereeRules)
    }),
    ("shinpan-act", |session, arguments| {
        let action = read(session, &arguments.join(" "))?;
        done(session, &action)
    }),
    ("shinpan-acts", acts),
    ("shinpan-pending", pending),
    ("shinpan-events", events),
];

/// A player alone.
fn alone(arguments: &[&str]) -> Result<Player, String> {
    let [colour] = exactly(arguments)?;
    parse_colour(colour).ok_or_else(|| format!("syntax error: expected b or w, found `{colour}`"))
}

fn read(session: &Session, text: &str) -> Result<Action, String> {
    Action::parse(text, session.board(), 2).map_err(|fault| format!("syntax error: {fault}"))
}

/// Does it; answered with its event.
fn done(session: &mut Session, action: &Action) -> Told {
    match session.sitting.enact(action) {
        Ok(event) => serde_json::to_string(&event).map_err(|fault| fault.to_string()),
        Err(refused) => Err(format!("refused: {}", told(&refused))),
    }
}

/// What a player proposes: `b dead A1 C3`, `w result B+3.5`, `b undo 12`.
fn proposal(session: &Session, arguments: &[&str]) -> Result<Action, String> {
    let (Some(colour), Some(what)) = (arguments.first(), arguments.get(1)) else {
        return Err("syntax error: expected a colour and what is proposed".to_owned());
    };
    let player = alone(&[colour])?;
    if !matches!(what.to_ascii_lowercase().as_str(), "dead" | "result" | "ranking" | "undo") {
        return Err(format!(
            "syntax error: expected dead, result, ranking or undo, found `{what}`"
        ));
    }
    let text = format!("{} {}", initial(player), arguments[1..].join(" "));
    read(session, &text)
}

fn propose(session: &mut Session, arguments: &[&str]) -> Told {
    let action = proposal(session, arguments)?;
    done(session, &action)
}

/// A player agrees to what is pending; with words, to that: if it is what the other has proposed it
/// is accepted, otherwise it is proposed.
fn agree(session: &mut Session, arguments: &[&str]) -> Told {
    if arguments.len() < 2 {
        let player = alone(arguments)?;
        return done(session, &Action::Accept(player));
    }
    propose(session, arguments)
}

/// A player does not agree: what is pending is declined and, where the rules let the play go on over
/// a dispute, it goes on. One event a line.
fn dispute(session: &mut Session, arguments: &[&str]) -> Told {
    let player = alone(arguments)?;
    let mut events = Vec::new();
    if session.sitting.pending().is_some() {
        events.push(done(session, &Action::Decline(player))?);
    }
    let over = *session.sitting.game().status() != Status::InPlay;
    if over && matches!(session.sitting.ruleset().sequel, Sequel::Resumption { .. }) {
        match done(session, &Action::Request(player)) {
            Ok(event) => events.push(event),
            // Where nobody has played since the last dispute, what stands counts.
            Err(why) if events.is_empty() => return Err(why),
            Err(_) => {}
        }
    }
    if !events.is_empty() {
        return Ok(events.join("\n"));
    }
    let why = match (session.sitting.game().status(), &session.sitting.ruleset().life) {
        (Status::Stopped, Life::IndependentlyAlive { .. }) => {
            "; what the players do not agree on, the Analysis decides: see shinpan-ruling"
        }
        _ => "",
    };
    Err(format!("refused: nothing has been proposed or claimed{why} [G-6]"))
}

/// What can be done now, beside moves, each as `shinpan-act` takes it.
fn acts(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let sitting = &session.sitting;
    let game = sitting.game();
    let mover = initial(game.to_move());
    let mut lines = Vec::new();
    if let Some(pending) = sitting.pending() {
        let others = Player::all(2).filter(|p| !pending.accepted.contains(p));
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
    let ruleset = Arc::clone(session.sitting.ruleset());
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
