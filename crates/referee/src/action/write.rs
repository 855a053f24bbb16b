//! Actions as records and events write them.

use std::fmt;

use shinpan_board::{Board, Player};
use shinpan_rules::{Move, Verdict, decimal};

use super::{Action, Fault};

/// An action as it is written in records, with the names of a board's points.
pub struct Written<'a>(pub &'a Action, pub &'a Board);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written(action, board) = *self;
        match action {
            Action::Move(player, Move::Pass) => write!(f, "{} pass", initial(*player)),
            Action::Move(player, Move::Play(point)) => {
                write!(f, "{} {}", initial(*player), board.name(*point))
            }
            Action::Resign(player) => write!(f, "{} resign", initial(*player)),
            Action::Claim(player) => write!(f, "{} claim", initial(*player)),
            Action::Accept(player) => write!(f, "{} accept", initial(*player)),
            Action::Decline(player) => write!(f, "{} decline", initial(*player)),
            Action::Request(player) => write!(f, "{} request", initial(*player)),
            Action::RefereeRules => f.write_str("referee rule"),
            Action::Dead(by, dead) => {
                write!(f, "{} dead", who(*by))?;
                for point in &dead.everywhere {
                    write!(f, " {}", board.name(*point))?;
                }
                for (number, points) in &dead.at {
                    write!(f, " @{number}")?;
                    for point in points {
                        write!(f, " {}", board.name(*point))?;
                    }
                }
                Ok(())
            }
            Action::Result(by, result) => {
                let who = who(*by);
                match &result.verdict {
                    Verdict::Win(player) => {
                        let margin = result.margin.and_then(decimal).unwrap_or_default();
                        write!(f, "{who} result {}+{margin}", initial(*player))
                    }
                    Verdict::Draw => write!(f, "{who} result draw"),
                    Verdict::NoResult => write!(f, "{who} result void"),
                    Verdict::Ranking(places) => {
                        let places: Vec<String> = places
                            .iter()
                            .map(|place| {
                                place.iter().map(|p| p.name()).collect::<Vec<_>>().join(" = ")
                            })
                            .collect();
                        write!(f, "{who} ranking {}", places.join(" > "))
                    }
                }
            }
            Action::Undo(by, None) => write!(f, "{} undo", who(*by)),
            Action::Undo(by, Some(from)) => write!(f, "{} undo {from}", who(*by)),
            Action::Lost(player, Fault::Time) => write!(f, "referee time {}", initial(*player)),
            Action::Lost(player, Fault::Forfeit) => {
                write!(f, "referee forfeit {}", initial(*player))
            }
            Action::Edit(edit) => {
                write!(f, "referee edit {}", initial(edit.to_move))?;
                for (point, stone) in &edit.changes {
                    let stands = stone.player().map_or('.', initial);
                    write!(f, " {}={stands}", board.name(*point))?;
                }
                Ok(())
            }
        }
    }
}

/// How records write a player before a move: B, W, 3, 4, ...
#[must_use]
pub fn initial(player: Player) -> char {
    match player {
        Player::BLACK => 'B',
        Player::WHITE => 'W',
        other => char::from(b'1' + other.index() as u8),
    }
}

/// Who does it: a player, or all of them.
fn who(by: Option<Player>) -> String {
    by.map_or_else(|| "all".to_owned(), |player| initial(player).to_string())
}
