//! What is taught, against all moves.

use std::collections::HashMap;

use shinpan_board::Board;

use super::Lessons;
use crate::ground::Ground;
use crate::local::tests::{all_decided_is_so, wins};
use crate::local::{ANY, Extent, Local, Outlook};
use crate::windows::tests::{some_positions, state};
use crate::zone::Elsewhere;

/// Chains of a board by dice are read in parts of several sizes, each taught what was found before. Nothing is decided that is not so. Answers how
/// many readings were taught anything, and how many of these looked at fewer states than without.
fn any_lessons(board: &Board, seed: u64) -> (usize, usize) {
    let ground = Ground::<1>::of(board).expect("a small board");
    let (mut taught, mut sooner) = (0, 0);
    for codes in some_positions(board, 80, seed) {
        let state = state(&ground, board, &codes);
        let mut lessons = Lessons::default();
        for points in [4, 6, 8] {
            let mut rest = state.stones[0];
            while let Some(stone) = rest.first() {
                let goal = ground.component(stone, &state.stones[0]);
                rest = rest.without(&goal);
                let extent = Extent { points, along: true };
                let part = || Local::around(&ground, &state, 0, &goal, &Elsewhere::NONE, extent);
                let (mut alone, mut pupil) = (part(), part());
                lessons.teach(&mut pupil);
                let known: usize = pupil.reader.taught();
                let read = |part: &mut Local<1>| part.read(&state, (100_000, ANY), &|| false);
                let outlook = read(&mut pupil);
                assert_eq!(outlook, read(&mut alone), "{codes:?} {stone} {points}");
                let stones = pupil.stones(&state);
                let mut all = HashMap::new();
                let plain = wins(&pupil.reader.layout, &stones, false, &mut all);
                assert_eq!(outlook == Outlook::Won, plain, "{codes:?} {stone} {points}");
                all_decided_is_so(&pupil.reader, &mut all);
                taught += usize::from(known > 0);
                sooner += usize::from(known > 0 && pupil.reader.kept() < alone.reader.kept());
                lessons.note(&pupil);
            }
        }
    }
    (taught, sooner)
}

#[test]
fn what_one_part_teaches_another_is_so() {
    for ((columns, rows), seed) in [((4, 3), 3), ((5, 3), 11), ((4, 4), 5)] {
        let board = Board::rectangle(columns, rows).expect("a board");
        let (taught, sooner) = any_lessons(&board, seed);
        assert!(taught > 20 && sooner > 10, "{columns}x{rows}: {taught} {sooner}");
    }
}
