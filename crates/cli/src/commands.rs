//! One file for each command.

pub(crate) mod batch;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod fill_in;
pub(crate) mod gtp;
pub(crate) mod judge;
pub(crate) mod life;
pub(crate) mod man;
pub(crate) mod match_games;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod render;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod solve;

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;

use crate::show::plain;

/// Writes a JSON value on one line of standard output.
fn print_json(value: &impl serde::Serialize) -> Result<()> {
    let mut out = std::io::stdout().lock();
    // As an IO error, so that a reader who has stopped reading is known for one.
    serde_json::to_writer(&mut out, value).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Writes a list as a JSON object with one field.
fn print_list(name: &str, list: &[impl serde::Serialize]) -> Result<()> {
    print_json(&BTreeMap::from([(name, list)]))
}

/// Writes text to standard output, with colours only on a terminal.
fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a file that was asked for.
fn write_file(path: &std::path::Path, content: impl AsRef<[u8]>) -> Result<()> {
    std::fs::write(path, content)
        .map_err(|fault| anyhow::anyhow!("{}: could not be written: {fault}", path.display()))
}

/// Writes a line to standard error; that nobody may be reading there is no fault.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Tells a fault: its first 8000 characters, for it may quote a word of the command line.
pub(crate) fn tell_error(fault: &anyhow::Error) {
    const MOST: usize = 8000;
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let mut told = plain(&format!("{fault:#}"));
    if let Some((end, _)) = told.char_indices().nth(MOST) {
        told.replace_range(end.., "…");
    }
    tell(&format!("{style}error{style:#}: {told}"));
}
