//! What was tried for the chains of a position.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::local::{GLANCE, Led, Outlook};

/// What was tried, by the numbers of the chains; it is tried again only where there is more to try it with.
#[derive(Default)]
pub(crate) struct Tried<const W: usize> {
    /// What each chain might have been led to when it was not, by whether windows and readings for it were made.
    pub(crate) links: FxHashMap<(usize, bool), Bits<W>>,
    /// Living chains, and spaces that they were to live without.
    pub(crate) fences: Vec<(Bits<W>, Bits<W>)>,
    /// What reading came to, by chain and part.
    pub(crate) readings: FxHashMap<(usize, Place), Unsettled>,
    /// Where each chain may be read together with what it might be led to.
    pub(crate) joints: FxHashMap<usize, Joints<W>>,
    /// Where each chain may be led to what proofs keep, beside them.
    pub(crate) besides: FxHashMap<usize, Besides>,
    /// How each chain may be led to living ones that may live by other points.
    pub(crate) paths: FxHashMap<usize, Paths<W>>,
    /// The parts in which chains are read without such points.
    pub(crate) withouts: Vec<Without<W>>,
}

impl<const W: usize> Tried<W> {
    /// Notes what a reading in so many states came to, with some hope, and whether there is a proof of it.
    pub(crate) fn note(
        &mut self,
        read: (usize, Place),
        outlook: Outlook,
        (states, hope): (u64, u32),
        proved: bool,
    ) {
        let (lacks, states) = match outlook {
            // What was left for its lack may be read on later.
            Outlook::Open(lacks) if lacks > hope => (lacks, states.min(GLANCE)),
            Outlook::Open(lacks) => (lacks, states),
            // It is read and followed once more in a turn with more states.
            Outlook::Won if !proved => (0, states),
            Outlook::Won | Outlook::Lost => (u32::MAX, states),
        };
        self.readings.insert(read, Unsettled { lacks, states });
    }
}

/// A part of the board in which a chain is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Place {
    /// Around it, in one of the shapes.
    Around(usize),
    /// One of those that it has together with others.
    Joint(usize),
    /// One of those in which it may be led to what a proof keeps.
    Beside(usize),
    /// A part in which another chain is read, without the points by which it is led there.
    Without(usize),
    /// Around it, where it may be shut in: in one of the shapes, and beside which proofs.
    Prey(usize, Company),
    /// Around it, by windows in which its owner begins.
    Begun,
}

/// The proofs beside which something is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Company {
    /// None.
    Alone,
    /// Such as need no point next to the chain.
    Clear,
    /// Whichever there are.
    Any,
}

/// The points that a chain may be read in together with what it might be led to.
#[derive(Default)]
pub(crate) struct Joints<const W: usize> {
    /// What it might have been led to when they were looked for.
    pub(crate) home: Bits<W>,
    pub(crate) points: Vec<Bits<W>>,
}

/// The parts in which a chain may be led to what proofs keep.
#[derive(Default)]
pub(crate) struct Besides {
    /// The proofs that were looked at.
    pub(crate) seen: FxHashSet<u32>,
    pub(crate) parts: Vec<Beside>,
}

/// A part beside a proof.
pub(crate) struct Beside {
    /// The proof, a place in [`super::Search::found`].
    pub(crate) base: u32,
    /// About how many points it has.
    pub(crate) points: usize,
    /// What is read in it.
    pub(crate) shape: Led,
}

/// How a chain may be led to living ones.
#[derive(Default)]
pub(crate) struct Paths<const W: usize> {
    /// What it might have been led to when they were looked for.
    pub(crate) home: Bits<W>,
    pub(crate) paths: Vec<Path<W>>,
}

/// Leads from one chain to the next: the last one is to live without the points of all.
pub(crate) struct Path<const W: usize> {
    pub(crate) leads: Vec<Lead<W>>,
}

impl<const W: usize> Path<W> {
    /// The last chain, and the empty points of all leads.
    pub(crate) fn end(&self) -> (Bits<W>, Bits<W>) {
        let ends = |(_, needed), lead: &Lead<W>| (lead.to, needed | lead.free);
        self.leads.iter().fold((Bits::NONE, Bits::NONE), ends)
    }
}

/// A link to one chain, if nothing is needed elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct Lead<const W: usize> {
    /// The link, a place in [`super::Search::found`].
    pub(crate) link: u32,
    /// The chain.
    pub(crate) to: Bits<W>,
    /// The empty points that it takes.
    pub(crate) free: Bits<W>,
}

/// A part in which a chain is read without some points.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Without<const W: usize> {
    pub(crate) chain: Bits<W>,
    pub(crate) needed: Bits<W>,
    /// About how many points it has.
    pub(crate) points: usize,
}

/// A reading that led to no proof; at first, none.
#[derive(Clone, Copy, Default)]
pub(crate) struct Unsettled {
    /// How much the owner seems to lack.
    pub(crate) lacks: u32,
    /// The states it had.
    pub(crate) states: u64,
}
