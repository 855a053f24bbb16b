//! A simple honest player.
//!
//! On a small board it asks the exact solver. Where that does not know, it plays the position out at
//! random some hundred times, and plays where that makes a difference.
//! It never fills an eye of its own, plays only what the referee allows, and passes when nothing is
//! to be gained; where dead stones have to be taken off by play, it takes them. After so many moves
//! that no game lasts as long, it passes always: so every game with it ends.

mod dice;
mod exact;
mod playout;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shinpan_board::{Board, Player as Side, Point, Position};
use shinpan_referee::{Action, Sitting};
use shinpan_rules::{DeadStones, Game, Move, Supply};

use dice::Dice;
use playout::{Playout, is_eye};

/// A simple honest player.
pub struct Player {
    dice: Dice,
    interrupt: Arc<AtomicBool>,
}

/// How much work a move is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many games are played out.
    pub playouts: u32,
    /// How many nodes the exact solver may look at on a small board; 0: it is not asked.
    pub nodes: u64,
}

/// What the player would do, and what it thinks of the position. None of it is a ruling.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The move.
    pub made: Move,
    /// For each point of the board and each player, in how many playouts it was his at the end.
    pub owned: Vec<Vec<u32>>,
    /// How many playouts there were.
    pub playouts: u32,
}

/// What playouts say of a first move.
#[derive(Clone, Copy, Default)]
struct Tried {
    sum: i64,
    count: i64,
}

impl Tried {
    fn add(&mut self, margin: i64) {
        self.sum += margin;
        self.count += 1;
    }

    /// The average margin in hundredths of a point.
    fn average(self) -> i64 {
        if self.count == 0 { i64::MIN } else { self.sum * 100 / self.count }
    }
}

impl Advice {
    /// Whether a point was this player's in nine of ten playouts.
    fn settled(&self, point: Point, player: usize) -> bool {
        self.owned[point.index()][player] * 10 >= self.playouts * 9
    }

    /// Whether a chain at this point was lost in most playouts.
    #[must_use]
    pub fn looks_dead(&self, position: &Position, point: Point) -> bool {
        let owner = position.stone(point).player();
        owner.is_some_and(|owner| self.owned[point.index()][owner.index()] * 2 < self.playouts)
    }
}

impl Player {
    /// The player whose random numbers come from this seed. `interrupt` ends its search.
    #[must_use]
    pub fn new(seed: u64, interrupt: Arc<AtomicBool>) -> Player {
        Player { dice: Dice::new(seed), interrupt }
    }

    /// What the player to move should do.
    pub fn advise(&mut self, sitting: &Sitting, effort: Effort) -> Advice {
        let game = sitting.game();
        let board: &Board = game.board();
        let mover = game.to_move();
        let playouts = effort.playouts.max(1);
        let mut first = vec![Tried::default(); board.len()];
        let half = playouts.div_ceil(2);
        let mut advice = self.survey(game, mover, half, &mut first);
        // A point is settled if it does not matter who plays next.
        let mut unused = vec![Tried::default(); board.len()];
        let other = self.survey(game, mover.next(game.players()), half, &mut unused);
        let settled = |point: Point| {
            Side::all(game.players()).find(|side| {
                advice.settled(point, side.index()) && other.settled(point, side.index())
            })
        };
        let too_long = 3 * board.len() + 60;
        if game.moves_made() - game.first_move() > too_long {
            return advice;
        }
        // The aim of a proof game is not its score.
        if sitting.trials().is_none()
            && let Some(best) = exact::best_move(game, effort.nodes, &self.interrupt)
        {
            advice.made = best;
            return advice;
        }
        let wanted = takes_off(sitting).then(|| dead_stones_liberties(game, settled));
        let position = game.position();
        let mut open: Vec<Point> = Vec::new();
        let mut last_resort: Vec<Point> = Vec::new();
        for point in game.legal() {
            if is_eye(board, position, point, mover) {
                continue;
            }
            if settled(point).is_none() {
                open.push(point);
            } else if wanted.as_ref().is_some_and(|wanted| wanted[point.index()]) {
                last_resort.push(point);
            }
        }
        let best = |points: &mut Vec<Point>| {
            points.sort_by_key(|point| std::cmp::Reverse(first[point.index()].average()));
        };
        best(&mut open);
        open.truncate(8);
        let share = (playouts / 10).max(8);
        let pass = self.try_out(game, Move::Pass, share);
        let tried = open.iter().map(|&point| (self.try_out(game, Move::Play(point), share), point));
        let chosen = tried.max_by_key(|&(value, _)| value);
        // A stone in one's own territory costs a point where territory is counted; a move that
        // settles nothing is worth a point of area, so the same bar serves for both.
        if let Some((value, point)) = chosen
            && value + 100 > pass
        {
            advice.made = Move::Play(point);
            return advice;
        }
        best(&mut last_resort);
        if let Some(&point) = last_resort.first() {
            advice.made = Move::Play(point);
        }
        advice
    }

    /// What playouts say of a position, whoever is to move; the move it holds is a pass.
    pub fn opinion(&mut self, game: &Game, playouts: u32) -> Advice {
        let mut first = vec![Tried::default(); game.board().len()];
        let half = playouts.div_ceil(2).max(1);
        let to_move = game.to_move();
        let mut advice = self.survey(game, to_move, half, &mut first);
        let other = self.survey(game, to_move.next(game.players()), half, &mut first);
        for (owned, more) in advice.owned.iter_mut().zip(&other.owned) {
            for (count, more) in owned.iter_mut().zip(more) {
                *count += more;
            }
        }
        advice.playouts += other.playouts;
        advice
    }

    /// Plays out from here, `mover` first; `first` learns how the games went in which he was the
    /// first to play on a point.
    fn survey(&mut self, game: &Game, mover: Side, playouts: u32, first: &mut [Tried]) -> Advice {
        let board: &Board = game.board();
        let mut owned = vec![vec![0; game.players()]; board.len()];
        let mut made = 0;
        while made < playouts {
            let mut playout = Playout::new(board, game.position().clone(), game.players(), mover);
            playout.ban = game.ko_point().filter(|_| mover == game.to_move());
            playout.run(&mut self.dice);
            let end = playout.end();
            let margin = end.margin(mover);
            for (point, owner) in end.owners.iter().enumerate() {
                if let Some(owner) = owner {
                    owned[point][owner.index()] += 1;
                }
            }
            for (point, by) in playout.first_plays.iter().enumerate() {
                if *by == Some(mover) {
                    first[point].add(margin);
                }
            }
            made += 1;
            if self.interrupt.load(Ordering::Relaxed) {
                break;
            }
        }
        Advice { made: Move::Pass, owned, playouts: made }
    }

    /// The average margin, in hundredths, of the games after this move.
    fn try_out(&mut self, game: &Game, made: Move, playouts: u32) -> i64 {
        let board: &Board = game.board();
        let mover = game.to_move();
        let mut tried = Tried::default();
        for _ in 0..playouts {
            let mut playout = Playout::new(board, game.position().clone(), game.players(), mover);
            playout.make(made);
            playout.run(&mut self.dice);
            tried.add(playout.end().margin(mover));
            if self.interrupt.load(Ordering::Relaxed) {
                break;
            }
        }
        tried.average()
    }
}

/// Whether dead stones stand against their captor unless he takes them off by play: there is no
/// agreement on them, this is play from the prisoners, or play was resumed over a dispute.
fn takes_off(sitting: &Sitting) -> bool {
    let game = sitting.game();
    game.ruleset().dead_stones == DeadStones::Stand
        || matches!(game.stage().supply, Supply::Prisoners { .. })
        || sitting.line().any(|action| matches!(action, Action::Request(_)))
}

/// The liberties of opposing chains that are the mover's, it is settled.
fn dead_stones_liberties(game: &Game, settled: impl Fn(Point) -> Option<Side>) -> Vec<bool> {
    let board: &Board = game.board();
    let (position, mover): (&Position, Side) = (game.position(), game.to_move());
    let mut wanted = vec![false; board.len()];
    for chain in position.chains(board) {
        let at = chain[0];
        let theirs = position.stone(at).player().is_some_and(|owner| owner != mover);
        if theirs && settled(at) == Some(mover) {
            for point in position.liberties(board, at) {
                wanted[point.index()] = true;
            }
        }
    }
    wanted
}
