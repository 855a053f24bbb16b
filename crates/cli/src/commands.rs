//! One file for each command.

pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod judge;
pub(crate) mod man;
pub(crate) mod perft;
pub(crate) mod render;
pub(crate) mod rules;

use std::io::Write;

use anyhow::Result;

/// Writes a JSON value on one line of standard output.
fn print_json(value: &impl serde::Serialize) -> Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Writes text to standard output, with colours only on a terminal.
fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
