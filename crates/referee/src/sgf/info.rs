//! Rules, komi and handicap, as an SGF file gives them.

use shinpan_board::{Player, Stone};
use shinpan_rules::{Komi, ReadRuleset, Ruleset};
use shinpan_sgf::GameInfo;

use crate::action::short;
use crate::note::{Notes, Supposed};

pub(super) fn read_rules(
    info: &GameInfo,
    notes: &mut Notes,
) -> (Option<ReadRuleset>, Option<String>) {
    let Some(found) = info.rules.as_deref().map(str::trim).filter(|text| !text.is_empty()) else {
        return (None, None);
    };
    match Ruleset::read(found) {
        Ok(rules) => (Some(rules), None),
        Err(error) => {
            // "Chinese, Pair Go" and the like: the rules, then something about the game.
            if let Some((name, rest)) = found.split_once(',')
                && let Ok(rules) = Ruleset::read(name)
            {
                notes.push(
                    Supposed::RulesAndMore {
                        found: short(found),
                        name: name.to_owned(),
                        rest: short(rest.trim()),
                    }
                    .into(),
                );
                return (Some(rules), None);
            }
            (
                None,
                Some(format!(
                    "the record names the ruleset `{}`: {error}",
                    crate::action::short(found)
                )),
            )
        }
    }
}

/// KM in points; programs also write stones (half of the points) and hundredths. Either is said.
pub(super) fn read_komi(info: &GameInfo, notes: &mut Notes) -> (Option<Komi>, Option<String>) {
    let Some(found) = info.komi.as_deref().map(str::trim).filter(|text| !text.is_empty()) else {
        return (None, None);
    };
    let dotted = respelled(found);
    if let Ok(komi) = dotted.parse::<Komi>() {
        let whole = dotted.parse::<i64>().unwrap_or(0);
        if (100..=1000).contains(&whole) && whole % 25 == 0 {
            let halves = if whole % 50 == 0 { whole / 50 } else { whole / 25 };
            if let Some(komi) = Komi::from_halves(halves) {
                let (found, shown) = (short(found), komi.to_string());
                let note = match whole % 50 {
                    0 => Supposed::KomiInHundredths { found, komi: shown },
                    _ => Supposed::KomiInHundredthsOfStones { found, komi: shown },
                };
                notes.push(note.into());
                return (Some(komi), None);
            }
        }
        if dotted != found {
            let (found, komi) = (short(found), short(&dotted));
            notes.push(Supposed::KomiRespelled { found, komi }.into());
        }
        return (Some(komi), None);
    }
    let in_stones = dotted
        .strip_suffix(".25")
        .map(|whole| (whole, 1))
        .or_else(|| dotted.strip_suffix(".75").map(|whole| (whole, 3)));
    if let Some((whole, quarters)) = in_stones
        && let Ok(whole) = whole.parse::<i64>()
        && let Some(komi) = Komi::from_halves(whole.saturating_mul(4).saturating_add(quarters))
    {
        let (found, shown) = (short(found), komi.to_string());
        notes.push(Supposed::KomiInStones { found, komi: shown }.into());
        return (Some(komi), None);
    }
    let error =
        dotted.parse::<Komi>().map(|_| String::new()).unwrap_or_else(|error| error.to_string());
    (None, Some(format!("KM: {error}")))
}

/// A komi as players write it, with a point: `6,5`, `6½`, `6 1/2`, `６目半`.
fn respelled(found: &str) -> String {
    let plain = |letter: char| match letter {
        ',' => '.',
        '０'..='９' => char::from(b'0' + (u32::from(letter) - u32::from('０')) as u8),
        letter => letter,
    };
    let text: String = found.chars().map(plain).collect();
    let half = ["目半", "½", " 1/2"].iter().find_map(|half| text.strip_suffix(half));
    match half {
        Some(whole) => format!("{}.5", whole.trim_end()),
        None => text.strip_suffix("目").unwrap_or(&text).to_owned(),
    }
}

pub(super) fn read_handicap(info: &GameInfo, stones: &[Stone], notes: &mut Notes) -> u32 {
    let Some(found) = info.handicap.as_deref().map(str::trim).filter(|text| !text.is_empty())
    else {
        return 0;
    };
    let black = stones.iter().filter(|stone| stone.player() == Some(Player::BLACK)).count();
    match found.parse::<u32>() {
        Ok(number) if number as usize <= stones.len() => {
            if number >= 2 && black == 0 {
                notes.push(Supposed::HandicapWithoutStones { number }.into());
            } else if number >= 2 && black != number as usize {
                notes.push(Supposed::HandicapOtherStones { number, stones: black }.into());
            }
            number
        }
        Ok(number) => {
            notes.push(Supposed::HandicapTooMany { number, most: stones.len() }.into());
            0
        }
        Err(_) => {
            notes.push(Supposed::HandicapUnreadable { found: short(found) }.into());
            0
        }
    }
}
