//! `shinpan rules`: the rulesets.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use comfy_table::Table;
use shinpan_rules::{OPTIONS, builtin};

use crate::args::{Format, RulesArgs};
use crate::input;

pub(crate) fn run(args: &RulesArgs) -> Result<ExitCode> {
    match (&args.name, args.options, args.format) {
        (Some(name), _, Format::Text) => {
            super::print(&input::ruleset("rules", name, &[])?.ruleset.to_toml())?;
        }
        (Some(name), _, Format::Json) => {
            super::print_json(&input::ruleset("rules", name, &[])?.ruleset)?;
        }
        (None, true, Format::Text) => super::print(&options())?,
        (None, true, Format::Json) => {
            let list: Vec<_> = OPTIONS
                .iter()
                .map(|(key, values, decides)| {
                    serde_json::json!({ "option": key, "values": values, "decides": decides })
                })
                .collect();
            super::print_list("options", &list)?;
        }
        (None, false, Format::Text) => super::print(&list())?,
        (None, false, Format::Json) => super::print_list("rulesets", &builtin())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> String {
    let mut table = Table::new();
    table.set_header(["name", "title", "from"]);
    for ruleset in builtin() {
        table.add_row([ruleset.id, ruleset.title, ruleset.source]);
    }
    let mut text = table.to_string();
    let _ = writeln!(
        text,
        "\n\nKataGo's names (japanese, chinese-ogs, bga, aga-button, ...), rules strings and JSON are taken too."
    );
    text
}

fn options() -> String {
    let mut table = Table::new();
    table.set_header(["option", "values", "decides"]);
    for (key, values, decides) in OPTIONS {
        table.add_row([key, values, decides]);
    }
    format!("{table}\n")
}
