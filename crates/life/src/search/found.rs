//! What a search is asked, and what it finds.

use crate::bits::Bits;
use crate::proof::{Certificate, EyePart, Window};
use crate::state::State;

/// What is to be proved about a set of points of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// The owner, moving second, forces a two-eye-formation on one of the points.
    Live,
    /// The opponent, moving first, prevents it for ever.
    Kill,
}

/// The question a search answers.
#[derive(Clone, Copy)]
pub(crate) struct Question<const W: usize> {
    /// Whose chain it is.
    pub(crate) owner: usize,
    /// The points of the chain.
    pub(crate) goal: Bits<W>,
    /// What is to be proved.
    pub(crate) aim: Aim,
}

impl<const W: usize> Question<W> {
    /// The side whose strategy is looked for.
    pub(crate) fn prover(&self) -> usize {
        match self.aim {
            Aim::Live => self.owner,
            Aim::Kill => self.owner ^ 1,
        }
    }
}

/// Something proved: it holds wherever the zone looks the same.
pub(crate) struct Found<const W: usize> {
    /// The state it was proved in.
    pub(crate) state: State<W>,
    pub(crate) zone: Bits<W>,
    /// The points it holds for: where the owner lives, or where he never will.
    pub(crate) cover: Bits<W>,
    /// Live: the stones of the cover that are never captured on the way. Whatever is connected to one
    /// of them is covered too.
    pub(crate) kept: Bits<W>,
    /// Whether the prover never takes what may be a ko. Then no ban is needed for the proof: it holds
    /// where kos are retaken only after a pass, and beside other proofs, whose answers may give the
    /// other side time to retake.
    pub(crate) free_of_ko: bool,
    pub(crate) step: Step,
}

impl<const W: usize> Found<W> {
    /// Whether a state has the same stones in the zone.
    pub(super) fn looks_like(&self, state: &State<W>) -> bool {
        state.looks(&self.zone, &self.state.stones.map(|set| set & self.zone))
    }
}

/// How something was proved. Numbers are places in [`super::Search::found`]; points may be [`crate::state::NOWHERE`], a pass.
pub(crate) enum Step {
    /// It stands on the board; by this, or by what is found again at a glance.
    Stands(Option<Box<Certificate>>),
    /// Kill: the killer's chains that were proved to live wall the goal in. The proofs are places in
    /// the [`super::Search::found`] of the search for his life; each holds here by its zone and is free of
    /// ko, and no two of their zones share an empty point.
    Walled(Box<[u32]>),
    /// Live: some chain is kept by the proof, which is free of ko, and one of the goal is next to two empty points that are
    /// next to it too and outside the proof's zone: whichever the opponent takes, the owner takes the
    /// other.
    Joined(u32, [u16; 2]),
    /// Live: windows join chains and make eyes; chains that the proofs keep need none. The proofs are free of ko, and
    /// no two of their zones share an empty point.
    Windows(Box<[u32]>, Box<[Window]>),
    /// Live: the chain gets an eye in each of two parts of the board that share no point.
    Apart(Box<[EyePart]>),
    /// Live: the goal is connected to a stone that another proof keeps.
    Reached,
    /// A proof that keeps chains, and beside it one that leads to some of their stones, which are named last. Kill: the first is a place in
    /// the search for the killer's life, and by the second these stones shut the goal in.
    Linked(u32, u32, Box<[u16]>),
    /// It was proved in a state that looks the same in its zone; what is connected to a kept stone is
    /// covered too.
    Again(u32),
    /// The prover's move, and what it leads to.
    Own(u16, u32),
    /// The other side's moves: a pass (or any move outside the zone) first, then each play in the zone.
    Other(Box<[(u16, u32)]>),
}
