//! Any lines to a GTP session: each is answered in the protocol's form, and what stands is sound.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan_gtp::{Effort, Options, Session, parse_command, parse_response};

/// Commands that open the files they are told, or let a move take a million games.
const LEFT_OUT: [&str; 4] = ["loadsgf", "printsgf", "kata-set-param", "shinpan-param"];

fuzz_target!(|text: &str| {
    let options =
        Options { size: (5, 5), effort: Effort { playouts: 2, nodes: 100 }, ..Options::default() };
    let mut session = Session::new(options).expect("a session");
    for line in text.lines().take(60) {
        let name = parse_command(line).map(|command| command.name).unwrap_or_default();
        if LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        let Some(answer) = session.answer(line) else { continue };
        let body = answer.text.strip_suffix("\n\n").expect("an empty line ends an answer");
        assert!(!body.contains("\n\n") && body.starts_with(['=', '?']), "{body}");
        parse_response(body).expect("an answer that can be read");
        let game = session.sitting().game();
        game.position().validate(game.board()).expect("a sound position");
        if answer.quit || game.board().len() > 81 {
            break;
        }
    }
});
