//! Counting (RULES.md 2.5, 2.9, 4.5) and exact rationals.

use crate::position::chain;
use crate::report::Outcome;

/// Section 2.5: the empty points of each player: those of the regions that touch his colour and no
/// other. A region that touches no stone counts for nobody.
pub fn territory(neighbours: &[Vec<usize>], position: &[u8], players: usize) -> Vec<i64> {
    let mut points = vec![0; players];
    for point in 0..position.len() {
        if position[point] != 0 {
            continue;
        }
        let region = chain(neighbours, position, point);
        let mut touched: Vec<u8> = Vec::new();
        for &empty in &region {
            for &next in &neighbours[empty] {
                if position[next] != 0 && !touched.contains(&position[next]) {
                    touched.push(position[next]);
                }
            }
        }
        if touched.len() == 1 {
            points[touched[0] as usize - 1] += 1;
        }
    }
    points
}

/// Section 4.5, area: the stones of each player and the regions that touch only his.
pub fn area(neighbours: &[Vec<usize>], position: &[u8], players: usize) -> Vec<i64> {
    let mut points = territory(neighbours, position, players);
    for &stone in position {
        if stone != 0 {
            points[stone as usize - 1] += 1;
        }
    }
    points
}

/// A fraction in lowest terms, its denominator positive (`denominator` must be positive).
pub(crate) fn reduced(numerator: i64, denominator: i64) -> (i64, i64) {
    let mut divisor = denominator;
    while numerator % divisor != 0 || denominator % divisor != 0 {
        divisor -= 1;
    }
    (numerator / divisor, denominator / divisor)
}

/// The sum of two fractions, in lowest terms.
pub(crate) fn add(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    reduced(a.0 * b.1 + b.0 * a.1, a.1 * b.1)
}

/// Section 1, komi: added to White's score.
pub(crate) fn with_komi(mut scores: Vec<(i64, i64)>, komi_halves: i64) -> Vec<(i64, i64)> {
    if scores.len() > 1 {
        scores[1] = add(scores[1], (komi_halves, 2));
    }
    scores
}

/// Sections 2.5 and 4.6: the higher score wins, equal scores are a tie; with more than two players
/// it is a ranking.
pub(crate) fn outcome(scores: &[(i64, i64)]) -> Outcome {
    if scores.len() != 2 {
        return Outcome::Ranking;
    }
    let black = scores[0].0 * scores[1].1;
    let white = scores[1].0 * scores[0].1;
    if black > white {
        Outcome::Win(0)
    } else if white > black {
        Outcome::Win(1)
    } else {
        Outcome::Draw
    }
}
