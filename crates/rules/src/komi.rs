//! Komi: points added to White's score, in halves.

use std::fmt;
use std::str::FromStr;

use num_rational::Ratio;

/// An exact score: Go's points come in halves, Kee's averages in any fraction.
pub type Score = Ratio<i64>;

/// Points added to White's score under every ruleset, before the result is decided: any multiple
/// of 1/2, negative too.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Komi {
    halves: i64,
}

/// The largest komi, either way.
const MOST: i64 = 10_000;

/// Why a komi could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a komi that is a multiple of 1/2 between -{MOST} and {MOST}, found `{0}`")]
pub struct KomiError(String);

impl Komi {
    /// A komi of so many halves of a point; `None` beyond 10,000 points.
    #[must_use]
    pub fn from_halves(halves: i64) -> Option<Komi> {
        (-2 * MOST..=2 * MOST).contains(&halves).then_some(Komi { halves })
    }

    /// As an exact number of points.
    #[must_use]
    pub fn score(self) -> Score {
        Score::new(self.halves, 2)
    }
}

/// Reads `6.5`, `0.50`, `-3`, `13/2`.
impl FromStr for Komi {
    type Err = KomiError;

    fn from_str(text: &str) -> Result<Komi, KomiError> {
        let fault = || KomiError(text.chars().take(40).collect());
        let (negative, digits) = match text.trim().as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        let digits = std::str::from_utf8(digits).map_err(|_| fault())?;
        let whole = |digits: &str| -> Option<i64> {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            plain
                .then(|| digits.trim_start_matches('0'))
                .and_then(|digits| if digits.is_empty() { Some(0) } else { digits.parse().ok() })
        };
        let halves = if let Some((top, bottom)) = digits.split_once('/') {
            match (whole(top), whole(bottom)) {
                (Some(top), Some(1)) => top.checked_mul(2),
                (Some(top), Some(2)) => Some(top),
                _ => None,
            }
        } else {
            let (units, fraction) = digits.split_once('.').unwrap_or((digits, ""));
            let half = match fraction.trim_end_matches('0') {
                "" => Some(0),
                "5" => Some(1),
                _ => None,
            };
            let units =
                if units.is_empty() && !fraction.is_empty() { Some(0) } else { whole(units) };
            units.zip(half).and_then(|(units, half)| units.checked_mul(2)?.checked_add(half))
        };
        let halves = halves.map(|halves| if negative { -halves } else { halves });
        halves.and_then(Komi::from_halves).ok_or_else(fault)
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decimal(self.score()).unwrap_or_default())
    }
}

/// A score as a decimal number, if it has a finite one: `2.5`, `-7`, `0.125`; not 1/3.
#[must_use]
pub fn decimal(score: Score) -> Option<String> {
    let sign = if *score.numer() < 0 { "-" } else { "" };
    let (mut top, bottom) = (score.numer().unsigned_abs(), score.denom().unsigned_abs());
    let mut text = format!("{sign}{}", top / bottom);
    top %= bottom;
    for place in 0..20 {
        if top == 0 {
            return Some(text);
        }
        if place == 0 {
            text.push('.');
        }
        top = top.checked_mul(10)?;
        text.push(char::from(b'0' + (top / bottom) as u8));
        top %= bottom;
    }
    None
}

/// A score for people: `2.5`, or `7/3` where no decimal is exact.
#[must_use]
pub fn readable(score: Score) -> String {
    decimal(score).unwrap_or_else(|| score.to_string())
}

/// The same of a score as texts for programs have it: `15/2` as `7.5`; what is none as it is.
#[must_use]
pub fn as_decimal(number: &str) -> String {
    number.parse().map_or_else(|_| number.to_owned(), readable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_exactly() {
        for (text, halves) in [
            ("6.5", 13),
            ("0.50", 1),
            ("7", 14),
            ("-3", -6),
            ("+.5", 1),
            ("13/2", 13),
            ("7.", 14),
            ("-0.5", -1),
            ("0", 0),
            ("007.5", 15),
            ("4/1", 8),
        ] {
            assert_eq!(text.parse::<Komi>().unwrap(), Komi { halves }, "{text}");
        }
    }

    #[test]
    fn what_is_no_komi_is_refused() {
        for text in
            ["", "x", "1e400", "6.25", "10001", "--1", ".", "1/3", "99999999999999999999", "é", "-"]
        {
            assert!(text.parse::<Komi>().is_err(), "{text}");
        }
        assert_eq!(
            "1e400".parse::<Komi>().unwrap_err().to_string(),
            "expected a komi that is a multiple of 1/2 between -10000 and 10000, found `1e400`"
        );
    }

    #[test]
    fn decimals_are_exact_or_none() {
        assert_eq!(decimal(Score::new(-5, 2)).as_deref(), Some("-2.5"));
        assert_eq!(decimal(Score::new(6, 2)).as_deref(), Some("3"));
        assert_eq!(decimal(Score::new(1, 8)).as_deref(), Some("0.125"));
        assert_eq!(decimal(Score::new(1, 3)), None);
        let written = ["15/2", "-1/2", "7", "7/3", "many"].map(as_decimal);
        assert_eq!(written, ["7.5", "-0.5", "7", "7/3", "many"]);
    }

    #[test]
    fn komi_has_bounds_and_is_written_as_it_is_read() {
        for text in ["0", "0.5", "-0.5", "7.5", "-6", "10000", "-10000"] {
            assert_eq!(text.parse::<Komi>().unwrap().to_string(), text);
        }
        for text in ["10000.5", "-10000.5", "1/", "/2", "1/2/2", "5.5.5", "7,5", "13/4"] {
            assert!(text.parse::<Komi>().is_err(), "{text}");
        }
        assert!(Komi::from_halves(20_000).is_some() && Komi::from_halves(-20_000).is_some());
        assert_eq!((Komi::from_halves(20_001), Komi::from_halves(-20_001)), (None, None));
        assert_eq!(decimal(Score::new(0, 1)).as_deref(), Some("0"));
        assert_eq!(decimal(Score::new(-1, 16)).as_deref(), Some("-0.0625"));
        assert_eq!(decimal(Score::new(101, 25)).as_deref(), Some("4.04"));
    }
}
