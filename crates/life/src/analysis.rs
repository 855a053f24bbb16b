//! The Analysis: every chain of a position, on its own.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Position};

use crate::bits::Bits;
use crate::exact;
use crate::extract::extract;
use crate::ground::Ground;
use crate::proof::Proof;
use crate::search::{Aim, Question, Search};
use crate::state::State;

/// Whether a chain is independently alive (J-6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Proved: its owner, moving second, forces a two-eye-formation on one of its points.
    Alive,
    /// Proved: the opponent, moving first, prevents that for ever.
    NotAlive,
    /// Neither was proved within the limits.
    Unproven,
}

/// The ko rule of the imagined sequences (`docs/decisions/0022-hypothetical-ko.md`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reading {
    /// Basic ko.
    #[default]
    Basic,
    /// A ko is retaken only after a pass, or when it is a ko no more.
    KoPass,
}

/// A chain and what is known of it.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Whose it is.
    pub player: Player,
    /// Its points, in the board's order.
    pub points: Vec<Point>,
    /// Whether it lives.
    pub status: Status,
    /// States looked at for it.
    pub nodes: u64,
    /// The proof of a status that a search found, shared by the chains it covers.
    pub proof: Option<Arc<Proof>>,
}

/// How much may be spent.
pub struct Limits<'a> {
    /// States looked at for one chain and one aim.
    pub nodes: u64,
    /// States of a small board, or of a small closed space, that may be written down to decide a chain
    /// exactly; 0 for none.
    pub states: usize,
    /// Asked now and then; `true` ends the work.
    pub stop: &'a dyn Fn() -> bool,
}

/// States looked at between two questions whether to stop.
const SLICE: u64 = 1000;

/// Decides every chain of a position, as far as the limits allow. `tell` hears of each chain as soon as
/// it is decided. Nothing is decided on boards of more than 2752 points or positions with stones of
/// more than two players.
pub fn analyse(
    board: &Board,
    position: &Position,
    reading: Reading,
    limits: &Limits<'_>,
    tell: &mut dyn FnMut(&Chain),
) -> Vec<Chain> {
    match board.len() {
        0..=64 => on::<1>(board, position, reading, limits, tell),
        65..=128 => on::<2>(board, position, reading, limits, tell),
        129..=192 => on::<3>(board, position, reading, limits, tell),
        193..=384 => on::<6>(board, position, reading, limits, tell),
        _ => on::<43>(board, position, reading, limits, tell),
    }
}

fn on<const W: usize>(
    board: &Board,
    position: &Position,
    reading: Reading,
    limits: &Limits<'_>,
    tell: &mut dyn FnMut(&Chain),
) -> Vec<Chain> {
    let mut chains: Vec<Chain> = position
        .chains(board)
        .into_iter()
        .filter_map(|points| {
            let player = position.stone(*points.first()?).player()?;
            Some(Chain { player, points, status: Status::Unproven, nodes: 0, proof: None })
        })
        .collect();
    let Some(ground) = Ground::<W>::of(board) else { return chains };
    if chains.iter().any(|chain| chain.player.index() > 1) {
        return chains;
    }
    let set = |points: &[Point]| points.iter().map(|point| point.index() as u16).collect();
    let mut stones = [Bits::NONE; 2];
    for chain in &chains {
        let points: Bits<W> = set(&chain.points);
        stones[chain.player.index()] |= points;
    }
    let state = State::new(&ground, stones);
    if exact::whole_board(&ground, &state, reading, limits.states, &mut chains) {
        chains.iter().for_each(tell);
        return chains;
    }
    // A little for everything first: one proof often covers many chains, and helps with others.
    let mut searches: Vec<Search<'_, W>> = [Aim::Live, Aim::Kill]
        .into_iter()
        .flat_map(|aim| [0, 1].map(|owner| Question { owner, goal: Bits::NONE, aim }))
        .map(|question| Search::new(&ground, question))
        .collect();
    let (lives, kills) = searches.split_at_mut(2);
    let mut budget = 200.min(limits.nodes);
    loop {
        for number in 0..4 {
            let (search, friends) = match number {
                0 | 1 => (&mut lives[number], None),
                2 => (&mut kills[0], Some(&lives[1])),
                _ => (&mut kills[1], Some(&lives[0])),
            };
            for at in 0..chains.len() {
                let Question { owner, aim, .. } = search.question;
                if chains[at].player.index() != owner || chains[at].status != Status::Unproven {
                    continue;
                }
                if (limits.stop)() {
                    return chains;
                }
                let before = search.nodes;
                search.turn_to(set(&chains[at].points));
                // In slices, so that the end of the time is noticed.
                let found = loop {
                    let begun = search.nodes;
                    let slice = SLICE.min(budget - (begun - before));
                    let found = search.run(&state, slice, friends);
                    let spent = search.nodes - begun;
                    let done = spent < slice || search.nodes - before >= budget;
                    if found.is_some() || done || (limits.stop)() {
                        break found;
                    }
                };
                chains[at].nodes += search.nodes - before;
                let Some(found) = found else { continue };
                if reading == Reading::KoPass && !search.found[found as usize].free_of_ko {
                    continue;
                }
                let cover = search.found[found as usize].cover;
                let proof = extract(search, friends, found).map(Arc::new);
                for chain in &mut chains {
                    let points = set(&chain.points);
                    if chain.player.index() != owner || chain.status != Status::Unproven {
                        continue;
                    }
                    match aim {
                        Aim::Live if cover.meets(&points) => chain.status = Status::Alive,
                        Aim::Kill if points.within(&cover) => chain.status = Status::NotAlive,
                        _ => continue,
                    }
                    chain.proof.clone_from(&proof);
                    tell(chain);
                }
            }
        }
        if budget >= limits.nodes {
            return chains;
        }
        budget = (budget * 8).min(limits.nodes);
    }
}
