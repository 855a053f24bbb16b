//! Kee Rules (RULES.md 4).

use crate::history::{Entry, Line, mover};
use crate::report::{Final, Move, Outcome, Setup};
use crate::score::{add, area, outcome, reduced, territory, with_komi};

/// Section 4.2: whether a play may not produce `position`, and the last i with Pi = `position`.
pub(crate) fn prohibited(entries: &[Entry], position: &[u8]) -> Option<usize> {
    let last = (0..entries.len()).rev().find(|&i| entries[i].position == position)?;
    let passed_since = (last + 1..entries.len()).any(|j| entries[j].last == Some(Move::Pass));
    if passed_since { None } else { Some(last) }
}

/// Section 4.3: if the last move is a pass of a player who has passed on this position before, the
/// entry after that earlier pass.
pub(crate) fn earlier_pass(line: &Line) -> Option<usize> {
    let now = line.entries.len() - 1;
    if now == 0 || line.entries[now].last != Some(Move::Pass) {
        return None;
    }
    (1..now).rev().find(|&k| {
        line.entries[k].last == Some(Move::Pass)
            && mover(line, k) == mover(line, now)
            && line.entries[k].position == line.entries[now].position
    })
}

/// Section 4.4: the scoring positions, in the order in which the repositioned cycle passes them.
fn scoring_positions(setup: &Setup, line: &Line, earlier: usize) -> Vec<Vec<u8>> {
    // The scoring cycle: every move after the earlier pass, as entries.
    let mut cycle: Vec<usize> = (earlier + 1..line.entries.len()).collect();
    let is_play = |k: usize| matches!(line.entries[k].last, Some(Move::Play(_)));
    // If it contains a play, the passes before its first play are moved to its end, in order.
    if let Some(first_play) = (0..cycle.len()).find(|&i| is_play(cycle[i])) {
        let mut moved = cycle[..first_play].to_vec();
        cycle = cycle[first_play..].to_vec();
        cycle.append(&mut moved);
    }
    // A position passed consecutively by all players.
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut passed_by: Vec<usize> = Vec::new();
    for k in cycle {
        if is_play(k) {
            passed_by.clear();
            continue;
        }
        if !passed_by.contains(&mover(line, k)) {
            passed_by.push(mover(line, k));
        }
        let position = &line.entries[k].position;
        if passed_by.len() == setup.players && !found.contains(position) {
            found.push(position.clone());
        }
    }
    found
}

/// Sections 4.5 and 4.6: the result of a game that the last move ended.
pub(crate) fn result(setup: &Setup, line: &Line, earlier: usize) -> Final {
    let positions = scoring_positions(setup, line, earlier);
    if positions.is_empty() {
        return Final {
            outcome: Outcome::Draw,
            ground: "no-scoring-position".to_string(),
            scores: None,
            cycle: None,
            scoring_positions: positions,
        };
    }
    let mut totals = vec![0; setup.players];
    for position in &positions {
        let points = if setup.rules.kee_territory {
            territory(&setup.neighbours, position, setup.players)
        } else {
            area(&setup.neighbours, position, setup.players)
        };
        for player in 0..setup.players {
            totals[player] += points[player];
        }
    }
    let mut scores: Vec<(i64, i64)> =
        totals.iter().map(|&total| reduced(total, positions.len() as i64)).collect();
    if setup.rules.kee_territory {
        // The prisoners are subtracted once, from the average.
        let prisoners = &line.entries[line.entries.len() - 1].prisoners;
        for player in 0..setup.players {
            scores[player] = add(scores[player], (-prisoners[player], 1));
        }
    }
    let scores = with_komi(scores, setup.komi_halves);
    Final {
        outcome: outcome(&scores),
        ground: "score".to_string(),
        scores: Some(scores),
        cycle: None,
        scoring_positions: positions,
    }
}
