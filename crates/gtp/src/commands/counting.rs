//! Time, and what the game ends with: GTP 2, section 6.3.4.

use std::sync::Arc;

use shinpan_board::Point;
use shinpan_referee::{Action, Dead, Sitting};
use shinpan_rules::{Analysis, Ground, LifeStatus, Outcome, Status};

use super::{Row, exactly, result_in_words};
use crate::codec::parse_colour;
use crate::session::{Clock, Session, Told};

pub(super) const COMMANDS: &[Row] = &[
    ("time_settings", time_settings),
    ("kgs-time_settings", |session, arguments| kinds_of_time(session, arguments)),
    ("kata-time_settings", |session, arguments| kinds_of_time(session, arguments)),
    ("time_left", time_left),
    ("final_score", final_score),
    ("final_status_list", final_status_list),
];

/// The player is quick; of all times it only heeds what is said to be left.
fn time_settings(session: &mut Session, arguments: &[&str]) -> Told {
    let numbers: [&str; 3] = exactly(arguments)?;
    for number in numbers {
        number.parse::<u64>().map_err(|_| "syntax error".to_owned())?;
    }
    session.clocks = [Clock::default(); 2];
    Ok(String::new())
}

fn kinds_of_time(session: &mut Session, arguments: &[&str]) -> Told {
    if !arguments
        .first()
        .is_some_and(|kind| kind.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-'))
    {
        return Err("syntax error".to_owned());
    }
    session.clocks = [Clock::default(); 2];
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &[&str]) -> Told {
    let [colour, time, stones] = exactly(arguments)?;
    let player = parse_colour(colour).ok_or_else(|| "syntax error".to_owned())?;
    let fault = || "syntax error".to_owned();
    // Some controllers write seconds with a fraction.
    let seconds = time.split('.').next().unwrap_or_default();
    let time: i64 = seconds.parse().map_err(|_| fault())?;
    let _: u64 = stones.parse().map_err(|_| fault())?;
    session.clocks[player.index()].left = Some(u64::try_from(time).unwrap_or(0));
    Ok(String::new())
}

/// The ruling's result. Where it is open which stones are dead, and the session may estimate, that
/// of an agreement on what the player thinks dead.
fn final_score(session: &mut Session, arguments: &[&str]) -> Told {
    super::none(arguments)?;
    let ruled = session.analysed().outcome();
    let proven = *session.sitting.game().status() == Status::Stopped && ruled.is_some();
    let estimated = if session.options.estimate && !proven { estimate(session) } else { None };
    match estimated.or(ruled).as_ref().and_then(Outcome::sgf) {
        Some(void) if void == "Void" => {
            Err(format!("cannot score: {}", result_in_words(&session.sitting)))
        }
        Some(sgf) => Ok(sgf),
        None => {
            let mut why = format!("cannot score: {}", result_in_words(&session.sitting));
            if *session.sitting.game().status() == Status::Stopped {
                why += "; the players can agree: shinpan-act all dead POINTS";
            }
            Err(why)
        }
    }
}

fn estimate(session: &mut Session) -> Option<Outcome> {
    let counted = |outcome: &Outcome| matches!(outcome.ground, Ground::Score(_));
    let game = session.sitting.game();
    let agreed = agreed_dead(&session.sitting).is_some();
    let over = match game.status() {
        Status::Over(outcome) => counted(outcome) && !agreed,
        Status::Stopped => true,
        Status::InPlay => game.phase() == "resolution",
    };
    if !over {
        return None;
    }
    let dead = Dead { everywhere: opinion(session), at: Vec::new() };
    let mut sitting = session.sitting.clone();
    sitting.act(&Action::Dead(None, dead)).ok()?;
    sitting.game().outcome().cloned()
}

/// One stone of each chain that was agreed to be dead, if there was an agreement.
fn agreed_dead(sitting: &Sitting) -> Option<Vec<Point>> {
    let agreement = sitting.line().any(|action| matches!(action, Action::Dead(..)));
    match sitting.game().outcome().map(|outcome| &outcome.ground) {
        Some(Ground::Score(tally)) if agreement => Some(tally.removed.clone()),
        _ => None,
    }
}

/// The chains that the session takes for dead, by one stone each. Once somebody has passed, what is
/// proven about independent life counts first, under any ruleset: light playouts know little of it.
fn opinion(session: &mut Session) -> Vec<Point> {
    let supposed = session.supposed();
    let game = session.sitting.game();
    let advice = session.player.opinion(game, session.options.effort.playouts);
    let position = game.position();
    let chains = position.chains(game.board()).into_iter().map(|chain| chain[0]);
    let dead = |at: &Point| match &supposed {
        Some(analysis) if analysis.certain.removed.contains(at) => true,
        Some(analysis) if !analysis.possible.removed.contains(at) => false,
        _ => advice.looks_dead(position, *at),
    };
    chains.filter(dead).collect()
}

/// What was agreed; before that, what the Analysis has proven and, where it has not, what the player
/// thinks. A seki is told only where it is proven.
fn final_status_list(session: &mut Session, arguments: &[&str]) -> Told {
    let [status] = exactly(arguments)?;
    if !matches!(status, "alive" | "dead" | "seki") {
        return Err("syntax error".to_owned());
    }
    let sitting = session.analysed();
    let board = Arc::clone(sitting.game().board());
    let position = sitting.game().position().clone();
    let chains = position.chains(&board);
    let named: Vec<&'static str> = match (agreed_dead(sitting), sitting.analysis()) {
        (Some(removed), _) => {
            let said =
                |chain: &Vec<Point>| if removed.contains(&chain[0]) { "dead" } else { "alive" };
            chains.iter().map(said).collect()
        }
        (None, analysis) => {
            let dead = opinion(session);
            let said = |chain: &Vec<Point>| {
                let proven = analysis.as_ref().and_then(|analysis| proven(analysis, chain[0]));
                let thought = if dead.contains(&chain[0]) { "dead" } else { "alive" };
                proven.unwrap_or(thought)
            };
            chains.iter().map(said).collect()
        }
    };
    let wanted = chains.into_iter().zip(named).filter(|(_, named)| *named == status);
    let lines: Vec<String> = wanted
        .map(|(chain, _)| {
            chain.into_iter().map(|point| board.name(point)).collect::<Vec<_>>().join(" ")
        })
        .collect();
    Ok(lines.join("\n"))
}

/// What is proven of a chain: it is removed, it is alive, or it is neither.
fn proven(analysis: &Analysis, at: Point) -> Option<&'static str> {
    let chain = analysis.chains.iter().find(|chain| chain.points.contains(&at))?;
    match chain.status {
        _ if analysis.certain.removed.contains(&at) => Some("dead"),
        LifeStatus::Alive => Some("alive"),
        LifeStatus::NotAlive if !analysis.possible.removed.contains(&at) => Some("seki"),
        LifeStatus::NotAlive | LifeStatus::Unproven => None,
    }
}
