//! Administrative commands: GTP 2, section 6.3.1.

use super::{Row, all, exactly, none};
use crate::session::{Session, Told};

pub(super) const COMMANDS: &[Row] = &[
    ("protocol_version", |_, arguments| none(arguments).map(|()| "2".to_owned())),
    ("name", |_, arguments| none(arguments).map(|()| "Shinpan".to_owned())),
    ("version", |_, arguments| none(arguments).map(|()| env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("quit", quit),
    // Listed so that clients know that the line `# interrupt` is understood.
    ("gogui-interrupt", |_, arguments| none(arguments).map(|()| String::new())),
];

fn known_command(_: &mut Session, arguments: &[&str]) -> Told {
    let [name] = exactly(arguments)?;
    Ok(all().any(|row| row.0 == name).to_string())
}

fn list_commands(_: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    Ok(all().map(|row| row.0).collect::<Vec<_>>().join("\n"))
}

fn quit(session: &mut Session, arguments: &[&str]) -> Told {
    none(arguments)?;
    session.quit = true;
    Ok(String::new())
}
