//! What GoGui can show: bans, territory, the player's opinion, rulings.

use std::fmt::Write as _;

use shinpan_board::{Board, Player, Point};
use shinpan_referee::Sitting;
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
        let owners = territory(session.analysed());
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
pub(super) fn graphics(session: &mut Session) -> Told {
    let sitting = session.analysed();
    let game = sitting.game();
    let mut text = String::new();
    for ban in game.banned() {
        let name = game.board().name(ban.point);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "LABEL {name} {}", ban.refusal.clause);
    }
    let owners = territory(sitting);
    for (player, colour) in [(Player::BLACK, "BLACK"), (Player::WHITE, "WHITE")] {
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
    let _ = write!(text, "TEXT {}", super::result_in_words(sitting));
    Ok(text)
}

/// Whose point each is, once something was counted; by the Analysis, what is certain.
fn territory(sitting: &Sitting) -> Vec<Option<Player>> {
    let mut owners = vec![None; sitting.game().board().len()];
    let territory = match sitting.outcome().map(|outcome| outcome.ground) {
        Some(Ground::Score(tally) | Ground::NoScoringPosition(tally)) => Some(tally.points),
        Some(_) => None,
        None => sitting.analysis().map(|analysis| analysis.certain.territory),
    };
    for (player, points) in territory.iter().flat_map(|territory| territory.iter()) {
        for point in points {
            owners[point.index()] = Some(player);
        }
    }
    owners
}

/// How often each point was Black's or White's in playouts, from 1 (Black's) to -1.
fn ownership(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let playouts = session.options.effort.playouts;
    let advice = session.player.opinion(session.sitting.game(), playouts);
    Ok(grid(session.board(), |point| {
        let owned = &advice.owned[point.index()];
        let (black, white) = (i64::from(owned[0]), i64::from(owned[1]));
        let hundredths = (black - white) * 100 / i64::from(advice.playouts.max(1));
        let sign = if hundredths < 0 { "-" } else { "" };
        format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
    }))
}

/// What the ruling says of each chain, as labels: `alive`, `dead` (removed), `seki` (it stays without
/// being independently alive), or `?` while it is open.
fn life(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    let sitting = session.analysed();
    let report = shinpan_referee::Report::of(sitting);
    let game = sitting.game();
    let removed: Vec<Point> =
        match (game.outcome().map(|outcome| &outcome.ground), sitting.analysis()) {
            (Some(Ground::Score(tally)), _) => tally.removed.clone(),
            (None, Some(analysis)) => analysis.certain.removed,
            _ => Vec::new(),
        };
    let perhaps = sitting.analysis().map(|analysis| analysis.possible.removed).unwrap_or_default();
    let chains = report.chains.unwrap_or_default();
    Ok(grid(game.board(), |point| {
        let name = game.board().name(point);
        let chain = chains.iter().find(|chain| chain.points.contains(&name));
        let label = match chain {
            _ if removed.contains(&point) => "dead",
            Some(chain) if chain.agreed.is_some() => "alive",
            Some(chain) => match chain.status.as_str() {
                "alive" => "alive",
                "not-alive" if !perhaps.contains(&point) => "seki",
                _ => "?",
            },
            None => "\"\"",
        };
        label.to_owned()
    }))
}
