//! Reading the cases of a page.

use std::collections::BTreeSet;
use std::fmt;

use shinpan_board::{Board, Player, Stone, parse_rows};

use crate::case::{Case, Expectation, Setup, Stated, StatedBan, Statement};
use crate::engine::Score;
use crate::markdown::{Block, page};
use crate::statement::{Grammar, player, score};
use crate::words::Words;

/// Something that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What was expected and found.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { file, line, message } = self;
        write!(f, "{file}:{line}: {message}")
    }
}

/// All that cannot be read in a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            let newline = if index == 0 { "" } else { "\n" };
            write!(f, "{newline}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// A line and what is wrong with it.
type Wrong = (usize, String);

/// Reads all cases of a page. `file` is used in messages.
///
/// # Errors
/// All faults of the page, with their lines.
pub fn parse(file: &str, text: &str) -> Result<Vec<Case>, Faults> {
    let page = page(text);
    let mut wrong: Vec<Wrong> = Vec::new();
    let mut cases: Vec<Case> = Vec::new();
    if page.title.is_empty() {
        wrong.push((1, "expected a heading `# ...`".to_owned()));
    }
    let introduction = page.blocks.first().map_or("", |block| block.prose.as_str());
    for (index, block) in page.blocks.iter().enumerate() {
        let mut prose = introduction.to_owned();
        if index > 0 && !block.prose.is_empty() {
            prose = format!("{prose}\n\n{}", block.prose).trim().to_owned();
        }
        if let Err(message) = check_name(block, &cases) {
            wrong.push((block.line, message));
        }
        match body(block) {
            Ok((setup, shows, statements)) => cases.push(Case {
                name: block.name.to_owned(),
                file: file.to_owned(),
                line: block.line,
                title: page.title.to_owned(),
                prose,
                block: block.lines.iter().map(|line| format!("{line}\n")).collect(),
                setup,
                shows,
                statements,
            }),
            Err(found) => wrong.extend(found),
        }
    }
    if wrong.is_empty() {
        return Ok(cases);
    }
    let fault = |(line, message)| Fault { file: file.to_owned(), line, message };
    Err(Faults(wrong.into_iter().map(fault).collect()))
}

fn check_name(block: &Block<'_>, earlier: &[Case]) -> Result<(), String> {
    let name = block.name;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(plain) {
        return Err(format!(
            "expected a name of small letters, digits and `-` after `case`, found `{name}`"
        ));
    }
    if earlier.iter().any(|case| case.name == name) {
        return Err(format!("the name `{name}` is used twice"));
    }
    if block.open { Err("the block has no end".to_owned()) } else { Ok(()) }
}

/// The lines of a block with their numbers, comments taken off.
struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
}

impl<'a> Lines<'a> {
    fn of(block: &Block<'a>) -> Lines<'a> {
        let number = |(index, line): (usize, &&'a str)| {
            let said = line.split_once('#').map_or(*line, |(before, _)| before);
            (block.line + 1 + index, said.trim())
        };
        Lines { lines: block.lines.iter().enumerate().map(number).collect(), next: 0 }
    }

    fn peek(&self) -> Option<(usize, &'a str)> {
        self.lines.get(self.next).copied()
    }

    fn take(&mut self) -> Option<(usize, &'a str)> {
        let line = self.peek();
        self.next += usize::from(line.is_some());
        line
    }

    /// The rows of a diagram: all lines from here that look like one.
    fn rows(&mut self) -> String {
        let mut rows = String::new();
        while let Some((_, line)) = self.peek() {
            let sign = |c: char| c.is_whitespace() || ".XOxo3456789".contains(c);
            if line.is_empty() || !line.chars().all(sign) {
                break;
            }
            rows.push_str(line);
            rows.push('\n');
            self.next += 1;
        }
        rows
    }
}

type Body = (Setup, Vec<String>, Vec<Stated>);

fn body(block: &Block<'_>) -> Result<Body, Vec<Wrong>> {
    let mut lines = Lines::of(block);
    let mut wrong = Vec::new();
    let mut shows = Vec::new();
    let setup = match Header::read(&mut lines, &mut shows, &mut wrong).setup(block.line) {
        Ok(setup) => setup,
        Err(fault) => {
            wrong.push(fault);
            return Err(wrong);
        }
    };
    let grammar = Grammar { board: &setup.board, players: setup.players };
    let mut statements = Vec::new();
    while let Some((line, text)) = lines.take() {
        let mut words = Words::new(text);
        let statement = match (words.peek(), words.second()) {
            (None, _) | (Some("moves"), None) => continue,
            (Some("shows"), _) => {
                shows.extend(text.split_whitespace().skip(1).map(str::to_owned));
                continue;
            }
            (Some("expect"), Some("banned")) => bans(&grammar, line, text, &mut lines),
            (Some("expect"), Some("position")) => {
                let rows = lines.rows();
                codes(&setup.board, setup.players, &rows).map(Expectation::Position)
            }
            _ => match grammar.statement(&mut words) {
                Ok(statement) => {
                    statements.push(Stated { line, text: text.to_owned(), statement });
                    continue;
                }
                Err(message) => Err(message),
            },
        };
        match statement {
            Ok(expectation) => statements.push(Stated {
                line,
                text: text.to_owned(),
                statement: Statement::Expect(expectation),
            }),
            Err(message) => wrong.push((line, message)),
        }
    }
    if wrong.is_empty() { Ok((setup, shows, statements)) } else { Err(wrong) }
}

/// `expect banned` lines that follow one another are one list.
fn bans(
    grammar: &Grammar<'_>,
    line: usize,
    text: &str,
    lines: &mut Lines<'_>,
) -> Result<Expectation, String> {
    let mut bans: Vec<StatedBan> = Vec::new();
    let mut current = Some((line, text));
    while let Some((line, text)) = current {
        bans.extend(grammar.ban(line, &mut Words::new(text))?);
        let is_next = |text: &str| {
            let words = Words::new(text);
            (words.peek(), words.second()) == (Some("expect"), Some("banned"))
        };
        current = lines.peek().filter(|(_, text)| is_next(text));
        if current.is_some() {
            lines.take();
        }
    }
    Ok(Expectation::Banned(bans))
}

/// What stands on each point, from a diagram. The points of a graph are one row.
pub(crate) fn codes(board: &Board, players: usize, rows: &str) -> Result<Vec<u8>, String> {
    let stones = if board.shape().grid().is_some() {
        parse_rows(board, rows)
    } else {
        let row = Board::rectangle(board.len(), 1).map_err(|_| {
            format!("a position in a row is at most {} points long", shinpan_board::MAX_SIDE)
        })?;
        parse_rows(&row, rows)
    };
    let stones: Vec<Stone> = stones.map_err(|error| error.to_string())?;
    let codes: Vec<u8> = stones.into_iter().map(Stone::code).collect();
    match codes.iter().find(|&&code| usize::from(code) > players) {
        Some(code) => Err(format!("a stone of player {code}, but there are {players} players")),
        None => Ok(codes),
    }
}

/// What the lines before the first statement say.
#[derive(Default)]
struct Header<'a> {
    rules: Option<(usize, &'a str)>,
    board: Option<(usize, Result<Board, String>)>,
    players: Option<(usize, &'a str)>,
    to_move: Option<(usize, &'a str)>,
    komi: Option<(usize, &'a str)>,
    prisoners: Option<(usize, &'a str)>,
    handicap: Option<(usize, &'a str)>,
    position: Option<(usize, String)>,
}

impl<'a> Header<'a> {
    fn read(lines: &mut Lines<'a>, shows: &mut Vec<String>, wrong: &mut Vec<Wrong>) -> Header<'a> {
        let mut header = Header::default();
        while let Some((line, text)) = lines.peek() {
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let rest = rest.trim();
            let place = match word {
                "rules" => &mut header.rules,
                "players" => &mut header.players,
                "to-move" => &mut header.to_move,
                "komi" => &mut header.komi,
                "prisoners" => &mut header.prisoners,
                "handicap" => &mut header.handicap,
                "board" | "graph" | "position" | "shows" | "moves" | "" => {
                    lines.take();
                    let twice = match word {
                        "board" | "graph" => {
                            let board = if word == "graph" { graph(rest) } else { grid(rest) };
                            header.board.replace((line, board)).is_some()
                        }
                        "position" => header.position.replace((line, lines.rows())).is_some(),
                        "shows" => {
                            shows.extend(rest.split_whitespace().map(str::to_owned));
                            false
                        }
                        _ => false,
                    };
                    if twice {
                        wrong.push((line, format!("`{word}` stands twice")));
                    }
                    continue;
                }
                _ => break,
            };
            lines.take();
            if place.replace((line, rest)).is_some() {
                wrong.push((line, format!("`{word}` stands twice")));
            }
        }
        header
    }

    fn setup(self, fence: usize) -> Result<Setup, Wrong> {
        let (line, rules) = self.rules.ok_or((fence, "expected `rules` first".to_owned()))?;
        let (rules, options) = ruleset(rules).map_err(|message| (line, message))?;
        let (board_line, board) =
            self.board.ok_or((fence, "expected `board` or `graph`".to_owned()))?;
        let board = board.map_err(|message| (board_line, message))?;
        let players = read(self.players, 2, |text| {
            let number = text.parse().ok().filter(|n| (2..=shinpan_board::MAX_PLAYERS).contains(n));
            let most = shinpan_board::MAX_PLAYERS;
            number.ok_or_else(|| format!("expected 2 to {most} players, found `{text}`"))
        })?;
        let to_move = read(self.to_move, Player::BLACK, |text| player(text, players))?;
        let komi = read(self.komi, Score::default(), |text| {
            let komi = score(text).filter(|komi| 2 % komi.denom() == 0);
            komi.ok_or_else(|| format!("expected a multiple of 1/2, found `{text}`"))
        })?;
        let prisoners = read(self.prisoners, vec![0; players], |text| {
            let mut words = Words::new(text);
            Grammar { board: &board, players }.per_player(&mut words, 0, |text| text.parse().ok())
        })?;
        let handicap = read(self.handicap, 0, |text| {
            let number = text.parse().ok().filter(|&number| number < 10_000);
            number.ok_or_else(|| format!("expected a number of handicap stones, found `{text}`"))
        })?;
        let position = match self.position {
            None => vec![0; board.len()],
            Some((line, rows)) => {
                codes(&board, players, &rows).map_err(|message| (line, message))?
            }
        };
        Ok(Setup {
            line,
            rules,
            options,
            board,
            players,
            to_move,
            komi,
            prisoners,
            position,
            handicap,
        })
    }
}

/// A value of the header, or its default.
fn read<T>(
    given: Option<(usize, &str)>,
    default: T,
    reader: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, Wrong> {
    match given {
        None => Ok(default),
        Some((line, text)) => reader(text).map_err(|message| (line, message)),
    }
}

fn ruleset(text: &str) -> Result<(String, Vec<(String, String)>), String> {
    let mut words = text.split_whitespace();
    let name = words.next().ok_or("expected the name of a ruleset")?;
    let mut options: Vec<(String, String)> = Vec::new();
    for word in words {
        let (key, value) = word
            .split_once('=')
            .filter(|(key, value)| !key.is_empty() && !value.is_empty())
            .ok_or_else(|| format!("expected `option=value`, found `{word}`"))?;
        if options.iter().any(|(other, _)| other == key) {
            return Err(format!("the option `{key}` stands twice"));
        }
        options.push((key.to_owned(), value.to_owned()));
    }
    Ok((name.to_owned(), options))
}

fn grid(text: &str) -> Result<Board, String> {
    Board::parse(text).map_err(|error| error.to_string())
}

/// `a-b b-c d`: edges, and points without any.
fn graph(text: &str) -> Result<Board, String> {
    let mut names: Vec<&str> = Vec::new();
    let mut known = BTreeSet::new();
    let mut edges = Vec::new();
    for word in text.split_whitespace() {
        let (from, to) = match word.split_once('-') {
            Some((from, to)) => (from, Some(to)),
            None => (word, None),
        };
        for name in [Some(from), to].into_iter().flatten() {
            if known.insert(name.to_lowercase()) {
                names.push(name);
            }
        }
        if let Some(to) = to {
            edges.push((from, to));
        }
    }
    Board::graph(&names, &edges).map_err(|error| error.to_string())
}
