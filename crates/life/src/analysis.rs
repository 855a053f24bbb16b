//! The Analysis: every chain of a position, on its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shinpan_board::{Board, Player, Point, Position};

use crate::bits::Bits;
use crate::ground::Ground;
use crate::proof::Proof;
use crate::rounds::Rounds;
use crate::state::State;

/// Whether a chain is independently alive (J-5).
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

/// That a chain's status is another one under the other reading of the ko rule, and what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Differs {
    /// It is a triple ko with one eye and one external ko: with basic ko the precedent gives the status.
    TripleKo,
    /// It is a double ko death together with a basic ko elsewhere: the precedent gives the status.
    DoubleKoDeath,
    /// It is neither: the status is that of the reading that was asked for.
    Otherwise,
}

/// Three kos and the captures that go round through them, by which under basic ko the attacker keeps the owner of a chain from life.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KoCycle {
    /// The kos, each by the two points on which its stones are taken in turn. The first two are between the chain and the
    /// opposing one that shares them, the third is elsewhere.
    pub kos: [[Point; 2]; 3],
    /// Where stones are put that take, the attacker's first, then both in turn, from a state that ko captures and passes lead to.
    pub captures: Vec<Point>,
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
    /// The proof of its status, shared by the chains it covers. Where a precedent gives the status, it is
    /// a proof with passing for ko.
    pub proof: Option<Arc<Proof>>,
    /// Whether the readings of the ko rule are known to differ about it.
    pub differs: Option<Differs>,
    /// Where a precedent gives the status, the cycle by which it was recognised.
    pub cycle: Option<KoCycle>,
}

impl Chain {
    /// The reading of the ko rule in which its proof holds, if the chain was asked about in `reading`.
    #[must_use]
    pub fn reading(&self, reading: Reading) -> Reading {
        match self.differs {
            Some(Differs::TripleKo | Differs::DoubleKoDeath) => Reading::KoPass,
            _ => reading,
        }
    }
}

/// How much may be spent.
pub struct Limits<'a> {
    /// States looked at for one chain and one aim, in each way of searching; a state of the quick reading that steers counts for
    /// a five-hundredth (of windows in which the owner begins each has as many), and a proof that follows it has fifty times as many, 400,000 at most.
    /// A link to a living chain has bounds of its own beside: 35,000 states read and three times 1,600 looked at, at most; so have
    /// ways to it by few points, each of which takes 2,000 states of many small parts.
    pub nodes: u64,
    /// States of a small board, or of a closed space, that may be written down to decide a chain, by both sides
    /// together; 0 for none. What one side's table has found may be kept beside for the other's, so that there are
    /// up to twice as many in memory.
    pub states: usize,
    /// The chain that matters most, if there is one.
    pub asked: Option<Asked<'a>>,
    /// The most points of a board that is written down whole before anything else is tried.
    pub whole: usize,
    /// Threads at work at the same time. Two do all there is to do: each has the chains of one side.
    pub threads: usize,
    /// Asked now and then; `true` ends the work.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// The chain that matters most: its closed spaces are looked at first of all, and it is worked on before the others: with as many states
/// as they have a round later, in the first two rounds. Not so while windows tie chains, links lead to living ones, or a small board is looked at whole.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// One of its points.
    pub point: Point,
    /// Asked, once that chain is decided and all have had two rounds, about what is known of each of them; `true` ends the work.
    pub enough: &'a (dyn Fn(&[Chain]) -> bool + Sync),
}

/// The most points of a board that is looked at.
pub const MOST_POINTS: usize = 64 * MOST_WORDS;
const MOST_WORDS: usize = 43;

/// Decides every chain of a position, as far as the limits allow. `tell` hears of each chain as soon as
/// it is decided. Nothing is decided on boards of more than [`MOST_POINTS`] or positions with stones of
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
        _ => on::<MOST_WORDS>(board, position, reading, limits, tell),
    }
}

fn on<const W: usize>(
    board: &Board,
    position: &Position,
    reading: Reading,
    limits: &Limits<'_>,
    tell: &mut dyn FnMut(&Chain),
) -> Vec<Chain> {
    let chains = chains(board, position);
    let Some(ground) = Ground::<W>::of(board) else { return chains };
    let Some(state) = state(&ground, &chains) else { return chains };
    let over = AtomicBool::new(false);
    let stop = || over.load(Ordering::Relaxed) || (limits.stop)();
    let limits = Limits { stop: &stop, ..*limits };
    Rounds::new(&ground, &state, reading, (&limits, &over), chains).run(tell)
}

/// The chains of a position, of which nothing is known.
pub(crate) fn chains(board: &Board, position: &Position) -> Vec<Chain> {
    let chain = |points: Vec<Point>| {
        let player = position.stone(*points.first()?).player()?;
        let (status, nodes, proof) = (Status::Unproven, 0, None);
        Some(Chain { player, points, status, nodes, proof, differs: None, cycle: None })
    };
    position.chains(board).into_iter().filter_map(chain).collect()
}

/// What stands where these are all chains; `None` if they are more than two players'.
pub(crate) fn state<const W: usize>(ground: &Ground<W>, chains: &[Chain]) -> Option<State<W>> {
    let mut stones = [Bits::NONE; 2];
    for chain in chains {
        *stones.get_mut(chain.player.index())? |= set(&chain.points);
    }
    Some(State::new(ground, stones))
}

/// Points as a set.
pub(crate) fn set<const W: usize>(points: &[Point]) -> Bits<W> {
    points.iter().map(|point| point.index() as u16).collect()
}
