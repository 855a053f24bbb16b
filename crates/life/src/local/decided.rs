//! Decided states of a reading, found again wherever points differ on which the decision does not rest.

use super::game::Stones;
use crate::bits::places;

/// How many states are compared at once.
const BLOCK: usize = LANES * 64;
const LANES: usize = 8;
/// What may stand on a point: nothing, the owner's, his opponent's.
const CONTENTS: usize = 3;

/// A decided state.
pub(super) struct Decided {
    /// What stood.
    stones: Stones,
    /// The points that the win or loss rests on.
    pub(super) points: u64,
    /// The play that wins; a pass where there is none.
    pub(super) play: u8,
}

/// Wins of the owner's, or losses, all with the same side to move.
pub(super) struct Memory {
    won: bool,
    states: Vec<Decided>,
    /// By blocks of states, points and what stands there: the states of the block that it fits.
    fits: Vec<[u64; LANES]>,
    /// How many points there are.
    places: usize,
}

impl Memory {
    /// Nothing is known of a part with so many points.
    pub(super) fn new(places: usize, won: bool) -> Memory {
        Memory { won, states: Vec::new(), fits: Vec::new(), places }
    }

    pub(super) fn insert(&mut self, stones: Stones, points: u64, play: u8) {
        let at = self.states.len() % BLOCK;
        let size = CONTENTS * self.places;
        if at == 0 {
            self.fits.resize(self.fits.len() + size, [0; LANES]);
        }
        let block = self.fits.len() - size;
        let fits = self.fits[block..].chunks_exact_mut(CONTENTS).enumerate();
        for (place, fits) in fits {
            let here = content(&stones, place);
            for (content, fits) in fits.iter_mut().enumerate() {
                let fit = points >> place & 1 == 0 || content == here;
                fits[at / 64] |= u64::from(fit) << (at % 64);
            }
        }
        self.states.push(Decided { stones, points, play });
    }

    /// A state that decides this one, of those that were found last.
    pub(super) fn find(&self, now: &Stones) -> Option<&Decided> {
        let blocks = self.fits.chunks_exact(CONTENTS * self.places.max(1));
        let mut blocks = self.states.chunks(BLOCK).zip(blocks).rev();
        blocks.find_map(|(states, fits)| {
            let mut left = [u64::MAX; LANES];
            for (place, fits) in fits.chunks_exact(CONTENTS).enumerate() {
                let fit = fits[content(now, place)];
                left.iter_mut().zip(fit).for_each(|(left, fit)| *left &= fit);
                if left == [0; LANES] {
                    return None;
                }
            }
            let mut lanes = states.chunks(64).zip(left).rev();
            lanes.find_map(|(states, left)| {
                let fitting = places(left).filter_map(|bit| states.get(bit));
                fitting.filter(|state| state.decides(now, self.won)).last()
            })
        })
    }
}

impl Decided {
    /// Whether it decides a state: the points it rests on look the same, and nothing more is hostile there or lost where the owner
    /// has won, and nothing less where he has not.
    fn decides(&self, now: &Stones, won: bool) -> bool {
        let differ = (self.stones.own ^ now.own | self.stones.others ^ now.others) & self.points;
        let (worse, better) = if won { (&self.stones, now) } else { (now, &self.stones) };
        let hostile = better.hostile & !worse.hostile & self.points;
        differ == 0 && hostile == 0 && better.lost & !worse.lost == 0
    }
}

fn content(stones: &Stones, place: usize) -> usize {
    (stones.own >> place & 1 | (stones.others >> place & 1) << 1) as usize
}
