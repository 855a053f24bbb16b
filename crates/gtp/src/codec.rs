//! Lines and answers of the protocol: GTP 2, sections 2 and 3.

use shinpan_board::{Board, Player};
use shinpan_rules::Move;

/// The longest line that is answered, in bytes.
pub(crate) const LONGEST: usize = 1 << 20;

/// A command that has been read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The number the answer has to repeat.
    pub id: Option<u32>,
    /// The command.
    pub name: String,
    /// What follows it.
    pub arguments: Vec<String>,
}

/// A controller's view of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The number it repeats.
    pub id: Option<u32>,
    /// The text, or the error message.
    pub text: Result<String, String>,
}

/// Control characters are dropped, a tab counts as a blank, `#` begins a comment.
fn cleaned(line: &str) -> String {
    let code = line.split('#').next().unwrap_or_default();
    let kept = code.chars().filter(|&c| c == '\t' || !c.is_control());
    kept.map(|c| if c == '\t' { ' ' } else { c }).collect()
}

/// Reads a line; `None` if there is nothing on it to answer.
#[must_use]
pub fn parse_command(line: &str) -> Option<Command> {
    let line = cleaned(line);
    let mut words = line.split_whitespace().map(str::to_owned).peekable();
    let id = words.peek().and_then(|word| word.parse().ok());
    if id.is_some() {
        words.next();
    }
    let name = words.next().unwrap_or_default();
    if name.is_empty() && id.is_none() {
        return None;
    }
    Some(Command { id, name, arguments: words.collect() })
}

/// An answer as it is sent: never an empty line inside it, one after it.
#[must_use]
pub(crate) fn written(id: Option<u32>, text: &Result<String, String>) -> String {
    let (sign, text) = match text {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    let mut lines: Vec<String> = Vec::new();
    for line in text.trim_end().lines() {
        let line: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        lines.push(if line.is_empty() { " ".to_owned() } else { line });
    }
    let text = lines.join("\n");
    let between = if text.is_empty() { "" } else { " " };
    format!("{sign}{id}{between}{text}\n\n")
}

/// Reads an answer without the empty line after it.
///
/// # Errors
/// What was found and what was expected.
pub fn parse_response(lines: &str) -> Result<Response, String> {
    let fault = || {
        let found: String = lines.chars().take(60).collect();
        format!("expected an answer that begins with `=` or `?`, found `{}`", found.trim_end())
    };
    let sign = lines.chars().next().filter(|sign| matches!(sign, '=' | '?')).ok_or_else(fault)?;
    let rest = &lines[1..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (id, text) = rest.split_at(digits);
    if !text.is_empty() && !text.starts_with([' ', '\t', '\n', '\r']) {
        return Err(fault());
    }
    let id = if id.is_empty() { None } else { Some(id.parse().map_err(|_| fault())?) };
    let text = text.trim().to_owned();
    Ok(Response { id, text: if sign == '=' { Ok(text) } else { Err(text) } })
}

/// A move as the protocol writes it.
#[must_use]
pub fn vertex(board: &Board, made: Move) -> String {
    match made {
        Move::Pass => "pass".to_owned(),
        Move::Play(point) => board.name(point),
    }
}

/// A colour as the protocol writes it.
pub(crate) fn parse_colour(text: &str) -> Option<Player> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::BLACK),
        "w" | "white" => Some(Player::WHITE),
        _ => None,
    }
}

/// A vertex as the protocol writes it, `resign` left out.
pub(crate) fn parse_vertex(text: &str, board: &Board) -> Option<Move> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    board.parse_point(text).map(Move::Play)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_protocol_says() {
        let read = |line: &str| {
            parse_command(line)
                .map(|command| (command.id, format!("{} {:?}", command.name, command.arguments)))
        };
        assert_eq!(read(""), None);
        assert_eq!(read("  \t # a comment"), None);
        assert_eq!(read("play\tb\te5\r"), Some((None, "play [\"b\", \"e5\"]".to_owned())));
        assert_eq!(read("12 na\u{7}me # x"), Some((Some(12), "name []".to_owned())));
        assert_eq!(read("7"), Some((Some(7), " []".to_owned())));
    }

    #[test]
    fn answers_are_written_and_read_back() {
        assert_eq!(written(None, &Ok(String::new())), "=\n\n");
        assert_eq!(written(Some(3), &Ok("a\n\nb\n".to_owned())), "=3 a\n \nb\n\n");
        assert_eq!(written(Some(0), &Err("syntax error".to_owned())), "?0 syntax error\n\n");
        let read = |text: &str| parse_response(text);
        let text = Ok("a\nb".to_owned());
        assert_eq!(read("=3 a\nb\n"), Ok(Response { id: Some(3), text }));
        assert_eq!(read("="), Ok(Response { id: None, text: Ok(String::new()) }));
        assert_eq!(read("? no\r\n"), Ok(Response { id: None, text: Err("no".to_owned()) }));
        for garbage in ["", "hello", "=x1 a", "=99999999999 a"] {
            assert!(read(garbage).is_err(), "{garbage}");
        }
    }
}
