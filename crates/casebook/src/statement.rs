//! The grammar of one line.

use num_rational::Ratio;
use shinpan_board::{Board, Player, Point};

use crate::case::{
    Act, AgreedResult, Expectation, Expected, Move, Outcome, StatedBan, StatedRefusal, Statement,
};
use crate::engine::Score;
use crate::parse::codes;
use crate::words::Words;

/// Reads a player who takes part.
pub(crate) fn player(text: &str, players: usize) -> Result<Player, String> {
    Player::parse(text)
        .filter(|player| player.index() < players)
        .ok_or_else(|| format!("expected a player, found `{text}`"))
}

/// Reads `3`, `-2.5` or `15/2`.
pub(crate) fn score(text: &str) -> Option<Score> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let whole = |digits: &str| -> Option<i64> {
        let plain = digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit());
        if plain { digits.parse().ok() } else { None }
    };
    let value = if let Some((top, bottom)) = digits.split_once('/') {
        Ratio::new(whole(top)?, whole(bottom).filter(|&bottom| bottom > 0)?)
    } else if let Some((units, fraction)) = digits.split_once('.') {
        let scale = 10_i64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
        Ratio::from_integer(whole(units)?) + Ratio::new(whole(fraction)?, scale)
    } else {
        Ratio::from_integer(whole(digits)?)
    };
    Some(if negative { -value } else { value })
}

const REASONS: [&str; 8] =
    ["occupied", "suicide", "ko", "superko", "cyclic", "turn", "ended", "not-now"];
const PHASES: [&str; 9] = [
    "main",
    "resolution",
    "proof-black-1",
    "proof-black-2",
    "proof-white-1",
    "proof-white-2",
    "competition",
    "analysis",
    "ended",
];
const GROUNDS: [&str; 8] = [
    "score",
    "long-cycle",
    "proof-games",
    "agreement",
    "resignation",
    "time",
    "forfeit",
    "no-scoring-position",
];
const STATUSES: [&str; 3] = ["alive", "not-alive", "unproven"];
const PRECEDENTS: [&str; 2] = ["triple-ko", "double-ko-death"];

/// One of a list of words.
fn one_of(words: &mut Words<'_>, what: &str, of: &[&str]) -> Result<String, String> {
    let word = words.expect(what)?;
    if of.contains(&word) {
        return Ok(word.to_owned());
    }
    Err(format!("expected {what} ({}), found `{word}`", of.join(", ")))
}

/// The name of a clause: letters, `-`, a number, perhaps a letter.
fn clause(words: &mut Words<'_>) -> Result<String, String> {
    let word = words.expect("a clause")?;
    let is_clause = word.split_once('-').is_some_and(|(letters, number)| {
        !letters.is_empty()
            && letters.bytes().all(|byte| byte.is_ascii_uppercase())
            && number.starts_with(|c: char| c.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
    });
    if is_clause { Ok(word.to_owned()) } else { Err(format!("expected a clause, found `{word}`")) }
}

/// What names mean on this board among these players.
pub(crate) struct Grammar<'a> {
    pub(crate) board: &'a Board,
    pub(crate) players: usize,
}

impl Grammar<'_> {
    fn player(&self, words: &mut Words<'_>) -> Result<Player, String> {
        player(words.expect("a player")?, self.players)
    }

    fn point(&self, word: &str) -> Result<Point, String> {
        self.board.parse_point(word).ok_or_else(|| {
            format!("expected a point of the {}, found `{word}`", self.board.in_words())
        })
    }

    /// Points as far as words go that are none of these.
    fn points(&self, words: &mut Words<'_>, but: &[&str]) -> Result<Vec<Point>, String> {
        let mut points = Vec::new();
        while let Some(word) = words.peek().filter(|word| !but.contains(word)) {
            words.take();
            points.push(self.point(word)?);
        }
        points.sort_unstable();
        if points.windows(2).any(|pair| matches!(pair, [a, b] if a == b)) {
            return Err("a point stands twice in the list".to_owned());
        }
        Ok(points)
    }

    /// A list of points to the end of the line, or `none`.
    fn points_or_none(&self, words: &mut Words<'_>) -> Result<Vec<Point>, String> {
        if words.skip("none") {
            return Ok(Vec::new());
        }
        let points = self.points(words, &[])?;
        if points.is_empty() { Err("expected points or `none`".to_owned()) } else { Ok(points) }
    }

    /// `black 1 white 2`: a value for each player, as far as they are named.
    pub(crate) fn per_player<T: Clone>(
        &self,
        words: &mut Words<'_>,
        default: T,
        value: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, String> {
        let mut values = vec![default; self.players];
        let mut named = vec![false; self.players];
        while words.peek().is_some() {
            let player = self.player(words)?;
            let word = words.expect(&format!("a number for {player}"))?;
            let value = value(word)
                .ok_or_else(|| format!("expected a number for {player}, found `{word}`"))?;
            if let (Some(place), Some(named)) =
                (values.get_mut(player.index()), named.get_mut(player.index()))
            {
                if *named {
                    return Err(format!("{player} stands twice"));
                }
                *named = true;
                *place = value;
            }
        }
        Ok(values)
    }

    /// Any statement of one line but the lists of bans.
    pub(crate) fn statement(&self, words: &mut Words<'_>) -> Result<Statement, String> {
        let first = words.peek().unwrap_or_default();
        let expectation = match first {
            "expect" => {
                words.take();
                self.expectation(words)?
            }
            "result" => {
                words.take();
                let outcome = self.outcome(words)?;
                Expectation::Result { outcome, clause: clause(words)? }
            }
            "ground" => {
                words.take();
                Expectation::Ground(one_of(words, "a ground", &GROUNDS)?)
            }
            "margin" => {
                words.take();
                let word = words.expect("a number")?;
                let margin = score(word);
                Expectation::Margin(
                    margin.ok_or_else(|| format!("expected a number, found `{word}`"))?,
                )
            }
            "scores" => {
                words.take();
                Expectation::Scores(self.per_player(words, Score::default(), score)?)
            }
            "cycle" => {
                words.take();
                self.cycle(words)?
            }
            "scoring" => {
                words.take();
                self.scoring(words)?
            }
            _ => {
                let act = self.act(words)?;
                let expected = self.expected(&act, words)?;
                return Ok(Statement::Act(act, expected));
            }
        };
        words.end()?;
        Ok(Statement::Expect(expectation))
    }

    fn expectation(&self, words: &mut Words<'_>) -> Result<Expectation, String> {
        const WHAT: &str = "`phase`, `to-move`, `prisoners`, `legal`, `banned`, `position`, \
                            `button`, `chain`, `removed` or `territory`";
        Ok(match words.expect(WHAT)? {
            "phase" => Expectation::Phase(one_of(words, "a phase", &PHASES)?),
            "to-move" => Expectation::ToMove(self.player(words)?),
            "prisoners" => {
                Expectation::Prisoners(self.per_player(words, 0, |text| text.parse().ok())?)
            }
            "legal" => Expectation::Legal(self.points_or_none(words)?),
            "button" if words.skip("none") => Expectation::Button(None),
            "button" => Expectation::Button(Some(self.player(words)?)),
            "chain" => {
                let point = self.point(words.expect("a point")?)?;
                let status = one_of(words, "a status", &STATUSES)?;
                let precedent = match words.peek() {
                    Some(_) => Some(one_of(words, "a precedent", &PRECEDENTS)?),
                    None => None,
                };
                Expectation::Chain { point, status, precedent }
            }
            "removed" => Expectation::Removed(self.points_or_none(words)?),
            "territory" => {
                let mut territory = vec![Vec::new(); self.players];
                let names: Vec<&str> = Player::all(self.players).map(Player::name).collect();
                while words.peek().is_some() {
                    let player = self.player(words)?;
                    let points =
                        if words.skip("none") { Vec::new() } else { self.points(words, &names)? };
                    if let Some(place) = territory.get_mut(player.index()) {
                        *place = points;
                    }
                }
                Expectation::Territory(territory)
            }
            other => return Err(format!("expected {WHAT}, found `{other}`")),
        })
    }

    fn outcome(&self, words: &mut Words<'_>) -> Result<Outcome, String> {
        const WHAT: &str = "`win`, `draw`, `no-result` or `ranking`";
        Ok(match words.expect(WHAT)? {
            "win" => Outcome::Win(self.player(words)?),
            "draw" => Outcome::Draw,
            "no-result" => Outcome::NoResult,
            "ranking" => {
                let named = words.peek().is_some_and(|word| Player::parse(word).is_some());
                Outcome::Ranking(if named { Some(self.ranking(words)?) } else { None })
            }
            other => return Err(format!("expected {WHAT}, found `{other}`")),
        })
    }

    /// `black > player-3 = white`.
    fn ranking(&self, words: &mut Words<'_>) -> Result<Vec<Vec<Player>>, String> {
        let mut places = vec![vec![self.player(words)?]];
        loop {
            let shares = words.skip("=");
            if !shares && !words.skip(">") {
                break;
            }
            let player = self.player(words)?;
            match places.last_mut() {
                Some(place) if shares => place.push(player),
                _ => places.push(vec![player]),
            }
        }
        for place in &mut places {
            place.sort_unstable();
        }
        let mut all: Vec<Player> = places.concat();
        all.sort_unstable();
        if all.into_iter().eq(Player::all(self.players)) {
            Ok(places)
        } else {
            Err("expected every player once in the ranking".to_owned())
        }
    }

    fn cycle(&self, words: &mut Words<'_>) -> Result<Expectation, String> {
        words.word("from")?;
        let from = words.number("a number of moves")?;
        words.word("to")?;
        let to = words.number("a number of moves")?;
        words.word("passes")?;
        let passes = self.per_player(words, 0, |text| text.parse().ok())?;
        Ok(Expectation::Cycle { from, to, passes })
    }

    /// `X. ; .O`: positions, rows separated by `/`.
    fn scoring(&self, words: &mut Words<'_>) -> Result<Expectation, String> {
        let mut positions = Vec::new();
        for position in words.rest().split(';') {
            positions.push(codes(self.board, self.players, &position.replace('/', "\n"))?);
        }
        positions.sort_unstable();
        positions.dedup();
        Ok(Expectation::Scoring(positions))
    }

    fn act(&self, words: &mut Words<'_>) -> Result<Act, String> {
        const WHAT: &str = "a point, `pass`, `resign`, `claim`, `accept`, `decline`, `request`, \
                            `dead`, `result`, `ranking` or `undo`";
        let first = words.expect("a statement")?;
        if first == "referee" {
            return match words.expect("`rule`, `time` or `forfeit`")? {
                "rule" => Ok(Act::RefereeRules),
                "time" => Ok(Act::Time(player(words.expect("a player")?, self.players)?)),
                "forfeit" => Ok(Act::Forfeit(player(words.expect("a player")?, self.players)?)),
                other => Err(format!("expected `rule`, `time` or `forfeit`, found `{other}`")),
            };
        }
        let player = match first {
            "all" => None,
            _ => Some(player(first, self.players).map_err(|_| {
                format!(
                    "expected a player, `all`, `referee`, `expect` or `result`, found `{first}`"
                )
            })?),
        };
        let verb = words.expect(WHAT)?;
        Ok(match (verb, player) {
            ("dead", _) => {
                let scoring = match words.peek().and_then(|word| word.strip_prefix('@')) {
                    None => None,
                    Some(number) => {
                        words.take();
                        let place = number.parse().ok().filter(|&place| place > 0);
                        let wrong =
                            || format!("expected a scoring position's number, found `@{number}`");
                        Some(place.ok_or_else(wrong)?)
                    }
                };
                let points =
                    if words.skip("none") { Vec::new() } else { self.points(words, &ANNOTATIONS)? };
                Act::Dead { player, scoring, points }
            }
            ("result", _) => Act::Agree(player, self.agreed(words)?),
            ("ranking", _) => Act::Agree(player, AgreedResult::Ranking(self.ranking(words)?)),
            ("undo", _) => {
                let number = words.peek().and_then(|word| word.parse().ok());
                if number.is_some() {
                    words.take();
                }
                Act::Undo(player, number)
            }
            (_, None) => {
                return Err(format!(
                    "expected `dead`, `result`, `ranking` or `undo` after `all`, found `{verb}`"
                ));
            }
            ("pass", Some(player)) => Act::Move(player, Move::Pass),
            ("resign", Some(player)) => Act::Resign(player),
            ("claim", Some(player)) => Act::Claim(player),
            ("accept", Some(player)) => Act::Accept(player),
            ("decline", Some(player)) => Act::Decline(player),
            ("request", Some(player)) => Act::Request(player),
            (point, Some(player)) => {
                let point = self.board.parse_point(point).ok_or_else(|| {
                    let board = self.board.describe();
                    format!("expected {WHAT} (the board is a {board}), found `{point}`")
                })?;
                Act::Move(player, Move::Play(point))
            }
        })
    }

    fn agreed(&self, words: &mut Words<'_>) -> Result<AgreedResult, String> {
        let word = words.expect("a result")?;
        Ok(match word {
            "draw" => AgreedResult::Draw,
            "no-result" => AgreedResult::NoResult,
            _ => {
                let wrong = || format!("expected a result like `B+3.5` or `draw`, found `{word}`");
                let (name, margin) = word.split_once('+').ok_or_else(wrong)?;
                let player = player(name, self.players)?;
                let margin = match margin {
                    "" => None,
                    margin => Some(score(margin).ok_or_else(wrong)?),
                };
                AgreedResult::Win(player, margin)
            }
        })
    }

    fn expected(&self, act: &Act, words: &mut Words<'_>) -> Result<Expected, String> {
        let mut expected = Expected::default();
        while let Some(word) = words.take() {
            match word {
                "captures" => {
                    expected.captures = self.points(words, &ANNOTATIONS)?;
                    if expected.captures.is_empty() {
                        return Err("expected points after `captures`".to_owned());
                    }
                }
                "refused" => {
                    let refused = refusal(words, &ANNOTATIONS)?;
                    if matches!(act, Act::Move(..)) && refused.reason.is_none() {
                        return Err(
                            "expected the reason after the clause of the refusal".to_owned()
                        );
                    }
                    expected.refused = Some(refused);
                }
                "ends" => expected.ends = Some(clause(words)?),
                "phase" => expected.phase = Some(one_of(words, "a phase", &PHASES)?),
                other => {
                    let annotations = ANNOTATIONS.join("`, `");
                    return Err(format!("expected `{annotations}` or the end, found `{other}`"));
                }
            }
        }
        if expected.refused.is_some()
            && (expected.ends.is_some()
                || expected.phase.is_some()
                || !expected.captures.is_empty())
        {
            return Err("what is refused neither captures nor ends anything".to_owned());
        }
        Ok(expected)
    }

    /// `expect banned A1 superko LM-4 repeats 7`, or `expect banned none`.
    pub(crate) fn ban(
        &self,
        line: usize,
        words: &mut Words<'_>,
    ) -> Result<Option<StatedBan>, String> {
        words.word("expect")?;
        words.word("banned")?;
        if words.skip("none") {
            words.end()?;
            return Ok(None);
        }
        let point = self.point(words.expect("a point or `none`")?)?;
        let reason = one_of(words, "a reason", &REASONS)?;
        let clause = clause(words)?;
        let repeats = repeats(words)?;
        words.end()?;
        let refusal = StatedRefusal { clause, reason: Some(reason), repeats };
        Ok(Some(StatedBan { line, point, refusal }))
    }
}

/// The words after which something new is said about an act.
const ANNOTATIONS: [&str; 4] = ["captures", "refused", "ends", "phase"];

/// `K-13 cyclic repeats 4`.
fn refusal(words: &mut Words<'_>, end: &[&str]) -> Result<StatedRefusal, String> {
    let clause = clause(words)?;
    let reason = match words.peek() {
        Some(word) if word != "repeats" && !end.contains(&word) => {
            Some(one_of(words, "a reason", &REASONS)?)
        }
        _ => None,
    };
    Ok(StatedRefusal { clause, reason, repeats: repeats(words)? })
}

fn repeats(words: &mut Words<'_>) -> Result<Option<usize>, String> {
    if words.skip("repeats") { words.number("a number of moves").map(Some) } else { Ok(None) }
}
