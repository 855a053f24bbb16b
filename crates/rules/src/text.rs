//! Rulesets as text: a TOML file, a built-in name, a KataGo rules string or JSON, and options.

use std::fmt;

use toml::{Table, Value};

use crate::axes::{Notice, Then};
use crate::check::Incoherent;
use crate::katago::{self, KataGoError};
use crate::komi::Komi;
use crate::options::{OptionError, set_option};
use crate::ruleset::Ruleset;
use crate::rulesets::builtin;

/// The longest text that is read, in bytes: many times the longest ruleset.
const LONGEST: usize = 1 << 20;

/// Why a text is no ruleset.
#[derive(Clone, PartialEq, Debug)]
pub enum RulesetError {
    /// No ruleset has this name, and the text is nothing else either.
    Unknown(String),
    /// The text is longer than any ruleset: so many bytes.
    Length(usize),
    /// The TOML could not be read: what was found, where, what was expected.
    Toml(String),
    /// An option is unknown or has a wrong value.
    Option(OptionError),
    /// The axes do not go together.
    Incoherent(Incoherent),
    /// A KataGo rules string or object that cannot be matched.
    KataGo(KataGoError),
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesetError::Unknown(name) => {
                let names: Vec<String> = builtin().into_iter().map(|ruleset| ruleset.id).collect();
                write!(
                    f,
                    "there is no ruleset `{name}`; expected one of {}, a file, or KataGo rules",
                    names.join(", ")
                )
            }
            RulesetError::Length(found) => {
                write!(f, "a ruleset of {found} bytes: at most {LONGEST} are read")
            }
            RulesetError::Toml(fault) => f.write_str(fault.trim_end()),
            RulesetError::Option(fault) => fault.fmt(f),
            RulesetError::Incoherent(fault) => fault.fmt(f),
            RulesetError::KataGo(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for RulesetError {}

/// A ruleset read from text, with the komi the text set, if it set one.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadRuleset {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// A komi given with it (KataGo's `komi` field).
    pub komi: Option<Komi>,
}

impl From<Ruleset> for ReadRuleset {
    fn from(ruleset: Ruleset) -> ReadRuleset {
        ReadRuleset { ruleset, komi: None }
    }
}

impl Ruleset {
    /// Reads a name (`kee`), a name with options (`kee, scoring=territory`), a KataGo name, rules
    /// string or JSON object, or a TOML table.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn read(text: &str) -> Result<ReadRuleset, RulesetError> {
        if text.len() > LONGEST {
            return Err(RulesetError::Length(text.len()));
        }
        let text = text.trim();
        if text.starts_with('{') && text[1..].trim_start().starts_with(['"', '}']) {
            return katago::read_json(text).map_err(RulesetError::KataGo);
        }
        if text.starts_with('{') {
            let table = format!("ruleset = {text}");
            let table: Table = toml::from_str(&table).map_err(|fault| toml_error(None, &fault))?;
            return match table.get("ruleset") {
                Some(Value::Table(table)) => Ok(Ruleset::from_table(table)?.into()),
                _ => Err(RulesetError::Unknown(shorten(text))),
            };
        }
        if text.contains(['\n', '[']) || text.contains(" = ") {
            return Ok(Ruleset::from_toml(text)?.into());
        }
        let mut parts = text.split(',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let options: Vec<&str> = parts.collect();
        let mut read = match Ruleset::builtin(name) {
            Some(ruleset) => ruleset.into(),
            None => match katago::read_name(text) {
                Some(read) => return read.map_err(RulesetError::KataGo),
                None => match katago::read_name(name) {
                    Some(read) => read.map_err(RulesetError::KataGo)?,
                    None => return Err(RulesetError::Unknown(shorten(name))),
                },
            },
        };
        if !options.is_empty() {
            for option in options {
                let (key, value) = option
                    .split_once('=')
                    .ok_or_else(|| RulesetError::Option(OptionError::Form(shorten(option))))?;
                set_option(&mut read.ruleset, key.trim(), value.trim())
                    .map_err(RulesetError::Option)?;
            }
            read.ruleset.check().map_err(RulesetError::Incoherent)?;
        }
        Ok(read)
    }

    /// Reads a ruleset from TOML: all fields, or `like = "NAME"` with the fields and options that
    /// differ from that ruleset.
    ///
    /// # Errors
    /// Where the text cannot be read, or everything in it that does not go together.
    pub fn from_toml(text: &str) -> Result<Ruleset, RulesetError> {
        let table: Table = toml::from_str(text).map_err(|fault| toml_error(Some(text), &fault))?;
        if !table.contains_key("like") {
            // Read the text itself, so that faults are told with their line.
            let ruleset: Ruleset =
                toml::from_str(text).map_err(|fault| toml_error(Some(text), &fault))?;
            ruleset.check().map_err(RulesetError::Incoherent)?;
            return Ok(ruleset);
        }
        Ruleset::from_table(&table)
    }

    /// Reads a ruleset from a table that is part of another text.
    ///
    /// # Errors
    /// As for [`Ruleset::from_toml`].
    pub fn from_table(table: &Table) -> Result<Ruleset, RulesetError> {
        let mut fields = table.clone();
        let Some(like) = fields.remove("like") else {
            let ruleset: Ruleset =
                Value::Table(fields).try_into().map_err(|fault| toml_error(None, &fault))?;
            ruleset.check().map_err(RulesetError::Incoherent)?;
            return Ok(ruleset);
        };
        let Value::String(like) = like else {
            let found = like.type_str();
            let why = format!("`like`: expected the name of a ruleset, found {found}");
            return Err(RulesetError::Toml(why));
        };
        Ruleset::read(&like)?.ruleset.with_fields(fields)
    }

    /// This ruleset with the fields and options of a table, which take the place of its own.
    ///
    /// # Errors
    /// The fields and options that there are not, values they do not take, or everything that does not go together.
    pub fn with_fields(&self, fields: Table) -> Result<Ruleset, RulesetError> {
        let mut whole =
            Table::try_from(self).map_err(|fault| RulesetError::Toml(fault.to_string()))?;
        let mut options = Vec::new();
        for (key, value) in fields {
            // As options these two bring more with them: a number in place of a list, and the clause.
            let option =
                key == "players" && value.is_integer() || key == "suicide" && value.is_str();
            if whole.contains_key(&key) && !option {
                whole.insert(key, value);
            } else {
                options.push((key, value));
            }
        }
        let mut ruleset: Ruleset =
            Value::Table(whole).try_into().map_err(|fault| toml_error(None, &fault))?;
        for (key, value) in options {
            let value = match value {
                Value::String(text) => text,
                other => other.to_string(),
            };
            set_option(&mut ruleset, &key, &value).map_err(RulesetError::Option)?;
        }
        ruleset.check().map_err(RulesetError::Incoherent)?;
        Ok(ruleset)
    }

    /// The TOML it can be read from again.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Every field is a string, a number, a table or a list of tables: TOML holds them all.
        toml::to_string(self).unwrap_or_default()
    }

    /// Whether cycles are ruled on in any stage.
    #[must_use]
    pub fn rules_on_cycles(&self) -> bool {
        self.repetitions().any(|rule| matches!(rule.then, Then::Adjudicated(_)))
    }

    /// Sets when cycles are ruled on, in every stage that rules on them. Changes nothing else.
    pub fn set_notice(&mut self, notice: Notice) {
        for stage in &mut self.stages {
            for rule in &mut stage.repetition {
                if let Then::Adjudicated(how) = &mut rule.then {
                    how.notice = notice;
                }
            }
        }
    }
}

/// A fault with its line and column in `text`, if it was read from one.
fn toml_error(text: Option<&str>, fault: &toml::de::Error) -> RulesetError {
    let place = text.zip(fault.span()).map_or_else(String::new, |(text, span)| {
        let before = &text.as_bytes()[..span.start.min(text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        format!("line {line}, column {column}: ")
    });
    let message: String = fault.message().chars().take(500).collect();
    RulesetError::Toml(format!("{place}{message}"))
}

pub(crate) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_ruleset_is_read_back_from_its_toml() {
        for ruleset in builtin() {
            let text = ruleset.to_toml();
            assert_eq!(Ruleset::from_toml(&text).unwrap(), ruleset, "{text}");
            let table: Table = toml::from_str(&text).unwrap();
            assert_eq!(Ruleset::from_table(&table).unwrap(), ruleset);
        }
    }

    #[test]
    fn like_changes_fields_and_options() {
        let ruleset = Ruleset::from_toml(
            "like = \"lasker-maas\"\nid = \"mine\"\nsuperko = \"situational\"\nresolutions = 3\n",
        )
        .unwrap();
        assert_eq!(ruleset.id, "mine");
        let like = "like = \"tromp-taylor\"\nsuicide = \"forbidden\"\n";
        assert_eq!(Ruleset::from_toml(like).unwrap().articles.suicide.as_str(), "A-2");
        assert_eq!(ruleset.stages[0].repetition[0].same, crate::axes::Sameness::Situational);
        assert_eq!(
            Ruleset::read("{ like = \"kee\", scoring = \"territory\" }").unwrap().ruleset,
            Ruleset::read("kee, scoring=territory").unwrap().ruleset
        );
    }

    #[test]
    fn faults_are_told_all_at_once() {
        let told = |text: &str| Ruleset::read(text).unwrap_err().to_string();
        assert_eq!(
            told("like = \"lasker-maas\"\ncount = \"area\"\nplayers = { least = 2, most = 3 }"),
            "ruleset `lasker-maas`: stage \"main\" ends the game after 2 passes"
                .replace("stage \"main\" ends the game after 2 passes", "")
                + "stage \"resolution\" plays from prisoners, but `count = \"area\"` ignores them; \
                   stage \"resolution\" plays from prisoners: that is for two players; stage \
                   \"resolution\" ends the game after 2 passes, before all of 3 players have passed"
        );
        assert!(
            told("igo").starts_with("there is no ruleset `igo`; expected one of lasker-maas, ")
        );
        assert!(told("like = 3\n").contains("`like`: expected the name of a ruleset"));
        assert!(
            told("id = \"x\"\nkomi = 3\n").contains("unknown field `komi`"),
            "{}",
            told("id = \"x\"\nkomi = 3\n")
        );
    }

    #[test]
    fn faults_of_toml_say_where() {
        let told = |text: &str| Ruleset::read(text).unwrap_err().to_string();
        let fault = told("id = \"x\"\n\nlike = = 3\n");
        assert!(fault.starts_with("line 3, column 8: "), "{fault}");
        let fault = told("like = \"kee\" \"");
        assert!(fault.starts_with("line 1, column 14: "), "{fault}");
        assert_eq!(told("{ like = 3 }"), "`like`: expected the name of a ruleset, found integer");
        assert_eq!(told("{ like"), "unclosed inline table, expected `}`");
        // A count of players is for whoever sets the board; a ruleset has bounds.
        assert!(told("like = \"kee\"\nplayers = 3").contains("there is no option `players`"));
    }

    #[test]
    fn toml_is_known_by_its_first_sign() {
        let kee = Ruleset::builtin("kee").unwrap();
        for text in ["like = \"kee\"", "like=\"kee\"\nid=\"kee\"", "{ like = \"kee\" }", " KEE\n"] {
            assert_eq!(Ruleset::read(text), Ok(ReadRuleset::from(kee.clone())), "{text}");
        }
    }

    #[test]
    fn long_texts_are_refused_unread() {
        let mut text = format!("like = \"kee\" # {}", "x".repeat(LONGEST));
        text.truncate(1_048_576);
        assert!(Ruleset::read(&text).is_ok());
        text.push('x');
        let told = Ruleset::read(&text).unwrap_err().to_string();
        assert_eq!(told, "a ruleset of 1048577 bytes: at most 1048576 are read");
    }

    #[test]
    fn long_names_are_cut_in_messages() {
        let name = "é".repeat(60);
        assert_eq!(shorten(&name), name);
        assert_eq!(shorten(&format!("{name}é")), format!("{name}…"));
        assert_eq!(shorten(""), "");
    }

    #[test]
    fn the_notice_of_cycles_is_set_in_every_stage() {
        let mut ruleset = Ruleset::builtin("long-cycle-1").unwrap();
        ruleset.set_notice(Notice::Claim);
        assert_eq!(ruleset.to_toml().matches("notice = \"claim\"").count(), 2);
    }
}
