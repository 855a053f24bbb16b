//! A part of the board as a small board: the chain around it has another eye there, and everything else around is the opponent's for good.

use smallvec::SmallVec;

use crate::bits::Bits;
use crate::extract::extract;
use crate::ground::Ground;
use crate::local::{ANY, Local, Outlook};
use crate::proof::{Proof, Step};
use crate::search::{Aim, Question, Search};
use crate::state::State;

/// The chain, its other eye, the stone for everything else, and that stone's two eyes.
const BEHIND: usize = 5;
/// States of the reading that the proof follows.
const READ: u64 = 1_000_000;

/// The small board.
pub(super) struct Small {
    ground: Ground<1>,
    state: State<1>,
    owner: usize,
    /// The points of the part come first.
    places: u16,
}

impl Small {
    /// The points of a part, none of which is a stone of the owner's, beside one of his chains.
    pub(super) fn of<const W: usize>(
        ground: &Ground<W>,
        state: &State<W>,
        owner: usize,
        chain: &Bits<W>,
        points: &[u16],
    ) -> Small {
        let places = points.len();
        let mut near: Vec<SmallVec<[u16; 4]>> = vec![SmallVec::new(); places + BEHIND];
        let (body, hostile) = (places, places + 2);
        let mut tie = |one: usize, other: usize| {
            if !near[one].contains(&(other as u16)) {
                near[one].push(other as u16);
                near[other].push(one as u16);
            }
        };
        for (place, &point) in points.iter().enumerate() {
            for &next in ground.neighbours(point) {
                match points.iter().position(|&inside| inside == next) {
                    Some(other) => tie(place, other),
                    None if chain.has(next) => tie(place, body),
                    None => tie(place, hostile),
                }
            }
        }
        tie(body, body + 1);
        tie(hostile, hostile + 1);
        tie(hostile, hostile + 2);
        let mut stones = [Bits::NONE; 2];
        stones[owner].insert(body as u16);
        stones[owner ^ 1] = (0..places)
            .filter(|&place| state.stones[owner ^ 1].has(points[place]))
            .map(|place| place as u16)
            .chain([hostile as u16])
            .collect();
        let ground = Ground::of_lists(near);
        let state = State::new(&ground, stones);
        Small { ground, state, owner, places: places as u16 }
    }

    /// That the chain lives there without loss, found in so many states.
    pub(super) fn proof(&self, states: u64, stop: &dyn Fn() -> bool) -> Option<Proof> {
        let goal = Bits::of(self.places);
        let mut part = Local::beside(&self.ground, self.owner, &goal, (0..self.places).collect());
        if part.read(&self.state, (READ, ANY), stop) != Outlook::Won {
            return None;
        }
        let question = Question { owner: self.owner, goal, aim: Aim::Live };
        let mut search = Search::new(&self.ground, question);
        search.keeping = true;
        let root = search.follow(&self.state, goal, part, (states, stop))?;
        let found = &search.found[root as usize];
        let whole = found.free_of_ko && found.kept.has(self.places);
        let proof = extract(&search, None, root).filter(|_| whole)?;
        // What is beside the part stands for something else.
        let inside = proof.nodes.iter().all(|node| match &node.step {
            Step::Own(play, _) => play.is_some_and(|play| play < self.places),
            Step::Stands(_) | Step::Other(_) | Step::Again(_) => true,
            _ => false,
        });
        inside.then_some(proof)
    }
}
