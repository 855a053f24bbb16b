//! The counts in `perft/`, from the fast engine and from its literal twin.
//!
//! One file for each ruleset; a line is a board and the number of move sequences of each length from
//! 0 on. `UPDATE_PERFT=1` writes the files anew from the twin.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use shinpan_board::Board;
use shinpan_rules::{Game, Setup, builtin, perft};
use shinpan_testkit::literal;

/// The boards, with how deep the engine and the twin go.
const BOARDS: [(&str, usize, usize); 7] = [
    ("1x1", 10, 10),
    ("2x1", 12, 12),
    ("3x1", 9, 8),
    ("2x2", 7, 6),
    ("3x2", 5, 5),
    ("3x3", 4, 4),
    ("torus 3x2", 4, 4),
];

#[test]
fn counts_are_those_of_the_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../perft");
    let update = std::env::var_os("UPDATE_PERFT").is_some();
    for ruleset in builtin() {
        let id = ruleset.id.clone();
        let ruleset = Arc::new(ruleset);
        let mut text =
            format!("# Move sequences under {id}, by length: `shinpan perft` counts them.\n");
        for (spec, deep, literal_deep) in BOARDS {
            let setup = Setup::empty(Arc::new(Board::parse(spec).unwrap()), 2);
            let game = Game::new(Arc::clone(&ruleset), &setup).unwrap();
            let counts = perft(&game, deep);
            let twin = shinpan_twin::perft(&literal(&setup, &id, &[]), literal_deep);
            assert_eq!(counts[..=literal_deep], twin, "{id} on {spec}");
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            writeln!(text, "{spec}: {}", counts.join(" ")).unwrap();
        }
        let path = folder.join(format!("{id}.perft"));
        if update {
            std::fs::write(&path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept, text, "{} (UPDATE_PERFT=1 writes it)", path.display());
    }
}
