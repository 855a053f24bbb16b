//! Certificates in a part of the board: on a small board of the part, with what is around it as two stones.

use std::collections::HashMap;

use super::board::{Ground, Set};
use super::{Verdict, certificate, demand};
use crate::proof::{Certificate, Claim, Node, Space, Step};

/// The small board. The part's points come first, in their order; then the owner's stone around it and two
/// empty points which only that stone is next to; then his opponent's with two more.
pub(super) struct Model<'a> {
    ground: Ground,
    space: &'a Space,
    claim: Claim,
    goal: Vec<u16>,
    certificates: HashMap<[u64; 2], &'a Certificate>,
    /// Whether answers might take stones around the part that proofs around it need.
    guarded: bool,
}

impl<'a> Model<'a> {
    /// `around` are the stones around the part of each side, the owner's first.
    pub(super) fn of(
        board: &Ground,
        space: &'a Space,
        claim: Claim,
        goal: &Set,
        around: &[Set; 2],
    ) -> Model<'a> {
        let places = space.points.len() as u16;
        let mut near: Vec<Vec<u16>> = vec![Vec::new(); usize::from(places) + 6];
        for (place, &point) in space.points.iter().enumerate() {
            for next in board.near(point) {
                if let Ok(there) = space.points.binary_search(next) {
                    near[place].push(there as u16);
                }
            }
            for (side, stones) in around.iter().enumerate() {
                if board.near(point).iter().any(|&next| stones.has(next)) {
                    let wall = behind(places, side);
                    near[place].push(wall);
                    near[usize::from(wall)].push(place as u16);
                }
            }
        }
        for side in 0..2 {
            let wall = behind(places, side);
            for eye in [wall + 1, wall + 2] {
                near[usize::from(wall)].push(eye);
                near[usize::from(eye)].push(wall);
            }
        }
        let goal = space.points.iter().enumerate().filter(|&(_, &point)| goal.has(point));
        Model {
            ground: Ground::of_lists(near),
            space,
            claim,
            goal: goal.map(|(place, _)| place as u16).collect(),
            certificates: space.settled.iter().map(|end| (end.stones, &end.certificate)).collect(),
            guarded: around.iter().all(|stones| stones.points().next().is_some()),
        }
    }

    /// Whether there is a certificate for what stands, the other side to move; an error if it does not hold.
    /// See docs/life.md, "Closed spaces" (*Certificates in a space*).
    pub(super) fn settles(&self, stones: &[u8], codes: [u8; 2]) -> Result<bool, String> {
        let word = |code: u8| {
            let places = self.space.points.iter().enumerate();
            places
                .filter(|&(_, &point)| stones[usize::from(point)] == code)
                .fold(0_u64, |word, (place, _)| word | 1 << place)
        };
        let words = codes.map(word);
        match self.certificates.get(&words) {
            Some(certificate) => self.holds(words, certificate).map(|()| true),
            None => Ok(false),
        }
    }

    fn holds(&self, words: [u64; 2], certificate: &Certificate) -> Verdict {
        let places = self.space.points.len() as u16;
        let mut stones = vec![0_u8; self.ground.len()];
        for side in 0..2 {
            for place in 0..places {
                if words[side] >> place & 1 == 1 {
                    stones[usize::from(place)] = side as u8 + 1;
                }
            }
            stones[usize::from(behind(places, side))] = side as u8 + 1;
        }
        let all: Vec<u16> = (0..self.ground.len() as u16).collect();
        let zone = self.ground.set(&all);
        for point in certificate.points() {
            demand(zone.has(point), || format!("the small board has no point {point}"))?;
        }
        let node = Node {
            owner: 0,
            claim: self.claim,
            stones,
            ban: None,
            zone: all,
            cover: self.goal.clone(),
            kept: Vec::new(),
            home: Vec::new(),
            step: Step::Stands(certificate.clone()),
        };
        let prover = usize::from(self.claim == Claim::NeverLives);
        let code = prover as u8 + 1;
        let standing = certificate::standing(&self.ground, &node, &zone, code, certificate)?;
        match self.claim {
            Claim::Lives => {
                demand(self.goal.iter().any(|&point| standing.stones.has(point)), || {
                    "a certificate in the part is not about the chain".into()
                })?;
            }
            Claim::NeverLives => certificate::shut_in(
                &self.ground,
                &node,
                &zone,
                code,
                &standing.stones,
                &standing.paired,
            )?,
        }
        if self.guarded {
            let other = behind(places, 1 - prover);
            let open = self.ground.connected(other, |point| !standing.stones.has(point));
            demand(!open.iter().any(|&point| standing.paired.has(point)), || {
                "an answer might take a stone around the part".into()
            })?;
        }
        Ok(())
    }
}

/// The point that stands for a side's stones around the part.
fn behind(places: u16, side: usize) -> u16 {
    places + 3 * side as u16
}
