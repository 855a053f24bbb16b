//! Strategies as text: a line for the claim, then the moves or the answers.

use std::fmt::Write as _;

use shinpan_board::{Board, Player, Stone, symbol};
use shinpan_rules::{Move, Score, StageName};

use super::{Answer, Claim, Draws, Passed, Plan, Segment, Situation, Strategy};
use crate::value::End;

/// Why a strategy could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}, found `{found}`")]
pub struct StrategyError {
    line: usize,
    expected: String,
    found: String,
}

/// Between a situation and its answer, and between a player and his claim. No name of a point has a blank.
const ANSWERED: &str = ": ";
/// What the first segment begins with, and the others.
const BEGINNING: &str = "from here";
const AFTER: &str = "after a pass of ";
/// What stands before answers that bring nothing back.
const UNREPEATED: &str = "no position comes back";
/// What a claim begins with.
const CLAIM: &str = "black's margin is at ";

impl Strategy {
    /// A line for the claim. Then a line for each move, a blank before it for each move before it; or one for
    /// each situation (stage, rows joined by `/`, `ko` with its point, `passed`) with the answer, after `no position comes back` if that is so;
    /// or `from here` and `after a pass of black, X.O/...` with lines for moves after each.
    #[must_use]
    pub fn to_text(&self, board: &Board) -> String {
        let Claim { player, .. } = self.claim;
        let mut text = format!("{player}{ANSWERED}{}\n", self.claim);
        // Writing to a string does not fail.
        match &self.plan {
            Plan::Moves(moves) => write_moves(&mut text, moves, board),
            Plan::Segments(segments) => {
                for Segment { after, moves } in segments {
                    let _ = match after {
                        None => writeln!(text, "{BEGINNING}"),
                        Some(Passed { codes, by }) => {
                            writeln!(text, "{AFTER}{by}, {}", rows(codes, board))
                        }
                    };
                    write_moves(&mut text, moves, board);
                }
            }
            Plan::Answers(answers) => write_answers(&mut text, answers, board),
            Plan::Unrepeated(answers) => {
                let _ = writeln!(text, "{UNREPEATED}");
                write_answers(&mut text, answers, board);
            }
        }
        text
    }

    /// Reads all strategies of a text.
    ///
    /// # Errors
    /// The first line that is neither a claim nor a move nor an answer, or that does not go with those before it.
    pub fn read(text: &str, board: &Board) -> Result<Vec<Strategy>, StrategyError> {
        let mut strategies: Vec<Strategy> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let fault = |expected: &str| StrategyError {
                line: index + 1,
                expected: expected.to_owned(),
                found: line.trim().chars().take(40).collect(),
            };
            let parts = line.split_once(ANSWERED);
            if let Some((player, claim)) = parts.filter(|(_, rest)| rest.starts_with(CLAIM)) {
                let claim = read_claim(player, &claim[CLAIM.len()..])
                    .ok_or_else(|| fault("a claim like `black: black's margin is at least 3`"))?;
                strategies.push(Strategy { claim, plan: Plan::Moves(Vec::new()) });
                continue;
            }
            if line == BEGINNING || line.starts_with(AFTER) {
                let after = if line == BEGINNING {
                    None
                } else {
                    Some(read_passed(&line[AFTER.len()..], board).ok_or_else(|| fault(SEGMENT))?)
                };
                let strategy = strategies
                    .last_mut()
                    .ok_or_else(|| fault("a claim before the first segment"))?;
                let segment = Segment { after, moves: Vec::new() };
                match &mut strategy.plan {
                    Plan::Segments(segments) => segments.push(segment),
                    plan @ Plan::Moves(_) if plan.is_empty() => {
                        *plan = Plan::Segments(vec![segment]);
                    }
                    Plan::Moves(_) => return Err(fault("a move, as in the lines before")),
                    Plan::Answers(_) | Plan::Unrepeated(_) => {
                        return Err(fault("an answer, as in the lines before"));
                    }
                }
                continue;
            }
            if line == UNREPEATED {
                let fresh = strategies.last_mut().filter(
                    |strategy| matches!(&strategy.plan, Plan::Moves(moves) if moves.is_empty()),
                );
                let strategy = fresh.ok_or_else(|| fault("this after a claim alone"))?;
                strategy.plan = Plan::Unrepeated(Vec::new());
                continue;
            }
            let name = parts.map_or(line, |(_, name)| name).trim_start_matches(' ');
            let made = if name.trim() == "pass" {
                Some(Move::Pass)
            } else {
                board.parse_point(name).map(Move::Play)
            };
            let made = made.ok_or_else(|| fault("a point of the board or `pass`"))?;
            let strategy =
                strategies.last_mut().ok_or_else(|| fault("a claim before the first move"))?;
            match (&mut strategy.plan, parts) {
                (Plan::Moves(moves), None) => moves.push((line.len() - name.len(), made)),
                (Plan::Segments(segments), None) => {
                    let moves = segments.last_mut().map(|segment| &mut segment.moves);
                    moves.into_iter().for_each(|moves| moves.push((line.len() - name.len(), made)));
                }
                (Plan::Moves(moves), Some((at, _))) if moves.is_empty() => {
                    let at = Situation::read(at, board).ok_or_else(|| fault(SITUATION))?;
                    strategy.plan = Plan::Answers(vec![Answer { at, made }]);
                }
                (Plan::Answers(answers) | Plan::Unrepeated(answers), Some((at, _))) => {
                    let at = Situation::read(at, board).ok_or_else(|| fault(SITUATION))?;
                    answers.push(Answer { at, made });
                }
                (Plan::Moves(_) | Plan::Segments(_), Some(_)) => {
                    return Err(fault("a move, as in the lines before"));
                }
                (Plan::Answers(_) | Plan::Unrepeated(_), None) => {
                    return Err(fault("an answer, as in the lines before"));
                }
            }
        }
        Ok(strategies)
    }
}

fn write_moves(text: &mut String, moves: &[(usize, Move)], board: &Board) {
    for &(depth, made) in moves {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:depth$}{}", "", move_name(board, made));
    }
}

fn write_answers(text: &mut String, answers: &[Answer], board: &Board) {
    for Answer { at, made } in answers {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}{ANSWERED}{}", at.to_text(board), move_name(board, *made));
    }
}

/// The name of a point, or `pass`.
pub(crate) fn move_name(board: &Board, made: Move) -> String {
    match made {
        Move::Pass => "pass".to_owned(),
        Move::Play(point) => board.name(point),
    }
}

fn read_claim(player: &str, claim: &str) -> Option<Claim> {
    let player = Player::parse(player)?;
    let (which, rest) = claim.split_once(' ')?;
    if !matches!((player, which), (Player::BLACK, "least") | (Player::WHITE, "most")) {
        return None;
    }
    let (margin, draws) = match rest.trim().split_once(' ') {
        None => (rest.trim(), Draws::Even),
        Some((margin, "without a draw")) => (margin, Draws::Refused),
        Some((margin, "or a draw")) => (margin, Draws::Enough),
        Some(_) => return None,
    };
    let margin = match margin {
        "inf" => End::Won,
        "-inf" => End::Lost,
        // No margin is longer, and sums and comparisons of these do not overflow.
        margin if margin.len() <= 15 => End::Margin(margin.parse::<Score>().ok()?),
        _ => return None,
    };
    Some(Claim { player, margin, draws })
}

/// What a line of an answer begins with.
const SITUATION: &str = "a situation like `main .X/.. ko A1 passed`";

impl Situation {
    fn to_text(&self, board: &Board) -> String {
        let mut text = format!("{} {}", self.stage.as_str(), rows(&self.codes, board));
        if let Some(point) = self.ko {
            let _ = write!(text, " ko {}", board.name(point));
        }
        if self.passed {
            text.push_str(" passed");
        }
        text
    }

    fn read(text: &str, board: &Board) -> Option<Situation> {
        let mut words = text.split(' ');
        let stage = words.next()?;
        let stage = StageName::ALL.into_iter().find(|name| name.as_str() == stage)?;
        let codes = read_rows(words.next()?, board)?;
        let mut found = Situation { stage, codes, ko: None, passed: false };
        let mut next = words.next();
        if next == Some("ko") {
            found.ko = Some(board.parse_point(words.next()?)?);
            next = words.next();
        }
        if next == Some("passed") {
            found.passed = true;
            next = words.next();
        }
        next.is_none().then_some(found)
    }
}

/// What a line of a segment begins with.
const SEGMENT: &str = "a segment like `after a pass of black, .X/..`";

fn read_passed(text: &str, board: &Board) -> Option<Passed> {
    let (by, rows) = text.split_once(", ")?;
    Some(Passed { codes: read_rows(rows, board)?, by: Player::parse(by)? })
}

/// What stands on a board, the rows joined by `/`.
fn rows(codes: &[u8], board: &Board) -> String {
    let columns = board.shape().grid().map_or(board.len(), |(columns, _)| columns);
    let signs: Vec<char> = codes.iter().map(|&code| sign(code)).collect();
    let rows: Vec<String> = signs.chunks(columns.max(1)).map(|row| row.iter().collect()).collect();
    rows.join("/")
}

fn read_rows(text: &str, board: &Board) -> Option<Vec<u8>> {
    let signs = text.chars().filter(|&sign| sign != '/');
    let codes: Option<Vec<u8>> =
        signs.map(|shown| (0..=2).find(|&code| sign(code) == shown)).collect();
    // Rows of other lengths would be written otherwise.
    codes.filter(|codes| codes.len() == board.len() && rows(codes, board) == text)
}

fn sign(code: u8) -> char {
    Stone::from_code(code).map_or('?', symbol)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_that_cannot_be_is_told() {
        let board = Board::parse("2x1").expect("a board");
        let told = |margin: &str| {
            let text = format!("black: black's margin is at least {margin}\npass\n");
            Strategy::read(&text, &board).map(|all| all[0].claim).map_err(|f| f.to_string())
        };
        let claim = |margin: End, draws| Ok(Claim { player: Player::BLACK, margin, draws });
        let margin = |halves: i64| End::Margin(Score::new(halves, 2));
        assert_eq!(told("3"), claim(margin(6), Draws::Even));
        assert_eq!(told("-5/2 or a draw"), claim(margin(-5), Draws::Enough));
        assert_eq!(told("inf without a draw"), claim(End::Won, Draws::Refused));
        for margin in [
            "",
            "x",
            "1/0",
            "1e3",
            "-9223372036854775808/-1",
            "9999999999999999",
            "1 or",
            "1 a draw",
        ] {
            let fault = told(margin).expect_err(margin);
            assert!(fault.starts_with("line 1: expected a claim like"), "{fault}");
        }
        let no_claim = Strategy::read("A1\n", &board).expect_err("no claim").to_string();
        assert_eq!(no_claim, "line 1: expected a claim before the first move, found `A1`");
    }

    #[test]
    fn segments_are_read_as_they_are_written() {
        let board = Board::parse("2x2").expect("a board");
        let claim = "white: black's margin is at most 0\n";
        let text =
            format!("{claim}from here\npass\nafter a pass of white, X./.O\nA1\n B2\n pass\n");
        let read = Strategy::read(&text, &board).expect("a strategy");
        assert_eq!(read[0].to_text(&board), text);
        let Plan::Segments(segments) = &read[0].plan else { panic!("{:?}", read[0].plan) };
        assert_eq!((segments.len(), segments[1].moves.len(), read[0].plan.len()), (2, 3, 4));
        for (lines, expected) in [
            ("after a pass of white, X./.", SEGMENT),
            ("after a pass of white X./..", SEGMENT),
            ("after a pass of green, X./..", SEGMENT),
            ("pass\nfrom here", "a move, as in the lines before"),
            ("main ../..: pass\nfrom here", "an answer, as in the lines before"),
            ("from here\nmain ../..: pass", "a move, as in the lines before"),
        ] {
            let fault = Strategy::read(&format!("{claim}{lines}\n"), &board).expect_err(lines);
            assert_eq!(fault.expected, expected, "{lines}");
        }
        let fault = Strategy::read("from here\n", &board).expect_err("no claim");
        assert_eq!(fault.expected, "a claim before the first segment");
    }

    #[test]
    fn answers_that_bring_nothing_back_are_told_from_others() {
        let board = Board::parse("2x2").expect("a board");
        let claim = "white: black's margin is at most 0\n";
        let text = format!("{claim}{UNREPEATED}\nmain X./.O ko B1: A1\n{claim}{UNREPEATED}\n");
        let read = Strategy::read(&text, &board).expect("strategies");
        assert_eq!(read.iter().map(|one| one.to_text(&board)).collect::<String>(), text);
        let plans: Vec<usize> = read.iter().map(|one| one.plan.len()).collect();
        assert_eq!(plans, [1, 0]);
        assert!(read.iter().all(|one| matches!(one.plan, Plan::Unrepeated(_))));
        for (lines, expected) in [
            ("main X./.O: A1\nno position comes back", "this after a claim alone"),
            ("no position comes back\nno position comes back", "this after a claim alone"),
            ("no position comes back\npass", "an answer, as in the lines before"),
            ("no position comes back\nfrom here", "an answer, as in the lines before"),
            ("from here\nno position comes back", "this after a claim alone"),
        ] {
            let fault = Strategy::read(&format!("{claim}{lines}\n"), &board).expect_err(lines);
            assert_eq!(fault.expected, expected, "{lines}");
        }
        assert!(Strategy::read(UNREPEATED, &board).is_err());
    }

    #[test]
    fn situations_are_read_as_they_are_written() {
        let board = Board::parse("2x2").expect("a board");
        let claim = "white: black's margin is at most 0\n";
        for line in [
            "main ../..: pass",
            "main X./.O passed: B1",
            "resolution XO/O. ko B1: A1",
            "competition XO/O. ko B1 passed: pass",
        ] {
            let text = format!("{claim}{line}\n");
            let read = Strategy::read(&text, &board).expect(line);
            assert_eq!(read[0].to_text(&board), text);
        }
        for (line, expected) in [
            ("main .../.: pass", SITUATION),
            ("main ....: pass", SITUATION),
            ("end ../..: pass", SITUATION),
            ("main ../.3: pass", SITUATION),
            ("main ../.. ko C1: pass", SITUATION),
            ("main ../.. passed ko A1: pass", SITUATION),
            ("main ../..: C1", "a point of the board or `pass`"),
            ("main ../..: pass\npass", "an answer, as in the lines before"),
            ("pass\nmain ../..: pass", "a move, as in the lines before"),
        ] {
            let fault = Strategy::read(&format!("{claim}{line}\n"), &board).expect_err(line);
            assert_eq!(fault.expected, expected, "{line}");
        }
    }
}
