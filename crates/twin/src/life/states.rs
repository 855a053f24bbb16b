//! Every state that can be reached.

use std::collections::HashMap;

use super::{Board, Reading};
use crate::position::play;

/// A point where a player may not play, because it would retake the stone that took a stone there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Ban {
    player: usize,
    point: usize,
    taken_by: usize,
}

/// All that the future of a sequence depends on. Positions are numbered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    position: usize,
    to_move: usize,
    passes: usize,
    /// In ascending order.
    bans: Vec<Ban>,
}

/// A position from which sequences start.
pub(super) struct Start {
    pub(super) stones: Vec<u8>,
    /// The number of the state where Black, and of that where White is to move.
    pub(super) with_to_move: [usize; 2],
}

/// The states that can be reached, with the moves that lead from one to another.
pub(super) struct States<'a> {
    pub(super) board: &'a Board,
    pub(super) starts: Vec<Start>,
    /// What stands in each position.
    pub(super) positions: Vec<Vec<u8>>,
    /// The position and the player to move of each state.
    pub(super) situations: Vec<(usize, usize)>,
    /// Where the successors of each state begin in `successors`; and where those of the last end.
    first_successor: Vec<usize>,
    successors: Vec<usize>,
}

impl<'a> States<'a> {
    /// From every starting position, with either player to move and no ban. `None` if there are more
    /// states than `limit`.
    pub(super) fn reachable(
        board: &'a Board,
        from: &[Vec<u8>],
        reading: Reading,
        limit: usize,
    ) -> Option<States<'a>> {
        let mut positions = Positions::new(board);
        let mut numbers: HashMap<State, usize> = HashMap::new();
        let mut waiting: Vec<State> = Vec::new();
        let mut number = |state: State, waiting: &mut Vec<State>| {
            let next = numbers.len();
            *numbers.entry(state).or_insert_with_key(|state| {
                waiting.push(state.clone());
                next
            })
        };
        let mut starts = Vec::new();
        for stones in from {
            let position = positions.number(stones.clone());
            let with_to_move = [0, 1].map(|to_move| {
                number(State { position, to_move, passes: 0, bans: Vec::new() }, &mut waiting)
            });
            starts.push(Start { stones: stones.clone(), with_to_move });
        }
        // `waiting` is a queue whose head moves on: the state at `head` has the number `head`.
        let mut situations = Vec::new();
        let mut first_successor = vec![0];
        let mut successors = Vec::new();
        let mut head = 0;
        while head < waiting.len() {
            if waiting.len() > limit {
                return None;
            }
            let state = std::mem::replace(
                &mut waiting[head],
                State { position: 0, to_move: 0, passes: 0, bans: Vec::new() },
            );
            situations.push((state.position, state.to_move));
            for next in after(&state, &mut positions, reading) {
                successors.push(number(next, &mut waiting));
            }
            first_successor.push(successors.len());
            head += 1;
        }
        let positions = positions.stones;
        Some(States { board, starts, positions, situations, first_successor, successors })
    }

    /// The states that one move leads to.
    pub(super) fn successors(&self, state: usize) -> &[usize] {
        &self.successors[self.first_successor[state]..self.first_successor[state + 1]]
    }
}

/// The states after each move in a state: none after two passes; otherwise a pass and every play that
/// is allowed.
fn after(state: &State, positions: &mut Positions, reading: Reading) -> Vec<State> {
    if state.passes == 2 {
        return Vec::new();
    }
    let player = state.to_move;
    let opponent = 1 - player;
    let mut next = vec![State {
        position: state.position,
        to_move: opponent,
        passes: state.passes + 1,
        bans: match reading {
            Reading::Basic => Vec::new(),
            Reading::KoPass => {
                state.bans.iter().copied().filter(|ban| ban.player != player).collect()
            }
        },
    }];
    for (point, position) in positions.plays(state.position, player) {
        if state.bans.iter().any(|ban| ban.player == player && ban.point == point) {
            continue;
        }
        let mut bans = match reading {
            Reading::Basic => Vec::new(),
            Reading::KoPass => state
                .bans
                .iter()
                .copied()
                .filter(|&ban| positions.is_ko(position, ban))
                .collect(),
        };
        for (back, recreated) in positions.plays(position, opponent) {
            if recreated == state.position {
                bans.push(Ban { player: opponent, point: back, taken_by: point });
            }
        }
        bans.sort_unstable();
        next.push(State { position, to_move: opponent, passes: 0, bans });
    }
    next
}

/// Positions by number, with the plays that are legal but for the ko rule.
struct Positions<'a> {
    board: &'a Board,
    stones: Vec<Vec<u8>>,
    numbers: HashMap<Vec<u8>, usize>,
    /// For each position and player, once asked: each point, and the position after a play there.
    plays: Vec<[Option<Vec<(usize, usize)>>; 2]>,
}

impl<'a> Positions<'a> {
    fn new(board: &'a Board) -> Positions<'a> {
        Positions { board, stones: Vec::new(), numbers: HashMap::new(), plays: Vec::new() }
    }

    fn number(&mut self, stones: Vec<u8>) -> usize {
        if let Some(&known) = self.numbers.get(&stones) {
            return known;
        }
        self.numbers.insert(stones.clone(), self.stones.len());
        self.stones.push(stones);
        self.plays.push([None, None]);
        self.stones.len() - 1
    }

    fn plays(&mut self, position: usize, player: usize) -> Vec<(usize, usize)> {
        if self.plays[position][player].is_none() {
            let stones = self.stones[position].clone();
            let mut plays = Vec::new();
            for point in (0..stones.len()).filter(|&point| stones[point] == 0) {
                let suicide = false;
                if let Some(played) =
                    play(&self.board.neighbours, &stones, 2, player, point, suicide)
                {
                    plays.push((point, self.number(played.position)));
                }
            }
            self.plays[position][player] = Some(plays);
        }
        self.plays[position][player].clone().unwrap_or_default()
    }

    /// Whether the player's play at the point would take exactly the stone that took, and a play of the
    /// opponent there would bring the position back.
    fn is_ko(&mut self, position: usize, ban: Ban) -> bool {
        let opponent = 1 - ban.player;
        let retaken =
            self.plays(position, ban.player).into_iter().find(|&(point, _)| point == ban.point);
        let Some((_, retaken)) = retaken else { return false };
        let mut expected = self.stones[position].clone();
        if usize::from(expected[ban.taken_by]) != opponent + 1 {
            return false;
        }
        expected[ban.point] = ban.player as u8 + 1;
        expected[ban.taken_by] = 0;
        self.stones[retaken] == expected
            && self.plays(retaken, opponent).contains(&(ban.taken_by, position))
    }
}
