//! `shinpan convert`: a record in the other form.

use std::process::ExitCode;

use anyhow::{Result, bail};
use shinpan_referee::{Note, tidy_sgf, write_sgf, write_toml};

use crate::args::{ConvertArgs, Form};
use crate::input;
use crate::show::plain;

pub(crate) fn run(args: &ConvertArgs) -> Result<ExitCode> {
    if args.to == Form::Sgf
        && let Some(tidied) = tidy_sgf(&input::bytes(&args.file)?)
    {
        // Every game, variation and property is kept: there is nothing to choose.
        if args.game != 1 || !args.variation.is_empty() {
            bail!("an SGF file is written whole; --game and --variation are for --to toml");
        }
        let (text, notes) = tidied.map_err(|fault| input::placed(&args.file, &fault))?;
        tell(&notes);
        super::print(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    let record = input::record(&args.file, &args.variation, args.game)?;
    let written = match args.to {
        Form::Sgf => write_sgf(&record),
        Form::Toml => write_toml(&record),
    };
    let text = written.map_err(|fault| input::placed(&args.file, &fault))?;
    tell(&record.all_notes());
    if args.to == Form::Toml && record.rules.is_none() {
        super::tell(
            "note: the record names no ruleset: `shinpan judge` takes the TOML with --rules",
        );
    }
    super::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn tell(notes: &[Note]) {
    for note in notes {
        super::tell(&format!("note: {}", plain(&note.to_string())));
    }
}
