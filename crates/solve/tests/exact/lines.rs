//! Lines of best play end where the game does.

use std::sync::Arc;

use shinpan_board::{Board, Stone};
use shinpan_rules::{Game, Move, Ruleset, Setup, Status};
use shinpan_solve::{line, solve};
use shinpan_testkit::Dice;

use crate::nodes;

/// The states of a search need not know that a cycle has ended the game.
#[test]
fn a_line_ends_by_the_cycle_that_is_ruled_on() {
    let mut dice = Dice::new(5);
    let (mut cut, mut whole) = (0, 0);
    for rules in ["chinese", "long-cycle-1", "japanese-1989"] {
        let rules = Arc::new(Ruleset::builtin(rules).unwrap());
        for board in ["torus 3x1", "2x2", "1x4"] {
            let board = Arc::new(Board::parse(board).unwrap());
            for _ in 0..20 {
                let mut setup = Setup::empty(Arc::clone(&board), 2);
                let codes = board.points().map(|_| [0, 0, 1, 2][dice.roll(4)]);
                setup.stones = codes.filter_map(Stone::from_code).collect();
                let Ok(game) = Game::new(Arc::clone(&rules), &setup) else { continue };
                let found = solve(&game, &nodes(1_000_000)).line;
                let written = line(&game, &found);
                let mut played = game.clone();
                for made in &found[..written.len()] {
                    assert_eq!(*played.status(), Status::InPlay, "{written:?}");
                    played.play(*made).unwrap();
                }
                if written.len() < found.len() {
                    assert_ne!(*played.status(), Status::InPlay, "{written:?} of {found:?}");
                    cut += 1;
                }
                whole += usize::from(found.contains(&Move::Pass));
            }
        }
    }
    println!("{cut} cut off, {whole} with passes");
    assert!(cut > 0 && whole > 20, "{cut} cut off, {whole} with passes");
}
