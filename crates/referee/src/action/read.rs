//! Reading actions.

use std::collections::HashSet;

use shinpan_board::{Board, Player, Point, Stone};
use shinpan_rules::{Move, Named, NotNow, Verdict};

use super::{Action, AgreedResult, Dead, Edit, Fault, short};

impl Action {
    /// Reads an action as records write it: `B A1`, `W pass`, `3 resign`, `B claim`, `W accept`,
    /// `W decline`, `referee rule`, `B dead A1 C3`, `all dead @2 A1`, `all result B+3.5`,
    /// `all ranking black > player-3 = white`, `B request`, `W undo 12`, `referee time B`,
    /// `referee forfeit W`, `referee edit B A1=W C3=.`.
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
            return read_referee(&verb_lower, rest.trim(), text, board, players);
        }
        if who.eq_ignore_ascii_case("all") {
            return read_agreement(None, &verb_lower, rest, board, players)?.ok_or_else(|| {
                format!(
                    "expected `all dead`, `all result`, `all ranking` or `all undo`, found `{}`",
                    short(text)
                )
            });
        }
        let player = Player::parse(who).ok_or_else(|| {
            format!("expected a player (B, W, 3, ...), `all` or `referee`, found `{}`", short(who))
        })?;
        if player.index() >= players {
            return Err(NotNow::NoSuchPlayer { player: Named(player), players }.to_string());
        }
        // A graph may have a point whose name is that of an act; the point comes first.
        if rest.is_empty()
            && let Some(point) = board.parse_point(verb)
        {
            return Ok(Action::Move(player, Move::Play(point)));
        }
        if let Some(action) = read_agreement(Some(player), &verb_lower, rest, board, players)? {
            return Ok(action);
        }
        if !rest.is_empty() {
            return Err(format!("expected nothing after `{who} {verb}`, found `{}`", short(rest)));
        }
        match verb_lower.as_str() {
            "pass" => Ok(Action::Move(player, Move::Pass)),
            "resign" => Ok(Action::Resign(player)),
            "claim" => Ok(Action::Claim(player)),
            "accept" => Ok(Action::Accept(player)),
            "decline" => Ok(Action::Decline(player)),
            "request" => Ok(Action::Request(player)),
            _ => Err(format!(
                "expected a point of the {}, `pass` or an act after `{who}`, found `{}`",
                board.in_words(),
                short(verb)
            )),
        }
    }
}

/// What a player proposes, or all agree on; `None` if the word is no such act.
fn read_agreement(
    by: Option<Player>,
    verb: &str,
    rest: &str,
    board: &Board,
    players: usize,
) -> Result<Option<Action>, String> {
    Ok(Some(match verb {
        "dead" => Action::Dead(by, Dead::parse(rest, board)?),
        "result" => Action::Result(by, AgreedResult::parse(rest, players)?),
        "ranking" => Action::Result(by, read_ranking(rest, players)?),
        "undo" => {
            let number = match rest.trim() {
                "" => None,
                text => Some(text.parse().ok().filter(|&number| number > 0).ok_or_else(|| {
                    format!("expected the number of a move after `undo`, found `{}`", short(text))
                })?),
            };
            Action::Undo(by, number)
        }
        _ => return Ok(None),
    }))
}

fn read_referee(
    verb: &str,
    rest: &str,
    text: &str,
    board: &Board,
    players: usize,
) -> Result<Action, String> {
    let player = |name: &str| {
        Player::parse(name).filter(|player| player.index() < players).ok_or_else(|| {
            format!(
                "expected one of the {players} players after `referee {verb}`, found `{}`",
                short(name)
            )
        })
    };
    match verb {
        "rule" if rest.is_empty() => Ok(Action::RefereeRules),
        "time" => Ok(Action::Lost(player(rest)?, Fault::Time)),
        "forfeit" => Ok(Action::Lost(player(rest)?, Fault::Forfeit)),
        "edit" => {
            let mut words = rest.split_whitespace();
            let to_move = player(words.next().unwrap_or_default())?;
            let (mut changes, mut named) = (Vec::new(), vec![false; board.len()]);
            for word in words {
                let change = read_change(word, board, players)?;
                if std::mem::replace(&mut named[change.0.index()], true) {
                    return Err(format!("expected each point once, found `{}`", short(word)));
                }
                changes.push(change);
            }
            Ok(Action::Edit(Edit { changes, to_move }))
        }
        _ => Err(format!(
            "expected `referee rule`, `time`, `forfeit` or `edit`, found `{}`",
            short(text)
        )),
    }
}

/// `A1=B`, `A1=.`
fn read_change(word: &str, board: &Board, players: usize) -> Result<(Point, Stone), String> {
    let fault = || {
        format!(
            "expected a point and what stands there, like `A1=B` or `A1=.`, found `{}`",
            short(word)
        )
    };
    let (point, stands) = word.rsplit_once('=').ok_or_else(fault)?;
    let point = board.parse_point(point).ok_or_else(fault)?;
    let stone = match stands {
        "." => Stone::EMPTY,
        name => {
            let player = Player::parse(name).filter(|player| player.index() < players);
            player.ok_or_else(fault)?.stone()
        }
    };
    Ok((point, stone))
}

impl Dead {
    /// Reads `A1 B2` or, under Kee, `@1 A1, @2 B2`, with spaces or commas between the words.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn parse(text: &str, board: &Board) -> Result<Dead, String> {
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
                format!("expected a point of the {}, found `{}`", board.in_words(), short(word))
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
            return Err(NotNow::RankingNeeded {}.to_string());
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
    pub(crate) fn fits(&self, players: usize) -> Result<(), NotNow> {
        match &self.verdict {
            Verdict::Ranking(places) => {
                let mut named: Vec<Player> = places.concat();
                named.sort_unstable();
                if players == 2 {
                    Err(NotNow::ResultOfTwo {})
                } else if !named.into_iter().eq(Player::all(players)) {
                    Err(NotNow::RankingOfAll { players })
                } else {
                    Ok(())
                }
            }
            _ if players > 2 => Err(NotNow::RankingNeeded {}),
            Verdict::Win(player) if player.index() >= players => {
                Err(NotNow::NoSuchPlayer { player: Named(*player), players })
            }
            Verdict::Win(_) | Verdict::Draw | Verdict::NoResult => Ok(()),
        }
    }
}

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
        return Err(NotNow::RankingOfAll { players }.to_string());
    }
    let verdict = match (players, places.as_slice()) {
        (2, [first, _]) => Verdict::Win(first[0]),
        (2, _) => Verdict::Draw,
        _ => Verdict::Ranking(places),
    };
    Ok(AgreedResult { verdict, margin: None })
}
