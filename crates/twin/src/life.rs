//! The Analysis of the Japanese 1989 rules, taken literally (RULES.md 5).
//!
//! A chain is independently alive if its owner, the opponent moving first, can force that at some moment
//! a two-eye-formation of his covers one of the chain's points. That is a reachability game on a finite
//! graph of states, and a cycle fails for the owner: the states from which he can force it are the least
//! fixpoint of
//!
//! - a state where the goal is achieved is won;
//! - a state with the owner to move is won if some move leads to a won state;
//! - a state with the opponent to move is won if there is a move and every move leads to a won state.
//!
//! All states that can be reached are written down, and these three sentences are applied until nothing
//! changes. There is no other reasoning: no lemma about passes, eyes or walls. So nearly every state of the
//! board is written down, however little is left to play for: twelve points (a million and a half
//! states) can be done. [`packed_statuses_of`] does the same for sixteen.
//!
//! A state is the position, the player to move, how many passes were just made in a row, and what the
//! ko rule bans. After two passes there is no move. Suicide is forbidden. The two readings of the ko rule:
//!
//! - [`Reading::Basic`]: a play may not recreate the position just before the opponent's play, if that
//!   was the preceding move.
//! - [`Reading::KoPass`]: the retaking of a ko is banned until a player has passed, or until it is a ko
//!   no more. A pass lifts all bans of both players. The pass of a player whom a ban binds is a pass for
//!   the ko: it does not count towards the two that end the sequence.
//!
//! `docs/decisions/0022-hypothetical-ko.md` gives the second in full, and what it could mean otherwise.

mod board;
mod count;
mod fixpoint;
mod formation;
mod packed;
mod positions;
mod states;

pub use board::Board;
pub use count::{Count, count};
pub use formation::{Formation, formations};
pub use packed::packed_statuses_of;

use fixpoint::won;
use states::{Ban, States};

/// The ko rule of the sequences that are imagined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// Basic ko.
    Basic,
    /// A ko is retaken only after a pass.
    KoPass,
}

/// What is known of a chain.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ChainStatus {
    /// Its points, in ascending order.
    pub points: Vec<usize>,
    /// Its owner: 0 is Black, 1 is White.
    pub owner: usize,
    /// Whether it is independently alive.
    pub alive: bool,
}

/// The statuses of some chains as letters: `X` and `O` are alive, `x` and `o` are not.
#[must_use]
pub fn letters(statuses: &[ChainStatus]) -> String {
    let letter = |chain: &ChainStatus| match (chain.owner, chain.alive) {
        (0, true) => 'X',
        (0, false) => 'x',
        (_, true) => 'O',
        (_, false) => 'o',
    };
    statuses.iter().map(letter).collect()
}

/// The chains of a position, before anything is known of them.
fn unanswered(board: &Board, stones: &[u8]) -> Vec<ChainStatus> {
    assert!(board.is_legal(stones), "not a position: {stones:?}");
    let unknown = |(points, owner)| ChainStatus { points, owner, alive: false };
    board.chains(stones).into_iter().map(unknown).collect()
}

/// The status of every chain of a position, in the order of their first points. `stones` holds 0 for an
/// empty point, 1 for Black, 2 for White.
///
/// # Panics
/// If there are not as many stones as points, or a chain has no liberty.
#[must_use]
pub fn statuses(board: &Board, stones: &[u8], reading: Reading) -> Vec<ChainStatus> {
    statuses_of(board, vec![stones.to_vec()], reading).remove(0).1
}

/// Every legal position of a board, with the statuses of its chains in the order of their first points.
#[must_use]
pub fn all_statuses(board: &Board, reading: Reading) -> Vec<(Vec<u8>, Vec<ChainStatus>)> {
    statuses_of(board, board.positions(), reading)
}

/// The statuses of the chains of these positions, by a fixpoint over all states that can be reached from
/// any of them.
///
/// # Panics
/// If there are not as many stones as points, or a chain has no liberty.
#[must_use]
pub fn statuses_of(
    board: &Board,
    positions: Vec<Vec<u8>>,
    reading: Reading,
) -> Vec<(Vec<u8>, Vec<ChainStatus>)> {
    let mut states = States::new(board, reading);
    let mut starts = Vec::new();
    let mut answers = Vec::new();
    for stones in positions {
        let chains = unanswered(board, &stones);
        starts.push([0, 1].map(|to_move| states.start(&stones, to_move)));
        answers.push((stones, chains));
    }
    let mut graph = states.graph();
    for owner in 0..2 {
        // A question is a set of points and their owner. Positions that share a chain ask the same
        // question from different states.
        let mut questions: Vec<Vec<usize>> = answers
            .iter()
            .flat_map(|(_, chains)| chains)
            .filter(|chain| chain.owner == owner)
            .map(|chain| chain.points.clone())
            .collect();
        questions.sort();
        questions.dedup();
        // Sixty-four questions at a time: each is a bit of a number.
        for some in questions.chunks(64) {
            let won = won(&mut graph, owner, some);
            for (with_to_move, (_, chains)) in starts.iter().zip(&mut answers) {
                let opponent_begins = with_to_move[1 - owner];
                for chain in chains.iter_mut().filter(|chain| chain.owner == owner) {
                    if let Ok(question) = some.binary_search(&chain.points) {
                        chain.alive = won[opponent_begins] >> question & 1 == 1;
                    }
                }
            }
        }
    }
    answers
}
