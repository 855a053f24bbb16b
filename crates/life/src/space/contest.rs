//! Both sides' tables about a chain, turn by turn, as it is not known which side has something to prove. What is found for one
//! serves the other.

use super::field::{ATTACKER, OWNER, Terms};
use super::outline::Outline;
use super::table::Table;
use super::terms;
use crate::analysis::Reading;

/// States that are looked at for each question at first.
const FIRST: usize = 2_000;
/// How many times as many in the next turn.
const MORE: usize = 3;
/// As long as a side waits for the other, its proof is looked for in as many times fewer states.
const BESIDE: usize = 3;

/// A part of the board with the terms on which a side may have a proof there.
pub(super) struct Trial<'o> {
    pub(super) outline: &'o Outline,
    pub(super) spare: u8,
    terms: Terms,
    /// The places asked about.
    goal: u64,
}

impl<'o> Trial<'o> {
    fn table(&self) -> Table<'o> {
        Table::new(&self.outline.field, self.terms, self.goal)
    }
}

/// What one side tries, one after the other.
struct Side<'o> {
    trials: Vec<Trial<'o>>,
    /// Which it is at.
    at: usize,
    /// The table of that; none once all have failed.
    table: Option<Table<'o>>,
}

impl Side<'_> {
    fn begin(&mut self, at: usize) {
        self.at = at;
        self.table = self.trials.get(at).map(Trial::table);
    }

    fn is_guided(&self) -> bool {
        self.table.as_ref().is_some_and(Table::is_guided)
    }
}

/// Both sides at work.
pub(super) struct Contest<'o> {
    sides: [Side<'o>; 2],
    /// States looked at.
    pub(super) states: u64,
}

/// A proof that was found.
pub(super) struct Won<'o> {
    pub(super) prover: usize,
    pub(super) trial: Trial<'o>,
    pub(super) table: Table<'o>,
}

impl<'o> Contest<'o> {
    /// Before the first turn of the sides that may have a proof.
    pub(super) fn new(
        provers: &[usize],
        outlines: &'o [Vec<(u8, Outline)>; 2],
        reading: Reading,
        places: impl Fn(&Outline) -> u64,
    ) -> Contest<'o> {
        let sides = [OWNER, ATTACKER].map(|prover| {
            // The owner tries at first to live without losing what stands on the goal: what refutes that mostly refutes him in any case.
            let ways: &[bool] = if prover == OWNER { &[true, false] } else { &[false] };
            let mut trials = Vec::new();
            for (spare, outline) in outlines[prover].iter().filter(|_| provers.contains(&prover)) {
                let (goal, spare) = (places(outline), *spare);
                let terms = terms(outline, reading, prover, spare);
                let trial =
                    |&mortal| Trial { outline, spare, terms: Terms { mortal, ..terms }, goal };
                trials.extend(ways.iter().map(trial));
            }
            let mut side = Side { trials, at: 0, table: None };
            side.begin(0);
            side
        });
        Contest { sides, states: 0 }
    }

    /// Looks for a proof of either side's, in so many states each.
    pub(super) fn decide(&mut self, each: usize, stop: &dyn Fn() -> bool) -> Option<Won<'o>> {
        let mut most = FIRST.min(each);
        loop {
            // First the side that is likely to have the proof.
            let guided = self.sides[ATTACKER].is_guided();
            for prover in if guided { [ATTACKER, OWNER] } else { [OWNER, ATTACKER] } {
                if let Some(table) = self.turn(prover, most, each, stop) {
                    let side = &mut self.sides[prover];
                    let trial = side.trials.swap_remove(side.at);
                    return Some(Won { prover, trial, table });
                }
                if stop() {
                    return None;
                }
            }
            // One that began anew after its turn has its turn yet.
            let mut open = self.sides.iter().filter_map(|side| side.table.as_ref());
            if !open.any(|table| most < each || table.len() == 0) {
                return None;
            }
            most = (most * MORE).min(each);
        }
    }

    /// A side's turn: it goes on until it has a proof, its states are spent, or the other side has something to follow.
    fn turn(
        &mut self,
        prover: usize,
        most: usize,
        each: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Table<'o>> {
        while !stop() {
            let waits = self.waits(prover);
            // Small questions are decided before it gains anything.
            if waits && most == FIRST && most < each {
                return None;
            }
            let share = if waits { most / BESIDE } else { most };
            let side = &mut self.sides[prover];
            let mut table = side.table.take()?;
            let before = table.len();
            let forced = table.forced(side.trials[side.at].outline.start, share, stop);
            self.states += (table.len() - before) as u64;
            match (forced, prover) {
                (Ok(true), OWNER) | (Ok(false), ATTACKER) => return Some(table),
                (Err(_), _) => {
                    side.table = Some(table);
                    return None;
                }
                _ => {
                    if self.failed(prover, table) {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// A side's table has failed, and the next one begins. Answers whether the other side begins anew with what was found, which
    /// it does if that is about the same part.
    fn failed(&mut self, prover: usize, table: Table<'o>) -> bool {
        let side = &mut self.sides[prover];
        let outline = side.trials[side.at].outline;
        side.begin(side.at + 1);
        let other = &mut self.sides[prover ^ 1];
        let begins = other.table.as_ref().is_some_and(|other| other.would_rather_follow(&table))
            && other.trials[other.at].outline.points == outline.points;
        if begins {
            other.table = Some(other.trials[other.at].table().guided_by(table));
        }
        begins
    }

    /// Whether a side waits for the other.
    fn waits(&self, prover: usize) -> bool {
        let other = &self.sides[prover ^ 1];
        !self.sides[prover].is_guided()
            && other.table.is_some()
            && (prover == ATTACKER || other.is_guided())
    }
}
