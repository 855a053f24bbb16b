//! What is proven of starts of small boards, held against what the tables say and what is proven without their answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::Board;
use shinpan_rules::{Move, Ruleset};

use super::*;
use crate::endgame;
use crate::loopy::Solved;
use crate::starts::{near_its_value, start};

/// Every so-manieth position of a board, either to move, from `main` and from the resolution, at the komi of its value under variant 1 and half
/// a point to both sides: how many there are, and of how many the value is proven by the answers of the table. Of the others it is proven by what is
/// left of the board, which is all of it.
fn starts(spec: &str, every: usize, ko_ban: &str) -> (usize, usize) {
    let never = AtomicBool::new(false);
    let limits = Limits { nodes: u64::MAX, memory: 1 << 30, stop: &never, progress: &|_| {} };
    let board = Arc::new(Board::parse(spec).unwrap());
    let field = Field::<u32>::new(&board).unwrap();
    let rules = |name: &str| {
        let mut rules = Ruleset::builtin(name).unwrap();
        shinpan_rules::set_option(&mut rules, "ko_ban", ko_ban).unwrap();
        Arc::new(rules)
    };
    let (first, rules) = (rules("long-cycle-1"), rules("long-cycle-3"));
    let all = Solved::of(&field, &LoopyRules::of(&first).unwrap(), &limits).unwrap();
    let mut asked =
        Asked::of(&field, &LoopyRules::before_proofs(&rules).unwrap(), &limits).unwrap();
    let (mut compared, mut exact) = (0, 0);
    let all_starts = all.positions().step_by(every).flat_map(|stones| [(stones, 0), (stones, 1)]);
    for (stones, to_move) in all_starts {
        let base = start(&first, &board, stones, to_move);
        let bounds = all.bounds(&base);
        for halves in -1..=1 {
            let mut game = near_its_value(&base, &rules, &board, bounds, halves);
            for phase in ["main", "resolution"] {
                let drawn = base.position().diagram(&board);
                let told = format!("{spec} {ko_ban} {drawn:?} {to_move} {halves} {phase}");
                let found = solve(&game, &limits, None).unwrap().value;
                let settled =
                    endgame::solve_before_proofs(&game, None, &limits, None).unwrap().value;
                let (least, most) = found.bounds();
                let (low, high) = settled.bounds();
                assert!(low <= most && least <= high, "{told}: {found:?} {settled:?}");
                compared += 1;
                exact += usize::from(least == most);
                let (least, most) = (least.max(low), most.min(high));
                assert_eq!(least, most, "{told}");
                assert!(asked.at_least(&game, true, least, &limits), "at least: {told}");
                assert!(asked.at_least(&game, false, most.contrary(), &limits), "at most: {told}");
                game.play(Move::Pass).unwrap();
                game.play(Move::Pass).unwrap();
            }
        }
    }
    (compared, exact)
}

/// Of most the table alone is enough.
fn all_are_proven(boards: &[(&str, usize)]) {
    for &(spec, every) in boards {
        for ko_ban in ["stands", "lifted"] {
            let (compared, exact) = starts(spec, every, ko_ban);
            println!("{spec} {ko_ban}: {exact} of {compared}");
            assert!(exact * 5 >= compared * 4, "{spec} {ko_ban}: {exact} of {compared}");
        }
    }
}

#[test]
fn values_of_starts_are_proven() {
    let boards = [("1x3", 1), ("1x4", 1), ("2x2", 1), ("1x5", 3), ("1x6", 23), ("2x3", 19)];
    all_are_proven(&boards);
}

/// All of the same starts, and some of a larger board.
#[test]
#[ignore = "minutes"]
fn values_of_all_starts_are_proven() {
    all_are_proven(&[("1x5", 1), ("1x6", 1), ("2x3", 1), ("1x7", 10), ("2x4", 50)]);
}
