//! Sittings: how many acts a second, and how much memory ten thousand of them take.
//!
//! `cargo bench -p shinpan-referee --bench table`

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::alloc::System;
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use shinpan_board::{Board, Position};
use shinpan_referee::{Action, Record, Sitting};
use shinpan_rules::{Move, Ruleset, Setup};
use shinpan_testkit::Dice;

/// Counts what is allocated: divan prints it beside the times.
#[global_allocator]
static ALLOCATOR: AllocProfiler<System> = AllocProfiler::new(System);

const RULES: [&str; 5] = ["lasker-maas", "long-cycle-1", "kee", "japanese-1989", "chinese"];

fn main() {
    divan::main();
}

fn sit_down(rules: &str, side: usize) -> Sitting {
    let rules = Arc::new(Ruleset::read(rules).unwrap().ruleset);
    let board = Arc::new(Board::rectangle(side, side).unwrap());
    Sitting::new(rules, &Setup::empty(board, 2)).unwrap()
}

/// So many acts of a random game: legal moves, now and then a proposal that is declined and an
/// undo that is agreed on.
fn acts(rules: &str, side: usize, moves: usize) -> Vec<Action> {
    let mut dice = Dice::new(7);
    let mut sitting = sit_down(rules, side);
    while sitting.log().len() < moves {
        let game = sitting.game();
        let player = game.to_move();
        let points: Vec<_> = game
            .board()
            .points()
            .filter(|&point| Position::stone(game.position(), point).is_empty())
            .collect();
        let act = match dice.roll(40) {
            0 => Action::Undo(None, None),
            1 => Action::Undo(Some(player), None),
            2 => Action::Decline(player.next(2)),
            _ => match points.get(dice.roll(points.len().max(1))) {
                Some(&point) => Action::Move(player, Move::Play(point)),
                None => Action::Move(player, Move::Pass),
            },
        };
        let _ = sitting.act(&act);
    }
    sitting.log().to_vec()
}

/// Acts alone.
#[divan::bench(args = RULES)]
fn acts_19x19(bencher: Bencher<'_, '_>, rules: &str) {
    let acts = acts(rules, 19, 300);
    let start = sit_down(rules, 19);
    bencher.counter(ItemsCount::new(acts.len())).bench_local(|| {
        let mut sitting = start.clone();
        for act in &acts {
            sitting.act(act).unwrap();
        }
        assert_eq!(sitting.log().len(), acts.len());
        sitting
    });
}

/// Acts with their events as JSON, as an interface sends them.
#[divan::bench(args = RULES)]
fn events_19x19(bencher: Bencher<'_, '_>, rules: &str) {
    let acts = acts(rules, 19, 300);
    let start = sit_down(rules, 19);
    bencher.counter(ItemsCount::new(acts.len())).bench_local(|| {
        let mut sitting = start.clone();
        let mut bytes = 0;
        for act in &acts {
            bytes += serde_json::to_string(&sitting.enact(act).unwrap()).unwrap().len();
        }
        assert!(bytes > acts.len() * 50);
        sitting
    });
}

/// A journal of 300 events read and done anew.
#[divan::bench(args = RULES)]
fn journal_19x19(bencher: Bencher<'_, '_>, rules: &str) {
    let acts = acts(rules, 19, 300);
    let mut sitting = sit_down(rules, 19);
    let mut journal = format!("{}\n", sitting.opening().unwrap());
    for act in &acts {
        journal += &format!("{}\n", serde_json::to_string(&sitting.enact(act).unwrap()).unwrap());
    }
    bencher.counter(ItemsCount::new(acts.len())).bench_local(|| {
        let again = Record::read(journal.as_bytes(), 1, &[]).unwrap().sit_down().unwrap();
        assert_eq!(again.log(), sitting.log());
    });
}

/// Ten thousand open sittings of 100 acts each: the memory is what is left allocated at the end.
#[divan::bench(args = [9, 19], sample_count = 1, sample_size = 1)]
fn ten_thousand_open(bencher: Bencher<'_, '_>, side: usize) {
    let acts = acts("lasker-maas", side, 100);
    let start = sit_down("lasker-maas", side);
    bencher.counter(ItemsCount::new(10_000 * acts.len())).bench_local(|| {
        let open: Vec<Sitting> = (0..10_000)
            .map(|_| {
                let mut sitting = start.clone();
                for act in &acts {
                    sitting.act(act).unwrap();
                }
                sitting
            })
            .collect();
        assert_eq!(open.len(), 10_000);
        open
    });
}
