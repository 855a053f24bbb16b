//! `shinpan convert`: a record in the other form.

use std::process::ExitCode;

use anyhow::Result;
use shinpan_referee::{write_sgf, write_toml};

use crate::args::{ConvertArgs, Form};
use crate::input;
use crate::show::plain;

pub(crate) fn run(args: &ConvertArgs) -> Result<ExitCode> {
    let record = input::record(&args.file, &args.variation, args.game)?;
    let written = match args.to {
        Form::Sgf => write_sgf(&record),
        Form::Toml => write_toml(&record),
    };
    let text = written.map_err(|fault| input::placed(&args.file, &fault))?;
    for note in &record.notes {
        super::tell(&format!("note: {}", plain(note)));
    }
    super::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
