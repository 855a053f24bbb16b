//! The files of `regress/`: commands, and below a command with a number what it has to answer. The
//! form is that of gogui-regress, which runs them too.

use std::sync::Arc;

use regex_lite::Regex;
use shinpan_referee::Prover;

use super::{say, session};

const FILES: [(&str, &str); 5] = [
    ("lasker-maas", include_str!("regress/lasker-maas.tst")),
    ("kee", include_str!("regress/kee.tst")),
    ("table", include_str!("regress/table.tst")),
    ("agreement", include_str!("regress/agreement.tst")),
    ("commands", include_str!("regress/commands.tst")),
];

/// `loadsgf` needs a file, and `quit` ends the session: tests of their own have them.
#[test]
fn the_files_ask_for_every_command() {
    let mut session = session("chinese", (9, 9), 1);
    let listed = say(&mut session, "list_commands");
    let lines = || FILES.iter().flat_map(|(_, text)| text.lines());
    let asked =
        |command: &str| lines().any(|line| line.split(' ').take(2).any(|word| word == command));
    let missing: Vec<&str> = listed
        .split_whitespace()
        .filter(|command| !["=", "loadsgf", "quit"].contains(command) && !asked(command))
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn the_regress_files_are_answered_as_they_say() {
    for (file, text) in FILES {
        let mut session = session("chinese", (9, 9), 1);
        session.set_analyst(Arc::new(Prover::default()));
        let (mut asked, mut told) = (String::new(), String::new());
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(pattern) = line.strip_prefix("#? [") {
                let pattern = pattern.trim_end_matches('*').strip_suffix(']').unwrap();
                let (not, pattern) = match pattern.strip_prefix('!') {
                    Some(pattern) => (true, pattern),
                    None => (false, pattern),
                };
                assert!(!told.starts_with('?'), "{file}: {asked}: {told}");
                let matches = Regex::new(&format!("^(?:{pattern})$")).unwrap().is_match(&told);
                assert!(matches != not, "{file}: {asked}: {told}");
            } else if !line.starts_with('#') {
                line.clone_into(&mut asked);
                let answer = say(&mut session, line);
                // The number is repeated.
                let number = line.split(' ').next().filter(|n| n.parse::<u32>().is_ok());
                told = match number {
                    Some(n) => answer.replacen(n, "", 1).trim_start().to_owned(),
                    None => answer,
                };
                let plain = number.is_none();
                assert!(!plain || !told.starts_with('?'), "{file}: {line}: {told}");
            }
        }
    }
}
