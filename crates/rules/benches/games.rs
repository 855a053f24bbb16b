//! Games played to the end: random ones with and without superko, and a real one.
//!
//! Random games choose uniformly among the legal plays that do not fill an own one-point eye, pass
//! when there is none, and end with two passes or after 3 moves a point. Each bench asserts how many
//! moves its seeds make, so that what is timed is what is meant.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use shinpan_board::{Board, Player, Point, Position};
use shinpan_rules::{Game, Move, Ruleset, Setup, Status};

fn main() {
    divan::main();
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * sides as u64) >> 32) as usize
    }
}

/// The empty points, kept from move to move.
struct Empties {
    points: Vec<Point>,
    places: Vec<usize>,
}

impl Empties {
    fn of(board: &Board) -> Empties {
        Empties { points: board.points().collect(), places: (0..board.len()).collect() }
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.points.swap(one, other);
        self.places[self.points[one].index()] = one;
        self.places[self.points[other].index()] = other;
    }

    fn remove(&mut self, point: Point) {
        let last = self.points.len() - 1;
        self.swap(self.places[point.index()], last);
        self.points.pop();
    }

    /// Adds the points of removed stones in the board's order: in which order an engine takes them off
    /// has no bearing on the choices that follow.
    fn add(&mut self, removed: &[(Point, Player)]) {
        let from = self.points.len();
        self.points.extend(removed.iter().map(|&(point, _)| point));
        self.points[from..].sort_unstable();
        for place in from..self.points.len() {
            self.places[self.points[place].index()] = place;
        }
    }

    /// Chooses uniformly among the points that pass, trying them in random order.
    fn choose(&mut self, dice: &mut Dice, mut passes: impl FnMut(Point) -> bool) -> Option<Point> {
        for left in (1..=self.points.len()).rev() {
            let at = dice.roll(left);
            if passes(self.points[at]) {
                return Some(self.points[at]);
            }
            self.swap(at, left - 1);
        }
        None
    }
}

/// A random game under a ruleset, with all of its bans; the number of moves.
fn random_game(start: &Game, dice: &mut Dice) -> u64 {
    let mut game = start.clone();
    let board = Arc::clone(game.board());
    let mut empties = Empties::of(&board);
    let cap = 3 * board.len();
    while *game.status() == Status::InPlay && game.moves_made() < cap {
        let mover = game.to_move();
        let chosen = empties.choose(dice, |point| {
            !game.position().is_enclosed(&board, point, mover) && game.is_legal(point)
        });
        let played = game.play(chosen.map_or(Move::Pass, Move::Play)).unwrap();
        if let Some(point) = chosen {
            empties.remove(point);
            empties.add(&played.removed);
        }
    }
    game.moves_made() as u64
}

/// The same on the bare board: suicide and the immediate retaking of a ko are refused, nothing else
/// is remembered.
fn random_bare(board: &Board, dice: &mut Dice) -> u64 {
    let mut position = Position::empty(board);
    let mut empties = Empties::of(board);
    let (mut moves, mut passes, mut mover, mut ko) = (0, 0, Player::BLACK, None);
    while passes < 2 && moves < 3 * board.len() as u64 {
        let chosen = empties.choose(dice, |point| {
            ko != Some(point)
                && !position.is_enclosed(board, point, mover)
                && !position.is_suicide(board, point, mover)
        });
        passes += 1;
        ko = None;
        if let Some(point) = chosen {
            passes = 0;
            if position.place(board, point, mover).captured == 1 {
                ko = position.retake(board, point);
            }
            empties.remove(point);
            empties.add(position.removed());
        }
        moves += 1;
        mover = mover.next(2);
    }
    moves
}

fn game(rules: &str, size: usize) -> Game {
    let board = Arc::new(Board::rectangle(size, size).unwrap());
    let ruleset = Ruleset::read(rules).unwrap().ruleset;
    Game::new(Arc::new(ruleset), &Setup::empty(board, 2)).unwrap()
}

const GAMES: u64 = 20;

fn bench_random(bencher: Bencher<'_, '_>, rules: &str, size: usize) {
    let start = game(rules, size);
    let play = || {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        (0..GAMES).map(|_| random_game(&start, &mut dice)).sum::<u64>()
    };
    let moves = play();
    bencher.counter(ItemsCount::new(moves)).bench(|| assert_eq!(play(), moves));
}

/// Positional superko over the whole game.
#[divan::bench(args = [9, 19])]
fn random_superko(bencher: Bencher<'_, '_>, size: usize) {
    bench_random(bencher, "chinese-ogs", size);
}

/// Basic ko, cycles looked for.
#[divan::bench(args = [9, 19])]
fn random_basic_ko(bencher: Bencher<'_, '_>, size: usize) {
    bench_random(bencher, "chinese", size);
}

/// Kee: superko since the last pass.
#[divan::bench(args = [9, 19])]
fn random_kee(bencher: Bencher<'_, '_>, size: usize) {
    bench_random(bencher, "kee", size);
}

/// The board alone, without rules or history.
#[divan::bench(args = [9, 19])]
fn random_bare_board(bencher: Bencher<'_, '_>, size: usize) {
    let board = Board::rectangle(size, size).unwrap();
    let play = || {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        (0..GAMES).map(|_| random_bare(&board, &mut dice)).sum::<u64>()
    };
    let moves = play();
    bencher.counter(ItemsCount::new(moves)).bench(|| assert_eq!(play(), moves));
}
