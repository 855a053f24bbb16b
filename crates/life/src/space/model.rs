//! A part as a small board of its own, on which certificates of what stands for good are looked for.
//!
//! Places keep their numbers. All walls of a side become one stone behind them, which has two empty points of its own,
//! next to nothing else: as on the board, it is never taken. `docs/life.md`, "Certificates in a space".

use smallvec::SmallVec;

use super::field::{ATTACKER, Field, MOST_OF_ALL, MOST_PLACES, OWNER};
use crate::bits::{self, Bits};
use crate::extract::certificate;
use crate::ground::Ground;
use crate::leaf::settles;
use crate::proof::Certificate;
use crate::search::{Aim, Question};
use crate::state::State;

/// The points of the walls of both sides with their eyes.
const BEHIND: usize = 6;
const _: () = assert!(MOST_PLACES + BEHIND <= 64 && MOST_OF_ALL <= 64, "a model fits a word");

/// The small board.
pub(crate) struct Model {
    ground: Ground<1>,
    prover: usize,
    places: usize,
    /// Whether there are walls; without any nothing stands for them.
    walled: bool,
    /// Whether the prover's answers could take a wall of the other side that his own walls' proofs need.
    guarded: bool,
}

impl Model {
    pub(crate) fn of(field: &Field, prover: usize) -> Model {
        let places = field.open.count_ones() as usize;
        let walled = field.walls != [0; 2];
        let behind = if walled { BEHIND } else { 0 };
        let mut near: Vec<SmallVec<[u16; 4]>> = vec![SmallVec::new(); places + behind];
        let mut tie = |one: usize, other: usize| {
            near[one].push(other as u16);
            near[other].push(one as u16);
        };
        for place in 0..places {
            for next in bits::places(field.near[place] & field.open) {
                if place < next {
                    tie(place, next);
                }
            }
            for side in [OWNER, ATTACKER] {
                if field.near[place] & field.walls[side] != 0 {
                    tie(place, wall(places, side));
                }
            }
        }
        for side in [OWNER, ATTACKER].into_iter().filter(|_| walled) {
            let wall = wall(places, side);
            tie(wall, wall + 1);
            tie(wall, wall + 2);
        }
        let guarded = field.walls[OWNER] != 0 && field.walls[ATTACKER] != 0;
        Model { ground: Ground::of_lists(near), prover, places, walled, guarded }
    }

    fn state(&self, stones: [u64; 2]) -> State<1> {
        let with_wall = |side: usize| {
            let mut bits = Bits::from_word(stones[side]);
            if self.walled {
                bits.insert(wall(self.places, side) as u16);
            }
            bits
        };
        State::new(&self.ground, [with_wall(OWNER), with_wall(ATTACKER)])
    }

    /// Whether a side keeps the goal alive, or from life.
    fn question(side: usize, goal: u64) -> Question<1> {
        let aim = if side == OWNER { Aim::Live } else { Aim::Kill };
        Question { owner: OWNER, goal: Bits::from_word(goal), aim }
    }

    /// Whether a certificate of the other side settles what is asked, with the prover to move. What the part leaves open counts
    /// against him, so it may be believed where it is not quite one.
    pub(crate) fn stands_against(&self, stones: [u64; 2], goal: u64) -> bool {
        let question = Model::question(self.prover ^ 1, goal);
        settles(&self.ground, &question, &self.state(stones)).is_some()
    }

    /// Whether a certificate of the prover settles what is asked, with the other side to move.
    pub(crate) fn stands(&self, stones: [u64; 2], goal: u64) -> bool {
        let question = Model::question(self.prover, goal);
        let found = settles(&self.ground, &question, &self.state(stones));
        let Some((grounds, _)) = found else { return false };
        !self.guarded || grounds.paired.is_empty() || {
            let other = Bits::of(wall(self.places, self.prover ^ 1) as u16);
            let open = self.ground.spread(&other, &self.ground.all.without(&grounds.cover));
            !open.meets(&grounds.paired)
        }
    }

    /// The certificate, written out.
    pub(crate) fn certificate(&self, stones: [u64; 2], goal: u64) -> Option<Certificate> {
        let (state, question) = (self.state(stones), Model::question(self.prover, goal));
        let (grounds, shut_in) = settles(&self.ground, &question, &state)?;
        let (zone, cover) = (grounds.zone | shut_in, grounds.cover | shut_in);
        certificate(&self.ground, &question, &state, &zone, &cover)
    }
}

/// The point that stands for the walls of a side.
fn wall(places: usize, side: usize) -> usize {
    places + 3 * side
}
