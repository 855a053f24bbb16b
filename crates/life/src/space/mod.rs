//! Parts of the board that chains which stay close off: small enough to be decided exactly.
//!
//! `docs/life.md`, "Closed spaces", says why what is found of a part holds on the whole board.

mod contest;
mod field;
mod model;
mod outline;
mod table;

use std::sync::Arc;

use shinpan_board::Point;

use crate::analysis::{KoCycle, Reading, Status};
use crate::bits::{Bits, places};
use crate::extract::standing_walls;
use crate::ground::Ground;
use crate::proof::{Answer, Claim, Node, Proof, Settled, Shown, Space, Step};
use crate::search::Search;
use crate::state::{NOWHERE, State};
use contest::{Contest, Won};
pub(crate) use field::MOST_PLACES;
use field::{ATTACKER, OWNER, PLAY, Terms};
pub(crate) use outline::{Keeps, keeps};
use outline::{Outline, outline};
pub(crate) use table::Exhausted;
use table::Table;

/// Choices that are written down at most: a proof beyond it is not kept.
const MOST_ANSWERS: usize = 1_000_000;
/// Positions that ko captures lead to.
const MOST_OF_KOS: usize = 64;
/// Moves of a line that is shown.
const LINE: usize = 24;
/// Moves that are shown in all, with the variations.
const SHOWN: usize = 400;

/// What is known of a position when parts of it are looked at.
#[derive(Clone)]
pub(crate) struct Known<'a, const W: usize> {
    pub(crate) ground: &'a Ground<W>,
    pub(crate) state: &'a State<W>,
    /// The searches for the life of each side's chains.
    pub(crate) lives: &'a [Search<'a, W>],
    /// Of the proofs of life that these found for the position itself, those that can stand as walls, by side.
    pub(crate) keeps: &'a [Vec<Keeps<W>>; 2],
    /// The stones of each side that are alive.
    pub(crate) alive: [Bits<W>; 2],
    /// States that may be looked at for one question.
    pub(crate) most: usize,
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
}

/// What was found of a chain.
#[derive(Default)]
pub(crate) struct Decided {
    /// None if it was not decided.
    pub(crate) status: Option<Status>,
    pub(crate) states: u64,
    /// Whether there was a ko on the way.
    pub(crate) ko: bool,
    pub(crate) proof: Option<Arc<Proof>>,
}

/// A cycle of kos that defeats the owner of a chain under basic ko.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cycle {
    pub(crate) shape: Shape,
    pub(crate) kos: KoCycle,
}

/// Where the kos of a cycle lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Two kos at the chain, and a third at the opposing chains that share them.
    Triple,
    /// Two kos at the chain, and a third away from both.
    DoubleAndOne,
}

impl<const W: usize> Known<'_, W> {
    /// Decides a chain by the part of the board around it.
    pub(crate) fn decide(&self, owner: usize, goal: &Bits<W>, reading: Reading) -> Decided {
        self.decide_by(&[OWNER, ATTACKER], owner, goal, reading)
    }

    /// Looks whether the attacker prevents the life of all of some chains at once, by the part of the board around them.
    pub(crate) fn prevent(&self, owner: usize, goals: &Bits<W>, reading: Reading) -> Decided {
        self.decide_by(&[ATTACKER], owner, goals, reading)
    }

    /// Sets of chains, by their numbers, that the attacker sees in one part of the board.
    pub(crate) fn together(&self, owner: usize, chains: &[(usize, Bits<W>)]) -> Vec<Vec<usize>> {
        let mut parts: Vec<(Vec<u16>, Vec<usize>)> = Vec::new();
        for (number, goal) in chains {
            if (self.stop)() {
                return Vec::new();
            }
            let Some(outline) = self.outline(owner, ATTACKER, goal) else { continue };
            match parts.iter_mut().find(|(points, _)| *points == outline.points) {
                Some((_, numbers)) => numbers.push(*number),
                None => parts.push((outline.points, vec![*number])),
            }
        }
        parts.into_iter().map(|(_, numbers)| numbers).filter(|numbers| numbers.len() > 1).collect()
    }

    /// Decides chains, by proofs of the sides that may have one.
    fn decide_by(
        &self,
        provers: &[usize],
        owner: usize,
        goal: &Bits<W>,
        reading: Reading,
    ) -> Decided {
        let outlines = [OWNER, ATTACKER].map(|prover| self.outlines(owner, prover, goal));
        let mut contest = Contest::new(provers, &outlines, reading, |outline| outline.places(goal));
        let won = contest.decide(self.most / 2, self.stop);
        let mut decided = Decided { states: contest.states, ..Decided::default() };
        if let Some(mut won) = won {
            let alive = won.prover == OWNER;
            decided.status = Some(if alive { Status::Alive } else { Status::NotAlive });
            decided.ko = won.table.has_bans();
            decided.proof = self.proof(owner, goal, &mut won).map(Arc::new);
        }
        decided
    }

    /// The part around a chain, then together with the parts where there are kos, first with walls that may fall at once; in the
    /// end the whole board. Each with the liberties outside that the other side's walls are taken to have at least.
    fn outlines(&self, owner: usize, prover: usize, goal: &Bits<W>) -> Vec<(u8, Outline)> {
        let mut outlines: Vec<(u8, Outline)> = Vec::new();
        for seeds in [*goal, *goal | self.kos()] {
            for least in [true, false] {
                let Some(outline) = self.outline(owner, prover, &seeds) else { continue };
                let spare = if least { 0 } else { outline.spare };
                let same = |(other, known): &(u8, Outline)| {
                    *other == spare && known.points == outline.points
                };
                if !outlines.iter().any(same) {
                    outlines.push((spare, outline));
                }
            }
        }
        if let Some(whole) = self.outline_of_all(owner, prover)
            && outlines.iter().all(|(_, known)| known.points != whole.points)
        {
            outlines.push((0, whole));
        }
        outlines
    }

    /// The part around some points, which ends at living chains.
    fn outline(&self, owner: usize, prover: usize, seeds: &Bits<W>) -> Option<Outline> {
        let side = if prover == OWNER { owner } else { owner ^ 1 };
        let fence = &self.alive[side ^ 1];
        outline(self.ground, self.state, owner, prover, &self.keeps[side], fence, seeds)
    }

    /// The whole board, if it is small enough.
    fn outline_of_all(&self, owner: usize, prover: usize) -> Option<Outline> {
        let Known { ground, state, .. } = self;
        outline(ground, state, owner, prover, &[], &Bits::NONE, &ground.all)
    }

    /// Whether ko captures and passes may lead through three kos, as in the shapes of the precedents.
    pub(crate) fn may_have_three_kos(ground: &Ground<W>, state: &State<W>) -> bool {
        let mut kos: Vec<[u16; 2]> = Vec::new();
        let mut seen = vec![state.passed()];
        let mut at = 0;
        while at < seen.len() {
            let here = seen[at];
            at += 1;
            for (point, after) in ko_captures(ground, &here) {
                let ko = [point.min(after.ban), point.max(after.ban)];
                if !kos.contains(&ko) {
                    kos.push(ko);
                }
                let after = after.passed();
                if !seen.contains(&after) {
                    seen.push(after);
                }
                if kos.len() > 2 || seen.len() > MOST_OF_KOS {
                    return true;
                }
            }
        }
        false
    }

    /// The points of every ko of the position.
    pub(crate) fn kos(&self) -> Bits<W> {
        let mut kos = Bits::NONE;
        for (point, after) in ko_captures(self.ground, self.state) {
            kos.insert(point);
            kos.insert(after.ban);
        }
        kos
    }

    fn proof(
        &self,
        owner: usize,
        goal: &Bits<W>,
        Won { prover, trial, table }: &mut Won<'_>,
    ) -> Option<Proof> {
        let (prover, outline) = (*prover, trial.outline);
        let side = if prover == OWNER { owner } else { owner ^ 1 };
        let (mut nodes, walls) = match self.lives.get(side) {
            Some(lives) => standing_walls(lives, &outline.walls)?,
            None => (Vec::new(), Vec::new()),
        };
        let point =
            |chosen: u8| (chosen >= PLAY).then(|| outline.points[usize::from(chosen - PLAY)]);
        let shown = table.shown(outline.start, LINE, SHOWN).into_iter().map(|shown| Shown {
            before: shown.before,
            play: shown.play.map(|place| outline.points[place]),
            settles: shown.settles,
        });
        let strategy = table.strategy(outline.start, MOST_ANSWERS)?;
        let answers = strategy.choices.into_iter().map(|(moment, chosen, rank)| Answer {
            stones: moment.stones,
            bans: moment.bans,
            elsewhere: moment.elsewhere,
            play: point(chosen),
            rank,
        });
        let settled = strategy.settled.into_iter();
        let space = Space {
            points: outline.points.clone(),
            walls,
            spare: trial.spare,
            answers: answers.collect(),
            settled: settled.map(|(stones, certificate)| Settled { stones, certificate }).collect(),
            shown: shown.collect(),
        };
        let mut stones = vec![0; self.ground.len()];
        for (side, set) in self.state.stones.iter().enumerate() {
            set.iter().for_each(|point| stones[usize::from(point)] = side as u8 + 1);
        }
        nodes.push(Node {
            owner: owner as u8,
            claim: if prover == OWNER { Claim::Lives } else { Claim::NeverLives },
            stones,
            ban: None,
            zone: self.ground.all.iter().collect(),
            cover: goal.iter().collect(),
            kept: Vec::new(),
            home: Vec::new(),
            step: Step::Space(Box::new(space)),
        });
        Some(Proof { nodes })
    }

    /// The cycle of ko captures by which the attacker keeps the owner of a chain from life under basic
    /// ko, if it is one of the two that precedents are about.
    ///
    /// # Errors
    /// If there may be one, but not all could be looked at.
    pub(crate) fn cycle(&self, owner: usize, goal: &Bits<W>) -> Result<Option<Cycle>, Exhausted> {
        let outline = self.outline(owner, ATTACKER, &(*goal | self.kos())).ok_or(Exhausted)?;
        // Where the cycle is looked for, the owner's living chains around it do not fill their own eyes.
        let terms = terms(&outline, Reading::Basic, ATTACKER, field::NEVER);
        let field = &outline.field;
        let mut table = Table::new(field, terms, outline.places(goal));
        let moves = table.cycle(outline.start, self.most, self.stop)?;
        Ok(moves.and_then(|moves| precedent(&outline, &moves, outline.places(goal))))
    }
}

/// The plays of either side that take a stone which could be retaken at once if no ban forbade it, and the states after them, whose ban is
/// on that stone's point.
fn ko_captures<'a, const W: usize>(
    ground: &'a Ground<W>,
    state: &'a State<W>,
) -> impl Iterator<Item = (u16, State<W>)> {
    let plays = state.empty(ground).iter().flat_map(|point| [(point, 0), (point, 1)]);
    let played = move |(point, side)| Some((point, state.play(ground, point, side)?.state));
    plays.filter_map(played).filter(|(_, after)| after.ban != NOWHERE)
}

/// The cycle of some ko captures in turn, if its kos have a precedent's shape for a chain.
fn precedent(outline: &Outline, moves: &[(usize, usize)], chain: u64) -> Option<Cycle> {
    let field = &outline.field;
    // A ko is two places: where a stone is put and where the next one is put that retakes it.
    let mut kos: Vec<u64> = Vec::new();
    for &(_, place) in moves {
        let near = field.near[place];
        let pair = moves.iter().find(|&&(_, other)| near >> other & 1 == 1)?;
        let ko = 1 << place | 1 << pair.1;
        if !kos.contains(&ko) {
            kos.push(ko);
        }
    }
    if kos.len() != 3 {
        return None;
    }
    let all = kos.iter().fold(0, |all, ko| all | ko);
    let beside = |body: u64, ko: u64| places(body).any(|place| field.near[place] & ko != 0);
    let bodies = |side: usize| {
        let mut rest = outline.start.stones[side] & !all;
        let mut bodies = Vec::new();
        while rest != 0 {
            bodies.push(field.component(rest & rest.wrapping_neg(), rest));
            rest &= !bodies[bodies.len() - 1];
        }
        bodies
    };
    // The chain, or where it is the stone of a ko the one it goes with.
    let own = bodies(OWNER).into_iter().find(|&body| {
        let near = kos.iter().filter(|&&ko| beside(body, ko));
        let stone = kos.iter().any(|&ko| chain & ko != 0 && beside(body, ko));
        near.count() == 2 && (body & chain != 0 || stone)
    })?;
    let (near, far): (Vec<u64>, Vec<u64>) = kos.iter().partition(|&&ko| beside(own, ko));
    let opposing = bodies(ATTACKER)
        .into_iter()
        .filter(|&body| near.iter().all(|&ko| beside(body, ko)))
        .fold(0, |opposing, body| opposing | body);
    let third = *far.first().filter(|_| opposing != 0)?;
    let shape = if beside(opposing, third) { Shape::Triple } else { Shape::DoubleAndOne };
    // The stone of a ko goes with the chain in a triple ko only.
    if shape == Shape::DoubleAndOne && own & chain == 0 {
        return None;
    }
    let point = |place: usize| Point::new(outline.points[place]);
    let ends = |ko: u64| [ko.trailing_zeros(), ko.ilog2()].map(|place| point(place as usize));
    let mut shared = [ends(near[0]), ends(near[1])];
    shared.sort_unstable();
    let first = moves.iter().position(|&(mover, _)| mover == ATTACKER)?;
    let turned = moves[first..].iter().chain(&moves[..first]);
    let captures = turned.map(|&(_, place)| point(place)).collect();
    Some(Cycle { shape, kos: KoCycle { kos: [shared[0], shared[1], ends(third)], captures } })
}

fn terms(outline: &Outline, reading: Reading, prover: usize, spare: u8) -> Terms {
    let (outside, answers) = (outline.outside, outline.answers);
    Terms { reading, prover, outside, answers, spare, mortal: false }
}
