//! The options and readings that every ruleset leaves open, each by its name.

use thiserror::Error;

use crate::axes::{
    Balanced, Button, Count, Ending, HypotheticalKo, KoAfterPasses, Life, Notice, Refill, Sameness,
    Sequel, Stage, Suicide, Supply, Then, Window,
};
use crate::clause::Clause;
use crate::ruleset::Ruleset;
use crate::text::shorten;

/// Why an option could not be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// The text is no option.
    #[error("expected an option like `superko=situational`, found `{0}`")]
    Form(String),
    /// There is no such option.
    #[error("there is no option `{0}`; the options are {list}", list = OPTIONS.map(|o| o.0).join(", "))]
    Unknown(String),
    /// The option does not take this value.
    #[error("option `{key}` takes {expected}, not `{found}`")]
    Value {
        /// The option.
        key: String,
        /// The values it takes.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// The ruleset has nothing that the option could change.
    #[error("option `{key}` does not fit `{ruleset}`: {why}")]
    Idle {
        /// The option.
        key: String,
        /// The ruleset.
        ruleset: String,
        /// What is missing.
        why: &'static str,
    },
}

/// Every option with the values it takes and what it decides.
pub const OPTIONS: [(&str, &str, &str); 13] = [
    ("superko", "positional | situational", "what may not come back under a superko rule"),
    ("phase_switch", "two-passes | first-pass", "what ends `main` before a resolution"),
    ("resolutions", "a number from 1 to 1000", "how many resolutions may be played"),
    ("refill", "at-once | when-needed", "when the prisoner place gets a pair of stones"),
    ("button_lifts_bans", "true | false", "whether taking the button lifts the superko bans"),
    ("ko_ban", "stands | lifted", "whether a ko ban outlives the passes that end a phase"),
    ("superko_history", "game | phase", "which positions a resolution's superko remembers"),
    ("cycles", "automatic | claim | a number from 2", "when a cycle is ruled on"),
    ("balanced", "draw | no-result", "the result of a balanced cycle"),
    ("scoring", "area | territory", "what is counted"),
    ("suicide", "forbidden | multi-stone | allowed", "whether suicide is allowed"),
    ("hypothetical_ko", "basic | ko-pass", "the ko rule of the Analysis"),
    ("handicap_bonus", "none | stones | stones-less-one", "what White gets for handicap stones"),
];

/// Sets an option by its name; `-` and `_` are the same in it. Whether the axes still go
/// together is for [`Ruleset::check`] to say.
///
/// # Errors
/// If there is no such option, it does not take the value, or the ruleset has nothing it changes.
pub fn set_option(ruleset: &mut Ruleset, key: &str, value: &str) -> Result<(), OptionError> {
    let name = key.to_ascii_lowercase().replace('-', "_");
    let Some(&(name, expected, _)) = OPTIONS.iter().find(|option| option.0 == name) else {
        return Err(OptionError::Unknown(shorten(key)));
    };
    let wrong = || OptionError::Value { key: name.to_owned(), expected, found: shorten(value) };
    let id = ruleset.id.clone();
    let idle = |why| OptionError::Idle { key: name.to_owned(), ruleset: id.clone(), why };
    let done = match name {
        "superko" => superko(
            ruleset,
            match value {
                "positional" => Sameness::Positional,
                "situational" => Sameness::Situational,
                _ => return Err(wrong()),
            },
        ),
        "phase_switch" => phase_switch(
            ruleset,
            match value {
                "two-passes" => 2,
                "first-pass" => 1,
                _ => return Err(wrong()),
            },
        ),
        "resolutions" => {
            let most: u32 = value.parse().map_err(|_| wrong())?;
            match &mut ruleset.sequel {
                Sequel::Resolutions { most: known, .. } => {
                    *known = most;
                    Ok(())
                }
                Sequel::None | Sequel::Resumption { .. } | Sequel::ProofGames { .. } => {
                    Err("it has no resolutions to repeat")
                }
            }
        }
        "refill" => refill(
            ruleset,
            match value {
                "at-once" => Refill::AtOnce,
                "when-needed" => Refill::WhenNeeded,
                _ => return Err(wrong()),
            },
        ),
        "button_lifts_bans" => {
            let lifts: bool = value.parse().map_err(|_| wrong())?;
            match &mut ruleset.button {
                Button::FirstPass { lifts_bans, .. } => {
                    *lifts_bans = lifts;
                    Ok(())
                }
                Button::None => Err("it has no button"),
            }
        }
        "ko_ban" => ko_after_passes(
            ruleset,
            match value {
                "stands" => KoAfterPasses::Stands,
                "lifted" => KoAfterPasses::Lifted,
                _ => return Err(wrong()),
            },
        ),
        "superko_history" => superko_window(
            ruleset,
            match value {
                "game" => Window::WholeGame,
                "phase" => Window::ThisStage,
                _ => return Err(wrong()),
            },
        ),
        "cycles" => {
            let notice = notice(value).ok_or_else(wrong)?;
            if ruleset.rules_on_cycles() {
                ruleset.set_notice(notice);
                Ok(())
            } else {
                Err("it rules on no cycles")
            }
        }
        "balanced" => balanced(
            ruleset,
            match value {
                "draw" => Balanced::Draw,
                "no-result" => Balanced::NoResult,
                _ => return Err(wrong()),
            },
        ),
        "scoring" => {
            ruleset.count = match value {
                "area" => Count::Area,
                "territory" => Count::Territory,
                _ => return Err(wrong()),
            };
            Ok(())
        }
        "suicide" => {
            ruleset.suicide = axis(value).ok_or_else(wrong)?;
            let forbidden = ruleset.suicide == Suicide::Forbidden;
            if ["A-2", "A-3"].contains(&ruleset.articles.suicide.as_str()) {
                ruleset.articles.suicide = Clause::new(if forbidden { "A-2" } else { "A-3" });
            }
            Ok(())
        }
        "hypothetical_ko" => {
            let ko: HypotheticalKo = axis(value).ok_or_else(wrong)?;
            match &mut ruleset.life {
                Life::IndependentlyAlive { hypothetical_ko, .. } => {
                    *hypothetical_ko = ko;
                    Ok(())
                }
                Life::AsItStands => Err("it has no Analysis"),
            }
        }
        _ => {
            ruleset.handicap_bonus = axis(value).ok_or_else(wrong)?;
            Ok(())
        }
    };
    done.map_err(idle)
}

/// Reads `automatic`, `claim`, or the number of the occurrence at which a state is ruled on.
#[must_use]
pub fn notice(text: &str) -> Option<Notice> {
    match text {
        "automatic" => Some(Notice::Automatic),
        "claim" => Some(Notice::Claim),
        number => match number.parse() {
            Ok(times @ 2..) => Some(Notice::Repetitions(times)),
            _ => None,
        },
    }
}

fn axis<T: serde::de::DeserializeOwned>(value: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(value.to_owned())).ok()
}

type Changed = Result<(), &'static str>;

fn superko(ruleset: &mut Ruleset, same: Sameness) -> Changed {
    let mut changed = Err("it has no superko rule");
    for rule in ruleset.stages.iter_mut().flat_map(|stage| &mut stage.repetition) {
        let superko = matches!(rule.window, Window::WholeGame | Window::ThisStage);
        if superko && rule.then == Then::Forbidden {
            rule.same = same;
            let other = match (rule.clause.as_str(), same) {
                ("LM-4", Sameness::Situational) => Some("LM-4S"),
                ("LM-4S", Sameness::Positional) => Some("LM-4"),
                ("A-4", Sameness::Situational) => Some("A-5"),
                ("A-5", Sameness::Positional) => Some("A-4"),
                _ => None,
            };
            if let Some(other) = other {
                rule.clause = Clause::new(other);
            }
            changed = Ok(());
        }
    }
    changed
}

fn superko_window(ruleset: &mut Ruleset, window: Window) -> Changed {
    let mut changed = Err("no stage but the first has a superko rule");
    for rule in ruleset.stages.iter_mut().skip(1).flat_map(|stage| &mut stage.repetition) {
        let superko = matches!(rule.window, Window::WholeGame | Window::ThisStage);
        if superko && rule.then == Then::Forbidden {
            rule.window = window;
            changed = Ok(());
        }
    }
    changed
}

fn phase_switch(ruleset: &mut Ruleset, passes: u8) -> Changed {
    let [main, _, ..] = ruleset.stages.as_mut_slice() else {
        return Err("it has one stage only");
    };
    if let Ending::SuccessivePasses { count, clause, .. } = &mut main.ending {
        *count = passes;
        *clause = Clause::new(if passes == 1 { "LM-10" } else { "LM-5" });
    }
    Ok(())
}

fn refill(ruleset: &mut Ruleset, when: Refill) -> Changed {
    let mut changed = Err("it never plays from prisoners");
    for stage in &mut ruleset.stages {
        if let Supply::Prisoners { refill, .. } = &mut stage.supply {
            *refill = when;
            changed = Ok(());
        }
    }
    changed
}

fn ko_after_passes(ruleset: &mut Ruleset, then: KoAfterPasses) -> Changed {
    if ruleset.stages.len() < 2 || !ruleset.stages.iter().any(Stage::bans_ko) {
        return Err("no phase with a basic ko rule follows another");
    }
    for stage in &mut ruleset.stages {
        if let Ending::SuccessivePasses { ko_ban, .. } = &mut stage.ending {
            *ko_ban = then;
        }
    }
    Ok(())
}

fn balanced(ruleset: &mut Ruleset, result: Balanced) -> Changed {
    let mut changed = Err("it rules on no cycles");
    for rule in ruleset.stages.iter_mut().flat_map(|stage| &mut stage.repetition) {
        if let Then::Adjudicated(how) = &mut rule.then {
            how.balanced = result;
            changed = Ok(());
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_taken_somewhere_and_changes_something() {
        for (key, values, _) in OPTIONS {
            let values: Vec<&str> = match key {
                "resolutions" => vec!["1", "5"],
                "cycles" => vec!["automatic", "claim", "3"],
                _ => values.split(" | ").collect(),
            };
            for value in &values {
                let takers = crate::rulesets::builtin().into_iter().filter(|ruleset| {
                    let mut changed = ruleset.clone();
                    set_option(&mut changed, key, value).is_ok()
                });
                assert!(takers.count() > 0, "{key}={value}");
            }
            let differing = crate::rulesets::builtin().into_iter().any(|ruleset| {
                values.iter().any(|value| {
                    let mut changed = ruleset.clone();
                    set_option(&mut changed, key, value).is_ok() && changed != ruleset
                })
            });
            assert!(differing, "{key}");
        }
    }

    #[test]
    fn faults_say_what_was_expected() {
        let told = |id: &str, key: &str, value: &str| {
            let mut ruleset = Ruleset::builtin(id).unwrap();
            set_option(&mut ruleset, key, value).unwrap_err().to_string()
        };
        assert_eq!(
            told("kee", "superko", "positional"),
            "option `superko` does not fit `kee`: it has no superko rule"
        );
        assert_eq!(
            told("lasker-maas", "superko", "natural"),
            "option `superko` takes positional | situational, not `natural`"
        );
        assert!(
            told("kee", "ko", "x").starts_with("there is no option `ko`; the options are superko,")
        );
        assert_eq!(
            told("long-cycle-1", "cycles", "1"),
            "option `cycles` takes automatic | claim | a number from 2, not `1`"
        );
    }

    /// The lines of the ruleset's TOML that an option changes; or why it does not.
    fn changed(id: &str, key: &str, value: &str) -> String {
        let old = Ruleset::builtin(id).unwrap();
        let mut new = old.clone();
        if let Err(fault) = set_option(&mut new, key, value) {
            return fault.to_string();
        }
        let (old, new) = (old.to_toml(), new.to_toml());
        let differing = new.lines().zip(old.lines()).filter(|(new, old)| new != old);
        differing.map(|(new, _)| new.replace('"', "")).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn an_option_changes_what_it_names_and_nothing_else() {
        let superko = "option `superko` does not fit `kee`: it has no superko rule";
        let later = "no stage but the first has a superko rule";
        let follows = "no phase with a basic ko rule follows another";
        for (id, key, value, expected) in [
            ("tromp-taylor", "superko", "situational", "clause = A-5; same = situational"),
            ("aga", "superko", "positional", "clause = A-4; same = positional"),
            ("aga", "superko", "situational", ""),
            ("long-cycle-2", "superko", "situational", "same = situational"),
            (
                "lasker-maas",
                "superko",
                "situational",
                "clause = LM-4S; same = situational; clause = LM-4S; same = situational",
            ),
            (
                "lasker-maas-situational",
                "SuperKo",
                "positional",
                "clause = LM-4; same = positional; clause = LM-4; same = positional",
            ),
            ("kee", "superko", "situational", superko),
            ("lasker-maas", "phase-switch", "first-pass", "count = 1; clause = LM-10"),
            ("lasker-maas-adjusted", "phase_switch", "two-passes", "count = 2; clause = LM-5"),
            ("lasker-maas", "resolutions", "7", "most = 7"),
            ("lasker-maas", "refill", "when-needed", "refill = when-needed"),
            ("button", "button_lifts_bans", "true", "lifts-bans = true"),
            ("lasker-maas", "superko_history", "phase", "window = this-stage"),
            ("long-cycle-2", "superko_history", "phase", "window = this-stage"),
            ("chinese", "cycles", "claim", "notice = claim"),
            ("long-cycle-1", "cycles", "claim", "notice = claim; notice = claim"),
            ("long-cycle-2", "cycles", "claim", "notice = claim"),
            ("chinese", "balanced", "draw", "balanced = draw"),
            ("kee", "scoring", "territory", "count = territory"),
            ("kee", "suicide", "allowed", "suicide = allowed"),
            ("chinese", "suicide", "multi-stone", "suicide = multi-stone; suicide = A-3"),
            ("tromp-taylor", "suicide", "forbidden", "suicide = forbidden; suicide = A-2"),
            ("japanese-1989", "hypothetical_ko", "ko-pass", "hypothetical-ko = ko-pass"),
            ("chinese", "handicap_bonus", "stones-less-one", "handicap-bonus = stones-less-one"),
        ] {
            assert_eq!(changed(id, key, value), expected, "{id}, {key}={value}");
        }
        for (id, key, value, why) in [
            ("long-cycle-1", "superko", "positional", "it has no superko rule"),
            ("tromp-taylor", "superko_history", "phase", later),
            ("long-cycle-1", "superko_history", "phase", later),
            ("kee", "superko_history", "game", later),
            ("kee", "phase_switch", "first-pass", "it has one stage only"),
            ("kee", "resolutions", "2", "it has no resolutions to repeat"),
            ("kee", "refill", "at-once", "it never plays from prisoners"),
            ("kee", "button_lifts_bans", "true", "it has no button"),
            ("chinese", "ko_ban", "lifted", follows),
            ("lasker-maas", "ko_ban", "lifted", follows),
            ("kee", "cycles", "claim", "it rules on no cycles"),
            ("kee", "balanced", "draw", "it rules on no cycles"),
            ("kee", "hypothetical_ko", "basic", "it has no Analysis"),
        ] {
            let expected = format!("option `{key}` does not fit `{id}`: {why}");
            assert_eq!(changed(id, key, value), expected);
        }
    }

    #[test]
    fn a_ko_ban_that_is_lifted_is_lifted_in_every_stage() {
        let mut ruleset = Ruleset::builtin("long-cycle-1").unwrap();
        set_option(&mut ruleset, "ko_ban", "lifted").unwrap();
        assert_eq!(ruleset.to_toml().matches("ko-ban = \"lifted\"").count(), 2);
        set_option(&mut ruleset, "ko_ban", "stands").unwrap();
        assert_eq!(ruleset, Ruleset::builtin("long-cycle-1").unwrap());
        // What is usual is not written.
        assert!(!ruleset.to_toml().contains("ko-ban"));
    }

    #[test]
    fn a_state_is_ruled_on_when_it_comes_back() {
        assert_eq!(notice("automatic"), Some(Notice::Automatic));
        assert_eq!(notice("claim"), Some(Notice::Claim));
        assert_eq!(notice("2"), Some(Notice::Repetitions(2)));
        for text in ["", "0", "1", "-2", "two", "4294967296"] {
            assert_eq!(notice(text), None, "{text}");
        }
    }

    #[test]
    fn values_that_are_not_taken_are_told_with_those_that_are() {
        for (key, expected, _) in OPTIONS {
            let id = match key {
                "hypothetical_ko" => "japanese-1989",
                "button_lifts_bans" => "button",
                _ => "long-cycle-2",
            };
            let expected = format!("option `{key}` takes {expected}, not `x`");
            assert_eq!(changed(id, key, "x"), expected);
        }
    }
}
