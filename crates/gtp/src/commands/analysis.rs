//! What GoGui can show: bans, territory, the player's opinion, rulings.

use std::fmt::Write as _;

use shinpan_board::{Board, Player, Point};
use shinpan_rules::Ground;

use super::{Row, none};
use crate::session::{Session, Told};

pub(super) const COMMANDS: &[Row] = &[
    ("gogui-analyze_commands", |_, arguments| none(arguments).map(|()| OFFERED.join("\n"))),
    ("shinpan-gfx", |session, arguments| {
        none(arguments)?;
        graphics(session)
    }),
    ("shinpan-territory", |session, arguments| {
        none(arguments)?;
        let owners = territory(session);
        Ok(grid(session.board(), |point| match owners[point.index()] {
            Some(Player::BLACK) => "black".to_owned(),
            Some(_) => "white".to_owned(),
            None => "\"\"".to_owned(),
        }))
    }),
    ("shinpan-ownership", ownership),
    ("shinpan-life", life),
];

/// Type, label and command of each.
const OFFERED: &[&str] = &[
    "gfx/Bans, Last Move and Phase/shinpan-gfx",
    "string/Phase/shinpan-phase",
    "hstring/Ruling/shinpan-why",
    "hstring/Why Not There/shinpan-why %p",
    "plist/Legal Points/shinpan-legal",
    "hstring/Banned Points/shinpan-banned",
    "cboard/Territory or Area/shinpan-territory",
    "dboard/Ownership (Opinion)/shinpan-ownership",
    "sboard/Life and Death/shinpan-life",
    "hstring/Explain a Clause/shinpan-explain %s",
    "hstring/What Can Be Done/shinpan-acts",
    "string/Act at the Table/shinpan-act %s",
    "string/Final Score/final_score",
    "param/Parameters/shinpan-param",
    "string/Ruleset as JSON/shinpan-rules",
];

/// A value for each point, in rows.
fn grid(board: &Board, value: impl Fn(Point) -> String) -> String {
    let columns = board.shape().grid().map_or(1, |(columns, _)| columns.max(1));
    let values: Vec<String> = board.points().map(value).collect();
    values.chunks(columns).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

/// GoGui's drawing commands: banned points with their clauses, and a line of text.
pub(super) fn graphics(session: &Session) -> Told {
    let game = session.sitting.game();
    let mut text = String::new();
    for ban in game.banned() {
        let name = game.board().name(ban.point);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "LABEL {name} {}", ban.refusal.clause);
    }
    for (player, colour) in [(Player::BLACK, "BLACK"), (Player::WHITE, "WHITE")] {
        let owners = territory(session);
        let points: Vec<String> = game
            .board()
            .points()
            .filter(|point| owners[point.index()] == Some(player))
            .map(|point| game.board().name(point))
            .collect();
        if !points.is_empty() {
            let _ = writeln!(text, "{colour} {}", points.join(" "));
        }
    }
    let _ = write!(text, "TEXT {}", super::result_in_words(&session.sitting));
    Ok(text)
}

/// Whose point each is, once something was counted.
fn territory(session: &Session) -> Vec<Option<Player>> {
    let game = session.sitting.game();
    let mut owners = vec![None; game.board().len()];
    let undisputed = game.undisputed();
    let outcome = undisputed.as_ref().or(game.outcome());
    if let Some(Ground::Score(tally) | Ground::NoScoringPosition(tally)) =
        outcome.map(|outcome| &outcome.ground)
    {
        for (player, points) in tally.points.iter() {
            for point in points {
                owners[point.index()] = Some(player);
            }
        }
    }
    owners
}

/// How often each point was Black's or White's in playouts, from 1 (Black's) to -1.
fn ownership(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let playouts = session.options.playouts;
    let advice = session.player.opinion(session.sitting.game(), playouts);
    Ok(grid(session.board(), |point| {
        let owned = &advice.owned[point.index()];
        let (black, white) = (i64::from(owned[0]), i64::from(owned[1]));
        let hundredths = (black - white) * 100 / i64::from(advice.playouts.max(1));
        let sign = if hundredths < 0 { "-" } else { "" };
        format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
    }))
}

/// What the ruling says of each chain, as labels: `alive`, `dead` (agreed), or `?` while it is open.
fn life(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let report = shinpan_referee::Report::of(&session.sitting);
    let game = session.sitting.game();
    let removed: Vec<Point> = match game.outcome().map(|outcome| &outcome.ground) {
        Some(Ground::Score(tally)) => tally.removed.clone(),
        _ => Vec::new(),
    };
    let chains = report.chains.unwrap_or_default();
    Ok(grid(session.board(), |point| {
        let name = game.board().name(point);
        let chain = chains.iter().find(|chain| chain.points.contains(&name));
        let label = match chain {
            _ if removed.contains(&point) => "dead",
            Some(chain) if chain.agreed.is_some() => "alive",
            Some(chain) => match chain.status.as_str() {
                "alive" => "alive",
                "not-alive" => "dead",
                _ => "?",
            },
            None => "\"\"",
        };
        label.to_owned()
    }))
}
