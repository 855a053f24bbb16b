//! Names beside the points of a board that has no coordinates.

use super::{Anchor, words};
use crate::Scene;

/// Size of a name.
pub(super) const SIZE: f64 = super::COORDINATE;
/// Longer names are cut.
const MAX_NAME: usize = 16;
/// Above so many comparisons names go where there is room at first sight.
const WORK: usize = 8_000_000;

const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Directions in which a name may go, best first.
const DIRECTIONS: [(f64, f64); 8] = [
    (0.0, 1.0),
    (1.0, 0.0),
    (0.0, -1.0),
    (-1.0, 0.0),
    (DIAGONAL, DIAGONAL),
    (DIAGONAL, -DIAGONAL),
    (-DIAGONAL, DIAGONAL),
    (-DIAGONAL, -DIAGONAL),
];

/// A straight line between two places.
type Line = ((f64, f64), (f64, f64));

/// A name and its place.
pub(super) struct Name {
    pub(super) text: String,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) anchor: Anchor,
}

impl Name {
    fn beside(text: &str, point: (f64, f64), direction: (f64, f64)) -> Self {
        let anchor = match direction.0 {
            dx if dx > 0.1 => Anchor::Start,
            dx if dx < -0.1 => Anchor::End,
            _ => Anchor::Middle,
        };
        let away = if anchor == Anchor::Middle { 0.74 } else { 0.62 };
        let (x, y) = (point.0 + direction.0 * away, point.1 + direction.1 * away);
        Self { text: text.to_owned(), x, y, anchor }
    }

    /// Left, top, right and bottom.
    pub(super) fn bounds(&self) -> [f64; 4] {
        let width = words::width(&self.text, SIZE);
        let left = match self.anchor {
            Anchor::Start => self.x,
            Anchor::Middle => self.x - width / 2.0,
            Anchor::End => self.x - width,
        };
        [left, self.y - SIZE / 2.0, left + width, self.y + SIZE / 2.0]
    }
}

/// Finds a place for the name of every point, away from stones, lines, and other names.
pub(super) fn of(scene: &Scene) -> Vec<Name> {
    let places: Vec<(f64, f64)> = scene.points.iter().map(|point| (point.x, point.y)).collect();
    let lines: Vec<Line> =
        scene.distinct_edges().into_iter().map(|(a, b)| (places[a], places[b])).collect();
    let careful = places.len().saturating_mul(places.len() + lines.len()) <= WORK;
    let mut names: Vec<Name> = Vec::new();
    for (index, &place) in places.iter().enumerate() {
        let text = words::clip(&scene.name(index), MAX_NAME);
        let mut best: Option<(f64, Name)> = None;
        for (rank, &direction) in DIRECTIONS.iter().enumerate() {
            let name = Name::beside(&text, place, direction);
            let trouble = if careful { trouble(&name, &places, &lines, &names) } else { 0.0 };
            let trouble = trouble + 0.01 * rank as f64;
            if best.as_ref().is_none_or(|(least, _)| trouble < *least) {
                best = Some((trouble, name));
            }
        }
        names.extend(best.map(|(_, name)| name));
    }
    names
}

/// How much a name would cover.
fn trouble(name: &Name, places: &[(f64, f64)], lines: &[Line], names: &[Name]) -> f64 {
    let [left, top, right, bottom] = name.bounds();
    let mut trouble = 0.0;
    for &(x, y) in places {
        let (dx, dy) = (x - x.clamp(left, right), y - y.clamp(top, bottom));
        let near = 0.49 - (dx * dx + dy * dy).sqrt();
        if near > 0.0 {
            trouble += 3.0 + 4.0 * near;
        }
    }
    let middle = (top + bottom) / 2.0;
    for &(from, to) in lines {
        for x in [left, (left + right) / 2.0, right] {
            let near = 0.26 - distance((x, middle), from, to);
            if near > 0.0 {
                trouble += 1.0 + 2.0 * near;
            }
        }
    }
    for other in names {
        let [l, t, r, b] = other.bounds();
        if l < right && left < r && t < bottom && top < b {
            trouble += 5.0;
        }
    }
    trouble
}

/// How far a place is from a straight line between two others.
pub(super) fn distance(place: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 {
        (((place.0 - from.0) * dx + (place.1 - from.1) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (ex, ey) = (place.0 - from.0 - along * dx, place.1 - from.1 - along * dy);
    (ex * ex + ey * ey).sqrt()
}
