//! Rules: KataGo's and KGS's commands, and our own for what they cannot say.

use serde_json::{Map, Value, json};
use shinpan_rules::{ReadRuleset, Ruleset};

use super::{Row, exactly, none};
use crate::session::{Session, Told};

pub(super) const COMMANDS: &[Row] = &[
    ("kata-set-rules", set_rules),
    ("kata-get-rules", |session, arguments| {
        none(arguments)?;
        katago_form(&session.options.ruleset).map(|rules| rules.to_string())
    }),
    ("kata-set-rule", set_rule),
    ("kata-get-param", |session, arguments| get_param(session, exactly::<1>(arguments)?[0])),
    ("kata-set-param", |session, arguments| {
        let [name, value] = exactly(arguments)?;
        set_param(session, name, value)
    }),
    ("kgs-rules", |session, arguments| {
        let [name] = exactly(arguments)?;
        set_rules(session, &[&name.replace('_', "-")])
    }),
    ("shinpan-rules", rules),
    ("shinpan-param", param),
];

/// Any of our names, with options, and anything KataGo understands.
fn set_rules(session: &mut Session, arguments: &[&str]) -> Told {
    if arguments.is_empty() {
        return Err("syntax error: expected a ruleset".to_owned());
    }
    let read = Ruleset::read(&arguments.join(" ")).map_err(|fault| fault.to_string())?;
    take(session, &read)
}

fn take(session: &mut Session, read: &ReadRuleset) -> Told {
    let komi = read.komi.unwrap_or(session.options.komi);
    session.reseat(&read.ruleset, komi)?;
    session.own = (read.ruleset.clone(), read.komi.unwrap_or(session.own.1));
    Ok(String::new())
}

fn set_rule(session: &mut Session, arguments: &[&str]) -> Told {
    let [key, value] = exactly(arguments)?;
    let mut rules = katago_form(&session.options.ruleset)?;
    let value = match value {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        text => Value::String(text.to_owned()),
    };
    match rules.as_object_mut() {
        // What is so already changes nothing, not even the ruleset's name.
        Some(fields) if fields.get(key) == Some(&value) => return Ok(String::new()),
        Some(fields) if fields.contains_key(key) => fields.insert(key.to_owned(), value),
        _ => return Err(format!("there is no rule `{key}`")),
    };
    // The tax of the scoring before does not bind the scoring after.
    if key == "scoring"
        && let Some(fields) = rules.as_object_mut()
    {
        fields.remove("tax");
    }
    let read = Ruleset::read(&rules.to_string()).map_err(|fault| fault.to_string())?;
    take(session, &read)
}

fn katago(ko: &str, scoring: &str, tax: &str, suicide: bool, button: bool, bonus: &str) -> Value {
    json!({"friendlyPassOk": true, "hasButton": button, "ko": ko, "scoring": scoring,
        "suicide": suicide, "tax": tax, "whiteHandicapBonus": bonus})
}

/// A ruleset as KataGo writes it: what KataGo calls by our name, or what its fields say exactly.
fn katago_form(ruleset: &Ruleset) -> Result<Value, String> {
    let named = [
        ("tromp-taylor", katago("POSITIONAL", "AREA", "NONE", true, false, "0")),
        ("chinese", katago("SIMPLE", "AREA", "NONE", false, false, "N")),
        ("aga", katago("SITUATIONAL", "AREA", "NONE", false, false, "N-1")),
        ("new-zealand", katago("SITUATIONAL", "AREA", "NONE", true, false, "0")),
        ("button", katago("POSITIONAL", "AREA", "NONE", false, true, "0")),
        ("japanese-1989", katago("SIMPLE", "TERRITORY", "SEKI", false, false, "0")),
    ];
    for (id, form) in named {
        if Ruleset::builtin(id).as_ref() == Some(ruleset) {
            return Ok(form);
        }
    }
    for ko in ["SIMPLE", "POSITIONAL", "SITUATIONAL"] {
        for (scoring, tax) in [("AREA", "NONE"), ("TERRITORY", "SEKI"), ("TERRITORY", "NONE")] {
            for (suicide, button) in [(false, false), (true, false), (false, true), (true, true)] {
                for bonus in ["0", "N", "N-1"] {
                    let form = katago(ko, scoring, tax, suicide, button, bonus);
                    let read = Ruleset::read(&form.to_string());
                    if read.is_ok_and(|read| read.ruleset.same_rules(ruleset)) {
                        return Ok(form);
                    }
                }
            }
        }
    }
    Err(format!("`{}` has no exact form in KataGo's rules; see shinpan-rules", ruleset.id))
}

fn get_param(session: &Session, name: &str) -> Told {
    Ok(match name {
        "playouts" | "maxPlayouts" => session.options.effort.playouts.to_string(),
        "solver_nodes" => session.options.effort.nodes.to_string(),
        "estimate" => u8::from(session.options.estimate).to_string(),
        _ => return Err(format!("there is no parameter `{name}`")),
    })
}

fn set_param(session: &mut Session, name: &str, value: &str) -> Told {
    let fault = |expected: &str| format!("`{name}` takes {expected}, not `{value}`");
    match name {
        "playouts" | "maxPlayouts" => {
            let number = value.parse().ok().filter(|number| (1..=1_000_000).contains(number));
            session.options.effort.playouts =
                number.ok_or_else(|| fault("a number from 1 to 1000000"))?;
        }
        "solver_nodes" => {
            let number = value.parse().ok().filter(|number| *number <= 1_000_000_000);
            session.options.effort.nodes =
                number.ok_or_else(|| fault("a number from 0 to 1000000000"))?;
        }
        "estimate" => {
            session.options.estimate = match value {
                "1" | "true" => true,
                "0" | "false" => false,
                _ => return Err(fault("0 or 1")),
            }
        }
        "rules" => return set_rules(session, &[value]),
        _ => return Err(format!("there is no parameter `{name}`")),
    }
    Ok(String::new())
}

/// The ruleset as JSON; with an argument it is set, like `kata-set-rules`.
fn rules(session: &mut Session, arguments: &[&str]) -> Told {
    if !arguments.is_empty() {
        return set_rules(session, arguments);
    }
    let value =
        serde_json::to_value(&session.options.ruleset).map_err(|fault| fault.to_string())?;
    let fields: Map<String, Value> = match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    serde_json::to_string(&fields).map_err(|fault| fault.to_string())
}

/// GoGui's parameter dialogue: all parameters, or one that is set.
fn param(session: &mut Session, arguments: &[&str]) -> Told {
    match arguments {
        [] => {
            let names: Vec<String> =
                shinpan_rules::builtin().into_iter().map(|ruleset| ruleset.id).collect();
            Ok(format!(
                "[string] playouts {}\n[string] solver_nodes {}\n[bool] estimate {}\n[list/{}] rules {}",
                session.options.effort.playouts,
                session.options.effort.nodes,
                u8::from(session.options.estimate),
                names.join("/"),
                session.options.ruleset.id
            ))
        }
        [name, value @ ..] if !value.is_empty() => set_param(session, name, &value.join(" ")),
        _ => Err("syntax error".to_owned()),
    }
}
