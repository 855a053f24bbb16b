//! The ruleset of a record: by name, by its axes, or in a file of its own.

use shinpan_rules::{ReadRuleset, Ruleset};
use toml::{Table, Value};

use super::{FIELDS, stands_in, toml_fault};
use crate::action::short;
use crate::record::{RecordError, affordable};

/// The field `rules` of a record.
pub(super) fn read_rules(value: &Value) -> Result<ReadRuleset, RecordError> {
    match value {
        Value::String(name) => {
            Ruleset::read(name).map_err(|fault| RecordError::new("rules", fault))
        }
        Value::Table(table) => rules_of_table(table),
        other => Err(RecordError::new(
            "rules",
            format!(
                "expected a name, a table of axes or {{ file = ... }}, found {}",
                other.type_str()
            ),
        )),
    }
}

/// A ruleset by its axes, or by a name or a file and what differs from that.
fn rules_of_table(table: &Table) -> Result<ReadRuleset, RecordError> {
    let fault = |fault: &dyn std::fmt::Display| RecordError::new("rules", fault);
    let belongs = |&key: &&str| key != "players" && table.contains_key(key);
    if let Some(key) =
        FIELDS.iter().chain(&["komi", "result", "rules"]).copied().find(|key| belongs(key))
    {
        return Err(fault(&stands_in(key, "rules")));
    }
    let mut fields = table.clone();
    let mut named = Vec::new();
    for key in ["file", "name", "like"] {
        match fields.remove(key) {
            Some(Value::String(text)) => named.push((key, text)),
            Some(other) => {
                let of = if key == "file" { "a file" } else { "a ruleset" };
                let found = other.type_str();
                return Err(fault(&format!("`{key}`: expected the name of {of}, found {found}")));
            }
            None => {}
        }
    }
    let read = match &named[..] {
        [] => {
            return Ruleset::from_table(&fields).map(ReadRuleset::from).map_err(|why| fault(&why));
        }
        [("file", file)] => {
            let Some(Value::String(text)) = fields.remove("text") else {
                let why = format!("the file `{}` was not given with the record", short(file));
                return Err(fault(&why));
            };
            Ruleset::read(&text)
        }
        [(_, name)] => Ruleset::read(name),
        [(one, _), (other, _), ..] => {
            return Err(fault(&format!("expected `{one}` or `{other}`, found both")));
        }
    }
    .map_err(|why| fault(&why))?;
    if fields.is_empty() {
        return Ok(read);
    }
    let ruleset = read.ruleset.with_fields(fields).map_err(|why| fault(&why))?;
    Ok(ReadRuleset { ruleset, ..read })
}

/// The file that a record's `rules = { file = ... }` names, if it does. Reading files is for
/// whoever calls; [`with_rules_file`] puts the text in.
#[must_use]
pub fn rules_file(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    affordable(text).ok()?;
    let table: Table = toml::from_str(text).ok()?;
    match table.get("rules")? {
        Value::Table(rules) => Some(rules.get("file")?.as_str()?.to_owned()),
        _ => None,
    }
}

/// The record with the text of its rules file put in.
///
/// # Errors
/// If the record cannot be read.
pub fn with_rules_file(bytes: &[u8], rules: &str) -> Result<Vec<u8>, RecordError> {
    let text = std::str::from_utf8(bytes).map_err(|fault| RecordError::new("", fault))?;
    affordable(text)?;
    let mut table: Table = toml::from_str(text).map_err(|fault| toml_fault(text, &fault))?;
    let text = Value::String(rules.to_owned());
    if let Some(Value::Table(field)) = table.get_mut("rules")
        && field.insert("text".to_owned(), text).is_some()
    {
        return Err(RecordError::new("rules", "expected `file` or `text`, found both"));
    }
    toml::to_string(&table).map(String::into_bytes).map_err(|fault| RecordError::new("", fault))
}
