//! The result a record claims, in `RE`.

use std::fmt;

use crate::Colour;

/// A margin as an exact fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Margin {
    /// Never negative.
    pub numerator: i64,
    /// Never zero.
    pub denominator: i64,
}

impl Margin {
    fn new(numerator: i64, denominator: i64) -> Option<Margin> {
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (denominator > 0 && a > 0)
            .then(|| Margin { numerator: numerator / a, denominator: denominator / a })
    }

    /// Reads `3`, `2.5`, `2,5`, `1/2`, `3 1/2` and `3½`.
    fn parse(text: &str) -> Option<Margin> {
        let text = text.strip_suffix("points").or(text.strip_suffix("point")).unwrap_or(text);
        let text = text.trim();
        if let Some(whole) = text.strip_suffix('½') {
            let whole = whole.trim();
            let whole = if whole.is_empty() { 0 } else { digits(whole)? };
            return Margin::new(whole.checked_mul(2)?.checked_add(1)?, 2);
        }
        if let Some((over, under)) = text.split_once('/') {
            let under = digits(under.trim())?;
            let (whole, over) = over.trim().rsplit_once(' ').unwrap_or(("0", over.trim()));
            let whole = digits(whole.trim())?.checked_mul(under)?;
            return Margin::new(whole.checked_add(digits(over)?)?, under);
        }
        let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let unit = 10_i64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
        let whole = if whole.is_empty() { 0 } else { digits(whole)? };
        let fraction = if fraction.is_empty() { 0 } else { digits(fraction)? };
        Margin::new(whole.checked_mul(unit)?.checked_add(fraction)?, unit)
    }
}

fn digits(text: &str) -> Option<i64> {
    let all = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if all { text.parse().ok() } else { None }
}

/// As a whole number or a fraction, `13/4`.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            _ => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

/// What the value of `RE` says, in the standard's words or those of servers and programs.
///
/// ```
/// use shinpan_sgf::{Colour, Margin, RecordedResult};
/// let winner = Colour::White;
/// let margin = Margin { numerator: 13, denominator: 4 };
/// assert_eq!(RecordedResult::parse("W+3.25"), RecordedResult::Score { winner, margin });
/// assert_eq!(RecordedResult::parse("white+resign"), RecordedResult::Resign { winner });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// A win by points.
    Score {
        /// Who won.
        winner: Colour,
        /// By how much.
        margin: Margin,
    },
    /// The other resigned.
    Resign {
        /// Who won.
        winner: Colour,
    },
    /// The other ran out of time.
    Time {
        /// Who won.
        winner: Colour,
    },
    /// The other forfeited the game.
    Forfeit {
        /// Who won.
        winner: Colour,
    },
    /// The other made an illegal move, as the server CGOS writes it.
    Illegal {
        /// Who won.
        winner: Colour,
    },
    /// A win without more being said.
    Win {
        /// Who won.
        winner: Colour,
    },
    /// A draw.
    Draw,
    /// No result.
    Void,
    /// The record says that it does not know, or says nothing.
    Unknown,
    /// Something else; the text is as found.
    Unreadable(String),
}

impl RecordedResult {
    /// Reads the value of `RE`. A remark in parentheses at its end is passed over.
    pub fn parse(found: &str) -> RecordedResult {
        let lower = found.trim().to_lowercase();
        let text = match lower.rsplit_once('(') {
            Some((text, remark)) if remark.ends_with(')') && !text.trim().is_empty() => text.trim(),
            _ => lower.as_str(),
        };
        match text {
            "" | "?" | "unknown" => return RecordedResult::Unknown,
            "0" | "draw" | "jigo" | "tie" => return RecordedResult::Draw,
            "void" | "no result" | "noresult" => return RecordedResult::Void,
            _ => {}
        }
        RecordedResult::win(text).unwrap_or_else(|| RecordedResult::Unreadable(found.to_owned()))
    }

    fn win(text: &str) -> Option<RecordedResult> {
        let (winner, how) = text.split_once('+')?;
        let winner = match winner.trim() {
            "b" | "black" => Colour::Black,
            "w" | "white" => Colour::White,
            _ => return None,
        };
        Some(match how.trim() {
            "" => RecordedResult::Win { winner },
            "r" | "res" | "resign" | "resignation" => RecordedResult::Resign { winner },
            "t" | "time" | "timeout" => RecordedResult::Time { winner },
            "f" | "forfeit" => RecordedResult::Forfeit { winner },
            "illegal" => RecordedResult::Illegal { winner },
            points => RecordedResult::Score { winner, margin: Margin::parse(points)? },
        })
    }

    /// Who won, if the record says so.
    pub fn winner(&self) -> Option<Colour> {
        match *self {
            RecordedResult::Score { winner, .. }
            | RecordedResult::Resign { winner }
            | RecordedResult::Time { winner }
            | RecordedResult::Forfeit { winner }
            | RecordedResult::Illegal { winner }
            | RecordedResult::Win { winner } => Some(winner),
            RecordedResult::Draw
            | RecordedResult::Void
            | RecordedResult::Unknown
            | RecordedResult::Unreadable(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Colour = Colour::Black;
    const WHITE: Colour = Colour::White;

    fn score(winner: Colour, numerator: i64, denominator: i64) -> RecordedResult {
        RecordedResult::Score { winner, margin: Margin { numerator, denominator } }
    }

    #[test]
    fn results_as_they_are_found_in_files() {
        for (text, expected) in [
            ("B+2.5", score(BLACK, 5, 2)),
            ("Black+3", score(BLACK, 3, 1)),
            ("b + 3 points", score(BLACK, 3, 1)),
            ("W+3.25", score(WHITE, 13, 4)),
            ("W+0.50", score(WHITE, 1, 2)),
            ("W+.5", score(WHITE, 1, 2)),
            ("W+2,5", score(WHITE, 5, 2)),
            ("B+1/2", score(BLACK, 1, 2)),
            ("B+3 1/2", score(BLACK, 7, 2)),
            ("B+3½", score(BLACK, 7, 2)),
            ("B+½", score(BLACK, 1, 2)),
            ("B+0", score(BLACK, 0, 1)),
            ("W+R", RecordedResult::Resign { winner: WHITE }),
            ("W+Resign", RecordedResult::Resign { winner: WHITE }),
            ("w+r (moves after 200 unknown)", RecordedResult::Resign { winner: WHITE }),
            ("B+T", RecordedResult::Time { winner: BLACK }),
            ("WHITE+TIME", RecordedResult::Time { winner: WHITE }),
            ("B+F", RecordedResult::Forfeit { winner: BLACK }),
            ("W+Forfeit", RecordedResult::Forfeit { winner: WHITE }),
            ("B+Illegal", RecordedResult::Illegal { winner: BLACK }),
            ("B+", RecordedResult::Win { winner: BLACK }),
            ("0", RecordedResult::Draw),
            ("Draw", RecordedResult::Draw),
            (" jigo ", RecordedResult::Draw),
            ("Void", RecordedResult::Void),
            ("?", RecordedResult::Unknown),
            ("", RecordedResult::Unknown),
        ] {
            assert_eq!(RecordedResult::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn anything_else_is_kept_as_found() {
        for text in [
            "Black wins",
            "R+2",
            "B-2",
            "B+x",
            "B+2.x",
            "B+1/0",
            "B+-2",
            "B+.",
            "B+1e9",
            "W+99999999999999999999",
            "B+0.00000000000000000001",
            "黑中盘胜",
            "(B+R)",
        ] {
            let result = RecordedResult::parse(text);
            assert_eq!(result, RecordedResult::Unreadable(text.to_owned()));
            assert_eq!(result.winner(), None);
        }
    }
}
