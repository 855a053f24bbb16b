//! Cycles (RULES.md 1 "state", 3.2, 3.3, 5).

use crate::history::{Line, Phase, ko_points, mover};
use crate::report::{Cycle, Move, Outcome, Setup};
use crate::rules::{Cycles, Name};

/// Sections 3.2, 3.4, 3.5 and 5: whether cycles are ruled on in this phase.
fn looked_for(name: Name, phase: Phase) -> bool {
    match name {
        Name::LongCycle1 | Name::LongCycle3 | Name::Japanese1989 | Name::Chinese => true,
        Name::LongCycle2 => phase == Phase::Main,
        Name::LaskerMaas
        | Name::LaskerMaasSituational
        | Name::LaskerMaasAdjusted
        | Name::Button
        | Name::Kee
        | Name::TrompTaylor
        | Name::Aga
        | Name::NewZealand => false,
    }
}

/// Section 1, state: phase (one `Line` is one phase), position, player to move, ko ban.
fn same_state(setup: &Setup, line: &Line, a: usize, b: usize) -> bool {
    line.entries[a].position == line.entries[b].position
        && line.entries[a].to_move == line.entries[b].to_move
        && ko_points(setup, line, a) == ko_points(setup, line, b)
}

/// Section 3.2 and 3.3: the cycle completed by the last move of the phase, if it is ruled on now,
/// and its two ends as entries of the phase.
fn ruled(setup: &Setup, line: &Line) -> Option<(usize, usize)> {
    if !looked_for(setup.rules.name, line.phase) {
        return None;
    }
    let now = line.entries.len() - 1;
    let earlier: Vec<usize> = (0..now).filter(|&k| same_state(setup, line, k, now)).collect();
    let &latest = earlier.last()?;
    let occurrences = earlier.len() + 1;
    let due = match setup.rules.cycles {
        Cycles::Automatic => true,
        Cycles::Repetitions(n) => occurrences >= n as usize,
        Cycles::Claim => false,
    };
    due.then_some((latest, now))
}

/// Sections 3.2 and 5: the cycle that the last move completed and what it means.
pub(crate) fn ruling(setup: &Setup, line: &Line) -> Option<(Cycle, Outcome)> {
    let (from, to) = ruled(setup, line)?;
    let mut passes = vec![0; setup.players];
    for k in from + 1..=to {
        if line.entries[k].last == Some(Move::Pass) {
            passes[mover(line, k)] += 1;
        }
    }
    let outcome = match setup.rules.name {
        // A repetition is no result, balanced or not.
        Name::Chinese => Outcome::NoResult,
        // Section 5: new prisoners since the earlier occurrence; who lost fewer stones wins.
        Name::Japanese1989 => {
            let lost = |colour: usize| {
                line.entries[to].prisoners[colour] - line.entries[from].prisoners[colour]
            };
            if lost(0) < lost(1) {
                Outcome::Win(0)
            } else if lost(1) < lost(0) {
                Outcome::Win(1)
            } else {
                Outcome::NoResult
            }
        }
        // Section 3.2: who passed more wins; otherwise a draw.
        _ => {
            if passes[0] > passes[1] {
                Outcome::Win(0)
            } else if passes[1] > passes[0] {
                Outcome::Win(1)
            } else {
                Outcome::Draw
            }
        }
    };
    let cycle = Cycle { from: line.entries[from].made, to: line.entries[to].made, passes };
    Some((cycle, outcome))
}
