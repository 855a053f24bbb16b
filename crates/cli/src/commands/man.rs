//! `shinpan man`: the manual page, made from the command line's own words.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::{Cli, ManArgs};

pub(crate) fn run(_: &ManArgs) -> Result<ExitCode> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    further(&command, &mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        writeln!(page, ".SH \"COMMAND {}\"", sub.get_name().to_uppercase())?;
        let man = Man::new(sub.clone().display_name(format!("shinpan {}", sub.get_name())));
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        further(sub, &mut page)?;
    }
    man.render_version_section(&mut page)?;
    super::print(&String::from_utf8_lossy(&page))?;
    Ok(ExitCode::SUCCESS)
}

/// What the help says after the options, such as exit statuses and examples, line by line as it stands there.
fn further(command: &clap::Command, page: &mut Vec<u8>) -> Result<()> {
    let Some(help) = command.get_after_long_help().or_else(|| command.get_after_help()) else {
        return Ok(());
    };
    writeln!(page, ".SH NOTES\n.nf")?;
    for line in help.to_string().lines() {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        // A line that begins so would be a request.
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        writeln!(page, "{guard}{line}")?;
    }
    writeln!(page, ".fi")?;
    Ok(())
}
