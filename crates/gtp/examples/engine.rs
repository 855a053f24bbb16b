//! The smallest program that speaks GTP: a session over standard input and output.
//!
//! `cargo run --release -p shinpan-gtp --example engine`

use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;

use shinpan_gtp::{Options, Session, serve};

fn main() -> ExitCode {
    let served = Session::new(Options::default()).and_then(|mut session| {
        serve(&mut session, BufReader::new(stdin()), &mut stdout().lock())
            .map_err(|fault| fault.to_string())
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
