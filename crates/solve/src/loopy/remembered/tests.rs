//! What is told whatever stood, held against plain search and against games by dice.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan_board::Board;
use shinpan_rules::Ruleset;
use shinpan_testkit::Dice;

use super::*;
use crate::compact::{Field, Mask, WHITE};
use crate::limits::Limits;
use crate::loopy::graph::Positions;
use crate::loopy::then_superko;
use crate::plain::solve_plain;
use crate::starts::start;

static NEVER: AtomicBool = AtomicBool::new(false);

fn limits(nodes: u64) -> Limits<'static> {
    Limits { nodes, memory: 64 << 20, stop: &NEVER, progress: &|_| {} }
}

fn long_cycle_2() -> Arc<Ruleset> {
    Arc::new(Ruleset::builtin("long-cycle-2").unwrap())
}

/// Plain search follows all that stood.
#[test]
fn bounds_hold_by_plain_search() {
    let (rules, board) = (long_cycle_2(), Arc::new(Board::parse("3x1").unwrap()));
    let field = Field::<u32>::new(&board).unwrap();
    let mut found = 0;
    for stones in Positions::of(&field).stones {
        for to_move in [BLACK, WHITE] {
            let game = start(&rules, &board, stones, to_move);
            let Some(plain) = solve_plain(&game, &limits(20_000)).value.exact() else { continue };
            let value = then_superko::solve(&game, &limits(u64::MAX)).unwrap().value;
            assert_eq!(value.exact(), Some(plain), "{stones:?} {to_move}");
            found += 1;
        }
    }
    assert!(found > 10, "{found}");
}

/// `cargo test --release -p shinpan-solve --lib a_line_of_four_by_plain_search -- --ignored`
#[test]
#[ignore = "half a minute where the code is optimized"]
fn a_line_of_four_by_plain_search() {
    let board = Arc::new(Board::parse("4x1").unwrap());
    let game = start(&long_cycle_2(), &board, Stones::default(), BLACK);
    let plain = solve_plain(&game, &limits(u64::MAX)).value;
    assert_eq!(then_superko::solve(&game, &limits(u64::MAX)).unwrap().value, plain);
}

/// Superko on a board, with positions that keep one player or both from plays: the margin by looking at all moves, `None` if that
/// takes too long.
struct Plain<'a> {
    field: &'a Field<u32>,
    history: Vec<(Stones<u32>, [bool; 2])>,
    left: u32,
}

impl Plain<'_> {
    fn margin(&mut self, stones: Stones<u32>, to_move: usize, passed: bool) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        let passed_on = match passed {
            true => stones.margin(self.field),
            false => self.margin(stones, 1 - to_move, true)?,
        };
        let mut margins = vec![passed_on];
        for point in (self.field.all & !stones.taken()).points() {
            let placed = stones.place(self.field, point, to_move);
            let next = placed.stones;
            let banned = |&(past, binds): &(Stones<u32>, [bool; 2])| past == next && binds[to_move];
            if !placed.lost.any() && !self.history.iter().any(banned) {
                self.history.push((next, [true; 2]));
                let margin = self.margin(next, 1 - to_move, false);
                self.history.pop();
                margins.push(margin?);
            }
        }
        if to_move == BLACK { margins.into_iter().max() } else { margins.into_iter().min() }
    }
}

/// What keeps one player from plays, and not the other.
#[test]
fn superko_that_binds_one_player_agrees_with_all_moves() {
    let rules = long_cycle_2();
    let (_, superko, remembers) = LoopyRules::before_superko(&rules).unwrap();
    let mut dice = Dice::new(145);
    let [mut looked_at, mut bound] = [0; 2];
    for spec in ["3x1", "4x1", "2x2"] {
        let board = Board::parse(spec).unwrap();
        let field = Field::<u32>::new(&board).unwrap();
        let all = Positions::of(&field).stones;
        let limits = limits(u64::MAX);
        let mut later = Later::new(&field, &superko, &limits, remembers);
        let mut budget = Budget::new(&limits);
        for _ in 0..400 {
            let stones = all[dice.roll(all.len())];
            let to_move = dice.roll(2);
            let player = dice.roll(2);
            let stood: Vec<(Stones<u32>, [bool; 2])> = (0..dice.roll(12))
                .map(|_| {
                    let both = dice.chance(4);
                    let turn = &field.symmetries[dice.roll(field.symmetries.len())];
                    let past = turn.position(all[dice.roll(all.len())]);
                    (past, [both || player == BLACK, both || player == WHITE])
                })
                .collect();
            let margin = |history: &[(Stones<u32>, [bool; 2])]| {
                let history = history.iter().copied().chain([(stones, [true; 2])]).collect();
                Plain { field: &field, history, left: 20_000 }.margin(stones, to_move, false)
            };
            let Some(plain) = margin(&stood) else { continue };
            looked_at += 1;
            let both: Vec<_> = stood.iter().map(|&(past, _)| (past, [true; 2])).collect();
            bound += u32::from(margin(&both).is_some_and(|margin| margin != plain));
            let begins = State { stones, to_move, passed: false, ban: None };
            let past: Vec<Past<u32>> =
                stood.iter().map(|&(stones, binds)| Past { binds, ..later.past(stones) }).collect();
            for level in -4..=4 {
                let keeps = later.keeps(begins, &past, (player, level), &mut budget).unwrap();
                let level = i32::from(level);
                let expected = if player == BLACK { plain >= level } else { plain <= level };
                assert_eq!(
                    keeps.is_ok(),
                    expected,
                    "{spec} {stones:?} {to_move} {stood:?} {level}"
                );
            }
        }
    }
    assert!(looked_at > 300 && bound > 10, "{looked_at} {bound}");
}

/// Games by dice in which one player keeps to his answers: what has stood is among what may have stood.
#[test]
fn what_stood_may_have_stood() {
    let rules = long_cycle_2();
    let (loopy, superko, remembers) = LoopyRules::before_superko(&rules).unwrap();
    let mut dice = Dice::new(7);
    let (mut ends, mut supposed) = (0, 0);
    for spec in ["4x1", "2x2", "5x1", "3x2"] {
        let board = Board::parse(spec).unwrap();
        let field = Field::<u32>::new(&board).unwrap();
        let limits = limits(u64::MAX);
        let mut budget = Budget::new(&limits);
        let graph = Graph::new(&field, limits.memory).unwrap();
        let known =
            Later::new(&field, &superko, &limits, remembers).ends(&graph, &mut budget).unwrap();
        let values = Values::with_ends(graph, &loopy, known, &mut budget).unwrap();
        let (after, pins) = (after(&values, &loopy), Pins::none(1));
        for player in [BLACK, WHITE] {
            let first =
                State { stones: Stones::default(), to_move: BLACK, passed: false, ban: None };
            let found =
                shown(&values, &loopy, &after, player, (0, first), &pins, &mut budget).unwrap();
            let mut way = found.unwrap().way;
            let come = Come::of(&mut way, first, &mut budget).unwrap();
            for _ in 0..60 {
                let (mut state, mut stood) = (first, vec![first.stones]);
                for _ in 0..40 {
                    let moves = way.moves(0, state, &mut budget).unwrap();
                    let (_, next) = moves[dice.roll(moves.len())];
                    let Some(next) = next else {
                        let end = come.states.iter().position(|&met| met == state).unwrap();
                        assert!(come.ends.contains(&end));
                        let stands = |at: usize| stood.contains(&come.positions[at]);
                        // Without a position that did not stand all the same.
                        let not: Vec<usize> =
                            (0..come.positions.len()).filter(|&at| !stands(at)).take(1).collect();
                        for without in [&[][..], &not] {
                            let may = come.may_have_stood(end, without, &mut budget).unwrap();
                            let has = |past| may.iter().any(|&at| come.positions[at] == past);
                            assert!(
                                stood.iter().all(|&past| has(past)),
                                "{spec} {stood:?} {may:?}"
                            );
                            supposed += u32::from(may.len() < come.positions.len());
                        }
                        ends += 1;
                        break;
                    };
                    state = next;
                    stood.push(state.stones);
                }
            }
        }
    }
    assert!(ends > 100 && supposed > 100, "{ends} {supposed}");
}
