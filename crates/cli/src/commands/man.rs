//! `shinpan man`: the manual page, made from the command line's own words.

use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory;

use crate::args::{Cli, ManArgs};

pub(crate) fn run(_: &ManArgs) -> Result<ExitCode> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let man =
            clap_mangen::Man::new(sub.clone().display_name(format!("shinpan {}", sub.get_name())));
        page.extend_from_slice(
            format!(".SH \"COMMAND {}\"\n", sub.get_name().to_uppercase()).as_bytes(),
        );
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    super::print(&String::from_utf8_lossy(&page))?;
    Ok(ExitCode::SUCCESS)
}
