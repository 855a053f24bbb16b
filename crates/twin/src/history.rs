//! The list of what stood: all the rules look at (RULES.md 1, 2.1, 2.2, 3.1).

use crate::position::play;
use crate::report::{Move, Setup};

/// The phases of a game, apart from its being over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Section 2.2, and the only phase of the rulesets without others.
    Main,
    /// Section 2.2 and 2.3.
    Resolution,
    /// Section 5.
    Competition,
    /// Section 3.5: the proof game of `prover`, its first or second phase.
    Proof { prover: usize, stage: usize },
}

impl Phase {
    /// Section 2.3 and 3.5: whether stones are taken from the prisoner place.
    pub(crate) fn uses_prisoner_place(self) -> bool {
        match self {
            Phase::Main | Phase::Competition => false,
            Phase::Resolution | Phase::Proof { .. } => true,
        }
    }
}

/// What stands after a number of moves.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// How many moves of the game were made.
    pub(crate) made: usize,
    /// The position that stands.
    pub(crate) position: Vec<u8>,
    /// The player to move.
    pub(crate) to_move: usize,
    /// Captured stones of each colour; where the phase uses it, the prisoner place.
    pub(crate) prisoners: Vec<i64>,
    /// The move of this phase that led here; `None` at the start of the phase.
    pub(crate) last: Option<Move>,
}

/// A position that may not be recreated, and how many moves were made when it stood.
#[derive(Clone, Debug)]
pub(crate) struct Stood {
    pub(crate) position: Vec<u8>,
    pub(crate) made: usize,
}

/// One phase: everything that stood in it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) phase: Phase,
    /// Section 3.1 R: the ko ban that stands again at the start of the phase.
    pub(crate) carried: Option<Stood>,
    pub(crate) entries: Vec<Entry>,
}

/// Who made the move that led to entry `k` of the phase (`k > 0`).
pub(crate) fn mover(line: &Line, k: usize) -> usize {
    line.entries[k - 1].to_move
}

/// Section 3.1, basic ko: the position that may not be recreated at entry `k` of the phase: the one
/// that stood just before the opponent's play, if that play was the immediately preceding move.
pub(crate) fn ko_position(line: &Line, k: usize) -> Option<Stood> {
    if k == 0 {
        return line.carried.clone();
    }
    match line.entries[k].last {
        Some(Move::Play(_)) => Some(Stood {
            position: line.entries[k - 1].position.clone(),
            made: line.entries[k - 1].made,
        }),
        Some(Move::Pass) | None => None,
    }
}

/// Section 1, state: "the point now banned by the ko rule if any" at entry `k` of the phase.
pub(crate) fn ko_points(setup: &Setup, line: &Line, k: usize) -> Vec<usize> {
    let Some(stood) = ko_position(line, k) else {
        return Vec::new();
    };
    let entry = &line.entries[k];
    let mut banned = Vec::new();
    for point in 0..entry.position.len() {
        if entry.position[point] != 0 {
            continue;
        }
        let played = play(
            &setup.neighbours,
            &entry.position,
            setup.players,
            entry.to_move,
            point,
            setup.rules.suicide,
        );
        if let Some(played) = played
            && played.position == stood.position
        {
            banned.push(point);
        }
    }
    banned
}

/// Section 2.2 and 2.4: whether the last two moves of the phase (moves *of this phase*) are passes.
pub(crate) fn ends_with_two_passes(line: &Line) -> bool {
    let n = line.entries.len();
    n >= 3
        && line.entries[n - 1].last == Some(Move::Pass)
        && line.entries[n - 2].last == Some(Move::Pass)
}

/// The number of the first pass of the game, if there was one (`made` after it), and who made it.
pub(crate) fn first_pass(lines: &[Line]) -> Option<(usize, usize)> {
    for line in lines {
        for k in 1..line.entries.len() {
            if line.entries[k].last == Some(Move::Pass) {
                return Some((line.entries[k].made, mover(line, k)));
            }
        }
    }
    None
}

/// Section 2.1 and 2.2: everything that stood, for superko. A pass makes an entry, because the
/// position stands again after it. The two passes that ended a phase are as if they had never
/// occurred: the position with the *other* player to move, which only the first of them brought
/// about, did not stand. (After the second the new phase starts; that entry is the new phase's.)
pub(crate) fn superko_history<'a>(setup: &Setup, lines: &'a [Line]) -> Vec<&'a Entry> {
    let mut stood = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let is_last = number + 1 == lines.len();
        // Section 3.4: superko_history = phase.
        if setup.rules.superko_history_phase && !is_last {
            continue;
        }
        for (k, entry) in line.entries.iter().enumerate() {
            let first_of_two = k + 2 == line.entries.len();
            if !is_last && ends_with_two_passes(line) && first_of_two {
                continue;
            }
            stood.push(entry);
        }
    }
    // Section 2.9: button_lifts_bans.
    if setup.rules.name == crate::rules::Name::Button
        && setup.rules.button_lifts_bans
        && let Some((taken, _)) = first_pass(lines)
    {
        stood.retain(|entry| entry.made >= taken);
    }
    stood
}
