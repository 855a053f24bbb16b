//! KataGo's rules: its names, its compact strings and its JSON, mapped to axes. What has no exact
//! match here is refused with the reason, never replaced by the nearest.

use serde_json::{Map, Value};
use thiserror::Error;

use crate::axes::{
    Adjudication, Balanced, Button, Count, DeadStones, HandicapBonus, HypotheticalKo, Life,
    Measure, Notice, Repetition, Sameness, Suicide, Then, Unbalanced, Window,
};
use crate::clause::Clause;
use crate::komi::Komi;
use crate::ruleset::Ruleset;
use crate::text::{ReadRuleset, shorten};

/// Why KataGo rules could not be matched.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum KataGoError {
    /// The JSON cannot be read.
    #[error("KataGo rules: {0}")]
    Json(String),
    /// A field is unknown or has an unknown value.
    #[error("KataGo rules: field `{field}` takes {expected}, not {found}")]
    Field {
        /// The field.
        field: String,
        /// What it takes.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// Rules we do not have.
    #[error("KataGo rules: {what} has no exact form here: {why}")]
    Missing {
        /// What was asked for.
        what: String,
        /// Why it is missing.
        why: &'static str,
    },
}

/// KataGo's axes.
#[derive(Clone, Debug)]
struct Rules {
    ko: Ko,
    territory: bool,
    tax: Tax,
    suicide: bool,
    button: bool,
    bonus: HandicapBonus,
    komi: Option<Komi>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Ko {
    Simple,
    Positional,
    Situational,
    Spight,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Tax {
    None,
    Seki,
    All,
}

const KO: &str = "SIMPLE, POSITIONAL, SITUATIONAL or SPIGHT";
const TAX: &str = "NONE, SEKI or ALL";
const BONUS: &str = "\"0\", \"N\" or \"N-1\"";

/// Reads one of KataGo's names or a compact string like `koPOSITIONALscoreAREAtaxNONEsui1`. `None`
/// if the text is neither.
pub(crate) fn read_name(text: &str) -> Option<Result<ReadRuleset, KataGoError>> {
    let name = text.trim().to_ascii_lowercase().replace([' ', '_', '/'], "-");
    // As people write it: "Japanese rules".
    let name = name.strip_suffix("-rules").or(name.strip_suffix("-rule")).unwrap_or(&name);
    let axes = |ko, bonus| Rules { bonus, ..Rules::area(ko) };
    let builtin = |id: &str| Ruleset::builtin(id).map(|ruleset| Ok(ruleset.into()));
    let missing =
        |why| Some(Err(KataGoError::Missing { what: format!("`{}`", shorten(text.trim())), why }));
    match name {
        "japanese" | "korean" | "jp" | "jpn" | "japan" | "territory" | "日本" | "日本ルール"
        | "日本規則" | "日本规则" => return builtin("japanese-1989"),
        "nz" | "newzealand" => return builtin("new-zealand"),
        "bga" | "french" => return builtin("aga"),
        "tromptaylor" | "tt" => return builtin("tromp-taylor"),
        "cn" | "china" | "area" | "中国" | "中国ルール" | "中國規則" | "中国规则" => {
            return builtin("chinese");
        }
        "button-go" | "buttongo" => return builtin("button"),
        "lm" | "laskermaas" => return builtin("lasker-maas"),
        "aga-button" => {
            let rules =
                Rules { button: true, ..axes(Ko::Situational, HandicapBonus::StonesLessOne) };
            return Some(rules.into_ruleset("aga-button"));
        }
        "chinese-ogs" | "chinese-kgs" => {
            return Some(axes(Ko::Positional, HandicapBonus::Stones).into_ruleset(name));
        }
        "ing" | "goe" => {
            return missing("Ing's fighting and disturbing kos are not modelled");
        }
        "stone-scoring" | "ancient-area" | "ancient-territory" => {
            return missing("the group tax is not modelled");
        }
        other => {
            if let Some(ruleset) = builtin(other) {
                return Some(ruleset);
            }
        }
    }
    text.trim().strip_prefix("ko").and_then(|rest| compact(rest, text.trim()))
}

/// Reads KataGo's JSON object of axes.
pub(crate) fn read_json(text: &str) -> Result<ReadRuleset, KataGoError> {
    let fields: Map<String, Value> =
        serde_json::from_str(text).map_err(|fault| KataGoError::Json(fault.to_string()))?;
    let mut rules = Rules::area(Ko::Positional);
    let mut tax = None;
    for (field, value) in &fields {
        let wrong = |expected| KataGoError::Field {
            field: shorten(field),
            expected,
            found: shorten(&value.to_string()),
        };
        let flag = || value.as_bool().ok_or_else(|| wrong("true or false"));
        match field.as_str() {
            "ko" => rules.ko = value.as_str().and_then(ko).ok_or_else(|| wrong(KO))?,
            "scoring" | "score" => {
                rules.territory = match value.as_str() {
                    Some("AREA") => false,
                    Some("TERRITORY") => true,
                    _ => return Err(wrong("AREA or TERRITORY")),
                };
            }
            "tax" => tax = Some(value.as_str().and_then(read_tax).ok_or_else(|| wrong(TAX))?),
            "suicide" | "multiStoneSuicideLegal" => rules.suicide = flag()?,
            "hasButton" => rules.button = flag()?,
            "friendlyPassOk" => {
                // It concerns how an engine passes, not what is ruled.
                flag()?;
            }
            "whiteHandicapBonus" => {
                rules.bonus = match value.as_str() {
                    Some("0") => HandicapBonus::None,
                    Some("N") => HandicapBonus::Stones,
                    Some("N-1") => HandicapBonus::StonesLessOne,
                    _ => return Err(wrong(BONUS)),
                };
            }
            "komi" => {
                let komi = match value {
                    Value::Number(number) => number.to_string().parse().ok(),
                    _ => None,
                };
                rules.komi = Some(komi.ok_or_else(|| wrong("a multiple of 1/2"))?);
            }
            _ => {
                return Err(KataGoError::Json(format!(
                    "there is no field `{}`; expected ko, scoring, tax, suicide, hasButton, \
                     whiteHandicapBonus, friendlyPassOk or komi",
                    shorten(field)
                )));
            }
        }
    }
    rules.tax = tax.unwrap_or(if rules.territory { Tax::Seki } else { Tax::None });
    rules.into_ruleset("katago")
}

fn ko(text: &str) -> Option<Ko> {
    Some(match text {
        "SIMPLE" => Ko::Simple,
        "POSITIONAL" => Ko::Positional,
        "SITUATIONAL" => Ko::Situational,
        "SPIGHT" => Ko::Spight,
        _ => return None,
    })
}

fn read_tax(text: &str) -> Option<Tax> {
    Some(match text {
        "NONE" => Tax::None,
        "SEKI" => Tax::Seki,
        "ALL" => Tax::All,
        _ => return None,
    })
}

/// `koPOSITIONALscoreAREAtaxNONEsui1button1whbNkomi7.5` after its `ko`.
fn compact(rest: &str, whole: &str) -> Option<Result<ReadRuleset, KataGoError>> {
    let (ko_text, mut rest) = rest.split_once("score")?;
    let ko = ko(ko_text)?;
    let fault = |field: &str, expected, found: &str| {
        Some(Err(KataGoError::Field {
            field: field.to_owned(),
            expected,
            found: format!("`{}`", shorten(found)),
        }))
    };
    let mut rules = Rules::area(ko);
    let mut take =
        |word: &str| -> bool { rest.strip_prefix(word).map(|after| rest = after).is_some() };
    if take("TERRITORY") {
        rules.territory = true;
        rules.tax = Tax::Seki;
    } else if !take("AREA") {
        return fault("score", "AREA or TERRITORY", whole);
    }
    if take("tax") {
        rules.tax = if take("NONE") {
            Tax::None
        } else if take("SEKI") {
            Tax::Seki
        } else if take("ALL") {
            Tax::All
        } else {
            return fault("tax", TAX, whole);
        };
    }
    if take("sui1") {
        rules.suicide = true;
    } else {
        take("sui0");
    }
    if take("button1") {
        rules.button = true;
    } else {
        take("button0");
    }
    if take("whbN-1") {
        rules.bonus = HandicapBonus::StonesLessOne;
    } else if take("whbN") {
        rules.bonus = HandicapBonus::Stones;
    } else {
        take("whb0");
    }
    let _ = take("fpok1") || take("fpok0");
    if take("komi") {
        let Ok(komi) = rest.parse() else { return fault("komi", "a multiple of 1/2", rest) };
        rules.komi = Some(komi);
        rest = "";
    }
    if !rest.is_empty() {
        return fault("rules", "ko, score, tax, sui, button, whb, komi in this order", whole);
    }
    Some(rules.into_ruleset("katago"))
}

impl Rules {
    /// Area scoring, and nothing else said.
    fn area(ko: Ko) -> Rules {
        Rules {
            ko,
            territory: false,
            tax: Tax::None,
            suicide: false,
            button: false,
            bonus: HandicapBonus::None,
            komi: None,
        }
    }

    fn into_ruleset(self, id: &str) -> Result<ReadRuleset, KataGoError> {
        let missing = |what: &str, why| Err(KataGoError::Missing { what: what.to_owned(), why });
        if self.tax == Tax::All {
            return missing("tax ALL", "the group tax is not modelled");
        }
        if self.ko == Ko::Spight {
            return missing(
                "ko SPIGHT",
                "its bans and its end are those of `kee`, which counts the whole scoring cycle and \
                 not the last position",
            );
        }
        if !self.territory && self.tax == Tax::Seki {
            return missing("tax SEKI with area scoring", "no area ruleset here leaves out sekis");
        }
        if self.territory && self.button {
            return missing(
                "a button with territory scoring",
                "the button belongs to area scoring",
            );
        }
        let mut ruleset =
            Ruleset::builtin(if self.territory { "japanese-1989" } else { "chinese" })
                .ok_or_else(|| KataGoError::Json("no base ruleset".to_owned()))?;
        id.clone_into(&mut ruleset.id);
        ruleset.title = format!("KataGo rules {}", self.describe());
        ruleset.source = "KataGo's rules (github.com/lightvector/KataGo, docs/rules)".to_owned();
        ruleset.handicap_bonus = self.bonus;
        if self.suicide {
            ruleset.suicide = Suicide::MultiStone;
            ruleset.articles.suicide = Clause::new("A-3");
        }
        let superko = |clause: &str, same| Repetition {
            clause: Clause::new(clause),
            same,
            window: Window::WholeGame,
            then: Then::Forbidden,
        };
        for stage in &mut ruleset.stages {
            match self.ko {
                Ko::Positional => stage.repetition = vec![superko("A-4", Sameness::Positional)],
                Ko::Situational => stage.repetition = vec![superko("A-5", Sameness::Situational)],
                // Both bases have basic ko; KataGo's long cycles have no result.
                Ko::Simple | Ko::Spight => {
                    for rule in &mut stage.repetition {
                        if let Then::Adjudicated(how) = &mut rule.then {
                            *how = Adjudication {
                                notice: Notice::Automatic,
                                measure: Measure::Passes,
                                balanced: Balanced::NoResult,
                                unbalanced: Unbalanced::NoResult,
                            };
                            rule.clause = Clause::new("A-7");
                        }
                    }
                }
            }
        }
        if self.territory {
            ruleset.count = Count::Territory;
            ruleset.dead_stones = DeadStones::Agreed;
            ruleset.life = if self.tax == Tax::Seki {
                let clause = Clause::new("J-5");
                Life::IndependentlyAlive { hypothetical_ko: HypotheticalKo::Basic, clause }
            } else {
                Life::AsItStands
            };
        }
        if self.button {
            ruleset.button = Button::FirstPass { lifts_bans: false, clause: Clause::new("B-1") };
        }
        ruleset.check().map_err(|fault| KataGoError::Json(fault.to_string()))?;
        Ok(ReadRuleset { ruleset, komi: self.komi })
    }

    fn describe(&self) -> String {
        let ko = match self.ko {
            Ko::Simple => "SIMPLE",
            Ko::Positional => "POSITIONAL",
            Ko::Situational => "SITUATIONAL",
            Ko::Spight => "SPIGHT",
        };
        let scoring = if self.territory { "TERRITORY" } else { "AREA" };
        let tax = if self.tax == Tax::Seki { "SEKI" } else { "NONE" };
        let bonus = match self.bonus {
            HandicapBonus::None => "",
            HandicapBonus::Stones => "whbN",
            HandicapBonus::StonesLessOne => "whbN-1",
        };
        format!(
            "ko{ko}score{scoring}tax{tax}sui{}{}{bonus}",
            u8::from(self.suicide),
            if self.button { "button1" } else { "" }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_they_are_called_is_read_back() {
        for ko in ["SIMPLE", "POSITIONAL", "SITUATIONAL"] {
            for scoring in ["AREA", "TERRITORYtaxNONE", "TERRITORYtaxSEKI"] {
                for more in ["sui0", "sui1", "sui0button1", "sui1whbN", "sui0whbN-1"] {
                    let Ok(read) = Ruleset::read(&format!("ko{ko}score{scoring}{more}")) else {
                        assert!(scoring != "AREA" && more.contains("button"));
                        continue;
                    };
                    let name = read.ruleset.title.strip_prefix("KataGo rules ");
                    // Some are built in, under names of their own.
                    let again = Ruleset::read(name.unwrap_or(&read.ruleset.id)).unwrap().ruleset;
                    assert!(again.same_rules(&read.ruleset), "{name:?}");
                }
            }
        }
    }

    fn told(text: &str) -> String {
        Ruleset::read(text).unwrap_err().to_string()
    }

    #[test]
    fn names_and_strings_and_objects_are_read() {
        for (text, id) in [
            ("japanese", "japanese-1989"),
            ("Korean", "japanese-1989"),
            ("bga", "aga"),
            ("New Zealand", "new-zealand"),
            ("Tromp/Taylor", "tromp-taylor"),
            ("chinese-kgs", "chinese-kgs"),
            ("aga-button", "aga-button"),
        ] {
            assert_eq!(Ruleset::read(text).unwrap().ruleset.id, id, "{text}");
        }
        let read = Ruleset::read("koPOSITIONALscoreAREAtaxNONEsui1whbNkomi7.5").unwrap();
        assert_eq!(read.ruleset.suicide, Suicide::MultiStone);
        assert_eq!(read.ruleset.handicap_bonus, HandicapBonus::Stones);
        assert_eq!(read.komi, Komi::from_halves(15));
        let json = r#"{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"N","komi":7.5}"#;
        assert_eq!(Ruleset::read(json).unwrap(), read);
        let read = Ruleset::read(r#"{"ko":"SIMPLE","scoring":"TERRITORY"}"#).unwrap();
        assert!(matches!(read.ruleset.life, Life::IndependentlyAlive { .. }));
    }

    #[test]
    fn what_we_do_not_have_is_refused_with_the_reason() {
        assert_eq!(
            told("stone-scoring"),
            "KataGo rules: `stone-scoring` has no exact form here: the group tax is not modelled"
        );
        assert!(told("ing").contains("fighting and disturbing kos"));
        assert!(told(r#"{"ko":"SPIGHT"}"#).contains("those of `kee`"));
        assert!(told(r#"{"scoring":"AREA","tax":"SEKI"}"#).contains("leaves out sekis"));
        assert!(told(r#"{"scoring":"TERRITORY","hasButton":true}"#).contains("belongs to area"));
        assert_eq!(
            told(r#"{"ko":"NATURAL"}"#),
            "KataGo rules: field `ko` takes SIMPLE, POSITIONAL, SITUATIONAL or SPIGHT, not \"NATURAL\""
        );
        assert!(told(r#"{"superko":1}"#).contains("there is no field `superko`"));
        assert!(
            told(r#"{"komi":7.25}"#).contains("field `komi` takes a multiple of 1/2, not 7.25")
        );
        assert!(told("koSIMPLEscoreAREAtaxSOME").contains("field `tax` takes"));
    }

    #[test]
    fn every_field_changes_what_it_names() {
        let read = |text: &str| Ruleset::read(text).unwrap();
        let area = read(r#"{"scoring":"AREA"}"#).ruleset;
        assert_eq!(area.title, "KataGo rules koPOSITIONALscoreAREAtaxNONEsui0");
        assert_eq!((area.suicide, area.button.clone()), (Suicide::Forbidden, Button::None));
        assert_eq!((area.count, area.handicap_bonus), (Count::Area, HandicapBonus::None));
        assert_eq!(read(r#"{"score":"AREA","friendlyPassOk":true}"#).ruleset, area);
        assert_eq!(read("koPOSITIONALscoreAREAsui0button0whb0fpok0").ruleset, area);
        assert_eq!(read("koPOSITIONALscoreAREAfpok1").ruleset, area);

        let text = "koSITUATIONALscoreTERRITORYtaxNONEsui1whbN-1komi-0.5";
        let territory = read(text);
        let json = r#"{"ko":"SITUATIONAL","score":"TERRITORY","tax":"NONE",
            "multiStoneSuicideLegal":true,"whiteHandicapBonus":"N-1","komi":-0.5}"#;
        assert_eq!(read(json), territory);
        assert_eq!(territory.komi, Komi::from_halves(-1));
        let territory = territory.ruleset;
        assert_eq!(territory.title, "KataGo rules koSITUATIONALscoreTERRITORYtaxNONEsui1whbN-1");
        assert_eq!((territory.count, &territory.life), (Count::Territory, &Life::AsItStands));
        assert_eq!(territory.handicap_bonus, HandicapBonus::StonesLessOne);
        assert_eq!(territory.articles.suicide.as_str(), "A-3");
        let rules = &territory.stages[0].repetition;
        assert_eq!((rules.len(), rules[0].clause.as_str()), (1, "A-5"));

        let seki = read("koSIMPLEscoreTERRITORYtaxSEKI").ruleset;
        assert_eq!(seki, read("koSIMPLEscoreTERRITORY").ruleset);
        assert!(matches!(seki.life, Life::IndependentlyAlive { .. }));
        assert_eq!(seki.title, "KataGo rules koSIMPLEscoreTERRITORYtaxSEKIsui0");
        let clauses: Vec<_> =
            seki.stages[0].repetition.iter().map(|rule| rule.clause.as_str()).collect();
        assert_eq!(clauses, ["J-3", "A-7"]);

        let button = read("koSITUATIONALscoreAREAbutton1").ruleset;
        let bonus = read(r#"{"whiteHandicapBonus":"0","hasButton":true,"ko":"SITUATIONAL"}"#);
        assert_eq!(bonus.ruleset, button);
        assert!(matches!(button.button, Button::FirstPass { lifts_bans: false, .. }));
        assert!(button.title.ends_with("sui0button1"));
        let aga = read("aga-button").ruleset;
        assert!(matches!(aga.button, Button::FirstPass { .. }));
        assert_eq!(aga.handicap_bonus, HandicapBonus::StonesLessOne);
        assert_eq!(read("chinese-ogs").ruleset.handicap_bonus, HandicapBonus::Stones);
    }

    #[test]
    fn every_fault_names_its_field() {
        for (text, expected) in [
            (r#"{"scoring":"ALL"}"#, "field `scoring` takes AREA or TERRITORY, not \"ALL\""),
            (r#"{"tax":"SOME"}"#, "field `tax` takes NONE, SEKI or ALL, not \"SOME\""),
            (r#"{"suicide":1}"#, "field `suicide` takes true or false, not 1"),
            (r#"{"hasButton":null}"#, "field `hasButton` takes true or false, not null"),
            (r#"{"friendlyPassOk":"x"}"#, "field `friendlyPassOk` takes true or false, not \"x\""),
            (r#"{"whiteHandicapBonus":"2"}"#, "takes \"0\", \"N\" or \"N-1\", not \"2\""),
            (r#"{"komi":"7.5"}"#, "field `komi` takes a multiple of 1/2, not \"7.5\""),
            (r#"{"tax":"ALL"}"#, "tax ALL has no exact form here: the group tax is not modelled"),
            ("koSPIGHTscoreAREA", "ko SPIGHT has no exact form here"),
            ("koSIMPLEscoreAREAtaxALL", "tax ALL has no exact form here"),
            ("koSIMPLEscoreBOTH", "field `score` takes AREA or TERRITORY, not `koSIMPLEscoreBOTH`"),
            ("koSIMPLEscoreAREAkomi7.25", "field `komi` takes a multiple of 1/2, not `7.25`"),
            ("koSIMPLEscoreAREAkomi7x", "field `komi` takes a multiple of 1/2, not `7x`"),
            ("koSIMPLEscoreAREAnonsense", "field `rules` takes ko, score, tax, sui, button, whb"),
            ("goe", "Ing's fighting and disturbing kos are not modelled"),
            ("ancient-territory", "the group tax is not modelled"),
        ] {
            assert!(told(text).contains(expected), "{text}: {}", told(text));
        }
        assert!(told("koala").starts_with("there is no ruleset `koala`"));
        assert!(told("koNATURALscoreAREA").starts_with("there is no ruleset"));
    }
}
