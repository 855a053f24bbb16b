//! Positions by number, and what can be played in them.

use std::collections::HashMap;
use std::rc::Rc;

use super::formation::formations;
use super::{Ban, Board};
use crate::position::play;

/// Points, and the positions after a play there.
pub(super) type Plays = Rc<Vec<(usize, usize)>>;

/// Every position met, each found once.
pub(super) struct Positions<'a> {
    board: &'a Board,
    stones: Vec<Rc<Vec<u8>>>,
    numbers: HashMap<Rc<Vec<u8>>, usize>,
    /// For each position and player, once asked.
    plays: Vec<[Option<Plays>; 2]>,
    covered: Vec<[Option<Rc<Vec<usize>>>; 2]>,
}

impl<'a> Positions<'a> {
    pub(super) fn new(board: &'a Board) -> Positions<'a> {
        Positions {
            board,
            stones: Vec::new(),
            numbers: HashMap::new(),
            plays: Vec::new(),
            covered: Vec::new(),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.stones.len()
    }

    /// The number of a position.
    pub(super) fn number(&mut self, stones: Vec<u8>) -> usize {
        if let Some(&known) = self.numbers.get(&stones) {
            return known;
        }
        let stones = Rc::new(stones);
        self.numbers.insert(Rc::clone(&stones), self.stones.len());
        self.stones.push(stones);
        self.plays.push([None, None]);
        self.covered.push([None, None]);
        self.stones.len() - 1
    }

    /// The plays of a player that are legal but for the ko rule.
    pub(super) fn plays(&mut self, position: usize, player: usize) -> Plays {
        if let Some(known) = &self.plays[position][player] {
            return Rc::clone(known);
        }
        let stones = Rc::clone(&self.stones[position]);
        let mut plays = Vec::new();
        for point in (0..stones.len()).filter(|&point| stones[point] == 0) {
            let suicide = false;
            if let Some(played) = play(&self.board.neighbours, &stones, 2, player, point, suicide) {
                plays.push((point, self.number(played.position)));
            }
        }
        let plays = Rc::new(plays);
        self.plays[position][player] = Some(Rc::clone(&plays));
        plays
    }

    /// The points that two-eye-formations of a player cover.
    pub(super) fn covered(&mut self, position: usize, player: usize) -> Rc<Vec<usize>> {
        if let Some(known) = &self.covered[position][player] {
            return Rc::clone(known);
        }
        let standing = formations(self.board, &self.stones[position], player);
        let covered: Vec<usize> =
            standing.into_iter().flat_map(|formation| formation.points).collect();
        let covered = Rc::new(covered);
        self.covered[position][player] = Some(Rc::clone(&covered));
        covered
    }

    /// Whether the banned play would take exactly the stone that took, and a play of the opponent there
    /// would bring the position back.
    pub(super) fn is_ko(&mut self, position: usize, ban: Ban) -> bool {
        let opponent = 1 - ban.player;
        let plays = self.plays(position, ban.player);
        let Some(&(_, retaken)) = plays.iter().find(|&&(point, _)| point == ban.point) else {
            return false;
        };
        let mut expected = self.stones[position].to_vec();
        if usize::from(expected[ban.taken_by]) != opponent + 1 {
            return false;
        }
        expected[ban.point] = ban.player as u8 + 1;
        expected[ban.taken_by] = 0;
        *self.stones[retaken] == expected
            && self.plays(retaken, opponent).contains(&(ban.taken_by, position))
    }
}
