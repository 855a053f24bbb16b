//! Random endgames: walls of both players with two eyes each, and points between them that are left.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Position, Stone};
use shinpan_rules::Setup;

use crate::dice::Dice;

/// An endgame on a settled board.
pub struct Endgame {
    /// The position, and who is to move.
    pub setup: Setup,
    /// In how many places its open points were laid; places may touch.
    pub places: usize,
    /// How many of the open points are empty.
    pub empty: usize,
}

/// An endgame on a board from 7x7 to 19x19 with so many open points (up to 20): points that are empty or whose stones are not
/// joined to a wall. The same numbers give the same one.
///
/// # Panics
/// Never: the boards are within bounds.
pub fn endgame(dice: &mut Dice, open: usize) -> Endgame {
    loop {
        if let Some(found) = thrown(dice, open) {
            return found;
        }
    }
}

fn thrown(dice: &mut Dice, open: usize) -> Option<Endgame> {
    let side = 7 + dice.roll(13);
    let board = Arc::new(Board::rectangle(side, side).expect("within bounds"));
    let places = [1, 1, 2, 3][dice.roll(4)].min(open);
    let points = open + dice.roll(5);
    let left = laid(&board, dice, places, points);
    let mut stones = halves(&board, dice, left.first().copied()?);
    for player in Player::all(2) {
        let own = stones_of(&board, &stones, player, &left);
        let first = own.first().copied()?;
        // All of his half is one wall.
        if chain(&board, &stones, first, &left).len() != own.len() {
            return None;
        }
        let wall = of(player);
        let inside = |point: &&Point| {
            board
                .neighbours(**point)
                .all(|next| stones[next.index()] == wall && !left.contains(&next))
        };
        let eyes: Vec<Point> = own.iter().filter(inside).copied().collect();
        let [one, other] = [0; 2].map(|_| eyes.get(dice.roll(eyes.len().max(1))).copied());
        let (one, other) = (one?, other?);
        if one == other || board.neighbours(one).any(|next| next == other) {
            return None;
        }
        stones[one.index()] = Stone::EMPTY;
        stones[other.index()] = Stone::EMPTY;
        if chain(&board, &stones, *own.iter().find(|point| ![one, other].contains(point))?, &left)
            .len()
            + 2
            != own.len()
        {
            return None;
        }
    }
    let walled: Vec<Stone> = stones.clone();
    let loose = dice.roll(4);
    for &point in &left {
        let player = if dice.chance(2) { Player::BLACK } else { Player::WHITE };
        stones[point.index()] = if dice.roll(6) < loose { of(player) } else { Stone::EMPTY };
    }
    let position = Position::from_stones(&board, 2, &stones).ok()?;
    let joined = |point: Point| {
        let wall = |stone: Point| !left.contains(&stone) && walled[stone.index()] != Stone::EMPTY;
        stones[point.index()] != Stone::EMPTY && position.chain(point).any(wall)
    };
    let empty = left.iter().filter(|point| stones[point.index()] == Stone::EMPTY).count();
    if left.iter().filter(|&&point| !joined(point)).count() != open {
        return None;
    }
    let to_move = if dice.chance(2) { Player::BLACK } else { Player::WHITE };
    let setup = Setup { stones, to_move, ..Setup::empty(board, 2) };
    Some(Endgame { setup, places, empty })
}

/// So many points in so many places, of forms between lines and squares.
fn laid(board: &Board, dice: &mut Dice, places: usize, points: usize) -> Vec<Point> {
    let any = |dice: &mut Dice| board.point(dice.roll(board.len())).expect("within bounds");
    let mut left: Vec<Point> = Vec::new();
    for place in 0..places {
        let first = any(dice);
        let until = points * (place + 1) / places;
        let square = dice.chance(2);
        if !left.contains(&first) {
            left.push(first);
        }
        let begun = left.len() - 1;
        while left.len() < until {
            let from = left[begun + dice.roll(left.len() - begun)];
            let next: Vec<Point> =
                board.neighbours(from).filter(|next| !left.contains(next)).collect();
            if next.is_empty() {
                // A place that is shut in.
                if left[begun..]
                    .iter()
                    .all(|&from| board.neighbours(from).all(|next| left.contains(&next)))
                {
                    break;
                }
                continue;
            }
            let next = next[dice.roll(next.len())];
            let beside = board.neighbours(next).filter(|near| left.contains(near)).count();
            if !square || beside > 1 || dice.chance(4) {
                left.push(next);
            }
        }
    }
    left
}

/// A stone on each point: Black's on one side of a line near a point, White's on the other.
fn halves(board: &Board, dice: &mut Dice, near: Point) -> Vec<Stone> {
    let [across, down] = [0; 2].map(|_| dice.roll(7) as i64 - 3);
    let side = |point: Point| {
        let (column, row) = board.column_and_row(point).expect("a rectangle");
        across * column as i64 + down * row as i64
    };
    let line = side(near) + dice.roll(5) as i64 - 2;
    let stone = |point: Point| of(if side(point) < line { Player::BLACK } else { Player::WHITE });
    board.points().map(stone).collect()
}

fn of(player: Player) -> Stone {
    Stone::from_code(player.index() as u8 + 1).expect("within bounds")
}

fn stones_of(board: &Board, stones: &[Stone], player: Player, but: &[Point]) -> Vec<Point> {
    let own =
        |point: &Point| stones[point.index()].player() == Some(player) && !but.contains(point);
    board.points().filter(own).collect()
}

/// The chain of a point, but for these points.
fn chain(board: &Board, stones: &[Stone], point: Point, but: &[Point]) -> Vec<Point> {
    let mut chain = vec![point];
    let mut at = 0;
    while let Some(&from) = chain.get(at) {
        at += 1;
        for next in board.neighbours(from) {
            let same = stones[next.index()] == stones[point.index()];
            if same && !but.contains(&next) && !chain.contains(&next) {
                chain.push(next);
            }
        }
    }
    chain
}
