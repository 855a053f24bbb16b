//! The positions of a board with the plays of all players.

use rustc_hash::FxHashMap;
use shinpan_board::{Board, Player, Position, Stone};
use shinpan_rules::Game;

use crate::value::Limit;

/// What can stand on a board, and what each play leads to.
pub(super) struct Arena {
    players: usize,
    points: usize,
    numbers: FxHashMap<Box<[u8]>, u32>,
    /// For each position and player the positions that his plays lead to.
    plays: Vec<Box<[u32]>>,
    /// For each position and player his area.
    areas: Vec<u8>,
}

/// Bytes for each position, about.
const EACH: u64 = 400;

impl Arena {
    /// Everything that can be come to by plays from what has stood in a game.
    pub(super) fn of(game: &Game, memory: u64) -> Result<Arena, Limit> {
        let (board, players) = (game.board(), game.players());
        let codes = (players as u64 + 1).saturating_pow(board.len() as u32);
        let needed = codes.saturating_mul(EACH);
        if needed > memory || board.len() > usize::from(u8::MAX) {
            return Err(Limit::Memory { needed, allowed: memory });
        }
        let mut arena = Arena {
            players,
            points: board.len(),
            numbers: FxHashMap::default(),
            plays: Vec::new(),
            areas: Vec::new(),
        };
        let mut found: Vec<Box<[u8]>> = Vec::new();
        for number in game.first_move()..=game.moves_made() {
            if let Some(codes) = game.position_after(number) {
                arena.enter(codes.into(), &mut found);
            }
        }
        let mut next = 0;
        while next < found.len() {
            let codes = found[next].clone();
            next += 1;
            let Some(position) = set_up(board, players, &codes) else {
                return Err(Limit::Beyond("a position has a chain without liberties".to_owned()));
            };
            for player in Player::all(players) {
                let mut plays = Vec::new();
                for point in board.points().filter(|point| codes[point.index()] == 0) {
                    let mut after = position.clone();
                    if after.place(board, point, player).lost == 0 {
                        plays.push(arena.enter(after.codes().into(), &mut found));
                    }
                }
                arena.plays.push(plays.into());
                arena.areas.push(area(board, &codes, player.stone()));
            }
        }
        Ok(arena)
    }

    fn enter(&mut self, codes: Box<[u8]>, found: &mut Vec<Box<[u8]>>) -> u32 {
        let next = found.len() as u32;
        *self.numbers.entry(codes).or_insert_with_key(|codes| {
            found.push(codes.clone());
            next
        })
    }

    pub(super) fn players(&self) -> usize {
        self.players
    }

    pub(super) fn points(&self) -> usize {
        self.points
    }

    pub(super) fn number(&self, codes: &[u8]) -> Option<u32> {
        self.numbers.get(codes).copied()
    }

    /// The positions that a player's plays lead to.
    pub(super) fn plays(&self, position: u32, player: usize) -> &[u32] {
        &self.plays[position as usize * self.players + player]
    }

    /// A player's points in a position (K-18).
    pub(super) fn area(&self, position: u32, player: usize) -> i64 {
        self.areas[position as usize * self.players + player].into()
    }
}

fn set_up(board: &Board, players: usize, codes: &[u8]) -> Option<Position> {
    let stones: Option<Vec<Stone>> = codes.iter().map(|&code| Stone::from_code(code)).collect();
    Position::from_stones(board, players, &stones?).ok()
}

/// The stones of a colour, and the points of the regions that touch no other.
fn area(board: &Board, codes: &[u8], stone: Stone) -> u8 {
    let mut count = codes.iter().filter(|&&code| code == stone.code()).count();
    let mut seen = vec![false; codes.len()];
    for start in board.points() {
        if codes[start.index()] != 0 || std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let (mut region, mut own, mut other) = (vec![start], false, false);
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            for near in board.neighbours(point) {
                let code = codes[near.index()];
                own |= code == stone.code();
                other |= code != 0 && code != stone.code();
                if code == 0 && !std::mem::replace(&mut seen[near.index()], true) {
                    region.push(near);
                }
            }
        }
        if own && !other {
            count += region.len();
        }
    }
    count as u8
}
