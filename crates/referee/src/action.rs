//! What can be done at a table: moves, and the acts that are no moves.

use std::collections::HashSet;
use std::fmt;

use shinpan_board::{Board, Player, Point};
use shinpan_rules::{Move, Score, Verdict, decimal};

use crate::record::cut;

/// One thing done at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A play or a pass.
    Move(Player, Move),
    /// A player gives up.
    Resign(Player),
    /// A player claims the cycle that has just been completed.
    Claim(Player),
    /// A player accepts what has been claimed or proposed.
    Accept(Player),
    /// A player refuses what has been claimed or proposed.
    Decline(Player),
    /// The referee rules on the cycle that has just been completed.
    RefereeRules,
    /// Dead stones are proposed by a player, or agreed on by all (`None`).
    Dead(Option<Player>, Dead),
    /// All agree on a result.
    Result(AgreedResult),
    /// A player asks for what may follow: proof games, another resolution.
    Request(Player),
}

/// Which stones are dead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dead {
    /// In the position, or in every scoring position where a stone stands there.
    pub everywhere: Vec<Point>,
    /// In one scoring position (Kee), by its number from 1.
    pub at: Vec<(usize, Vec<Point>)>,
}

/// A result that all agree on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgreedResult {
    /// Who wins.
    pub verdict: Verdict,
    /// By how much, if that was said.
    pub margin: Option<Score>,
}

/// An action as it is written in records, with the names of a board's points.
pub struct Written<'a>(pub &'a Action, pub &'a Board);

impl Action {
    /// Reads an action as records write it: `B A1`, `W pass`, `3 resign`, `B claim`, `W accept`,
    /// `W decline`, `referee rule`, `B dead A1 C3`, `all dead @2 A1`, `all result B+3.5`,
    /// `all ranking black > player-3 = white`, `B request`.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn parse(text: &str, board: &Board, players: usize) -> Result<Action, String> {
        let text = text.trim();
        let (who, what) = text.split_once(char::is_whitespace).ok_or_else(|| {
            format!(
                "expected a player and a move, like `B A1` or `W pass`, found `{}`",
                short(text)
            )
        })?;
        let what = what.trim();
        let (verb, rest) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
        let verb_lower = verb.to_ascii_lowercase();
        if who.eq_ignore_ascii_case("referee") {
            return match verb_lower.as_str() {
                "rule" if rest.is_empty() => Ok(Action::RefereeRules),
                _ => Err(format!("expected `referee rule`, found `{}`", short(text))),
            };
        }
        if who.eq_ignore_ascii_case("all") {
            return match verb_lower.as_str() {
                "dead" => Ok(Action::Dead(None, read_dead(rest, board)?)),
                "result" => Ok(Action::Result(AgreedResult::parse(rest, players)?)),
                "ranking" => Ok(Action::Result(read_ranking(rest, players)?)),
                _ => Err(format!(
                    "expected `all dead ...`, `all result ...` or `all ranking ...`, found `{}`",
                    short(text)
                )),
            };
        }
        let player = Player::parse(who).ok_or_else(|| {
            format!("expected a player (B, W, 3, ...), `all` or `referee`, found `{}`", short(who))
        })?;
        if player.index() >= players {
            return Err(format!("{player} does not take part: there are {players} players"));
        }
        // A graph may have a point whose name is that of an act; the point comes first.
        if rest.is_empty()
            && let Some(point) = board.parse_point(verb)
        {
            return Ok(Action::Move(player, Move::Play(point)));
        }
        match verb_lower.as_str() {
            "dead" => return Ok(Action::Dead(Some(player), read_dead(rest, board)?)),
            _ if !rest.is_empty() => {
                return Err(format!(
                    "expected nothing after `{who} {verb}`, found `{}`",
                    short(rest)
                ));
            }
            "pass" => return Ok(Action::Move(player, Move::Pass)),
            _ => {}
        }
        match verb_lower.as_str() {
            "resign" => Ok(Action::Resign(player)),
            "claim" => Ok(Action::Claim(player)),
            "accept" => Ok(Action::Accept(player)),
            "decline" => Ok(Action::Decline(player)),
            "request" => Ok(Action::Request(player)),
            _ => Err(format!(
                "expected a point of the {} board, `pass` or an act after `{who}`, found `{}`",
                board.describe(),
                short(verb)
            )),
        }
    }
}

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
                let who = by.map_or_else(|| "all".to_owned(), |player| initial(player).to_string());
                write!(f, "{who} dead")?;
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
            Action::Result(result) => match &result.verdict {
                Verdict::Win(player) => {
                    let margin = result.margin.and_then(decimal).unwrap_or_default();
                    write!(f, "all result {}+{margin}", initial(*player))
                }
                Verdict::Draw => f.write_str("all result draw"),
                Verdict::NoResult => f.write_str("all result void"),
                Verdict::Ranking(places) => {
                    let places: Vec<String> = places
                        .iter()
                        .map(|place| place.iter().map(|p| p.name()).collect::<Vec<_>>().join(" = "))
                        .collect();
                    write!(f, "all ranking {}", places.join(" > "))
                }
            },
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

fn read_dead(text: &str, board: &Board) -> Result<Dead, String> {
    let mut dead = Dead::default();
    // Each point once in its list.
    let mut named = HashSet::new();
    for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
        if let Some(number) = word.strip_prefix('@') {
            let number: usize =
                number.parse().ok().filter(|&number| number > 0).ok_or_else(|| {
                    format!(
                        "expected the number of a scoring position after `@`, found `{}`",
                        short(word)
                    )
                })?;
            dead.at.push((number, Vec::new()));
            named.clear();
            continue;
        }
        let point = board.parse_point(word).ok_or_else(|| {
            format!("expected a point of the {} board, found `{}`", board.describe(), short(word))
        })?;
        if !named.insert(point) {
            continue;
        }
        match dead.at.last_mut() {
            Some((_, points)) => points.push(point),
            None => dead.everywhere.push(point),
        }
    }
    Ok(dead)
}

impl AgreedResult {
    /// Reads `B+3.5`, `W+`, `draw`, `void`.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn parse(text: &str, players: usize) -> Result<AgreedResult, String> {
        let fault = || {
            format!(
                "expected a result like `B+3.5`, `W+`, `draw` or `void`, found `{}`",
                short(text)
            )
        };
        if players > 2 {
            return Err(RANKING.to_owned());
        }
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "draw" | "jigo" | "0" => {
                return Ok(AgreedResult { verdict: Verdict::Draw, margin: None });
            }
            "void" => return Ok(AgreedResult { verdict: Verdict::NoResult, margin: None }),
            _ => {}
        }
        let (who, margin) = text.split_once('+').ok_or_else(fault)?;
        let player = match who {
            "B" | "b" => Player::BLACK,
            "W" | "w" => Player::WHITE,
            _ => return Err(fault()),
        };
        let margin = match margin {
            "" => None,
            text => {
                let komi: shinpan_rules::Komi = text.parse().map_err(|_| fault())?;
                Some(komi.score()).filter(|margin| *margin.numer() > 0).ok_or_else(fault)?.into()
            }
        };
        Ok(AgreedResult { verdict: Verdict::Win(player), margin })
    }

    /// Whether it is one that so many players can agree on: two on a result, more on a ranking.
    pub(crate) fn fits(&self, players: usize) -> Result<(), String> {
        match &self.verdict {
            Verdict::Ranking(places) => {
                let mut named: Vec<Player> = places.concat();
                named.sort_unstable();
                if players == 2 {
                    Err("two players agree on a result, not on a ranking".to_owned())
                } else if !named.into_iter().eq(Player::all(players)) {
                    Err(format!("the ranking must name all {players} players"))
                } else {
                    Ok(())
                }
            }
            _ if players > 2 => Err(RANKING.to_owned()),
            Verdict::Win(player) if player.index() >= players => {
                Err(format!("{player} does not take part: there are {players} players"))
            }
            Verdict::Win(_) | Verdict::Draw | Verdict::NoResult => Ok(()),
        }
    }
}

const RANKING: &str = "with more than two players all agree on a ranking, not on a result";

fn read_ranking(text: &str, players: usize) -> Result<AgreedResult, String> {
    let mut places: Vec<Vec<Player>> = Vec::new();
    for place in text.split('>') {
        let mut equals = Vec::new();
        for name in place.split('=') {
            let player =
                Player::parse(name).filter(|player| player.index() < players).ok_or_else(|| {
                    format!("expected a player in the ranking, found `{}`", short(name.trim()))
                })?;
            if equals.contains(&player) || places.iter().flatten().any(|&p| p == player) {
                return Err(format!("{player} stands in the ranking twice"));
            }
            equals.push(player);
        }
        equals.sort_unstable();
        places.push(equals);
    }
    if places.iter().map(Vec::len).sum::<usize>() != players {
        return Err(format!("the ranking must name all {players} players"));
    }
    let verdict = match (players, places.as_slice()) {
        (2, [first, _]) => Verdict::Win(first[0]),
        (2, _) => Verdict::Draw,
        _ => Verdict::Ranking(places),
    };
    Ok(AgreedResult { verdict, margin: None })
}

/// The beginning of what was found, for a message.
pub(crate) fn short(text: &str) -> String {
    cut(text, 40)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let board = Board::parse("5x5").unwrap();
        for text in [
            "B A1",
            "W pass",
            "3 C2",
            "B resign",
            "W claim",
            "B accept",
            "W decline",
            "3 request",
            "referee rule",
            "B dead A1 C3",
            "all dead",
            "all dead @1 A1 @2 B1 B2",
            "all ranking black > white = player-3",
        ] {
            let action = Action::parse(text, &board, 3).unwrap();
            assert_eq!(Written(&action, &board).to_string(), text);
        }
        for text in ["all result B+3.5", "all result W+", "all result draw", "all result void"] {
            let action = Action::parse(text, &board, 2).unwrap();
            assert_eq!(Written(&action, &board).to_string(), text);
        }
        assert_eq!(
            Action::parse("white a5", &board, 2),
            Ok(Action::Move(Player::WHITE, Move::Play(board.parse_point("A5").unwrap())))
        );
    }

    #[test]
    fn faults_say_what_was_expected() {
        let board = Board::parse("5x5").unwrap();
        let told = |text: &str| Action::parse(text, &board, 2).unwrap_err();
        assert_eq!(told("B"), "expected a player and a move, like `B A1` or `W pass`, found `B`");
        assert_eq!(
            told("B Z9"),
            "expected a point of the 5x5 board, `pass` or an act after `B`, found `Z9`"
        );
        assert_eq!(told("3 A1"), "player-3 does not take part: there are 2 players");
        assert_eq!(told("Q A1"), "expected a player (B, W, 3, ...), `all` or `referee`, found `Q`");
        assert_eq!(told("B A1 A2"), "expected nothing after `B A1`, found `A2`");
        assert_eq!(told("B dead Z9"), "expected a point of the 5x5 board, found `Z9`");
        assert_eq!(
            told("all result B+x"),
            "expected a result like `B+3.5`, `W+`, `draw` or `void`, found `B+x`"
        );
        assert_eq!(told("all ranking black"), "the ranking must name all 2 players");
        assert_eq!(told("referee decides"), "expected `referee rule`, found `referee decides`");
    }
}
