//! Prints the cases, read, as JSON by lines, for engines in other languages that are to be held to them.
//!
//! ```sh
//! cargo run -p shinpan-casebook --example as_json > cases.ndjson
//! ```
//!
//! Points are names, positions are owners by points, acts are the words of a record (`B A1`, `all dead none` is `all dead`).

use serde_json::{Map, Value, json};
use shinpan_board::{Board, Player, Point, Stone};
use shinpan_casebook::{
    Act, AgreedResult, Case, Expectation, Move, Outcome, Setup, StatedRefusal, Statement, cases,
};

fn main() {
    for case in cases() {
        println!("{}", told(case));
    }
}

fn told(case: &Case) -> Value {
    let board = &case.setup.board;
    let statements = case.statements.iter().map(|stated| {
        let mut value = match &stated.statement {
            Statement::Act(made, expected) => json!({
                "act": act(board, made),
                "captures": names(board, &expected.captures),
                "refused": expected.refused.as_ref().map(refusal),
                "ends": expected.ends,
                "phase": expected.phase,
            }),
            Statement::Expect(expectation) => json!({ "expect": expected(board, expectation) }),
        };
        value["line"] = stated.line.into();
        value["text"] = stated.text.clone().into();
        value
    });
    json!({
        "name": case.name,
        "file": case.file,
        "setup": setup(&case.setup),
        "statements": statements.collect::<Vec<_>>(),
    })
}

fn setup(setup: &Setup) -> Value {
    let board = &setup.board;
    let drawn = match board.shape().grid() {
        Some(_) => board.describe().into(),
        None => json!({
            "points": names(board, &board.points().collect::<Vec<_>>()),
            "edges": board.points().flat_map(|point| {
                let near = board.neighbours(point).filter(move |near| *near > point);
                near.map(move |near| [board.name(point), board.name(near)])
            }).collect::<Vec<_>>(),
        }),
    };
    json!({
        "rules": setup.rules,
        "options": setup.options.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "board": drawn,
        "players": setup.players,
        "to_move": setup.to_move.name(),
        "komi": setup.komi.to_string(),
        "prisoners": by_player(&setup.prisoners),
        "position": owners(board, &setup.position),
        "handicap": setup.handicap,
    })
}

fn names(board: &Board, points: &[Point]) -> Vec<String> {
    points.iter().map(|&point| board.name(point)).collect()
}

fn by_player<T: Clone + Into<Value>>(values: &[T]) -> Value {
    let named = Player::all(values.len()).zip(values);
    named
        .map(|(player, value)| (player.name().to_owned(), value.clone().into()))
        .collect::<Map<_, _>>()
        .into()
}

fn owners(board: &Board, codes: &[u8]) -> Value {
    let stones = board.points().zip(codes).filter_map(|(point, &code)| {
        Some((board.name(point), Stone::from_code(code)?.player()?.name().into()))
    });
    stones.collect::<Map<_, _>>().into()
}

fn places(places: &[Vec<Player>]) -> Vec<Vec<&'static str>> {
    places.iter().map(|place| place.iter().map(|player| player.name()).collect()).collect()
}

fn refusal(refusal: &StatedRefusal) -> Value {
    json!({ "clause": refusal.clause, "reason": refusal.reason, "repeats": refusal.repeats })
}

fn act(board: &Board, act: &Act) -> String {
    let who = |by: &Option<Player>| by.map_or("all", |player| player.name());
    match act {
        Act::Move(player, Move::Pass) => format!("{player} pass"),
        Act::Move(player, Move::Play(point)) => format!("{player} {}", board.name(*point)),
        Act::Resign(player) => format!("{player} resign"),
        Act::Claim(player) => format!("{player} claim"),
        Act::Accept(player) => format!("{player} accept"),
        Act::Decline(player) => format!("{player} decline"),
        Act::Request(player) => format!("{player} request"),
        Act::RefereeRules => "referee rule".to_owned(),
        Act::Time(player) => format!("referee time {player}"),
        Act::Forfeit(player) => format!("referee forfeit {player}"),
        Act::Undo(by, None) => format!("{} undo", who(by)),
        Act::Undo(by, Some(number)) => format!("{} undo {number}", who(by)),
        Act::Dead { player, scoring, points } => {
            let at = scoring.map(|number| format!(" @{number}")).unwrap_or_default();
            let points: String =
                names(board, points).iter().map(|name| format!(" {name}")).collect();
            format!("{} dead{at}{points}", who(player))
        }
        Act::Agree(by, result) => {
            let by = who(by);
            match result {
                AgreedResult::Draw => format!("{by} result draw"),
                AgreedResult::NoResult => format!("{by} result void"),
                AgreedResult::Win(player, margin) => {
                    let initial = if *player == Player::BLACK { 'B' } else { 'W' };
                    let margin = margin.map(|margin| margin.to_string()).unwrap_or_default();
                    format!("{by} result {initial}+{margin}")
                }
                AgreedResult::Ranking(all) => {
                    let told: Vec<String> =
                        places(all).iter().map(|place| place.join(" = ")).collect();
                    format!("{by} ranking {}", told.join(" > "))
                }
            }
        }
    }
}

fn expected(board: &Board, expectation: &Expectation) -> Value {
    match expectation {
        Expectation::Phase(phase) => json!({ "phase": phase }),
        Expectation::ToMove(player) => json!({ "to_move": player.name() }),
        Expectation::Prisoners(counts) => json!({ "prisoners": by_player(counts) }),
        Expectation::Legal(points) => json!({ "legal": names(board, points) }),
        Expectation::Banned(bans) => {
            let bans = bans.iter().map(|ban| {
                let mut value = refusal(&ban.refusal);
                value["point"] = board.name(ban.point).into();
                value
            });
            json!({ "banned": bans.collect::<Vec<_>>() })
        }
        Expectation::Position(codes) => json!({ "position": owners(board, codes) }),
        Expectation::Button(player) => json!({ "button": player.map(Player::name) }),
        Expectation::Chain { point, status, precedent } => {
            json!({ "chain": { "point": board.name(*point), "status": status, "precedent": precedent } })
        }
        Expectation::Removed(points) => json!({ "removed": names(board, points) }),
        Expectation::Territory(territory) => {
            let points: Vec<Vec<String>> =
                territory.iter().map(|points| names(board, points)).collect();
            json!({ "territory": by_player(&points) })
        }
        Expectation::Result { outcome, clause } => {
            let (outcome, winner, ranking) = match outcome {
                Outcome::Win(player) => ("win", Some(player.name()), None),
                Outcome::Draw => ("draw", None, None),
                Outcome::NoResult => ("no-result", None, None),
                Outcome::Ranking(all) => ("ranking", None, all.as_deref().map(places)),
            };
            let result = json!({ "outcome": outcome, "winner": winner, "ranking": ranking, "clause": clause });
            json!({ "result": result })
        }
        Expectation::Ground(ground) => json!({ "ground": ground }),
        Expectation::Margin(margin) => json!({ "margin": margin.to_string() }),
        Expectation::Scores(scores) => {
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            json!({ "scores": by_player(&scores) })
        }
        Expectation::Cycle { from, to, passes } => {
            json!({ "cycle": { "from": from, "to": to, "passes": by_player(passes) } })
        }
        Expectation::Scoring(positions) => {
            json!({ "scoring": positions.iter().map(|codes| owners(board, codes)).collect::<Vec<_>>() })
        }
    }
}
