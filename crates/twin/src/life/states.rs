//! States, and the moves that lead from one to another.

use std::collections::HashMap;
use std::rc::Rc;

use super::positions::Positions;
use super::{Board, Reading};

/// A point where a player may not play, because it would retake the stone that took a stone there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Ban {
    pub(super) player: usize,
    pub(super) point: usize,
    pub(super) taken_by: usize,
}

/// All that the future of a sequence depends on. Positions are numbered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    position: usize,
    to_move: usize,
    /// How many that count were just made in a row.
    passes: usize,
    /// In ascending order.
    bans: Vec<Ban>,
}

/// Every state met, by number.
pub(super) struct States<'a> {
    reading: Reading,
    positions: Positions<'a>,
    states: Vec<Rc<State>>,
    numbers: HashMap<Rc<State>, usize>,
}

/// All states that can be reached, by the same numbers.
pub(super) struct Graph<'a> {
    pub(super) positions: Positions<'a>,
    /// The position and the player to move of each state.
    pub(super) situations: Vec<(usize, usize)>,
    /// Where the successors of each state begin; at the end, where those of the last one end.
    first_successor: Vec<usize>,
    successors: Vec<usize>,
}

impl Graph<'_> {
    /// The states that one move leads to.
    pub(super) fn successors(&self, state: usize) -> &[usize] {
        &self.successors[self.first_successor[state]..self.first_successor[state + 1]]
    }
}

impl<'a> States<'a> {
    pub(super) fn new(board: &'a Board, reading: Reading) -> States<'a> {
        States {
            reading,
            positions: Positions::new(board),
            states: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// Where a sequence starts: no pass was made, and nothing is banned.
    pub(super) fn start(&mut self, stones: &[u8], to_move: usize) -> usize {
        let position = self.positions.number(stones.to_vec());
        self.number(State { position, to_move, passes: 0, bans: Vec::new() })
    }

    /// Writes down all states that can be reached from those met so far.
    pub(super) fn graph(mut self) -> Graph<'a> {
        let mut situations = Vec::new();
        let mut first_successor = vec![0];
        let mut successors = Vec::new();
        while situations.len() < self.states.len() {
            let state = Rc::clone(&self.states[situations.len()]);
            situations.push((state.position, state.to_move));
            for next in self.after(&state) {
                successors.push(self.number(next));
            }
            first_successor.push(successors.len());
        }
        Graph { positions: self.positions, situations, first_successor, successors }
    }

    fn number(&mut self, state: State) -> usize {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let state = Rc::new(state);
        self.numbers.insert(Rc::clone(&state), self.states.len());
        self.states.push(state);
        self.states.len() - 1
    }

    /// The states after each move: none after two passes; otherwise a pass and every play that is
    /// allowed.
    fn after(&mut self, state: &State) -> Vec<State> {
        if state.passes == 2 {
            return Vec::new();
        }
        let player = state.to_move;
        let opponent = 1 - player;
        let for_a_ko =
            self.reading == Reading::KoPass && state.bans.iter().any(|ban| ban.player == player);
        let mut next = vec![State {
            position: state.position,
            to_move: opponent,
            passes: if for_a_ko { 0 } else { state.passes + 1 },
            bans: Vec::new(),
        }];
        for &(point, position) in self.positions.plays(state.position, player).iter() {
            if state.bans.iter().any(|ban| ban.player == player && ban.point == point) {
                continue;
            }
            let mut bans: Vec<Ban> = match self.reading {
                Reading::Basic => Vec::new(),
                Reading::KoPass => {
                    let before = state.bans.iter().copied();
                    before.filter(|&ban| self.positions.is_ko(position, ban)).collect()
                }
            };
            for &(back, recreated) in self.positions.plays(position, opponent).iter() {
                if recreated == state.position {
                    bans.push(Ban { player: opponent, point: back, taken_by: point });
                }
            }
            bans.sort_unstable();
            next.push(State { position, to_move: opponent, passes: 0, bans });
        }
        next
    }
}
