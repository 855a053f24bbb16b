//! `shinpan explain`: a clause, in our words. (`life.rs` explains chains.)

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use serde_json::json;
use shinpan_rules::{Clause, ClausePage, clause_pages};

use crate::args::{ExplainArgs, Format};

pub(crate) fn run(args: &ExplainArgs) -> Result<ExitCode> {
    if args.point.is_none()
        && let Some(option) = args.ruling.given()
    {
        bail!(
            "{option}: only the explanation of a chain takes it, as in `shinpan explain game.sgf D4`"
        );
    }
    if let Some(path) = &args.check {
        return super::life::check(args, path);
    }
    if let (Some(file), Some(point)) = (&args.what, &args.point) {
        return super::life::run(args, file.as_ref(), point);
    }
    let Some(id) = &args.what else {
        match args.format {
            Format::Json => {
                let list: Vec<_> = clause_pages()
                    .iter()
                    .map(|page| json!({ "id": page.id, "title": page.title }))
                    .collect();
                super::print_list("clauses", &list)?;
            }
            Format::Text => {
                let lines: Vec<String> = clause_pages()
                    .iter()
                    .map(|page| format!("{:<6} {}\n", page.id, page.title))
                    .collect();
                super::print(&lines.concat())?;
            }
        }
        return Ok(ExitCode::SUCCESS);
    };
    let Some(page) = Clause::new(id.trim()).page() else {
        if Path::new(id).exists() {
            bail!(
                "`{id}` is a file: expected the point of a chain after it, as in `shinpan explain {id} D4`"
            );
        }
        bail!("there is no clause `{id}`; `shinpan explain` lists them all");
    };
    let case = shinpan_casebook::find(&page.case);
    match args.format {
        Format::Json => super::print_json(&json!({
            "id": page.id, "title": page.title, "says": page.says, "source": page.source,
            "program": page.program, "reading": page.reading, "case": page.case,
            "example": case.map(shinpan_casebook::Case::markdown),
        }))?,
        Format::Text => super::print(&text(page, case)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn text(page: &ClausePage, case: Option<&shinpan_casebook::Case>) -> Result<String> {
    let bold = anstyle::Style::new().bold();
    let mut text = String::new();
    writeln!(text, "{bold}{}{bold:#}  {}\n", page.id, page.title)?;
    writeln!(text, "{}\n", page.says)?;
    writeln!(text, "{bold}Source{bold:#}   {}", page.source)?;
    writeln!(text, "{bold}Program{bold:#}  {}", page.program)?;
    if let Some(reading) = &page.reading {
        writeln!(text, "{bold}Reading{bold:#}  {reading}")?;
    }
    if let Some(case) = case {
        writeln!(text, "\n{bold}Example{bold:#}\n\n{}", case.markdown().trim_end())?;
    }
    Ok(text)
}
